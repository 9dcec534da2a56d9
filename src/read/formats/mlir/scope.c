/* scope.c -- which definition a name means. Names of values are visible in the region that defines
 * them and in the regions inside it; names of blocks in their region only. A name may be used
 * before the text defines it. */
#include <stdio.h>
#include <stdlib.h>

#include <tunip/diagnostic.h>

#include "parse.h"

static tunip_mlir_value *new_value(mlir_parser *p, tunip_str name, int64_t count)
{
    tunip_mlir_value *value = tunip_node_new(p->graph, &tunip_mlir_value_type);
    if (!value) return NULL;
    value->name = mlir_word(p, name);
    value->count = count;
    return value;
}

static void bind(mlir_parser *p, uint32_t id, tunip_mlir_value *value, size_t pending)
{
    mlir_value_binding *binding = &p->bindings.items[id].value;
    mlir_value_undo undo = {id, *binding};
    if (!tn_array_push(&p->undo, p->allocator, undo)) mlir_no_memory(p);
    *binding = (mlir_value_binding){value, pending, p->region};
}

static bool is_number(tunip_str name)
{
    return name.size && *name.data >= '0' && *name.data <= '9';
}

static tunip_mlir_value *add_pending(mlir_parser *p, uint32_t id, const mlir_token *token,
                                     tunip_str name, mlir_unknown unknown)
{
    tunip_mlir_value *value = new_value(p, name, 1);
    bool is_defined = unknown == MLIR_ARGUMENT;
    bool may_be = unknown == MLIR_PERHAPS_DEFINED && !is_number(name) &&
                  mlir_is_foreign(tunip_string_value(p->head.name));
    mlir_pending pending = {.id = id,
                            .value = value,
                            .begin = token->begin,
                            .end = token->end,
                            .definer = may_be ? p->head.name : NULL,
                            .is_head = true,
                            .is_defined = is_defined};
    if (!value || !tn_array_push(&p->pending, p->allocator, pending)) {
        mlir_no_memory(p);
        return NULL;
    }
    bind(p, id, value, is_defined ? 0 : p->pending.count);
    return value;
}

void mlir_note(mlir_parser *p, tunip_use_kind kind, size_t begin, size_t size, const void *node)
{
    if (!p->input->options->uses || !node) return;
    tn_uses_add(p->input->options->uses,
                (tunip_use){.kind = kind, .begin = begin, .end = begin + size, .node = node});
}

/* An argument is another value than one of this name that an operation before was to define. */
static bool is_unknown(const mlir_parser *p, uint32_t id, mlir_unknown unknown)
{
    const mlir_value_binding *binding = &p->bindings.items[id].value;
    bool is_older = binding->pending && binding->pending <= p->head.pending;
    return !binding->value || (is_older && unknown == MLIR_ARGUMENT);
}

static void check_number(mlir_parser *p, size_t begin, size_t end, const tunip_mlir_value *value,
                         int64_t number)
{
    tunip_str name = tunip_string_value(value->name);
    if (number >= value->count)
        mlir_fail(p, begin, end, "`%%%.*s` has %lld result%s", (int)name.size, name.data,
                  (long long)value->count, value->count == 1 ? "" : "s");
}

void mlir_check_uses(mlir_parser *p, const mlir_pending *item)
{
    if (item->number)
        check_number(p, item->number_begin, item->number_end, item->value, item->number);
}

tunip_node *mlir_use(mlir_parser *p, const mlir_token *token, mlir_unknown unknown)
{
    tunip_str name = mlir_text_of(p->text, token);
    name.data++;
    name.size--;
    const char *mark = memchr(name.data, '#', name.size);
    tunip_str digits = {NULL, 0};
    if (mark) {
        digits = (tunip_str){mark + 1, (size_t)(name.data + name.size - mark - 1)};
        name.size = (size_t)(mark - name.data);
    }
    uint32_t id = mlir_id(p, name);
    if (p->failed) return NULL;
    tunip_mlir_value *value = p->bindings.items[id].value.value;
    bool is_new = is_unknown(p, id, unknown);
    if (is_new) value = add_pending(p, id, token, name, unknown);
    bool is_definition = is_new && unknown == MLIR_ARGUMENT;
    mlir_note(p, is_definition ? TUNIP_USE_DEFINITION : TUNIP_USE_REFERENCE, token->begin,
              name.size + 1, value);
    if (!mark || !value) return value ? &value->base : NULL;
    tunip_mlir_result *result = tunip_node_new(p->graph, &tunip_mlir_result_type);
    if (!result) return NULL;
    result->value = value;
    for (size_t i = 0; i < digits.size && result->number < INT32_MAX; i++)
        result->number = result->number * 10 + (digits.data[i] - '0');
    size_t pending = p->bindings.items[id].value.pending;
    mlir_pending *item = pending ? &p->pending.items[pending - 1] : NULL;
    if (item) item->is_result = true;
    if (!item) {
        check_number(p, token->begin, token->end, value, result->number);
    } else if (result->number > item->number) {
        item->number = result->number;
        item->number_begin = token->begin;
        item->number_end = token->end;
    }
    return &result->base;
}

