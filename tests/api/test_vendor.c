/* test_vendor.c -- a dialect of a third party, in about eighty lines with only public headers. Its
 * nodes are read and printed inside TIR. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <tunip.h>
#include <tunip/ext/dialect.h>
#include <tunip/ext/elaborate.h>
#include <tunip/tvm/tir.h>

/* ---- the dialect ---- */

/* acme.Tile: a value cut into rows. */
typedef struct acme_tile {
    tunip_ir_prim_expr base;
    tunip_node *value;
    int64_t rows;
} acme_tile;

/* acme.Fence: a statement. */
typedef struct acme_fence {
    tunip_tir_stmt base;
    tunip_string *scope;
} acme_fence;

typedef struct acme_settings {
    bool loud;
} acme_settings;

/* clang-format off */
static const tunip_field acme_tile_fields[] = {
    TUNIP_FIELD_ANY(acme_tile, value, 0),
    TUNIP_FIELD_INT(acme_tile, rows, 0),
};
static const tunip_field acme_fence_fields[] = {
    TUNIP_FIELD_NODE(acme_fence, scope, tunip_string, 0),
};

static const tunip_completion tile_dtype = {
    .result = TUNIP_RESULT_LIKE,
    .of = offsetof(acme_tile, value),
    .expr = &tunip_ir_prim_expr_type,
    .dtype = offsetof(tunip_ir_prim_expr, dtype),
};
static TUNIP_COMPLETED_TYPE(acme_tile, "acme.Tile", &tunip_ir_prim_expr_type, TREE, 0, tile_dtype);
static TUNIP_TYPE(acme_fence, "acme.Fence", &tunip_tir_stmt_type, TREE, 0, NULL);
/* clang-format on */

static const tunip_dialect acme;

static const tunip_doc *docsify_fence(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path)
{
    const acme_fence *fence = (const acme_fence *)node;
    const acme_settings *settings = tunip_job_settings(d, &acme);
    const tunip_doc *scope = TUNIP_SUB(d, fence, scope, path);
    const char *name = settings->loud ? "FENCE" : "fence";
    const tunip_doc *call = tunip_prefixed_call(d, &acme, name, TUNIP_DOCS(d, scope));
    return tunip_doc_expr_stmt_new(d, TUNIP_ROLE_EFFECT, call);
}

static tunip_type *const types[] = {&acme_tile_type, &acme_fence_type};
static const tunip_rule rules[] = {
    {&acme_tile_type, "", TUNIP_RULE_CALL, "tile", "value rows=rows", NULL},
    {&acme_fence_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_fence},
};
static const tunip_setting_row settings[] = {
    {"loud", "acme_loud", TUNIP_SETTING_BOOL, offsetof(acme_settings, loud), "false", "shout"},
};

/* A.tile(7, rows=8) * 2 has 16 rows; there is no other operator. */
static tunip_value read_operation(tunip_elaborator *e, const tunip_doc_operation *doc,
                                  const tunip_value *operands)
{
    const tunip_value *left = &operands[0];
    bool has_tile = left->kind == TUNIP_VALUE_NODE && tunip_is(left->node, &acme_tile_type);
    if (!has_tile || doc->base.sub != TUNIP_OP_MUL)
        return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
    acme_tile *tile = tunip_node_new(tunip_elaborator_graph(e), &acme_tile_type);
    if (!tile) return tunip_value_wrong(&doc->base);
    *tile = *(const acme_tile *)left->node;
    tile->rows *= tunip_value_to_int(e, &operands[1], 1);
    return tunip_value_node(tile, &doc->base);
}

/* A.mark() is a statement. */
static tunip_value read_mark(tunip_elaborator *e, const tunip_word_call *call)
{
    (void)e;
    (void)call;
    return (tunip_value){.kind = TUNIP_VALUE_ABSENT};
}

static void *leave_region(tunip_elaborator *e, tunip_scope *scope)
{
    (void)e;
    (void)scope;
    return NULL;
}

static const tunip_scope_kind region = {
    .name = "a region", .dialect = &acme, .leave = leave_region};

