/* assist.c -- help while typing: colours by meaning, hints, words and their parameters, repairs,
 * and the difference with the saved file. */
#include <stdlib.h>
#include <string.h>
#include <tunip/ext/dialect.h>
#include <tunip/format_script.h>
#include <tunip/mlir.h>

#include "../../src/util/unicode.h"
#include "server.h"

/* ---- semantic tokens ---- */

/* ORDER: token_type. */
const char lsp_token_legend[] =
    "\"semanticTokensProvider\":{\"legend\":{\"tokenTypes\":[\"variable\",\"function\",\"class\","
    "\"type\",\"label\"],\"tokenModifiers\":[\"definition\"]},\"full\":true}";

typedef enum token_type { VARIABLE, FUNCTION, CLASS, TYPE, LABEL } token_type;

static token_type token_type_of(const tunip_use *use)
{
    static const struct {
        const char *key;
        token_type type;
    } rows[] = {{"ir.GlobalVar", FUNCTION},  {"GlobalVar", FUNCTION},
                {"ir.Op", FUNCTION},         {"Op", FUNCTION},
                {"ir.IRModule", CLASS},      {"mlir.Label", LABEL},
                {"relay.Constructor", CLASS}};
    tunip_word_info word;
    if (use->kind == TUNIP_USE_WORD) {
        if (!use->word) return TYPE;
        tunip_word_describe(use->word, &word);
        return word.params ? FUNCTION : TYPE;
    }
    if (!use->node) return VARIABLE;
    if (use->node->type == &tunip_string_type) return FUNCTION; /* a symbol of MLIR */
    for (size_t i = 0; i < TUNIP_LEN(rows); i++)
        if (strcmp(use->node->type->key, rows[i].key) == 0) return rows[i].type;
    return VARIABLE;
}

void lsp_semantic_tokens(lsp_request *r)
{
    const lsp_document *d = r->document;
    lsp_position last = {0, 0};
    size_t end = 0;
    tunip_json_open(r->out, '{');
    tunip_json_key(r->out, "data");
    tunip_json_open(r->out, '[');
    for (size_t p = 0; p < d->part_count; p++) {
        for (size_t i = 0; i < d->parts[p].name_count; i++) {
            const tunip_use *use = d->parts[p].names[i];
            size_t begin = use->begin + d->parts[p].shift;
            lsp_position at = lsp_document_position(d, begin);
            lsp_position stop = lsp_document_position(d, use->end + d->parts[p].shift);
            if (begin < end || at.line != stop.line || stop.unit <= at.unit) continue;
            end = use->end + d->parts[p].shift;
            tunip_json_put_size(r->out, at.line - last.line);
            tunip_json_put_size(r->out, at.unit - (at.line == last.line ? last.unit : 0));
            tunip_json_put_size(r->out, stop.unit - at.unit);
            tunip_json_put_size(r->out, token_type_of(use));
            tunip_json_put_size(r->out, use->kind == TUNIP_USE_DEFINITION);
            last = at;
        }
    }
    tunip_json_close(r->out, ']');
    tunip_json_close(r->out, '}');
}

/* ---- inlay hints ---- */

/* Whether the name is followed by its annotation already. */
static bool is_annotated(tunip_str text, size_t end)
{
    while (end < text.size && text.data[end] == ' ') end++;
    return end < text.size && text.data[end] == ':';
}

/* Appends the extent of the loop over a variable. */
static void put_extent(const lsp_request *r, const lsp_part *part, const tunip_node *var,
                       tn_text *out)
{
    for (size_t i = 0; i < part->entries.count; i++) {
        const tunip_node *node = part->entries.items[i].node;
        if (outline_child(node, "loop_var") != var) continue;
        const tunip_node *extent = outline_child(node, "extent");
        if (!extent) return;
        tn_text_put_word(out, ", extent ");
        lsp_describe_expr(r->server, extent, out);
        return;
    }
}

