/* test_constants.c -- equal constants share a Doc (TUNIP_RULE_CONSTANT). */
#include "toy_world.h"

typedef struct constant {
    tunip_node base;
    tunip_dtype dtype;
    int64_t value;
    tunip_node *note; /* ignored */
} constant;

static const tunip_field fields[] = {
    TUNIP_FIELD_DTYPE(constant, dtype, 0),
    TUNIP_FIELD_INT(constant, value, 0),
    TUNIP_FIELD_ANY(constant, note, TUNIP_FLAG_IGNORE | TUNIP_FLAG_ASIDE | TUNIP_FLAG_OPTIONAL),
};
static tunip_type constant_type = {.key = "k.Constant",
                                   .fields = fields,
                                   .field_count = TUNIP_LEN(fields),
                                   .equality = TUNIP_EQ_TREE,
                                   .size = sizeof(constant)};
static tunip_type *const types[] = {&constant_type};

static const tunip_dialect dialect;
static size_t calls; /* of the rule */

/* K.dtype(value); negative numbers are reported. */
static const tunip_doc *docsify_constant(tunip_docsifier *d, const tunip_node *node,
                                         const tunip_path *path)
{
    const constant *c = (const constant *)node;
    char name[TUNIP_DTYPE_NAME_SIZE];
    calls++;
    if (c->value < 0) tunip_report(d, TUNIP_ISSUE_UNDEFINED, path, "negative");
    const tunip_doc *value = tunip_doc_int(d, c->value, tunip_path_attr(d, path, "value"));
    tunip_dtype_name(c->dtype, name);
    return tunip_prefixed_call(d, &dialect, name, TUNIP_DOCS(d, value));
}

static const tunip_rule rules[] = {
    {&constant_type, "", TUNIP_RULE_CONSTANT, NULL, NULL, docsify_constant},
};
static const tunip_dialect dialect = {TUNIP_DIALECT_HEAD,
                                      .name = "k",
                                      .prefix = "K",
                                      .types = types,
                                      .type_count = TUNIP_LEN(types),
                                      .rules = rules,
                                      .rule_count = TUNIP_LEN(rules)};

/* `calls`: how often the rule runs without a source map; with one, it runs for each value. */
typedef struct sharing {
    struct {
        int bits;
        int64_t value;
    } items[4];
    const char *text;
    size_t calls, issues;
} sharing;

static const sharing sharings[] = {
    {{{32, 5}, {32, 5}, {32, 5}, {32, 5}}, "K.int32(5)\nK.int32(5)\nK.int32(5)\nK.int32(5)", 1, 0},
    {{{32, 5}, {64, 5}, {32, 5}, {64, 5}}, "K.int32(5)\nK.int64(5)\nK.int32(5)\nK.int64(5)", 2, 0},
    {{{32, 1}, {32, 2}, {32, 1}, {32, 2}}, "K.int32(1)\nK.int32(2)\nK.int32(1)\nK.int32(2)", 2, 0},
    {{{32, -1}, {32, -1}, {32, 0}, {32, 0}},
     "K.int32(-1)\nK.int32(-1)\nK.int32(0)\nK.int32(0)",
     3,
     2},
};

static void *new_items(tunip_graph *graph, const sharing *s)
{
    void *items[TUNIP_LEN(s->items)];
    for (size_t i = 0; i < TUNIP_LEN(items); i++) {
        constant *c = tunip_node_new(graph, &constant_type);
        assert_non_null(c);
        c->dtype = tunip_dtype_make(TUNIP_DTYPE_INT, s->items[i].bits, 1);
        c->value = s->items[i].value;
        c->note = (tunip_node *)toy_var_new(graph, i % 2 ? "a" : "b");
        items[i] = c;
    }
    return toy_seq_new(graph, tunip_array_new(graph, TUNIP_LEN(items), items));
}

static void print_items(const toy_world *world, const void *root, bool with_map, const sharing *s)
{
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    tunip_printed *printed = NULL;
    options.no_source_map = !with_map;
    calls = 0;
    assert_int_equal(tunip_print(world->context, root, &options, &printed, NULL), TUNIP_OK);
    assert_non_null(strstr(tunip_printed_text(printed).data, s->text));
    assert_int_equal(calls, with_map ? TUNIP_LEN(s->items) : s->calls);
    assert_int_equal(tunip_printed_issue_count(printed), s->issues);
    tunip_printed_free(printed);
}

static void equal_constants_share_docs(void **state)
{
    const toy_world *world = *state;
    assert_int_equal(tunip_context_add_dialect(world->context, &dialect, NULL), TUNIP_OK);
    /* The first node of a type finds the rule, and is not shared. */
    tunip_printed_free(toy_print(world, new_items(world->graph, &sharings[0]), NULL));
    for (size_t i = 0; i < TUNIP_LEN(sharings); i++) {
        const void *root = new_items(world->graph, &sharings[i]);
        print_items(world, root, false, &sharings[i]);
        print_items(world, root, true, &sharings[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TOY_TEST(equal_constants_share_docs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
