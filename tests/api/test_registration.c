/* test_registration.c -- descriptions of dialects, types, rules, settings and backends with one
 * mistake each. Registration refuses each with a message that names the mistake, and leaves the
 * context unchanged. A row of the table changes one member of a valid description. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

#include <tunip.h>
#include <tunip/ext/backend.h>
#include <tunip/ext/dialect.h>
#include <tunip/tvm/ir.h>

typedef struct op {
    tunip_node base;
    tunip_node *a;
    int64_t b;
    bool c;
} op;

typedef struct settings {
    bool loud;
    const char *tone;
} settings;

/* A complete description, which a test changes. */
typedef struct world {
    tunip_field fields[4];
    tunip_codec codec;
    tunip_type type, other;
    tunip_type *types[2];
    tunip_rule rules[2];
    tunip_root roots[2];
    tunip_setting_row rows[2];
    tunip_dialect dialect;
    tunip_emit_fn emit[TUNIP_DOC__COUNT];
    tunip_backend backend;
} world;

static void emit(tunip_writer *w, const tunip_doc *doc)
{
    (void)w;
    (void)doc;
}

static tunip_str no_text(tunip_graph *graph, const tunip_node *node)
{
    (void)graph;
    (void)node;
    return (tunip_str){NULL, 0};
}

static world *new_world(void)
{
    world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    const tunip_field fields[] = {TUNIP_FIELD_ANY(op, a, 0), TUNIP_FIELD_INT(op, b, 0),
                                  TUNIP_FIELD_BOOL(op, c, 0)};
    memcpy(w->fields, fields, sizeof fields);
    w->type = (tunip_type){.key = "vliw.Op",
                           .size = sizeof(op),
                           .fields = w->fields,
                           .field_count = 3,
                           .equality = TUNIP_EQ_TREE};
    w->other = (tunip_type){.key = "vliw.Other", .size = sizeof(op)};
    w->types[0] = &w->type;
    w->rules[0] = (tunip_rule){&w->type, "", TUNIP_RULE_CALL, "op", "a b=b", NULL};
    w->roots[0] = (tunip_root){&w->type, "vliw", false, NULL};
    w->rows[0] = (tunip_setting_row){"loud",  NULL, TUNIP_SETTING_BOOL, offsetof(settings, loud),
                                     "false", NULL};
    w->rows[1] = (tunip_setting_row){"tone", NULL, TUNIP_SETTING_NAME, offsetof(settings, tone),
                                     "low",  NULL};
    w->dialect =
        (tunip_dialect){TUNIP_DIALECT_HEAD,  .name = "vliw",     .prefix = "V",
                        .types = w->types,   .type_count = 1,    .rules = w->rules,
                        .rule_count = 1,     .roots = w->roots,  .root_count = 1,
                        .settings = w->rows, .setting_count = 2, .settings_size = sizeof(settings),
                        .state_size = 8};
    for (size_t i = 0; i < TUNIP_DOC__COUNT; i++) w->emit[i] = emit;
    w->backend = (tunip_backend){.abi = TUNIP_BACKEND_ABI,
                                 .size = sizeof(tunip_backend),
                                 .name = "asm",
                                 .emit = w->emit,
                                 .kind_count = TUNIP_DOC__COUNT,
                                 .settings = w->rows,
                                 .setting_count = 2,
                                 .settings_size = sizeof(settings)};
    return w;
}