/* Whether the type of a node is worth a hint: a variable of tensor IR or of a graph. */
static bool has_hint(const tunip_use *use)
{
    static const char *const keys[] = {"tir.Var", "relax.expr.Var", "relax.expr.DataflowVar"};
    if (use->kind != TUNIP_USE_DEFINITION || !use->node) return false;
    for (size_t i = 0; i < TUNIP_LEN(keys); i++)
        if (strcmp(use->node->type->key, keys[i]) == 0) return true;
    return false;
}

/* The range of the text that the request is about. False after a refusal. */
static bool take_range(lsp_request *r, size_t *begin, size_t *end)
{
    if (lsp_read_range(r->document, lsp_value_get(r->params, "range"), begin, end)) return true;
    lsp_refuse(r, LSP_INVALID_PARAMS, "the range is missing");
    return false;
}

static void put_hint(lsp_request *r, const lsp_part *part, const tunip_use *use)
{
    enum { TYPE_HINT = 1, MOST_BYTES = 120 };
    tn_text label;
    tn_text_init(&label, NULL);
    tn_text_put_word(&label, ": ");
    lsp_describe_type(r->server, use->node, &label);
    put_extent(r, part, use->node, &label);
    if (label.bytes.count > 2 && label.bytes.count < MOST_BYTES) {
        tunip_json_open(r->out, '{');
        lsp_put_position(r->out, "position",
                         lsp_document_position(r->document, use->end + part->shift));
        lsp_put_text(r->out, "label", tn_text_str(&label));
        lsp_put_size(r->out, "kind", TYPE_HINT);
        tunip_json_close(r->out, '}');
    }
    tn_text_free(&label);
}

void lsp_inlay_hints(lsp_request *r)
{
    const lsp_document *d = r->document;
    size_t begin, end;
    if (!take_range(r, &begin, &end)) return;
    tunip_json_open(r->out, '[');
    for (size_t p = 0; p < d->part_count; p++) {
        const lsp_part *part = &d->parts[p];
        for (size_t i = 0; i < part->name_count; i++) {
            const tunip_use *use = part->names[i];
            size_t at = use->end + part->shift;
            bool is_wanted = at >= begin && at <= end && has_hint(use);
            if (is_wanted && !is_annotated(lsp_document_text(d), at)) put_hint(r, part, use);
        }
    }
    tunip_json_close(r->out, ']');
}

/* ---- words before the cursor ---- */

static bool is_name_byte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           (unsigned char)c >= 0x80;
}

/* The name with points that ends at `end`. */
static tunip_str chain_before(tunip_str text, size_t end)
{
    size_t begin = end;
    while (begin && (is_name_byte(text.data[begin - 1]) || text.data[begin - 1] == '.')) begin--;
    return (tunip_str){text.data + begin, end - begin};
}

/* Cuts the part before the first point off a chain; false without a point. */
static bool cut_prefix(tunip_str *chain, tunip_str *prefix)
{
    const char *point = chain->size ? memchr(chain->data, '.', chain->size) : NULL;
    if (!point) return false;
    *prefix = (tunip_str){chain->data, (size_t)(point - chain->data)};
    *chain = (tunip_str){point + 1, chain->size - prefix->size - 1};
    return true;
}

/* The dialect that a prefix means in this document: as its words have it, otherwise the usual
 * one. */
static const tunip_dialect *find_dialect(const lsp_request *r, tunip_str prefix)
{
    const lsp_document *d = r->document;
    const tunip_dialect *dialect;
    for (size_t p = 0; p < d->part_count; p++) {
        for (size_t i = 0; i < d->parts[p].name_count; i++) {
            const tunip_use *use = d->parts[p].names[i];
            if (use->kind != TUNIP_USE_WORD) continue;
            tunip_str text = lsp_name_text(d, &d->parts[p], use), first;
            if (cut_prefix(&text, &first) && tunip_str_equal(first, prefix)) return use->dialect;
        }
    }
    for (size_t i = 0; (dialect = tunip_context_dialect(r->server->options->context, i)); i++)
        if (dialect->prefix && tunip_str_is(prefix, dialect->prefix)) return dialect;
    return NULL;
}

