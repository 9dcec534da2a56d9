/* trace.c -- `tunip trace`: the history of one line of a step or of the user's program. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "print_outputs.h"

static const cli_option options[] = {
    {"--source-root", 0, "DIR", "also look in DIR for files of the user's program; repeatable",
     cli_store_root, 0},
    CLI_BLAME_OPTIONS,
};

void cli_trace_help(FILE *out)
{
    fputc('\n', out);
    cli_list_options(out, options, TUNIP_LEN(options));
}

enum { MOST_SITES = 64 };

/* The line that is traced, and the lines that belong to its history. */
typedef struct trace {
    cli_blame_run *run;
    char file[CLI_NAME_ROOM];              /* that the user named */
    size_t line;                           /* of the step; 0: the place in the user's program */
    tunip_site site;                       /* the place */
    tunip_line_origin origins[MOST_SITES]; /* the places from which the line comes */
    size_t origin_count;
    tunip_followed *lines;
    size_t count, room;
} trace;

static bool gather_line(void *user, const tunip_followed *line)
{
    trace *t = user;
    if (t->count == t->room) {
        size_t room = t->room * 2 + 256;
        tunip_followed *grown = realloc(t->lines, room * sizeof *grown);
        if (!grown) return false;
        t->lines = grown;
        t->room = room;
    }
    t->lines[t->count++] = *line;
    return true;
}

/* ---- one line ---- */

static bool is_asked(const trace *t, const tunip_followed *at)
{
    return t->line && at->step == t->run->step && at->line == t->line;
}

/* The places of a line, at most MOST_SITES. */
static size_t find_sites(const trace *t, const tunip_followed *at, tunip_site *sites)
{
    size_t count = tunip_lineage_sites(t->run->lineage, at->step, at->line, sites, MOST_SITES);
    return count < MOST_SITES ? count : MOST_SITES;
}

/* Whether a line begins with a place in the user's program: no earlier line leads to it. */
static bool comes_from_program(const trace *t, const tunip_followed *at)
{
    tunip_site sites[MOST_SITES];
    return !at->from_line && find_sites(t, at, sites);
}

/* The change that a step made to a line; NULL: none. */
static const char *find_deed(const trace *t, const tunip_followed *at)
{
    if (comes_from_program(t, at)) return tunip_link_kind_name(TUNIP_LINK_MADE_FROM);
    if (!at->step) return "the first step";
    if (!at->from_line) return "inserted";
    if (at->kind != TUNIP_LINK_SAME) return tunip_link_kind_name(at->kind);
    tunip_str text = tunip_lineage_line(t->run->lineage, at->step, at->line);
    tunip_str earlier = tunip_lineage_line(t->run->lineage, at->from_step, at->from_line);
    return tunip_str_equal(text, earlier) ? NULL : "indentation changed";
}

/* The reason of the link with the line before; NULL: there is no such line. */
static const char *find_reason(const trace *t, const tunip_followed *at)
{
    if (at->from_line) return tunip_link_reason_name(at->reason);
    return comes_from_program(t, at) ? tunip_link_reason_name(TUNIP_REASON_SPAN) : NULL;
}

static bool is_in_trace(const trace *t, size_t step, size_t line)
{
    for (size_t i = 0; i < t->count; i++)
        if (t->lines[i].step == step && t->lines[i].line == line) return true;
    return false;
}

/* The links of a line with earlier lines that belong to the history. */
static size_t find_links(const trace *t, const tunip_followed *at, tunip_step_link *links)
{
    size_t kept = 0;
    size_t count = tunip_lineage_links(t->run->lineage, at->step, at->line, links, MOST_SITES);
    for (size_t i = 0; i < count && i < MOST_SITES; i++)
        if (is_in_trace(t, links[i].from_step, links[i].link.lhs)) links[kept++] = links[i];
    return kept;
}

/* ---- as JSON ---- */

