// error: expected '{' before the types of the channel's messages
// line: 3
chan c = [1] of byte;
active proctype P() { skip }
