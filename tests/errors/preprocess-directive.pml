// error: preprocessing: unknown #directive "defin"
// line: 3
#defin N 3
active proctype P() { skip }
