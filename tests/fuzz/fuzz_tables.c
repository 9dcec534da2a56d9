/* fuzz_tables.c -- bytes become the tables of a plugin: types with fields, rules, roots, settings,
 * a backend. Most are valid. Some have a mistake that registration can detect: NULL with a count,
 * sizes, offsets, names, flags. They are refused with a message, or nodes of the types are printed,
 * saved, read, compared and hashed. */
#include <stdio.h>
#include <stdlib.h>

#include <tunip/ext/backend.h>
#include <tunip/ext/ir_rules.h>

#include "backends/backends.h"
#include "fuzz.h"
#include "ir/visit.h"

enum { MOST_TYPES = 3, MOST_FIELDS = 4, MOST_RULES = 4, MOST_ROWS = 2, LARGEST_STATE = 64 };

/* All tables of one input. They are static, because types keep their ids and a process has a
 * limited number of ids. */
typedef struct tables {
    tunip_type types[MOST_TYPES];
    tunip_type *type_list[MOST_TYPES];
    tunip_field fields[MOST_TYPES][MOST_FIELDS];
    tunip_rule rules[MOST_RULES];
    tunip_root roots[MOST_TYPES];
    tunip_setting_row rows[MOST_ROWS], backend_rows[MOST_ROWS];
    tunip_dialect dialect;
    tunip_emit_fn emit[TUNIP_DOC__COUNT];
    tunip_backend backend;
} tables;

static tables all;

/* ---- choices: the first is the usual one ---- */

/* Nearly always 0, otherwise a number below `count`. */
static size_t rarely(fuzz_input *in, size_t count)
{
    uint8_t byte = fuzz_byte(in);
    return byte < 224 ? 0 : byte % count;
}

static const char *const bad_names[] = {NULL, "", "a\nb", "tir", "\x1b[31m", "a b", "f0", "%s%n"};

static const char *pick_name(fuzz_input *in, const char *usual)
{
    size_t bad = rarely(in, TUNIP_LEN(bad_names) + 1);
    return bad ? bad_names[bad - 1] : usual;
}

static size_t pick_size(fuzz_input *in, size_t usual)
{
    static const size_t odd[] = {0, 1, 4, 7, 9, 1 << 20, (size_t)1 << 40, SIZE_MAX, SIZE_MAX - 7};
    size_t bad = rarely(in, TUNIP_LEN(odd) + 1);
    return bad ? odd[bad - 1] : usual;
}

/* ---- types ---- */

static tunip_status from_text(tunip_graph *graph, tunip_str text, tunip_node *out,
                              tunip_error *error)
{
    (void)graph;
    (void)out;
    if (text.size < 40) return TUNIP_OK;
    return tunip_error_set(error, TUNIP_ERROR_FORMAT, "too long");
}

static tunip_str to_text(tunip_graph *graph, const tunip_node *node)
{
    (void)node;
    return tunip_graph_copy(graph, tunip_str_from("text"));
}

static const tunip_codec codecs[] = {
    {.from_text = from_text, .to_text = to_text}, {.to_text = to_text}, {.from_text = from_text}};

static bool no_parts(tunip_graph *scratch, const tunip_node *lhs, const tunip_node *rhs,
                     bool (*each)(const tunip_part *part, void *user), void *user)
{
    const tunip_part part = {"f0", NULL, rhs ? lhs : NULL, false};
    (void)scratch;
    return !rhs || each(&part, user);
}

static const tunip_type *pick_expected(fuzz_input *in, size_t before)
{
    const tunip_type *const types[] = {NULL,
                                       &tunip_any_type,
                                       &tunip_string_type,
                                       &tunip_array_type,
                                       &tunip_map_type,
                                       &tunip_int_type,
                                       &tunip_ir_object_type};
    size_t which = fuzz_choice(in, TUNIP_LEN(types) + MOST_TYPES);
    if (which < TUNIP_LEN(types)) return types[which];
    return which - TUNIP_LEN(types) <= before ? &all.types[which - TUNIP_LEN(types)] : NULL;
}

