/* test_script_origins.c -- where the nodes of a script stand in it: origins, diagnostics at them,
 * and spans made from them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tunip.h>
#include <tunip/tvm/ir.h>
#include <tunip/tvm/tir.h>

static const char script[] = "from tvm.script import tir as T\n"
                             "\n"
                             "@T.prim_func\n"
                             "def f(a: T.handle, B: T.Buffer((4,), 'int32'), n: T.int32):\n"
                             "    A = T.match_buffer(a, (4,), 'int32')\n"
                             "    for i in range(4):\n"
                             "        with T.block('b'):\n"
                             "            vi = T.axis.spatial(4, i)\n"
                             "            if n > 2:\n"
                             "                A[vi] = B[vi] + n * (1 + 1) - K\n"
                             "    C = T.allocate([4], 'int32', 'global')\n"
                             "    T.evaluate(C)\n";

typedef struct reading {
    tunip_context *context;
    tunip_source *source;
    tunip_graph *graph;
} reading;

static void open_reading(reading *r, const char *text, bool fold, bool origins)
{
    static const tunip_constant constants[] = {{"K", "[7, 8][0]"}};
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    tunip_error error = TUNIP_ERROR_INIT;
    options.format = "python";
    options.fold = fold;
    options.origins = origins;
    options.defines = constants;
    options.define_count = 1;
    r->context = tunip_context_new(NULL, &error);
    r->source = tunip_source_new(NULL, tunip_str_from("f.py"), tunip_str_from(text), &error);
    r->graph = tunip_read_source(r->context, r->source, &options, &error);
    if (!r->graph) fail_msg("%zu:%zu: %s", error.line, error.column, error.message);
}

static void close_reading(reading *r)
{
    tunip_graph_free(r->graph);
    tunip_source_free(r->source);
    tunip_context_free(r->context);
}

/* ---- origins ---- */

typedef struct listing {
    const reading *r;
    char text[4096];
    size_t size;
} listing;

/* "tir.Add 10: B[vi] + n", cut at the end of the line. */
static void list(listing *l, const tunip_node *node)
{
    tunip_origin origin;
    size_t line, column;
    if (!tunip_graph_origin(l->r->graph, node, &origin)) {
        l->size += (size_t)sprintf(l->text + l->size, "%s\n", node->type->key);
        return;
    }
    assert_ptr_equal(origin.source, l->r->source);
    assert_true(origin.begin < origin.end);
    assert_true(origin.end <= strlen(script));
    tunip_source_locate(origin.source, origin.begin, &line, &column);
    size_t size = strcspn(script + origin.begin, "\n");
    bool is_cut = origin.begin + size < origin.end;
    if (!is_cut) size = origin.end - origin.begin;
    l->size += (size_t)sprintf(l->text + l->size, "%s %zu:%zu %.*s%s\n", node->type->key, line,
                               column, (int)size, script + origin.begin, is_cut ? "..." : "");
}

static tunip_walk_action enter(const tunip_node *node, void *user)
{
    if (strncmp(node->type->key, "tir.", 4) == 0 || tunip_is(node, &tunip_ir_int_imm_type))
        list(user, node);
    return TUNIP_WALK_ON;
}

