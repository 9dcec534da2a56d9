/* fuzz_round.c -- a saved graph, NUL, options: a text that the report calls lossless is read back
 * as an equal graph, and what another version of TVM can express is converted there and back. */
#include "settings.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input in = {data, data + size};
    tunip_graph *graph = fuzz_read(fuzz_text(&in));
    if (graph && fuzz_is_small(tunip_graph_root(graph))) {
        fuzz_random random = {0};
        fuzz_settings s;
        for (size_t i = 0; i < sizeof random.state; i++)
            random.state = random.state << 8 | fuzz_byte(&in);
        if (random.state)
            fuzz_settings_any(&s, &random);
        else
            fuzz_settings_begin(&s);
        fuzz_check_round(&s, tunip_graph_root(graph), false);
        fuzz_check_conversion(tunip_graph_root(graph));
    }
    tunip_graph_free(graph);
    return 0;
}