static void put_json_links(const trace *t, const tunip_followed *at)
{
    tunip_step_link links[MOST_SITES];
    size_t count = find_links(t, at, links);
    tunip_json_writer *json = t->run->json;
    if (count < 2) return;
    tunip_json_key(json, "links");
    tunip_json_open(json, '[');
    for (size_t i = 0; i < count; i++) {
        const tunip_link *link = &links[i].link;
        tunip_json_open(json, '{');
        cli_blame_put_number(json, "step", links[i].from_step);
        cli_blame_put_number(json, "line", link->lhs);
        cli_blame_put_text(json, "what", tunip_str_from(tunip_link_kind_name(link->kind)));
        cli_blame_put_text(json, "why", tunip_str_from(tunip_link_reason_name(link->reason)));
        cli_blame_put_bool(json, "sure", link->sure);
        tunip_json_close(json, '}');
    }
    tunip_json_close(json, ']');
}

static void put_json_sites(const trace *t, const tunip_followed *at)
{
    tunip_site sites[MOST_SITES];
    size_t count = find_sites(t, at, sites);
    tunip_json_writer *json = t->run->json;
    if (!count) return;
    tunip_json_key(json, "sites");
    tunip_json_open(json, '[');
    for (size_t i = 0; i < count; i++) {
        tunip_json_open(json, '{');
        cli_json_site(json, &sites[i]);
        tunip_json_close(json, '}');
    }
    tunip_json_close(json, ']');
}

static void put_json_line(const trace *t, const tunip_followed *at)
{
    tunip_json_writer *json = t->run->json;
    const char *what = find_deed(t, at), *why = find_reason(t, at);
    tunip_json_open(json, '{');
    cli_blame_put_number(json, "line", at->line);
    cli_blame_put_text(json, "what", tunip_str_from(what ? what : "unchanged"));
    if (why) cli_blame_put_text(json, "why", tunip_str_from(why));
    if (at->from_line) cli_blame_put_number(json, "from", at->from_line);
    cli_blame_put_bool(json, "sure", at->sure);
    put_json_links(t, at);
    put_json_sites(t, at);
    size_t first = tunip_lineage_first_line(t->run->lineage, at->step, at->line);
    if (first != at->line) cli_blame_put_number(json, "begin", first);
    cli_blame_put_text(json, "text", tunip_lineage_line(t->run->lineage, at->step, first));
    tunip_json_close(json, '}');
}

static void put_json_origins(const trace *t)
{
    tunip_str text;
    tunip_json_writer *json = t->run->json;
    if (!t->origin_count) return;
    tunip_json_key(json, "sources");
    tunip_json_open(json, '[');
    for (size_t i = 0; i < t->origin_count; i++) {
        const tunip_site *site = &t->origins[i].site;
        tunip_json_open(json, '{');
        cli_blame_put_text(json, "source", site->source);
        cli_blame_put_number(json, "line", (size_t)site->line);
        cli_blame_put_bool(json, "sure", t->origins[i].sure);
        if (cli_programs_line(&t->run->programs, site->source, site->line, &text))
            cli_blame_put_text(json, "text", text);
        tunip_json_close(json, '}');
    }
    tunip_json_close(json, ']');
}

static void put_json(const trace *t)
{
    tunip_json_writer *json = t->run->json;
    const cli_steps *steps = &t->run->steps;
    put_json_origins(t);
    tunip_json_key(json, "steps");
    tunip_json_open(json, '[');
    for (size_t i = 0, end; i < t->count; i = end) {
        size_t step = t->lines[i].step;
        tunip_json_open(json, '{');
        cli_blame_put_number(json, "step", step);
        cli_blame_put_text(json, "name", tunip_str_from(cli_step_name(steps, step)));
        cli_blame_put_text(json, "file", tunip_str_from(steps->files[step]));
        cli_steps_put_json_primitive(steps, step, json);
        tunip_json_key(json, "lines");
        tunip_json_open(json, '[');
        for (end = i; end < t->count && t->lines[end].step == step; end++)
            put_json_line(t, &t->lines[end]);
        tunip_json_close(json, ']');
        tunip_json_close(json, '}');
    }
    tunip_json_close(json, ']');
}

/* ---- as text ---- */

/* "model.py:12, 14, conv1" */
static void put_places(const trace *t, const tunip_followed *at)
{
    tunip_site sites[MOST_SITES];
    size_t count = find_sites(t, at, sites);
    cli_output *out = &t->run->out;
    for (size_t i = 0; i < count; i++) {
        bool again = i && tunip_str_equal(sites[i].source, sites[i - 1].source);
        bool same = again && sites[i].line == sites[i - 1].line;
        if (same) continue;
        if (i) cli_output_print(out, ", ");
        if (again && sites[i].line > 0)
            cli_output_print(out, "%" PRId64, sites[i].line);
        else
            cli_put_place(out, sites[i].source, sites[i].line);
    }
}

