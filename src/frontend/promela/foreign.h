/* foreign.h: words of other languages that people write in Promela, with what is written here instead. */
#ifndef FRONTEND_PROMELA_FOREIGN_H
#define FRONTEND_PROMELA_FOREIGN_H

/* "write '&&'" of "and": the end of a message. NULL for a word that says nothing to us. Whoever asks has seen to it that nobody declared the word. */
const char *foreign_advice(const char *word);

#endif
