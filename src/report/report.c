/* report.c: what all kinds of report share. */
#include "report/report.h"

#include "base/bug.h"

const char *report_verdict_name(report_verdict verdict)
{
    static const char *const names[] = {"holds", "violated", "unknown"}; /* in the order of report_verdict */
    CHECK((size_t)verdict < sizeof names / sizeof *names);
    return names[verdict];
}

const report_answer *report_answer_of(const report *r, property_ref which)
{
    bool has_one = r->answers && property_is_temporal(property_at(r->properties, which));
    return has_one ? &r->answers[which.index - property_first_temporal(r->properties)] : NULL;
}

report_verdict report_property_verdict(const report *r, property_ref which)
{
    const property *p = property_at(r->properties, which);
    for (uint32_t i = 0; i < r->trace_count; i++)
        if (property_is(r->traces[i]->property, which))
            return p->is_wanted ? REPORT_HOLDS : REPORT_VIOLATED;
    if (property_is_temporal(p))
        return r->answers ? report_answer_of(r, which)->verdict : REPORT_UNKNOWN;
    if (!r->complete)
        return REPORT_UNKNOWN;
    return p->is_wanted ? REPORT_VIOLATED : REPORT_HOLDS;
}