static void make_field(fuzz_input *in, tunip_field *field, size_t type, size_t at, size_t offset)
{
    static const char *const names[] = {"f0", "f1", "f2", "f3"};
    *field = (tunip_field){.name = pick_name(in, names[at])};
    field->kind = (uint8_t)(fuzz_byte(in) % 32 ? fuzz_choice(in, 5) : 5 + fuzz_choice(in, 250));
    field->offset = (uint16_t)pick_size(in, offset);
    field->flags = fuzz_byte(in) < 128 ? 0 : fuzz_byte(in);
    if (field->kind != TUNIP_KIND_NODE && fuzz_byte(in) < 240) return;
    field->expects = pick_expected(in, type);
    bool container = field->expects == &tunip_array_type || field->expects == &tunip_map_type;
    if (container || fuzz_byte(in) > 250) field->item = pick_expected(in, type);
    if (field->expects == &tunip_map_type) field->key = pick_expected(in, type);
}

static const tunip_type *pick_base(fuzz_input *in, size_t type)
{
    size_t which = fuzz_choice(in, 8);
    if (which < 3) return &tunip_ir_object_type;
    if (which == 3) return &tunip_string_type;
    return which - 4 < type ? &all.types[which - 4] : NULL;
}

static void make_type(fuzz_input *in, size_t at)
{
    static const char *const keys[] = {"fuzz.A", "fuzz.B", "fuzz.C"};
    tunip_type *type = &all.types[at];
    uint32_t id = type->id;
    *type = (tunip_type){.key = pick_name(in, keys[at]), .base = pick_base(in, at), .id = id};
    size_t begin = type->base ? type->base->size : sizeof(tunip_node);
    size_t count = fuzz_choice(in, MOST_FIELDS + 1);
    begin = (begin + 7) & ~(size_t)7;
    for (size_t i = 0; i < count; i++) make_field(in, &all.fields[at][i], at, i, begin + 8 * i);
    type->fields = rarely(in, 2) || !count ? NULL : all.fields[at];
    type->field_count = (uint16_t)count;
    type->equality = (uint8_t)fuzz_choice(in, 7);
    type->flags = (uint8_t)(fuzz_byte(in) < 192 ? 0 : fuzz_byte(in));
    type->size = (uint32_t)pick_size(in, begin + 8 * count);
    if (type->size > 1 << 24) type->size = 1 << 24; /* because many nodes of that size are made */
    type->codec = rarely(in, 2) ? &codecs[fuzz_choice(in, TUNIP_LEN(codecs))] : NULL;
    type->parts = rarely(in, 2) ? no_parts : NULL;
}

/* ---- rules ---- */

static const tunip_doc *rule_null(tunip_docsifier *d, const tunip_node *node,
                                  const tunip_path *path)
{
    (void)d;
    (void)node;
    (void)path;
    return NULL;
}

static const tunip_doc *rule_itself(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    return tunip_docsify(d, node, path);
}

static const tunip_doc *rule_metadata(tunip_docsifier *d, const tunip_node *node,
                                      const tunip_path *path)
{
    return tunip_metadata(d, node, path);
}

static const tunip_doc *rule_fields(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    const tunip_field *field = tunip_type_field(node->type, "f0");
    if (!field) return tunip_doc_int(d, -1, path);
    const tunip_doc *value = tunip_docsify_field(d, node, field, path);
    return tunip_prefixed_call(d, &all.dialect, "f", TUNIP_DOCS(d, value));
}

