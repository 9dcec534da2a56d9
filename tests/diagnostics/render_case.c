/* render_case.c -- renders the diagnostics of a .case file. run.py describes these files.
 *
 * usage: render_case CASE GOLDEN_FOLDER [--marks] */
#include <stdio.h>
#include <stdlib.h>

#include <tunip.h>

#include "print/print.h"

enum { LONGEST = 4096 };

typedef struct scene {
    tunip_context *context;
    tunip_graph *graph;
    tunip_printed *printed;
    tunip_diagnostics *diagnostics;
    tunip_diagnostic *last;
    tunip_diagnostics_options options;
    char *text; /* instead of the text of a module */
    size_t size;
} scene;

static void need(bool fine, const char *what)
{
    if (fine) return;
    fprintf(stderr, "render_case: %s\n", what);
    exit(2);
}

/* Replaces \n, \t, \r and \xNN by the bytes that they mean, in place. */
static char *unescaped(char *text)
{
    char *to = text;
    for (const char *at = text; *at; to++) {
        unsigned byte;
        if (*at != '\\') {
            *to = *at++;
        } else if (at[1] == 'x' && sscanf(at + 2, "%2x", &byte) == 1) {
            *to = (char)byte;
            at += 4;
        } else {
            const char *letters = "n\nt\tr\r", *found = strchr(letters, at[1]);
            *to = found && at[1] ? found[1] : at[1];
            at += 2;
        }
    }
    *to = '\0';
    return text;
}

static void add_text(scene *d, char *line)
{
    size_t size = strlen(unescaped(line));
    d->text = realloc(d->text, d->size + size + 1);
    need(d->text != NULL, "out of memory");
    memcpy(d->text + d->size, line, size + 1);
    d->size += size;
}

/* ---- the text ---- */

static void load(scene *d, const char *folder, const char *name)
{
    char path[2 * LONGEST];
    tunip_error error = TUNIP_ERROR_INIT;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    d->graph = tunip_read_file(d->context, path, &error);
    need(d->graph != NULL, error.message);
    need(!tunip_print(d->context, tunip_graph_root(d->graph), NULL, &d->printed, &error),
         error.message);
}

/* Prints an empty string and replaces the text, because marks at spans need no Docs. */
static void use_text(scene *d)
{
    tunip_error error = TUNIP_ERROR_INIT;
    d->graph = tunip_graph_new(d->context, &error);
    tunip_string *root = tunip_string_new(d->graph, "");
    need(!tunip_print(d->context, &root->base, NULL, &d->printed, &error), error.message);
    tn_render *render = &d->printed->render;
    const tunip_allocator *a = render->allocator;
    a->free(a->ctx, render->text, render->room);
    render->text = a->alloc(a->ctx, d->size + 1);
    memcpy(render->text, d->text, d->size + 1);
    render->size = d->size;
    render->room = d->size + 1;
    tn_source_drop(&d->printed->source);
    tn_source_init(&d->printed->source, a, tunip_str_from("module"),
                   (tunip_str){render->text, d->size});
}

/* ---- marks ---- */

typedef struct search {
    const char *key;
    int left;
    const tunip_node *found;
} search;

static tunip_walk_action look(const tunip_node *node, void *user)
{
    search *s = user;
    if (strcmp(node->type->key, s->key) != 0 || --s->left) return TUNIP_WALK_ON;
    s->found = node;
    return TUNIP_WALK_STOP;
}

/* node KEY N: the N-th node of that type. If there is none, the label is at a node outside of the
 * module. */
static void add_node(scene *d, tunip_label_kind kind, char *what, const char *label)
{
    static const tunip_string stranger = {{&tunip_string_type}, {NULL, 0}};
    char key[LONGEST];
    search s = {.key = key, .left = 1};
    need(sscanf(what, "%s %d", key, &s.left) >= 1, what);
    const tunip_walker walker = {.enter = look, .user = &s};
    tunip_walk(tunip_graph_root(d->graph), &walker);
    tunip_diagnostic_at_node(d->last, kind, s.found ? s.found : &stranger.base, label);
}

/* "WORDS" N: the N-th place of these words in the text. */
static void add_words(scene *d, tunip_label_kind kind, char *what, const char *label)
{
    char *end = strrchr(what, '"');
    need(end && end > what, what);
    int left = end[1] ? atoi(end + 1) : 1;
    *end = '\0';
    unescaped(what + 1);
    const char *text = tunip_printed_text(d->printed).data;
    const char *at = strstr(text, what + 1);
    while (at && --left > 0) at = strstr(at + 1, what + 1);
    need(at != NULL, what);
    size_t begin = (size_t)(at - text);
    tunip_diagnostic_at_span(d->last, kind, begin, begin + strlen(what + 1), label);
}

