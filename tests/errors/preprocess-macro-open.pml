// error: this line calls a macro whose ')' is missing
// line: 4
#define F(a) a
byte x = F(1;
active proctype P() { skip }
