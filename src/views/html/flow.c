/* flow.c -- the flow of values in a printed text, from its spans alone, so that all languages share
 * it. A statement that binds a name is a node. It uses the names that stand in it. In
 *
 *     %0 = nn.dense(%x, %y);
 *     %1 = nn.relu(%0);
 *
 * the second statement uses the first one. Where a name is bound twice, the last binding before a
 * use counts. A function with loops or with stores to elements has no graph, because its order says
 * more than its names. */
#include "flow.h"

#include <stdio.h>
#include <tunip/ext/doc.h>
#include <tunip/source_map.h>

#include "../../util/html.h"
#include "../../util/tables.h"
#include "../../util/text.h"

enum { LETTERS = 400 }; /* of a statement that a node shows */

/* A statement, or a parameter. */
typedef struct flow_node {
    tunip_str label, name, text; /* name: that it binds */
    size_t line;
    size_t last_use; /* the number of the last statement with an edge from this node, plus 1 */
    bool is_leaf;
} flow_node;

/* A function, or what stands outside of all functions. */
typedef struct flow_unit {
    tunip_str name;
    size_t line;
    TN_ARRAY(flow_node) nodes;
    TN_ARRAY(size_t) edges; /* from, to, from, to, ... */
    size_t steps, inner;    /* nodes that are no leaves, and edges between them */
    bool is_ordered;        /* has loops or stores */
    bool is_called;         /* an edge of `calls` has it */
    size_t last_caller;     /* the last unit that calls this one, plus 1 */
} flow_unit;

/* The last binding of a name. */
typedef struct flow_binding {
    size_t unit; /* plus 1; 0: none */
    size_t node;
    bool is_module; /* another name of the class around the functions */
} flow_binding;

/* A span around the one in hand. */
typedef struct flow_frame {
    size_t end; /* the first span behind it */
    tunip_doc_kind kind;
    size_t unit;
} flow_frame;

struct tn_flow {
    const tunip_allocator *allocator;
    const tunip_printed *printed;
    const tunip_span *spans;
    size_t count;
    tunip_str text;
    tn_arena arena;
    tn_intern names;
    TN_ARRAY(flow_binding) bindings; /* of each name */
    TN_ARRAY(size_t) functions;      /* of each name: the unit, plus 1; or 0 */
    TN_ARRAY(flow_unit) units;
    TN_ARRAY(flow_frame) frames;
    TN_ARRAY(size_t) calls; /* units: from, to, ... */
    tunip_str module;       /* the name of the class around the functions */
    bool failed;
};

static tunip_str words_of(const tn_flow *f, size_t span)
{
    return (tunip_str){f->text.data + f->spans[span].begin,
                       f->spans[span].end - f->spans[span].begin};
}

static size_t line_of(const tn_flow *f, size_t offset)
{
    size_t line, column;
    tunip_printed_locate(f->printed, offset, &line, &column);
    return line;
}

static bool is_kind(const tn_flow *f, size_t span, tunip_doc_kind kind)
{
    return f->spans[span].doc->kind == kind;
}

/* The spans directly inside of one: `child` begins as the span plus 1. */
static size_t next_of(const tn_flow *f, size_t child)
{
    return child + 1 + f->spans[child].inside;
}

static size_t end_of(const tn_flow *f, size_t span)
{
    return span + 1 + f->spans[span].inside;
}

/* ---- names ---- */

/* "%1" of "%1:2" and "%1#0". */
static tunip_str bare(tunip_str name)
{
    size_t size = name.size && name.data[0] == '%' ? 1 : name.size;
    while (size < name.size && name.data[size] != ':' && name.data[size] != '#') size++;
    return (tunip_str){name.data, size};
}

/* The number of a name; TN_NOT_INTERNED when out of memory. */
static uint32_t number_of(tn_flow *f, tunip_str name)
{
    uint32_t number = tn_intern_borrow(&f->names, name);
    while (number != TN_NOT_INTERNED && f->bindings.count <= number && !f->failed)
        f->failed = !tn_array_push(&f->bindings, f->allocator, ((flow_binding){0, 0, false})) ||
                    !tn_array_push(&f->functions, f->allocator, 0);
    f->failed = f->failed || number == TN_NOT_INTERNED;
    return f->failed ? TN_NOT_INTERNED : number;
}