static bool find_word(const lsp_request *r, tunip_str chain, tunip_word_info *word,
                      tunip_str *prefix)
{
    if (!cut_prefix(&chain, prefix)) return false;
    const tunip_dialect *dialect = find_dialect(r, *prefix);
    for (size_t i = 0; dialect; i++) {
        if (!tunip_word_get(r->server->options->context, dialect, i, word)) return false;
        if (tunip_str_equal(word->name, chain)) return true;
    }
    return false;
}

/* A call whose arguments are being typed: where its bracket is, and which argument is open. */
typedef struct open_call {
    size_t bracket, argument;
    tunip_str keyword; /* of this argument; or empty */
} open_call;

/* Looks back from an offset for a bracket that is still open. Strings with brackets may mislead
 * it. */
static bool find_call(tunip_str text, size_t offset, open_call *call)
{
    enum { MOST_BYTES = 1 << 14 };
    size_t depth = 0, stop = offset > MOST_BYTES ? offset - MOST_BYTES : 0, begin = offset;
    bool is_first = true;
    *call = (open_call){.argument = 0};
    for (size_t i = offset; i-- > stop;) {
        char c = text.data[i];
        if (c && strchr(")]}", c)) depth++;
        if (c && strchr("([{", c) && depth-- == 0) {
            call->bracket = i;
            break;
        }
        if (c == ',' && !depth) call->argument++, is_first = false;
        if (is_first) begin = i;
        if (i == stop) return false;
    }
    if (!text.size || text.data[call->bracket] != '(') return false;
    tunip_str argument = tn_trim_blanks((tunip_str){text.data + begin, offset - begin});
    size_t name = 0;
    while (name < argument.size && is_name_byte(argument.data[name])) name++;
    if (name && name < argument.size && argument.data[name] == '=')
        call->keyword = (tunip_str){argument.data, name};
    return true;
}

/* Calls `each` for the parameters of a word. */
static void each_param(const tunip_word_info *word, void (*each)(tunip_str param, void *user),
                       void *user)
{
    tunip_str rest = tunip_str_from(word->params);
    while (rest.size) {
        size_t size = 0;
        while (size < rest.size && rest.data[size] != ' ') size++;
        if (size) each((tunip_str){rest.data, size}, user);
        if (size < rest.size) size++;
        rest = (tunip_str){rest.data + size, rest.size - size};
    }
}

/* ---- signatures ---- */

typedef struct listed_params {
    lsp_request *r;
    open_call call;
    size_t count, active;
} listed_params;

static tunip_str param_name(tunip_str param)
{
    while (param.size && param.data[0] == '*') param = (tunip_str){param.data + 1, param.size - 1};
    const char *mark = param.size ? memchr(param.data, '=', param.size) : NULL;
    if (mark) param.size = (size_t)(mark - param.data);
    return param;
}

static void list_param(tunip_str param, void *user)
{
    listed_params *l = user;
    bool is_rest = param.data[0] == '*' && l->call.argument > l->count;
    if (l->call.keyword.size ? tunip_str_equal(param_name(param), l->call.keyword) : is_rest)
        l->active = l->count;
    l->count++;
    tunip_json_open(l->r->out, '{');
    lsp_put_text(l->r->out, "label", param);
    tunip_json_close(l->r->out, '}');
}