/* Each changes one thing. */
#define CHANGES(X)                                                                                 \
    /* dialects */                                                                                 \
    X(D, name, w->dialect.name = NULL, "a dialect without a name")                                 \
    X(D, empty_name, w->dialect.name = "", "the name of a dialect is empty")                       \
    X(D, line_name, w->dialect.name = "vliw\nx", "the name of a dialect contains a newline")       \
    X(D, escape_name, w->dialect.name = "\x1b[31m",                                                \
      "the name of a dialect contains a control character")                                        \
    X(D, bytes_name, w->dialect.name = "\xff", "the name of a dialect is not UTF-8")               \
    X(D, bidi_name, w->dialect.name = "a\xe2\x80\xae",                                             \
      "the name of a dialect contains an invisible character")                                     \
    X(D, blank_name, w->dialect.name = "a b", "the name of a dialect contains a blank")            \
    X(D, import, w->dialect.import = "import\nx", "dialect `vliw`: its import contains a newline") \
    X(D, prefix, w->dialect.prefix = "", "dialect vliw: the prefix is not an identifier")          \
    X(D, no_types, w->dialect.types = NULL, "dialect `vliw`: it has 1 types and no table of them") \
    X(D, no_rules, w->dialect.rules = NULL, "dialect `vliw`: it has 1 rules and no table of them") \
    X(D, no_roots, w->dialect.roots = NULL, "dialect `vliw`: it has 1 roots and no table of them") \
    X(D, no_rows, w->dialect.settings = NULL,                                                      \
      "dialect `vliw`: it has 2 settings and no table of them")                                    \
    X(D, huge_state, w->dialect.state_size = SIZE_MAX,                                             \
      "dialect `vliw`: its state_size is 18446744073709551615, at most 16777216 bytes are "        \
      "allowed")                                                                                   \
    X(D, huge_settings, w->dialect.settings_size = SIZE_MAX / 2,                                   \
      "dialect `vliw`: its settings_size is 9223372036854775807, at most 16777216 bytes are "      \
      "allowed")                                                                                   \
    /* types */                                                                                    \
    X(D, null_type, w->types[0] = NULL, "dialect vliw: type 0 has no descriptor")                  \
    X(D, null_key, w->type.key = NULL, "dialect vliw: type 0 has no key")                          \
    X(D, empty_key, w->type.key = "", "dialect `vliw`: type `?`: its key is empty")                \
    X(D, escape_key, w->type.key = "vliw.\x1b[31m",                                                \
      "dialect `vliw`: type `?`: its key contains a control character")                            \
    X(D, none_key, w->type.key = "None",                                                           \
      "dialect `vliw`: type `None`: its key is what saved graphs call NULL")                       \
    X(D, no_header, w->type.size = 0,                                                              \
      "dialect `vliw`: type `vliw.Op`: its struct of 0 bytes has no room for a tunip_node")        \
    X(D, small, (w->type.base = &tunip_ir_prim_expr_type, w->type.size = 8),                       \
      "dialect `vliw`: type `vliw.Op`: its struct of 8 bytes has no room for that of its base "    \
      "`ir.PrimExpr`, of ")                                                                        \
    X(D, own_base, w->type.base = &w->type,                                                        \
      "vliw registers the type vliw.Op, whose base vliw.Op is not registered")                     \
    X(D, other_base, w->type.base = &w->other,                                                     \
      "vliw registers the type vliw.Op, whose base vliw.Other is not registered")                  \
    X(D, opaque_base, (w->type.base = &tunip_opaque_type, w->type.size = 64),                      \
      "dialect `vliw`: type `vliw.Op`: its base is that of unregistered types")                    \
    X(D, equality, w->type.equality = 9,                                                           \
      "dialect `vliw`: type `vliw.Op`: its equality is the unknown number 9")                      \
    X(D, type_flag, w->type.flags = 64,                                                            \
      "dialect `vliw`: type `vliw.Op`: it has the unknown flag 64")                                \
    X(D, codec, (w->codec.to_text = no_text, w->type.codec = &w->codec),                           \
      "dialect `vliw`: type `vliw.Op`: its codec lacks a function")                                \
    X(D, no_fields, w->type.fields = NULL,                                                         \
      "dialect `vliw`: type `vliw.Op`: it has 3 fields and no table of them")                      \
    /* fields */                                                                                   \
    X(D, field_name, w->fields[1].name = NULL,                                                     \
      "dialect `vliw`: type `vliw.Op`: the name of field 1 is missing")                            \
    X(D, field_line, w->fields[1].name = "b\n",                                                    \
      "dialect `vliw`: type `vliw.Op`: the name of field 1 contains a newline")                    \
    X(D, field_kind, w->fields[1].kind = 77,                                                       \
      "dialect `vliw`: type `vliw.Op`: field `b` is of the unknown kind 77")                       \
    X(D, field_flag, w->fields[1].flags = 4096,                                                    \
      "dialect `vliw`: type `vliw.Op`: field `b` has the unknown flag 4096")                       \
    X(D, outside, w->fields[0].offset = 96,                                                        \
      "dialect `vliw`: type `vliw.Op`: field `a` lies outside of the struct (offset 96, size 8, "  \
      "struct 32)")                                                                                \
    X(D, across, w->fields[1].offset = 28,                                                         \
      "dialect `vliw`: type `vliw.Op`: field `b` lies outside of the struct (offset 28, size 8, "  \
      "struct 32)")                                                                                \
    X(D, odd, w->fields[1].offset = 17,                                                            \
      "dialect `vliw`: type `vliw.Op`: field `b` is not aligned (offset 17)")                      \
    X(D, header, w->fields[0].offset = 0,                                                          \
      "dialect `vliw`: type `vliw.Op`: field `a` lies in the header (offset 0, size of that 8)")   \
    X(D, base, (w->type.base = &tunip_ir_prim_expr_type, w->type.size = 128),                      \
      "dialect `vliw`: type `vliw.Op`: field `a` lies in the base (offset 8, size of that ")       \
    X(D, overlap, w->fields[1].offset = w->fields[0].offset,                                       \
      "dialect `vliw`: type `vliw.Op`: fields `a` and `b` overlap")                                \
    X(D, twice, w->fields[1].name = "a",                                                           \
      "dialect `vliw`: type `vliw.Op`: field `a` appears twice")                                   \
    X(D, again, w->fields[1].flags = TUNIP_FLAG_AGAIN,                                             \
      "dialect `vliw`: type `vliw.Op`: field `b` is listed again, and not inherited")              \
    X(D, inherited, (w->type.base = &tunip_ir_prim_expr_type, w->fields[0].name = "span"),         \
      "dialect `vliw`: type `vliw.Op`: ")                                                          \
    X(D, expects, w->fields[1].expects = &tunip_string_type,                                       \
      "dialect `vliw`: type `vliw.Op`: field `b` holds no node, and says which node it expects")   \
    X(D, stranger, w->fields[0].expects = &w->other,                                               \
      "dialect `vliw`: type `vliw.Op`: field `a` names the type `vliw.Other`, which is not "       \
      "registered")                                                                                \
    X(D, stranger_item, w->fields[0].item = &w->other,                                             \
      "dialect `vliw`: type `vliw.Op`: field `a` names the type `vliw.Other`, which is not "       \
      "registered")                                                                                \
    X(D, namesake, (w->other.key = "vliw.Op", w->fields[0].expects = &w->other),                   \
      "dialect `vliw`: type `vliw.Op`: field `a` names another `vliw.Op` than that of vliw: is "   \
      "it defined twice?")                                                                         \
    /* rules and roots */                                                                          \
    X(D, rule_type, w->rules[0].type = NULL, "a rule of vliw has no type")                         \
    X(D, rule_other, w->rules[0].type = &w->other,                                                 \
      "dialect `vliw`: rule 0 is of the type `vliw.Other`, which is not registered")               \
    X(D, root_other, w->roots[0].type = &w->other,                                                 \
      "dialect `vliw`: root 0 is of the type `vliw.Other`, which is not registered")               \
    X(D, root_type, w->roots[0].type = NULL, "a root of vliw has no type")                         \
    X(D, token, w->rules[0].token = NULL, "a rule of vliw has no token")                           \
    X(D, line_token, w->rules[0].token = "a\n",                                                    \
      "rule of vliw for vliw.Op: its token contains a newline")                                    \
    X(D, root_token, w->roots[0].token = "a\n",                                                    \
      "root of vliw for vliw.Op: its token contains a newline")                                    \
    X(D, form, w->rules[0].form = (tunip_rule_form)77,                                             \
      "rule of vliw for vliw.Op is of an unknown form")                                            \
    X(D, no_fn, w->rules[0].form = TUNIP_RULE_CUSTOM, "rule of vliw for vliw.Op has no function")  \
    X(D, rule_name, w->rules[0].name = NULL, "rule of vliw for vliw.Op has no name")               \
    X(D, rule_escape, w->rules[0].name = "a\x1b", "rule of vliw for vliw.Op has an invalid name")  \
    X(D, rule_prefix, w->dialect.prefix = NULL,                                                    \
      "rule of vliw for vliw.Op needs a prefix that its dialect does not have")                    \
    X(D, rule_fields, w->rules[0].fields = "a\nb",                                                 \
      "rule of vliw for vliw.Op: its list of fields contains a newline")                           \
    X(D, rule_unknown, w->rules[0].fields = "z",                                                   \
      "rule for vliw.Op names the field z, which it does not have")                                \
    X(D, rule_empty, w->rules[0].fields = "=a", "rule for vliw.Op has a keyword without a name")   \
    X(D, rule_twice, w->rules[0].fields = "k=a k=b", "rule for vliw.Op has the keyword k twice")   \
    X(D, rule_order, w->rules[0].fields = "k=a b",                                                 \
      "rule for vliw.Op has a positional field after a keyword")                                   \
    /* settings, of dialects and of backends */                                                    \
    X(D, row_name, w->rows[0].name = NULL, "vliw: setting  has no name")                           \
    X(D, row_line, w->rows[0].name = "a\n", "vliw: setting  has an invalid name")                  \
    X(D, row_alias, w->rows[0].alias = "", "vliw: setting loud has an alias that is not a name")   \
    X(D, row_help, w->rows[0].help = "a\nb",                                                       \
      "vliw: setting loud has a help that is not a line of text")                                  \
    X(D, row_kind, w->rows[0].kind = (tunip_setting_kind)9,                                        \
      "vliw: setting loud is of an unknown kind")                                                  \
    X(D, row_outside, w->rows[0].offset = SIZE_MAX,                                                \
      "vliw: setting loud does not lie in the settings")                                           \
    X(D, row_odd, w->rows[1].offset = 1, "vliw: setting tone does not lie in the settings")        \
    X(D, row_overlap, w->rows[0].offset = offsetof(settings, tone),                                \
      "vliw: setting tone lies where another one does")                                            \
    X(D, row_initial, w->rows[0].initial = NULL, "vliw: setting loud has no proper default")       \
    X(D, row_text, w->rows[0].initial = "perhaps", "vliw: setting loud has no proper default")     \
    X(D, row_twice, w->rows[1].name = "loud", "vliw: setting loud appears twice")                  \
    X(B, backend_row, w->rows[0].kind = (tunip_setting_kind)9,                                     \
      "asm: setting loud is of an unknown kind")                                                   \
    /* backends */                                                                                 \
    X(B, b_name, w->backend.name = NULL, "a backend without a name or a table")                    \
    X(B, b_empty, w->backend.name = "", "the name of a backend is empty")                          \
    X(B, b_line, w->backend.name = "a\n", "the name of a backend contains a newline")              \
    X(B, b_summary, w->backend.summary = "a\x1b",                                                  \
      "backend `asm`: its summary contains a control character")                                   \
    X(B, b_table, w->backend.emit = NULL, "a backend without a name or a table")                   \
    X(B, b_hole, w->emit[0] = NULL, "backend asm cannot emit ")                                    \
    X(B, b_short, w->backend.kind_count = 2, "backend asm cannot emit ")                           \
    X(B, b_rows, w->backend.settings = NULL,                                                       \
      "backend `asm`: it has 2 settings and no table of them")                                     \
    X(B, b_state, w->backend.state_size = SIZE_MAX,                                                \
      "backend `asm`: its state_size is 18446744073709551615, at most 16777216 bytes are allowed") \
    X(B, b_flags, w->backend.flags = 1u << 31,                                                     \
      "backend `asm`: it has the unknown flag 0x80000000")                                         \
    X(B, b_indent, w->backend.indent_spaces = -1, "backend `asm`: its indent_spaces is -1")

