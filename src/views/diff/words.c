/* words.c -- how much two lines have in common, and which names of them correspond. */
#include <stdlib.h>

#include "../../compare/diff.h"
#include "../../ir/same.h"
#include "pair.h"
#include "view.h"

/* ======== words ======== */

/* Splits lines into words, weighs the words, and compares lines by them. */

/* ---- reading lines ---- */

static bool is_letter(char c)
{
    return (tunip_is_name_part(c) && !tunip_is_digit(c)) || c == '%' || c == '@' || c == '$';
}

/* The end of a name with all of its attributes: `T.exp`. */
static size_t name_end(tunip_str line, size_t at)
{
    while (at < line.size &&
           (tunip_is_name_part(line.data[at]) ||
            (line.data[at] == '.' && at + 1 < line.size && is_letter(line.data[at + 1]))))
        at++;
    return at;
}

static size_t number_end(tunip_str line, size_t at)
{
    for (at++; at < line.size; at++) {
        char c = line.data[at];
        bool is_exponent = (c == '-' || c == '+') && (line.data[at - 1] | 0x20) == 'e';
        if (!tunip_is_name_part(c) && c != '.' && !is_exponent) break;
    }
    return at;
}

static size_t string_end(tunip_str line, size_t at)
{
    char quote = line.data[at++];
    for (; at < line.size && line.data[at] != quote; at++) at += line.data[at] == '\\';
    return at < line.size ? at + 1 : line.size;
}

static size_t read_word(tunip_str line, size_t at, tn_line_word_kind *kind)
{
    char c = line.data[at];
    bool begins_name =
        is_letter(c) || (c == '.' && at + 1 < line.size && is_letter(line.data[at + 1]));
    *kind = begins_name         ? TN_WORD_PLAIN
            : tunip_is_digit(c) ? TN_WORD_NUMBER
            : c == '"'          ? TN_WORD_STRING
                                : TN_WORD_SIGN;
    switch (*kind) {
    case TN_WORD_PLAIN:
        return name_end(line, at + 1);
    case TN_WORD_NUMBER:
        return number_end(line, at);
    case TN_WORD_STRING:
        return string_end(line, at);
    default:
        return at + 1;
    }
}

/* A name without the number that a printer appends to make it unique. Names that are only a number
 * (%12) are all alike. */
static uint64_t stem_of(tunip_str name)
{
    size_t size = name.size;
    while (size && tunip_is_digit(name.data[size - 1])) size--;
    bool is_number = size == 1 && !tunip_is_name_part(name.data[0]);
    bool is_numbered = size < name.size && size > 1 && name.data[size - 1] == '_';
    if (is_number) return tn_hash_bytes(name.data, 1);
    return is_numbered ? tn_hash_bytes(name.data, size - 1) : tn_hash_bytes(name.data, name.size);
}

static bool is_whole(tunip_str number)
{
    size_t i = 0;
    while (i < number.size && tunip_is_digit(number.data[i])) i++;
    return i == number.size;
}

static bool read_line(tn_line_words *w, size_t which, size_t number)
{
    const tn_diff_side *side = &w->view->sides[which];
    tn_range range = tn_diff_line(side, number);
    tunip_str line = {side->text.data + range.begin, range.end - range.begin};
    size_t name = tn_first_from(side->names.items, side->names.count, sizeof *side->names.items,
                                offsetof(tn_diff_name, range.begin), range.begin);
    bool fine = true;
    w->line.count = 0;
    for (size_t at = 0, end; at < line.size && fine; at = end) {
        tn_line_word word = {.kind = TN_WORD_SIGN};
        end = at + 1;
        if (line.data[at] == ' ') continue;
        while (name < side->names.count && side->names.items[name].range.begin < range.begin + at)
            name++;
        const tn_diff_name *here = name < side->names.count ? &side->names.items[name] : NULL;
        if (here && here->range.begin == range.begin + at && here->range.end <= range.end) {
            end = here->range.end - range.begin;
            word.kind = TN_WORD_NAME;
            word.node = here->node;
        } else {
            end = read_word(line, at, &word.kind);
        }
        if (end <= at) end = at + 1;
        tunip_str text = {line.data + at, end - at};
        word.first = *text.data;
        word.is_simple = word.kind == TN_WORD_PLAIN && !memchr(text.data, '.', text.size);
        word.is_whole = word.kind == TN_WORD_NUMBER && is_whole(text);
        word.text = tn_hash_bytes(text.data, text.size);
        word.size = text.size;
        word.stem =
            word.kind == TN_WORD_NAME || word.kind == TN_WORD_PLAIN ? stem_of(text) : word.text;
        fine = tn_array_push(&w->line, w->view->allocator, word);
    }
    if (!fine) tn_diff_view_fail(w->view);
    return fine;
}