/* " from lines 3, 4" for the earlier lines from which a line was made */
static void put_earlier(const trace *t, const tunip_followed *at)
{
    tunip_step_link links[MOST_SITES];
    size_t count = find_links(t, at, links);
    cli_output *out = &t->run->out;
    const char *word = at->kind == TUNIP_LINK_MADE_FROM              ? "" /* the kind says it */
                       : at->kind == TUNIP_LINK_MERGED && count <= 1 ? " with"
                                                                     : " from";
    if (count > 1) {
        cli_output_print(out, "%s lines", word);
        for (size_t i = 0; i < count; i++)
            cli_output_print(out, "%s %zu", i ? "," : "", links[i].link.lhs);
    } else if (at->kind >= TUNIP_LINK_MOVED) {
        cli_output_print(out, "%s line %zu", word, at->from_line);
    }
}

/* "parallel by sch.parallel()" */
static void put_name(const trace *t, size_t step)
{
    cli_output *out = &t->run->out;
    cli_output_style(out, CLI_CYAN);
    cli_output_say(out, "%s", cli_step_name(&t->run->steps, step));
    cli_output_style(out, NULL);
    cli_steps_put_primitive(&t->run->steps, step, out);
}

/* "  7 parallel, line 15, made from line 14: same span (probable)" */
static void put_traced(const trace *t, const tunip_followed *at, const char *what)
{
    cli_output *out = &t->run->out;
    const char *why = find_reason(t, at);
    size_t first = tunip_lineage_first_line(t->run->lineage, at->step, at->line);
    tunip_str text = tunip_lineage_line(t->run->lineage, at->step, first);
    bool is_plain = at->from_line && at->kind == TUNIP_LINK_SAME;
    if (is_asked(t, at)) cli_output_style(out, CLI_BOLD);
    cli_output_print(out, "%c %*zu ", is_asked(t, at) ? '>' : ' ',
                     cli_blame_width(t->run->steps.count), at->step);
    if (is_asked(t, at)) cli_output_style(out, NULL);
    cli_output_hang(out);
    put_name(t, at->step);
    if (first == at->line)
        cli_output_print(out, ", line %zu, %s", at->line, what);
    else
        cli_output_print(out, ", lines %zu to %zu, %s", first, at->line, what);
    if (comes_from_program(t, at)) {
        cli_output_print(out, " ");
        put_places(t, at);
    } else if (at->from_line && !is_plain) {
        put_earlier(t, at);
    }
    if (why && !is_plain) cli_output_print(out, ": %s", why);
    cli_output_print(out, "%s\n%s", at->sure ? "" : " (probable)", text.size ? "    " : "");
    cli_blame_put_line(t->run, at->step, first);
}

/* "> model.py, line 12" or "  bn1, a layer" */
static void put_origin(const trace *t, const tunip_line_origin *origin)
{
    tunip_str text;
    cli_output *out = &t->run->out;
    const tunip_site *site = &origin->site;
    cli_output_print(out, "%c %*s ", t->line ? ' ' : '>', cli_blame_width(t->run->steps.count), "");
    cli_output_style(out, CLI_YELLOW);
    cli_output_say(out, "%.*s", (int)site->source.size, site->source.data);
    cli_output_style(out, NULL);
    if (site->line > 0)
        cli_output_print(out, ", line %" PRId64, site->line);
    else
        cli_output_print(out, ", a layer");
    cli_output_print(out, "%s\n", origin->sure ? "" : " (probable)");
    if (!cli_programs_line(&t->run->programs, site->source, site->line, &text)) return;
    if (text.size) cli_output_print(out, "    ");
    cli_output_say(out, "%.*s", (int)text.size, text.data);
    cli_output_print(out, "\n");
}

/* The step that removed a line, where `step` is the last step that has the line: the first later
 * step that was compared with `step`. SIZE_MAX if there is none. */
