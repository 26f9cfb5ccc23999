#include "frontend/frontend.h"

#include <string.h>

const frontend *const frontends[] = {&frontend_promela, &frontend_pimp, &frontend_litmus, &frontend_dve, NULL};

static bool has_extension(const frontend *f, const char *file_name)
{
    size_t length = strlen(file_name);
    for (const char *const *e = f->extensions; *e; e++)
        if (length > strlen(*e) && !strcmp(file_name + length - strlen(*e), *e))
            return true;
    return false;
}

const frontend *frontend_find(const char *name, const char *file_name)
{
    for (const frontend *const *f = frontends; *f; f++)
        if (name ? !strcmp((*f)->name, name) : has_extension(*f, file_name))
            return *f;
    return NULL;
}