/* with A.region(): acme reads the statements. */
static tunip_value read_region(tunip_elaborator *e, const tunip_word_call *call)
{
    return tunip_value_scope(tunip_scope_new(e, &region, sizeof(tunip_scope), call->doc),
                             call->doc);
}

static const tunip_word words[] = {
    {.name = "mark", .params = "", .read = read_mark},
    {.name = "region", .params = "", .read = read_region},
};

static const tunip_vocabulary vocabulary = {
    .size = sizeof(tunip_vocabulary),
    .words = words,
    .word_count = TUNIP_LEN(words),
    .operate = read_operation,
};

static const tunip_dialect acme = {
    TUNIP_DIALECT_HEAD,
    .name = "acme",
    .prefix = "A",
    .import = "import acme as %s",
    .types = types,
    .type_count = TUNIP_LEN(types),
    .rules = rules,
    .rule_count = TUNIP_LEN(rules),
    .settings = settings,
    .setting_count = TUNIP_LEN(settings),
    .settings_size = sizeof(acme_settings),
    .vocabulary = &vocabulary,
};

/* ---- its IR ---- */

static void *make_tile(tunip_graph *g, void *value, int64_t rows)
{
    acme_tile *tile = tunip_node_new(g, &acme_tile_type);
    assert_non_null(tile);
    tile->base.dtype = tunip_ir_dtype_of(value);
    tile->value = value;
    tile->rows = rows;
    return tile;
}

static void *make_fence(tunip_graph *g, const char *scope)
{
    acme_fence *fence = tunip_node_new(g, &acme_fence_type);
    assert_non_null(fence);
    fence->scope = tunip_string_new(g, scope);
    return fence;
}

static void *make_function(tunip_graph *g)
{
    tunip_tir_var *x = tunip_tir_var_new(g, "x", tunip_dtype_make(TUNIP_DTYPE_INT, 32, 1));
    void *sum = tunip_tir_binary_new(g, &tunip_tir_add_type, x, make_tile(g, x, 8));
    void *body = tunip_tir_seq_new(
        g, TUNIP_LIST(g, make_fence(g, "global"), tunip_tir_evaluate_new(g, sum)));
    return tunip_tir_prim_func_new(g, "main", 1, &x, NULL, body);
}

/* ---- tests ---- */

typedef struct world {
    tunip_context *context;
    tunip_graph *graph;
} world;

static int set_up(void **state)
{
    world *w = malloc(sizeof *w);
    assert_non_null(w);
    w->context = tunip_context_new(NULL, NULL);
    assert_int_equal(tunip_context_add_dialect(w->context, &acme, NULL), TUNIP_OK);
    w->graph = tunip_graph_new(w->context, NULL);
    assert_non_null(w->graph);
    *state = w;
    return 0;
}

static int tear_down(void **state)
{
    world *w = *state;
    tunip_graph_free(w->graph);
    tunip_context_free(w->context);
    free(w);
    return 0;
}

static void assert_prints(const world *w, const void *root, const tunip_setting *setting,
                          const char *expected)
{
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.settings = setting;
    options.setting_count = setting ? 1 : 0;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_printed *printed;
    tunip_print(w->context, root, &options, &printed, &error);
    assert_string_equal(error.message, "");
    assert_string_equal(tunip_printed_text(printed).data, expected);
    assert_int_equal(tunip_printed_issue_count(printed), 0);
    tunip_printed_free(printed);
}

static void it_prints_inside_tir(void **state)
{
    world *w = *state;
    assert_prints(w, make_function(w->graph), NULL,
                  "# from tvm.script import tir as T\n"
                  "# import acme as A\n"
                  "\n"
                  "@T.prim_func\n"
                  "def main(x: T.int32):\n"
                  "    A.fence(\"global\")\n"
                  "    T.evaluate(x + A.tile(x, rows=8))");
}

static void it_has_settings(void **state)
{
    world *w = *state;
    const tunip_setting loud = {"acme.loud", "true"}, alias = {"acme_loud", "1"};
    const tunip_setting prefix = {"acme.prefix", "ACME"};
    void *fence = make_fence(w->graph, "global");
    assert_prints(w, fence, &loud, "A.FENCE(\"global\")");
    assert_prints(w, fence, &alias, "A.FENCE(\"global\")");
    assert_prints(w, fence, &prefix, "ACME.fence(\"global\")");
}

