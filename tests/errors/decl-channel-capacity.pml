// error: expected ']' behind the capacity of the channel
// line: 3
chan c = [1 of { byte };
active proctype P() { skip }
