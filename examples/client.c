/* A client of libtarry: checks a model, shows a trace, has it replayed, and takes five steps by hand.
 *
 *     cc client.c $(pkg-config --cflags --libs tarry) -o client && ./client peterson.pml */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libtarry.h>

static void show_traces(const tarry_result *r)
{
    for (size_t p = 0; p < tarry_property_count(r); p++)
        for (size_t i = 0; i < tarry_trace_length(r, p); i++) {
            tarry_step s = tarry_trace_step(r, p, i);
            printf("  %-8s %-7s %s\n", s.process, s.kind, s.text);
        }
}

static void walk(const tarry_model *m)
{
    tarry_walk *w = tarry_walk_new(m);
    int taken = 0;
    while (w && taken < 5 && tarry_walk_count(w) && tarry_walk_take(w, (size_t)taken % tarry_walk_count(w)))
        taken++;
    printf("%d steps by hand, then:\n", taken);
    for (size_t i = 0; w && i < tarry_walk_count(w); i++)
        printf("  %s: %s\n", tarry_walk_process(w, i), tarry_walk_text(w, i));
    if (w)
        tarry_walk_free(w);
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"holds", "violated", "unknown"}, *const answers[] = {"confirmed", "rejected", "unreadable", "undecided"};
    tarry_options *o = tarry_options_new();
    const char *why = argc == 2 ? tarry_options_set(o, "memory", "tso") : "give one file";
    tarry_model *m = why ? NULL : tarry_load_file(argv[1], o);
    for (size_t i = 0; m && i < tarry_message_count(m); i++) {
        tarry_message message = tarry_message_get(m, i);
        printf("%s:%u: %s\n", message.file, message.line, message.text);
    }
    tarry_result *r = m && tarry_model_is_good(m) ? tarry_check(m, o, &why) : NULL;
    if (r) {
        printf("%s, %s\n", names[tarry_result_verdict(r)], tarry_result_scope(r));
        show_traces(r);
        FILE *file = fopen(argv[1], "r");
        static char text[1 << 20];
        size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
        char *message;
        printf("replayed: %s\n", answers[tarry_replay(argv[1], text, length, tarry_result_json(r), strlen(tarry_result_json(r)), o, &message)]);
        tarry_text_free(message);
        if (file)
            fclose(file);
        walk(m);
        tarry_result_free(r);
    } else if (why) {
        fprintf(stderr, "%s\n", why);
    }
    if (m)
        tarry_model_free(m);
    tarry_options_free(o);
    return r ? EXIT_SUCCESS : EXIT_FAILURE;
}
