#include "search/pending.h"

uint32_t pending_each(const successors *x, process_ref process, pending_visit *visit, void *data)
{
    const rows *r = x->rows;
    const process_slots *slots = shape_process(x->shape, process);
    const type_stores *stores = &r->stores[slots->type];
    const int32_t *cells = x->slots + slots->buffer;
    uint32_t count = r->buffers->has_buffers ? r->buffers->cell_count(stores->count, r->bound) : 0, left = 0, filled = 0;
    location_ref current = {0}, location;
    bool first = false; /* nothing of this buffer was met yet */
    for (uint32_t i = 0; i < count; i++) {
        switch (r->buffers->role(stores->count, r->bound, i, &location)) {
        case CELL_COUNT:
            left = (uint32_t)cells[i];
            first = true;
            break;
        case CELL_LOCATION:
            if (left)
                current.index = (uint32_t)cells[i];
            break;
        case CELL_VALUE:
            filled += left && first;
            first = false;
            if (left && left--)
                visit(data, process, stores_element(stores, location_is(location, LOCATION_VARIES) ? current : location), cells[i]);
            break;
        }
    }
    return filled;
}