#define X(what, ident, change, message)                                                            \
    static void change_##ident(world *w)                                                           \
    {                                                                                              \
        (void)(change);                                                                            \
    }
CHANGES(X)
#undef X

enum { D, B };

static const struct {
    int what; /* D: the dialect is registered; B: the backend */
    const char *name;
    void (*change)(world *w);
    const char *message; /* the beginning of the message */
} refusals[] = {
#define X(what, ident, change, message) {what, #ident, change_##ident, message},
    CHANGES(X)
#undef X
};

static tunip_status add(tunip_context *context, const world *w, int what, tunip_error *error)
{
    return what == D ? tunip_context_add_dialect(context, &w->dialect, error)
                     : tunip_context_add_backend(context, &w->backend, error);
}

static void what_is_right_is_registered(void **state)
{
    (void)state;
    world *w = new_world();
    tunip_context *context = tunip_context_new(NULL, NULL);
    tunip_error error = TUNIP_ERROR_INIT;
    add(context, w, D, &error);
    add(context, w, B, &error);
    assert_string_equal(error.message, "");
    tunip_context_free(context);
    free(w);
}

static size_t count_all(const tunip_context *context)
{
    size_t dialects = 0, backends = 0;
    while (tunip_context_dialect(context, dialects)) dialects++;
    while (tunip_context_backend(context, backends)) backends++;
    return dialects * 1000 + backends;
}

