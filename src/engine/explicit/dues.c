#include "engine/explicit/dues.h"

#include <string.h>

void dues_init(dues *d, fairness kind, uint32_t globals, uint32_t words)
{
    *d = (dues){
        .of_processes = kind == FAIRNESS_ALL || kind == FAIRNESS_PROCESS || kind == FAIRNESS_MMLIB,
        .of_stores = kind == FAIRNESS_ALL || kind == FAIRNESS_MEMORY,
        .of_some_store = kind == FAIRNESS_MMLIB,
        .of_all_steps = kind == FAIRNESS_STRONG,
        .words = words,
        .split = DUES_SPLIT * words,
        .globals = globals,
    };
    vec_reserve(&d->scratch, words);
    dues_begin(d);
    dues_number(d);
}

void dues_release(dues *d)
{
    vec_release(&d->processes);
    vec_release(&d->stores);
    intern_release(&d->numbers);
    vec_release(&d->sets);
    vec_release(&d->scratch);
}

void dues_begin(dues *d)
{
    memset(d->scratch.data, 0, d->words * sizeof *d->scratch.data);
}

static void add(dues *d, uint32_t number, uint32_t end)
{
    if (number >= end)
        d->outgrown = true;
    else
        d->scratch.data[number / 64] |= 1ull << number % 64;
}

void dues_add_process(dues *d, process_ref process)
{
    if (!d->of_processes)
        return;
    while (d->processes.count <= process.index)
        vec_push(&d->processes, 0);
    uint32_t *number = &d->processes.data[process.index];
    if (!*number)
        *number = ++d->process_count;
    add(d, *number - 1, d->split);
}

void dues_add_store(dues *d, process_ref process, uint32_t element)
{
    size_t at = d->of_some_store ? 0 : (size_t)process.index * d->globals + element;
    if (!d->of_stores && !d->of_some_store)
        return;
    while (d->stores.count <= at)
        vec_push(&d->stores, 0);
    uint32_t *number = &d->stores.data[at];
    if (!*number)
        *number = ++d->store_count;
    add(d, d->split + *number - 1, 64 * d->words);
}

void dues_add_lost(dues *d)
{
    if (d->of_all_steps)
        d->scratch.data[0] |= 1;
}

uint32_t dues_number(dues *d)
{
    size_t before = intern_count(&d->numbers), halves = 2 * d->words;
    int32_t row[2];
    uint32_t number;
    if (d->words == 1) {
        memcpy(row, d->scratch.data, sizeof row);
        number = intern_row(&d->numbers, row, 2);
    } else {
        VEC(int32_t) whole = {0};
        vec_reserve(&whole, halves);
        memcpy(whole.data, d->scratch.data, halves * sizeof *whole.data);
        number = intern_row(&d->numbers, whole.data, halves);
        vec_release(&whole);
    }
    for (uint32_t i = 0; i < d->words && number == before; i++)
        vec_push(&d->sets, d->scratch.data[i]);
    return number;
}
