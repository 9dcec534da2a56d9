/* cpp.cpp -- the headers in C++: lists of nodes, and the classes of tunip.hpp. */
#include <cstdio>

#include <tunip/tunip.hpp>
#include <tunip/tvm/tir.h>

static int failures;

static void expect(bool fine, const char *what)
{
    if (fine) return;
    std::printf("failed: %s\n", what);
    failures++;
}

/* Lists: the macros of C are functions here. */
static void test_lists(const tunip::context &context)
{
    tunip::graph graph(context);
    tunip_graph *g = graph.get();
    tunip_tir_var *x = tunip_tir_var_new(g, "x", TUNIP_INT(32));
    tunip_array *list = TUNIP_LIST(g, x, tunip_ir_int(g, TUNIP_INT(32), 7));
    expect(tunip_array_count(list) == 2 && list->items[0] == &x->base.base.base.base,
           "TUNIP_LIST has its arguments");
    tunip_array *ints = TUNIP_TIR_INTS(g, 4, 5, 6);
    expect(tunip_array_count(ints) == 3 && tunip_ir_is_int(ints->items[2], 6),
           "TUNIP_TIR_INTS has its arguments");
    tunip_tir_buffer *buffer = tunip_tir_buffer_new(g, "A", TUNIP_FLOAT(32), ints);
    tunip_tir_buffer_load *load = TUNIP_TIR_LOAD(g, buffer, x, x, x);
    graph.check();
    expect(tunip::print(context, reinterpret_cast<tunip_node *>(load)).find("A[x, x, x]") !=
               std::string::npos,
           "TUNIP_TIR_LOAD makes an access");
}

/* An error of a constructor is thrown by check(). */
static void test_check(const tunip::context &context)
{
    tunip::graph graph(context);
    tunip_graph *g = graph.get();
    graph.check();
    tunip_tir_add_new(g, tunip_ir_int(g, TUNIP_INT(32), 1), tunip_ir_float(g, TUNIP_FLOAT(32), 1));
    try {
        graph.check();
        expect(false, "a sum of two dtypes is an error");
    } catch (const tunip::error &e) {
        expect(e.code() == TUNIP_ERROR_ARGUMENT, "the status of the error");
        expect(std::string(e.what()).find("tir.Add") != std::string::npos, "the text of the error");
    }
}

static void test_errors(const tunip::context &context)
{
    try {
        tunip::read(context, "{\"root_index\": 0,\n \"nodes\": [}");
        expect(false, "broken JSON is an error");
    } catch (const tunip::error &e) {
        expect(e.details().line == 2 && std::string(e.what()).substr(0, 2) == "2:",
               "an error has its place");
    }
    try {
        tunip::read_file(context, "/nowhere/module.json");
        expect(false, "a file that does not exist is an error");
    } catch (const tunip::error &e) {
        expect(std::string(e.what()).find("/nowhere/module.json: ") == 0, "the file of an error");
        expect(e.code() == TUNIP_ERROR_IO, "the status of a missing file");
    }
    tunip_print_options options = TUNIP_PRINT_OPTIONS_INIT;
    options.backend = "none";
    try {
        tunip::print(context, nullptr, &options);
        expect(false, "a backend that does not exist is an error");
    } catch (const tunip::error &e) {
        expect(e.code() == TUNIP_ERROR_NOT_FOUND, "the status of a missing backend");
    }
}

/* A sum that is read from a script. */
static void test_ranges(const tunip::context &context)
{
    tunip::graph graph = tunip::read(context, "T.int64(3) + T.int64(7)");
    tunip::graph moved = std::move(graph);
    const tunip_node *sum = moved.root();
    expect(tunip_is(sum, &tunip_tir_add_type), "the root of the graph");
    size_t ints = 0;
    for (const tunip_node *child : tunip::children(sum))
        ints += tunip_is(child, &tunip_ir_int_imm_type);
    expect(ints == 2, "the children of a node");
    auto nodes = tunip::nodes(sum);
    expect(!nodes.empty() && nodes[0] == sum, "the nodes begin with the root");
    expect(tunip::children(nullptr).empty() && tunip::nodes(nullptr).empty(), "NULL has no nodes");
    std::string names;
    for (const tunip_field *field : tunip::fields(sum->type))
        names += std::string(field->name) + " ";
    expect(names == "span dtype a b ", "the fields of a type");
    for (tunip_node *item : tunip::items(nullptr)) expect(item == nullptr, "NULL has no items");
    expect(tunip::entries(nullptr).size() == 0, "NULL has no entries");
    tunip::printed printed = tunip::print_with_report(context, sum);
    expect(printed.text() == tunip::print(context, sum), "both prints have the same text");
    expect(tunip_printed_span_count(printed.get()) > 0, "the report has a source map");
}

static void test_equal(const tunip::context &context)
{
    tunip::graph a = tunip::read(context, "T.int64(3)"), b = tunip::read(context, "T.int64(4)");
    expect(tunip::equal(context, a.root(), a.root()), "a node equals itself");
    expect(!tunip::equal(context, a.root(), b.root()), "3 is not 4");
}

int main()
{
    tunip::context context;
    test_lists(context);
    test_check(context);
    test_errors(context);
    test_ranges(context);
    test_equal(context);
    return failures != 0;
}
