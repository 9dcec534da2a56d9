/* allow.c -- the levels of findings, and comments that allow them:
 *
 *     B[99] = A[0]  # tunip: allow(out-of-bounds)
 *
 *     # tunip: allow(dtype, shape)
 *     for i in range(4):       the whole loop */
#include <stdio.h>
#include <stdlib.h>

#include "../read/formats/python/lexer.h"
#include "../util/diagnostic.h"
#include "../util/distance.h"
#include "../util/text.h"
#include "check.h"

/* ======== comments ======== */

typedef struct reach {
    size_t begin, end; /* bytes */
    tunip_str rules;   /* between the parentheses */
} reach;

static size_t line_end(tunip_str text, size_t at)
{
    while (at < text.size && text.data[at] != '\n') at++;
    return at;
}

static bool is_blank_line(tunip_str text, size_t line)
{
    size_t at = line + tn_indentation(text, line);
    return at >= text.size || text.data[at] == '\n' || text.data[at] == '\r';
}

static bool begins_with(tunip_str text, size_t at, const char *word)
{
    size_t size = strlen(word);
    return text.size - at >= size && memcmp(text.data + at, word, size) == 0;
}

/* Whether the line begins with a clause of the statement above it. */
static bool is_clause(tunip_str text, size_t at)
{
    static const char *const words[] = {"else", "elif", "} else"};
    for (size_t i = 0; i < TUNIP_LEN(words); i++) {
        size_t end = at + strlen(words[i]);
        if (begins_with(text, at, words[i]) &&
            (end == text.size || !tunip_is_name_part(text.data[end])))
            return true;
    }
    return false;
}

/* The end of the statement that begins in the line: decorators belong to the definition below
 * them; lines that are indented more, close a bracket, or begin with `else`, to the statement above
 * them. */
static size_t statement_end(tunip_str text, size_t line)
{
    size_t indent = tn_indentation(text, line), end = line_end(text, line);
    bool is_head = begins_with(text, line + indent, "@");
    while (end < text.size) {
        size_t next = end + 1, at = next + tn_indentation(text, next);
        bool goes_on = is_blank_line(text, next) || tn_indentation(text, next) > indent ||
                       (at < text.size && strchr(")]}", text.data[at])) || is_head ||
                       (tn_indentation(text, next) == indent && is_clause(text, at));
        if (!goes_on) break;
        if (!is_blank_line(text, next)) is_head = is_head && begins_with(text, at, "@");
        end = line_end(text, next);
    }
    return end;
}

static size_t line_begin(tunip_str text, size_t at)
{
    while (at && text.data[at - 1] != '\n') at--;
    return at;
}

static bool is_comment_line(tunip_str text, size_t line)
{
    size_t at = line + tn_indentation(text, line);
    return begins_with(text, at, "#") || begins_with(text, at, "//");
}

/* A search for comments. */
typedef struct search {
    tunip_str text;
    size_t at;
    bool is_script;
    tn_py_lexer lexer; /* of a script: it has read the whole text */
    size_t comment;
    size_t next, end; /* the statement below the last comment that stood alone */
} search;

/* The bytes that a comment is about. Comments that follow each other are about one statement. */
static reach reach_of(search *s, size_t mark, tunip_str rules)
{
    tunip_str text = s->text;
    size_t line = line_begin(text, mark), first = line + tn_indentation(text, line), next = line;
    bool is_alone = first == mark;
    if (!is_alone) return (reach){line, line_end(text, mark), rules};
    if (line < s->next) return (reach){line, s->end, rules};
    do next = line_end(text, next) + 1;
    while (next < text.size && (is_blank_line(text, next) || is_comment_line(text, next)));
    s->next = next < text.size ? next : text.size;
    s->end = statement_end(text, s->next);
    return (reach){line, s->end, rules};
}

static const char word[] = "tunip: allow(";

/* Takes the rules of a comment whose text is at `from`. */
static bool take_rules(tunip_str text, size_t from, tunip_str *rules)
{
    size_t to;
    if (!begins_with(text, from, word)) return false;
    from = to = from + sizeof word - 1;
    while (to < text.size && text.data[to] != ')' && text.data[to] != '\n') to++;
    if (to == text.size || text.data[to] != ')') return false;
    *rules = (tunip_str){text.data + from, to - from};
    return true;
}