static size_t removed_by(const trace *t, size_t step)
{
    const cli_steps *steps = &t->run->steps;
    for (size_t i = step + 1; i < steps->count; i++) {
        const tunip_history_step *at = tunip_history_step_at(steps->history, i);
        if (at->before == step && !at->is_part) return i;
    }
    return SIZE_MAX;
}

static void put_text(const trace *t)
{
    cli_output *out = &t->run->out;
    for (size_t i = 0; i < t->origin_count; i++) put_origin(t, &t->origins[i]);
    for (size_t i = 0; i < t->count; i++) {
        const tunip_followed *at = &t->lines[i];
        const char *what = find_deed(t, at);
        if (what || is_asked(t, at)) put_traced(t, at, what ? what : "unchanged");
    }
    size_t last = t->count ? t->lines[t->count - 1].step : SIZE_MAX;
    size_t end = last == SIZE_MAX ? SIZE_MAX : removed_by(t, last);
    if (end == SIZE_MAX) return;
    cli_output_print(out, "  %*zu ", cli_blame_width(t->run->steps.count), end);
    put_name(t, end);
    cli_output_print(out, ", ");
    cli_output_style(out, CLI_RED);
    cli_output_print(out, "removed");
    cli_output_style(out, NULL);
    cli_output_print(out, "\n");
}

static bool put_trace(cli_blame_run *run, void *user)
{
    const trace *t = user;
    if (run->json)
        put_json(t);
    else
        put_text(t);
    return true;
}

/* ---- lines of files ----
 *
 * The line numbers of a file may differ from those of its printed text, for example because the
 * functions have another order. */

static tunip_str trim(tunip_str line)
{
    while (line.size && line.data[0] == ' ') line.data++, line.size--;
    while (line.size && strchr(" \r", line.data[line.size - 1])) line.size--;
    return line;
}

/* Goes to the next line of a text. */
static bool next_line(tunip_str *text, tunip_str *line)
{
    const char *end = text->size ? memchr(text->data, '\n', text->size) : NULL;
    if (!text->size) return false;
    size_t size = end ? (size_t)(end - text->data) : text->size;
    *line = (tunip_str){text->data, size};
    size += end != NULL;
    *text = (tunip_str){text->data + size, text->size - size};
    return true;
}

/* "def main(A: ..." -> "def main", "class Module:" -> "class": a script may give the class and the
 * parameters in another way than the printed text. Empty for other lines. */
static tunip_str find_definition(tunip_str line)
{
    bool is_class = line.size > 6 && memcmp(line.data, "class ", 6) == 0;
    bool is_def = line.size > 4 && memcmp(line.data, "def ", 4) == 0;
    size_t size = is_class ? 5 : is_def ? 4 : 0;
    while (is_def && size < line.size && tunip_is_name_part(line.data[size])) size++;
    return (tunip_str){line.data, size};
}

/* A line of a file: its text, the definition above it, and the number of earlier lines with the
 * same text in that definition. The text of a definition is its name. */
typedef struct file_line {
    tunip_str text, definition;
    size_t nth;
} file_line;

/* Whether a line has the text and the definition of another; *inside says whether it is in the
 * definition. */
static bool is_same_line(tunip_str line, const file_line *wanted, bool *inside)
{
    line = trim(line);
    tunip_str definition = find_definition(line);
    if (definition.size) *inside = tunip_str_equal(definition, wanted->definition);
    return *inside && tunip_str_equal(definition.size ? definition : line, wanted->text);
}

static bool find_file_line(tunip_str all, size_t number, file_line *out)
{
    tunip_str line, rest = all;
    *out = (file_line){.nth = 0};
    for (size_t i = 1; i <= number; i++) {
        if (!next_line(&rest, &line)) return false;
        tunip_str definition = find_definition(trim(line));
        if (definition.size) out->definition = definition;
        out->text = definition.size ? definition : trim(line);
    }
    bool inside = !out->definition.size;
    for (size_t i = 1; i < number && next_line(&all, &line); i++)
        out->nth += is_same_line(line, out, &inside);
    return true;
}

