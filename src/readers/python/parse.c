/* parse.c -- lists, operations and names. */
#include "parse.h"

#include "../../core/base/compiler.h"
#include "../../core/base/unicode.h"

TN_APART void tn_py_push_slow(tn_py *p, const tunip_doc *doc)
{
    if (!tn_array_push(&p->list, &p->arena->allocator, doc)) tn_py_fail_memory(p);
}

tunip_docs tn_py_take(tn_py *p, size_t base)
{
    size_t count = p->list.count - base;
    if (!count) return tunip_docs_none();
    const tunip_doc **items = tn_arena_alloc(p->arena, count * sizeof *items);
    if (!items)
        tn_py_fail_memory(p);
    else
        memcpy(items, p->list.items + base, count * sizeof *items);
    p->list.count = base;
    return tunip_docs_view(items, count);
}

const tunip_str *tn_py_take_keys(tn_py *p, size_t base)
{
    size_t count = p->keys.count - base;
    tunip_str *keys = count ? tn_arena_alloc(p->arena, count * sizeof *keys) : NULL;
    if (keys) memcpy(keys, p->keys.items + base, count * sizeof *keys);
    if (count && !keys) tn_py_fail_memory(p);
    p->keys.count = base;
    return keys;
}

const tunip_doc *tn_py_new_operation(tn_py *p, tunip_operator op, uint32_t begin, size_t count,
                                     const tunip_doc *const *operands)
{
    struct {
        tunip_doc_operation doc;
        const tunip_doc *operands[];
    } *made = tn_script_doc(p->arena, sizeof *made + count * sizeof *operands, TUNIP_DOC_OPERATION,
                            op, tn_py_place(p, begin));
    if (!made) return tn_py_fail_memory(p);
    memcpy(made->operands, operands, count * sizeof *operands);
    made->doc.operands = tunip_docs_view(made->operands, count);
    return &made->doc.base;
}

/* ---- names ---- */

/* The first character of a name that cannot be there. */
static void report_character(tn_py *p, tunip_str name)
{
    uint32_t code, at = 0, size = 1;
    for (; at < name.size; at += size) {
        size = (uint32_t)tn_utf8_decode(name, at, &code);
        if (code >= 0x80 && !tn_is_identifier((tunip_str){name.data, at + size})) break;
    }
    uint32_t begin = tn_py_at(p) + at;
    tn_py_error(p, begin, begin + size, "invalid character `%.*s` (U+%04X)", (int)size,
                name.data + at, (unsigned)code);
    tn_py_break(p);
}

/* Python compares names in their normal form: https://peps.python.org/pep-3131. */
static tunip_str normalise(tn_py *p, tunip_str name)
{
    tunip_str normal;
    if (!tn_is_identifier(name)) {
        report_character(p, name);
        return name;
    }
    if (!tn_utf8_normalise(p->names_arena, name, &normal)) tn_py_fail_memory(p);
    return normal;
}

static tunip_str normal_name(tn_py *p)
{
    tunip_str name = normalise(p, tn_py_token(p));
    if (p->is_broken) return (tunip_str){"", 0};
    return tn_py_names_put(&p->names, name, name.data + name.size);
}

tunip_str tn_py_parse_other_name(tn_py *p)
{
    tunip_str name = normal_name(p);
    if (!name.data) tn_py_fail_memory(p);
    if (p->is_broken) return (tunip_str){"", 0};
    tn_py_advance(p);
    return name;
}

static const tunip_doc *new_id(tn_py *p, tunip_id sub, uint32_t begin, tunip_str name)
{
    TN_PY_NEW(p, id, ID, sub, begin);
    doc->name = name;
    return &doc->base;
}

const tunip_doc *tn_py_parse_id(tn_py *p)
{
    uint32_t begin = tn_py_at(p);
    tunip_str name = tn_py_parse_name(p);
    return new_id(p, TUNIP_ID_NAME, begin, name);
}

const tunip_doc *tn_py_parse_raw(tn_py *p)
{
    uint32_t begin = tn_py_at(p);
    tunip_str text = tn_py_token(p);
    tn_py_advance(p);
    return new_id(p, TUNIP_ID_RAW, begin, text);
}
