/* inspectors.c -- the inspectors of the project, and their registry. */
#include <stdio.h>
#include <stdlib.h>
#include <tunip/json.h>

#include "files.h"
#include "objects.h"
#include "show.h"

/* ---- JSON ---- */

static bool has_lines(tunip_str text)
{
    const char *newline = text.size ? memchr(text.data, '\n', text.size) : NULL;
    return newline && newline + 1 < text.data + text.size;
}

static void indent(in_text *out, size_t depth)
{
    enum { DEEPEST = 100 };
    in_puts(out, "\n");
    for (size_t i = 0; i < depth && i < DEEPEST; i++) in_puts(out, "  ");
}

/* Writes the tokens on lines of their own. False if there is one that is no JSON. */
static bool put_json(tunip_str text, in_text *out)
{
    tunip_json json;
    size_t depth = 0;
    tunip_json_token last = TUNIP_JSON_COMMA;
    tunip_json_init(&json, text);
    for (tunip_json_token t; (t = tunip_json_next(&json)) != TUNIP_JSON_END; last = t) {
        bool opens = t == TUNIP_JSON_OPEN_OBJECT || t == TUNIP_JSON_OPEN_ARRAY;
        bool closes = t == TUNIP_JSON_CLOSE_OBJECT || t == TUNIP_JSON_CLOSE_ARRAY;
        bool was_open = last == TUNIP_JSON_OPEN_OBJECT || last == TUNIP_JSON_OPEN_ARRAY;
        if (t >= TUNIP_JSON_OPEN_STRING || (closes && !depth)) return false;
        depth -= closes;
        if ((was_open && !closes) || (closes && !was_open) || (last == TUNIP_JSON_COMMA && depth))
            indent(out, depth);
        in_put(out, tunip_json_text(&json));
        if (t == TUNIP_JSON_COLON) in_puts(out, " ");
        depth += opens;
    }
    in_puts(out, "\n");
    return depth == 0;
}

static tunip_status show_json(const tunip_artifact *artifact, const tunip_show_options *options,
                              tunip_write_fn write, void *user, tunip_error *error)
{
    in_text out = {.spans = NULL}, copy = {.spans = NULL};
    (void)options;
    if (has_lines(artifact->content)) return TUNIP_ERROR_NOT_FOUND; /* it is readable as it is */
    in_put(&copy, artifact->content);
    in_put(&copy, (tunip_str){"", 1}); /* the scanner needs a NUL at the end */
    bool fine = !copy.raw.failed &&
                put_json((tunip_str){copy.raw.bytes.items, copy.raw.bytes.count - 1}, &out);
    tunip_status status = fine ? in_text_write(&out, write, user, error) : TUNIP_ERROR_NOT_FOUND;
    in_text_free(&copy);
    in_text_free(&out);
    return status;
}

/* ---- sources ---- */

typedef struct colouring {
    in_text *out;
    const char *at, *end;
} colouring;

/* The text of a file must not look like a colour. */
static void put_source(colouring *c, const char *end)
{
    tunip_escape((tunip_str){c->at, (size_t)(end - c->at)}, TUNIP_ESCAPE_TEXT, in_put_chunk,
                 c->out);
}

static void put_coloured(colouring *c, const char *colour, const char *end)
{
    while (c->at < end) { /* no sequence extends over the end of a line */
        const char *newline = memchr(c->at, '\n', (size_t)(end - c->at));
        const char *stop = newline ? newline : end;
        in_say(c->out, "\x1b[%sm", colour);
        put_source(c, stop);
        in_puts(c->out, "\x1b[0m");
        if (newline) in_puts(c->out, "\n");
        c->at = newline ? newline + 1 : end;
    }
}

static bool is_word(tunip_str word)
{
    static const char *const words[] = {
        "auto",       "bool",       "break",    "case",     "char",     "const",    "continue",
        "default",    "do",         "double",   "else",     "enum",     "extern",   "float",
        "fn",         "for",        "half",     "if",       "int",      "int16_t",  "int32_t",
        "int64_t",    "int8_t",     "kernel",   "let",      "long",     "restrict", "return",
        "short",      "signed",     "sizeof",   "static",   "struct",   "switch",   "threadgroup",
        "typedef",    "uint",       "uint16_t", "uint32_t", "uint64_t", "uint8_t",  "unsigned",
        "var",        "void",       "while",    "__global", "__kernel", "__local",  "__global__",
        "__shared__", "__device__", "device",   "constant"};
    for (size_t i = 0; i < TUNIP_LEN(words); i++)
        if (tunip_str_is(word, words[i])) return true;
    return false;
}

