// error: expected an expression, found ';'
// line: 5
#define BAD x = ;
active proctype P() { byte x;
    BAD
}