void lsp_signature(lsp_request *r)
{
    tunip_str text = lsp_document_text(r->document), prefix;
    listed_params list = {.r = r};
    tunip_word_info word;
    tn_text label;
    if (!find_call(text, r->offset, &list.call) ||
        !find_word(r, chain_before(text, list.call.bracket), &word, &prefix) || !word.params) {
        tunip_json_put_null(r->out);
        return;
    }
    list.active = list.call.argument;
    tn_text_init(&label, NULL);
    tn_text_put_str(&label, prefix);
    tn_text_put_word(&label, ".");
    lsp_describe_word(&word, (tunip_str){"", 0}, &label);
    tunip_json_open(r->out, '{');
    tunip_json_key(r->out, "signatures");
    tunip_json_open(r->out, '[');
    tunip_json_open(r->out, '{');
    lsp_put_text(r->out, "label", tn_text_str(&label));
    const char *summary = tunip_word_summary(find_dialect(r, prefix), word.name);
    if (summary) lsp_put_word(r->out, "documentation", summary);
    tunip_json_key(r->out, "parameters");
    tunip_json_open(r->out, '[');
    each_param(&word, list_param, &list);
    tunip_json_close(r->out, ']');
    tunip_json_close(r->out, '}');
    tunip_json_close(r->out, ']');
    lsp_put_size(r->out, "activeSignature", 0);
    lsp_put_size(r->out, "activeParameter", list.active);
    tunip_json_close(r->out, '}');
    if (label.failed) lsp_refuse(r, LSP_REQUEST_FAILED, "out of memory");
    tn_text_free(&label);
}

/* ---- completion ---- */

/* CompletionItemKind */
enum { ITEM_METHOD = 2, ITEM_FUNCTION = 3, ITEM_VARIABLE = 6, ITEM_MODULE = 9, ITEM_CONSTANT = 21 };

/* One item: `text` in place of the bytes from `begin` to the cursor. `summary` may be NULL. */
static void put_item(const lsp_request *r, tunip_str text, size_t kind, tunip_str detail,
                     const char *summary, size_t begin)
{
    tunip_json_open(r->out, '{');
    lsp_put_text(r->out, "label", text);
    lsp_put_size(r->out, "kind", kind);
    if (detail.size) lsp_put_text(r->out, "detail", detail);
    if (summary) lsp_put_word(r->out, "documentation", summary);
    tunip_json_key(r->out, "textEdit");
    tunip_json_open(r->out, '{');
    lsp_put_range(r->out, "range", r->document, begin, r->offset);
    lsp_put_text(r->out, "newText", text);
    tunip_json_close(r->out, '}');
    tunip_json_close(r->out, '}');
}

static bool starts(tunip_str text, tunip_str begin)
{
    return text.size >= begin.size && memcmp(text.data, begin.data, begin.size) == 0;
}

/* Whether a row before number `end` has the same name, for other versions. */
static bool is_listed(const lsp_request *r, const tunip_dialect *dialect, size_t end,
                      tunip_str name)
{
    tunip_word_info word;
    for (size_t i = 0; i < end; i++)
        if (tunip_word_get(r->server->options->context, dialect, i, &word) &&
            tunip_str_equal(word.name, name))
            return true;
    return false;
}

/* The words of a dialect that begin with `typed`: with a point in front, its methods. */
static void complete_words(lsp_request *r, const tunip_dialect *dialect, tunip_str typed,
                           bool are_methods)
{
    tunip_word_info word;
    size_t begin = r->offset - typed.size;
    for (size_t i = 0; tunip_word_get(r->server->options->context, dialect, i, &word); i++) {
        tunip_str name = word.name;
        if (!name.size || *name.data == '=' || (*name.data == '.') != are_methods) continue;
        if (are_methods) name = (tunip_str){name.data + 1, name.size - 1};
        if (word.since && is_listed(r, dialect, i, word.name)) continue;
        if (!starts(name, typed) || (are_methods && memchr(name.data, '[', name.size))) continue;
        tn_text detail;
        tn_text_init(&detail, NULL);
        lsp_describe_word(&word, (tunip_str){"", 0}, &detail);
        size_t kind = are_methods ? ITEM_METHOD : word.params ? ITEM_FUNCTION : ITEM_CONSTANT;
        put_item(r, name, kind, tn_text_str(&detail), tunip_word_summary(dialect, word.name),
                 begin);
        tn_text_free(&detail);
    }
}