static void it_is_read(void **state)
{
    world *w = *state;
    static const char saved[] =
        "{\"root_index\": 2, \"nodes\": [{\"type\": \"None\"},"
        "{\"type\": \"ir.IntImm\", \"data\": {\"span\": 0, \"dtype\": \"int32\", \"value\": 5}},"
        "{\"type\": \"acme.Tile\", \"data\":"
        " {\"span\": 0, \"dtype\": \"int32\", \"value\": 1, \"rows\": 4}}],"
        "\"metadata\": {\"tvm_version\": \"0.23.0\"}}";
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_graph *graph = tunip_read(w->context, tunip_str_from(saved), &error);
    assert_string_equal(error.message, "");
    const acme_tile *tile = TUNIP_AS(acme_tile, tunip_graph_root(graph));
    assert_non_null(tile);
    assert_int_equal(tile->rows, 4);
    assert_prints(w, tile, NULL, "A.tile(5, rows=4)");
    tunip_graph_free(graph);
}

/* An operator that the dialect lacks is asked of the other dialects, and then refused; what has no
 * value cannot be stored. */
static void a_script_loses_nothing(void **state)
{
    world *w = *state;
    static const struct {
        const char *statement, *line, *message;
    } cases[] = {
        {"T.evaluate(A.tile(x, rows=8) * 2)", "T.evaluate(A.tile(x, rows=16))", NULL},
        {"T.evaluate(x - A.tile(x, rows=8))", "T.evaluate(x - A.tile(x, rows=8))", NULL},
        {"A.mark()", "T.evaluate(0)", NULL},
        {"T.evaluate(A.mark())", NULL, "this has no value"},
        {"T.evaluate(A.mark() + x)", NULL, "this has no value"},
        {"y: T.int32 = A.mark()", NULL, "this has no value"},
        {"T.evaluate(A.tile(A.mark(), rows=8))", NULL, "this has no value"},
        {"with A.region(): A.tile(7, rows=8) - 2", NULL, "there is no such operator here"},
    };
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        char text[512];
        tunip_error error = TUNIP_ERROR_INIT;
        snprintf(text, sizeof text, "@T.prim_func\ndef main(x: T.int32):\n    %s\n",
                 cases[i].statement);
        tunip_graph *graph = tunip_read(w->context, tunip_str_from(text), &error);
        if (cases[i].message) {
            assert_null(graph);
            assert_non_null(strstr(error.message, cases[i].message));
            continue;
        }
        assert_string_equal(error.message, "");
        char *printed = tunip_print_module(w->context, tunip_graph_root(graph), &error);
        assert_non_null(strstr(printed, cases[i].line));
        tunip_text_free(w->context, printed);
        tunip_graph_free(graph);
    }
}

/* Another context does not know the dialect. The print succeeds and reports that. */
static void elsewhere_it_is_unknown(void **state)
{
    world *w = *state;
    tunip_context *other = tunip_context_new(NULL, NULL);
    tunip_printed *printed;
    assert_int_equal(tunip_print(other, make_function(w->graph), NULL, &printed, NULL), TUNIP_OK);
    assert_non_null(strstr(tunip_printed_text(printed).data, "acme.Tile("));
    assert_int_equal(tunip_printed_issue_count(printed), 2);
    assert_int_equal(tunip_printed_issue(printed, 0)->kind, TUNIP_ISSUE_UNREGISTERED);
    assert_false(tunip_printed_parsable(printed));
    tunip_printed_free(printed);
    tunip_context_free(other);
}

static void it_cannot_come_twice(void **state)
{
    world *w = *state;
    tunip_error error = TUNIP_ERROR_INIT;
    assert_int_equal(tunip_context_add_dialect(w->context, &acme, &error), TUNIP_ERROR_CONFLICT);
    assert_non_null(strstr(error.message, "acme"));
}

int main(void)
{
#define TEST(fn) cmocka_unit_test_setup_teardown(fn, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(it_prints_inside_tir),   TEST(it_has_settings),         TEST(it_is_read),
        TEST(a_script_loses_nothing), TEST(elsewhere_it_is_unknown), TEST(it_cannot_come_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