tunip_mlir_value *mlir_define(mlir_parser *p, tunip_str name, size_t begin, int64_t count)
{
    uint32_t id = mlir_id(p, name);
    if (p->failed) return NULL;
    const mlir_value_binding *binding = &p->bindings.items[id].value;
    if (binding->value && binding->pending && binding->region == p->region) {
        mlir_pending *pending = &p->pending.items[binding->pending - 1];
        tunip_mlir_value *value = binding->value;
        pending->is_defined = true;
        value->count = count;
        mlir_check_uses(p, pending);
        bind(p, id, value, 0);
        mlir_note(p, TUNIP_USE_DEFINITION, begin, name.size + 1, value);
        return value;
    }
    if (binding->value && binding->region == p->region && !binding->pending)
        mlir_fail(p, begin, begin + name.size + 1, "`%%%.*s` is defined twice", (int)name.size,
                  name.data);
    tunip_mlir_value *value = new_value(p, name, count);
    if (value) bind(p, id, value, 0);
    mlir_note(p, TUNIP_USE_DEFINITION, begin, name.size + 1, value);
    return value;
}

/* ---- definitions anywhere in the text ---- */

static int compare_definitions(const void *left, const void *right)
{
    const mlir_definition *a = left, *b = right;
    if (a->open != b->open) return a->open < b->open ? -1 : 1;
    return (a->id > b->id) - (a->id < b->id);
}

/* All definitions of the part, in one pass over its tokens. */
static void find_definitions(mlir_parser *p)
{
    TN_ARRAY(size_t) open = {NULL, 0, 0};
    bool fine = true;
    p->has_definitions = true;
    mlir_token token = mlir_lex(p->text, p->begin);
    while (fine && token.kind != MLIR_END) {
        mlir_token next = mlir_lex(p->text, token.end);
        if (mlir_is(p->text, &token, "{")) {
            fine = tn_array_push(&open, p->allocator, token.begin + 1);
        } else if (mlir_is(p->text, &token, "}") && open.count) {
            open.count--;
        } else if (token.kind == MLIR_VALUE && token.is_first && mlir_starts_operation(p, &token)) {
            for (; fine && !mlir_is(p->text, &token, "="); token = mlir_lex(p->text, token.end)) {
                if (token.kind != MLIR_VALUE) continue;
                tunip_str name = mlir_text_of(p->text, &token);
                mlir_definition item = {.open = open.count ? open.items[open.count - 1] : 0,
                                        .id =
                                            mlir_id(p, (tunip_str){name.data + 1, name.size - 1})};
                fine = !p->failed && tn_array_push(&p->definitions, p->allocator, item);
            }
            next = token;
        }
        token = next;
    }
    if (!fine) mlir_no_memory(p);
    tn_array_free(&open, p->allocator);
    if (p->definitions.count)
        qsort(p->definitions.items, p->definitions.count, sizeof *p->definitions.items,
              compare_definitions);
}

bool mlir_is_defined(mlir_parser *p, uint32_t id)
{
    if (!p->has_definitions) find_definitions(p);
    if (p->failed || !p->definitions.count) return false;
    for (size_t i = p->open.count + 1; i-- > 0;) {
        mlir_definition wanted = {.open = i ? p->open.items[i - 1] : 0, .id = id};
        if (bsearch(&wanted, p->definitions.items, p->definitions.count, sizeof wanted,
                    compare_definitions))
            return true;
    }
    return false;
}

/* Leaves a scope: names mean again what they meant before. Values that were used in it and are not
 * defined yet become values of the scope around it. */
void mlir_leave(mlir_parser *p, size_t undo, size_t pending)
{
    while (p->undo.count > undo) {
        const mlir_value_undo *last = &p->undo.items[--p->undo.count];
        p->bindings.items[last->id].value = last->before;
    }
    size_t kept = pending;
    for (size_t i = pending; i < p->pending.count; i++) {
        mlir_pending item = p->pending.items[i];
        if (item.is_defined) continue;
        item.is_head = false;
        p->pending.items[kept++] = item;
        bind(p, item.id, item.value, kept);
    }
    p->pending.count = kept;
}

