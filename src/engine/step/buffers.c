/* buffers.c: a process's store buffer, as cells among the slots. */
#include "base/bug.h"
#include "engine/step/exec_internal.h"

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
    return (buffer_cells){.get = cell_get, .set = cell_set, .data = access, .locations = stores_of(x, process)->count, .bound = x->model->bound};
}

bool buffer_pending(exec *x, uint32_t process, uint32_t element, int32_t *value)
{
    int32_t location = stores_of(x, process)->location[element];
    if (location < 0)
        return false;
    cell_access access;
    buffer_cells cells = cells_of(&access, x, process);
    return x->model->buffers->pending(&cells, (uint32_t)location, value);
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

void buffer_flush(exec *x, uint32_t process)
{
    uint32_t choices = x->model->buffers->choices(stores_of(x, process)->count), element;
    for (bool any = true; any;) { /* again, since a store may wait for others behind a barrier */
        any = false;
        for (uint32_t k = 0; k < choices; k++)
            while (commit_one(x, process, k, &element))
                any = true;
    }
}
