/* pattern_text.c -- reads and prints patterns. */
#include "pattern_text.h"

#include <stdio.h>
#include <stdlib.h>

#include "expr.h"
#include "json.h"

/* ---- names of patterns: the form of their arguments ---- */

/* Each letter is one argument: p a pattern, q one without bars, l a list of patterns, i a number,
 * n a name, t a type, s a shape, d a dtype, a attributes. Other characters stand between arguments:
 * ',' and '|', and words such as " has type ". */
static const struct form {
    const char *name;
    tunip_type *type;
    const char *args;
    const char *fields; /* one for each argument, separated by blanks */
} forms[] = {
    {"CallPatternNode", &cg_call_pattern_type, "p,l", "op args"},
    {"AltPattern", &cg_alt_pattern_type, "q|q", "left right"},
    {"TupleGetItemPatternNode", &cg_tuple_item_pattern_type, "p,i", "tuple index"},
    {"TuplePattern", &cg_tuple_pattern_type, "l", "fields"},
    {"ConstantPattern", &cg_constant_pattern_type, "", ""},
    {"VarPattern", &cg_var_pattern_type, "n", "name"},
    {"FunctionPatternNode", &cg_function_pattern_type, "l,p", "params body"},
    {"LetPatternNode", &cg_let_pattern_type, "p,p,p", "var value body"},
    {"IfPattern", &cg_if_pattern_type, "p,p,p", "cond true_branch false_branch"},
    {"TypePattern", &cg_type_pattern_type, "p has type t", "pattern type"},
    {"ShapePattern", &cg_shape_pattern_type, "p has shape s", "pattern shape"},
    {"DataTypePattern", &cg_dtype_pattern_type, "p has dtype d", "pattern dtype"},
    {"AttrPattern", &cg_attr_pattern_type, "p has attributes a", "pattern attrs"},
    {"DominatorPattern", &cg_dominator_pattern_type, "p,p,p", "parent path child"},
};

/* The next field of a form, and moves on to the one behind it. */
static const tunip_field *next_field(const struct form *form, const char **fields)
{
    char name[32];
    size_t size = strcspn(*fields, " ");
    memcpy(name, *fields, size);
    name[size] = '\0';
    *fields += size + ((*fields)[size] == ' ');
    return tunip_type_field(form->type, name);
}

/* ---- printing ---- */

typedef struct printer {
    cg_buffer *out;
    tunip_context *context;
    cg_map ids; /* from patterns to 1 + their numbers */
} printer;

static void say_pattern(printer *p, const tunip_node *pattern);

static void say_list(printer *p, const tunip_array *list)
{
    cg_say(p->out, "[");
    for (size_t i = 0; i < tunip_array_count(list); i++) {
        cg_say(p->out, "%s", i ? ", " : "");
        say_pattern(p, list->items[i]);
    }
    cg_say(p->out, "]");
}

static void say_numbers(printer *p, const tunip_array *list)
{
    cg_say(p->out, "(");
    for (size_t i = 0; i < tunip_array_count(list); i++) {
        const tunip_ir_int_imm *dim = TUNIP_AS(tunip_ir_int_imm, list->items[i]);
        cg_say(p->out, "%s%lld", i ? ", " : "", dim ? (long long)dim->value : -1LL);
    }
    cg_say(p->out, ")");
}

static void say_value(printer *p, const tunip_node *value)
{
    const tunip_array *list = TUNIP_AS(tunip_array, value);
    const tunip_int *number = TUNIP_AS(tunip_int, value);
    const tunip_ir_int_imm *imm = TUNIP_AS(tunip_ir_int_imm, value);
    tunip_str text = tunip_string_value(value);
    if (number || imm)
        cg_say(p->out, "%lld", (long long)(number ? number->value : imm->value));
    else if (tunip_is(value, &tunip_bool_type))
        cg_say(p->out, ((const tunip_bool *)value)->value ? "true" : "false");
    else if (tunip_is(value, &tunip_float_type))
        cg_say(p->out, "%.17g", ((const tunip_float *)value)->value);
    else if (tunip_is(value, &tunip_string_type))
        cg_say(p->out, "\"%.*s\"", (int)text.size, text.data ? text.data : "");
    else if (!list)
        cg_node_say(p->out, p->context, value);
    for (size_t i = 0; list && i < list->count; i++) {
        cg_say(p->out, "%s", i ? ", " : "[");
        say_value(p, list->items[i]);
    }
    if (list) cg_say(p->out, list->count ? "]" : "[]");
}

