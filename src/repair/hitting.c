/* hitting.c: GLPK finds the sets, as a program of zeros and ones: each condition is a row. */
#include "repair/hitting.h"

#include <glpk.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/vec.h"

struct hitting {
    glp_prob *problem;
    uint32_t count;
    VEC(int) columns;
    VEC(double) values;
};

hitting *hitting_new(uint32_t count, const uint32_t *cost)
{
    hitting *h = memory_new(sizeof *h);
    *h = (hitting){.problem = glp_create_prob(), .count = count};
    glp_set_obj_dir(h->problem, GLP_MIN);
    if (count)
        glp_add_cols(h->problem, (int)count);
    for (uint32_t i = 0; i < count; i++) {
        glp_set_col_kind(h->problem, (int)i + 1, GLP_BV);
        glp_set_obj_coef(h->problem, (int)i + 1, cost[i]);
    }
    return h;
}

void hitting_free(hitting *h)
{
    glp_delete_prob(h->problem);
    vec_release(&h->columns);
    vec_release(&h->values);
    memory_free(h);
}

/* The sum of what is wanted, less what is unwanted, is at least 1 less the number of the unwanted. */
void hitting_add(hitting *h, const bool *wanted, const bool *unwanted)
{
    double least = 1;
    int row = glp_add_rows(h->problem, 1);
    vec_clear(&h->columns);
    vec_clear(&h->values);
    vec_push(&h->columns, 0); /* GLPK counts from 1 */
    vec_push(&h->values, 0);
    for (uint32_t i = 0; i < h->count; i++) {
        if (!wanted[i] && !unwanted[i])
            continue;
        vec_push(&h->columns, (int)i + 1);
        vec_push(&h->values, wanted[i] ? 1 : -1);
        least -= unwanted[i];
    }
    glp_set_mat_row(h->problem, row, (int)h->columns.count - 1, h->columns.data, h->values.data);
    glp_set_row_bnds(h->problem, row, GLP_LO, least, 0);
}

hitting_result hitting_cheapest(hitting *h, bool *out)
{
    glp_iocp how;
    for (uint32_t i = 0; i < h->count; i++)
        out[i] = false;
    if (!glp_get_num_rows(h->problem))
        return HITTING_FOUND;
    if (!h->count)
        return HITTING_NONE;
    glp_init_iocp(&how);
    how.msg_lev = GLP_MSG_OFF;
    how.presolve = GLP_ON;
    int failed = glp_intopt(h->problem, &how);
    if (failed == GLP_ENOPFS || (!failed && glp_mip_status(h->problem) == GLP_NOFEAS))
        return HITTING_NONE;
    if (failed || glp_mip_status(h->problem) != GLP_OPT)
        return HITTING_FAILED;
    for (uint32_t i = 0; i < h->count; i++)
        out[i] = glp_mip_col_val(h->problem, (int)i + 1) > 0.5;
    return HITTING_FOUND;
}
