/* op_functions.c -- functions of scripts since v0.25 that arrange the arguments of an operator:
 * T.cuda.warp_sum(x, width=2) is a call of tirx.cuda.warp_reduce with (x, "sum", 2). A text that
 * TVM printed has the arguments of the operator itself, and no keywords. */
#include <stdlib.h>

#include "fold.h"
#include "script.h"

typedef struct function {
    const char *word;
    unsigned since, until; /* the versions that have this row, as in versions.def */
    const char *op;
    const char *params;  /* of the word: "*args", and then all as keywords */
    size_t positional;   /* how many of them may also have no keyword */
    const char *when;    /* the parameter that must be given, or a condition on it; or NULL */
    const char *args;    /* of the operator: see op_functions.def */
    unsigned char makes; /* tir_op_makes */
} function;

/* clang-format off */
static const function functions[] = {
#define X(word_, since_, until_, op_, params_, positional_, when_, args_, makes_)                  \
    {word_, since_, until_, "tirx." op_, params_, positional_, when_, args_, TIR_MAKES_##makes_},
#include "op_functions.def"
#undef X
};
/* clang-format on */

/* Whether the row `f` is of the version rather than `than`: of the rows of a word, the newest one
 * that is not newer than the version counts, or the oldest one if all are newer. */
static bool is_nearer(const function *f, const function *than, unsigned version)
{
    if (f->since > version) return f->since < than->since;
    return than->since > version || f->since > than->since;
}

bool tirx_find_function(tunip_elaborator *e, tunip_str name, tunip_word *out)
{
    unsigned version = tirx_version(e);
    const function *found = NULL;
    for (size_t i = 0; i < TUNIP_LEN(functions); i++) {
        const function *f = &functions[i];
        if (!tunip_str_is(name, f->word)) continue;
        if (!found || f->since < out->since) out->since = f->since;
        if (!found || is_nearer(f, found, version)) found = f;
    }
    if (!found) return false;
    out->params = found->params;
    out->data = (intptr_t)found;
    return true;
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

/* Whether the dtype is the first parameter, and the call gives it as a keyword: then the first
 * argument without a keyword is that of the second parameter. */
static bool is_led(const arrangement *a)
{
    static const char leads[] = "*args dtype=";
    return a->f->positional && strncmp(a->f->params, leads, sizeof leads - 1) == 0 &&
           a->call->args[0].kind != TUNIP_VALUE_ABSENT;
}

/* The number of arguments without a keyword that have parameters. */
static size_t places(const arrangement *a)
{
    return a->f->positional - is_led(a);
}

/* The argument of a parameter; absent if it is not given. */
static const tunip_value *argument(const arrangement *a, const char *name, size_t size)
{
    static const tunip_value absent = {.kind = TUNIP_VALUE_ABSENT};
    const char *at = strchr(a->f->params, ' ');
    size_t place = 0 - (size_t)is_led(a); /* of a keyword: that of no argument */
    for (size_t i = 0; at; i++, place++, at = strchr(at + 1, ' ')) {
        if (strncmp(at + 1, name, size) != 0 || at[size + 1] != '=') continue;
        bool has_place = place < places(a) && place < a->call->rest.count;
        return has_place ? &a->call->rest.items[place] : &a->call->args[i];
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

/* 0 if `cta_mask` is a number with at most one bit: TVM's default of `multicast`. */
static void add_multicast(arrangement *a)
{
    const tunip_value *mask = argument(a, "cta_mask", 8);
    bool is_one = mask->kind == TUNIP_VALUE_INT && (mask->integer & (mask->integer - 1)) == 0;
    add_int(a, tir_int32, !is_one);
}

/* A constant: 'text', 32, 1.0, true, or a letter for one that depends on other arguments. */
static void add_constant(arrangement *a, const char *text, size_t size)
{
    tunip_value value = {.kind = TUNIP_VALUE_STR, .doc = a->call->doc};
    if (*text == '\'') {
        value.text = (tunip_str){text + 1, size - 2};
    } else if (*text == 'u') {
        add_policy(a);
        return;
    } else if (*text == 'm') {
        add_multicast(a);
        return;
    } else if (*text == 'l') {
        add_int(a, tir_fixed_dtype(TIR_MAKES_UINT32), 0xFEFFFFFF);
        return;
    } else if (*text == 't' || *text == 'f') {
        value.kind = TUNIP_VALUE_BOOL;
        value.boolean = *text == 't';
    } else if (memchr(text, '.', size)) {
        value.kind = TUNIP_VALUE_FLOAT;
        tir_parse_real((tunip_str){text, size}, &value.real);
    } else {
        value.kind = TUNIP_VALUE_INT;
        value.integer = strtol(text, NULL, 10);
    }
    add(a, tir_expr(a->e, &value));
}

/* The items of a list, or one value; none if it is not given. */
static tunip_values items_of(const tunip_value *value)
{
    if (value->kind <= TUNIP_VALUE_NONE) return (tunip_values){NULL, 0};
    return value->kind == TUNIP_VALUE_LIST ? value->items : (tunip_values){value, 1};
}

static bool is_true(const tunip_value *value)
{
    if (value->kind == TUNIP_VALUE_BOOL) return value->boolean;
    return value->kind == TUNIP_VALUE_INT ? value->integer != 0
                                          : value->kind == TUNIP_VALUE_STR && value->text.size;
}

/* The argument of a parameter that has no default; NULL after a complaint. */
static const tunip_value *required(arrangement *a, const char *name, size_t size)
{
    const tunip_value *value = argument(a, name, size);
    if (value->kind > TUNIP_VALUE_NONE) return value;
    tunip_complain(a->e, a->call->doc, TUNIP_BREAKS_ARGUMENTS "the argument `%.*s` is missing",
                   (int)size, name);
    a->is_wrong = true;
    return NULL;
}

/* The argument of a parameter, or its default behind `=`. Behind `?`, it may be missing. */
static void add_argument(arrangement *a, const char *text, size_t size)
{
    const char *equals = memchr(text, '=', size), *end = text + size;
    bool is_optional = end[-1] == '?';
    size_t name = equals ? (size_t)(equals - text) : size - is_optional;
    const tunip_value *value = argument(a, text, name);
    if (value->kind > TUNIP_VALUE_NONE) {
        add_value(a, value);
        return;
    }
    if (is_optional) return;
    if (!equals) {
        required(a, text, name);
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

/* A packed pair of floats as a uint64; other values stay as they are. */
static void add_bits(arrangement *a, const char *name, size_t size)
{
    static const tunip_dtype uint64 = {TUNIP_DTYPE_UINT, 64, 1}, pair = {TUNIP_DTYPE_FLOAT, 32, 2};
    const tunip_value *value = required(a, name, size);
    void *node = value ? tir_expr(a->e, value) : NULL;
    if (node && tunip_dtype_equal(tunip_ir_dtype_of(node), pair)) {
        tunip_array *args = TUNIP_LIST(tunip_elaborator_graph(a->e), node);
        node = tir_new_call(a->e, uint64, tir_op_new(a->e, "tir.reinterpret"), args);
    }
    add(a, node);
}

static void add_shared_address(arrangement *a, const char *name, size_t size)
{
    const tunip_value *value = required(a, name, size);
    void *pointer = value ? tir_expr(a->e, value) : NULL;
    void *op = tir_op_new(a->e, "tirx.cuda.cvta_generic_to_shared");
    tunip_array *args = pointer ? TUNIP_LIST(tunip_elaborator_graph(a->e), pointer) : NULL;
    add(a, args ? tir_new_call(a->e, tir_fixed_dtype(TIR_MAKES_UINT32), op, args) : NULL);
}

/* `pointer+offset:dtype`: T.tvm_access_ptr of one element. If the pointer is such a call already,
 * the offset is added to that of the call. */
static void add_access(arrangement *a, const char *text, size_t size)
{
    static const tunip_dtype int8 = {TUNIP_DTYPE_INT, 8, 1};
    tunip_graph *graph = tunip_elaborator_graph(a->e);
    const char *plus = memchr(text, '+', size), *colon = memchr(text, ':', size);
    const tunip_value *of_dtype = argument(a, colon + 1, (size_t)(text + size - colon) - 1);
    const tunip_value *base = required(a, text, (size_t)(plus - text));
    const tunip_value *by = required(a, plus + 1, (size_t)(colon - plus) - 1);
    void *pointer = base ? tir_expr(a->e, base) : NULL, *offset = by ? tir_expr(a->e, by) : NULL;
    if (!pointer || !offset) {
        a->is_wrong = true;
        return;
    }
    const tunip_tir_call *call = TUNIP_AS_A(tunip_tir_call, pointer);
    const tunip_ir_op *op = TUNIP_AS(tunip_ir_op, call ? call->op : NULL);
    bool is_access = op && tunip_array_count(call->args) == 5 &&
                     tunip_str_is(tunip_string_value(op->name), "tir.tvm_access_ptr") &&
                     tir_does(a->e, TIR_DOES_ADD_OFFSETS);
    void *one = tunip_ir_int(graph, tir_int32, 1), *mask = one, *type;
    if (is_access) {
        tunip_node **items = call->args->items;
        type = items[0];
        pointer = items[1];
        offset = (void *)(uintptr_t)tir_folded(tunip_elaborator_scratch(a->e), TIR_FOLD_ADD,
                                               items[2], offset);
        mask = items[4];
    } else {
        tunip_dtype dtype = tunip_value_to_dtype(a->e, of_dtype, int8);
        tunip_array *none = tunip_array_new(graph, 0, NULL);
        type = tir_new_call(a->e, dtype, tir_op_new(a->e, "tir.type_annotation"), none);
    }
    tunip_array *args = TUNIP_LIST(graph, type, pointer, offset, one, mask);
    add(a, tir_new_call(a->e, tir_handle, tir_op_new(a->e, "tir.tvm_access_ptr"), args));
}

static void add_rest(arrangement *a, const char *text, size_t size)
{
    (void)text;
    (void)size;
    tunip_values rest = a->call->rest;
    for (size_t i = places(a); i < rest.count; i++) add_value(a, &rest.items[i]);
}

static size_t count_rest(const arrangement *a)
{
    size_t count = a->call->rest.count;
    return count > places(a) ? count - places(a) : 0;
}

/* The lanes that T.ptx.tcgen05.mma does not write: by default none of those of the group. */
static void add_lanes(arrangement *a, const char *name, size_t size)
{
    const tunip_value *group = argument(a, name, size);
    bool is_one = group->kind == TUNIP_VALUE_INT && group->integer == 1;
    add_rest(a, name, size);
    for (size_t i = count_rest(a) ? 8 : is_one ? 4 : 0; i < 8; i++) add_int(a, tir_int32, 0);
}

static void add_items(arrangement *a, const char *name, size_t size)
{
    tunip_values items = items_of(argument(a, name, size));
    for (size_t i = 0; i < items.count; i++) add_value(a, &items.items[i]);
}

static void add_count(arrangement *a, const char *name, size_t size)
{
    size_t count = *name == '*' ? count_rest(a) : items_of(argument(a, name, size)).count;
    add_int(a, tir_int32, (int64_t)count);
}

/* 1 if the argument is given. A hint stands for a cache policy, and an empty text for nothing. */
static void add_presence(arrangement *a, const char *name, size_t size)
{
    const tunip_value *value = argument(a, name, size);
    bool is_policy = tunip_str_is((tunip_str){name, size}, "cache_policy");
    if (value->kind <= TUNIP_VALUE_NONE && is_policy) value = argument(a, HINT, sizeof HINT - 1);
    bool is_empty = value->kind == TUNIP_VALUE_STR && !value->text.size;
    add_int(a, tir_int32, value->kind > TUNIP_VALUE_NONE && !is_empty);
}

/* 1 if the argument is true; a default behind `=` is used if it is not given. */
static void add_truth(arrangement *a, const char *text, size_t size)
{
    const char *equals = memchr(text, '=', size);
    size_t name = equals ? (size_t)(equals - text) : size;
    const tunip_value *value = argument(a, text, name);
    if (equals && value->kind <= TUNIP_VALUE_NONE)
        add_constant(a, equals + 1, size - name - 1);
    else
        add_int(a, tir_int32, is_true(value));
}

static void add_token(arrangement *a, const char *text, size_t size)
{
    static const struct {
        char sign;
        void (*add)(arrangement *a, const char *text, size_t size); /* with the text behind it */
    } rows[] = {{'*', add_rest},           {'%', add_lanes},    {'~', add_bits},
                {'$', add_shared_address}, {'&', add_access},   {'+', add_items},
                {'#', add_count},          {'!', add_presence}, {'@', add_truth}};
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        if (*text == rows[i].sign) {
            rows[i].add(a, text + 1, size - 1);
            return;
        }
    tunip_str token = {text, size};
    if (strchr("'-0123456789", *text) || tunip_str_is(token, "true") ||
        tunip_str_is(token, "false"))
        add_constant(a, text, size);
    else
        add_argument(a, text, size);
}

/* The parameter that a row requires. */
static const char *required_name(const function *f)
{
    return f->when + (strchr("-'^", *f->when) != NULL);
}

/* Whether a call meets the condition of a row on an argument. */
static bool is_met(const arrangement *a)
{
    const char *when = a->f->when, *name = required_name(a->f);
    const tunip_value *value = argument(a, name, strlen(name));
    bool is_given = value->kind > TUNIP_VALUE_NONE, is_text = value->kind == TUNIP_VALUE_STR;
    if (*when == '-') return is_given && !is_true(value);
    return *when == '\'' ? is_text : is_given && !(*when == '^' && is_text);
}

/* Whether the call has keywords. Older versions gave operators a dtype, which is none of them. */
static bool has_keywords(const tunip_word_call *call, bool is_dtype_one)
{
    const tunip_doc_call *doc = (const tunip_doc_call *)call->doc;
    for (size_t i = 0; i < doc->values.count; i++)
        if (is_dtype_one || !tunip_str_is(doc->keys[i], "dtype")) return true;
    return false;
}

/* The first row of the word and its version whose required parameter is given, or the last one. */
static const function *row_of(const tunip_word_call *call)
{
    const function *first = (const function *)call->word->data, *row = first;
    for (const function *f = first; f < functions + TUNIP_LEN(functions); f++) {
        if (strcmp(f->word, first->word) != 0 || f->since != first->since) continue;
        row = f;
        if (!f->when || is_met(&(arrangement){.f = f, .call = call})) break;
    }
    return row;
}

/* Whether the arguments are those of the row. Otherwise complains, if the call cannot have those
 * of the operator itself. */
static bool fits(arrangement *a, bool must_fit)
{
    const function *f = a->f;
    size_t count = a->call->rest.count, most = places(a);
    bool is_long = count > most && !strpbrk(f->args, "*%");
    bool is_short = f->when && !is_met(a);
    a->is_wrong = (is_long || is_short) && must_fit;
    if (is_long && must_fit)
        tunip_complain(a->e, a->call->rest.items[most].doc,
                       TUNIP_BREAKS_ARGUMENTS "expected at most %zu argument%s without a keyword, "
                                              "got %zu",
                       most, most == 1 ? "" : "s", count);
    else if (is_short && must_fit)
        tunip_complain(a->e, a->call->doc, TUNIP_BREAKS_ARGUMENTS "the argument `%s` is missing",
                       required_name(f));
    return !is_long && !is_short;
}

/* Complains if an argument is given both without and with its keyword. */
static void refuse_repeated(arrangement *a)
{
    const char *at = strchr(a->f->params, ' ');
    size_t first = is_led(a), count = a->call->rest.count;
    if (first) at = strchr(at + 1, ' ');
    for (size_t i = first; at && i < a->f->positional && i - first < count; i++) {
        if (a->call->args[i].kind != TUNIP_VALUE_ABSENT && !a->is_wrong) {
            tunip_complain(a->e, a->call->args[i].doc,
                           TUNIP_BREAKS_REPEATED "the argument `%.*s` is given twice",
                           (int)strcspn(at + 1, "="), at + 1);
            a->is_wrong = true;
        }
        at = strchr(at + 1, ' ');
    }
}

/* The dtype of the call of a row. */
static tunip_dtype made_dtype(arrangement *a)
{
    if (a->f->makes == TIR_MAKES_ARG_0 || a->f->makes == TIR_MAKES_ARG_1)
        return tunip_ir_dtype_of(a->args->items[a->f->makes - TIR_MAKES_ARG_0]);
    if (a->f->makes == TIR_MAKES_GIVEN) {
        const tunip_value *given = argument(a, "return_type", 11);
        if (given->kind == TUNIP_VALUE_ABSENT) given = argument(a, "dtype", 5);
        return tunip_value_to_dtype(a->e, given, TUNIP_VOID);
    }
    tunip_dtype dtype = tir_named_dtype(a->f->makes, a->args);
    if (a->f->makes == TIR_MAKES_PTX && tunip_dtype_equal(dtype, TUNIP_VOID)) {
        tunip_complain(a->e, a->call->doc,
                       TUNIP_BREAKS_ARGUMENTS "no argument is a type of PTX, such as `f32`");
        a->is_wrong = true;
    }
    return dtype;
}

bool tirx_arrange(tunip_elaborator *e, const tunip_word_call *call, bool is_operator,
                  tirx_arranged *out)
{
    const function *f = row_of(call);
    arrangement a = {.e = e, .f = f, .call = call};
    bool arranges = !is_operator || has_keywords(call, true) || tunip_elaborator_folds(e) ||
                    f->makes == TIR_MAKES_GIVEN; /* a printed call lacks the dtype */
    if (f->until) tirx_note_gone(e, f->until, call);
    if (!arranges) return false;
    bool is_row = fits(&a, !is_operator || has_keywords(call, false));
    if (!is_row && !a.is_wrong) return false;
    refuse_repeated(&a);
    *out = (tirx_arranged){.op = f->op, .dtype = TUNIP_VOID};
    if (a.is_wrong) return true;
    a.args = tunip_array_new(tunip_elaborator_graph(e), 0, NULL);
    for (const char *at = f->args; a.args && *at;) {
        size_t size = strcspn(at, " ");
        add_token(&a, at, size);
        at += size + (at[size] == ' ');
    }
    if (a.is_wrong || !a.args) return true;
    out->dtype = made_dtype(&a);
    out->args = a.is_wrong ? NULL : a.args;
    return true;
}
