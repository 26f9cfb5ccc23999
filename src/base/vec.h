/* vec.h: growing arrays of any type.
 *
 * Declare `VEC(type) name;` (all zero is empty); read `name.data[i]` and `name.count`. */
#ifndef BASE_VEC_H
#define BASE_VEC_H

#include <stddef.h>

#define VEC(type)               \
    struct {                    \
        type *data;             \
        size_t count, capacity; \
    }

/* Room for at least `count` elements; `data` and `capacity` are those of the vector. */
void *vec_grow(void *data, size_t *capacity, size_t count, size_t element_size);
void vec_free_data(void *data);

#define vec_reserve(v, n) \
    ((n) > (v)->capacity ? (void)((v)->data = vec_grow((v)->data, &(v)->capacity, (n), sizeof *(v)->data)) : (void)0)
#define vec_push(v, value) (vec_reserve((v), (v)->count + 1), (void)((v)->data[(v)->count++] = (value)))
#define vec_pop(v) ((v)->data[--(v)->count])
#define vec_last(v) ((v)->data[(v)->count - 1])
#define vec_clear(v) ((void)((v)->count = 0))
#define vec_release(v) (vec_free_data((v)->data), (v)->data = NULL, (void)((v)->count = (v)->capacity = 0))

#endif