static const tunip_doc *rule_frame(tunip_docsifier *d, const tunip_node *node,
                                   const tunip_path *path)
{
    tunip_frame frame;
    tunip_frame_enter(d, &frame, &all.dialect, node);
    tunip_frame_token(d, &frame, "fuzz");
    const tunip_doc *id = tunip_define(d, &frame, node, tunip_str_from("x"));
    tunip_frame_add(d, &frame, tunip_doc_expr_stmt_new(d, TUNIP_ROLE_EFFECT, id));
    tunip_frame_leave(d, &frame);
    (void)path;
    return tunip_doc_block_new(d, tunip_frame_body(d, &frame, NULL));
}

static const tunip_doc *rule_left_twice(tunip_docsifier *d, const tunip_node *node,
                                        const tunip_path *path)
{
    tunip_frame frame;
    tunip_frame_enter(d, &frame, &all.dialect, node);
    tunip_frame_leave(d, &frame);
    tunip_frame_leave(d, &frame);
    return tunip_doc_none(d, path);
}

static const tunip_doc *rule_state(tunip_docsifier *d, const tunip_node *node,
                                   const tunip_path *path)
{
    char *state = tunip_job_state(d, &all.dialect);
    (void)node;
    if (state && all.dialect.state_size <= LARGEST_STATE)
        memset(state, state[0] + 1, all.dialect.state_size);
    tunip_report(d, TUNIP_ISSUE_MALFORMED, path, "%s", "a remark\n\x1b[31m");
    return tunip_doc_int(d, state && all.dialect.state_size ? state[0] : 0, path);
}

static const tunip_rule_fn rule_fns[] = {rule_fields,   rule_null,  rule_itself,     NULL,
                                         rule_metadata, rule_frame, rule_left_twice, rule_state};

static const tunip_type *pick_type(fuzz_input *in)
{
    size_t which = fuzz_choice(in, MOST_TYPES + 1);
    if (which < MOST_TYPES) return &all.types[which];
    return rarely(in, 2) ? &tunip_string_type : rarely(in, 2) ? NULL : &all.types[0];
}

static void make_rule(fuzz_input *in, tunip_rule *rule)
{
    static const char *const fields[] = {NULL, "f0",  "f0 f1", "k=f0",      "",
                                         "f9", "=f0", "f0=",   "k=f0 k=f1", " f0  f1 "};
    *rule = (tunip_rule){.type = pick_type(in)};
    rule->token = fuzz_byte(in) < 200 ? "" : pick_name(in, "fuzz");
    rule->form = (tunip_rule_form)(fuzz_byte(in) < 250 ? fuzz_choice(in, 5) : 77);
    rule->name =
        rule->form == TUNIP_RULE_CALL || rule->form == TUNIP_RULE_NAME ? pick_name(in, "f") : NULL;
    rule->fields = fields[fuzz_choice(in, TUNIP_LEN(fields))];
    rule->fn = rule->form == TUNIP_RULE_CUSTOM || rarely(in, 2)
                   ? rule_fns[fuzz_choice(in, TUNIP_LEN(rule_fns))]
                   : NULL;
}

static void make_row(fuzz_input *in, tunip_setting_row *row, size_t at)
{
    static const char *const names[] = {"first", "second"};
    static const char *const initial[] = {"true", "int32", "name", "", "\n", NULL};
    *row = (tunip_setting_row){.name = pick_name(in, names[at])};
    row->alias = rarely(in, 2) ? pick_name(in, "tir_prefix") : NULL;
    row->kind = (tunip_setting_kind)(fuzz_byte(in) < 250 ? fuzz_choice(in, 3) : 9);
    row->offset = pick_size(in, 8 * at);
    row->initial = initial[fuzz_byte(in) < 200 ? row->kind % 3 : fuzz_choice(in, 6)];
    row->help = rarely(in, 2) ? pick_name(in, "help") : NULL;
}

/* ---- the dialect ---- */

