/* trace_nodes.c -- the nodes of the trace of a schedule, as the text of a saved graph. */
#include <stdarg.h>
#include <stdio.h>

#include "trace_nodes.h"

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
    snprintf(type, sizeof type, "%s.%s", n->prefix, name);
    size_t node = begin_node(n, type);
    tn_text_put_word(&n->text, ", \"data\": {");
    va_start(args, members);
    tn_text_say_list(&n->text, members, args);
    va_end(args);
    tn_text_put_word(&n->text, "}}");
    return node;
}

/* ---- results ---- */

static size_t put_variable(tn_trace_nodes *n, tunip_str name)
{
    size_t span = tn_trace_put_none(n);
    size_t type = tn_trace_put_text(n, "ir.PrimType", tunip_str_from("{\"dtype\": \"int32\"}"));
    size_t text = tn_trace_put_string(n, name), node = begin_node(n, "tir.Var");
    tn_text_say(&n->text,
                ", \"data\": {\"dtype\": \"int32\", \"name\": %zu, \"span\": %zu, "
                "\"type_annotation\": %zu}}",
                text, span, type);
    return node;
}

size_t tn_trace_put_result(tn_trace_nodes *n, tunip_str name)
{
    const char *block = strcmp(n->prefix, "tir") == 0 ? "BlockRV" : "SBlockRV";
    char letter = name.size ? *name.data : '?';
    if (!strchr("blv_", letter)) tn_trace_expected(n, "the name of a block, a loop or a variable");
    tn_trace_result made = {name, letter == 'b'   ? tn_trace_put_typed(n, block, "%s", "")
                                  : letter == 'l' ? tn_trace_put_typed(n, "LoopRV", "%s", "")
                                  : letter == 'v' ? put_variable(n, name)
                                                  : tn_trace_put_none(n)};
    if (!tn_array_push(&n->results, n->allocator, made)) n->failed = true;
    return made.node;
}

/* ---- the whole ---- */

bool tn_trace_is_newer(tunip_str text)
{
    static const char *const words[] = {"SBlock", "sblock", "import s_tir"};
    for (size_t i = 0; i < TUNIP_LEN(words); i++) {
        size_t size = strlen(words[i]);
        for (size_t at = 0; at + size <= text.size; at++)
            if (memcmp(text.data + at, words[i], size) == 0) return true;
    }
    return false;
}

bool tn_trace_finish(tn_trace_nodes *n, size_t root, bool newer, const char *what,
                     const char *found, tn_record *m)
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
                    newer ? "0.26.0" : "0.23.0");
        m->text = tn_arena_str(n->arena, tn_text_str(&text));
    }
    bool fine = !n->failed && !n->text.failed && !text.failed && m->text.data;
    tn_text_free(&text);
    tn_text_free(&n->text);
    tn_array_free(&n->open, n->allocator);
    tn_array_free(&n->results, n->allocator);
    return fine;
}
