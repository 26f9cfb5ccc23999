/* buffers.c: a process's store buffer, as cells among the slots. */
#include "base/bug.h"
#include "step/successors_internal.h"

const char overflow_text[] = "a store met a full buffer";

typedef struct cell_access {
    successors *x;
    uint32_t first;
} cell_access;

static int32_t cell_get(void *data, uint32_t position)
{
    cell_access *a = data;
    return slot_get(a->x, a->first + position);
}

static void cell_set(void *data, uint32_t position, int32_t value)
{
    cell_access *a = data;
    slot_set(a->x, a->first + position, value);
}

static const type_stores *stores_of(const successors *x, process_ref process)
{
    return &x->rows->stores[shape_process(x->shape, process)->type];
}

static buffer_cells cells_of(cell_access *access, successors *x, process_ref process)
{
    *access = (cell_access){x, shape_process(x->shape, process)->buffer};
    return (buffer_cells){.get = cell_get, .set = cell_set, .data = access, .locations = stores_of(x, process)->count,
                          .bound = x->rows->bound, .values = x->rows->values[shape_process(x->shape, process)->type]};
}

/* Which of `count` pending values the process sees in this step: all of its loads of a location see the same. */
static uint32_t choose_view(successors *x, process_ref process, location_ref location, uint32_t count)
{
    for (size_t i = 0; i < x->views.count; i++)
        if (process_is(x->views.data[i].process, process) && location_is(x->views.data[i].location, location))
            return x->views.data[i].chosen;
    vec_push(&x->views, ((successors_view){process, location, 0, count}));
    return 0;
}

bool next_view(successors *x)
{
    while (x->views.count) {
        successors_view *last = &vec_last(&x->views);
        if (++last->chosen < last->count)
            return true;
        x->views.count--;
    }
    return false;
}

bool buffer_pending(successors *x, process_ref process, uint32_t element, int32_t *value)
{
    location_ref location = stores_of(x, process)->location[element];
    if (location_is(location, LOCATION_NONE))
        return false;
    cell_access access;
    buffer_cells cells = cells_of(&access, x, process);
    const memory_model *buffers = x->rows->buffers;
    if (!buffers->candidates)
        return buffers->pending(&cells, location, value);
    uint32_t count = buffers->candidates(&cells, location, 0, value);
    uint32_t chosen = count > 1 ? choose_view(x, process, location, count) : 0;
    return chosen ? buffers->candidates(&cells, location, chosen, value) > 0 : count > 0;
}

bool successors_pending(successors *x, process_ref process, uint32_t element)
{
    int32_t value;
    return buffer_pending(x, process, element, &value);
}

bool buffer_is_empty(successors *x, process_ref process)
{
    cell_access access;
    buffer_cells cells = cells_of(&access, x, process);
    return x->rows->buffers->is_empty(&cells);
}

outcome buffer_store(successors *x, process_ref process, uint32_t element, int32_t value)
{
    location_ref location = stores_of(x, process)->location[element];
    if (location_is(location, LOCATION_NONE)) {
        slot_set(x, element, value);
        return OUTCOME_DONE;
    }
    cell_access access;
    buffer_cells cells = cells_of(&access, x, process);
    if (x->rows->buffers->store(&cells, (buffered_store){location, value}))
        return OUTCOME_DONE;
    x->met_bound = true;
    if (x->rows->cuts)
        return OUTCOME_CUT;
    if (!x->rows->machine.overflow_is_error)
        return OUTCOME_BLOCKED;
    x->error_text = overflow_text;
    return OUTCOME_ERROR;
}

void buffer_write_through(successors *x, process_ref process, uint32_t element, int32_t value)
{
    location_ref location = stores_of(x, process)->location[element];
    cell_access access;
    buffer_cells cells = cells_of(&access, x, process);
    buffered_store lost;
    if (!machine_traits(x->rows->machine)->overwrites)
        buffer_flush(x, process);
    else if (!location_is(location, LOCATION_NONE))
        x->rows->buffers->commit(&cells, location.index, &lost);
    slot_set(x, element, value);
}

void buffer_barrier(successors *x, process_ref process)
{
    cell_access access;
    buffer_cells cells = cells_of(&access, x, process);
    bool counts = x->rows->buffers != &memory_view || !location_is(stores_of(x, process)->barrier, LOCATION_NONE);
    if (x->rows->buffers->barrier && counts)
        x->rows->buffers->barrier(&cells);
}

bool commit_one(successors *x, process_ref process, uint32_t choice, uint32_t *element)
{
    cell_access access;
    buffer_cells cells = cells_of(&access, x, process);
    buffered_store s;
    if (!x->rows->buffers->commit(&cells, choice, &s))
        return false;
    *element = stores_element(stores_of(x, process), s.location);
    if (*element < x->rows->program->global_count) /* no barrier */
        slot_set(x, *element, s.value);
    return true;
}

bool forced_commit(successors *x, process_ref process, uint32_t *element)
{
    cell_access access;
    buffer_cells cells = cells_of(&access, x, process);
    buffered_store s;
    if (!x->rows->buffers->forced || !x->rows->buffers->forced(&cells, &s))
        return false;
    *element = stores_element(stores_of(x, process), s.location);
    slot_set(x, *element, s.value);
    return true;
}

void buffer_flush(successors *x, process_ref process)
{
    uint32_t choices = x->rows->buffers->choices(stores_of(x, process)->count, x->rows->bound), element;
    for (bool any = true; any;) { /* again, since a store may wait for others behind a barrier */
        any = false;
        for (uint32_t k = 0; k < choices; k++)
            while (commit_one(x, process, k, &element))
                any = true;
    }
}
