/* navigate.c -- where names are defined and used, what they are, and the structure of a file. */
#include <stdlib.h>
#include <string.h>

#include <tunip/mlir.h>

#include "../../src/util/unicode.h"
#include "server.h"

/* ---- hover ---- */

/* The line of the definition, for a value of MLIR and of Relay. */
static void put_definition_line(const lsp_request *r, tn_text *out)
{
    const tunip_use *definition = lsp_definition(r->document, r->part, r->name);
    if (!definition) return;
    size_t line = lsp_document_position(r->document, definition->begin + r->part->shift).line;
    tn_text_put_str(out, tn_trim_blanks(lsp_document_line(r->document, line)));
}

/* The prefix of a word as the text has it: "T." of T.grid. */
static tunip_str prefix_of(const lsp_request *r)
{
    tunip_str text = lsp_name_text(r->document, r->part, r->name);
    const char *point = memchr(text.data, '.', text.size);
    return point ? (tunip_str){text.data, (size_t)(point - text.data) + 1} : (tunip_str){"", 0};
}

/* The text of the word without its prefix. */
static tunip_str word_of(const lsp_request *r)
{
    tunip_str text = lsp_name_text(r->document, r->part, r->name), prefix = prefix_of(r);
    return (tunip_str){text.data + prefix.size, text.size - prefix.size};
}

/* The word in one line; NULL if the dialect says nothing about it. A newer version of TVM may have
 * another name for it. */
static const char *summary_of(const lsp_request *r)
{
    tunip_word_info word;
    if (r->name->kind != TUNIP_USE_WORD || !r->name->dialect) return NULL;
    const char *summary = tunip_word_summary(r->name->dialect, word_of(r));
    if (summary || !r->name->word) return summary;
    tunip_word_describe(r->name->word, &word);
    return tunip_word_summary(r->name->dialect, word.name);
}

static void put_word_help(const lsp_request *r, tn_text *out)
{
    tunip_word_info word;
    tunip_word_describe(r->name->word, &word);
    lsp_describe_word(&word, prefix_of(r), out);
    if (word.type) tn_text_say(out, "\n# makes %s", word.type);
    if (word.since) tn_text_say(out, "\n# since TVM v0.%u", word.since);
}

static void put_hover_text(const lsp_request *r, tn_text *out)
{
    tunip_str name = lsp_name_text(r->document, r->part, r->name);
    const tunip_node *node = r->name->node;
    if (r->name->kind == TUNIP_USE_WORD) {
        if (r->name->word)
            put_word_help(r, out);
        else
            tn_text_put_str(out, name);
        return;
    }
    if (node && strncmp(node->type->key, "mlir.", 5) != 0 && node->type != &tunip_string_type)
        lsp_describe_definition(r->server, node, name, out);
    if (!out->bytes.count) put_definition_line(r, out);
}

void lsp_hover(lsp_request *r)
{
    tn_text text, fenced;
    if (!r->name) {
        tunip_json_put_null(r->out);
        return;
    }
    tn_text_init(&text, NULL);
    tn_text_init(&fenced, NULL);
    put_hover_text(r, &text);
    if (!text.bytes.count) {
        tn_text_free(&text);
        tunip_json_put_null(r->out);
        return;
    }
    tn_text_put_word(&fenced, "```");
    tn_text_put_str(&fenced, r->document->language);
    tn_text_put_word(&fenced, "\n");
    tn_text_put_str(&fenced, tn_text_str(&text));
    tn_text_put_word(&fenced, "\n```");
    const char *summary = summary_of(r);
    if (summary) tn_text_say(&fenced, "\n%s", summary);
    tunip_json_open(r->out, '{');
    tunip_json_key(r->out, "contents");
    tunip_json_open(r->out, '{');
    lsp_put_word(r->out, "kind", "markdown");
    lsp_put_text(r->out, "value", tn_text_str(&fenced));
    tunip_json_close(r->out, '}');
    lsp_put_range(r->out, "range", r->document, r->name->begin + r->part->shift,
                  r->name->end + r->part->shift);
    tunip_json_close(r->out, '}');
    if (text.failed || fenced.failed) lsp_refuse(r, LSP_REQUEST_FAILED, "out of memory");
    tn_text_free(&text);
    tn_text_free(&fenced);
}

