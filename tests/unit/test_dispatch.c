/* test_dispatch.c -- registering rules, and which rule a type gets under a token. */
#include "print/docsify.h"
#include "toy_world.h"

/* ---- which rule ---- */

#define TYPE(ident, key_, base_)                                                                   \
    static tunip_type ident = {.key = (key_), .base = (base_), .size = sizeof(tunip_node)}

TYPE(type_a, "d.A", NULL);
TYPE(type_b, "d.B", &type_a);
TYPE(type_c, "d.C", &type_b);
TYPE(type_d, "d.D", &type_c);
TYPE(type_e, "d.E", NULL);
TYPE(type_f, "d.F", &type_e);

static tunip_type *const types[] = {&type_a, &type_b, &type_c, &type_d, &type_e, &type_f};

/* Each rule is called by its type and token. */
static const tunip_rule rules[] = {
    {&type_a, "", TUNIP_RULE_NAME, "a", NULL, NULL},
    {&type_a, "t", TUNIP_RULE_NAME, "a_t", NULL, NULL},
    {&type_b, "", TUNIP_RULE_NAME, "b", NULL, NULL},
    {&type_c, "u", TUNIP_RULE_NAME, "c_u", NULL, NULL},
    {&type_d, "t", TUNIP_RULE_NAME, "d_t", NULL, NULL},
    {&type_f, "u", TUNIP_RULE_NAME, "f_u", NULL, NULL},
};

static const tunip_root roots[] = {{&type_b, "start", true, NULL}};

static const tunip_dialect dialect = {
    TUNIP_DIALECT_HEAD,
    .name = "d",
    .prefix = "D",
    .types = types,
    .type_count = TUNIP_LEN(types),
    .rules = rules,
    .rule_count = TUNIP_LEN(rules),
    .roots = roots,
    .root_count = TUNIP_LEN(roots),
};

/* Under the token "". */
static const tn_rule *default_rule(const toy_world *world, const tunip_type *type)
{
    tn_dispatch *dispatch = &world->context->dispatch;
    return tn_dispatch_rule(dispatch, tn_dispatch_row(dispatch, 0), type);
}

/* The name of the rule, "-" when it is the one for nodes without a rule. */
static const char *rule_of(const toy_world *world, const char *token, const tunip_type *type)
{
    tn_dispatch *dispatch = &world->context->dispatch;
    uint32_t id = tn_intern_find(&dispatch->tokens, tunip_str_from(token));
    assert_int_not_equal(id, TN_NOT_INTERNED);
    const tn_rule *rule = tn_dispatch_rule(dispatch, tn_dispatch_row(dispatch, id), type);
    assert_non_null(rule);
    if (rule->fn == tn_docsify_generic) return "-";
    return rule->name.data;
}

/* For the type and then for each ancestor: the rule of the token, then the rule of the token "". */
static void tokens_go_before_ancestors(void **state)
{
    const toy_world *world = *state;
    static const struct {
        const char *token;
        const char *rules[TUNIP_LEN(types)];
    } cases[] = {
        /* clang-format off */
        /*          A      B    C      D      E    F */
        {"",      {"a",   "b", "b",   "b",   "-", "-"}},
        {"t",     {"a_t", "b", "b",   "d_t", "-", "-"}},
        {"u",     {"a",   "b", "c_u", "c_u", "-", "f_u"}},
        {"start", {"a",   "b", "b",   "b",   "-", "-"}},
        /* clang-format on */
    };
    assert_int_equal(tunip_context_add_dialect(world->context, &dialect, NULL), TUNIP_OK);
    assert_int_equal(tn_context_freeze(world->context, NULL), TUNIP_OK);
    for (size_t i = 0; i < TUNIP_LEN(cases); i++)
        for (size_t k = 0; k < TUNIP_LEN(types); k++)
            assert_string_equal(rule_of(world, cases[i].token, types[k]), cases[i].rules[k]);
}

static void rules_know_their_dialect(void **state)
{
    const toy_world *world = *state;
    assert_int_equal(tunip_context_add_dialect(world->context, &dialect, NULL), TUNIP_OK);
    assert_int_equal(tn_context_freeze(world->context, NULL), TUNIP_OK);
    assert_ptr_equal(default_rule(world, &type_c)->dialect, &dialect);
    assert_ptr_equal(default_rule(world, &toy_twin_type)->dialect, &toy_dialect);
    assert_null(default_rule(world, &type_e)->dialect);
}