static void assert_untouched(tunip_context *context, size_t count, const world *w, const char *name)
{
    if (count_all(context) != count) fail_msg("%s: something was registered", name);
    if (tunip_context_type(context, tunip_str_from("vliw.Op"))) fail_msg("%s: a type stays", name);
    assert_int_equal(w->other.id, 0);
}

static void each_fault_is_refused_and_named(void **state)
{
    (void)state;
    tunip_context *context = tunip_context_new(NULL, NULL);
    size_t count = count_all(context);
    for (size_t i = 0; i < TUNIP_LEN(refusals); i++) {
        world *w = new_world();
        tunip_error error = TUNIP_ERROR_INIT;
        refusals[i].change(w);
        tunip_status status = add(context, w, refusals[i].what, &error);
        if (status != TUNIP_ERROR_ARGUMENT)
            fail_msg("%s: status %d %s", refusals[i].name, (int)status, error.message);
        if (strncmp(error.message, refusals[i].message, strlen(refusals[i].message)) != 0)
            fail_msg("%s: %s\ninstead of\n%s", refusals[i].name, error.message,
                     refusals[i].message);
        assert_untouched(context, count, w, refusals[i].name);
        free(w);
    }
    /* All names and keys are still free. */
    world *w = new_world();
    assert_int_equal(add(context, w, D, NULL), TUNIP_OK);
    assert_int_equal(add(context, w, B, NULL), TUNIP_OK);
    tunip_context_free(context);
    free(w);
}