static const char *end_of_string(const char *at, const char *end)
{
    char quote = *at++;
    while (at < end && *at != quote && *at != '\n') at += *at == '\\' && at + 1 < end ? 2 : 1;
    return at < end ? at + 1 : end;
}

static const char *end_of_comment(const char *at, const char *end)
{
    bool line = at[1] == '/';
    for (at += 2; at < end; at++) {
        if (line && *at == '\n') return at;
        if (!line && *at == '/' && at[-1] == '*') return at + 1;
    }
    return end;
}

static void put_token(colouring *c)
{
    const char *at = c->at;
    bool comment = *at == '/' && at + 1 < c->end && (at[1] == '/' || at[1] == '*');
    if (comment) {
        put_coloured(c, "90", end_of_comment(at, c->end));
    } else if (*at == '"' || *at == '\'') {
        put_coloured(c, "32", end_of_string(at, c->end));
    } else if (*at == '#') {
        const char *newline = memchr(at, '\n', (size_t)(c->end - at));
        put_coloured(c, "35", newline ? newline : c->end);
    } else if (tunip_is_name_part(*at)) {
        while (at < c->end && tunip_is_name_part(*at)) at++;
        tunip_str word = {c->at, (size_t)(at - c->at)};
        bool number = tunip_is_digit(*c->at), known = is_word(word);
        if (number || known) put_coloured(c, number ? "36" : "34", at);
        put_source(c, at);
        c->at = at;
    } else {
        while (at < c->end && !strchr("/\"'#", *at) && !tunip_is_name_part(*at)) at++;
        if (at == c->at) at++;
        put_source(c, at);
        c->at = at;
    }
}

static tunip_status show_source(const tunip_artifact *artifact, const tunip_show_options *options,
                                tunip_write_fn write, void *user, tunip_error *error)
{
    in_text out = {.spans = NULL};
    tunip_str text = artifact->content;
    if (!options->colour || !text.size) return TUNIP_ERROR_NOT_FOUND;
    colouring c = {&out, text.data, text.data + text.size};
    while (c.at < c.end && !out.raw.failed) put_token(&c);
    tunip_status status = in_text_write(&out, write, user, error);
    in_text_free(&out);
    return status;
}

/* ---- other programs ---- */

static tunip_status show_by_tool(const char *const *argv, const tunip_artifact *artifact,
                                 const tunip_show_options *options, tunip_write_fn write,
                                 void *user, tunip_error *error)
{
    enum { SECONDS = 10 };
    in_text out = {.spans = NULL};
    if (options->no_tools) return TUNIP_ERROR_NOT_FOUND;
    unsigned seconds = options->timeout ? options->timeout : SECONDS;
    bool is_objdump = strcmp(argv[0], "objdump") == 0;
    in_tool_result result = is_objdump ? in_objdump_run(argv, artifact->content, seconds, &out)
                                       : in_tool_run(argv, artifact->content, seconds, false, &out);
    if (out.raw.failed) { /* the program was stopped, because nobody read its output any more */
        tunip_status why = out.raw.is_over
                               ? tunip_error_set(error, TUNIP_ERROR_LIMIT,
                                                 "%s writes more than %dM about this part", argv[0],
                                                 IN_TEXT_MOST >> 20)
                               : in_text_check(&out, error);
        in_text_free(&out);
        return why;
    }
    if (result == IN_TOOL_LATE) {
        in_text_free(&out);
        return tunip_error_set(error, TUNIP_ERROR_LIMIT, "%s was stopped after %u s", argv[0],
                               seconds);
    }
    tunip_status status = TUNIP_ERROR_NOT_FOUND;
    if (result == IN_TOOL_DONE) status = in_text_write(&out, write, user, error);
    if (result == IN_TOOL_FAILED) { /* once more, for what it says about the failure */
        out.raw.bytes.count = 0;
        in_tool_run(argv, artifact->content, seconds, true, &out);
        tunip_str said = in_str(&out);
        while (said.size && strchr("\r\n", said.data[said.size - 1])) said.size--;
        status = tunip_error_set(error, TUNIP_ERROR_FORMAT, "%s failed%s%.*s", argv[0],
                                 said.size ? ": " : ", and did not say why", in_short(said),
                                 said.size ? said.data : "");
    }
    in_text_free(&out);
    return status;
}

