/* Szymanski's algorithm in store-buffer memory (see ../szymanski.pml); shared variable i is the flag of process i. */
#ifndef N
#define N 2
#endif
#ifndef BUFFSIZE
#define BUFFSIZE 2
#endif
#define PROCSIZE N
#define VARSIZE  N
#include "memory.h"

byte ncrit;

proctype P()
{
    byte j;

    do
    :: WRITE(ME, 1);
       STORE_LOAD
       do
       :: j < N ->
          READ(j) < 3;
          j++
       :: else -> break
       od;
       j = 0;
       WRITE(ME, 3);
       STORE_LOAD
       do
       :: j < N && READ(j) != 1 -> j++
       :: j < N && READ(j) == 1 ->
          WRITE(ME, 2);
          STORE_LOAD
          j = 0;
          do
          :: READ(j) == 4 -> break
          :: READ(j) != 4 -> j = (j + 1) % N
          od;
          break
       :: j == N -> break
       od;
       j = 0;
       WRITE(ME, 4);
       STORE_LOAD
       do
       :: j < ME ->
          READ(j) < 2;
          j++
       :: else -> break
       od;
       CRITICAL;
       j = ME + 1;
       do
       :: j < N ->
          READ(j) < 2 || READ(j) == 4;
          j++
       :: else -> break
       od;
       j = 0;
       WRITE(ME, 0)
    od
}

init { atomic { START } }
