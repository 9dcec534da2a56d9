/* nodes.c -- the nodes of the trace of a schedule, as the text of a saved graph. */
#include <stdarg.h>
#include <stdio.h>

#include "nodes.h"

struct tn_trace_version {
    const char *module;      /* of schedules; begins the names of their types */
    const char *tvm_version; /* of the graph */
    const char *get_block;   /* the instruction, which shows the version */
    const char *block;       /* the type of its result */
    const char *tensors;     /* the module of index maps and expressions */
    bool has_types;          /* an expression has a type, and not a dtype */
    size_t (*put_variable)(tn_trace_nodes *n, tunip_str name, const char *dtype);
};

const char *tn_trace_skip_blanks(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\t')) at++;
    return at;
}

bool tn_trace_expected(tn_trace_nodes *n, const char *what)
{
    if (!n->fault) n->fault = what;
    return false;
}

/* The text of the next node; returns its index. */
static size_t begin_node(tn_trace_nodes *n, const char *type)
{
    tn_text_say(&n->text, "%s{\"type\": \"%s\"", n->count ? ", " : "", type);
    return n->count++;
}

size_t tn_trace_put_text(tn_trace_nodes *n, const char *type, tunip_str text)
{
    size_t node = begin_node(n, type);
    tn_text_say(&n->text, ", \"data\": %.*s}", (int)text.size, text.data);
    return node;
}

size_t tn_trace_put_string(tn_trace_nodes *n, tunip_str text)
{
    size_t node = begin_node(n, "ffi.String");
    tn_text_say(&n->text, ", \"data\": \"%.*s\"}", (int)text.size, text.data);
    return node;
}

size_t tn_trace_put_value(tn_trace_nodes *n, tunip_str value)
{
    size_t node = begin_node(n, "ffi.String");
    tn_text_put_word(&n->text, ", \"data\": \"");
    tn_text_put_escaped(&n->text, value, &tn_escape_json);
    tn_text_put_word(&n->text, "\"}");
    return node;
}

size_t tn_trace_put_none(tn_trace_nodes *n)
{
    size_t node = begin_node(n, "None");
    tn_text_put_word(&n->text, "}");
    return node;
}

void tn_trace_push(tn_trace_nodes *n, size_t node)
{
    if (!tn_array_push(&n->open, n->allocator, node)) n->failed = true;
}

size_t tn_trace_put_list(tn_trace_nodes *n, const char *type, size_t base)
{
    size_t node = begin_node(n, type);
    tn_text_put_word(&n->text, ", \"data\": [");
    for (size_t i = base; i < n->open.count; i++)
        tn_text_say(&n->text, "%s%zu", i > base ? ", " : "", n->open.items[i]);
    tn_text_put_word(&n->text, "]}");
    n->open.count = base;
    return node;
}

size_t tn_trace_put_typed(tn_trace_nodes *n, const char *name, const char *members, ...)
{
    char type[64];
    va_list args;
    snprintf(type, sizeof type, "%s.%s", n->version->module, name);
    size_t node = begin_node(n, type);
    tn_text_put_word(&n->text, ", \"data\": {");
    va_start(args, members);
    tn_text_say_list(&n->text, members, args);
    va_end(args);
    tn_text_put_word(&n->text, "}}");
    return node;
}

/* ---- results ---- */

size_t tn_trace_put_result(tn_trace_nodes *n, tunip_str name)
{
    char letter = name.size ? *name.data : '?';
    if (!strchr("blv_", letter)) tn_trace_expected(n, "the name of a block, a loop or a variable");
    size_t node = letter == 'b'   ? tn_trace_put_typed(n, n->version->block, "%s", "")
                  : letter == 'l' ? tn_trace_put_typed(n, "LoopRV", "%s", "")
                  : letter == 'v' ? n->version->put_variable(n, name, "int32")
                                  : tn_trace_put_none(n);
    uint32_t number = tn_intern_borrow(&n->names, name);
    if (number == n->results.count)
        n->failed |= !tn_array_push(&n->results, n->allocator, node);
    else if (number < n->results.count)
        n->results.items[number] = node;
    else
        n->failed = true;
    return node;
}

bool tn_trace_find_result(const tn_trace_nodes *n, tunip_str name, size_t *node)
{
    uint32_t number = tn_intern_find(&n->names, name);
    if (number >= n->results.count) return false;
    *node = n->results.items[number];
    return true;
}

/* ---- versions ---- */

static size_t put_variable_v23(tn_trace_nodes *n, tunip_str name, const char *dtype)
{
    size_t span = tn_trace_put_none(n), text = tn_trace_put_string(n, name);
    size_t type = begin_node(n, "ir.PrimType");
    tn_text_say(&n->text, ", \"data\": {\"dtype\": \"%s\"}}", dtype);
    size_t node = begin_node(n, "tir.Var");
    tn_text_say(&n->text,
                ", \"data\": {\"dtype\": \"%s\", \"name\": %zu, \"span\": %zu, "
                "\"type_annotation\": %zu}}",
                dtype, text, span, type);
    return node;
}

