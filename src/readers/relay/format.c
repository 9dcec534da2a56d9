/* format.c -- the text of Relay as a format: text to Docs, and Docs to nodes. */
#include "../../core/context.h"
#include "../readers.h"
#include "../script.h"
#include "text.h"

/* ---- sniffing ---- */

/* "(%x": a variable where no other language has a percent sign. */
static bool has_variable(tunip_str head)
{
    for (size_t i = 0; i + 2 < head.size; i++)
        if (head.data[i] == '(' && head.data[i + 1] == '%' &&
            (tunip_is_letter(head.data[i + 2]) ||
             (head.data[i + 2] >= '0' && head.data[i + 2] <= '9')))
            return true;
    return false;
}

static tunip_sniff sniff(tunip_str head)
{
    static const struct {
        const char *text;
        tunip_sniff found;
    } starts[] = {{"#[version", TUNIP_SNIFF_SURE}, {"def @", TUNIP_SNIFF_SURE},
                  {"free_var %", TUNIP_SNIFF_SURE}, {"let %", TUNIP_SNIFF_SURE},
                  {"%0 = ", TUNIP_SNIFF_LIKELY},   {"fn (", TUNIP_SNIFF_LIKELY},
                  {"fn [", TUNIP_SNIFF_LIKELY}};
    for (size_t i = 0; i < TUNIP_LEN(starts); i++) {
        size_t size = strlen(starts[i].text);
        if (head.size >= size && memcmp(head.data, starts[i].text, size) == 0)
            return starts[i].found;
    }
    return *head.data != '{' && has_variable(head) ? TUNIP_SNIFF_MAYBE : TUNIP_SNIFF_NO;
}

/* ---- reading ---- */

static tunip_status read_docs(tn_script_reader *r, const tunip_doc *block)
{
    const tunip_input *input = r->input;
    tn_elaborate_options options = {.language = tunip_format_relay.name,
                                    .placeholders = input->options->placeholders,
                                    .text = tunip_source_text(input->source),
                                    .source = input->origins ? input->source : NULL,
                                    .complain = tn_script_complain,
                                    .load = tn_script_load,
                                    .user = r};
    tunip_status status = tn_script_elaborate(r, block, &options);
    return status == TUNIP_OK ? tn_script_first_error(r) : status;
}

static tunip_status read_text(const tunip_input *input)
{
    const tunip_allocator *allocator = tn_context_allocator(input->context);
    tn_arena arena;
    tn_arena_init(&arena, allocator);
    tn_script_reader r = {.input = input,
                          .diagnostics = input->diagnostics,
                          .arena = &arena,
                          .metadata = tunip_format_tvm_legacy.name};
    if (!r.diagnostics) r.diagnostics = tunip_diagnostics_new(allocator, input->error);
    tunip_status status = TUNIP_ERROR_MEMORY;
    if (r.diagnostics) {
        const tunip_doc *block =
            tn_relay_parse(&arena, tunip_source_text(input->source), r.diagnostics);
        status = tn_script_first_error(&r);
        if (block && status == TUNIP_OK) status = read_docs(&r, block);
        status = tn_script_end(&r, status);
    }
    if (r.diagnostics != input->diagnostics) tunip_diagnostics_free(r.diagnostics);
    tn_arena_free(&arena);
    return status;
}

const tunip_format tunip_format_relay = {
    .abi = TUNIP_FORMAT_ABI,
    .size = sizeof(tunip_format),
    .name = "relay",
    .summary = "the text of Relay, as the backend of this name writes it",
    .suffix = ".relay",
    .sniff = sniff,
    .read = read_text,
};
