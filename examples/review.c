/* review.c -- shows two versions of a script as a page for reviews does: their lines in pairs, with
 * marks under the parts that changed, and the place of each line in the user's program.
 *
 *     cc review.c -ltunip && ./a.out */
#include <stdio.h>
#include <string.h>

#include <tunip.h>
#include <tunip/tvm/ir.h>

static const char *const scripts[2] = {"from tvm.script import tir as T\n"
                                       "@T.prim_func\n"
                                       "def scale(A: T.Buffer((8,)), B: T.Buffer((8,))):\n"
                                       "    for i in range(8):\n"
                                       "        B[i] = A[i] * T.float32(2)\n",
                                       "from tvm.script import tir as T\n"
                                       "@T.prim_func\n"
                                       "def scale(A: T.Buffer((8,)), B: T.Buffer((8,))):\n"
                                       "    for j in T.parallel(8):\n"
                                       "        B[j] = A[j] * T.float32(3)\n"};

static tunip_graph *read(const tunip_context *context, int side, tunip_error *error)
{
    static const char *const names[2] = {"before.py", "after.py"};
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    tunip_str name = tunip_str_from(names[side]), text = tunip_str_from(scripts[side]);
    tunip_source *source = tunip_source_new(NULL, name, text, error);
    options.origins = true;
    tunip_graph *graph = source ? tunip_read_source(context, source, &options, error) : NULL;
    if (graph) tunip_ir_set_spans(graph);
    tunip_source_free(source);
    return graph;
}

/* The first difference, without an edit script. */
static void show_first(const tunip_context *context, tunip_graph *const sides[2])
{
    tunip_comparison *c;
    char lhs[256], rhs[256];
    if (tunip_equal(context, tunip_graph_root(sides[0]), tunip_graph_root(sides[1]), NULL, &c,
                    NULL) != TUNIP_OK)
        return;
    const tunip_type *type = tunip_comparison_unsupported(c);
    if (type) printf("a %s cannot be compared\n", type->key);
    tunip_path_text(tunip_comparison_lhs_path(c), lhs, sizeof lhs);
    tunip_path_text(tunip_comparison_rhs_path(c), rhs, sizeof rhs);
    printf("the first difference: %s\n                      %s\n", lhs, rhs);
    tunip_comparison_free(c);
}

/* The place of a line in the user's program. */
static void show_site(const tunip_diff_lines *lines, int side, size_t line)
{
    for (size_t i = 0; i < tunip_diff_lines_site_count(lines, side); i++) {
        tunip_line_site at = tunip_diff_lines_site(lines, side, i);
        char text[64];
        if (at.line != line) continue;
        tunip_site_text(&at.site, text, sizeof text);
        printf("  # %s", text);
        return;
    }
}

/* A caret under each byte of the line that is a part of an edit. */
static void show_parts(const tunip_diff_lines *lines, int side, size_t begin, size_t end)
{
    size_t last = 0;
    for (size_t at = begin; at < end; at++) {
        bool marked = false;
        for (size_t i = 0; i < tunip_diff_lines_part_count(lines, side) && !marked; i++) {
            tunip_line_part part = tunip_diff_lines_part(lines, side, i);
            marked = part.begin <= at && at < part.end;
        }
        if (!marked) continue;
        printf("%*s^", last ? (int)(at - last) : (int)(at - begin + 2), "");
        last = at + 1;
    }
    if (last) puts("");
}

static void show_line(const tunip_diff_lines *lines, int side, size_t line)
{
    const char *text =
        tunip_printed_text(side ? tunip_diff_lines_rhs(lines) : tunip_diff_lines_lhs(lines)).data;
    size_t begin = 0;
    if (!line) return;
    for (size_t i = 1; i < line; i++) begin += strcspn(text + begin, "\n") + 1;
    size_t size = strcspn(text + begin, "\n");
    printf("%c %.*s", "-+"[side], (int)size, text + begin);
    show_site(lines, side, line);
    puts("");
    show_parts(lines, side, begin, begin + size);
}

static void show_pairs(const tunip_diff_lines *lines)
{
    for (size_t i = 0; i < tunip_diff_lines_count(lines); i++) {
        tunip_line_pair pair = tunip_diff_lines_get(lines, i);
        if (!pair.changed && !pair.renamed) continue;
        puts(pair.changed ? "changed" : "only renamed");
        show_line(lines, 0, pair.lhs);
        show_line(lines, 1, pair.rhs);
    }
}

int main(void)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = tunip_context_new(NULL, &error);
    tunip_graph *sides[2] = {context ? read(context, 0, &error) : NULL,
                             context ? read(context, 1, &error) : NULL};
    tunip_script *script = NULL;
    tunip_diff_lines *lines = NULL;
    if (sides[0] && sides[1] &&
        tunip_diff(context, tunip_graph_root(sides[0]), tunip_graph_root(sides[1]), NULL, &script,
                   &error) == TUNIP_OK) {
        show_first(context, sides);
        lines = tunip_diff_lines_new(context, script, NULL, &error);
    }
    if (lines)
        show_pairs(lines);
    else
        fprintf(stderr, "review: %s\n", error.message);
    tunip_diff_lines_free(lines);
    tunip_script_free(script);
    tunip_graph_free(sides[0]);
    tunip_graph_free(sides[1]);
    tunip_context_free(context);
    return lines ? 0 : 1;
}
