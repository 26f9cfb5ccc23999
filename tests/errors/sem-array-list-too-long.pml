// error: more initial values than want has elements (2)
// line: 3
byte want[2] = { 1, 2, 3 };
init { skip }