/* The node that a name means; NULL if it means none. */
static const tunip_node *node_of_name(const lsp_request *r, tunip_str name)
{
    const tunip_node *node = NULL;
    for (size_t i = 0; r->part && i < r->part->name_count; i++) {
        const tunip_use *use = r->part->names[i];
        if (use->kind != TUNIP_USE_WORD &&
            tunip_str_equal(lsp_name_text(r->document, r->part, use), name))
            node = use->node;
    }
    return node;
}

static const tunip_dialect *dialect_of(const lsp_request *r, const tunip_node *node)
{
    const tunip_dialect *dialect;
    for (size_t i = 0; node && (dialect = tunip_context_dialect(r->server->options->context, i));
         i++) {
        size_t size = strlen(dialect->name);
        if (strncmp(node->type->key, dialect->name, size) == 0 && node->type->key[size] == '.')
            return dialect;
    }
    return NULL;
}

/* The functions of a module, wherever they stand in it. */
static void complete_functions(lsp_request *r, tunip_str typed)
{
    for (size_t i = 0; r->part && i < r->part->name_count; i++) {
        const tunip_use *use = r->part->names[i];
        bool is_function = use->kind == TUNIP_USE_DEFINITION && use->node &&
                           strcmp(use->node->type->key, "ir.GlobalVar") == 0;
        tunip_str name = lsp_name_text(r->document, r->part, use);
        if (is_function && starts(name, typed))
            put_item(r, name, ITEM_FUNCTION, (tunip_str){"", 0}, NULL, r->offset - typed.size);
    }
}

/* The names that are defined above the cursor, each once. */
static void complete_names(lsp_request *r, tunip_str typed)
{
    const lsp_part *part = r->part;
    for (size_t i = 0; part && i < part->name_count; i++) {
        const tunip_use *use = part->names[i];
        tunip_str name = lsp_name_text(r->document, part, use);
        bool is_known = use->kind == TUNIP_USE_DEFINITION && use->begin + part->shift < r->offset &&
                        starts(name, typed) && !tunip_str_equal(name, typed);
        for (size_t k = 0; is_known && k < i; k++)
            is_known = part->names[k]->kind != TUNIP_USE_DEFINITION ||
                       !tunip_str_equal(lsp_name_text(r->document, part, part->names[k]), name);
        if (is_known)
            put_item(r, name, ITEM_VARIABLE, (tunip_str){"", 0}, NULL, r->offset - typed.size);
    }
}

typedef struct offered_params {
    lsp_request *r;
    tunip_str typed;
} offered_params;

static void offer_param(tunip_str param, void *user)
{
    const offered_params *offer = user;
    tunip_str name = param_name(param);
    if (!name.size || param.data[0] == '*' || !starts(name, offer->typed)) return;
    tunip_str item = tn_arena_say(&offer->r->server->arena, "%.*s=", (int)name.size, name.data);
    if (item.data)
        put_item(offer->r, item, ITEM_VARIABLE, (tunip_str){"a parameter", 11}, NULL,
                 offer->r->offset - offer->typed.size);
}

void lsp_completion(lsp_request *r)
{
    tunip_str text = lsp_document_text(r->document), chain = chain_before(text, r->offset), prefix;
    open_call call;
    tunip_word_info word;
    tunip_json_open(r->out, '[');
    if (cut_prefix(&chain, &prefix)) {
        const tunip_node *node = node_of_name(r, prefix);
        const tunip_dialect *dialect = dialect_of(r, node);
        bool is_node = dialect != NULL;
        if (!is_node) dialect = find_dialect(r, prefix);
        if (node && strcmp(node->type->key, "ir.IRModule") == 0)
            complete_functions(r, chain);
        else if (dialect)
            complete_words(r, dialect, chain, is_node);
    } else {
        tunip_str callee;
        if (find_call(text, r->offset, &call) &&
            find_word(r, chain_before(text, call.bracket), &word, &callee))
            each_param(&word, offer_param, &(offered_params){r, chain});
        complete_names(r, chain);
    }
    tunip_json_close(r->out, ']');
}