static void say_attrs(printer *p, const tunip_ir_dict_attrs *attrs)
{
    const tunip_map *map = attrs ? attrs->dict : NULL;
    cg_say(p->out, "{");
    for (size_t i = 0; i < tunip_map_count(map); i++) {
        tunip_str key = tunip_string_value(map->entries[i].key);
        cg_say(p->out, "%s\"%.*s\": ", i ? ", " : "", (int)key.size, key.data);
        say_value(p, map->entries[i].value);
    }
    cg_say(p->out, "}");
}

static void say_arg(printer *p, const tunip_node *pattern, const tunip_field *field, char kind)
{
    char dtype[TUNIP_DTYPE_NAME_SIZE];
    const void *at = tunip_field_at(pattern, field);
    const tunip_node *node =
        field->kind == TUNIP_KIND_NODE ? tunip_field_node(pattern, field) : NULL;
    switch (kind) {
    case 'p':
    case 'q':
        say_pattern(p, node);
        break;
    case 'l':
        say_list(p, (const tunip_array *)node);
        break;
    case 's':
        say_numbers(p, (const tunip_array *)node);
        break;
    case 'a':
        say_attrs(p, (const tunip_ir_dict_attrs *)node);
        break;
    case 'n':
        cg_put(p->out, tunip_string_value(node));
        break;
    case 'i':
        cg_say(p->out, "%lld", (long long)*(const int64_t *)at);
        break;
    case 't':
        cg_node_say(p->out, p->context, node);
        break;
    default:
        tunip_dtype_name(*(const tunip_dtype *)at, dtype);
        cg_say(p->out, "%s", dtype);
    }
}

/* Between arguments: a comma with a blank, a bar with blanks around it, or words. */
static size_t say_between(cg_buffer *out, const char *args)
{
    size_t size = *args == ' ' ? strlen(args) - 1 : 1;
    if (*args == ',' || *args == '|')
        cg_say(out, *args == ',' ? ", " : " | ");
    else
        cg_put(out, (tunip_str){args, size});
    return size;
}

static void say_form(printer *p, const struct form *form, const tunip_node *pattern, size_t id)
{
    const char *fields = form->fields;
    if (pattern->type != &cg_var_pattern_type && pattern->type != &cg_constant_pattern_type)
        cg_say(p->out, "(id %zu): ", id);
    cg_say(p->out, "%s(", form->name);
    for (const char *args = form->args; *args; args++) {
        const tunip_field *field = next_field(form, &fields);
        if (field) say_arg(p, pattern, field, *args);
        if (args[1]) args += say_between(p->out, args + 1);
    }
    cg_say(p->out, ")");
}

static void say_pattern(printer *p, const tunip_node *pattern)
{
    size_t known = (size_t)(uintptr_t)cg_map_get(&p->ids, pattern), id = p->ids.count;
    const cg_expr_pattern *expr = TUNIP_AS(cg_expr_pattern, pattern);
    tunip_str name = cg_operator_name(expr ? expr->expr : NULL);
    if (known) {
        cg_say(p->out, "(invoke pattern id %zu)", known - 1);
        return;
    }
    if (!pattern || !cg_map_put(&p->ids, pattern, (const void *)(uintptr_t)(id + 1))) return;
    if (name.size)
        cg_say(p->out, "Op(%.*s)", (int)name.size, name.data);
    else if (expr)
        cg_node_say(p->out, p->context, expr->expr);
    if (tunip_is(pattern, &cg_wildcard_pattern_type)) cg_say(p->out, "*");
    for (size_t i = 0; i < TUNIP_LEN(forms); i++)
        if (pattern->type == forms[i].type) say_form(p, &forms[i], pattern, id);
}

void cg_pattern_say(cg_buffer *out, tunip_context *context, const tunip_node *pattern)
{
    cg_memory scratch = {.chunks = NULL};
    printer p = {.out = out, .context = context, .ids = {.memory = &scratch}};
    say_pattern(&p, pattern);
    cg_memory_free(&scratch);
}

/* ---- reading ---- */

typedef struct reader {
    tunip_graph *graph;
    cg_memory memory;
    const char *begin, *at, *end;
    cg_exprs ids; /* patterns in the order in which they begin, as TVM numbers them */
    unsigned depth;
    tunip_error *error;
} reader;

enum { MOST_DEPTH = 1000 };