/* An inspector that shows what another program writes about an artifact. */
#define BY_TOOL(name, ...)                                                                         \
    static tunip_status name(const tunip_artifact *artifact, const tunip_show_options *options,    \
                             tunip_write_fn write, void *user, tunip_error *error)                 \
    {                                                                                              \
        static const char *const argv[] = {__VA_ARGS__, NULL};                                     \
        return show_by_tool(argv, artifact, options, write, user, error);                          \
    }

BY_TOOL(show_bitcode, "llvm-dis", "-o", "-", "-")
BY_TOOL(show_bitcode_symbols, "llvm-nm", "-")
BY_TOOL(show_object, "objdump", "-t", "-d", "/dev/stdin")
BY_TOOL(show_instructions, "objdump", "-d", "--no-show-raw-insn", "/dev/stdin")
BY_TOOL(show_object_symbols, "objdump", "-t", "/dev/stdin")
BY_TOOL(show_object_sections, "objdump", "-h", "/dev/stdin")
BY_TOOL(show_object_headers, "objdump", "-p", "/dev/stdin")
BY_TOOL(show_spirv, "spirv-dis", "-")
BY_TOOL(show_wasm, "wasm-objdump", "-d", "/dev/stdin")

/* ---- any ---- */

static tunip_status show_text(const tunip_artifact *artifact, const tunip_show_options *options,
                              tunip_write_fn write, void *user, tunip_error *error)
{
    tunip_str text = artifact->content;
    (void)options;
    if (text.size && memchr(text.data, 0, text.size)) return TUNIP_ERROR_NOT_FOUND;
    if (tunip_utf8_valid(text) != text.size) return TUNIP_ERROR_NOT_FOUND;
    if (text.size && write(text.data, text.size, user) != 0)
        return tunip_error_set(error, TUNIP_ERROR_CANCELLED, "cannot write");
    return TUNIP_OK;
}

static void put_hex_row(in_text *out, tunip_str bytes, size_t at)
{
    enum { ROW = 16 };
    in_say(out, "%08zx ", at);
    for (size_t i = at; i < at + ROW; i++) {
        if (i % 8 == 0) in_puts(out, " ");
        if (i < bytes.size)
            in_say(out, "%02x ", (unsigned char)bytes.data[i]);
        else
            in_puts(out, "   ");
    }
    in_puts(out, " |");
    for (size_t i = at; i < at + ROW && i < bytes.size; i++) {
        char c = bytes.data[i];
        in_put(out, (tunip_str){c >= ' ' && c <= '~' ? &c : ".", 1});
    }
    in_puts(out, "|\n");
}

/* Shows the beginning of bytes that no other inspector can show, and all of them if it was asked
 * for by its name. */
static tunip_status show_hex(const tunip_artifact *artifact, const tunip_show_options *options,
                             tunip_write_fn write, void *user, tunip_error *error)
{
    enum { ROW = 16, STEP = 1 << 12, MOST = 1 << 14 };
    in_text out = {.spans = NULL};
    tunip_status status = TUNIP_OK;
    tunip_str shown = artifact->content;
    if (!options->inspector && shown.size > MOST) shown.size = MOST;
    size_t left = artifact->content.size - shown.size;
    for (size_t at = 0; at < shown.size && status == TUNIP_OK; at += ROW) {
        put_hex_row(&out, shown, at);
        if (left && at + ROW >= shown.size)
            in_say(&out, "... and %zu more bytes: --inspector hex shows all, --raw writes them\n",
                   left);
        if (out.raw.bytes.count < STEP && at + ROW < shown.size) continue;
        status = in_text_write(&out, write, user, error);
        out.raw.bytes.count = 0;
    }
    in_text_free(&out);
    return status;
}