static void bind_name(tn_flow *f, size_t unit, size_t node, tunip_str name)
{
    uint32_t number = number_of(f, bare(name));
    if (!f->failed) f->bindings.items[number] = (flow_binding){unit + 1, node, false};
}

/* The binding of a name in a unit; or NULL. */
static const flow_binding *binding_of(const tn_flow *f, size_t unit, tunip_str name)
{
    uint32_t number = tn_intern_find(&f->names, bare(name));
    bool is_bound = number != TN_NOT_INTERNED && f->bindings.items[number].unit == unit + 1;
    return is_bound ? &f->bindings.items[number] : NULL;
}

/* The function that a name means, plus 1: "@g", or "cls.g", whose first part means the module. */
static size_t function_of(const tn_flow *f, size_t unit, size_t span)
{
    tunip_str name = words_of(f, span);
    bool is_member = is_kind(f, span, TUNIP_DOC_ATTR) && f->spans[span].inside == 1;
    if (!is_member && !(name.size && name.data[0] == '@')) return 0;
    if (is_member) {
        tunip_str owner = words_of(f, span + 1);
        const flow_binding *binding = binding_of(f, unit, owner);
        bool is_module =
            binding ? binding->is_module : f->module.size && tunip_str_equal(owner, f->module);
        if (!is_module || name.size <= owner.size) return 0;
        name = (tunip_str){name.data + owner.size + 1, name.size - owner.size - 1};
    }
    uint32_t number = tn_intern_find(&f->names, name);
    return number == TN_NOT_INTERNED ? 0 : f->functions.items[number];
}

/* ---- nodes ---- */

static size_t add_node(tn_flow *f, size_t unit, flow_node node)
{
    flow_unit *u = &f->units.items[unit];
    if (!node.is_leaf) u->steps++;
    f->failed = f->failed || !tn_array_push(&u->nodes, f->allocator, node);
    return u->nodes.count - 1;
}

static void add_leaf(tn_flow *f, size_t unit, size_t span)
{
    tunip_str name = words_of(f, span);
    size_t line = line_of(f, f->spans[span].begin);
    size_t node = add_node(f, unit, (flow_node){.label = name, .line = line, .is_leaf = true});
    bind_name(f, unit, node, name);
}

static void add_edge(tn_flow *f, size_t unit, size_t from, size_t to)
{
    flow_unit *u = &f->units.items[unit];
    flow_node *used = &u->nodes.items[from];
    if (used->last_use == to + 1) return; /* `add(%0, %0)` */
    used->last_use = to + 1;
    if (!used->is_leaf) u->inner++;
    f->failed = f->failed || !tn_array_push(&u->edges, f->allocator, from) ||
                !tn_array_push(&u->edges, f->allocator, to);
}

static tunip_str first_line(tunip_str text)
{
    const char *feed = text.size ? memchr(text.data, '\n', text.size) : NULL;
    if (feed) text.size = (size_t)(feed - text.data);
    if (text.size <= LETTERS) return text;
    text.size = LETTERS;
    while (text.size && (text.data[text.size] & 0xC0) == 0x80) text.size--; /* whole letters */
    return text;
}

/* ---- statements ---- */

/* A statement in parts. */
typedef struct flow_step {
    size_t span, value, value_end; /* spans: of the right side, and the first behind it */
    size_t operation;              /* the span that names the operation; 0: none */
    bool is_binding, is_store;
} flow_step;

/* Whether an equals sign stands before a part of a statement: behind the part before it. */
static bool has_equals(const tn_flow *f, size_t before, size_t part)
{
    size_t from = f->spans[before].end, to = f->spans[part].begin;
    return to > from && memchr(f->text.data + from, '=', to - from) != NULL;
}