static tunip_node *fail(reader *r, const char *expected)
{
    size_t size = 0;
    while (size < 20 && r->at + size < r->end && r->at[size] != '\n') size++;
    tunip_error_set(r->error, TUNIP_ERROR_SYNTAX,
                    size ? "expected %s at `%.*s` in a pattern"
                         : "expected %s at the end of a pattern",
                    expected, (int)size, r->at);
    if (r->error) r->error->offset = (size_t)(r->at - r->begin);
    return NULL;
}

static void skip_blanks(reader *r)
{
    while (r->at < r->end && strchr(" \t\r\n", *r->at)) r->at++;
}

/* Skips a word or a sign, and blanks before it. */
static bool skip(reader *r, const char *word)
{
    size_t size = strlen(word);
    skip_blanks(r);
    if ((size_t)(r->end - r->at) < size || memcmp(r->at, word, size) != 0) return false;
    r->at += size;
    return true;
}

static bool need(reader *r, const char *word)
{
    char quoted[32];
    snprintf(quoted, sizeof quoted, "`%s`", word);
    return skip(r, word) || fail(r, quoted);
}

static tunip_str read_name(reader *r)
{
    skip_blanks(r);
    const char *begin = r->at;
    while (r->at < r->end &&
           (tunip_is_name_part(*r->at) ||
            (*r->at == '.' && r->at > begin && r->at + 1 < r->end && tunip_is_letter(r->at[1]))))
        r->at++;
    return (tunip_str){begin, (size_t)(r->at - begin)};
}

static bool read_number(reader *r, int64_t *out)
{
    char digits[24];
    size_t size = 0;
    skip_blanks(r);
    while (r->at < r->end && size + 1 < sizeof digits &&
           (tunip_is_digit(*r->at) || (*r->at == '-' && !size)))
        digits[size++] = *r->at++;
    digits[size] = '\0';
    *out = strtoll(digits, NULL, 10);
    return (size && digits[size - 1] != '-') || fail(r, "a number");
}

static tunip_node *read_item(reader *r);
static tunip_node *read_alternatives(reader *r);

static tunip_array *read_list(reader *r, const char *open, const char *close)
{
    tunip_node **items = NULL;
    size_t count = 0;
    if (!need(r, open)) return NULL;
    while (!skip(r, close)) {
        if (count && !need(r, ",")) return NULL;
        tunip_node *item = read_alternatives(r);
        if (!item || !CG_PUSH(&r->memory, items, count, item)) return NULL;
    }
    return tunip_array_new(r->graph, count, (void *const *)items);
}

static tunip_array *read_shape(reader *r)
{
    tunip_node **items = NULL;
    size_t count = 0;
    int64_t number;
    if (!need(r, "(")) return NULL;
    while (!skip(r, ")")) {
        tunip_ir_int_imm *dim = tunip_node_new(r->graph, &tunip_ir_int_imm_type);
        if ((count && !need(r, ",")) || !read_number(r, &number) || !dim) return NULL;
        dim->base.dtype = TUNIP_INT(32);
        dim->value = number;
        if (!CG_PUSH(&r->memory, items, count, (tunip_node *)dim)) return NULL;
    }
    return tunip_array_new(r->graph, count, (void *const *)items);
}

static bool read_dtype(reader *r, tunip_dtype *out)
{
    return tunip_dtype_parse(read_name(r), out) || fail(r, "a dtype");
}

static tunip_node *read_type(reader *r)
{
    tunip_relay_tensor_type *type = tunip_node_new(r->graph, &tunip_relay_tensor_type_type);
    if (!type) return NULL;
    if (!skip(r, "Tensor[")) {
        type->shape = tunip_array_new(r->graph, 0, NULL);
        return read_dtype(r, &type->dtype) ? (tunip_node *)type : NULL;
    }
    type->shape = read_shape(r);
    return type->shape && need(r, ",") && read_dtype(r, &type->dtype) && need(r, "]")
               ? (tunip_node *)type
               : NULL;
}

static tunip_node *value_node(reader *r, const cg_value *value)
{
    tunip_node **items = NULL;
    size_t count = 0;
    switch (value->kind) {
    case TUNIP_JSON_STRING:
        return (tunip_node *)tunip_string_new_view(r->graph, value->text);
    case TUNIP_JSON_TRUE:
    case TUNIP_JSON_FALSE:
        return (tunip_node *)tunip_bool_new(r->graph, value->kind == TUNIP_JSON_TRUE);
    case TUNIP_JSON_INT:
        return (tunip_node *)tunip_int_new(r->graph, (int64_t)value->number);
    case TUNIP_JSON_OPEN_ARRAY:
        break;
    default:
        return (tunip_node *)tunip_float_new(r->graph, value->number);
    }
    for (size_t i = 0; i < value->count; i++)
        if (!CG_PUSH(&r->memory, items, count, value_node(r, value->members[i].value))) return NULL;
    return (tunip_node *)tunip_array_new(r->graph, count, (void *const *)items);
}