/* The corresponding line of the printed text; 0 if there is none. */
static size_t find_printed(const cli_blame_run *run, const file_line *wanted)
{
    size_t count = tunip_lineage_line_count(run->lineage, run->step), nth = 0;
    bool inside = !wanted->definition.size;
    for (size_t i = 1; wanted->text.size && i <= count; i++) {
        tunip_str line = tunip_lineage_line(run->lineage, run->step, i);
        if (is_same_line(line, wanted, &inside) && nth++ == wanted->nth) return i;
    }
    return 0;
}

static size_t count_lines(tunip_str text)
{
    size_t count = 0;
    for (tunip_str line; next_line(&text, &line);) count++;
    return count;
}

/* The line of the printed text that corresponds to a line of the file, of which *count is the
 * number of lines. Saved graphs and modules of logs have no lines of their own: their lines are
 * those of the printed text. */
static size_t printed_line(const cli_blame_run *run, size_t number, size_t *count)
{
    file_line wanted;
    size_t line = number;
    const char *path = run->steps.files[run->step];
    tunip_source *source = tunip_source_open(run->steps.context, path, NULL);
    if (source) source = cli_unpack(run->steps.context, &run->settings->loads, source, path);
    const char *format = source ? tunip_find_format(run->steps.context, source, NULL) : NULL;
    *count = tunip_lineage_line_count(run->lineage, run->step);
    if (format && strcmp(format, "python") == 0) {
        tunip_str text = tunip_source_text(tunip_lineage_source(run->lineage, run->step));
        bool exists = find_file_line(tunip_source_text(source), number, &wanted);
        *count = count_lines(tunip_source_text(source));
        tunip_str same = trim(tunip_lineage_line(run->lineage, run->step, number));
        bool is_same = exists && !wanted.text.size && !same.size; /* a blank line */
        line = is_same ? number : exists ? find_printed(run, &wanted) : SIZE_MAX;
        if (!line)
            line = cli_find_script_line(&run->steps, source, &run->settings->print, text, number);
    }
    tunip_source_free(source);
    return line;
}

/* ---- from a line of a step ---- */

/* Keeps the places among the origins of the line. */
static void find_places(trace *t)
{
    size_t count =
        tunip_lineage_origins(t->run->lineage, t->run->step, t->line, t->origins, MOST_SITES);
    for (size_t i = 0; i < count && i < MOST_SITES; i++)
        if (!t->origins[i].line) t->origins[t->origin_count++] = t->origins[i];
}

static bool trace_line(trace *t, const char *number)
{
    char *end;
    cli_blame_run *run = t->run;
    const char *file = run->steps.files[run->step];
    size_t count = 0;
    unsigned long asked = strtoul(number, &end, 10);
    size_t line = printed_line(run, asked, &count);
    if (!tunip_is_digit(*number) || *end || !asked) line = SIZE_MAX;
    if (!line)
        return cli_fail("trace: line %s of %s is not a line of the printed text: name a line of "
                        "tunip print %s",
                        number, file, file) == CLI_OK;
    if (line == SIZE_MAX || line > tunip_lineage_line_count(run->lineage, run->step))
        return cli_fail("trace: %s has lines 1 to %zu, not %s", file, count, number) == CLI_OK;
    line = tunip_lineage_last_line(run->lineage, run->step, line);
    t->line = line;
    find_places(t);
    return tunip_lineage_follow(run->lineage, run->step, line, gather_line, t) ||
           cli_fail("out of memory") == CLI_OK;
}

/* ---- from a place in the user's program ---- */

/* The lines of a file from which lines of the steps come. */
typedef struct known_lines {
    tunip_str source;
    int64_t before, after; /* the nearest ones around `line`; 0: none */
    int64_t line;
} known_lines;

static bool note_line(void *user, const tunip_site *site)
{
    known_lines *k = user;
    if (!tunip_str_equal(site->source, k->source)) return true;
    if (site->line < k->line && site->line > k->before) k->before = site->line;
    if (site->line > k->line && (!k->after || site->line < k->after)) k->after = site->line;
    return true;
}

