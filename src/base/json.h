/* json.h: JSON values that are put together; where memory ends, so does the program. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <jansson.h>

/* Both take the value over. */
void json_put(json_t *object, const char *key, json_t *value);
void json_push(json_t *array, json_t *value);

#endif
