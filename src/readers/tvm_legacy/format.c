/* format.c -- graphs of TVM up to v0.20 as a format, recognised by their first member. */
#include "../readers.h"
#include "legacy.h"

static bool skip(tunip_str *text, const char *with)
{
    size_t size = strlen(with);
    if (text->size < size || memcmp(text->data, with, size) != 0) return false;
    *text = (tunip_str){text->data + size, text->size - size};
    return true;
}

static bool has(tunip_str text, const char *word)
{
    size_t size = strlen(word);
    for (size_t i = 0; i + size <= text.size; i++)
        if (memcmp(text.data + i, word, size) == 0) return true;
    return false;
}

/* TVM writes "root" as the first member. In a file that a person wrote, a node at the beginning has
 * a "type_key". */
static tunip_sniff sniff(tunip_str head)
{
    const tunip_str whole = head;
    if (!skip(&head, "{")) return TUNIP_SNIFF_NO;
    while (head.size && strchr(" \t\r\n", *head.data))
        head = (tunip_str){head.data + 1, head.size - 1};
    if (skip(&head, "\"root\"")) return TUNIP_SNIFF_SURE;
    return has(whole, "\"type_key\"") ? TUNIP_SNIFF_SURE : TUNIP_SNIFF_NO;
}

const tunip_format tunip_format_tvm_legacy = {
    .abi = TUNIP_FORMAT_ABI,
    .size = sizeof(tunip_format),
    .name = "tvm-legacy",
    .summary = "graphs as tvm.ir.save_json of TVM up to v0.20 saves them",
    .sniff = sniff,
    .read = tn_read_legacy,
    .write = tn_write_legacy,
};
