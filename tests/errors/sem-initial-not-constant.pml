// error: an initial value must be a constant
// line: 3
byte x = _nr_pr;
init { skip }
