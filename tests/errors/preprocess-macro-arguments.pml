// error: preprocessing: less than necessary 2 argument(s) in macro call "F(1)"
// line: 4
#define F(a, b) a
byte x = F(1);
active proctype P() { skip }
