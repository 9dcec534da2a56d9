/* op_functions.c -- functions of scripts of v0.26 that arrange the arguments of an operator:
 * T.cuda.warp_sum(x, width=2) is a call of tirx.cuda.warp_reduce with (x, "sum", 2). A text that
 * TVM printed has the arguments of the operator itself, and no keywords. */
#include <stdlib.h>

#include "script.h"

typedef struct function {
    const char *word, *op;
    const char *params;  /* of the word: "*args", and then all as keywords */
    size_t positional;   /* how many of them may also have no keyword */
    const char *when;    /* the parameter that must be given; or NULL */
    const char *args;    /* of the operator: see op_functions.def */
    unsigned char makes; /* tir_op_makes */
} function;

/* clang-format off */
static const function functions[] = {
#define X(word_, op_, params_, positional_, when_, args_, makes_)                                  \
    {word_, "tirx." op_, params_, positional_, when_, args_, TIR_MAKES_##makes_},
#include "op_functions.def"
#undef X
};
/* clang-format on */

bool tirx_find_function(tunip_str name, const char **params)
{
    for (size_t i = 0; i < TUNIP_LEN(functions); i++) {
        if (!tunip_str_is(name, functions[i].word)) continue;
        *params = functions[i].params;
        return true;
    }
    return false;
}

/* The parameter that names a cache policy. */
static const char HINT[] = "cache_hint";

/* One call of a function. */
typedef struct arrangement {
    tunip_elaborator *e;
    const function *f;
    const tunip_word_call *call;
    tunip_array *args;
    bool is_wrong;
} arrangement;

/* The argument of a parameter; absent if it is not given. */
static const tunip_value *argument(const arrangement *a, const char *name, size_t size)
{
    static const tunip_value absent = {.kind = TUNIP_VALUE_ABSENT};
    const char *at = strchr(a->f->params, ' ');
    for (size_t i = 0; at; i++, at = strchr(at + 1, ' ')) {
        if (strncmp(at + 1, name, size) != 0 || at[size + 1] != '=') continue;
        bool has_place = i < a->f->positional && i < a->call->rest.count;
        return has_place ? &a->call->rest.items[i] : &a->call->args[i];
    }
    return &absent;
}

static bool is_given(const arrangement *a, const char *name, size_t size)
{
    return argument(a, name, size)->kind > TUNIP_VALUE_NONE;
}

static void add(arrangement *a, void *node)
{
    if (node) tunip_ir_append(a->e, a->args, node);
    a->is_wrong = a->is_wrong || !node;
}

/* A buffer stays one; other values become expressions. */
static void add_value(arrangement *a, const tunip_value *value)
{
    bool is_node =
        value->kind == TUNIP_VALUE_NODE && !tunip_is_a(value->node, &tunip_tir_iter_var_type);
    add(a, is_node ? value->node : tir_expr(a->e, value));
}

static void add_int(arrangement *a, tunip_dtype dtype, int64_t value)
{
    add(a, tunip_ir_int(tunip_elaborator_graph(a->e), dtype, value));
}

/* The cache policy that a hint names; 0 without one. */
static void add_policy(arrangement *a)
{
    static const tunip_dtype uint64 = {TUNIP_DTYPE_UINT, 64, 1};
    static const struct {
        const char *hint;
        int64_t policy;
    } rows[] = {{"", 0},
                {"evict_normal", 0x1000000000000000},
                {"evict_first", 0x12f0000000000000},
                {"evict_last", 0x14f0000000000000}};
    const tunip_value *value = argument(a, HINT, sizeof HINT - 1);
    tunip_str hint =
        value->kind > TUNIP_VALUE_NONE ? tunip_value_to_str(a->e, value, "") : tunip_str_from("");
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        if (tunip_str_is(hint, rows[i].hint)) {
            add_int(a, uint64, rows[i].policy);
            return;
        }
    tunip_complain(a->e, value->doc,
                   TUNIP_BREAKS_ARGUMENTS "expected `evict_normal`, `evict_first` or `evict_last`");
    a->is_wrong = true;
}

/* A constant: 'text', 32, 1.0, or `u` for a cache policy. */
static void add_constant(arrangement *a, const char *text, size_t size)
{
    tunip_value value = {.kind = TUNIP_VALUE_STR, .doc = a->call->doc};
    if (*text == '\'') {
        value.text = (tunip_str){text + 1, size - 2};
    } else if (*text == 'u') {
        add_policy(a);
        return;
    } else if (memchr(text, '.', size)) {
        value.kind = TUNIP_VALUE_FLOAT;
        tir_parse_real((tunip_str){text, size}, &value.real);
    } else {
        value.kind = TUNIP_VALUE_INT;
        value.integer = strtol(text, NULL, 10);
    }
    add(a, tir_expr(a->e, &value));
}

/* The items of a list, or one value. */
static tunip_values items_of(const tunip_value *value)
{
    return value->kind == TUNIP_VALUE_LIST ? value->items : (tunip_values){value, 1};
}

static bool is_true(const tunip_value *value)
{
    return value->kind == TUNIP_VALUE_BOOL ? value->boolean
                                           : value->kind == TUNIP_VALUE_INT && value->integer;
}

/* The argument of a parameter, or its default behind `=`. */
static void add_argument(arrangement *a, const char *text, size_t size)
{
    const char *equals = memchr(text, '=', size), *end = text + size;
    size_t name = equals ? (size_t)(equals - text) : size;
    const tunip_value *value = argument(a, text, name);
    if (value->kind > TUNIP_VALUE_NONE) {
        add_value(a, value);
        return;
    }
    if (!equals) {
        tunip_complain(a->e, a->call->doc, TUNIP_BREAKS_ARGUMENTS "the argument `%.*s` is missing",
                       (int)name, text);
        a->is_wrong = true;
        return;
    }
    const char *from = equals + 1;
    const char *question = memchr(from, '?', (size_t)(end - from));
    if (question) {
        const char *colon = strstr(question, "':'") + 1;
        bool is_first = is_given(a, from, (size_t)(question - from));
        from = is_first ? question + 1 : colon + 1;
        if (is_first) end = colon;
    }
    add_constant(a, from, (size_t)(end - from));
}

static void add_token(arrangement *a, const char *text, size_t size)
{
    const tunip_value *value = argument(a, text + 1, size - 1);
    tunip_values rest = a->call->rest;
    bool is_empty;
    switch (*text) {
    case '*':
        for (size_t i = a->f->positional; i < rest.count; i++) add_value(a, &rest.items[i]);
        return;
    case '+':
        for (size_t i = 0; i < items_of(value).count; i++) add_value(a, &items_of(value).items[i]);
        return;
    case '!':
        if (value->kind <= TUNIP_VALUE_NONE && strncmp(text + 1, "cache_policy", size - 1) == 0)
            value = argument(a, HINT, sizeof HINT - 1);
        is_empty = value->kind == TUNIP_VALUE_STR && !value->text.size;
        add_int(a, tir_int32, value->kind > TUNIP_VALUE_NONE && !is_empty);
        return;
    case '@':
        add_int(a, tir_int32, is_true(value));
        return;
    case '#':
        add_int(a, tir_int32, (int64_t)items_of(value).count);
        return;
    default:
        break;
    }
    if (text[size - 1] == '?') {
        value = argument(a, text, size - 1);
        if (value->kind > TUNIP_VALUE_NONE) add_value(a, value);
    } else if (strchr("'0123456789", *text)) {
        add_constant(a, text, size);
    } else {
        add_argument(a, text, size);
    }
}

/* The row of a call; NULL if the call has the arguments of the operator itself. */
static const function *row_of(tunip_elaborator *e, const char *word, const tunip_word_call *call)
{
    bool has_keywords = ((const tunip_doc_call *)call->doc)->values.count != 0;
    if (!has_keywords && !(tunip_elaborator_folds(e) && tir_does(e, TIR_DOES_ARRANGE_ARGUMENTS)))
        return NULL;
    for (size_t i = 0; i < TUNIP_LEN(functions); i++) {
        const function *f = &functions[i];
        arrangement a = {.e = e, .f = f, .call = call};
        bool fits = strcmp(f->word, word) == 0 &&
                    (call->rest.count <= f->positional || strchr(f->args, '*'));
        if (fits && (!f->when || is_given(&a, f->when, strlen(f->when)))) return f;
    }
    return NULL;
}

bool tirx_arrange(tunip_elaborator *e, const tunip_word_call *call, tirx_arranged *out)
{
    const function *f = row_of(e, call->word->name, call);
    if (!f) return false;
    arrangement a = {.e = e, .f = f, .call = call};
    a.args = tunip_array_new(tunip_elaborator_graph(e), 0, NULL);
    for (const char *at = f->args; a.args && *at;) {
        size_t size = strcspn(at, " ");
        add_token(&a, at, size);
        at += size + (at[size] == ' ');
    }
    *out = (tirx_arranged){.op = f->op, .args = a.is_wrong ? NULL : a.args, .dtype = TUNIP_VOID};
    if (a.is_wrong || !a.args) return true;
    if (f->makes == TIR_MAKES_ARG_0) out->dtype = tunip_ir_dtype_of(a.args->items[0]);
    if (f->makes == TIR_MAKES_GIVEN)
        out->dtype = tunip_value_to_dtype(e, argument(&a, "return_type", 11), TUNIP_VOID);
    return true;
}