static void add_mark(scene *d, tunip_label_kind kind, char *what)
{
    char *label = strstr(what, " : ");
    size_t begin, end;
    if (label) *label = '\0';
    label = label ? unescaped(label + 3) : NULL;
    if (strncmp(what, "node ", 5) == 0)
        add_node(d, kind, what + 5, label);
    else if (strncmp(what, "path ", 5) == 0)
        tunip_diagnostic_at_path(d->last, kind, what + 5, label);
    else if (sscanf(what, "span %zu %zu", &begin, &end) == 2)
        tunip_diagnostic_at_span(d->last, kind, begin, end, label);
    else if (strcmp(what, "end") == 0)
        tunip_diagnostic_at_span(d->last, kind, tunip_printed_text(d->printed).size,
                                 tunip_printed_text(d->printed).size, label);
    else
        add_words(d, kind, what, label);
}

/* ---- the case ---- */

static void add_diagnostic(scene *d, char *line)
{
    char *colon = strchr(line, ':');
    need(colon != NULL, line);
    *colon = '\0';
    char *code = strchr(line, '[');
    if (code) {
        *code++ = '\0';
        *strchr(code, ']') = '\0';
    }
    tunip_severity severity = TUNIP_SEVERITY_ERROR;
    while (strcmp(tunip_severity_name(severity), line) != 0) severity++;
    char *message = unescaped(colon + 1 + (colon[1] == ' '));
    d->last = tunip_diagnostics_add(d->diagnostics, severity, code, message);
}

static void set_option(scene *d, const char *option)
{
    if (strcmp(option, "colour") == 0) d->options.colour = true;
    if (strcmp(option, "no context") == 0) d->options.no_context = true;
    sscanf(option, "context %zu", &d->options.context_lines);
    sscanf(option, "tab %zu", &d->options.tab_width);
}

static void add_remark(scene *d, char *line)
{
    bool help = strncmp(line, "help: ", 6) == 0;
    tunip_diagnostic_note(d->last, help ? TUNIP_SEVERITY_HELP : TUNIP_SEVERITY_NOTE,
                          unescaped(line + 6));
}

static void do_line(scene *d, const char *folder, char *line)
{
    line[strcspn(line, "\n")] = '\0';
    if (!line[0] || line[0] == '#') return;
    if (strncmp(line, "module ", 7) == 0) {
        load(d, folder, line + 7);
    } else if (line[0] == '|') {
        add_text(d, line + 1);
    } else if (strncmp(line, "option ", 7) == 0) {
        set_option(d, line + 7);
    } else {
        if (!d->printed) use_text(d);
        if (line[0] == '^')
            add_mark(d, TUNIP_LABEL_PRIMARY, line + 2);
        else if (line[0] == '-')
            add_mark(d, TUNIP_LABEL_SECONDARY, line + 2);
        else if (line[0] == '=')
            add_remark(d, line + 2);
        else
            add_diagnostic(d, line);
    }
}

/* For run.py: the text in hexadecimal, then a line for each label that is rendered. */
static void print_marks(const scene *d)
{
    tunip_str text = tunip_printed_text(d->printed);
    for (size_t i = 0; i < text.size; i++) printf("%02x", (unsigned char)text.data[i]);
    printf("\n");
    tunip_trace *trace = tunip_diagnostics_trace(d->diagnostics, d->printed, NULL);
    const tunip_diagnostic *one;
    for (size_t i = 0; (one = tunip_diagnostics_get(d->diagnostics, i)); i++)
        for (size_t k = 0; tunip_diagnostic_label(one, k); k++) {
            const tunip_label *label = tunip_diagnostic_label(one, k);
            const tunip_traced *at = tunip_trace_get(trace, label->index);
            bool unresolved = at->kind == TUNIP_TRACED_UNRESOLVED;
            if (unresolved && label->at != TUNIP_AT_SPAN && (!at->path || !at->path->parent))
                continue;
            printf("%zu %d %zu %zu\n", i, label->kind == TUNIP_LABEL_PRIMARY, at->begin, at->end);
        }
    tunip_trace_free(trace);
}

int main(int argc, char **argv)
{
    char line[LONGEST];
    need(argc >= 3, "usage: render_case CASE GOLDEN_FOLDER [--marks]");
    scene d = {.options = TUNIP_DIAGNOSTICS_OPTIONS_INIT};
    tunip_error error = TUNIP_ERROR_INIT;
    d.context = tunip_context_new(NULL, NULL);
    d.diagnostics = tunip_diagnostics_new(NULL, NULL);
    FILE *file = fopen(argv[1], "r");
    need(file != NULL, argv[1]);
    while (fgets(line, sizeof line, file)) do_line(&d, argv[2], line);
    fclose(file);
    if (argc > 3) {
        print_marks(&d);
    } else {
        char *rendered = tunip_diagnostics_text(d.diagnostics, d.printed, &d.options, &error);
        need(rendered != NULL, error.message);
        fputs(rendered, stdout);
        tunip_diagnostics_text_free(d.diagnostics, rendered);
    }
    tunip_diagnostics_free(d.diagnostics);
    tunip_printed_free(d.printed);
    tunip_graph_free(d.graph);
    tunip_context_free(d.context);
    free(d.text);
    return 0;
}
