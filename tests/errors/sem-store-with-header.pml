// error: with a store-buffer header only WRITE and READ go through buffers
// line: 8
#define PROCSIZE 1
#define VARSIZE 2
#define BUFFSIZE 1
#include "tso.h"
byte x;
active proctype P() { store(x, 1) }
