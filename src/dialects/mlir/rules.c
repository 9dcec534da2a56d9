/* rules.c -- MLIR text as Docs. An operation is a statement whose expression joins its pieces and
 * the blanks between them; a region among them is a BLOCK, a block with a label in it a SCOPE. */
#include <stdio.h>
#include <stdlib.h>

#include "mlir.h"

/* ---- blanks ---- */

/* A line of text in the making. Where no paths are recorded, nobody asks which piece is where, and
 * the pieces between two regions are one text. */
typedef struct line {
    tunip_docsifier *d;
    bool is_plain;
    char *text; /* if it is plain */
    size_t size, text_room;
    const tunip_doc **docs;
    size_t count, room;
    tunip_str layout; /* what is left of it */
    const tunip_array *locations;
    const tunip_path *locations_path;
    size_t location;
    const tunip_node *before; /* the last piece */
} line;

static tunip_str layout_of(const tunip_mlir_form *form)
{
    return tunip_string_value(form ? form->layout : NULL);
}

static void push(line *l, const tunip_doc *doc)
{
    if (l->count == l->room) {
        size_t room = l->room ? l->room * 2 : 16;
        const tunip_doc **docs = tunip_docs_new(l->d, room);
        if (!docs) return;
        if (l->count) memcpy(docs, l->docs, l->count * sizeof(*docs));
        l->docs = docs;
        l->room = room;
    }
    l->docs[l->count++] = doc;
}

/* Ends the text so far. */
static void flush(line *l)
{
    if (!l->size) return;
    push(l, tunip_doc_raw_new(l->d, (tunip_str){l->text, l->size}, NULL));
    l->text += l->size;
    l->text_room -= l->size;
    l->size = 0;
}

static void add(line *l, const tunip_doc *doc)
{
    flush(l);
    push(l, doc);
}

static void append(line *l, tunip_str text)
{
    if (l->text_room - l->size < text.size) {
        enum { LEAST = 120 };
        size_t room = 2 * (l->size + text.size) + LEAST;
        char *more = tunip_job_alloc(l->d, room);
        if (!more) return;
        if (l->size) memcpy(more, l->text, l->size);
        l->text = more;
        l->text_room = room;
    }
    if (text.size) memcpy(l->text + l->size, text.data, text.size);
    l->size += text.size;
}

static void add_word(line *l, tunip_str text, const tunip_path *path)
{
    if (l->is_plain)
        append(l, text);
    else
        push(l, tunip_doc_raw_new(l->d, text, path));
}

/* Adds text that no node is. `text` is borrowed. */
static void add_str(line *l, tunip_str text)
{
    add_word(l, text, NULL);
}

static void add_text(line *l, const char *text)
{
    add_str(l, tunip_str_from(text));
}

/* A line break is a Doc of its own, because a backend indents what follows. */
static void add_gap(line *l, char gap)
{
    if (gap == '.') return;
    static const char blanks[] = "\n                         ";
    bool breaks_behind_blank = gap >= 'A' && gap <= 'Z';
    if (breaks_behind_blank) gap = (char)(gap - 'A' + 'a');
    size_t size =
        gap >= '2' && gap <= '9' ? (size_t)(gap - '0') : gap == '_' || breaks_behind_blank;
    if (size) add_str(l, (tunip_str){blanks + 1, size});
    if (gap >= 'a' && gap <= 'z')
        add(l, tunip_doc_raw_new(l->d, (tunip_str){blanks, (size_t)(gap - 'a') + 1}, NULL));
}

static bool shows_locations(tunip_docsifier *d)
{
    const mlir_settings *settings = mlir_settings_of(d);
    return settings && settings->locations;
}

/* Adds the locations that stand here, and the blanks before the next piece; NULL: the end. */
static void add_blanks(line *l, const tunip_node *next)
{
    while (l->layout.size && *l->layout.data == '@') {
        char gap = l->layout.size > 1 ? l->layout.data[1] : '_';
        size_t used = l->layout.size > 1 ? 2 : 1;
        l->layout.data += used;
        l->layout.size -= used;
        if (l->location >= tunip_array_count(l->locations)) continue;
        size_t index = l->location++;
        const tunip_mlir_location *location =
            TUNIP_AS(tunip_mlir_location, l->locations->items[index]);
        if (!location || !shows_locations(l->d)) continue;
        add_gap(l, gap);
        add_word(l, mlir_location_text(l->d, tunip_string_value(location->text)),
                 tunip_path_item(l->d, l->locations_path, index));
    }
    if (l->layout.size) {
        add_gap(l, *l->layout.data);
        l->layout.data++;
        l->layout.size--;
    } else if (next && tunip_mlir_is_apart(l->before, next)) {
        add_gap(l, '_');
    }
    l->before = next;
}