/* An object of JSON; braces in it are balanced. */
static tunip_node *read_attrs(reader *r)
{
    size_t depth = 0;
    skip_blanks(r);
    const char *begin = r->at;
    if (begin == r->end || *begin != '{') return fail(r, "`{`");
    do {
        if (r->at == r->end) return fail(r, "`}`");
        depth += *r->at == '{';
        depth -= *r->at++ == '}';
    } while (depth && depth != SIZE_MAX);
    tunip_str text = {begin, (size_t)(r->at - begin)};
    tunip_source *source = tunip_source_new(NULL, tunip_str_from("pattern"), text, r->error);
    cg_file file = {.source = source, .error = r->error};
    const cg_value *value = source && cg_file_parse(&file, &r->memory) ? file.root : NULL;
    if (!value && r->error) r->error->offset += (size_t)(begin - r->begin);
    cg_file_close(&file);
    void **entries = value ? CG_NEW(&r->memory, void *, 2 * value->count + 1) : NULL;
    for (size_t i = 0; entries && i < value->count; i++) {
        entries[2 * i] = tunip_string_new_view(r->graph, value->members[i].key);
        entries[2 * i + 1] = value_node(r, value->members[i].value);
    }
    return entries ? (tunip_node *)tunip_ir_dict_attrs_new(r->graph, value->count, entries) : NULL;
}

static bool set_node(tunip_node *pattern, const tunip_field *field, void *node)
{
    memcpy((char *)pattern + field->offset, &node, sizeof node);
    return node != NULL;
}

static bool read_arg(reader *r, tunip_node *pattern, const tunip_field *field, char kind)
{
    void *at = (char *)pattern + field->offset;
    switch (kind) {
    case 'p':
        return set_node(pattern, field, read_alternatives(r));
    case 'q':
        return set_node(pattern, field, read_item(r));
    case 'l':
        return set_node(pattern, field, read_list(r, "[", "]"));
    case 's':
        return set_node(pattern, field, read_shape(r));
    case 'a':
        return set_node(pattern, field, read_attrs(r));
    case 't':
        return set_node(pattern, field, read_type(r));
    case 'n':
        return set_node(pattern, field, tunip_string_new_view(r->graph, read_name(r)));
    case 'i':
        return read_number(r, at);
    default:
        return read_dtype(r, at);
    }
}

static tunip_node *read_form(reader *r, const struct form *form)
{
    tunip_node *made = tunip_node_new(r->graph, form->type);
    const char *fields = form->fields;
    if (!made || !need(r, "(")) return NULL;
    for (const char *args = form->args; *args; args++) {
        char word[32] = "";
        if (!read_arg(r, made, next_field(form, &fields), *args)) return NULL;
        if (!args[1]) break;
        size_t size = args[1] == ' ' ? strlen(args + 1) - 1 : 1;
        memcpy(word, args + 1 + (args[1] == ' '), size - (args[1] == ' '));
        if (args[1] == ' ') word[size - 2] = '\0'; /* without the blank at the end */
        if (!need(r, word)) return NULL;
        args += size;
    }
    return need(r, ")") ? made : NULL;
}

static tunip_node *new_operator(reader *r, tunip_str name)
{
    cg_expr_pattern *made = tunip_node_new(r->graph, &cg_expr_pattern_type);
    tunip_ir_op *op = tunip_node_new(r->graph, &tunip_ir_op_type);
    if (!made || !op || !name.size) return name.size ? NULL : fail(r, "the name of an operator");
    op->name = tunip_string_new_view(r->graph, name);
    made->expr = (tunip_node *)op;
    return (tunip_node *)made;
}

/* `nn.relu(*)`, or the operator alone. */
static tunip_node *read_operator(reader *r, tunip_str name)
{
    tunip_node *op = new_operator(r, name);
    skip_blanks(r);
    if (!op || r->at == r->end || *r->at != '(') return op;
    cg_call_pattern *call = tunip_node_new(r->graph, &cg_call_pattern_type);
    if (!call) return NULL;
    call->op = op;
    call->args = read_list(r, "(", ")");
    return call->args ? (tunip_node *)call : NULL;
}