static void make_dialect(fuzz_input *in)
{
    tunip_dialect *d = &all.dialect;
    size_t types = fuzz_choice(in, MOST_TYPES + 1), rules = fuzz_choice(in, MOST_RULES + 1);
    size_t roots = fuzz_choice(in, 2), rows = fuzz_choice(in, MOST_ROWS + 1);
    for (size_t i = 0; i < MOST_TYPES; i++) {
        make_type(in, i);
        all.type_list[i] = rarely(in, 2) ? NULL : &all.types[i];
    }
    for (size_t i = 0; i < rules; i++) make_rule(in, &all.rules[i]);
    for (size_t i = 0; i < roots; i++)
        all.roots[i] = (tunip_root){pick_type(in), pick_name(in, "fuzz"), fuzz_byte(in) & 1, NULL};
    for (size_t i = 0; i < rows; i++) make_row(in, &all.rows[i], i);
    *d = (tunip_dialect){.abi = rarely(in, 2) ? 7 : TUNIP_DIALECT_ABI,
                         .size = (uint32_t)pick_size(in, sizeof *d),
                         .row_sizes = {(uint16_t)pick_size(in, sizeof(tunip_rule)),
                                       (uint16_t)pick_size(in, sizeof(tunip_root)),
                                       (uint16_t)pick_size(in, sizeof(tunip_account)), 0},
                         .name = pick_name(in, "fuzz"),
                         .prefix = fuzz_byte(in) & 1 ? pick_name(in, "F") : NULL,
                         .import = fuzz_byte(in) & 1 ? pick_name(in, "import fuzz as %s") : NULL,
                         .types = rarely(in, 2) ? NULL : all.type_list,
                         .type_count = types,
                         .rules = rarely(in, 2) ? NULL : all.rules,
                         .rule_count = rules,
                         .roots = rarely(in, 2) ? NULL : all.roots,
                         .root_count = roots,
                         .settings = rarely(in, 2) ? NULL : all.rows,
                         .setting_count = rows,
                         .settings_size = pick_size(in, 8 * rows),
                         .state_size = pick_size(in, fuzz_choice(in, LARGEST_STATE))};
}

/* ---- the backend ---- */

static void emit_name(tunip_writer *w, const tunip_doc *doc)
{
    size_t count;
    tunip_writer_namespaces(w, &count);
    tunip_writer_namespace(w, doc);
    tunip_write_name(w, tunip_str_from("a b"));
}

static void emit_layout(tunip_writer *w, const tunip_doc *doc)
{
    (void)doc;
    tunip_write_dedent(w);
    tunip_write_newline(w);
    tunip_write_aside_end(w);
    tunip_write_indent(w);
    tunip_write_aside_begin(w);
    tunip_write_blank_line(w);
    tunip_write_comment(w, "# ", tunip_str_from("a\nb"));
}

static void emit_state(tunip_writer *w, const tunip_doc *doc)
{
    char *state = tunip_writer_state(w);
    (void)doc;
    if (state && all.backend.state_size <= LARGEST_STATE) memset(state, 1, all.backend.state_size);
    tunip_writer_settings(w);
}

static void emit_failure(tunip_writer *w, const tunip_doc *doc)
{
    tunip_writer_fail(w, "no %d\n", doc->kind);
}

static void emit_member(tunip_writer *w, const tunip_doc *around, const tunip_doc *member,
                        tunip_member_part part)
{
    (void)around;
    if (part == TUNIP_MEMBER_ITSELF) tunip_emit(w, member);
}

static void emit_metadata(tunip_writer *w, tunip_str saved)
{
    tunip_write_quoted(w, saved, '\'');
    tunip_write(w, "\n", 1);
}

static const tunip_emit_fn odd_emitters[] = {emit_name, emit_layout, emit_state, emit_failure,
                                             NULL};