static size_t put_type(tn_trace_nodes *n, size_t span, const char *dtype)
{
    size_t type = begin_node(n, "ir.PrimType");
    tn_text_say(&n->text, ", \"data\": {\"dtype\": \"%s\", \"span\": %zu}}", dtype, span);
    return type;
}

static size_t put_variable_v26(tn_trace_nodes *n, tunip_str name, const char *dtype)
{
    size_t span = tn_trace_put_none(n), text = tn_trace_put_string(n, name);
    size_t type = put_type(n, span, dtype), node = begin_node(n, "ir.Var");
    tn_text_say(&n->text, ", \"data\": {\"name\": %zu, \"span\": %zu, \"ty\": %zu}}", text, span,
                type);
    return node;
}

/* Oldest first. TVM v0.24 and v0.25 have the words of v0.26. */
static const tn_trace_version versions[] = {
    {"tir", "0.23.0", "GetBlock", "BlockRV", "tir", false, put_variable_v23},
    {"s_tir", "0.26.0", "GetSBlock", "SBlockRV", "tirx", true, put_variable_v26},
};

/* ---- functions ---- */

size_t tn_trace_put_index(tn_trace_nodes *n, tunip_str name, bool is_wide)
{
    return n->version->put_variable(n, name, is_wide ? "int64" : "int32");
}

/* Begins a node of the tensor IR, or of the module that its name has. */
static size_t begin_tensor_node(tn_trace_nodes *n, const char *name)
{
    char type[64];
    bool has_module = strchr(name, '.') != NULL;
    snprintf(type, sizeof type, "%s%s%s", has_module ? "" : n->version->tensors,
             has_module ? "" : ".", name);
    size_t node = begin_node(n, type);
    tn_text_put_word(&n->text, ", \"data\": {");
    return node;
}

size_t tn_trace_put_expr(tn_trace_nodes *n, const char *name, bool is_wide, const char *members,
                         ...)
{
    va_list args;
    const char *dtype = is_wide ? "int64" : "int32";
    bool has_type = n->version->has_types;
    size_t span = tn_trace_put_none(n), type = has_type ? put_type(n, span, dtype) : 0;
    size_t node = begin_tensor_node(n, name);
    va_start(args, members);
    tn_text_say_list(&n->text, members, args);
    va_end(args);
    tn_text_say(&n->text, ", \"span\": %zu, ", span);
    if (has_type)
        tn_text_say(&n->text, "\"ty\": %zu}}", type);
    else
        tn_text_say(&n->text, "\"dtype\": \"%s\"}}", dtype);
    return node;
}

size_t tn_trace_put_map(tn_trace_nodes *n, const size_t sides[2], size_t inverse)
{
    size_t node = begin_tensor_node(n, "IndexMap");
    tn_text_say(&n->text,
                "\"initial_indices\": %zu, \"final_indices\": %zu, \"inverse_index_map\": %zu}}",
                sides[0], sides[1], inverse);
    return node;
}

void tn_trace_begin(tn_trace_nodes *n, tn_arena *arena)
{
    *n = (tn_trace_nodes){.allocator = &arena->allocator, .arena = arena, .version = &versions[0]};
    tn_text_init(&n->text, n->allocator);
    tn_intern_init(&n->names, arena, n->allocator);
}

void tn_trace_note_kind(tn_trace_nodes *n, tunip_str kind)
{
    for (size_t i = 0; i < TUNIP_LEN(versions) && !n->shown; i++)
        if (tunip_str_is(kind, versions[i].get_block)) n->shown = &versions[i];
}

void tn_trace_note_import(tn_trace_nodes *n, tunip_str module)
{
    for (size_t i = 0; i < TUNIP_LEN(versions) && !n->shown; i++)
        if (tunip_str_is(module, versions[i].module)) n->shown = &versions[i];
}

/* ---- the whole ---- */

static void drop(tn_trace_nodes *n)
{
    tn_text_free(&n->text);
    tn_array_free(&n->open, n->allocator);
    tn_array_free(&n->results, n->allocator);
    tn_intern_free(&n->names);
}

bool tn_trace_again(tn_trace_nodes *n)
{
    const tn_trace_version *shown = n->shown;
    if (n->failed || !shown || shown == n->version) return false;
    drop(n);
    tn_trace_begin(n, n->arena);
    n->version = n->shown = shown;
    return true;
}

bool tn_trace_finish(tn_trace_nodes *n, size_t root, const char *what, const char *found,
                     tn_record *m)
{
    tn_text text;
    tn_text_init(&text, n->allocator);
    if (n->fault) {
        tn_text_say(&text, "%s: expected %s, found %s", what, n->fault, found);
        m->fault = tn_arena_str(n->arena, tn_text_str(&text));
        m->text = tn_arena_str(n->arena, (tunip_str){"", 0});
    } else {
        tn_text_put_word(&text, "{\"nodes\": [");
        tn_text_put_str(&text, tn_text_str(&n->text));
        tn_text_say(&text, "], \"root_index\": %zu, \"metadata\": {\"tvm_version\": \"%s\"}}", root,
                    n->version->tvm_version);
        m->text = tn_arena_str(n->arena, tn_text_str(&text));
    }
    bool fine = !n->failed && !n->text.failed && !text.failed && m->text.data;
    tn_text_free(&text);
    drop(n);
    return fine;
}