/* Whether a string of the line is open at `at`. */
static bool is_in_string(tunip_str text, size_t at)
{
    bool is_open = false;
    for (size_t i = line_begin(text, at); i < at; i++) {
        if (text.data[i] == '\\' && is_open)
            i++;
        else if (text.data[i] == '"')
            is_open = !is_open;
    }
    return is_open;
}

/* The place of the next comment, whose rules are set; SIZE_MAX if there is none. */
static size_t next_comment(search *s, tunip_str *rules)
{
    tunip_str text = s->text;
    while (s->is_script && s->comment < s->lexer.comments.count) {
        const tn_py_comment *comment = &s->lexer.comments.items[s->comment++];
        if (take_rules(text, comment->begin, rules)) return comment->hash;
    }
    for (; !s->is_script && s->at + sizeof word - 1 < text.size; s->at++) {
        size_t mark = s->at;
        if (!take_rules(text, mark, rules)) continue;
        while (mark && text.data[mark - 1] == ' ') mark--;
        bool is_hash = mark && text.data[mark - 1] == '#';
        bool is_slashes = mark > 1 && text.data[mark - 1] == '/' && text.data[mark - 2] == '/';
        mark -= is_hash ? 1 : 2;
        if ((!is_hash && !is_slashes) || is_in_string(text, mark)) continue;
        s->at++;
        return mark;
    }
    return SIZE_MAX;
}

/* Takes the next name of a list; empty at the end. */
static tunip_str take_name(tunip_str *rules)
{
    const char *comma = rules->size ? memchr(rules->data, ',', rules->size) : NULL;
    size_t size = comma ? (size_t)(comma - rules->data) : rules->size;
    tunip_str name = {rules->data, size};
    size += comma != NULL;
    *rules = (tunip_str){rules->data + size, rules->size - size};
    return tn_trim_blanks(name);
}

static bool names(tunip_str rules, tunip_str code)
{
    while (rules.size)
        if (tunip_str_equal(take_name(&rules), code)) return true;
    return false;
}

static const char *nearest_rule(tunip_str name)
{
    const char *best = NULL;
    size_t least = 1 + (name.size + 2) / 3;
    for (size_t i = 0; i < tunip_rules_count(); i++) {
        tunip_str other = tunip_str_from(tunip_rules_get(i)->name);
        size_t distance = tn_edit_distance(name, other, least);
        if (distance >= least) continue;
        least = distance;
        best = other.data;
    }
    return best;
}

static void warn_of_names(tunip_diagnostics *out, tunip_str text, tunip_str rules)
{
    char message[160];
    while (rules.size) {
        tunip_str name = take_name(&rules);
        if (!name.size || tunip_rules_find(name)) continue;
        size_t begin = (size_t)(name.data - text.data);
        snprintf(message, sizeof message, "no rule is called `%.*s`", (int)name.size, name.data);
        tunip_diagnostic *d = tunip_diagnostics_add(
            out, TUNIP_SEVERITY_WARNING, tunip_rules_get(TN_RULE_UNKNOWN_RULE)->name, message);
        tunip_diagnostic_at_span(d, TUNIP_LABEL_PRIMARY, begin, begin + name.size, NULL);
        const char *best = nearest_rule(name);
        if (best) snprintf(message, sizeof message, "did you mean `%s`?", best);
        if (best) tunip_diagnostic_note(d, TUNIP_SEVERITY_HELP, message);
    }
}

static size_t place_of(const tunip_diagnostic *d)
{
    return d->label_count && d->labels[0].at == TUNIP_AT_SPAN ? d->labels[0].begin : 0;
}

static int by_place(const void *left, const void *right)
{
    const tunip_diagnostic *a = *(tunip_diagnostic *const *)left;
    const tunip_diagnostic *b = *(tunip_diagnostic *const *)right;
    size_t x = place_of(a), y = place_of(b);
    if (x != y) return x < y ? -1 : 1;
    return (a->order > b->order) - (a->order < b->order);
}