static tunip_node *read_named(reader *r)
{
    tunip_str name = read_name(r);
    if (!name.size) return fail(r, "a pattern");
    if (tunip_str_is(name, "const")) return tunip_node_new(r->graph, &cg_constant_pattern_type);
    if (tunip_str_is(name, "Op")) {
        tunip_node *op = need(r, "(") ? new_operator(r, read_name(r)) : NULL;
        return op && need(r, ")") ? op : NULL;
    }
    for (size_t i = 0; i < TUNIP_LEN(forms); i++)
        if (tunip_str_is(name, forms[i].name)) return read_form(r, &forms[i]);
    return read_operator(r, name);
}

static tunip_node *find_id(reader *r, int64_t id)
{
    if (id < 0 || (size_t)id >= r->ids.count || !r->ids.items[id])
        return fail(r, "the id of a pattern before it");
    return (tunip_node *)(uintptr_t)r->ids.items[id];
}

/* "(id 3): p", "(invoke pattern id 3)", or a tuple. */
static tunip_node *read_bracket(reader *r)
{
    int64_t id;
    const char *begin = r->at;
    if (skip(r, "(invoke pattern id ")) {
        bool fine = read_number(r, &id) && need(r, ")");
        return fine ? find_id(r, id) : NULL;
    }
    if (skip(r, "(id "))
        return read_number(r, &id) && need(r, ")") && need(r, ":") ? read_item(r) : NULL;
    r->at = begin;
    cg_tuple_pattern *tuple = tunip_node_new(r->graph, &cg_tuple_pattern_type);
    if (!tuple) return NULL;
    tuple->fields = read_list(r, "(", ")");
    return tuple->fields ? (tunip_node *)tuple : NULL;
}

static tunip_node *read_plain(reader *r)
{
    if (skip(r, "*")) return tunip_node_new(r->graph, &cg_wildcard_pattern_type);
    if (!skip(r, "%")) return read_named(r);
    cg_var_pattern *var = tunip_node_new(r->graph, &cg_var_pattern_type);
    if (var) var->name = tunip_string_new_view(r->graph, read_name(r));
    return (tunip_node *)var;
}

static tunip_node *read_numbered(reader *r)
{
    size_t id = r->ids.count;
    const tunip_node *none = NULL;
    if (!CG_PUSH(&r->memory, r->ids.items, r->ids.count, none)) return NULL;
    tunip_node *made = read_plain(r);
    r->ids.items[id] = made;
    return made;
}

static tunip_node *read_items(reader *r)
{
    skip_blanks(r);
    bool has_bracket = r->at < r->end && *r->at == '(';
    tunip_node *made = has_bracket ? read_bracket(r) : read_numbered(r);
    while (made && r->at + 1 < r->end && *r->at == '.' && tunip_is_digit(r->at[1])) {
        cg_tuple_item_pattern *item = tunip_node_new(r->graph, &cg_tuple_item_pattern_type);
        r->at++;
        if (!item || !read_number(r, &item->index)) return NULL;
        item->tuple = made;
        made = (tunip_node *)item;
    }
    return made;
}

static tunip_node *read_item(reader *r)
{
    if (++r->depth > MOST_DEPTH) return fail(r, "a pattern that is less deep");
    tunip_node *made = read_items(r);
    r->depth--;
    return made;
}

static tunip_node *read_alternatives(reader *r)
{
    tunip_node *made = read_item(r);
    while (made && skip(r, "|")) {
        cg_alt_pattern *alt = tunip_node_new(r->graph, &cg_alt_pattern_type);
        tunip_node *right = read_item(r);
        if (!alt || !right) return NULL;
        alt->left = made;
        alt->right = right;
        made = (tunip_node *)alt;
    }
    return made;
}

const tunip_node *cg_pattern_read(tunip_graph *graph, tunip_str text, tunip_error *error)
{
    reader r = {.graph = graph,
                .begin = text.data,
                .at = text.data,
                .end = text.data + text.size,
                .error = error};
    skip(&r, "Main pattern:");
    tunip_node *made = read_alternatives(&r);
    skip_blanks(&r);
    bool is_whole = r.at == r.end || skip(&r, "Auxiliary patterns:");
    if (made && !is_whole) made = fail(&r, "the end");
    if (!made) tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    cg_memory_free(&r.memory);
    return made;
}
