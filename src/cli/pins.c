#include "cli/pins.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "library/file.h"
#include "library/payload.h"

/* Beside the program, as `make pins` leaves it, or where `make install` puts it. */
static const char *const places[] = {"tarry-pins.so", "../lib/tarry/tarry-pins.so"};

/* The folder of the program, with a slash at its end; "" where the system does not tell. */
static void own_folder(char *folder, size_t size)
{
    ssize_t length = readlink("/proc/self/exe", folder, size - 1);
    folder[length > 0 ? length : 0] = '\0';
    char *slash = strrchr(folder, '/');
    folder[slash ? slash + 1 - folder : 0] = '\0';
}

bool pins_plugin_with(const char *made, strbuf *out, strbuf *error)
{
    char folder[PATH_MAX];
    strbuf path = {0};
    bool found = false;
    own_folder(folder, sizeof folder);
    for (size_t i = 0; i < sizeof places / sizeof *places && !found; i++) {
        strbuf_clear(&path);
        strbuf_printf(&path, "%s%s", folder, places[i]);
        found = access(strbuf_text(&path), R_OK) == 0;
    }
    if (!found)
        strbuf_printf(error, "there is no plugin for LTSmin at %s%s: `make pins` builds it", folder, places[0]);
    else if ((found = file_read(strbuf_text(&path), out, error)))
        payload_append(out, made);
    strbuf_release(&path);
    return found;
}