/* The value stays, and belongs to its operation. */
static void warn(mlir_parser *p, const mlir_pending *item)
{
    char message[MLIR_MESSAGE];
    tunip_str name = item->value->name->value, definer = item->definer->value;
    snprintf(message, sizeof message,
             "`%%%.*s` is not defined; it is kept as a value that the syntax of `%.*s` defines",
             (int)name.size, name.data, (int)definer.size, definer.data);
    tunip_diagnostic *d =
        tunip_diagnostics_add(p->input->diagnostics, TUNIP_SEVERITY_WARNING, NULL, message);
    tunip_diagnostic_at_span(d, TUNIP_LABEL_PRIMARY, item->begin, item->end, NULL);
}

void mlir_report_pending(mlir_parser *p, size_t pending)
{
    enum { MOST_WARNINGS = 20 };
    size_t warnings = 0;
    for (size_t i = pending; i < p->pending.count; i++) {
        const mlir_pending *item = &p->pending.items[i];
        tunip_str name = tunip_string_value(item->value->name);
        if (item->is_defined) continue;
        if (item->is_result)
            mlir_fail(p, item->begin, item->end,
                      "no operation has the result `%%%.*s`, and nothing else has numbered values",
                      (int)name.size, name.data);
        else if (!item->definer)
            mlir_fail(p, item->begin, item->end, "`%%%.*s` is not defined", (int)name.size,
                      name.data);
        else if (warnings++ < MOST_WARNINGS)
            warn(p, item);
    }
    p->pending.count = pending;
}

/* ---- blocks ---- */

static tunip_mlir_label *find_label(mlir_parser *p, const mlir_token *token, uint32_t *id)
{
    tunip_str name = mlir_text_of(p->text, token);
    name.data++;
    name.size--;
    *id = mlir_id(p, name);
    if (p->failed) return NULL;
    mlir_label_binding *binding = &p->bindings.items[*id].block;
    if (binding->label && binding->region == p->region) return binding->label;
    tunip_mlir_label *label = tunip_node_new(p->graph, &tunip_mlir_label_type);
    mlir_label_undo undo = {*id, *binding};
    if (!label || !tn_array_push(&p->label_undo, p->allocator, undo)) {
        mlir_no_memory(p);
        return NULL;
    }
    label->name = mlir_word(p, name);
    p->bindings.items[*id].block = (mlir_label_binding){label, p->region, false};
    return label;
}

tunip_mlir_label *mlir_jump_to(mlir_parser *p, const mlir_token *token)
{
    uint32_t id;
    tunip_mlir_label *label = find_label(p, token, &id);
    mlir_jump jump = {id, label, token->begin, token->end};
    if (label && !p->bindings.items[id].block.is_defined &&
        !tn_array_push(&p->jumps, p->allocator, jump))
        mlir_no_memory(p);
    mlir_note(p, TUNIP_USE_REFERENCE, token->begin, token->end - token->begin, label);
    return label;
}

tunip_mlir_label *mlir_label(mlir_parser *p, const mlir_token *token)
{
    uint32_t id;
    tunip_mlir_label *label = find_label(p, token, &id);
    if (!label) return NULL;
    mlir_label_binding *binding = &p->bindings.items[id].block;
    if (binding->is_defined)
        mlir_fail(p, token->begin, token->end, "the block `%.*s` is defined twice",
                  (int)(token->end - token->begin), p->text.data + token->begin);
    binding->is_defined = true;
    mlir_note(p, TUNIP_USE_DEFINITION, token->begin, token->end - token->begin, label);
    return label;
}

/* At the end of a region: all its blocks are known. */
void mlir_report_jumps(mlir_parser *p, size_t jumps)
{
    for (size_t i = jumps; i < p->jumps.count; i++) {
        const mlir_jump *jump = &p->jumps.items[i];
        const mlir_label_binding *binding = &p->bindings.items[jump->id].block;
        if (binding->label != jump->label || !binding->is_defined)
            mlir_fail(p, jump->begin, jump->end, "the block `%.*s` is not defined",
                      (int)(jump->end - jump->begin), p->text.data + jump->begin);
    }
    p->jumps.count = jumps;
}

void mlir_leave_blocks(mlir_parser *p, size_t undo)
{
    while (p->label_undo.count > undo) {
        const mlir_label_undo *last = &p->label_undo.items[--p->label_undo.count];
        p->bindings.items[last->id].block = last->before;
    }
}