/* ---- places of names ---- */

static void put_location(const lsp_request *r, const tunip_use *use)
{
    tunip_json_open(r->out, '{');
    lsp_put_text(r->out, "uri", r->document->uri);
    lsp_put_range(r->out, "range", r->document, use->begin + r->part->shift,
                  use->end + r->part->shift);
    tunip_json_close(r->out, '}');
}

void lsp_go_to_definition(lsp_request *r)
{
    const tunip_use *definition = r->name ? lsp_definition(r->document, r->part, r->name) : NULL;
    if (definition)
        put_location(r, definition);
    else
        tunip_json_put_null(r->out);
}

/* Calls `put` for each place of the name. */
static void each_same(const lsp_request *r, void (*put)(const lsp_request *r, const tunip_use *use),
                      bool with_definitions)
{
    for (size_t i = 0; r->name && i < r->part->name_count; i++) {
        const tunip_use *use = r->part->names[i];
        if (use->kind == TUNIP_USE_DEFINITION && !with_definitions) continue;
        if (lsp_is_same(r->document, r->part, use, r->name)) put(r, use);
    }
}

void lsp_references(lsp_request *r)
{
    lsp_value all = lsp_value_get(r->params, "context.includeDeclaration");
    tunip_json_open(r->out, '[');
    each_same(r, put_location, !lsp_value_is(all, TUNIP_JSON_FALSE));
    tunip_json_close(r->out, ']');
}

static void put_highlight(const lsp_request *r, const tunip_use *use)
{
    enum { READ = 2, WRITE = 3 }; /* DocumentHighlightKind */
    tunip_json_open(r->out, '{');
    lsp_put_range(r->out, "range", r->document, use->begin + r->part->shift,
                  use->end + r->part->shift);
    lsp_put_size(r->out, "kind", use->kind == TUNIP_USE_DEFINITION ? WRITE : READ);
    tunip_json_close(r->out, '}');
}

void lsp_highlight(lsp_request *r)
{
    tunip_json_open(r->out, '[');
    each_same(r, put_highlight, true);
    tunip_json_close(r->out, ']');
}

/* ---- rename ---- */

/* The mark with which names begin in Relay and MLIR; 0 for a name of Python. */
static char mark_of(tunip_str name)
{
    return name.size && strchr("%@^", name.data[0]) ? name.data[0] : '\0';
}

/* Why a name cannot be changed; NULL if it can. */
static const char *fixed_because(const lsp_request *r)
{
    if (!r->name) return "no name is here";
    if (r->name->kind == TUNIP_USE_WORD) return "this is a word of a dialect";
    if (!lsp_definition(r->document, r->part, r->name)) return "it is not defined in this module";
    return NULL;
}

void lsp_prepare_rename(lsp_request *r)
{
    const char *why = fixed_because(r);
    if (why) {
        lsp_refuse(r, LSP_REQUEST_FAILED, "%s", why);
        return;
    }
    tunip_json_open(r->out, '{');
    lsp_put_range(r->out, "range", r->document, r->name->begin + r->part->shift,
                  r->name->end + r->part->shift);
    lsp_put_text(r->out, "placeholder", lsp_name_text(r->document, r->part, r->name));
    tunip_json_close(r->out, '}');
}