/* The parts of `%0 = f(x)`, `x: T = f(y)`, `x: T`. */
static flow_step split_assign(const tn_flow *f, size_t span)
{
    size_t left = span + 1, end = end_of(f, span);
    flow_step step = {.span = span, .value = end, .value_end = end, .is_binding = true};
    if (left >= end) return step;
    step.is_store = is_kind(f, left, TUNIP_DOC_INDEX) || is_kind(f, left, TUNIP_DOC_ATTR);
    for (size_t before = left, part = next_of(f, left); part < end; part = next_of(f, part)) {
        if (has_equals(f, before, part)) {
            step.value = part;
            break;
        }
        before = part;
    }
    return step;
}

/* The parts of an operation that is a row of words: `%0 = arith.addf %a, %b`. */
static flow_step split_words(const tn_flow *f, size_t span)
{
    size_t row = span + 1, end = end_of(f, row);
    flow_step step = {.span = span, .value = row + 1, .value_end = end};
    for (size_t part = row + 1; part < end; part = next_of(f, part)) {
        if (!is_kind(f, part, TUNIP_DOC_ID)) break;
        if (!tunip_str_equal(words_of(f, part), tunip_str_from(" = "))) continue;
        step.is_binding = true;
        step.value = next_of(f, part);
        break;
    }
    if (step.value < end && is_kind(f, step.value, TUNIP_DOC_ID)) step.operation = step.value;
    return step;
}

/* Whether a statement is a row of words: the first one is a name and no call. */
static bool is_row(const tn_flow *f, size_t span)
{
    return f->spans[span].inside > 1 && is_kind(f, span + 1, TUNIP_DOC_TUPLE) &&
           f->spans[span + 1].inside && is_kind(f, span + 2, TUNIP_DOC_ID);
}

/* The string of `sym_name = "f"` among the attributes of an operation. 0: none. */
static size_t sym_name_of(const tn_flow *f, size_t attributes)
{
    bool is_next = false;
    for (size_t part = attributes + 1; part < end_of(f, attributes); part = next_of(f, part)) {
        tunip_str word = words_of(f, part);
        if (is_next && word.size > 2 && word.data[0] == '"') return part;
        if (word.size > 1) is_next = tunip_str_equal(word, tunip_str_from("sym_name"));
    }
    return 0;
}

/* The same as symbol_of() in the generic form: `"func.func"() <{sym_name = "f"}> ({ ... })`. The
 * attributes may stand behind the region. */
static size_t generic_symbol_of(const tn_flow *f, size_t row)
{
    size_t symbol = 0;
    bool has_region = false;
    for (size_t part = row + 2; part < end_of(f, row); part = next_of(f, part)) {
        has_region = has_region || is_kind(f, part, TUNIP_DOC_BLOCK);
        if (!symbol && is_kind(f, part, TUNIP_DOC_TUPLE)) symbol = sym_name_of(f, part);
    }
    return has_region ? symbol : 0;
}

/* The symbol of a row of words with a region: "@f" of `func.func @f(%a) { ... }`. 0: none. */
static size_t symbol_of(const tn_flow *f, size_t span)
{
    if (words_of(f, span).data[0] == '"') return generic_symbol_of(f, span + 1);
    size_t row = span + 1, symbol = 0;
    for (size_t part = row + 1; part < end_of(f, row); part = next_of(f, part)) {
        if (is_kind(f, part, TUNIP_DOC_BLOCK)) return symbol;
        tunip_str word = words_of(f, part);
        bool ends = word.size && strchr("(%\"", word.data[0]) && part > row + 1;
        if (!symbol && (ends || tunip_str_equal(word, tunip_str_from(" = ")))) return 0;
        if (!symbol && word.size && word.data[0] == '@') symbol = part;
    }
    return 0;
}

static tunip_str label_of(const tn_flow *f, size_t unit, const flow_step *step)
{
    if (step->operation) return words_of(f, step->operation);
    if (is_kind(f, step->span, TUNIP_DOC_RETURN)) return tunip_str_from("return");
    size_t call = step->value;
    while (call < step->value_end && !is_kind(f, call, TUNIP_DOC_CALL)) call++;
    if (call >= step->value_end || call + 1 >= step->value_end) {
        size_t value = step->value < step->value_end ? step->value : step->span;
        return first_line(words_of(f, value));
    }
    for (size_t i = call + 1; i < end_of(f, call); i++)
        if (function_of(f, unit, i)) return words_of(f, i);
    return words_of(f, call + 1);
}

