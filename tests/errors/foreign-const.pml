// error: 'const' is not Promela; write #define for a constant
// line: 3
const int N = 3;
byte x;
active proctype P() { x = N }