/* ---- code actions ---- */

static void put_fix(const lsp_request *r, const lsp_part *part, const lsp_fix *fix)
{
    tunip_json_writer *w = r->out;
    tunip_json_open(w, '{');
    lsp_put_text(w, "title", fix->message.size ? fix->message : fix->text);
    lsp_put_word(w, "kind", "quickfix");
    tunip_json_key(w, "edit");
    tunip_json_open(w, '{');
    tunip_json_key(w, "changes");
    tunip_json_open(w, '{');
    tunip_json_key_view(w, r->document->uri);
    tunip_json_open(w, '[');
    tunip_json_open(w, '{');
    lsp_put_range(w, "range", r->document, fix->begin + part->shift, fix->end + part->shift);
    lsp_put_text(w, "newText", fix->text);
    tunip_json_close(w, '}');
    tunip_json_close(w, ']');
    tunip_json_close(w, '}');
    tunip_json_close(w, '}');
    tunip_json_close(w, '}');
}

void lsp_code_actions(lsp_request *r)
{
    const lsp_document *d = r->document;
    size_t begin, end;
    if (!take_range(r, &begin, &end)) return;
    tunip_json_open(r->out, '[');
    for (size_t p = 0; p < d->part_count; p++) {
        const lsp_part *part = &d->parts[p];
        for (size_t i = 0; i < part->finding_count; i++) {
            const lsp_finding *f = &part->findings[i];
            bool is_here = f->begin + part->shift <= end && f->end + part->shift >= begin;
            for (size_t k = 0; is_here && k < f->fix_count; k++) put_fix(r, part, &f->fixes[k]);
        }
    }
    tunip_json_close(r->out, ']');
}

/* ---- commands ---- */

/* The path of a `file:` URI, in the arena; NULL for another one (RFC 8089). */
static const char *path_of(tunip_str uri, tn_arena *arena)
{
    static const char scheme[] = "file://", host[] = "localhost";
    size_t at = sizeof scheme - 1, size = 0;
    char *path = tn_arena_alloc(arena, uri.size + 1);
    if (!path || uri.size <= at || memcmp(uri.data, scheme, at) != 0) return NULL;
    tunip_str rest = {uri.data + at, uri.size - at};
    if (starts(rest, (tunip_str){host, sizeof host - 1})) at += sizeof host - 1;
    if (at == uri.size || uri.data[at] != '/') return NULL;
    while (at < uri.size) {
        int high = at + 2 < uri.size && uri.data[at] == '%' ? tn_hex_digit(uri.data[at + 1]) : -1;
        int low = high >= 0 ? tn_hex_digit(uri.data[at + 2]) : -1;
        path[size++] = low >= 0 ? (char)(high * 16 + low) : uri.data[at];
        if (!path[size - 1]) return NULL;
        at += low >= 0 ? 3 : 1;
    }
    path[size] = '\0';
    return path;
}

static const lsp_part *find_part(const lsp_document *d, tunip_str name)
{
    for (size_t i = 0; i < d->part_count; i++)
        if (d->parts[i].uses && tunip_str_equal(d->parts[i].name, name)) return &d->parts[i];
    return NULL;
}

/* Appends the differences of each module of the editor with that of the same name in the file. */
static void put_differences(const lsp_request *r, const lsp_document *saved, tn_text *out)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_diff_options options = TUNIP_DIFF_OPTIONS_INIT;
    options.lhs_name = "saved";
    options.rhs_name = "edited";
    for (size_t i = 0; i < r->document->part_count; i++) {
        const lsp_part *now = &r->document->parts[i], *before = find_part(saved, now->name);
        if (!now->uses) continue;
        if (!before) {
            tn_text_say(out, "%.*s is new\n", (int)now->name.size, now->name.data);
        } else if (!before->graph || !now->graph) {
            tn_text_say(out, "%.*s cannot be compared: %s has errors\n", (int)now->name.size,
                        now->name.data, now->graph ? "the saved version" : "it");
        } else {
            char *text = tunip_structural_difference(
                r->server->options->context, tunip_graph_root(before->graph),
                tunip_graph_root(now->graph), &options, &error);
            if (text) tn_text_put_word(out, text);
            tunip_text_free(r->server->options->context, text);
        }
    }
}

