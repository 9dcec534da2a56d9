/* list_functions.cpp -- tunip in C++: lists the functions of a module with the number of their loops
 * and stores, and prints the shortest one.
 *
 *     c++ -std=c++17 list_functions.cpp -ltunip && ./a.out module.json */
#include <iostream>
#include <map>

#include <tunip/tunip.hpp>
#include <tunip/tvm/tir.h>

/* How often each type occurs below a node. */
static std::map<std::string_view, size_t> count_types(const tunip_node *root)
{
    std::map<std::string_view, size_t> count;
    for (const tunip_node *node : tunip::nodes(root)) count[node->type->key]++;
    return count;
}

static void list(const tunip::context &context, const tunip::graph &graph)
{
    const auto *module = TUNIP_AS(tunip_ir_module, graph.root());
    std::string shortest;
    for (const tunip_map_entry &entry : tunip::entries(module ? module->functions : nullptr)) {
        const auto *var = TUNIP_AS(tunip_ir_global_var, entry.key);
        auto count = count_types(entry.value);
        std::cout << tunip::view(tunip_string_value(var ? var->name_hint : nullptr)) << ": "
                  << count["tir.For"] << " loops, " << count["tir.BufferStore"] << " stores\n";
        std::string text = tunip::print(context, entry.value);
        if (shortest.empty() || text.size() < shortest.size()) shortest = text;
    }
    std::cout << shortest << '\n';
}

int main(int argc, char **argv)
{
    try {
        tunip::context context;
        list(context, tunip::read_file(context, argc > 1 ? argv[1] : "-"));
        return 0;
    } catch (const std::exception &problem) {
        std::cerr << "list_functions: " << problem.what() << '\n';
        return 1;
    }
}