static const tunip_root *root_of(const tn_dispatch *dispatch, const tunip_type *type,
                                 const tunip_dialect **owner)
{
    tunip_node node = {type};
    return tn_dispatch_root(dispatch, &node, owner);
}

static void roots_are_of_exactly_their_type(void **state)
{
    const toy_world *world = *state;
    const tunip_dialect *owner = NULL;
    assert_int_equal(tunip_context_add_dialect(world->context, &dialect, NULL), TUNIP_OK);
    assert_int_equal(tn_context_freeze(world->context, NULL), TUNIP_OK);
    const tn_dispatch *dispatch = &world->context->dispatch;
    assert_ptr_equal(root_of(dispatch, &type_b, &owner), &roots[0]);
    assert_ptr_equal(owner, &dialect);
    assert_ptr_equal(root_of(dispatch, &type_b, NULL), &roots[0]);
    assert_null(root_of(dispatch, &type_a, NULL));
    assert_null(root_of(dispatch, &type_c, NULL));
    assert_null(root_of(dispatch, &toy_stranger_type, NULL));
}

static bool is_listed(const tunip_node *node)
{
    return ((const toy_holder *)node)->inner != NULL;
}

/* Two dialects share a type: the first row takes some of its nodes. */
static void roots_may_take_some_nodes_of_a_type(void **state)
{
    const toy_world *world = *state;
    static const tunip_root rows[] = {{&toy_blob_type, "", false, is_listed},
                                      {&toy_blob_type, "t", false, NULL}};
    const tunip_dialect sharing = {TUNIP_DIALECT_HEAD, .name = "sharing", .roots = rows,
                                   .root_count = 2};
    assert_int_equal(tunip_context_add_dialect(world->context, &sharing, NULL), TUNIP_OK);
    assert_int_equal(tn_context_freeze(world->context, NULL), TUNIP_OK);
    const tn_dispatch *dispatch = &world->context->dispatch;
    tunip_node *inner = (tunip_node *)toy_holder_new(world->graph, &toy_blob_type, NULL);
    tunip_node *outer = (tunip_node *)toy_holder_new(world->graph, &toy_blob_type, inner);
    assert_ptr_equal(tn_dispatch_root(dispatch, outer, NULL), &rows[0]);
    assert_ptr_equal(tn_dispatch_root(dispatch, inner, NULL), &rows[1]);
}

/* ---- rows that are split once ---- */

static const tn_rule *own_rule(const toy_world *world, const tunip_type *type)
{
    assert_int_equal(tn_context_freeze(world->context, NULL), TUNIP_OK);
    return default_rule(world, type);
}

static void calls_are_split_into_arguments(void **state)
{
    const toy_world *world = *state;
    const tn_rule *rule = own_rule(world, &toy_pair_type);
    static const struct {
        const char *field, *key;
    } args[] = {{"first", ""}, {"second", ""}, {"weight", "weight"}};
    assert_int_equal(rule->form, TUNIP_RULE_CALL);
    assert_true(tunip_str_is(rule->name, "pair"));
    assert_int_equal(rule->arg_count, TUNIP_LEN(args));
    assert_int_equal(rule->positional_count, 2);
    for (size_t i = 0; i < TUNIP_LEN(args); i++) {
        assert_string_equal(rule->args[i].field->name, args[i].field);
        assert_true(tunip_str_is(rule->args[i].key, args[i].key));
    }
}

/* Rows may list inherited fields, and may have extra spaces anywhere. */
static void fields_may_be_inherited(void **state)
{
    const toy_world *world = *state;
    static const tunip_rule row = {
        &toy_twin_type, "", TUNIP_RULE_CALL, "twin", "  weight   x=first same=same ", NULL};
    tunip_dialect more = {TUNIP_DIALECT_HEAD, .name = "more", .prefix = "M", .rules = &row,
                          .rule_count = 1};
    assert_int_equal(tunip_context_add_dialect(world->context, &more, NULL), TUNIP_OK);
    const tn_rule *rule = own_rule(world, &toy_twin_type);
    assert_int_equal(rule->arg_count, 3);
    assert_int_equal(rule->positional_count, 1);
    assert_string_equal(rule->args[0].field->name, "weight");
    assert_true(tunip_str_is(rule->args[1].key, "x"));
    assert_string_equal(rule->args[1].field->name, "first");
    assert_string_equal(rule->args[2].field->name, "same");
}