static void nodes_stand_at_their_text(void **state)
{
    (void)state;
    static listing l;
    reading r;
    open_reading(&r, script, true, true);
    l = (listing){.r = &r};
    const tunip_tir_prim_func *f = TUNIP_AS(tunip_tir_prim_func, tunip_graph_root(r.graph));
    for (size_t i = 0; i < f->params->count; i++) list(&l, f->params->items[i]);
    const tunip_walker walker = {.enter = enter, .user = &l, .skip = TUNIP_FLAG_ASIDE};
    const tunip_tir_block_realize *root = TUNIP_AS(tunip_tir_block_realize, f->body);
    tunip_walk((const tunip_node *)root->block->body, &walker);
    assert_string_equal(l.text, "tir.Var 4:7 a: T.handle\n"
                                "tir.Var 4:20 B: T.Buffer((4,), 'int32')\n"
                                "tir.Var 4:48 n: T.int32\n"
                                "tir.SeqStmt 3:1 @T.prim_func...\n"
                                "tir.For 6:5 for i in range(4):...\n"
                                "ir.IntImm 6:14 range(4)\n"
                                "ir.IntImm\n"
                                "tir.BlockRealize 7:9 with T.block('b'):...\n"
                                "tir.Var 6:9 i\n"
                                "ir.IntImm 7:14 T.block('b')\n"
                                "tir.Block 7:14 T.block('b')\n"
                                "tir.IterVar 8:18 T.axis.spatial(4, i)\n"
                                "ir.IntImm 8:18 T.axis.spatial(4, i)\n"
                                "ir.IntImm 8:33 4\n"
                                "tir.BufferRegion 7:9 with T.block('b'):...\n"
                                "tir.Var 8:18 T.axis.spatial(4, i)\n"
                                "ir.IntImm 7:9 with T.block('b'):...\n"
                                "tir.BufferRegion 7:9 with T.block('b'):...\n"
                                "tir.Var 8:18 T.axis.spatial(4, i)\n"
                                "ir.IntImm 7:9 with T.block('b'):...\n"
                                "tir.IfThenElse 9:13 if n > 2:...\n"
                                "tir.GT 9:16 n > 2\n"
                                "tir.Var 4:48 n: T.int32\n"
                                "ir.IntImm 9:20 2\n"
                                "tir.BufferStore 10:17 A[vi] = B[vi] + n * (1 + 1) - K\n"
                                "tir.Sub 10:25 B[vi] + n * (1 + 1) - K\n"
                                "tir.Add 10:25 B[vi] + n * (1 + 1)\n"
                                "tir.BufferLoad 10:25 B[vi]\n"
                                "tir.Var 8:18 T.axis.spatial(4, i)\n"
                                "tir.Mul 10:33 n * (1 + 1)\n"
                                "tir.Var 4:48 n: T.int32\n"
                                "ir.IntImm 10:38 1 + 1\n"
                                "ir.IntImm 10:47 K\n"
                                "tir.Var 8:18 T.axis.spatial(4, i)\n"
                                "tir.Allocate 11:9 T.allocate([4], 'int32', 'global')\n"
                                "ir.IntImm 11:21 4\n"
                                "ir.IntImm 11:9 T.allocate([4], 'int32', 'global')\n"
                                "tir.Evaluate 12:5 T.evaluate(C)\n"
                                "tir.Var 11:9 T.allocate([4], 'int32', 'global')\n");
    close_reading(&r);
}

/* ---- diagnostics ---- */

static void append(char *out, size_t size, const char *text)
{
    strncat(out, text, size - strlen(out) - 1);
}

static int write_text(const char *data, size_t size, void *user)
{
    char piece[2048];
    assert_true(size < sizeof piece);
    memcpy(piece, data, size);
    piece[size] = '\0';
    append(user, 4096, piece);
    return 0;
}