static const tunip_doc *joined(line *l)
{
    flush(l);
    if (l->count == 1) return l->docs[0];
    return tunip_doc_joined_new(l->d, tunip_docs_view(l->docs, l->count));
}

/* ---- pieces ---- */

static tunip_str name_of(tunip_docsifier *d, const tunip_node *node)
{
    tunip_str name = mlir_name_of(d, node);
    if (name.size) return name;
    /* an argument of an operation without a region */
    const tunip_mlir_value *value = TUNIP_AS(tunip_mlir_value, node);
    return tunip_string_value(value ? value->name : NULL);
}

static const tunip_doc *name_doc(tunip_docsifier *d, const tunip_node *node, const char *rest,
                                 const tunip_path *path)
{
    tunip_str name = name_of(d, node);
    char mark = tunip_is(node, &tunip_mlir_label_type) ? '^' : '%';
    size_t more = strlen(rest);
    char *text = tunip_job_alloc(d, 1 + name.size + more);
    if (!text) return tunip_doc_none(d, path);
    *text = mark;
    if (name.size) memcpy(text + 1, name.data, name.size);
    if (more) memcpy(text + 1 + name.size, rest, more);
    return tunip_doc_id_new(d, (tunip_str){text, 1 + name.size + more}, path);
}

static void add_name(line *l, const tunip_node *node, const char *rest, const tunip_path *path)
{
    if (!l->is_plain) {
        push(l, name_doc(l->d, node, rest, path));
        return;
    }
    add_text(l, tunip_is(node, &tunip_mlir_label_type) ? "^" : "%");
    append(l, name_of(l->d, node));
    if (*rest) add_text(l, rest);
}

static const tunip_doc *write_value(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    return name_doc(d, node, "", path);
}

enum { NUMBER_SIZE = 24 };

/* "#1": which result of an operation. Returns `out`. */
static const char *number_of(const tunip_mlir_result *result, char out[NUMBER_SIZE])
{
    snprintf(out, NUMBER_SIZE, "#%lld", (long long)result->number);
    return out;
}

static const tunip_doc *write_result(tunip_docsifier *d, const tunip_node *node,
                                     const tunip_path *path)
{
    const tunip_mlir_result *result = (const tunip_mlir_result *)node;
    char rest[NUMBER_SIZE];
    const tunip_path *at = tunip_path_attr(d, path, "value");
    return tunip_doc_at(d, name_doc(d, &result->value->base, number_of(result, rest), at), path);
}

static const tunip_doc *write_attribute(tunip_docsifier *d, const tunip_node *node,
                                        const tunip_path *path)
{
    const tunip_mlir_attribute *attr = (const tunip_mlir_attribute *)node;
    return tunip_doc_raw_new(d, mlir_attribute_text(d, attr, path), path);
}

static const tunip_doc *write_word(tunip_docsifier *d, const tunip_node *node,
                                   const tunip_path *path)
{
    return tunip_doc_raw_new(d, ((const tunip_string *)node)->value, path);
}

/* A piece as text; false if it is more than text. */
static bool append_piece(line *l, const tunip_node *piece)
{
    const tunip_mlir_attribute *attr = TUNIP_AS(tunip_mlir_attribute, piece);
    const tunip_mlir_result *result = TUNIP_AS(tunip_mlir_result, piece);
    if (tunip_is(piece, &tunip_string_type)) {
        append(l, ((const tunip_string *)piece)->value);
    } else if (attr) {
        append(l, mlir_attribute_text(l->d, attr, NULL));
    } else if (result) {
        char rest[NUMBER_SIZE];
        add_name(l, &result->value->base, number_of(result, rest), NULL);
    } else if (tunip_is(piece, &tunip_mlir_value_type) || tunip_is(piece, &tunip_mlir_label_type)) {
        add_name(l, piece, "", NULL);
    } else {
        return false;
    }
    return true;
}

