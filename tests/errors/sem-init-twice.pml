// error: init is declared twice
// line: 4
init { skip }
init { skip }