static void make_backend(fuzz_input *in)
{
    static const size_t sizes[] = {sizeof(tunip_backend), offsetof(tunip_backend, settings),
                                   offsetof(tunip_backend, emit_root),
                                   offsetof(tunip_backend, emit_member)};
    tunip_backend *b = &all.backend;
    size_t rows = fuzz_choice(in, MOST_ROWS + 1);
    memcpy(all.emit, tunip_backend_text.emit, sizeof all.emit);
    for (size_t odd = fuzz_choice(in, 4); odd > 0; odd--)
        all.emit[fuzz_choice(in, TUNIP_DOC__COUNT)] =
            odd_emitters[fuzz_choice(in, TUNIP_LEN(odd_emitters))];
    for (size_t i = 0; i < rows; i++) make_row(in, &all.backend_rows[i], i);
    *b = (tunip_backend){.abi = rarely(in, 2) ? 7 : TUNIP_BACKEND_ABI,
                         .size = (uint32_t)pick_size(in, sizes[fuzz_choice(in, 4)]),
                         .name = pick_name(in, "fuzzed"),
                         .summary = pick_name(in, "of a fuzz target"),
                         .emit = rarely(in, 2) ? NULL : all.emit,
                         .kind_count = pick_size(in, TUNIP_DOC__COUNT),
                         .emit_metadata = fuzz_byte(in) & 1 ? emit_metadata : NULL,
                         .settings = rarely(in, 2) ? NULL : all.backend_rows,
                         .setting_count = rows,
                         .settings_size = pick_size(in, 8 * rows),
                         .emit_root = fuzz_byte(in) > 240 ? emit_layout : NULL,
                         .state_size = pick_size(in, fuzz_choice(in, LARGEST_STATE)),
                         .is_reserved = fuzz_byte(in) & 1 ? tunip_is_literal : NULL,
                         .flags =
                             fuzz_byte(in) > 200 ? 1u << fuzz_choice(in, 32) : fuzz_byte(in) & 127u,
                         .emit_member = fuzz_byte(in) & 1 ? emit_member : NULL,
                         .indent_spaces = (int)(int8_t)fuzz_byte(in)};
    /* The functions of the text backend use its settings, so the size of the settings must be
     * right. */
}

/* ---- nodes ---- */

static tunip_node *make_value(fuzz_input *in, tunip_graph *graph, const tunip_type *expects,
                              tunip_node *before)
{
    tunip_node *const values[] = {NULL,
                                  &tunip_string_new(graph, "a\n\x1b")->base,
                                  &tunip_int_new(graph, 7)->base,
                                  &tunip_array_new(graph, 0, NULL)->base,
                                  &tunip_map_new(graph, 0, NULL)->base,
                                  before};
    tunip_node *value = values[fuzz_choice(in, TUNIP_LEN(values))];
    bool fits = !expects || expects == &tunip_any_type || tunip_is_a(value, expects);
    return fits ? value : NULL;
}

static void fill(fuzz_input *in, tunip_graph *graph, tunip_node *node, const tunip_type *type,
                 tunip_node *before)
{
    for (size_t i = 0; i < type->field_count; i++) {
        const tunip_field *field = &type->fields[i];
        void *at = (char *)node + field->offset;
        tunip_node *value = make_value(in, graph, field->expects, before);
        double real = 0.5;
        int64_t integer = (int8_t)fuzz_byte(in);
        if (field->kind == TUNIP_KIND_NODE) memcpy(at, &value, sizeof value);
        if (field->kind == TUNIP_KIND_INT) memcpy(at, &integer, sizeof integer);
        if (field->kind == TUNIP_KIND_FLOAT) memcpy(at, &real, sizeof real);
        if (field->kind == TUNIP_KIND_BOOL) *(bool *)at = integer & 1;
        if (field->kind == TUNIP_KIND_DTYPE) *(tunip_dtype *)at = tunip_dtype_make(0, 32, 1);
    }
}