static void add_pieces(line *l, const tunip_array *pieces, const tunip_path *path)
{
    for (size_t i = 0; i < tunip_array_count(pieces); i++) {
        const tunip_node *piece = pieces->items[i];
        if (!piece) continue;
        add_blanks(l, piece);
        if (!l->is_plain || !append_piece(l, piece))
            add(l, tunip_docsify(l->d, piece, tunip_path_item(l->d, path, i)));
    }
}

/* A word that the text has and the nodes lack. */
static void add_mark(line *l, const char *text)
{
    const tunip_string word = {{&tunip_string_type}, tunip_str_from(text)};
    if (l->layout.size)
        add_blanks(l, &word.base);
    else if (*text == '=')
        add_gap(l, '_');
    add_text(l, text);
}

static const tunip_doc *write_dictionary(tunip_docsifier *d, const tunip_node *node,
                                         const tunip_path *path)
{
    const tunip_mlir_dictionary *dict = (const tunip_mlir_dictionary *)node;
    const tunip_path *entries = tunip_path_attr(d, path, "entries");
    static const tunip_string open = {{&tunip_string_type}, TUNIP_STR("(")};
    static const tunip_string comma = {{&tunip_string_type}, TUNIP_STR(",")};
    static const tunip_string equals = {{&tunip_string_type}, TUNIP_STR("=")};
    line l = {.d = d,
              .is_plain = entries == path,
              .layout = tunip_string_value(dict->layout),
              .before = &open.base};
    add_text(&l, "{");
    for (size_t i = 0; i < tunip_map_count(dict->entries); i++) {
        const tunip_map_entry *entry = &dict->entries->entries[i];
        const tunip_array *pieces = TUNIP_AS(tunip_array, entry->value);
        const tunip_path *at = tunip_path_key(d, entries, entry->key);
        if (i) {
            add_mark(&l, ",");
            l.before = &comma.base;
        }
        add_blanks(&l, entry->key);
        add_word(&l, tunip_string_value(entry->key), at);
        if (!tunip_array_count(pieces)) continue;
        add_mark(&l, "=");
        l.before = &equals.base;
        add_pieces(&l, pieces, at);
    }
    add_mark(&l, "}");
    return joined(&l);
}

/* ---- operations ---- */

static void add_results(line *l, const tunip_mlir_operation *op, const tunip_path *path)
{
    const tunip_path *results = tunip_path_attr(l->d, path, "results");
    size_t count = tunip_array_count(op->results);
    for (size_t i = 0; i < count; i++) {
        const tunip_mlir_value *value = TUNIP_AS(tunip_mlir_value, op->results->items[i]);
        if (!value) continue;
        char rest[24] = "";
        if (i) add_text(l, ", ");
        if (value->count != 1) snprintf(rest, sizeof rest, ":%lld", (long long)value->count);
        add_name(l, &value->base, rest, tunip_path_item(l->d, results, i));
    }
    if (count) add_text(l, " = ");
}

static const tunip_doc *write_operation(tunip_docsifier *d, const tunip_node *node,
                                        const tunip_path *path)
{
    const tunip_mlir_operation *op = (const tunip_mlir_operation *)node;
    const tunip_path *pieces = tunip_path_attr(d, path, "pieces");
    line l = {.d = d,
              .is_plain = pieces == path,
              .layout = layout_of(op->form),
              .locations = op->locations,
              .locations_path = tunip_path_attr(d, path, "locations")};
    tunip_str name = tunip_string_value(op->name);
    if (mlir_is_generic(op))
        name = tunip_doc_format(d, "\"%.*s\"", (int)name.size, name.size ? name.data : "");
    add_results(&l, op, path);
    if (l.is_plain)
        append(&l, name);
    else
        push(&l, tunip_doc_id_new(d, name, tunip_path_attr(d, path, "name")));
    add_pieces(&l, op->pieces, pieces);
    add_blanks(&l, NULL);
    return tunip_doc_expr_stmt_new(d, TUNIP_ROLE_EFFECT, joined(&l));
}

/* ---- blocks and regions ---- */

/* The blocks that end in a jump to each block. */
typedef struct jump {
    const tunip_node *to;
    size_t from; /* the index of the block */
} jump;