static void nothing_is_refused(void **state)
{
    (void)state;
    tunip_context *context = tunip_context_new(NULL, NULL);
    assert_int_equal(tunip_context_add_dialect(context, NULL, NULL), TUNIP_ERROR_ARGUMENT);
    assert_int_equal(tunip_context_add_backend(context, NULL, NULL), TUNIP_ERROR_ARGUMENT);
    tunip_context_free(context);
}

/* Uses the state although state_size is 0: the print fails, and no other memory is overwritten. */
static void emit_state(tunip_writer *w, const tunip_doc *doc)
{
    (void)doc;
    char *own = tunip_writer_state(w);
    if (own) memset(own, 1, 1024);
    tunip_write_text(w, "never seen");
}

static void a_state_without_a_size_is_an_error(void **state)
{
    (void)state;
    world *w = new_world();
    tunip_context *context = tunip_context_new(NULL, NULL);
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_printed *printed = NULL;
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    for (size_t i = 0; i < TUNIP_DOC__COUNT; i++) w->emit[i] = emit_state;
    options.backend = "asm";
    assert_int_equal(add(context, w, B, &error), TUNIP_OK);
    assert_int_equal(tunip_print(context, NULL, &options, &printed, &error), TUNIP_ERROR_RULE);
    assert_string_equal(error.message, "backend `asm` asks for its state, and its state_size is 0");
    tunip_context_free(context);
    free(w);
}

static void tables_of_options_may_not_be_missing(void **state)
{
    (void)state;
    tunip_context *context = tunip_context_new(NULL, NULL);
    static const tunip_print_options cases[] = {
        {.size = sizeof(tunip_print_options), .setting_count = 1},
        {.size = sizeof(tunip_print_options), .underline_count = 1},
        {.size = sizeof(tunip_print_options), .annotate_count = 1},
    };
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        tunip_error error = TUNIP_ERROR_INIT;
        tunip_printed *printed = NULL;
        assert_int_equal(tunip_print(context, NULL, &cases[i], &printed, &error),
                         TUNIP_ERROR_ARGUMENT);
        assert_non_null(strstr(error.message, " and no table of them"));
    }
    tunip_context_free(context);
}

/* A struct of options without its size. */
static void options_of_no_size_are_refused(void **state)
{
    (void)state;
    tunip_context *context = tunip_context_new(NULL, NULL);
    static const size_t sizes[] = {0, 1, 4097, SIZE_MAX};
    for (size_t i = 0; i < TUNIP_LEN(sizes); i++) {
        tunip_print_options options = {.size = sizes[i]};
        tunip_printed *printed = NULL;
        assert_int_equal(tunip_print(context, NULL, &options, &printed, NULL),
                         TUNIP_ERROR_ARGUMENT);
        assert_null(printed);
    }
    tunip_context_free(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_right_is_registered),
        cmocka_unit_test(each_fault_is_refused_and_named),
        cmocka_unit_test(nothing_is_refused),
        cmocka_unit_test(a_state_without_a_size_is_an_error),
        cmocka_unit_test(tables_of_options_may_not_be_missing),
        cmocka_unit_test(options_of_no_size_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
