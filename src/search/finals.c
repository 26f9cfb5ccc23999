#include "search/finals.h"

void finals_init(finals *f, const observation_list *observed)
{
    *f = (finals){.observed = observed->data, .count = (uint32_t)observed->count};
}

void finals_add(finals *f)
{
    intern_row(&f->rows, f->row.data, f->row.count);
}

void finals_release(finals *f)
{
    intern_release(&f->rows);
    vec_release(&f->row);
}
