/* buffers.c: a process's store buffer, as cells among the slots. */
#include "base/bug.h"
#include "step/exec_internal.h"

const char overflow_text[] = "a store met a full buffer";

typedef struct cell_access {
    exec *x;
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

static const type_stores *stores_of(const exec *x, uint32_t process)
{
    return &x->model->stores[x->shape->process[process].type];
}

static buffer_cells cells_of(cell_access *access, exec *x, uint32_t process)
{
    *access = (cell_access){x, x->shape->process[process].buffer};
    return (buffer_cells){.get = cell_get, .set = cell_set, .data = access, .locations = stores_of(x, process)->count,
                          .bound = x->model->bound, .values = x->model->values[x->shape->process[process].type]};
}

/* Which of `count` pending values the process sees in this step: all of its loads of a location see the same. */
static uint32_t choose_view(exec *x, uint32_t process, uint32_t location, uint32_t count)
{
    for (size_t i = 0; i < x->views.count; i++)
        if (x->views.data[i].process == process && x->views.data[i].location == location)
            return x->views.data[i].chosen;
    vec_push(&x->views, ((exec_view){process, location, 0, count}));
    return 0;
}

bool next_view(exec *x)
{
    while (x->views.count) {
        exec_view *last = &vec_last(&x->views);
        if (++last->chosen < last->count)
            return true;
        x->views.count--;
    }
    return false;
}

bool buffer_pending(exec *x, uint32_t process, uint32_t element, int32_t *value)
{
    int32_t location = stores_of(x, process)->location[element];
    if (location < 0)
        return false;
    cell_access access;
    buffer_cells cells = cells_of(&access, x, process);
    const memory_model *buffers = x->model->buffers;
    if (!buffers->candidates)
        return buffers->pending(&cells, (uint32_t)location, value);
    uint32_t count = buffers->candidates(&cells, (uint32_t)location, 0, value);
    uint32_t chosen = count > 1 ? choose_view(x, process, (uint32_t)location, count) : 0;
    return chosen ? buffers->candidates(&cells, (uint32_t)location, chosen, value) > 0 : count > 0;
}

bool buffer_is_empty(exec *x, uint32_t process)
{
    cell_access access;
    buffer_cells cells = cells_of(&access, x, process);
    return x->model->buffers->is_empty(&cells);
}

outcome buffer_store(exec *x, uint32_t process, uint32_t element, int32_t value, source_location where)
{
    int32_t location = stores_of(x, process)->location[element];
    if (location < 0) {
        slot_set(x, element, value);
        return OUTCOME_DONE;
    }
    cell_access access;
    buffer_cells cells = cells_of(&access, x, process);
    if (x->model->buffers->store(&cells, (buffered_store){(uint32_t)location, value}))
        return OUTCOME_DONE;
    x->met_bound = true;
    if (x->model->cuts)
        return OUTCOME_CUT;
    if (!x->model->machine.overflow_is_error)
        return OUTCOME_BLOCKED;
    x->error_text = overflow_text;
    x->error_where = where;
    return OUTCOME_ERROR;
}

void buffer_barrier(exec *x, uint32_t process)
{
    cell_access access;
    buffer_cells cells = cells_of(&access, x, process);
    bool counts = x->model->buffers != &memory_view || stores_of(x, process)->barrier >= 0;
    if (x->model->buffers->barrier && counts)
        x->model->buffers->barrier(&cells);
}

bool commit_one(exec *x, uint32_t process, uint32_t choice, uint32_t *element)
{
    cell_access access;
    buffer_cells cells = cells_of(&access, x, process);
    buffered_store s;
    if (!x->model->buffers->commit(&cells, choice, &s))
        return false;
    *element = stores_of(x, process)->element[s.location];
    if (*element < x->model->program->global_count) /* no barrier */
        slot_set(x, *element, s.value);
    return true;
}

bool forced_commit(exec *x, uint32_t process, uint32_t *element)
{
    cell_access access;
    buffer_cells cells = cells_of(&access, x, process);
    buffered_store s;
    if (!x->model->buffers->forced || !x->model->buffers->forced(&cells, &s))
        return false;
    *element = stores_of(x, process)->element[s.location];
    slot_set(x, *element, s.value);
    return true;
}

void buffer_flush(exec *x, uint32_t process)
{
    uint32_t choices = x->model->buffers->choices(stores_of(x, process)->count, x->model->bound), element;
    for (bool any = true; any;) { /* again, since a store may wait for others behind a barrier */
        any = false;
        for (uint32_t k = 0; k < choices; k++)
            while (commit_one(x, process, k, &element))
                any = true;
    }
}