/* ---- rows that are refused ---- */

static const tunip_doc *docsify_nothing(tunip_docsifier *d, const tunip_node *node,
                                        const tunip_path *path)
{
    (void)node;
    return tunip_doc_none(d, path);
}

#define MANY_FIELDS "i i i i i i i i i i i i i i i i i i i i i i i i i i i i i i i i"

typedef struct refusal {
    tunip_rule row;
    bool without_prefix;
    tunip_status status;
    const char *message;
} refusal;

/* clang-format off */
static const refusal refusals[] = {
    {{NULL, "", TUNIP_RULE_NAME, "n", NULL, NULL}, false, TUNIP_ERROR_ARGUMENT,
     "a rule of bad has no type"},
    {{&toy_bare_type, NULL, TUNIP_RULE_NAME, "n", NULL, NULL}, false, TUNIP_ERROR_ARGUMENT,
     "a rule of bad has no token"},
    {{&toy_bare_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, NULL}, false, TUNIP_ERROR_ARGUMENT,
     "rule of bad for toy.Bare has no function"},
    {{&toy_bare_type, "", TUNIP_RULE_CALL, NULL, "shown", NULL}, false, TUNIP_ERROR_ARGUMENT,
     "rule of bad for toy.Bare has no name"},
    {{&toy_bare_type, "", TUNIP_RULE_NAME, NULL, NULL, NULL}, false, TUNIP_ERROR_ARGUMENT,
     "rule of bad for toy.Bare has no name"},
    {{&toy_bare_type, "", TUNIP_RULE_CALL, "n", "shown", NULL}, true, TUNIP_ERROR_ARGUMENT,
     "rule of bad for toy.Bare needs a prefix that its dialect does not have"},
    {{&toy_bare_type, "", TUNIP_RULE_NAME, "n", NULL, NULL}, true, TUNIP_ERROR_ARGUMENT,
     "rule of bad for toy.Bare needs a prefix that its dialect does not have"},
    {{&toy_bare_type, "", TUNIP_RULE_FORWARD, NULL, NULL, NULL}, false, TUNIP_ERROR_ARGUMENT,
     "rule of bad for toy.Bare must forward to one field"},
    {{&toy_bare_type, "", TUNIP_RULE_FORWARD, NULL, "shown count", NULL}, false,
     TUNIP_ERROR_ARGUMENT,
     "rule of bad for toy.Bare must forward to one field"},
    {{&toy_bare_type, "", TUNIP_RULE_CONSTANT, NULL, NULL, docsify_nothing}, false,
     TUNIP_ERROR_ARGUMENT,
     "rule of bad for toy.Bare is for constants; its type has no number, or other fields"},
    {{&toy_fields_type, "", TUNIP_RULE_CONSTANT, NULL, NULL, NULL}, false, TUNIP_ERROR_ARGUMENT,
     "rule of bad for toy.Fields has no function"},
    {{&toy_bare_type, "", (tunip_rule_form)99, "n", NULL, NULL}, false, TUNIP_ERROR_ARGUMENT,
     "rule of bad for toy.Bare is of an unknown form"},
    {{&toy_bare_type, "", TUNIP_RULE_CALL, "n", "shown nope", NULL}, false, TUNIP_ERROR_ARGUMENT,
     "rule for toy.Bare names the field nope, which it does not have"},
    {{&toy_bare_type, "", TUNIP_RULE_CALL, "n", "key=nope", NULL}, false, TUNIP_ERROR_ARGUMENT,
     "rule for toy.Bare names the field nope, which it does not have"},
    {{&toy_bare_type, "", TUNIP_RULE_CALL, "n", "shown=", NULL}, false, TUNIP_ERROR_ARGUMENT,
     "rule for toy.Bare names the field , which it does not have"},
    {{&toy_bare_type, "", TUNIP_RULE_CALL, "n", "k=shown count", NULL}, false, TUNIP_ERROR_ARGUMENT,
     "rule for toy.Bare has a positional field after a keyword"},
    {{&toy_fields_type, "odd", TUNIP_RULE_CALL, "n", MANY_FIELDS " i", NULL}, false,
     TUNIP_ERROR_ARGUMENT, "rule for toy.Fields has more than 32 fields"},
    {{&toy_sum_type, "", TUNIP_RULE_CUSTOM, NULL, NULL, docsify_nothing}, false,
     TUNIP_ERROR_CONFLICT,
     "toy and bad both have a rule for toy.Sum under the token \"\""},
    {{&toy_sum_type, "loud", TUNIP_RULE_NAME, "n", NULL, NULL}, false, TUNIP_ERROR_CONFLICT,
     "toy and bad both have a rule for toy.Sum under the token \"loud\""},
    {{&tunip_int_type, "", TUNIP_RULE_NAME, "n", NULL, NULL}, false, TUNIP_ERROR_CONFLICT,
     "values and bad both have a rule for int under the token \"\""},
    {{&type_f, "first", TUNIP_RULE_NAME, "n", NULL, NULL}, false, TUNIP_ERROR_CONFLICT,
     "bad and bad both have a rule for d.F under the token \"first\""},
};
/* clang-format on */