/* Adds edges from the names of the right side. A name in front of a region that nothing binds is an
 * argument of the region, so the statement itself binds it. */
static void add_uses(tn_flow *f, size_t unit, const flow_step *step, size_t node)
{
    size_t last = step->value_end;
    bool has_region = false;
    for (size_t i = step->value; i < last && !has_region; i++) /* no further: regions nest */
        has_region = is_kind(f, i, TUNIP_DOC_BLOCK);
    for (size_t i = step->value; i < last && !f->failed; i++) {
        if (is_kind(f, i, TUNIP_DOC_BLOCK)) {
            i = end_of(f, i) - 1; /* statements of their own */
            continue;
        }
        if (!is_kind(f, i, TUNIP_DOC_ID)) continue;
        tunip_str name = words_of(f, i);
        const flow_binding *from = binding_of(f, unit, name);
        if (from && !from->is_module && from->node != node) add_edge(f, unit, from->node, node);
        if (!from && has_region && name.size > 1 && name.data[0] == '%')
            bind_name(f, unit, node, name);
    }
}

/* Binds the names of the left side. */
static tunip_str bind_left(tn_flow *f, size_t unit, const flow_step *step, size_t node)
{
    size_t begin = step->span + 1, end = step->value;
    tunip_str first = {NULL, 0};
    if (!step->is_binding) return first;
    if (is_kind(f, step->span, TUNIP_DOC_ASSIGN)) end = end_of(f, begin);
    for (size_t i = begin; i < end; i++) {
        tunip_str name = words_of(f, i);
        if (!is_kind(f, i, TUNIP_DOC_ID) || !name.size || strchr(" ,", name.data[0])) continue;
        bind_name(f, unit, node, name);
        if (!first.size) first = bare(name);
    }
    return first;
}

static void add_statement(tn_flow *f, size_t unit, size_t span)
{
    bool is_assign = is_kind(f, span, TUNIP_DOC_ASSIGN),
         row = is_kind(f, span, TUNIP_DOC_EXPR_STMT) && is_row(f, span);
    size_t end = end_of(f, span);
    flow_step step = is_assign ? split_assign(f, span)
                     : row     ? split_words(f, span)
                               : (flow_step){.span = span, .value = span + 1, .value_end = end};
    if (step.is_store) {
        f->units.items[unit].is_ordered = true;
        return;
    }
    if (is_assign && step.value == end) {
        if (span + 1 < end) add_leaf(f, unit, span + 1);
        return;
    }
    if (is_assign && f->module.size && tunip_str_equal(words_of(f, step.value), f->module)) {
        bind_name(f, unit, 0, words_of(f, span + 1));
        uint32_t number = tn_intern_find(&f->names, words_of(f, span + 1));
        if (!f->failed) f->bindings.items[number].is_module = true;
        return;
    }
    flow_node node = {.label = label_of(f, unit, &step),
                      .text = first_line(words_of(f, span)),
                      .line = line_of(f, f->spans[span].begin)};
    size_t number = add_node(f, unit, node);
    add_uses(f, unit, &step, number);
    tunip_str name = bind_left(f, unit, &step, number);
    if (!f->failed) f->units.items[unit].nodes.items[number].name = name;
}

/* ---- units ---- */

static size_t add_unit(tn_flow *f, tunip_str name, size_t offset)
{
    flow_unit unit = {.name = name, .line = f->text.size ? line_of(f, offset) : 1};
    f->failed = f->failed || !tn_array_push(&f->units, f->allocator, unit);
    return f->units.count - 1;
}

/* The span of the name of a function or a class; 0: it has none. */
static size_t name_span(const tn_flow *f, size_t span)
{
    const void *doc = f->spans[span].doc;
    const tunip_doc *name = is_kind(f, span, TUNIP_DOC_CLASS)
                                ? ((const tunip_doc_class *)doc)->name
                                : ((const tunip_doc_function *)doc)->name;
    for (size_t i = span + 1; i < end_of(f, span); i++)
        if (f->spans[i].doc == name) return i;
    return 0;
}

