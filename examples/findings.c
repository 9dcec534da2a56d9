/* findings.c -- checks a script by the rules of `tunip check` and by a rule of its own, and writes
 * each finding as a line of JSON: the rule, its place and the repair.
 *
 *     cc findings.c -ltunip && ./a.out
 */
#include <stdio.h>

#include <tunip.h>
#include <tunip/json.h>
#include <tunip/tvm/tir.h>

static const char script[] = "from tvm.script import tir as T\n"
                             "\n"
                             "@T.prim_func\n"
                             "def pick(A: T.Buffer((17,), 'float32'), B: T.Buffer((17,))):\n"
                             "    for i in range(17):\n"
                             "        B[i] = A[99]\n";

typedef struct checked {
    const tunip_graph *graph;
    tunip_diagnostics *found;
} checked;

/* The rule: our machine wants extents that are multiples of 8. */
static tunip_walk_action enter(const tunip_node *node, void *user)
{
    const checked *c = user;
    const tunip_tir_for *loop = TUNIP_AS(tunip_tir_for, node);
    const tunip_ir_int_imm *extent = loop ? TUNIP_AS(tunip_ir_int_imm, loop->extent) : NULL;
    tunip_origin origin;
    if (!extent || extent->value % 8 == 0) return TUNIP_WALK_ON;
    tunip_diagnostic *d = tunip_diagnostics_add(c->found, TUNIP_SEVERITY_WARNING, "odd-extent",
                                                "not a multiple of 8");
    tunip_diagnostic_at_node(d, TUNIP_LABEL_PRIMARY, (const tunip_node *)extent, NULL);
    if (!tunip_graph_origin(c->graph, extent, &origin)) return TUNIP_WALK_ON;
    char text[32];
    snprintf(text, sizeof text, "%lld", (long long)(extent->value + 7) / 8 * 8);
    tunip_diagnostic_add_fix(d, origin.begin, origin.end, text, "pad it", false);
    return TUNIP_WALK_ON;
}

static int write_out(const char *data, size_t size, void *user)
{
    return fwrite(data, 1, size, user) != size;
}

/* Writes the finding `d`, whose first label is at the place `at`. */
static void put(tunip_json_writer *w, const tunip_diagnostic *d, const tunip_traced *at,
                const tunip_source *source)
{
    size_t line, column;
    tunip_source_locate(source, at->begin, &line, &column);
    tunip_json_open(w, '{');
    tunip_json_key(w, "rule");
    tunip_json_put_string(w, tunip_diagnostic_code(d));
    tunip_json_key(w, "line");
    tunip_json_put_size(w, line);
    tunip_json_key(w, "column");
    tunip_json_put_size(w, column);
    const tunip_fix *fix = tunip_diagnostic_fix(d, 0);
    if (fix) tunip_json_key(w, "instead");
    if (fix) tunip_json_put_string(w, fix->text);
    tunip_json_close(w, '}');
    tunip_json_end_line(w);
}

static void write_findings(const checked *c, const tunip_source *source, tunip_error *error)
{
    tunip_trace *trace = tunip_diagnostics_trace_source(c->found, c->graph, source, error);
    tunip_json_writer *w =
        trace ? tunip_json_writer_new(NULL, NULL, write_out, stdout, error) : NULL;
    const tunip_diagnostic *d;
    for (size_t i = 0; w && (d = tunip_diagnostics_get(c->found, i)); i++) {
        const tunip_label *label = tunip_diagnostic_label(d, 0);
        if (label) put(w, d, tunip_trace_get(trace, label->index), source);
    }
    if (w) tunip_json_writer_end(w, error);
    tunip_trace_free(trace);
}

int main(void)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = tunip_context_new(NULL, &error);
    tunip_str name = tunip_str_from("pick.py"), text = tunip_str_from(script);
    tunip_source *source = context ? tunip_source_new(NULL, name, text, &error) : NULL;
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    options.origins = true;
    tunip_graph *graph = source ? tunip_read_source(context, source, &options, &error) : NULL;
    tunip_diagnostics *found = graph ? tunip_diagnostics_new(NULL, &error) : NULL;
    checked c = {graph, found};
    const tunip_walker walker = {.enter = enter, .user = &c};
    if (found && tunip_rules_check(context, graph, found, &error) == TUNIP_OK) {
        tunip_walk(tunip_graph_root(graph), &walker);
        write_findings(&c, source, &error);
    }
    if (error.code != TUNIP_OK) fprintf(stderr, "findings: %s\n", error.message);
    tunip_diagnostics_free(found);
    tunip_graph_free(graph);
    tunip_source_free(source);
    tunip_context_free(context);
    return error.code != TUNIP_OK;
}
