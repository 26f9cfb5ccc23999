// error: contains itself
// line: 3
typedef S { S inner };
S s;
init { skip }
