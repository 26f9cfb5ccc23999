#include "engine/explicit/distance.h"

void distance_init(distance *d, const engine_request *request, model *m)
{
    *d = (distance){.request = request, .model = m};
}

int64_t distance_of(distance *d, const uint64_t *state)
{
    (void)d, (void)state;
    return 0;
}
