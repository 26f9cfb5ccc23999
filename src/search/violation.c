#include "search/violation.h"

bool violations_have(const violation_list *list, property_ref which)
{
    for (size_t i = 0; i < list->count; i++)
        if (property_is(list->data[i].property, which))
            return true;
    return false;
}

void violations_add(violation_list *list, violation v)
{
    if (violations_have(list, v.property))
        vec_release(&v.steps);
    else
        vec_push(list, v);
}

void violations_take(violation_list *list, violation_list *other)
{
    for (size_t i = 0; i < other->count; i++)
        violations_add(list, other->data[i]);
    vec_release(other); /* the runs belong to the list now */
}

void violations_drop(violation_list *list, size_t kept)
{
    for (size_t i = kept; i < list->count; i++)
        vec_release(&list->data[i].steps);
    list->count = kept < list->count ? kept : list->count;
}

void violations_release(violation_list *list)
{
    violations_drop(list, 0);
    vec_release(list);
}

/* ---- From a finding to a run ---- */
void witness_follow(state_ref state, witness_parent *parent, witness_take *take, void *data)
{
    VEC(state_ref) path = {0};
    for (state_ref n = state; !state_is(n, STATE_NONE); n = parent(data, n))
        vec_push(&path, n);
    for (size_t i = path.count; i-- > 1;)
        take(data, path.data[i], path.data[i - 1]);
    vec_release(&path);
}
