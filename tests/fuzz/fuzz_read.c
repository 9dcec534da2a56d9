/* fuzz_read.c -- any bytes, read as a saved graph. A graph that can be read is saved and read
 * again: it is equal, has the same hash and is saved as the same text. */
#include "settings.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tunip_graph *graph = fuzz_read((tunip_str){(const char *)data, size});
    if (graph && fuzz_is_small(tunip_graph_root(graph))) fuzz_check_saved(tunip_graph_root(graph));
    tunip_graph_free(graph);
    return 0;
}
