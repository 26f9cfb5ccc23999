// error: process priorities are not supported
// line: 3
active proctype P() priority 5 { skip }
