#include "frontend/promela/foreign.h"

#include <stddef.h>
#include <string.h>

#define LOOP "write do :: condition -> .. :: else -> break od"
#define CASES "write if :: x == 1 -> .. :: x == 2 -> .. :: else -> .. fi"
#define OPTION "write another option, :: condition -> .."
#define NO_FUNCTION "there are no functions: write inline f(a) { .. }, or proctype P() { .. } for what runs by itself"
#define FULL_FENCE "write mfence, which waits until the own store buffer is empty"
#define STORE_FENCE "write sfence, which keeps the own stores in order"
#define NO_LOAD_FENCE "leave it out: loads are in order here"
#define NO_TIME "leave it out: every order of steps is searched, however long a step takes"
#define WAITING "write await (condition), which waits until it is true"
#define LOCK "write atomic { l == 0 -> l = 1; mfence } to take a lock l, and l = 0 to give it back"
#define PRINT "write printf(\"%d\\n\", x)"
#define WORD_OF_32_BITS "write int, which has 32 bits"
#define WHOLE_NUMBERS "there are whole numbers only: write int"
#define ENDING "a process ends behind its last statement: put a label there and goto it"
#define CHANCE "write select (x : 0 .. 9) for any of these numbers"
#define LEFT_OUT "leave it out"

typedef struct foreign_word {
    const char *word; /* with * at its end: all that begin so */
    const char *advice;
} foreign_word;

static const foreign_word foreign_words[] = {
    /* statements */
    {"while", LOOP}, {"until", LOOP}, {"repeat", LOOP}, {"loop", LOOP},
    {"switch", CASES}, {"case", CASES}, {"default", CASES},
    {"elif", OPTION}, {"elsif", OPTION}, {"elseif", OPTION},
    {"then", "write '->' behind the guard"},
    {"endif", "write fi"}, {"begin", "write '{'"},
    {"continue", "leave out the rest of the option: at its end a do goes on with the next round"},
    {"exit", ENDING}, {"abort", ENDING},
    {"print", PRINT}, {"println", PRINT}, {"puts", PRINT}, {"echo", PRINT},
    {"wait", WAITING}, {"wait_until", WAITING},
    {"sleep", NO_TIME}, {"usleep", NO_TIME}, {"msleep", NO_TIME}, {"delay", NO_TIME}, {"yield", NO_TIME}, {"sched_yield", NO_TIME}, {"cpu_relax", NO_TIME},
    {"rand", CHANCE}, {"random", CHANCE},
    {"send", "write c!value"}, {"receive", "write c?x"}, {"recv", "write c?x"},
    {"start", "write run P()"}, {"fork", "write run P()"}, {"spawn", "write run P()"}, {"pthread_create", "write run P()"},
    {"malloc", "there is no memory to be had: declare an array"},
    /* operators and values */
    {"and", "write '&&'"}, {"or", "write '||'"}, {"not", "write '!'"}, {"xor", "write '^'"}, {"mod", "write '%'"},
    {"NULL", "write 0"}, {"null", "write 0"}, {"nil", "write 0"}, {"None", "write 0"},
    /* declarations */
    {"void", NO_FUNCTION}, {"function", NO_FUNCTION}, {"func", NO_FUNCTION}, {"def", NO_FUNCTION}, {"fn", NO_FUNCTION},
    {"process", "write proctype"}, {"thread", "write proctype"},
    {"struct", "write typedef name { .. }, and name alone where it is used"},
    {"enum", "write mtype = { .. }"},
    {"const", "write #define for a constant"},
    {"volatile", "leave it out: each access of a global is one to memory"},
    {"var", "write the type, as in int x"}, {"let", "write the type, as in int x"}, {"auto", "write the type, as in int x"},
    {"static", LEFT_OUT}, {"extern", LEFT_OUT}, {"register", LEFT_OUT}, {"signed", LEFT_OUT},
    {"string", "there are no strings but in printf: use an mtype for names"},
    {"char", "write byte"}, {"uint8_t", "write byte"}, {"int8_t", "write short"}, {"boolean", "write bool"}, {"integer", "write int"},
    {"int16_t", "write short"}, {"uint16_t", "write unsigned x : 16"}, {"int32_t", WORD_OF_32_BITS}, {"uint32_t", WORD_OF_32_BITS},
    {"int64_t", WORD_OF_32_BITS}, {"uint64_t", WORD_OF_32_BITS}, {"long", WORD_OF_32_BITS}, {"size_t", WORD_OF_32_BITS}, {"atomic_int", WORD_OF_32_BITS},
    {"float", WHOLE_NUMBERS}, {"double", WHOLE_NUMBERS},
    /* memory */
    {"fence", FULL_FENCE}, {"full_fence", FULL_FENCE}, {"smp_mb", FULL_FENCE}, {"mb", FULL_FENCE}, {"memory_barrier", FULL_FENCE}, {"MemoryBarrier", FULL_FENCE},
    {"__sync_synchronize", FULL_FENCE}, {"atomic_thread_fence", FULL_FENCE}, {"__atomic_thread_fence", FULL_FENCE}, {"_mm_mfence", FULL_FENCE}, {"dmb", FULL_FENCE},
    {"barrier", "write mfence for a fence of the processor; no compiler moves statements here"},
    {"smp_wmb", STORE_FENCE}, {"wmb", STORE_FENCE}, {"_mm_sfence", STORE_FENCE},
    {"smp_rmb", NO_LOAD_FENCE}, {"rmb", NO_LOAD_FENCE}, {"lfence", NO_LOAD_FENCE}, {"_mm_lfence", NO_LOAD_FENCE},
    {"READ_ONCE", "write x: to read a global is a load"}, {"atomic_load*", "write x: to read a global is a load"},
    {"WRITE_ONCE", "write x = value: it is one store"}, {"atomic_store*", "write x = value, and mfence behind it where later loads shall not overtake it"},
    {"atomic_exchange*", "write xchg(x, value, r)"}, {"swap", "write xchg(x, value, r)"}, {"test_and_set", "write xchg(x, 1, r)"},
    {"__sync_lock_test_and_set", "write xchg(x, value, r)"}, {"atomic_flag_test_and_set*", "write xchg(x, 1, r)"},
    {"atomic_fetch_add*", "write fetch_add(x, value, r)"}, {"__sync_fetch_and_add", "write fetch_add(x, value, r)"},
    {"atomic_compare_exchange*", "write cas(x, old, new, r)"}, {"compare_and_swap", "write cas(x, old, new, r)"}, {"compare_exchange", "write cas(x, old, new, r)"},
    {"__sync_bool_compare_and_swap", "write cas(x, old, new, r)"}, {"__sync_val_compare_and_swap", "write cas(x, old, new, r)"},
    {"lock", LOCK}, {"unlock", LOCK}, {"acquire", LOCK}, {"release", LOCK}, {"pthread_mutex_*", LOCK}, {"mutex_lock", LOCK}, {"mutex_unlock", LOCK},
    {"spin_lock", LOCK}, {"spin_unlock", LOCK},
};

const char *foreign_advice(const char *word)
{
    for (size_t i = 0; i < sizeof foreign_words / sizeof *foreign_words; i++) {
        const char *known = foreign_words[i].word;
        size_t length = strlen(known);
        if (known[length - 1] == '*' ? !strncmp(word, known, length - 1) : !strcmp(word, known))
            return foreign_words[i].advice;
    }
    return NULL;
}