/* Marks the findings that a comment allows; they are in the order of their places. */
static void allow_in(tunip_diagnostics *out, size_t first, const reach *r)
{
    size_t low = first, high = out->items.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (place_of(out->items.items[middle]) < r->begin)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < out->items.count && place_of(out->items.items[low]) <= r->end; low++) {
        tunip_diagnostic *d = out->items.items[low];
        bool has_place = d->label_count && d->labels[0].at == TUNIP_AT_SPAN;
        if (has_place && names(r->rules, d->code)) d->is_allowed = true;
    }
}

static void sort(tunip_diagnostics *out, size_t first)
{
    for (size_t i = first; i < out->items.count; i++) out->items.items[i]->order = i;
    if (out->items.count > first)
        qsort(out->items.items + first, out->items.count - first, sizeof *out->items.items,
              by_place);
}

static bool open_search(search *s, tunip_str text, bool is_script, const tunip_allocator *allocator)
{
    *s = (search){.text = text, .is_script = is_script};
    if (!is_script) return true;
    bool fine = tn_py_lexer_init(&s->lexer, text, allocator);
    while (fine && !s->lexer.failed && tn_py_next(&s->lexer) != PY_END) continue;
    return fine && !s->lexer.failed;
}

/* Applies the comments. Names that no rule has are reported first, so that they have an order,
 * too. */
static void apply_comments(tunip_diagnostics *out, size_t first, tunip_str text, bool is_script)
{
    search s;
    tunip_str rules;
    size_t at;
    bool fine = open_search(&s, text, is_script, &out->arena.allocator);
    while (fine && (at = next_comment(&s, &rules)) != SIZE_MAX) warn_of_names(out, text, rules);
    sort(out, first);
    s.comment = s.at = 0;
    while (fine && (at = next_comment(&s, &rules)) != SIZE_MAX) {
        reach r = reach_of(&s, at, rules);
        allow_in(out, first, &r);
    }
    if (is_script) tn_py_lexer_free(&s.lexer);
}

/* ======== levels ======== */

static tunip_rules_level level_of(const tunip_rules_options *options, const tunip_diagnostic *d)
{
    const tunip_check_rule *rule = tunip_rules_find(d->code);
    tunip_rules_level level = rule ? rule->level : TUNIP_RULES_DENY;
    if (d->severity != TUNIP_SEVERITY_ERROR) level = TUNIP_RULES_WARN;
    for (size_t i = 0; i < options->rule_count; i++)
        if (!options->rules[i].rule || tunip_str_is(d->code, options->rules[i].rule))
            level = options->rules[i].level;
    return level;
}

static void drop_allowed(tunip_diagnostics *out, size_t first)
{
    size_t kept = first, count = out->items.count;
    for (size_t i = first; i < count; i++) {
        tunip_diagnostic *d = out->items.items[i];
        if (d->is_allowed) continue;
        out->items.items[i] = out->items.items[kept];
        out->items.items[kept++] = d;
    }
    tn_diagnostics_cut(out, kept);
}

/* Labels keep their numbers in the order of the findings, because traces are found by them. */
static void number_labels(tunip_diagnostics *out, size_t first)
{
    size_t next = 0;
    for (size_t i = 0; i < out->items.count; i++)
        for (size_t k = 0; k < out->items.items[i]->label_count; k++, next++)
            if (i >= first) out->items.items[i]->labels[k].index = next;
}

void tn_rules_apply(tunip_diagnostics *out, size_t first, const tunip_source *source,
                    bool is_script, const tunip_rules_options *options)
{
    apply_comments(out, first, tunip_source_text(source), is_script);
    for (size_t i = first; i < out->items.count; i++) {
        tunip_diagnostic *d = out->items.items[i];
        tunip_rules_level level = level_of(options, d);
        if (level == TUNIP_RULES_ALLOW) d->is_allowed = true;
        d->severity = level == TUNIP_RULES_WARN ? TUNIP_SEVERITY_WARNING : TUNIP_SEVERITY_ERROR;
    }
    drop_allowed(out, first);
    number_labels(out, first);
}
