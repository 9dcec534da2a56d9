/* allow.c -- the levels of findings, and comments that allow them:
 *
 *     B[99] = A[0]  # tunip: allow(out-of-bounds)
 *
 *     # tunip: allow(dtype, shape)
 *     for i in range(4):       the whole loop */
#include <stdlib.h>

#include "../util/diagnostic.h"
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

static size_t indent_of(tunip_str text, size_t line)
{
    size_t at = line;
    while (at < text.size && (text.data[at] == ' ' || text.data[at] == '\t')) at++;
    return at - line;
}

static bool is_blank_line(tunip_str text, size_t line)
{
    size_t at = line + indent_of(text, line);
    return at >= text.size || text.data[at] == '\n' || text.data[at] == '\r';
}

static bool begins_with(tunip_str text, size_t at, const char *word)
{
    size_t size = strlen(word);
    return text.size - at >= size && memcmp(text.data + at, word, size) == 0;
}

/* The end of the statement that begins in the line: decorators belong to the definition below
 * them, and lines that are indented more, or close a bracket, to the statement above them. */
static size_t statement_end(tunip_str text, size_t line)
{
    size_t indent = indent_of(text, line), end = line_end(text, line);
    bool is_head = begins_with(text, line + indent, "@");
    while (end < text.size) {
        size_t next = end + 1, at = next + indent_of(text, next);
        bool goes_on = is_blank_line(text, next) || indent_of(text, next) > indent ||
                       (at < text.size && strchr(")]}", text.data[at])) || is_head;
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

/* The bytes that a comment is about. */
static reach reach_of(tunip_str text, size_t mark, tunip_str rules)
{
    size_t line = line_begin(text, mark), first = line + indent_of(text, line), next = line;
    bool is_alone = first == mark;
    if (!is_alone) return (reach){line, line_end(text, mark), rules};
    do next = line_end(text, next) + 1;
    while (next < text.size &&
           (is_blank_line(text, next) || begins_with(text, next + indent_of(text, next), "#") ||
            begins_with(text, next + indent_of(text, next), "//")));
    if (next > text.size) next = text.size;
    return (reach){line, statement_end(text, next), rules};
}

/* The place of the next comment, whose rules are set; SIZE_MAX if there is none. */
static size_t next_comment(tunip_str text, size_t at, tunip_str *rules)
{
    static const char word[] = "tunip: allow(";
    for (; at + sizeof word - 1 < text.size; at++) {
        if (!begins_with(text, at, word)) continue;
        size_t mark = at, from = at + sizeof word - 1, to = from;
        while (mark && text.data[mark - 1] == ' ') mark--;
        bool is_hash = mark && text.data[mark - 1] == '#';
        bool is_slashes = mark > 1 && text.data[mark - 1] == '/' && text.data[mark - 2] == '/';
        while (to < text.size && text.data[to] != ')' && text.data[to] != '\n') to++;
        if ((!is_hash && !is_slashes) || to == text.size || text.data[to] != ')') continue;
        *rules = (tunip_str){text.data + from, to - from};
        return mark - (is_hash ? 1 : 2);
    }
    return SIZE_MAX;
}

static bool names(tunip_str rules, tunip_str code)
{
    for (size_t at = 0; at < rules.size;) {
        size_t from = at;
        while (at < rules.size && rules.data[at] != ',') at++;
        size_t to = at++;
        while (from < to && rules.data[from] == ' ') from++;
        while (to > from && rules.data[to - 1] == ' ') to--;
        if (tunip_str_equal((tunip_str){rules.data + from, to - from}, code)) return true;
    }
    return false;
}

/* Marks the findings that a comment allows. */
static void allow_in(tunip_diagnostics *out, size_t first, const reach *r)
{
    for (size_t i = first; i < out->items.count; i++) {
        const tunip_diagnostic *d = out->items.items[i];
        const tunip_label *label = d->label_count ? &d->labels[0] : NULL;
        bool is_inside = label && label->at == TUNIP_AT_SPAN && label->begin >= r->begin &&
                         label->begin <= r->end;
        if (is_inside && names(r->rules, d->code)) out->items.items[i]->is_allowed = true;
    }
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
                    const tunip_rules_options *options)
{
    tunip_str text = tunip_source_text(source), rules;
    size_t at = 0;
    while (out->items.count > first && (at = next_comment(text, at, &rules)) != SIZE_MAX) {
        reach r = reach_of(text, at, rules);
        allow_in(out, first, &r);
        at = (size_t)(rules.data - text.data);
    }
    for (size_t i = first; i < out->items.count; i++) {
        tunip_diagnostic *d = out->items.items[i];
        tunip_rules_level level = level_of(options, d);
        d->order = i;
        if (level == TUNIP_RULES_ALLOW) d->is_allowed = true;
        d->severity = level == TUNIP_RULES_WARN ? TUNIP_SEVERITY_WARNING : TUNIP_SEVERITY_ERROR;
    }
    drop_allowed(out, first);
    if (out->items.count > first)
        qsort(out->items.items + first, out->items.count - first, sizeof *out->items.items,
              by_place);
    number_labels(out, first);
}
