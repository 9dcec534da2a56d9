/* fuzz_print.c -- a saved graph printed with any backend and any options: see settings.h. */
#include "settings.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const others[] = {"text", "doc", "builder"};
    fuzz_input in = {data, data + size};
    tunip_graph *graph = fuzz_read(fuzz_text(&in));
    if (graph && fuzz_is_small(tunip_graph_root(graph))) {
        fuzz_settings s;
        bool chosen_backend = in.at < in.end;
        fuzz_settings_choose(&s, &in);
        fuzz_check_print(&s, tunip_graph_root(graph), fuzz_byte(&in) & 1);
        /* Without options, with every backend. */
        for (size_t i = 0; !chosen_backend && i < TUNIP_LEN(others); i++) {
            s.options.backend = others[i];
            s.may_refuse = i + 1 == TUNIP_LEN(others);
            fuzz_check_print(&s, tunip_graph_root(graph), false);
        }
    }
    tunip_graph_free(graph);
    return 0;
}
