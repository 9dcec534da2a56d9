/* format.c -- saved graphs of TVM v0.23 as a format, recognised by their first member. */
#include "../readers.h"
#include "reader.h"

static bool skip(tunip_str *text, const char *with)
{
    size_t size = strlen(with);
    if (text->size < size || memcmp(text->data, with, size) != 0) return false;
    *text = (tunip_str){text->data + size, text->size - size};
    return true;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static tunip_sniff sniff(tunip_str head)
{
    static const char *const members[] = {"\"root_index\"", "\"nodes\"", "\"metadata\""};
    if (!skip(&head, "{")) return TUNIP_SNIFF_NO;
    while (head.size && is_blank(*head.data)) head = (tunip_str){head.data + 1, head.size - 1};
    for (size_t i = 0; i < TUNIP_LEN(members); i++)
        if (skip(&head, members[i])) return TUNIP_SNIFF_LIKELY;
    return TUNIP_SNIFF_MAYBE;
}

const tunip_format tunip_format_tvm_json = {
    .abi = TUNIP_FORMAT_ABI,
    .size = sizeof(tunip_format),
    .name = "tvm-json",
    .summary = "graphs as tvm.ir.save_json of TVM v0.23 and v0.26 saves them",
    .sniff = sniff,
    .read = tn_read_tvm_json,
    .write = tn_write_tvm_json,
};