/* The span that names the unit that a span is; 0: it is none. */
static size_t unit_name(const tn_flow *f, size_t span)
{
    if (is_kind(f, span, TUNIP_DOC_FUNCTION)) return name_span(f, span);
    return is_kind(f, span, TUNIP_DOC_EXPR_STMT) && is_row(f, span) ? symbol_of(f, span) : 0;
}

/* The name of a unit: a symbol "f" in the generic form is @f, as calls name it. */
static tunip_str name_of_unit(tn_flow *f, size_t span)
{
    tunip_str words = words_of(f, span);
    if (words.data[0] != '"') return words;
    char *name = tn_arena_alloc(&f->arena, words.size - 1);
    f->failed = f->failed || !name;
    if (!name) return words;
    memcpy(name, words.data, words.size - 1);
    name[0] = '@';
    return (tunip_str){name, words.size - 1};
}

/* Where the line of a part with a name begins. Decorators come first. */
static size_t begin_of(const tn_flow *f, size_t span, size_t name)
{
    return f->spans[is_kind(f, span, TUNIP_DOC_EXPR_STMT) ? span : name].begin;
}

bool tn_flow_is_part(const tn_flow *f, size_t span, tn_flow_part *part)
{
    bool is_class = is_kind(f, span, TUNIP_DOC_CLASS);
    size_t name = is_class ? name_span(f, span) : unit_name(f, span);
    if (!name) return false;
    tunip_str words = words_of(f, name);
    if (words.data[0] == '"') words = (tunip_str){words.data + 1, words.size - 2};
    if (is_kind(f, span, TUNIP_DOC_EXPR_STMT))
        for (size_t i = span + 1; i < end_of(f, span) && !is_class; i++) is_class = unit_name(f, i);
    *part = (tn_flow_part){words, begin_of(f, span, name), is_class};
    return true;
}

/* Finds the names of all functions before any of them is read, because a call may come first. */
static void find_units(tn_flow *f)
{
    add_unit(f, tunip_str_from("module"), 0);
    for (size_t i = 0; i < f->count && !f->failed; i++) {
        size_t class_name = is_kind(f, i, TUNIP_DOC_CLASS) ? name_span(f, i) : 0;
        if (class_name && !f->module.size) f->module = words_of(f, class_name);
        size_t name = unit_name(f, i);
        if (!name) continue;
        tunip_str words = name_of_unit(f, name);
        size_t unit = add_unit(f, words, begin_of(f, i, name));
        uint32_t number = number_of(f, words);
        if (!f->failed) f->functions.items[number] = unit + 1;
    }
}

/* Names that a head binds: those of the parameters of a function, or of a block `^bb0(%a: i32)`. */
static void add_head(tn_flow *f, size_t unit, size_t row)
{
    for (size_t part = row + 1; part < end_of(f, row); part = next_of(f, part)) {
        tunip_str word = words_of(f, part);
        if (is_kind(f, part, TUNIP_DOC_BLOCK)) return;
        if (is_kind(f, part, TUNIP_DOC_ID) && word.size > 1 && word.data[0] == '%')
            add_leaf(f, unit, part);
    }
}

static void add_call(tn_flow *f, size_t from, size_t to)
{
    if (f->units.items[to].last_caller == from + 1) return;
    f->units.items[to].last_caller = from + 1;
    f->units.items[from].is_called = f->units.items[to].is_called = true;
    f->failed = f->failed || !tn_array_push(&f->calls, f->allocator, from) ||
                !tn_array_push(&f->calls, f->allocator, to);
}

/* Statements stand in these. A FOR or WHILE makes the function one whose order counts. */
static bool holds_statements(tunip_doc_kind kind)
{
    static const bool kinds[TUNIP_DOC__COUNT] = {[TUNIP_DOC_BLOCK] = true,
                                                 [TUNIP_DOC_SCOPE] = true,
                                                 [TUNIP_DOC_IF] = true,
                                                 [TUNIP_DOC_FUNCTION] = true};
    return kinds[kind];
}

