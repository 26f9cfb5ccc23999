/* certificate_side.c: what a search of the events engine ends with is a proof exactly when it has found nothing.
 *
 * With a finding it is an inductive set that has a bad state: the checker must see that. Without the properties that are violated it is a proof again,
 * unless these are errors of steps. */
#include "sides.h"
#include "trace/certificate.h"

static void expect(comparison *c, const property_list *properties, const strbuf *text, certificate_verdict wanted)
{
    strbuf message = {0};
    if (certificate_check(c->program, properties, c->machine.memory, strbuf_text(text), text->length, &message) != wanted) {
        strbuf_printf(&c->trouble, "    certificate: %s\n", strbuf_text(&message));
        note_trouble(c, wanted == CERTIFICATE_CONFIRMED ? "the checker does not confirm what the search proves" : "the checker confirms something bad", NULL, 0);
    }
    strbuf_release(&message);
}

void certificate_compare(comparison *c, explore *x)
{
    property_list rest = {0}; /* those that hold */
    strbuf proof = {0}, text = {0};
    bool steps_fail = false;
    for (uint32_t i = 0; i < c->properties->items.count; i++) {
        const property *p = &c->properties->items.data[i];
        bool found = false;
        for (size_t f = 0; f < x->findings.count; f++)
            found |= x->findings.data[f].goal.property.index == i;
        steps_fail |= found && (p->kind == PROPERTY_ASSERTION || p->kind == PROPERTY_RUNTIME);
        if (!found)
            property_add(&rest, *p);
    }
    explore_certificate(x, EXPLORE_CERTIFICATE_HEAD, &proof);
    strbuf_printf(&text, "{\"input_hash\": \"%016llx\", \"proof\": %s}", (unsigned long long)c->program->input_hash, strbuf_text(&proof));
    if (x->findings.count)
        expect(c, c->properties, &text, CERTIFICATE_REJECTED);
    if (!steps_fail)
        expect(c, &rest, &text, CERTIFICATE_CONFIRMED);
    vec_release(&rest.items);
    strbuf_release(&proof);
    strbuf_release(&text);
}