/* ---- the registry ---- */

#define ROW(name, magic, extension, show)                                                          \
    {                                                                                              \
        sizeof(tunip_inspector), name, NULL, NULL, TUNIP_STR(magic), extension, show, NULL         \
    }
#define OUTPUT(name, output, show)                                                                 \
    {                                                                                              \
        sizeof(tunip_inspector), name, NULL, NULL, TUNIP_STR(""), NULL, show, output               \
    }

static const tunip_inspector own[] = {
    ROW("hex", "", NULL, show_hex),
    ROW("text", "", NULL, show_text),
    ROW("C", "", ".c", show_source),
    ROW("C++", "", ".cc", show_source),
    ROW("C header", "", ".h", show_source),
    ROW("OpenCL", "", ".cl", show_source),
    ROW("CUDA", "", ".cu", show_source),
    ROW("Metal", "", ".metal", show_source),
    ROW("WebGPU", "", ".wgsl", show_source),
    ROW("JSON", "", ".json", show_json),
    ROW("graph", "", ".graph", show_json),
    ROW("LLVM bitcode", "BC\xC0\xDE", NULL, show_bitcode),
    OUTPUT("LLVM bitcode", "symbols", show_bitcode_symbols),
    ROW("object code", "", NULL, show_object),
    OUTPUT("object code", "instructions", show_instructions),
    OUTPUT("object code", "symbols", show_object_symbols),
    OUTPUT("object code", "sections", show_object_sections),
    OUTPUT("object code", "headers", show_object_headers),
    ROW("WebAssembly", "\0asm", NULL, show_wasm),
    ROW("SPIR-V", "\x03\x02\x23\x07", NULL, show_spirv),
};

enum { MOST_ADDED = 200 };
static const tunip_inspector *added[MOST_ADDED];
static size_t added_count;

const tunip_inspector *tunip_inspector_at(size_t index)
{
    if (index < TUNIP_LEN(own)) return &own[index];
    index -= TUNIP_LEN(own);
    return index < added_count ? added[index] : NULL;
}

tunip_status tunip_inspector_add(const tunip_inspector *inspector, tunip_error *error)
{
    for (size_t i = 0; i < added_count; i++)
        if (added[i] == inspector) return TUNIP_OK;
    if (inspector->size != sizeof *inspector || !inspector->name || !inspector->show)
        return tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                               "an inspector needs its size, a name and a function");
    if (added_count == MOST_ADDED)
        return tunip_error_set(error, TUNIP_ERROR_LIMIT, "more than %d inspectors", MOST_ADDED);
    added[added_count++] = inspector;
    return TUNIP_OK;
}

/* How much an inspector says about an artifact: 0 if it does not fit. The inspector of object code
 * recognises all its formats, which have many magic numbers. */
static unsigned specificity(const tunip_inspector *i, const tunip_artifact *a)
{
    tunip_str content = a->content, magic = i->magic;
    if (i->output) return 0;
    if (i->loader && !tunip_str_is(a->loader, i->loader)) return 0;
    if (i->codegen && !tunip_str_is(a->codegen_id, i->codegen)) return 0;
    if (i->extension && !tunip_str_ends(a->file_name, i->extension)) return 0;
    bool is_object = i->show == show_object;
    if (is_object && !in_object_format(content)) return 0;
    if (magic.size > content.size || (magic.size && memcmp(content.data, magic.data, magic.size)))
        return 0;
    return 1 + (i->loader ? 16u : 0) + (i->codegen ? 8u : 0) + (magic.size || is_object ? 4u : 0) +
           (i->extension ? 2u : 0);
}

/* Whether an inspector, or an output of it, is what was asked for: "NAME", "NAME/OUTPUT", or all
 * outputs by "NAME/" and a star. */
static bool is_asked(const tunip_inspector *row, const char *asked)
{
    size_t size = strlen(row->name);
    if (strncmp(asked, row->name, size) != 0) return false;
    const char *output = asked + size;
    if (!*output) return !row->output;
    if (*output++ != '/') return false;
    return strcmp(output, "*") == 0 || (row->output && strcmp(output, row->output) == 0);
}