static void visit(tn_flow *f, size_t span, const flow_frame *around, size_t *next_unit)
{
    tunip_doc_kind kind = f->spans[span].doc->kind;
    size_t unit = around ? around->unit : 0;
    bool is_statement = !around || holds_statements(around->kind);
    size_t name = unit_name(f, span);
    flow_frame frame = {.end = end_of(f, span), .kind = kind, .unit = unit};
    if (name) {
        frame.unit = (*next_unit)++;
        if (kind == TUNIP_DOC_EXPR_STMT) add_head(f, frame.unit, span + 1);
    } else if (kind == TUNIP_DOC_FOR || kind == TUNIP_DOC_WHILE) {
        f->units.items[unit].is_ordered = true;
    } else if (kind == TUNIP_DOC_TUPLE && around && around->kind == TUNIP_DOC_SCOPE &&
               f->spans[span].inside && words_of(f, span).data[0] == '^') {
        add_head(f, unit, span);
    } else if (is_statement && (kind == TUNIP_DOC_ASSIGN || kind == TUNIP_DOC_EXPR_STMT ||
                                kind == TUNIP_DOC_RETURN)) {
        add_statement(f, unit, span);
    }
    bool may_call = kind == TUNIP_DOC_ATTR || kind == TUNIP_DOC_ID;
    size_t called = may_call && unit ? function_of(f, unit, span) : 0;
    if (called && called - 1 != unit) add_call(f, unit, called - 1);
    if (f->spans[span].inside)
        f->failed = f->failed || !tn_array_push(&f->frames, f->allocator, frame);
}

static void find_flow(tn_flow *f)
{
    size_t next_unit = 1;
    for (size_t i = 0; i < f->count && !f->failed; i++) {
        while (f->frames.count && f->frames.items[f->frames.count - 1].end <= i) f->frames.count--;
        flow_frame around = {0, TUNIP_DOC_BLOCK, 0};
        if (f->frames.count) around = f->frames.items[f->frames.count - 1];
        visit(f, i, f->frames.count ? &around : NULL, &next_unit);
    }
}

tn_flow *tn_flow_new(const tunip_printed *printed, const tunip_allocator *allocator)
{
    tn_flow *f = allocator->alloc(allocator->ctx, sizeof *f);
    if (!f) return NULL;
    *f = (tn_flow){.allocator = allocator, .printed = printed};
    f->spans = tunip_printed_spans(printed);
    f->count = tunip_printed_span_count(printed);
    f->text = tunip_printed_text(printed);
    tn_arena_init(&f->arena, allocator);
    tn_intern_init(&f->names, &f->arena, allocator);
    f->failed = !f->spans && f->text.size;
    if (!f->failed) find_units(f);
    if (!f->failed) find_flow(f);
    if (!f->failed) return f;
    tn_flow_free(f);
    return NULL;
}

void tn_flow_free(tn_flow *f)
{
    if (!f) return;
    const tunip_allocator *allocator = f->allocator;
    for (size_t i = 0; i < f->units.count; i++) {
        tn_array_free(&f->units.items[i].nodes, allocator);
        tn_array_free(&f->units.items[i].edges, allocator);
    }
    tn_array_free(&f->units, allocator);
    tn_array_free(&f->bindings, allocator);
    tn_array_free(&f->functions, allocator);
    tn_array_free(&f->frames, allocator);
    tn_array_free(&f->calls, allocator);
    tn_intern_free(&f->names);
    tn_arena_free(&f->arena);
    allocator->free(allocator->ctx, f, sizeof *f);
}

/* ---- the graphs ---- */

static bool is_drawn(const flow_unit *unit)
{
    return !unit->is_ordered && unit->steps > 1 && unit->inner;
}

size_t tn_flow_count(const tn_flow *f)
{
    size_t count = f->calls.count ? 1 : 0;
    for (size_t i = 0; i < f->units.count; i++) count += is_drawn(&f->units.items[i]);
    return count;
}

