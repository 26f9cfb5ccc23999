#include "search/finals.h"

#include "base/memory.h"

void finals_init(finals *f, const observation_list *observed)
{
    finals_init_like(f, &(finals){.observed = observed->data, .count = (uint32_t)observed->count});
}

void finals_init_like(finals *f, const finals *other)
{
    *f = (finals){.observed = other->observed, .count = other->count};
    vec_reserve(&f->row, f->count + 1); /* before the search, so that it outlives that */
}

void finals_add(finals *f)
{
    memory_scope *inside = memory_scope_enter(NULL); /* they outlive the search */
    intern_row(&f->rows, f->row.data, f->row.count);
    memory_scope_enter(inside);
}

void finals_release(finals *f)
{
    intern_release(&f->rows);
    vec_release(&f->row);
}