const tn_line_word *tn_line_words_of(tn_line_words *w, size_t side, size_t line, size_t *count)
{
    struct tn_line_words_side *s = &w->sides[side];
    *count = s->counts[line];
    if (s->words[line]) return s->words[line];
    tn_line_word *kept = NULL;
    if (read_line(w, side, line))
        kept = tn_arena_alloc(&w->arena, (w->line.count + 1) * sizeof *kept);
    if (!kept) {
        tn_diff_view_fail(w->view);
        return NULL;
    }
    if (w->line.count) memcpy(kept, w->line.items, w->line.count * sizeof *kept);
    s->words[line] = kept;
    s->counts[line] = (uint32_t)w->line.count;
    *count = w->line.count;
    return kept;
}

uint64_t tn_line_words_shape(tn_line_words *w, size_t side, size_t line, bool loose,
                             bool *significant)
{
    size_t count, plain = 0;
    uint64_t hash = 1;
    const tn_line_word *words = tn_line_words_of(w, side, line, &count);
    for (size_t i = 0; words && i < count; i++) {
        bool wild = words[i].kind == TN_WORD_NAME || (loose && words[i].is_simple);
        hash = tn_hash_mix(hash, wild ? 2 : words[i].text);
        plain += words[i].kind != TN_WORD_SIGN;
    }
    *significant = plain >= 3;
    return hash;
}

/* ---- traits ---- */

/* ORDER tn_line_word_kind; in parts of 64 */
static const uint32_t kind_weights[] = {8, 64, 64, 80, 44};