static bool is_word_of_python(tunip_str name)
{
    static const char *const words[] = {
        "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
        "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
        "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
        "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};
    for (size_t i = 0; i < TUNIP_LEN(words); i++)
        if (tunip_str_is(name, words[i])) return true;
    return false;
}

/* Whether a text can be a name of the same language: an identifier in Python; behind the mark in
 * MLIR (LangRef.md: suffix-id) and Relay letters, digits and a few more characters. */
static bool is_name(tunip_str name, char mark)
{
    if (!mark) return tn_is_identifier(name) && !is_word_of_python(name);
    if (name.size < 2 || name.data[0] != mark) return false;
    for (size_t i = 1; i < name.size; i++) {
        char c = name.data[i];
        bool fits = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                    (c && strchr("$._-", c));
        if (!fits) return false;
    }
    bool is_number = name.data[1] >= '0' && name.data[1] <= '9';
    for (size_t i = 1; is_number && i < name.size; i++)
        if (name.data[i] < '0' || name.data[i] > '9') return false;
    return true;
}

/* Whether another name of the module has this text, so that they would become one: a name, a word
 * such as range, or the T of T.grid. */
static bool is_taken(const lsp_request *r, tunip_str name)
{
    for (size_t i = 0; i < r->part->name_count; i++) {
        const tunip_use *use = r->part->names[i];
        tunip_str text = lsp_name_text(r->document, r->part, use);
        bool is_prefix = use->kind == TUNIP_USE_WORD && text.size > name.size &&
                         text.data[name.size] == '.' &&
                         memcmp(text.data, name.data, name.size) == 0;
        if (is_prefix ||
            (tunip_str_equal(text, name) && !lsp_is_same(r->document, r->part, use, r->name)))
            return true;
    }
    return false;
}

void lsp_rename(lsp_request *r)
{
    const char *why = fixed_because(r);
    tunip_str name = lsp_value_string(lsp_value_get(r->params, "newName"), &r->server->arena);
    tunip_json_writer *w = r->out;
    if (why) {
        lsp_refuse(r, LSP_REQUEST_FAILED, "%s", why);
        return;
    }
    char mark = mark_of(lsp_name_text(r->document, r->part, r->name));
    if (!name.data || !is_name(name, mark))
        lsp_refuse(r, LSP_INVALID_PARAMS, "`%.*s` cannot be the name: a name is %s%.1s",
                   (int)name.size, name.data ? name.data : "",
                   mark ? "letters, digits and `$._-` behind " : "an identifier of Python",
                   mark ? &mark : "");
    else if (is_taken(r, name))
        lsp_refuse(r, LSP_REQUEST_FAILED, "`%.*s` is already a name of this module", (int)name.size,
                   name.data);
    if (r->error) return;
    tunip_json_open(w, '{');
    tunip_json_key(w, "changes");
    tunip_json_open(w, '{');
    tunip_json_key_view(w, r->document->uri);
    tunip_json_open(w, '[');
    for (size_t i = 0; i < r->part->name_count; i++) {
        const tunip_use *use = r->part->names[i];
        if (!lsp_is_same(r->document, r->part, use, r->name)) continue;
        tunip_json_open(w, '{');
        lsp_put_range(w, "range", r->document, use->begin + r->part->shift,
                      use->end + r->part->shift);
        lsp_put_text(w, "newText", name);
        tunip_json_close(w, '}');
    }
    tunip_json_close(w, ']');
    tunip_json_close(w, '}');
    tunip_json_close(w, '}');
}

/* ---- blocks of lines ---- */

static size_t indent_of(tunip_str line)
{
    size_t i = 0;
    while (i < line.size && (line.data[i] == ' ' || line.data[i] == '\t')) i++;
    return i < line.size ? i : SIZE_MAX;
}

/* The last line of the block that begins in a line: the lines below that are indented more, and the
 * closing bracket behind them. */
static size_t block_end(const lsp_document *d, size_t line)
{
    size_t indent = indent_of(lsp_document_line(d, line)), last = line;
    if (indent == SIZE_MAX) return line;
    for (size_t i = line + 1; i < d->lines.count; i++) {
        tunip_str text = lsp_document_line(d, i);
        size_t here = indent_of(text);
        if (here == SIZE_MAX) continue;
        bool closes = here == indent && last > line && strchr(")]}", text.data[here]);
        bool is_label = here == indent && text.data[here] == '^' && last > line; /* of MLIR */
        if (here <= indent && !closes && !is_label) break;
        last = i;
        if (closes) break;
    }
    return last;
}

/* The line of the definition below decorators and comments; `line` itself if it is no decorator. */
static size_t head_line(const lsp_document *d, size_t line)
{
    size_t indent = indent_of(lsp_document_line(d, line));
    bool is_decorator = indent != SIZE_MAX && lsp_document_line(d, line).data[indent] == '@';
    for (size_t i = line + 1; is_decorator && i < d->lines.count; i++) {
        tunip_str text = lsp_document_line(d, i);
        size_t here = indent_of(text);
        if (here == SIZE_MAX || here < indent) break;
        if (here == indent && !memchr("@)#", text.data[here], 3)) return i;
    }
    return line;
}

void lsp_folding(lsp_request *r)
{
    const lsp_document *d = r->document;
    tunip_json_open(r->out, '[');
    for (size_t p = 0; p < d->part_count; p++) {
        size_t first = lsp_document_position(d, d->parts[p].begin).line;
        size_t end = lsp_document_position(d, d->parts[p].end).line;
        for (size_t i = first; d->parts[p].uses && i <= end; i++) {
            size_t last = block_end(d, i);
            if (last == i) continue;
            tunip_json_open(r->out, '{');
            lsp_put_size(r->out, "startLine", i);
            lsp_put_size(r->out, "endLine", last);
            tunip_json_close(r->out, '}');
        }
    }
    tunip_json_close(r->out, ']');
}

/* ---- symbols ---- */

/* Which SymbolKind of the protocol each kind of entry is. */
static const struct {
    const char *word;
    size_t kind;
} symbol_kinds[] = {{"function", 12}, {"loop", 20},     {"block", 3},
                    {"binding", 13},  {"operation", 8}, {"module", 2}};

static size_t symbol_kind(const char *word)
{
    for (size_t i = 0; i < TUNIP_LEN(symbol_kinds); i++)
        if (strcmp(symbol_kinds[i].word, word) == 0) return symbol_kinds[i].kind;
    return symbol_kinds[0].kind;
}

/* An entry with its place. */
typedef struct placed {
    const outline_entry *entry;
    size_t begin, end;
    size_t group; /* where its function begins */
} placed;

/* Opens an object with a list of children, which the caller closes. */
static void open_symbol(const lsp_request *r, const char *word, tunip_str name, size_t begin,
                        size_t end)
{
    const lsp_document *d = r->document;
    tunip_json_writer *w = r->out;
    size_t line = head_line(d, lsp_document_position(d, begin).line), last = block_end(d, line);
    size_t block =
        last < d->lines.count ? d->lines.items[last] + lsp_document_line(d, last).size : end;
    if (block < end) block = end;
    tunip_json_open(w, '{');
    lsp_put_text(w, "name", name.size ? name : tunip_str_from(word));
    lsp_put_word(w, "detail", word);
    lsp_put_size(w, "kind", symbol_kind(word));
    lsp_put_range(w, "range", d, begin, block);
    lsp_put_range(w, "selectionRange", d, begin, end);
    tunip_json_key(w, "children");
    tunip_json_open(w, '[');
}

static void close_symbol(const lsp_request *r)
{
    tunip_json_close(r->out, ']');
    tunip_json_close(r->out, '}');
}

/* The symbol that an operation defines; empty for one that only uses a symbol, such as a call. */
static tunip_str defined_symbol(const lsp_part *part, const placed *p)
{
    const tunip_mlir_operation *op = TUNIP_AS(tunip_mlir_operation, p->entry->node);
    tunip_str symbol = op ? tunip_mlir_symbol(op) : (tunip_str){NULL, 0};
    size_t first = symbol.size ? lsp_first_name(part, p->begin) : part->name_count;
    for (size_t i = first; i < part->name_count; i++) {
        const tunip_use *use = part->names[i];
        if (use->begin + part->shift >= p->end) break;
        if (use->kind == TUNIP_USE_DEFINITION && use->node->type == &tunip_string_type)
            return symbol;
    }
    return (tunip_str){NULL, 0};
}

static int by_group(const void *a, const void *b)
{
    const placed *x = a, *y = b;
    if (x->group != y->group) return x->group < y->group ? -1 : 1;
    return (x->entry > y->entry) - (x->entry < y->entry);
}

/* The entries of a part with places. Groups of a function and its entries are sorted by place,
 * because a module keeps its functions in no order. */
static placed *place_entries(const lsp_part *part, size_t *count)
{
    placed *all = calloc(part->entries.count + 1, sizeof *all);
    size_t kept = 0, group = SIZE_MAX;
    for (size_t i = 0; all && i < part->entries.count; i++) {
        placed *p = &all[kept];
        p->entry = &part->entries.items[i];
        if (!p->entry->depth) group = SIZE_MAX;
        if (!lsp_node_place(part, p->entry->node, &p->begin, &p->end)) continue;
        if (group == SIZE_MAX) group = p->begin;
        p->group = group;
        kept++;
    }
    if (kept) qsort(all, kept, sizeof *all, by_group);
    *count = kept;
    return all;
}

static void put_entries(lsp_request *r, const lsp_part *part)
{
    size_t count, open = 0;
    placed *all = place_entries(part, &count);
    if (!all) lsp_refuse(r, LSP_REQUEST_FAILED, "out of memory");
    size_t *depths = calloc(count + 1, sizeof *depths);
    for (size_t i = 0; all && depths && i < count; i++) {
        for (; open && depths[open - 1] >= all[i].entry->depth; open--) close_symbol(r);
        tunip_str name = all[i].entry->name;
        if (!name.size && !all[i].entry->depth) name = part->name;
        const tunip_mlir_operation *op = TUNIP_AS(tunip_mlir_operation, all[i].entry->node);
        tunip_str symbol = defined_symbol(part, &all[i]);
        size_t end = lsp_document_position(r->document, all[i].begin).line;
        end = r->document->lines.items[end] + lsp_document_line(r->document, end).size;
        open_symbol(r, op ? "operation" : all[i].entry->word, symbol.size ? symbol : name,
                    all[i].begin, all[i].end < end ? all[i].end : end);
        depths[open++] = all[i].entry->depth;
    }
    while (open--) close_symbol(r);
    free(all);
    free(depths);
}

/* Whether a name defines a node of a type. */
static bool defines(const tunip_use *use, const char *key)
{
    return use->kind == TUNIP_USE_DEFINITION && use->node && !strcmp(use->node->type->key, key);
}

/* The functions of a module with errors, of which there is no graph. */
static void put_functions(lsp_request *r, const lsp_part *part)
{
    for (size_t i = 0; i < part->name_count; i++) {
        const tunip_use *use = part->names[i];
        if (!defines(use, "ir.GlobalVar")) continue;
        open_symbol(r, "function", lsp_name_text(r->document, part, use), use->begin + part->shift,
                    use->end + part->shift);
        close_symbol(r);
    }
}

static bool is_module(const lsp_part *part)
{
    bool found = part->graph && !strcmp(tunip_graph_root(part->graph)->type->key, "ir.IRModule");
    for (size_t i = 0; !part->graph && !found && i < part->name_count; i++)
        found = defines(part->names[i], "ir.IRModule");
    return found && part->name.size;
}

void lsp_symbols(lsp_request *r)
{
    tunip_json_open(r->out, '[');
    for (size_t i = 0; i < r->document->part_count; i++) {
        const lsp_part *part = &r->document->parts[i];
        if (!part->uses) continue;
        bool has_module = is_module(part);
        if (has_module || (!part->graph && part->name.size)) {
            size_t line = lsp_document_position(r->document, part->begin).line;
            size_t end = r->document->lines.items[line] + lsp_document_line(r->document, line).size;
            open_symbol(r, has_module ? "module" : "function", part->name, part->begin, end);
            if (part->graph)
                put_entries(r, part);
            else
                put_functions(r, part);
            close_symbol(r);
        } else {
            put_entries(r, part);
        }
    }
    tunip_json_close(r->out, ']');
}
