#include "base/json.h"

#include "base/bug.h"

void json_put(json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, value))
        out_of_memory();
}

void json_push(json_t *array, json_t *value)
{
    if (json_array_append_new(array, value))
        out_of_memory();
}