static void diagnostics_mark_the_script(void **state)
{
    (void)state;
    reading r;
    char text[4096] = "";
    open_reading(&r, script, true, true);
    const tunip_tir_prim_func *f = TUNIP_AS(tunip_tir_prim_func, tunip_graph_root(r.graph));
    tunip_diagnostics *found = tunip_diagnostics_new(NULL, NULL);
    tunip_diagnostic *d = tunip_diagnostics_add(found, TUNIP_SEVERITY_ERROR, NULL, "m");
    tunip_diagnostic_at_node(d, TUNIP_LABEL_PRIMARY, f->params->items[0], "at a node");
    tunip_diagnostic_at_path(d, TUNIP_LABEL_SECONDARY, "<root>.params[2].dtype", "below a node");
    tunip_diagnostic_at_node(d, TUNIP_LABEL_PRIMARY, &f->params->base, "without a place");
    tunip_diagnostic_at_path(d, TUNIP_LABEL_PRIMARY, "<root>.nothing", "nowhere");
    tunip_diagnostic_at_span(d, TUNIP_LABEL_SECONDARY, 0, 4, "at bytes");
    assert_int_equal(
        tunip_diagnostics_render_origins(found, r.graph, r.source, NULL, write_text, text, NULL),
        TUNIP_OK);
    assert_string_equal(
        text, "error: m\n"
              "  --> f.py:4:7\n"
              "   |\n"
              " 1 |   from tvm.script import tir as T\n"
              "   |   ---- at bytes\n"
              " 2 |\n"
              " 3 | / @T.prim_func\n"
              " 4 | | def f(a: T.handle, B: T.Buffer((4,), 'int32'), n: T.int32):\n"
              "   | |       ^^^^^^^^^^^                              ---------- below a node\n"
              "   | |       |\n"
              "   | |       at a node\n"
              " 5 | |     A = T.match_buffer(a, (4,), 'int32')\n"
              "...  |\n"
              "11 | |     C = T.allocate([4], 'int32', 'global')\n"
              "12 | |     T.evaluate(C)\n"
              "   | |_________________^ without a place\n"
              "   |\n"
              "   = note: for \"nowhere\": <root>.nothing is not in the module: <root> is a "
              "tir.PrimFunc, which has no such field: it has span, struct_info_, attrs, params, "
              "ret_type, buffer_map, body\n");
    tunip_diagnostics_free(found);
    close_reading(&r);
}

static void diagnostics_need_origins(void **state)
{
    (void)state;
    reading r;
    tunip_error error = TUNIP_ERROR_INIT;
    open_reading(&r, script, false, false);
    tunip_diagnostics *found = tunip_diagnostics_new(NULL, NULL);
    assert_null(tunip_diagnostics_trace_source(found, r.graph, r.source, &error));
    assert_int_equal(error.code, TUNIP_ERROR_ARGUMENT);
    assert_int_equal(
        tunip_diagnostics_render_origins(found, r.graph, r.source, NULL, write_text, NULL, NULL),
        TUNIP_ERROR_ARGUMENT);
    tunip_diagnostics_free(found);
    close_reading(&r);
}

/* ---- spans ---- */

static void assert_span(const tunip_node *span, int64_t line, int64_t column, int64_t end_line,
                        int64_t end_column)
{
    const tunip_ir_span *s = TUNIP_AS(tunip_ir_span, span);
    assert_non_null(s);
    assert_string_equal(s->source_name->name->value.data, "f.py");
    assert_int_equal(s->line, line);
    assert_int_equal(s->column, column);
    assert_int_equal(s->end_line, end_line);
    assert_int_equal(s->end_column, end_column);
}

static void spans_are_made_of_origins(void **state)
{
    (void)state;
    reading plain, r;
    open_reading(&plain, script, true, false);
    open_reading(&r, script, true, true);
    const tunip_tir_prim_func *f = TUNIP_AS(tunip_tir_prim_func, tunip_graph_root(r.graph));
    const tunip_tir_var *param = (const tunip_tir_var *)(const void *)f->params->items[2];
    assert_true(tunip_ir_set_spans(r.graph));
    assert_span(f->base.base.base.span, 3, 1, 12, 18);
    assert_span(param->base.base.span, 4, 48, 4, 58);
    assert_true(tunip_ir_set_spans(plain.graph)); /* without origins there are none */
    const tunip_node *root = tunip_graph_root(plain.graph);
    assert_null(TUNIP_AS(tunip_tir_prim_func, root)->base.base.base.span);
    assert_true(tunip_equal_nodes(r.context, tunip_graph_root(r.graph), root, NULL, NULL));
    assert_true(tunip_ir_set_spans(NULL));
    close_reading(&plain);
    close_reading(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_stand_at_their_text),
        cmocka_unit_test(diagnostics_mark_the_script),
        cmocka_unit_test(diagnostics_need_origins),
        cmocka_unit_test(spans_are_made_of_origins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
