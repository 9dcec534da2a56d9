/* target.c -- devices and targets, as TVM v0.19 prints them for people (src/target/target.cc,
 * TargetNode::ToDebugString; src/target/virtual_device.cc). They become CALLs with keywords:
 *
 *     VirtualDevice(device_type=1, virtual_device_id=0, target=Target(...), memory_scope='global')
 *     Target(id=2ffd0e00, kind='cuda', keys={'cuda', 'gpu'}, attrs={'arch': "sm_50"})
 *
 * The id is an address and is dropped. TVM writes it in hexadecimal, and the numbers behind it,
 * too: runtime.BoxInt(20) is 32. tunip writes no id, and numbers in decimal. */
#include "parse.h"

bool tn_rl_is_device(const tn_rl *p)
{
    static const struct {
        const char *name, *first;
    } forms[] = {{"Target", "(id="},
                 {"Target", "(kind='"},
                 {"VirtualDevice", "(?)"},
                 {"VirtualDevice", "(device_type="},
                 {"VirtualDevice", "(virtual_device_id="},
                 {"VirtualDevice", "(target=Target("},
                 {"VirtualDevice", "(memory_scope='"}};
    for (size_t i = 0; i < TUNIP_LEN(forms); i++)
        if (tunip_str_is(tn_rl_token(p), forms[i].name) &&
            strncmp(p->lexer.cursor, forms[i].first, strlen(forms[i].first)) == 0)
            return true;
    return false;
}

/* ---- values ---- */

/* The hexadecimal number behind the current token, which it replaces by the token behind it. */
static uint64_t parse_hex(tn_rl *p)
{
    static const char digits[] = "0123456789abcdef";
    const char *at = p->lexer.cursor, *digit;
    uint64_t value = 0;
    for (; *at && (digit = strchr(digits, *at)); at++)
        value = value << 4 | (uint64_t)(digit - digits);
    p->lexer.cursor = at;
    tn_rl_advance(p);
    return value;
}

static const tunip_doc *parse_value(tn_rl *p);

/* 'name' */
static const tunip_doc *parse_quoted(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    tunip_str text = tn_rl_token(p);
    if (!tn_rl_expect(p, RL_QUOTED)) return tn_rl_expected(p, "a quoted name");
    return tn_rl_new_string(p, begin, (tunip_str){text.data + 1, text.size - 2});
}

/* runtime.BoxInt(20), runtime.BoxBool(1) */
static const tunip_doc *parse_box(tn_rl *p, bool is_bool)
{
    uint32_t begin = tn_rl_at(p);
    tn_rl_advance(p);
    if (p->kind != RL_OPEN_ROUND) return tn_rl_expected(p, "`(`");
    uint64_t value = parse_hex(p);
    tn_rl_expect(p, RL_CLOSE_ROUND);
    TN_RL_NEW(p, literal, LITERAL, is_bool ? TUNIP_LITERAL_BOOL : TUNIP_LITERAL_INT, begin);
    if (is_bool)
        doc->value.boolean = value != 0;
    else
        doc->value.integer = (int64_t)value;
    return &doc->base;
}

static const tunip_doc *parse_word(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    tunip_str word = tn_rl_token(p);
    if (tunip_str_is(word, "runtime.BoxInt")) return parse_box(p, false);
    if (tunip_str_is(word, "runtime.BoxBool")) return parse_box(p, true);
    if (tn_rl_is_device(p)) return tn_rl_parse_device(p);
    bool is_true = tunip_str_is(word, "True");
    if (!is_true && !tunip_str_is(word, "False")) return tn_rl_expected(p, "a value");
    tn_rl_advance(p);
    TN_RL_NEW(p, literal, LITERAL, TUNIP_LITERAL_BOOL, begin);
    doc->value.boolean = is_true;
    return &doc->base;
}

static const tunip_doc *parse_value(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    bool is_negative = tn_rl_accept(p, RL_MINUS);
    switch (p->kind) {
    case RL_INT:
        return tn_rl_parse_number(p, begin, is_negative);
    case RL_STRING:
        return tn_rl_parse_string(p);
    case RL_QUOTED:
        return parse_quoted(p);
    case RL_NAME:
        return parse_word(p);
    case RL_OPEN_SQUARE:
        return tn_rl_parse_list(p, RL_OPEN_SQUARE, RL_CLOSE_SQUARE, parse_value);
    default:
        return tn_rl_expected(p, "a value");
    }
}

/* 'key': value, as two items. */
static const tunip_doc *parse_entry(tn_rl *p)
{
    tn_rl_push(p, parse_quoted(p));
    tn_rl_expect(p, RL_COLON);
    return parse_value(p);
}

/* The value behind `key=`, whose last token is the current one. NULL for an address. */
static const tunip_doc *parse_member(tn_rl *p, tunip_str key)
{
    bool is_id = tunip_str_is(key, "id");
    if (is_id) parse_hex(p);
    if (is_id) return NULL;
    tn_rl_advance(p);
    if (p->kind != RL_OPEN_CURLY) return parse_value(p);
    return tn_rl_parse_list(p, RL_OPEN_CURLY, RL_CLOSE_CURLY,
                            tunip_str_is(key, "attrs") ? parse_entry : parse_quoted);
}

const tunip_doc *tn_rl_parse_device(tn_rl *p)
{
    uint32_t begin = tn_rl_at(p);
    size_t base = p->list.count, first = p->keys.count;
    const tunip_str *keys;
    const tunip_doc *name = tn_rl_parse_id(p);
    tn_rl_expect(p, RL_OPEN_ROUND);
    tn_rl_accept(p, RL_QUESTION);
    while (p->kind == RL_NAME) {
        tunip_str key = tn_rl_token(p);
        tn_rl_advance(p);
        if (p->kind != RL_EQUAL) return tn_rl_expected(p, "`=`");
        const tunip_doc *value = parse_member(p, key);
        if (value) tn_rl_push(p, value);
        if (value && !tn_array_push(&p->keys, &p->arena->allocator, key)) tn_rl_fail_memory(p);
        if (!tn_rl_accept(p, RL_COMMA)) break;
    }
    tn_rl_expect(p, RL_CLOSE_ROUND);
    if (p->is_broken) return name;
    tunip_docs values = tn_rl_take_values(p, base, first, &keys);
    TN_RL_NEW(p, call, CALL, TUNIP_CALL_WHOLE, begin);
    doc->callee = name;
    doc->args = tunip_docs_none();
    doc->keys = keys;
    doc->values = values;
    return &doc->base;
}
