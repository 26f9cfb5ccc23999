// error: a typedef is a struct, as in typedef pair { int a; int b }; use #define for another name of a type
// line: 3
typedef int number;
number x;
active proctype P() { x = 1 }