size_t tn_flow_size(const tn_flow *f)
{
    size_t most = 0;
    for (size_t i = 0; i < f->units.count; i++)
        if (is_drawn(&f->units.items[i]) && f->units.items[i].nodes.count > most)
            most = f->units.items[i].nodes.count;
    return most;
}

static bool put_node(tunip_json_writer *w, const flow_node *node)
{
    char row[32], place[32];
    snprintf(row, sizeof row, "L%zu", node->line);
    snprintf(place, sizeof place, "line %zu", node->line);
    const tn_html_node shown = {.label = node->label,
                                .note = node->name,
                                .row = tunip_str_from(row),
                                .place = tunip_str_from(place),
                                .colour = node->is_leaf ? "leaf" : NULL,
                                .is_leaf = node->is_leaf};
    const tunip_str fact[] = {tunip_str_from("text"), node->text};
    bool fine = tn_html_open_node(w, &shown);
    if (node->text.size) {
        tunip_json_key(w, "facts");
        tunip_json_open(w, '[');
        fine = fine && tn_html_put_words(w, fact, TUNIP_LEN(fact));
        tunip_json_close(w, ']');
    }
    tunip_json_close(w, '}');
    return fine;
}

static void open_view(tunip_json_writer *w)
{
    tunip_json_open(w, '{');
    tunip_json_key(w, "name");
}

static void put_edges(tunip_json_writer *w, const size_t *ends, size_t count, const size_t *numbers)
{
    tunip_json_key(w, "edges");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < count; i++) tunip_json_put_size(w, numbers ? numbers[ends[i]] : ends[i]);
    tunip_json_close(w, ']');
}

static bool put_unit(const flow_unit *unit, tunip_json_writer *w)
{
    open_view(w);
    bool fine = tn_html_put_word(w, unit->name);
    tunip_json_key(w, "nodes");
    tunip_json_open(w, '[');
    for (size_t i = 0; i < unit->nodes.count && fine; i++)
        fine = put_node(w, &unit->nodes.items[i]);
    tunip_json_close(w, ']');
    put_edges(w, unit->edges.items, unit->edges.count, NULL);
    tunip_json_close(w, '}');
    return fine;
}

/* The functions that call others or are called. */
static bool put_calls(const tn_flow *f, tunip_json_writer *w)
{
    TN_ARRAY(size_t) numbers = {.items = NULL}; /* of each unit */
    if (!tn_array_reserve(&numbers, f->allocator, f->units.count)) return false;
    size_t count = 0;
    open_view(w);
    tunip_json_put_string(w, tunip_str_from("calls of functions"));
    tunip_json_key(w, "nodes");
    tunip_json_open(w, '[');
    bool fine = true;
    for (size_t i = 0; i < f->units.count && fine; i++) {
        const flow_unit *unit = &f->units.items[i];
        numbers.items[i] = count;
        if (!unit->is_called) continue;
        count++;
        fine = put_node(w, &(flow_node){.label = unit->name, .line = unit->line});
    }
    tunip_json_close(w, ']');
    put_edges(w, f->calls.items, f->calls.count, numbers.items);
    tunip_json_close(w, '}');
    tn_array_free(&numbers, f->allocator);
    return fine;
}

bool tn_flow_put(const tn_flow *f, const char *name, tunip_json_writer *w)
{
    size_t first = 0, number = f->calls.count ? 1 : 0, most = tn_flow_size(f);
    bool fine = true;
    tunip_json_open(w, '{');
    tunip_json_key(w, "name");
    fine = tn_html_put_word(w, tunip_str_from(name));
    tunip_json_key(w, "follow");
    tunip_json_put_bool(w, true);
    tunip_json_key(w, "views");
    tunip_json_open(w, '[');
    if (f->calls.count) fine = fine && put_calls(f, w);
    for (size_t i = 0; i < f->units.count && fine; i++) {
        const flow_unit *unit = &f->units.items[i];
        if (!is_drawn(unit)) continue;
        if (unit->nodes.count == most) first = number;
        number++;
        fine = put_unit(unit, w);
    }
    tunip_json_close(w, ']');
    tunip_json_key(w, "first");
    tunip_json_put_size(w, first);
    tunip_json_close(w, '}');
    return fine;
}
