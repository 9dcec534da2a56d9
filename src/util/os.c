/* os.c -- paths, folders, and files that are whole or not there. The same on all systems:
 * os_posix.c and os_windows.c have the rest. */
#include "os.h"
#include "os_own.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char *tn_base_name(const char *path)
{
    const char *base = path;
#ifdef _WIN32
    if (path[0] && path[1] == ':') base = path += 2;
#endif
    for (; *path; path++)
        if (tn_is_slash(*path)) base = path + 1;
    return base;
}

bool tn_path_is_absolute(const char *path)
{
#ifdef _WIN32
    if (path[0] && path[1] == ':') path += 2;
#endif
    return tn_is_slash(*path);
}

tn_kind tn_kind_of(const char *path)
{
    tn_about about;
    tn_look(path, &about);
    return about.kind;
}

bool tn_is_same_file(const tn_about *a, const tn_about *b)
{
    return a->device == b->device && a->number == b->number;
}

bool tn_make_folders(const char *path)
{
    size_t size = strlen(path);
    char *part = malloc(size + 1);
    if (!part) return false;
    memcpy(part, path, size + 1);
    bool fine = tn_make_folder(path) || tn_kind_of(path) == TN_IS_FOLDER;
    for (size_t i = 1; !fine && i <= size; i++) {
        if (path[i] && !tn_is_slash(path[i])) continue;
        part[i] = '\0';
        fine = tn_make_folder(part) || tn_kind_of(part) == TN_IS_FOLDER;
        if (!fine && tn_kind_of(part) != TN_IS_MISSING) errno = ENOTDIR; /* and not EEXIST */
        if (!fine) break;
        part[i] = path[i];
        fine = i == size;
    }
    free(part);
    return fine;
}

/* ---- whole or not at all ---- */

char *tn_name_beside(const char *path)
{
    static const char suffix[] = ".XXXXXX";
    size_t size = strlen(path);
    char *name = malloc(size + sizeof suffix);
    if (!name) return NULL;
    memcpy(name, path, size);
    memcpy(name + size, suffix, sizeof suffix);
    return name;
}

/* Opens a new file in the folder of the old one, or of one that is not there; NULL if this is not
 * possible. A link stays, and its target is replaced. */
static FILE *make_beside(tn_new_file *f, bool is_new)
{
    size_t size = strlen(f->path) + 1;
    char *path = is_new ? malloc(size) : tn_real_path(f->path);
    if (is_new && path) memcpy(path, f->path, size);
    char *made = path && *path ? tn_name_beside(path) : NULL;
    int file = made ? tn_os_open_beside(made, is_new ? NULL : path) : -1;
    FILE *out = file < 0 ? NULL : tn_os_stream_of(file);
    if (file >= 0 && !out) tn_remove(made);
    if (!out) free(path);
    if (!out) free(made);
    if (out) f->replaced = path;
    if (out) f->made = made;
    return out;
}

/* The same for a file that is not there, if the system has files without a name. They are faster:
 * a folder is locked twice to make a file and to rename it, and once to give it a name. */
static FILE *make_nameless(tn_new_file *f)
{
    size_t size = strlen(f->path) + 1;
    char *path = malloc(size);
    int file = path ? tn_os_open_nameless(f->path) : -1;
    FILE *out = file < 0 ? NULL : tn_os_stream_of(file);
    if (out) f->made = memcpy(path, f->path, size);
    if (!out) free(path);
    f->is_nameless = out != NULL;
    return out;
}

static FILE *open_for(tn_new_file *f, bool is_new)
{
    /* A link whose target is not there stays: the target is made in place. */
    if (is_new && tn_look_at_link(f->path, &(tn_about){.size = 0})) return NULL;
    FILE *nameless = is_new ? make_nameless(f) : NULL;
    if (is_new) return nameless ? nameless : make_beside(f, true);
    int stream = tn_os_copy_of_stream(f->path);
    if (stream >= 0) return tn_os_stream_of(stream);
    return tn_os_can_be_replaced(f->path) ? make_beside(f, false) : NULL;
}

bool tn_new_file_open(tn_new_file *f, const char *path, tunip_error *error)
{
    char why[TN_OS_REASON];
    bool is_new = tn_kind_of(path) == TN_IS_MISSING;
    *f = (tn_new_file){.path = path};
    f->out = open_for(f, is_new);
    if (!f->out) f->out = tn_fopen(path, "wb");
    if (!f->out)
        tunip_error_set(error, TUNIP_ERROR_IO, "%s: cannot open: %s", path,
                        tn_os_reason(errno, why));
    else if (is_new && !f->made)
        f->made = tn_real_path(path); /* the target, if the path is a link */
    return f->out != NULL;
}

tunip_status tn_new_file_close(tn_new_file *f, bool fine, tunip_error *error)
{
    int number = errno;
    char why[TN_OS_REASON];
    fine = fine && !ferror(f->out);
    if (fine && f->is_nameless) {
        fine = tn_os_give_name(f->out, f->made);
        f->is_nameless = !fine;
        number = errno;
    }
    if (fclose(f->out) != 0 && fine) fine = false, number = errno;
    if (fine && f->replaced && !tn_os_replace(f->made, f->replaced)) fine = false, number = errno;
    if (!fine && f->made && !f->is_nameless) tn_remove(f->made);
    free(f->made);
    free(f->replaced);
    *f = (tn_new_file){.path = f->path};
    if (fine) return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_IO, "%s: cannot write: %s", f->path,
                           tn_os_reason(number, why));
}
