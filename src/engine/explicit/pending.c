#include "engine/explicit/pending.h"

uint32_t pending_each(const model *m, const uint64_t *state, uint32_t process, pending_visit *visit, void *data)
{
    const shape *of = model_shape_of(m, state);
    const type_stores *stores = &m->stores[of->process[process].type];
    uint32_t cells = of->process[process].buffer;
    uint32_t count = m->buffers->has_buffers ? m->buffers->cell_count(stores->count, m->bound) : 0, left = 0, filled = 0, current = 0;
    bool first = false; /* nothing of this buffer was met yet */
    for (uint32_t i = 0; i < count; i++) {
        uint32_t location;
        switch (m->buffers->role(stores->count, m->bound, i, &location)) {
        case CELL_COUNT:
            left = (uint32_t)model_value(of, cells + i, state);
            first = true;
            break;
        case CELL_LOCATION:
            if (left)
                current = (uint32_t)model_value(of, cells + i, state);
            break;
        case CELL_VALUE:
            filled += left && first;
            first = false;
            if (left && left--)
                visit(data, process, stores->element[location == UINT32_MAX ? current : location], model_value(of, cells + i, state));
            break;
        }
    }
    return filled;
}