static bool fail_unmarked(const trace *t)
{
    known_lines k = {.source = t->site.source, .line = t->site.line};
    char hint[64] = "";
    tunip_lineage_each_site(t->run->lineage, note_line, &k);
    if (k.before && k.after)
        snprintf(hint, sizeof hint, " (from lines %" PRId64 " and %" PRId64 ", some do)", k.before,
                 k.after);
    else if (k.before || k.after)
        snprintf(hint, sizeof hint, " (from line %" PRId64 ", some do)",
                 k.before ? k.before : k.after);
    return cli_fail("trace: no line of any step comes from line %" PRId64 " of %.*s%s",
                    t->site.line, (int)t->site.source.size, t->site.source.data, hint) == CLI_OK;
}

static bool trace_place(trace *t)
{
    const tunip_lineage *l = t->run->lineage;
    t->origins[0] = (tunip_line_origin){.site = t->site, .sure = true};
    t->origin_count = 1;
    if (!tunip_lineage_follow_site(l, t->site.source, t->site.line, gather_line, t))
        return cli_fail("out of memory") == CLI_OK;
    return t->count || fail_unmarked(t);
}

/* Takes a number behind a colon off a name. */
static bool cut_number(tunip_str *name, int64_t *number)
{
    size_t colon = name->size;
    while (colon && tunip_is_digit(name->data[colon - 1])) colon--;
    if (colon < 2 || colon == name->size || name->data[colon - 1] != ':') return false;
    *number = strtoll(name->data + colon, NULL, 10);
    name->size = colon - 1;
    return true;
}

/* Finds the place that an argument names: a layer "bn1", or "model.py:12", also with a column, as
 * in the comments of Relay: "bn1:0:0". Sets *fine to false after a message. */
static bool find_place(trace *t, const char *argument, bool *fine)
{
    int64_t numbers[2] = {0, 0};
    const cli_program *other = NULL, *found = NULL;
    tunip_str name = tunip_str_from(argument);
    for (size_t cut = 0; !found; cut++) {
        found = cli_programs_find(&t->run->programs, name, &other);
        if (found || cut == TUNIP_LEN(numbers)) break;
        numbers[1] = numbers[0];
        if (!cut_number(&name, &numbers[0])) break;
    }
    if (!found || (found->has_lines && !numbers[0])) return false;
    if (other)
        *fine = cli_fail("trace: %.*s may be %.*s or %.*s", (int)name.size, name.data,
                         (int)other->name.size, other->name.data, (int)found->name.size,
                         found->name.data) == CLI_OK;
    snprintf(t->file, sizeof t->file, "%.*s", (int)name.size, name.data);
    t->site = (tunip_site){.source = found->name, .line = found->has_lines ? numbers[0] : 0};
    return true;
}

/* ---- the run ---- */

/* Follows the steps, and the line or place that the argument names. A file that is no step may be
 * one of the user's program; otherwise it becomes the last step. */
static bool follow(trace *t, char *argument)
{
    cli_blame_run *run = t->run;
    char *colon = strrchr(argument, ':');
    bool fine = true;
    if (colon) *colon = '\0';
    bool is_step = colon && (!*argument || cli_steps_has(&run->steps, argument));
    if (colon) *colon = ':';
    if (!is_step) {
        if (!cli_blame_follow(run)) return false;
        if (find_place(t, argument, &fine)) return fine && trace_place(t);
        if (!colon) return cli_fail("trace: a place is needed, as in FILE:LINE") == CLI_OK;
    }
    *colon = '\0';
    if (!cli_blame_choose_step(run, *argument ? argument : NULL)) return false;
    snprintf(t->file, sizeof t->file, "%s", run->steps.files[run->step]);
    return cli_blame_follow(run) && trace_line(t, colon + 1);
}

int cli_trace(int argc, char **argv)
{
    cli_blame_settings s = CLI_BLAME_SETTINGS;
    cli_blame_run run = {.command = "trace", .settings = &s};
    trace t = {.run = &run};
    bool fine = cli_parse(options, TUNIP_LEN(options), &s, &argc, argv);
    if (fine && argc != 2) fine = cli_fail("trace: a place is needed, as in FILE:LINE") == CLI_OK;
    fine = fine && cli_blame_open(&run) && follow(&t, argv[1]);
    cli_steps_note(&run.steps);
    fine = fine && cli_blame_write(&run, 2, t.file, put_trace, &t);
    free(t.lines);
    cli_blame_close(&run);
    cli_blame_free_settings(&s);
    return fine ? CLI_OK : CLI_TROUBLE;
}
