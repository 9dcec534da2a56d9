/* program.c -- finds the files of the user's program: in the current folder, in the folders of
 * --source-root, and beside the steps. */
#include "cli.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- names ---- */

static int compare_names(tunip_str a, tunip_str b)
{
    size_t size = a.size < b.size ? a.size : b.size;
    int order = size ? memcmp(a.data, b.data, size) : 0;
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

/* The index of the first program whose name is not before `name`. */
static size_t find_place(const cli_programs *self, tunip_str name)
{
    size_t low = 0, high = self->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare_names(self->items[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static cli_program *find_program(const cli_programs *self, tunip_str name)
{
    size_t at = find_place(self, name);
    bool found = at < self->count && tunip_str_equal(self->items[at].name, name);
    return found ? &self->items[at] : NULL;
}

static bool add_program(void *user, const tunip_site *site)
{
    cli_programs *self = user;
    cli_program *program = find_program(self, site->source);
    if (program) {
        program->has_lines |= site->line > 0;
        return true;
    }
    if (!site->source.size) return true;
    cli_program *grown = realloc(self->items, (self->count + 1) * sizeof *grown);
    if (!grown) return false;
    self->items = grown;
    size_t at = find_place(self, site->source);
    memmove(&grown[at + 1], &grown[at], (self->count++ - at) * sizeof *grown);
    grown[at] = (cli_program){.name = site->source, .has_lines = site->line > 0};
    return true;
}

bool cli_programs_open(cli_programs *self, const cli_steps *steps, const tunip_lineage *lineage,
                       const cli_roots *roots)
{
    *self = (cli_programs){.steps = steps, .roots = roots};
    return tunip_lineage_each_site(lineage, add_program, self) ||
           cli_fail("out of memory") == CLI_OK;
}

void cli_programs_close(cli_programs *self)
{
    for (size_t i = 0; i < self->count; i++) tunip_source_free(self->items[i].source);
    free(self->items);
}

/* Whether one of the names is the other one, or the end of it behind a slash. */
static bool is_end(tunip_str a, tunip_str b)
{
    tunip_str longer = a.size < b.size ? b : a, shorter = a.size < b.size ? a : b;
    size_t above = longer.size - shorter.size;
    if (!shorter.size || memcmp(longer.data + above, shorter.data, shorter.size) != 0) return false;
    return !above || longer.data[above - 1] == '/' || longer.data[above - 1] == '\\';
}

const cli_program *cli_programs_find(const cli_programs *self, tunip_str name,
                                     const cli_program **other)
{
    const cli_program *found = find_program(self, name);
    *other = NULL;
    if (found) return found;
    for (size_t i = 0; i < self->count; i++) {
        if (!self->items[i].has_lines || !is_end(self->items[i].name, name)) continue;
        if (found) *other = found;
        found = &self->items[i];
    }
    return found;
}

/* ---- files ---- */

static tunip_source *look_in(const cli_programs *self, tunip_str name, size_t count,
                             const char *const *folders)
{
    tunip_error error = TUNIP_ERROR_INIT;
    return tunip_source_find(self->steps->context, name, count, folders, &error);
}

/* Looks in the folder of a step and in the one above. */
static tunip_source *look_beside(const cli_programs *self, tunip_str name, const char *file)
{
    char folder[4096], above[sizeof folder + 4];
    const char *const folders[] = {folder, above};
    size_t size = (size_t)(tn_base_name(file) - file);
    const char *named = size ? file : ".";
    size = size > 1 ? size - 1 : 1; /* without its slash, unless that is the root */
    if (size >= sizeof folder) return NULL;
    memcpy(folder, named, size);
    folder[size] = '\0';
    snprintf(above, sizeof above, "%s/..", folder);
    return look_in(self, name, TUNIP_LEN(folders), folders);
}

tunip_str cli_short_name(tunip_str name)
{
    size_t begin = name.size;
    while (begin && name.data[begin - 1] != '/' && name.data[begin - 1] != '\\') begin--;
    return (tunip_str){name.data + begin, name.size - begin};
}

/* The steps of a folder are in a row. */
static bool is_beside_last(const cli_steps *steps, size_t i)
{
    if (!i) return false;
    const char *last = steps->files[i - 1], *file = steps->files[i];
    size_t size = (size_t)(tn_base_name(file) - file);
    return (size_t)(tn_base_name(last) - last) == size && strncmp(last, file, size) == 0;
}

static tunip_source *look(const cli_programs *self, tunip_str name)
{
    tunip_source *found = look_in(self, name, self->roots->count, self->roots->items);
    tunip_str names[] = {name, cli_short_name(name)};
    for (size_t i = 0; i < self->steps->count && !found; i++)
        for (size_t k = 0; k < TUNIP_LEN(names) && !found; k++)
            if (names[k].size && !is_beside_last(self->steps, i))
                found = look_beside(self, names[k], self->steps->files[i]);
    return found;
}

/* Sets *text to a line, numbered from 1. */
static bool find_line(tunip_str all, int64_t number, tunip_str *text)
{
    for (int64_t i = 1;; i++) {
        const char *end = all.size ? memchr(all.data, '\n', all.size) : NULL;
        size_t size = end ? (size_t)(end - all.data) : all.size;
        *text = (tunip_str){all.data, size};
        if (i == number) break;
        if (!end) return false;
        all = (tunip_str){end + 1, all.size - size - 1};
    }
    if (text->size && text->data[text->size - 1] == '\r') text->size--;
    return true;
}

bool cli_programs_line(cli_programs *self, tunip_str name, int64_t line, tunip_str *text)
{
    cli_program *program = line > 0 ? find_program(self, name) : NULL;
    if (!program) return false;
    if (!program->looked) {
        program->looked = true;
        program->source = look(self, name);
        if (!program->source)
            cli_note("%.*s is not in the current folder or beside the steps, so its lines have no "
                     "text (--source-root DIR names its folder)",
                     (int)name.size, name.data);
    }
    return program->source && find_line(tunip_source_text(program->source), line, text);
}

void cli_put_place(cli_output *out, tunip_str name, int64_t line)
{
    cli_output_say(out, "%.*s", (int)name.size, name.data);
    if (line > 0) cli_output_print(out, ":%" PRId64, line);
}