static size_t count_jumps(const tunip_mlir_block *block, size_t index, jump *jumps)
{
    size_t count = 0;
    for (size_t i = 0; i < tunip_array_count(block->operations); i++) {
        const tunip_mlir_operation *op =
            TUNIP_AS(tunip_mlir_operation, block->operations->items[i]);
        for (size_t k = 0; op && k < tunip_array_count(op->pieces); k++) {
            const tunip_node *piece = op->pieces->items[k];
            if (!tunip_is(piece, &tunip_mlir_label_type)) continue;
            if (jumps) jumps[count] = (jump){piece, index};
            count++;
        }
    }
    return count;
}

/* A region whose blocks are being written. */
typedef struct flow {
    const tunip_mlir_region *region;
    const tunip_path *blocks; /* the path of the blocks */
    const jump *jumps;        /* sorted */
    size_t count;
} flow;

/* By the block they lead to, then by the block they leave. */
static int compare_jumps(const void *a, const void *b)
{
    const jump *x = a, *y = b;
    if (x->to != y->to) return (uintptr_t)x->to < (uintptr_t)y->to ? -1 : 1;
    return (x->from > y->from) - (x->from < y->from);
}

static size_t first_jump_to(const flow *f, const tunip_mlir_label *label)
{
    size_t low = 0, high = f->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if ((uintptr_t)f->jumps[middle].to < (uintptr_t)label)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void add_block_name(line *l, const flow *f, size_t index)
{
    const tunip_mlir_block *block = TUNIP_AS(tunip_mlir_block, f->region->blocks->items[index]);
    const tunip_path *path = tunip_path_item(l->d, f->blocks, index);
    if (block && block->label)
        add_name(l, &block->label->base, "", tunip_path_attr(l->d, path, "label"));
    else
        add_str(l, tunip_doc_format(l->d, "^bb%zu", index));
}

/* "// pred: ^bb0", "// 2 preds: ^bb0, ^bb2", as MLIR's printer remarks it. */
static void add_jumps(line *l, const flow *f, const tunip_mlir_block *block, size_t index)
{
    size_t first = first_jump_to(f, block->label), found = 0;
    while (first + found < f->count && f->jumps[first + found].to == &block->label->base) found++;
    if (!found) {
        if (index) add_text(l, "  // no predecessors");
        return;
    }
    if (found == 1)
        add_text(l, "  // pred: ");
    else
        add_str(l, tunip_doc_format(l->d, "  // %zu preds: ", found));
    for (size_t i = 0; i < found; i++) {
        if (i) add_text(l, ", ");
        add_block_name(l, f, f->jumps[first + i].from);
    }
}

static const tunip_doc *write_label(tunip_docsifier *d, const flow *f, size_t index,
                                    const tunip_path *path)
{
    const tunip_mlir_block *block = (const tunip_mlir_block *)f->region->blocks->items[index];
    const tunip_path *pieces = tunip_path_attr(d, path, "pieces");
    line l = {.d = d,
              .is_plain = pieces == path,
              .layout = layout_of(block->form),
              .locations = block->locations,
              .locations_path = tunip_path_attr(d, path, "locations")};
    add_name(&l, &block->label->base, "", tunip_path_attr(d, path, "label"));
    add_pieces(&l, block->pieces, pieces);
    add_blanks(&l, NULL);
    add_text(&l, ":");
    add_jumps(&l, f, block, index);
    return joined(&l);
}

/* ---- units: functions, of which one at a time has Docs ---- */

typedef struct unit {
    const tunip_node *node;
    const tunip_path *path;
    const void *around;
} unit;

static const tunip_doc *write_unit(tunip_docsifier *d, const void *user)
{
    const unit *u = user;
    mlir_state *s = tunip_job_state(d, &tunip_dialect_mlir);
    s->in_unit = true;
    mlir_names_choose_unit(d, (const tunip_mlir_operation *)u->node, u->around);
    const tunip_doc *doc = tunip_docsify(d, u->node, u->path);
    s->in_unit = false;
    return doc;
}

/* `around`: the file or the region. */
static void add_operations(tunip_docsifier *d, tunip_frame *frame, const void *around,
                           const tunip_array *operations, const tunip_path *path)
{
    const mlir_state *s = tunip_job_state(d, &tunip_dialect_mlir);
    for (size_t i = 0; i < tunip_array_count(operations); i++) {
        unit now = {operations->items[i], tunip_path_item(d, path, i), around};
        unit *u = !s->in_unit && mlir_is_unit(now.node) ? tunip_job_alloc(d, sizeof *u) : NULL;
        if (u) *u = now;
        if (u)
            tunip_frame_add_unit(d, frame, u->node, write_unit, u);
        else
            tunip_frame_add(d, frame, tunip_docsify(d, now.node, now.path));
    }
}

static void add_block(tunip_docsifier *d, tunip_frame *frame, const flow *f, size_t index)
{
    const tunip_mlir_block *block = TUNIP_AS(tunip_mlir_block, f->region->blocks->items[index]);
    const tunip_path *path = tunip_path_item(d, f->blocks, index);
    if (!block) return;
    const tunip_path *operations = tunip_path_attr(d, path, "operations");
    if (!block->label) {
        add_operations(d, frame, f->region, block->operations, operations);
        return;
    }
    tunip_docs body = tunip_docsify_items(d, block->operations, operations);
    const tunip_doc *label = write_label(d, f, index, path);
    tunip_frame_add(d, frame, tunip_doc_at(d, tunip_doc_scope_new(d, NULL, label, body), path));
}

/* Fills `jumps` unless it is NULL; returns their number. A region of one block has none. */
static size_t find_jumps(const tunip_mlir_region *region, jump *jumps)
{
    size_t found = 0, count = tunip_array_count(region->blocks);
    for (size_t i = 0; count > 1 && i < count; i++) {
        const tunip_mlir_block *block = TUNIP_AS(tunip_mlir_block, region->blocks->items[i]);
        if (block) found += count_jumps(block, i, jumps ? jumps + found : NULL);
    }
    return found;
}

static const tunip_doc *write_region(tunip_docsifier *d, const tunip_node *node,
                                     const tunip_path *path)
{
    const tunip_mlir_region *region = (const tunip_mlir_region *)node;
    flow f = {region, tunip_path_attr(d, path, "blocks"), NULL, find_jumps(region, NULL)};
    jump *jumps = tunip_job_alloc(d, (f.count + 1) * sizeof *jumps);
    f.count = jumps ? find_jumps(region, jumps) : 0;
    if (f.count) qsort(jumps, f.count, sizeof *jumps, compare_jumps);
    f.jumps = jumps;
    tunip_frame frame;
    tunip_frame_enter(d, &frame, &tunip_dialect_mlir, node);
    tunip_frame_announce(d, &frame, tunip_doc_group_new(d, tunip_docs_none()));
    for (size_t i = 0; i < tunip_array_count(region->blocks); i++) add_block(d, &frame, &f, i);
    const tunip_doc *doc = tunip_doc_group_new(d, tunip_frame_body(d, &frame, NULL));
    tunip_frame_leave(d, &frame);
    return doc;
}

/* ---- roots ---- */

/* In local scope, nothing mentions an alias, unless one is too large to be written out. */
static bool shows_line(tunip_docsifier *d, tunip_str alias)
{
    const mlir_settings *settings = mlir_settings_of(d);
    const mlir_state *s = tunip_job_state(d, &tunip_dialect_mlir);
    bool is_location = mlir_is_location_alias(alias);
    if (settings && settings->local_scope) return s->keeps_aliases && !is_location;
    return shows_locations(d) || !is_location;
}

static void add_lines(tunip_docsifier *d, tunip_frame *frame, const tunip_array *lines,
                      const tunip_path *path)
{
    for (size_t i = 0; i < tunip_array_count(lines); i++) {
        if (!shows_line(d, tunip_string_value(lines->items[i]))) continue;
        tunip_frame_add(d, frame,
                        tunip_doc_expr_stmt_new(
                            d, TUNIP_ROLE_META,
                            tunip_docsify(d, lines->items[i], tunip_path_item(d, path, i))));
    }
}

static const tunip_doc *write_file(tunip_docsifier *d, const tunip_node *node,
                                   const tunip_path *path)
{
    const tunip_mlir_file *file = (const tunip_mlir_file *)node;
    tunip_frame frame;
    tunip_frame_enter(d, &frame, &tunip_dialect_mlir, node);
    mlir_note_aliases(d, file);
    add_lines(d, &frame, file->prologue, tunip_path_attr(d, path, "prologue"));
    add_operations(d, &frame, file, file->operations, tunip_path_attr(d, path, "operations"));
    add_lines(d, &frame, file->epilogue, tunip_path_attr(d, path, "epilogue"));
    if (file->resources)
        tunip_frame_add(
            d, &frame,
            tunip_doc_expr_stmt_new(d, TUNIP_ROLE_META, TUNIP_SUB(d, file, resources, path)));
    size_t comments = tunip_array_count(file->comments);
    if (comments)
        tunip_report(d, TUNIP_ISSUE_LOST, tunip_path_attr(d, path, "comments"),
                     "comments are not written: %zu", comments);
    const tunip_doc *doc = tunip_doc_block_new(d, tunip_frame_body(d, &frame, NULL));
    tunip_frame_leave(d, &frame);
    return doc;
}

static const tunip_doc *write_parts(tunip_docsifier *d, const tunip_node *node,
                                    const tunip_path *path)
{
    const tunip_mlir_parts *parts = (const tunip_mlir_parts *)node;
    const tunip_path *at = tunip_path_attr(d, path, "parts");
    tunip_frame frame;
    tunip_frame_enter(d, &frame, &tunip_dialect_mlir, node);
    for (size_t i = 0; i < tunip_array_count(parts->parts); i++) {
        if (i)
            tunip_frame_add(d, &frame,
                            tunip_doc_expr_stmt_new(
                                d, TUNIP_ROLE_META,
                                tunip_doc_raw_new(d, (tunip_str)TUNIP_STR("// -----"), NULL)));
        tunip_frame_add(d, &frame,
                        tunip_docsify(d, parts->parts->items[i], tunip_path_item(d, at, i)));
    }
    const tunip_doc *doc = tunip_doc_block_new(d, tunip_frame_body(d, &frame, NULL));
    tunip_frame_leave(d, &frame);
    return doc;
}

/* The outermost node of a print: names come first. */
static const tunip_doc *begin(tunip_docsifier *d, const tunip_node *node, const tunip_path *path,
                              tunip_rule_fn write)
{
    mlir_state *s = tunip_job_state(d, &tunip_dialect_mlir);
    if (!s->outer) mlir_names_choose(d, node);
    return write(d, node, path);
}

#define BEGIN(ident)                                                                               \
    static const tunip_doc *begin_##ident(tunip_docsifier *d, const tunip_node *node,              \
                                          const tunip_path *path)                                  \
    {                                                                                              \
        return begin(d, node, path, write_##ident);                                                \
    }
BEGIN(file)
BEGIN(parts)
BEGIN(operation)
BEGIN(region)

/* clang-format off */
#define RULE(type, ident) \
    {&tunip_##type##_type, "mlir", TUNIP_RULE_CUSTOM, NULL, NULL, ident}

static const tunip_rule rules[] = {
    RULE(mlir_value, write_value), RULE(mlir_label, write_value), RULE(mlir_result, write_result),
    RULE(mlir_attribute, write_attribute), RULE(mlir_dictionary, write_dictionary),
    RULE(mlir_operation, begin_operation), RULE(mlir_region, begin_region),
    RULE(mlir_file, begin_file), RULE(mlir_parts, begin_parts), RULE(string, write_word),
};

#define ROOT(type) {&tunip_mlir_##type##_type, "mlir", false, NULL}

static const tunip_root roots[] = {
    ROOT(file), ROOT(parts), ROOT(operation), ROOT(region), ROOT(attribute), ROOT(dictionary),
};

static const tunip_setting_row settings[] = {
    TUNIP_SETTING_ROW(mlir_settings, locations, BOOL, "true", "write the locations of operations"),
    TUNIP_SETTING_ROW(mlir_settings, local_scope, BOOL, "false",
                      "write aliases out, as --mlir-print-local-scope"),
    TUNIP_SETTING_ROW(mlir_settings, elide_elements_if_larger, INT, "-1",
                      "replace larger constants, as --mlir-elide-elementsattrs-if-larger"),
};
/* clang-format on */

const tunip_dialect tunip_dialect_mlir = {
    TUNIP_DIALECT_HEAD,
    .name = "mlir",
    .types = mlir_types,
    .type_count = MLIR_TYPE_COUNT,
    TUNIP_ROWS(rule, rules),
    TUNIP_ROWS(root, roots),
    TUNIP_ROWS(setting, settings),
    .settings_size = sizeof(mlir_settings),
    .state_size = sizeof(mlir_state),
};
