// error: typedef S has two members a
// line: 3
typedef S { byte a; int a };
init { skip }