/* An array with a node of each type. */
static tunip_array *make_nodes(fuzz_input *in, tunip_graph *graph)
{
    tunip_node *nodes[MOST_TYPES + 1] = {NULL};
    size_t count = all.dialect.type_count;
    for (size_t i = 0; i < count; i++) {
        nodes[i] = tunip_node_new(graph, &all.types[i]);
        FUZZ_CHECK(nodes[i]);
        if (tunip_is_a(nodes[i], &tunip_string_type)) continue;
        for (const tunip_type *t = &all.types[i]; t; t = t->base)
            fill(in, graph, nodes[i], t, i ? nodes[i - 1] : NULL);
    }
    return tunip_array_new(graph, count, (void *const *)(void *)nodes);
}

/* ---- what is done with them ---- */

static void check_status(tunip_status status, const tunip_error *error)
{
    FUZZ_CHECK((status == TUNIP_OK) == (error->code == TUNIP_OK));
    FUZZ_CHECK(status == TUNIP_OK || error->message[0]);
    fuzz_drop(error->message, strlen(error->message), NULL);
}

static void print(tunip_context *context, const tunip_node *root, const char *backend, bool meta)
{
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_printed *printed = NULL;
    options.backend = backend;
    options.show_meta = meta;
    options.no_source_map = meta;
    check_status(tunip_print(context, root, &options, &printed, &error), &error);
    tunip_printed_free(printed);
}

static void compare(tunip_context *context, const tunip_node *a, const tunip_node *b)
{
    tunip_comparison *c;
    tunip_script *script;
    uint64_t hash;
    tunip_error error = TUNIP_ERROR_INIT;
    check_status(tunip_equal(context, a, b, NULL, &c, &error), &error);
    tunip_comparison_free(c);
    error = (tunip_error)TUNIP_ERROR_INIT;
    check_status(tunip_hash(context, a, NULL, &hash, &error), &error);
    error = (tunip_error)TUNIP_ERROR_INIT;
    check_status(tunip_diff(context, a, b, NULL, &script, &error), &error);
    tunip_script_free(script);
}

static void use(fuzz_input *in, tunip_context *context)
{
    tunip_graph *graph = tunip_graph_new(context, NULL);
    tunip_error error = TUNIP_ERROR_INIT;
    const tunip_node *root = &make_nodes(in, graph)->base, *other = &make_nodes(in, graph)->base;
    compare(context, root, other);
    check_status(tunip_save(context, root, fuzz_drop, NULL, &error), &error);
    for (size_t i = 0; i < 4; i++) {
        const tunip_backend *backend = tunip_context_backend(context, i);
        if (backend) print(context, root, backend->name, fuzz_byte(in) & 1);
    }
    if (all.dialect.type_count)
        print(context, ((const tunip_array *)root)->items[0], "text", false);
    tunip_graph_free(graph);
}

/* Registers the dialect and the backend; either may be refused. */
static bool register_all(fuzz_input *in, tunip_context *context)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_status status = TUNIP_OK;
    check_status(tunip_context_add_backend(context, &tunip_backend_text, &error), &error);
    check_status(tunip_context_add_backend(context, &tunip_backend_python, &error), &error);
    if (fuzz_byte(in) & 1) status = tunip_context_add_dialect(context, &tunip_dialect_ir, &error);
    check_status(status, &error);
    check_status(tunip_context_add_backend(context, &all.backend, &error), &error);
    error = (tunip_error)TUNIP_ERROR_INIT;
    status = tunip_context_add_dialect(context, &all.dialect, &error);
    check_status(status, &error);
    return status == TUNIP_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in = {data, data + size};
    tunip_context *context = tunip_context_new_empty(NULL, NULL);
    FUZZ_CHECK(context);
    make_dialect(&in);
    make_backend(&in);
    if (register_all(&in, context)) {
        /* Registration sets these members when it gives a type its id. */
        for (size_t i = 0; i < all.dialect.type_count; i++) tn_visit_prepare(&all.types[i]);
        use(&in, context);
    }
    tunip_context_free(context);
    return 0;
}