static int by_key(const void *a, const void *b)
{
    const tn_trait *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

/* The variable that a line defines or stores to is a trait of its own. */
static uint64_t target_of(const tn_line_word *words, size_t count)
{
    if (count < 2) return 0;
    bool is_name = words[0].kind == TN_WORD_NAME || words[0].kind == TN_WORD_PLAIN;
    bool is_target = is_name && words[1].kind == TN_WORD_SIGN;
    return is_target ? tn_hash_mix(tn_hash_mix(3, words[0].stem), words[1].text) : 0;
}

/* The places in the user's program from which the line comes. */
static bool collect_sites(tn_line_words *w, size_t side, size_t line)
{
    enum { SITE = 160 };
    const tn_diff_side *s = &w->view->sides[side];
    for (size_t i = tn_diff_first_site(s, line);
         i < s->sites.count && s->sites.items[i].line == line; i++)
        if (!tn_array_push(&w->found, w->view->allocator,
                           (tn_trait){s->sites.items[i].hash, SITE, false, false}))
            return false;
    return true;
}

/* Collects the traits of a line in `found`: without weights of frequency. */
static bool collect(tn_line_words *w, size_t side, size_t line)
{
    enum { TARGET = 64, TELLING = 4 };
    size_t count, kept = 0;
    const tn_line_word *words = tn_line_words_of(w, side, line, &count);
    w->found.count = 0;
    if (!words || !collect_sites(w, side, line)) return false;
    if (!tn_array_reserve(&w->found, w->view->allocator, count + 1)) return false;
    tn_trait *found = w->found.items;
    for (size_t i = 0; i < count; i++) {
        bool is_content = words[i].kind != TN_WORD_SIGN && words[i].kind != TN_WORD_NAME;
        found[w->found.count++] = (tn_trait){words[i].stem, kind_weights[words[i].kind], is_content,
                                             is_content && words[i].size >= TELLING};
    }
    uint64_t target = target_of(words, count);
    if (target) found[w->found.count++] = (tn_trait){target, TARGET, false, false};
    count = w->found.count;
    if (count) qsort(found, count, sizeof *found, by_key);
    for (size_t i = 0; i < count; i++) {
        if (kept && found[kept - 1].key == found[i].key)
            found[kept - 1].weight += found[i].weight;
        else
            found[kept++] = found[i];
    }
    w->found.count = kept;
    return true;
}

void tn_line_words_count(tn_line_words *w, size_t side, size_t line)
{
    if (tn_diff_view_failed(w->view)) return;
    bool fine = collect(w, side, line);
    for (size_t i = 0; fine && i < w->found.count; i++) {
        const void *key = (const void *)(uintptr_t)(w->found.items[i].key | 1);
        uint64_t *count = tn_map_put(&w->frequency, key, NULL);
        fine = count != NULL;
        if (count) *count += side == TN_LHS ? 1 : (uint64_t)1 << 32;
    }
    if (!fine) tn_diff_view_fail(w->view);
}

void tn_line_words_reset(tn_line_words *w)
{
    tn_map_clear(&w->frequency);
    for (size_t s = 0; s < TN_SIDES; s++)
        for (size_t i = 0; i < w->view->sides[s].line_count; i++)
            w->sides[s].traits[i].is_known = false;
}

size_t tn_line_words_frequency(const tn_line_words *w, size_t side, uint64_t key)
{
    const uint64_t *count = tn_map_get(&w->frequency, (const void *)(uintptr_t)(key | 1));
    return !count ? 0 : side == TN_LHS ? (size_t)(*count & UINT32_MAX) : (size_t)(*count >> 32);
}

/* The number of lines of the side that has fewer of them; of the other side if it has none. */
static uint64_t frequency_of(const tn_line_words *w, uint64_t key)
{
    const uint64_t *count = tn_map_get(&w->frequency, (const void *)(uintptr_t)(key | 1));
    if (!count) return 1;
    uint64_t lhs = *count & UINT32_MAX, rhs = *count >> 32;
    if (!lhs || !rhs) return lhs + rhs;
    return lhs < rhs ? lhs : rhs;
}

/* Weighs a trait by its frequency, in percent: a rare one says most. */
static uint32_t weigh(const tn_line_words *w, const tn_trait *trait)
{
    static const uint32_t percent[] = {160, 120, 95, 75, 60, 45, 35, 25};
    uint64_t frequency = frequency_of(w, trait->key);
    size_t log = 0;
    while (frequency > 1 && log + 1 < TUNIP_LEN(percent)) frequency >>= 1, log++;
    uint32_t weight = trait->weight * percent[log] / 100;
    return weight ? weight : 1;
}

const tn_line_traits *tn_line_words_traits(tn_line_words *w, size_t side, size_t line)
{
    tn_line_traits *traits = &w->sides[side].traits[line];
    if (traits->is_known || tn_diff_view_failed(w->view)) return traits;
    tn_trait *kept = NULL;
    if (collect(w, side, line))
        kept = tn_arena_alloc(&w->arena, (w->found.count + 1) * sizeof *kept);
    if (!kept) {
        tn_diff_view_fail(w->view);
        return traits;
    }
    *traits = (tn_line_traits){.items = kept, .count = w->found.count, .is_known = true};
    for (size_t i = 0; i < w->found.count; i++) {
        kept[i] = w->found.items[i];
        kept[i].weight = weigh(w, &kept[i]);
        traits->weight += kept[i].weight;
        if (kept[i].is_content) traits->content_weight += kept[i].weight;
    }
    return traits;
}

/* ---- comparison ---- */

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

unsigned tn_line_words_likeness(tn_line_words *w, size_t lhs, size_t rhs)
{
    /* a line that is wholly in the other one is like it, if it says enough */
    enum { LONG = 128, PART = 800 };
    const tn_line_traits *a = tn_line_words_traits(w, TN_LHS, lhs),
                         *b = tn_line_words_traits(w, TN_RHS, rhs);
    uint64_t common = 0, all = (uint64_t)a->weight + b->weight, fewer = least(a->weight, b->weight);
    for (size_t i = 0, k = 0; i < a->count && k < b->count;) {
        uint64_t x = a->items[i].key, y = b->items[k].key;
        if (x == y) common += least(a->items[i].weight, b->items[k].weight);
        i += x <= y;
        k += y <= x;
    }
    unsigned likeness = all ? (unsigned)(2 * common * 1000 / all) : 0;
    unsigned part = fewer >= LONG ? (unsigned)(common * PART / fewer) : 0;
    return likeness > part ? likeness : part;
}

unsigned tn_line_words_contained(tn_line_words *w, size_t side, size_t line, size_t other_line)
{
    enum { RARE = 2 };
    const tn_line_traits *a = tn_line_words_traits(w, side, line);
    const tn_line_traits *b = tn_line_words_traits(w, 1 - side, other_line);
    uint64_t common = 0;
    bool is_rare = false;
    for (size_t i = 0, k = 0; i < a->count && k < b->count;) {
        const tn_trait *x = &a->items[i], *y = &b->items[k];
        if (x->key == y->key && x->is_content) {
            common += least(x->weight, y->weight);
            is_rare |= x->is_telling && frequency_of(w, x->key) <= RARE;
        }
        i += x->key <= y->key;
        k += y->key <= x->key;
    }
    return is_rare && a->content_weight ? (unsigned)(common * 1000 / a->content_weight) : 0;
}

static bool is_part_of(const tn_line_traits *a, const tn_line_traits *b)
{
    for (size_t i = 0, k = 0; i < a->count; i++) {
        if (!a->items[i].is_content) continue;
        while (k < b->count && b->items[k].key < a->items[i].key) k++;
        if (k == b->count || b->items[k].key != a->items[i].key) return false;
    }
    return true;
}

static bool same_target(tn_line_words *w, size_t lhs, size_t rhs)
{
    static const char equals[] = "=";
    const uint64_t end = tn_hash_bytes(equals, 1);
    size_t a_count, b_count;
    const tn_line_word *a = tn_line_words_of(w, TN_LHS, lhs, &a_count);
    const tn_line_word *b = tn_line_words_of(w, TN_RHS, rhs, &b_count);
    for (size_t i = 0; a && b && i < a_count && i < b_count; i++) {
        if (a[i].stem != b[i].stem) return false;
        if (i && a[i].kind == TN_WORD_SIGN && a[i].text == end) return true;
    }
    return false;
}

bool tn_line_words_agree(tn_line_words *w, size_t lhs, size_t rhs)
{
    const tn_line_traits *a = tn_line_words_traits(w, TN_LHS, lhs),
                         *b = tn_line_words_traits(w, TN_RHS, rhs);
    return is_part_of(a, b) || is_part_of(b, a) || same_target(w, lhs, rhs);
}

/* ---- memory ---- */

static size_t tables_size(size_t lines)
{
    return (lines + 1) * (sizeof(tn_line_word *) + sizeof(uint32_t) + sizeof(tn_line_traits));
}

bool tn_line_words_open(tn_line_words *w, tn_diff_view *v)
{
    *w = (tn_line_words){.view = v};
    tn_arena_init(&w->arena, v->allocator);
    tn_map_init(&w->frequency, v->allocator);
    for (size_t s = 0; s < TN_SIDES; s++) {
        size_t lines = v->sides[s].line_count, size = tables_size(lines);
        char *memory = tn_arena_alloc(&w->arena, size);
        if (!memory) {
            tn_diff_view_fail(v);
            return false;
        }
        memset(memory, 0, size);
        w->sides[s].traits = (tn_line_traits *)(void *)memory;
        w->sides[s].words = (const tn_line_word **)(void *)(w->sides[s].traits + lines + 1);
        w->sides[s].counts = (uint32_t *)(void *)(w->sides[s].words + lines + 1);
    }
    return true;
}

void tn_line_words_close(tn_line_words *w)
{
    tn_array_free(&w->line, w->view->allocator);
    tn_array_free(&w->found, w->view->allocator);
    tn_map_free(&w->frequency);
    tn_arena_free(&w->arena);
}

/* ======== names ======== */

/* The variables in the text of one side, and names that the edit script says were
 * changed. */

/* ---- variables in functions with source maps ---- */

static void note_lines(tn_diff_side *side, const tunip_span *span, bool mapped)
{
    if (span->end <= span->begin) return;
    size_t last = tn_diff_line_of(side, span->end - 1);
    for (size_t i = tn_diff_line_of(side, span->begin); i <= last; i++)
        side->mapped_lines[i] = mapped;
}

/* A name of a node that is a variable, or that corresponds to a node of the other side as variables
 * do: a call of Relay that is used twice has a name, too. */
static bool is_variable(const tn_diff_view *v, size_t which, const tunip_node *node)
{
    const struct tunip_script_memory *memory = v->script->memory;
    if (!node) return false;
    if (node->type->flags & TUNIP_TYPE_VARIABLE) return true;
    return tn_diff_recorded(which == TN_LHS ? &memory->to_rhs : &memory->to_lhs, node) != NULL;
}

/* Whether the name of a span is one that is defined there: `A = ...`, `def f(A: ...)`, `for i
 * in`. */
static bool is_defined(const tn_diff_side *side, const tunip_span *span)
{
    size_t at = span->end;
    while (at < side->text.size && side->text.data[at] == ' ') at++;
    return at == side->text.size || !strchr(".([", side->text.data[at]);
}

/* Adds the name of a span. A name that is defined has no path. It stands for the variable that the
 * next use of the same name in this function stands for; `later` has these uses. */
static void add_name(tn_diff_view *v, size_t which, size_t i, tn_map *later)
{
    tn_diff_side *side = &v->sides[which];
    const tunip_span *span = &tunip_printed_spans(side->printed)[i];
    const tunip_path *path = tunip_printed_span_path(side->printed, i, 0);
    uint64_t hash = tn_hash_bytes(side->text.data + span->begin, span->end - span->begin);
    const void *key = (const void *)(uintptr_t)(hash | 1);
    tn_diff_name name = {{span->begin, span->end}, path ? tn_follow(&side->follower, path) : NULL};
    if (path) {
        uint64_t *use = is_variable(v, which, name.node) ? tn_map_put(later, key, NULL) : NULL;
        if (!is_variable(v, which, name.node)) return;
        if (use) *use = (uint64_t)(uintptr_t)name.node;
        if (!use) tn_diff_view_fail(v);
    } else {
        const uint64_t *use = tn_map_get(later, key);
        if (!is_defined(side, span)) return;
        if (use) name.node = (const tunip_node *)(uintptr_t)*use;
    }
    if (!tn_array_push(&side->names, v->allocator, name)) tn_diff_view_fail(v);
}

static void reverse(tn_diff_side *side)
{
    tn_diff_name *names = side->names.items;
    for (size_t i = 0, k = side->names.count; i + 1 < k; i++) {
        tn_diff_name name = names[i];
        names[i] = names[--k];
        names[k] = name;
    }
}

void tn_diff_find_names(tn_diff_view *v, size_t which)
{
    tn_diff_side *side = &v->sides[which];
    const tunip_span *spans = tunip_printed_spans(side->printed);
    tn_map later;
    tn_map_init(&later, v->allocator);
    memset(side->mapped_lines, true, side->line_count);
    for (size_t i = tunip_printed_span_count(side->printed); i-- > 0 && !tn_diff_view_failed(v);) {
        unsigned kind = spans[i].doc->kind;
        bool is_head =
            kind == TUNIP_DOC_FUNCTION || kind == TUNIP_DOC_CLASS || kind == TN_DOC_PRERENDERED;
        if (is_head) side->heads[tn_diff_head_line(side, spans[i].begin)] = true;
        if (spans[i].doc->kind == TN_DOC_PRERENDERED) note_lines(side, &spans[i], false);
        if (spans[i].doc->kind == TUNIP_DOC_FUNCTION) tn_map_clear(&later);
        if (spans[i].doc->kind == TUNIP_DOC_ID) add_name(v, which, i, &later);
    }
    tn_map_free(&later);
    reverse(side);
    if (side->follower.failed) tn_diff_view_fail(v);
}

bool tn_diff_is_mapped(const tn_diff_side *side, size_t line)
{
    return side->mapped_lines[line];
}

/* ---- renamed variables, by name ---- */

static int by_name(const void *a, const void *b)
{
    const tunip_str *x = a, *y = b; /* the first member of tn_diff_renaming */
    size_t size = x->size < y->size ? x->size : y->size;
    int order = size ? memcmp(x->data, y->data, size) : 0;
    return order ? order : (x->size > y->size) - (x->size < y->size);
}

static void add_renaming(tn_diff_view *v, tunip_str from, tunip_str to)
{
    bool fine = !from.size || !to.size ||
                tn_array_push(&v->renamings, v->allocator, (tn_diff_renaming){from, to});
    if (!fine) tn_diff_view_fail(v);
}

void tn_diff_sort_renamings(tn_diff_view *v)
{
    for (size_t i = 0; i < v->script->edit_count; i++) {
        const tunip_edit *edit = &v->script->edits[i];
        bool is_function =
            edit->kind == TUNIP_EDIT_RENAME && tn_diff_function_of(v, edit->lhs_path);
        if (is_function)
            add_renaming(v, tn_diff_key_name(edit->lhs_path), tn_diff_key_name(edit->rhs_path));
    }
    for (size_t i = 0; i < v->script->rename_count && !tn_diff_view_failed(v); i++) {
        const tunip_edit *edit = &v->script->renames[i];
        add_renaming(v, tunip_string_value(tunip_field_node(edit->lhs, edit->field)),
                     tunip_string_value(tunip_field_node(edit->rhs, edit->field)));
    }
    if (v->renamings.count)
        qsort(v->renamings.items, v->renamings.count, sizeof *v->renamings.items, by_name);
}

static size_t word_end(tunip_str line, size_t at)
{
    size_t end = at + 1;
    bool is_word = tunip_is_name_part(line.data[at]);
    while (is_word && end < line.size && tunip_is_name_part(line.data[end])) end++;
    return end;
}

uint64_t tn_diff_renamed_hash(const tn_diff_view *v, size_t which, size_t number)
{
    tunip_str line = tn_diff_trimmed(tn_diff_line_text(&v->sides[which], number));
    size_t count = which == TN_LHS ? v->renamings.count : 0;
    uint64_t hash = 1;
    for (size_t i = 0, end; i < line.size; i = end) {
        end = word_end(line, i);
        tunip_str word = {line.data + i, end - i};
        const tn_diff_renaming *found =
            count ? bsearch(&word, v->renamings.items, count, sizeof *found, by_name) : NULL;
        if (found) word = found->to;
        hash = tn_hash_mix(hash, tn_hash_bytes(word.data, word.size));
    }
    return hash | 1;
}