/* The refused row follows a valid type and a valid rule, which must not stay registered. */
static void refuse(const toy_world *world, const refusal *r)
{
    tunip_type *const own[] = {&type_e, &type_f};
    const tunip_rule rows[] = {{&type_f, "first", TUNIP_RULE_NAME, "f", NULL, NULL}, r->row};
    const tunip_dialect bad = {TUNIP_DIALECT_HEAD,
                               .name = "bad",
                               .prefix = r->without_prefix ? NULL : "B",
                               .types = own,
                               .type_count = TUNIP_LEN(own),
                               .rules = r->without_prefix ? &rows[1] : rows,
                               .rule_count = r->without_prefix ? 1 : 2};
    size_t rule_count = world->context->dispatch.rules.count;
    tunip_error error = TUNIP_ERROR_INIT;
    assert_int_equal(tunip_context_add_dialect(world->context, &bad, &error), r->status);
    assert_int_equal(error.code, r->status);
    assert_string_equal(error.message, r->message);
    assert_null(tunip_context_type(world->context, tunip_str_from("d.F")));
    assert_null(tunip_context_dialect(world->context, 1));
    assert_int_equal(world->context->dispatch.rules.count, rule_count);
}

static void malformed_rows_are_refused(void **state)
{
    const toy_world *world = *state;
    for (size_t i = 0; i < TUNIP_LEN(refusals); i++) refuse(world, &refusals[i]);
    /* The names, types and rules are free again. */
    assert_int_equal(tunip_context_add_dialect(world->context, &dialect, NULL), TUNIP_OK);
    assert_prints(world, toy_sum_new(world->graph, tunip_int_new(world->graph, 1), NULL),
                  "1 + None");
}

/* Two dialects cannot have the same root or the same setting. */
static void roots_and_settings_have_one_owner(void **state)
{
    const toy_world *world = *state;
    static const tunip_root root = {&toy_sum_type, "bad", false, NULL};
    static const tunip_setting_row row = {.name = "volume",
                                          .alias = "shouting",
                                          .kind = TUNIP_SETTING_BOOL,
                                          .offset = 0,
                                          .initial = "false"};
    tunip_dialect bad = {TUNIP_DIALECT_HEAD, .name = "bad"};
    tunip_error error = TUNIP_ERROR_INIT;
    bad.roots = &root;
    bad.root_count = 1;
    assert_int_equal(tunip_context_add_dialect(world->context, &bad, &error), TUNIP_ERROR_CONFLICT);
    assert_string_equal(error.message, "toy and bad both make toy.Sum a root");
    bad.root_count = 0;
    bad.settings = &row;
    bad.setting_count = 1;
    bad.settings_size = sizeof(bool);
    tunip_error again = TUNIP_ERROR_INIT;
    assert_int_equal(tunip_context_add_dialect(world->context, &bad, &again), TUNIP_ERROR_CONFLICT);
    assert_string_equal(again.message, "toy and bad both have a setting called shouting");
}

static void assert_conflict(const toy_world *world, const tunip_dialect *bad, tunip_status status,
                            const char *message)
{
    tunip_error error = TUNIP_ERROR_INIT;
    assert_int_equal(tunip_context_add_dialect(world->context, bad, &error), status);
    assert_string_equal(error.message, message);
}