static void diff_saved(lsp_request *r, const char *path)
{
    const lsp_options *options = r->server->options;
    tunip_error error = TUNIP_ERROR_INIT;
    tn_text out;
    lsp_document saved = {.uri = r->document->uri, .language = r->document->language};
    tunip_source *source = tunip_source_open(options->context, path, &error);
    if (!source) {
        lsp_refuse(r, LSP_REQUEST_FAILED, "%s", error.message);
        return;
    }
    tn_text_init(&out, NULL);
    if (lsp_document_edit(&saved, 0, 0, tunip_source_text(source)) &&
        lsp_parts_read(options, &saved))
        put_differences(r, &saved, &out);
    else
        out.failed = true;
    if (out.failed)
        lsp_refuse(r, LSP_REQUEST_FAILED, "out of memory");
    else
        tunip_json_put_string(r->out, tn_text_str(&out));
    tn_text_free(&out);
    lsp_parts_free(&saved);
    lsp_document_free(&saved);
    tunip_source_free(source);
}

/* One edit of the whole text, or none if the layout stays. The answer is an error, and the text
 * stays, if it has a mistake of syntax. */
void lsp_formatting(lsp_request *r)
{
    const lsp_document *d = r->document;
    tunip_format_script_options how = TUNIP_FORMAT_SCRIPT_OPTIONS_INIT;
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_str text = lsp_document_text(d);
    tn_text out;
    how.vintage = r->server->options->vintage;
    if (!tunip_str_is(d->language, "python")) {
        lsp_refuse(r, LSP_REQUEST_FAILED, "only files of Python can be formatted");
        return;
    }
    tn_text_init(&out, NULL);
    tunip_source *source = tunip_source_new(NULL, d->uri, text, &error);
    if (source)
        tunip_format_script(r->server->options->context, source, &how, tn_text_put_chunk, &out,
                            &error);
    if (error.code != TUNIP_OK && error.line) {
        lsp_refuse(r, LSP_REQUEST_FAILED, "line %zu: %s", error.line, error.message);
    } else if (error.code != TUNIP_OK || out.failed) {
        lsp_refuse(r, LSP_REQUEST_FAILED, "%s", out.failed ? "out of memory" : error.message);
    } else {
        tunip_json_open(r->out, '[');
        if (!tunip_str_equal(text, tn_text_str(&out))) {
            tunip_json_open(r->out, '{');
            lsp_put_range(r->out, "range", d, 0, text.size);
            lsp_put_text(r->out, "newText", tn_text_str(&out));
            tunip_json_close(r->out, '}');
        }
        tunip_json_close(r->out, ']');
    }
    tunip_source_free(source);
    tn_text_free(&out);
}

static bool take_first(lsp_value item, void *user)
{
    *(lsp_value *)user = item;
    return false;
}

void lsp_execute(lsp_request *r)
{
    tn_arena *arena = &r->server->arena;
    tunip_str command = lsp_value_string(lsp_value_get(r->params, "command"), arena);
    lsp_value first = {TUNIP_JSON_END, {NULL, 0}, NULL};
    lsp_value_each(lsp_value_get(r->params, "arguments"), take_first, &first);
    if (!tunip_str_is(command, "tunip.diffSaved")) {
        lsp_refuse(r, LSP_INVALID_PARAMS, "no command is called `%.*s`", (int)command.size,
                   command.data ? command.data : "");
        return;
    }
    r->document = lsp_find_document(r->server, lsp_value_string(first, arena));
    const char *path = r->document ? path_of(r->document->uri, arena) : NULL;
    if (path)
        diff_saved(r, path);
    else
        lsp_refuse(r, LSP_INVALID_PARAMS, "the argument is not the uri of an open file");
}
