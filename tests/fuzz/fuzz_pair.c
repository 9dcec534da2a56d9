/* fuzz_pair.c -- two saved graphs, with a NUL between them. A single graph is compared with itself,
 * read a second time. */
#include "settings.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in = {data, data + size};
    tunip_str first = fuzz_text(&in), second = fuzz_text(&in);
    bool is_one = second.size == 0;
    tunip_graph *lhs = fuzz_read(first), *rhs = lhs ? fuzz_read(is_one ? first : second) : NULL;
    if (rhs && fuzz_is_small(tunip_graph_root(lhs)) && fuzz_is_small(tunip_graph_root(rhs)))
        fuzz_check_pair(tunip_graph_root(lhs), tunip_graph_root(rhs), is_one, fuzz_byte(&in));
    tunip_graph_free(rhs);
    tunip_graph_free(lhs);
    return 0;
}
