// error: expected 'of' behind the capacity of the channel
// line: 3
chan c = [1] { byte };
active proctype P() { skip }