static void keys_of_settings_are_told_apart(void **state)
{
    const toy_world *world = *state;
    static const struct {
        tunip_setting_row rows[2];
        tunip_status status;
        const char *message;
    } cases[] = {
        {{{"a", "toy_prefix", TUNIP_SETTING_BOOL, 0, "false", ""},
          {"b", NULL, TUNIP_SETTING_BOOL, 1, "false", ""}},
         TUNIP_ERROR_CONFLICT,
         "toy and bad both have a setting called toy_prefix"},
        {{{"a", "toy.shout", TUNIP_SETTING_BOOL, 0, "false", ""},
          {"b", NULL, TUNIP_SETTING_BOOL, 1, "false", ""}},
         TUNIP_ERROR_CONFLICT,
         "toy and bad both have a setting called toy.shout"},
        {{{"a", NULL, TUNIP_SETTING_BOOL, 0, "false", ""},
          {"a", NULL, TUNIP_SETTING_BOOL, 1, "false", ""}},
         TUNIP_ERROR_ARGUMENT,
         "bad: setting a appears twice"},
        {{{"a", "x", TUNIP_SETTING_BOOL, 0, "false", ""},
          {"b", "x", TUNIP_SETTING_BOOL, 1, "false", ""}},
         TUNIP_ERROR_ARGUMENT,
         "bad: setting b appears twice"},
        {{{"prefix", NULL, TUNIP_SETTING_BOOL, 0, "false", ""},
          {"b", NULL, TUNIP_SETTING_BOOL, 1, "false", ""}},
         TUNIP_ERROR_ARGUMENT,
         "bad: setting prefix appears twice"},
    };
    tunip_dialect bad = {TUNIP_DIALECT_HEAD, .name = "bad"};
    bad.prefix = "B";
    bad.setting_count = 2;
    bad.settings_size = 2 * sizeof(bool);
    for (size_t i = 0; i < TUNIP_LEN(cases); i++) {
        bad.settings = cases[i].rows;
        assert_conflict(world, &bad, cases[i].status, cases[i].message);
    }
    static const tunip_root twice[] = {{&toy_fields_type, "bad", false, NULL},
                                       {&toy_fields_type, "bad", true, NULL}};
    bad.setting_count = 0;
    bad.roots = twice;
    bad.root_count = 2;
    assert_conflict(world, &bad, TUNIP_ERROR_CONFLICT, "bad and bad both make toy.Fields a root");
}

static void the_most_fields_a_row_may_have(void **state)
{
    const toy_world *world = *state;
    static const tunip_rule row = {&toy_fields_type, "odd", TUNIP_RULE_CALL, "n",
                                   MANY_FIELDS,      NULL};
    const tunip_dialect wide = {TUNIP_DIALECT_HEAD, .name = "wide", .prefix = "W", .rules = &row,
                                .rule_count = 1};
    assert_int_equal(tunip_context_add_dialect(world->context, &wide, NULL), TUNIP_OK);
}

/* A rule for a type that no dialect registers must not apply to nodes of all unregistered types. */
static void rules_of_unregistered_types_do_not_spread(void **state)
{
    const toy_world *world = *state;
    static tunip_type ghost = {.key = "d.Ghost", .size = sizeof(tunip_node)};
    static const tunip_rule row = {&ghost, "", TUNIP_RULE_NAME, "ghost", NULL, NULL};
    static const tunip_root root = {&ghost, "", false, NULL};
    const tunip_dialect haunted = {TUNIP_DIALECT_HEAD, .name = "haunted", .prefix = "H",
                                   .rules = &row,      .rule_count = 1,   .roots = &root,
                                   .root_count = 1};
    tunip_context_add_dialect(world->context, &haunted, NULL);
    void *stranger = toy_holder_new(world->graph, &toy_stranger_type, NULL);
    assert_prints(world, toy_sum_new(world->graph, stranger, NULL), "toy.Stranger() + None");
    assert_prints(world, toy_holder_new(world->graph, &toy_forward_type, stranger),
                  "toy.Stranger()");
    assert_null(root_of(&world->context->dispatch, &toy_stranger_type, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TOY_TEST(tokens_go_before_ancestors),
        TOY_TEST(rules_know_their_dialect),
        TOY_TEST(roots_are_of_exactly_their_type),
        TOY_TEST(roots_may_take_some_nodes_of_a_type),
        TOY_TEST(calls_are_split_into_arguments),
        TOY_TEST(fields_may_be_inherited),
        TOY_TEST(malformed_rows_are_refused),
        TOY_TEST(roots_and_settings_have_one_owner),
        TOY_TEST(keys_of_settings_are_told_apart),
        TOY_TEST(the_most_fields_a_row_may_have),
        TOY_TEST(rules_of_unregistered_types_do_not_spread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
