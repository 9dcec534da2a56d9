/* fuzz_diagnostics.c -- any bytes as a file for `tunip print --diagnostics`: it is refused with a
 * message, or rendered, or written as JSON. A NUL ends the file; a byte behind it chooses the
 * form. */
#include <stdio.h>
#include <stdlib.h>

#include "cli/print_outputs.h"
#include "module.h"

/* Rendered diagnostics control a terminal only by their own colours. */
static void check_rendered(const tunip_diagnostics *all, bool colour, size_t context)
{
    tunip_diagnostics_options options = TUNIP_DIAGNOSTICS_OPTIONS_INIT;
    tunip_error error = TUNIP_ERROR_INIT;
    options.colour = colour;
    options.context_lines = context;
    options.no_context = !context;
    char *text = tunip_diagnostics_text(all, fuzz_module_printed(), &options, &error);
    FUZZ_CHECK(text);
    FUZZ_CHECK(tunip_utf8_valid(tunip_str_from(text)) == strlen(text));
    for (const char *c = text; *c; c++)
        FUZZ_CHECK((unsigned char)*c >= ' ' || *c == '\n' || (colour && *c == '\x1b'));
    FUZZ_CHECK(!strchr(text, 0x7f));
    tunip_diagnostics_text_free(all, text);
}

/* JSON is UTF-8 without control characters except newlines. */
static void check_json(const char *text, size_t size)
{
    FUZZ_CHECK(tunip_utf8_valid((tunip_str){text, size}) == size);
    for (size_t i = 0; i < size; i++) FUZZ_CHECK((unsigned char)text[i] >= ' ' || text[i] == '\n');
}

static void write_as(const tunip_findings *picked, tunip_findings_form form)
{
    tunip_error error = TUNIP_ERROR_INIT;
    char *text = NULL;
    size_t size = 0;
    const tunip_printed *printed = fuzz_module_printed();
    tunip_findings findings = {.name = "a.json",
                               .source = tunip_printed_source(printed),
                               .printed = printed,
                               .diagnostics = picked->diagnostics,
                               .tools = picked->tools};
    FILE *file = open_memstream(&text, &size);
    FUZZ_CHECK(file);
    tunip_findings_writer *w = tunip_findings_writer_new(NULL, form, NULL, cli_write, file, &error);
    FUZZ_CHECK(tunip_findings_writer_add(w, &findings, &error) == TUNIP_OK);
    FUZZ_CHECK(tunip_findings_writer_end(w, &error) == TUNIP_OK && !ferror(file));
    fclose(file);
    check_json(text, size);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in = {data, data + size};
    cli_reported *reported = cli_read_diagnostics(fuzz_file(fuzz_text(&in)));
    unsigned form = fuzz_byte(&in);
    if (!reported) return 0;
    tunip_findings picked = {.name = "a.json"};
    FUZZ_CHECK(cli_reported_pick(reported, "a.json", NULL, true, &picked));
    const tunip_diagnostics *all = picked.diagnostics;
    if (form & 1) write_as(&picked, TUNIP_FORM_JSON);
    if (form & 2) write_as(&picked, TUNIP_FORM_SARIF);
    if (!(form & 3)) check_rendered(all, form & 4, form >> 3 & 3);
    cli_reported_drop(&picked);
    cli_reported_free(reported);
    return 0;
}
