// error: a message field cannot be unsigned
// line: 3
chan q = [1] of { unsigned };
init { skip }