/* Lists the inspectors, or the outputs of the one whose name was right. */
static tunip_status fail_unknown(const char *asked, tunip_error *error)
{
    const tunip_inspector *row;
    const char *slash = strchr(asked, '/');
    tunip_str name = {asked, slash ? (size_t)(slash - asked) : strlen(asked)};
    in_text names = {.spans = NULL};
    for (size_t i = 0; slash && (row = tunip_inspector_at(i)); i++)
        if (row->output && tunip_str_is(name, row->name))
            in_say(&names, "%s%s", names.raw.bytes.count ? ", " : "", row->output);
    const char *what = names.raw.bytes.count ? "output" : "inspector";
    for (size_t i = 0; strcmp(what, "inspector") == 0 && (row = tunip_inspector_at(i)); i++)
        if (!row->output) in_say(&names, "%s%s", i ? ", " : "", row->name);
    tunip_status status = tunip_error_set(
        error, TUNIP_ERROR_NOT_FOUND, "no %s is called `%s`; there are: %.*s", what, asked,
        (int)names.raw.bytes.count, names.raw.bytes.count ? names.raw.bytes.items : "");
    in_text_free(&names);
    return status;
}

/* All outputs of an inspector, each below a line with its name, without those that it cannot
 * show. */
static tunip_status show_outputs(const tunip_artifact *artifact, const tunip_show_options *options,
                                 tunip_write_fn write, void *user, tunip_error *error)
{
    const tunip_inspector *row;
    tunip_status status = TUNIP_OK;
    for (size_t i = 0; status == TUNIP_OK && (row = tunip_inspector_at(i)); i++) {
        if (!is_asked(row, options->inspector)) continue;
        in_text text = {.spans = NULL};
        in_say(&text, "==== %s%s%s\n", row->name, row->output ? "/" : "",
               row->output ? row->output : "");
        status = row->show(artifact, options, in_put_chunk, &text, error);
        if (status == TUNIP_OK) status = in_text_write(&text, write, user, error);
        if (status == TUNIP_ERROR_NOT_FOUND) status = TUNIP_OK;
        in_text_free(&text);
    }
    return status;
}

/* Of several inspectors with the name, the one that was registered last. */
static tunip_status show_by_name(const tunip_artifact *artifact, const tunip_show_options *options,
                                 tunip_write_fn write, void *user, tunip_error *error)
{
    const tunip_inspector *row, *chosen = NULL;
    const char *asked = options->inspector;
    for (size_t i = 0; (row = tunip_inspector_at(i)); i++)
        if (is_asked(row, asked)) chosen = row;
    if (!chosen) return fail_unknown(asked, error);
    if (asked[strlen(asked) - 1] == '*') return show_outputs(artifact, options, write, user, error);
    tunip_status status = chosen->show(artifact, options, write, user, error);
    if (status == TUNIP_ERROR_NOT_FOUND)
        tunip_error_set(error, status, "the inspector `%s` cannot show `%.*s`", asked,
                        in_short(artifact->file_name), artifact->file_name.data);
    return status;
}

tunip_status in_show_artifact(const tunip_artifact *artifact, const tunip_show_options *options,
                              tunip_write_fn write, void *user, tunip_error *error)
{
    if (options->inspector) return show_by_name(artifact, options, write, user, error);
    enum { MOST = MOST_ADDED + TUNIP_LEN(own) };
    bool asked[MOST] = {false};
    for (;;) {
        size_t best = MOST;
        unsigned most = 1;
        const tunip_inspector *row;
        for (size_t i = 0; (row = tunip_inspector_at(i)); i++) {
            unsigned score = asked[i] ? 0 : specificity(row, artifact);
            if (score < most) continue;
            most = score;
            best = i;
        }
        if (best == MOST) break;
        asked[best] = true;
        tunip_status status = tunip_inspector_at(best)->show(artifact, options, write, user, error);
        if (status != TUNIP_ERROR_NOT_FOUND) return status;
    }
    return tunip_error_set(error, TUNIP_ERROR_NOT_FOUND, "there is nothing to show");
}
