/* tunip.hpp -- tunip for C++17: owners that free what they hold, errors as exceptions, and ranges
 * over nodes and fields. Header only; <tunip.h> has all other functions, which take get().
 *
 *     tunip::context context;
 *     tunip::graph graph = tunip::read_file(context, "module.json");
 *     for (const tunip_node *node : tunip::nodes(graph.root()))
 *         if (auto *loop = TUNIP_AS(tunip_tir_for, node)) ...
 *     std::cout << tunip::print(context, graph.root()) << '\n';
 *
 * A function that fails throws a tunip::error, or std::bad_alloc when memory runs out. Free graphs
 * and prints before their context, as in C: declare the context first. No exception may pass
 * through a callback of the C library. */
#ifndef TUNIP_HPP
#define TUNIP_HPP

#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <tunip.h>

namespace tunip {

/* ---- errors and texts ---- */

/* A tunip_error that a function of the library filled. what() is "file:line:column: message",
 * without the file if none was read, and without line and column if the error has no place. */
class error : public std::runtime_error {
public:
    explicit error(const tunip_error &details, const std::string &file = std::string())
        : std::runtime_error(describe(details, file)), details_(details)
    {
    }
    const tunip_error &details() const noexcept { return details_; }
    tunip_status code() const noexcept { return details_.code; }

private:
    static std::string describe(const tunip_error &e, const std::string &file)
    {
        std::string place = file;
        if (e.line && !file.empty()) place += ":";
        if (e.line) place += std::to_string(e.line) + ":" + std::to_string(e.column);
        return place.empty() ? e.message : place + ": " + e.message;
    }
    tunip_error details_;
};

/* Throws `details`; `file` is the file that was read, if any. */
[[noreturn]] inline void fail(const tunip_error &details, const std::string &file = std::string())
{
    if (details.code == TUNIP_ERROR_MEMORY) throw std::bad_alloc();
    throw error(details, file);
}

/* A tunip_str as a std::string_view, and the reverse: the same bytes, not a copy. */
inline std::string_view view(tunip_str text)
{
    return text.size ? std::string_view(text.data, text.size) : std::string_view();
}
inline tunip_str str(std::string_view text)
{
    return {text.data(), text.size()};
}

/* ---- owners ---- */

/* Frees what it holds with `free_`. */
template <auto free_> struct deleter {
    template <typename T> void operator()(T *owned) const noexcept { free_(owned); }
};

/* A context with the built-in dialects. Not copied, can be moved; get() stays valid. */
class context {
public:
    context()
    {
        tunip_error e = TUNIP_ERROR_INIT;
        owned_.reset(tunip_context_new(nullptr, &e));
        if (!owned_) fail(e);
    }
    tunip_context *get() const noexcept { return owned_.get(); }

private:
    std::unique_ptr<tunip_context, deleter<tunip_context_free>> owned_;
};

/* A graph and its nodes. */
class graph {
public:
    /* Takes a graph of the C library; it is not NULL. */
    explicit graph(tunip_graph *owned) noexcept : owned_(owned) {}
    /* An empty graph, to build nodes in. */
    explicit graph(const context &c)
    {
        tunip_error e = TUNIP_ERROR_INIT;
        owned_.reset(tunip_graph_new(c.get(), &e));
        if (!owned_) fail(e);
    }
    tunip_graph *get() const noexcept { return owned_.get(); }
    const tunip_node *root() const noexcept { return tunip_graph_root(owned_.get()); }
    /* Throws the first failure of a call that made nodes (tunip_graph_error()). */
    void check() const
    {
        if (tunip_graph_status(owned_.get()) != TUNIP_OK) fail(*tunip_graph_error(owned_.get()));
    }

private:
    std::unique_ptr<tunip_graph, deleter<tunip_graph_free>> owned_;
};

/* A printed text with its report and source map. */
class printed {
public:
    /* Takes a result of tunip_print(); it is not NULL. */
    explicit printed(tunip_printed *owned) noexcept : owned_(owned) {}
    tunip_printed *get() const noexcept { return owned_.get(); }
    /* Lives as long as this object. */
    std::string_view text() const noexcept { return view(tunip_printed_text(owned_.get())); }

private:
    std::unique_ptr<tunip_printed, deleter<tunip_printed_free>> owned_;
};

/* ---- reading and printing ---- */

/* tunip_read() and tunip_read_file(). */
inline graph read(const context &c, std::string_view text)
{
    tunip_error e = TUNIP_ERROR_INIT;
    tunip_graph *read = tunip_read(c.get(), str(text), &e);
    if (!read) fail(e);
    return graph(read);
}
inline graph read_file(const context &c, const std::string &path)
{
    tunip_error e = TUNIP_ERROR_INIT;
    tunip_graph *read = tunip_read_file(c.get(), path.c_str(), &e);
    if (!read) fail(e, path);
    return graph(read);
}

/* tunip_print(). */
inline printed print_with_report(const context &c, const tunip_node *root,
                                 const tunip_print_options *options = nullptr)
{
    tunip_error e = TUNIP_ERROR_INIT;
    tunip_printed *result = nullptr;
    if (tunip_print(c.get(), root, options, &result, &e) != TUNIP_OK) fail(e);
    return printed(result);
}

/* The text alone, without a source map: faster, and copied. */
inline std::string print(const context &c, const tunip_node *root,
                         const tunip_print_options *options = nullptr)
{
    tunip_print_options plain = TUNIP_PRINT_OPTIONS_INIT;
    if (options) plain = *options;
    plain.no_source_map = true;
    return std::string(print_with_report(c, root, &plain).text());
}

/* Whether two nodes are equal: tunip_equal_nodes(). */
inline bool equal(const context &c, const tunip_node *lhs, const tunip_node *rhs,
                  const tunip_equal_options *options = nullptr)
{
    tunip_error e = TUNIP_ERROR_INIT;
    bool is_equal = tunip_equal_nodes(c.get(), lhs, rhs, options, &e);
    if (e.code != TUNIP_OK) fail(e);
    return is_equal;
}

/* ---- ranges ---- */

namespace detail {

/* Adds an item; false when out of memory, because no exception may pass through C. */
template <typename T> bool add(std::vector<T> *items, T item) noexcept
{
    try {
        items->push_back(item);
        return true;
    } catch (...) {
        return false;
    }
}

inline bool add_child(const tunip_node *child, void *user)
{
    return add(static_cast<std::vector<const tunip_node *> *>(user), child);
}

inline bool add_field(const tunip_field *field, void *user)
{
    return add(static_cast<std::vector<const tunip_field *> *>(user), field);
}

inline tunip_walk_action add_node(const tunip_node *node, void *user)
{
    return add_child(node, user) ? TUNIP_WALK_ON : TUNIP_WALK_STOP;
}

} // namespace detail

/* The children of a node that are not NULL (tunip_each_child()). None for NULL. */
inline std::vector<const tunip_node *> children(const tunip_node *node)
{
    std::vector<const tunip_node *> found;
    if (node && !tunip_each_child(node, 0, detail::add_child, &found)) throw std::bad_alloc();
    return found;
}

/* All nodes below `root`, which comes first, in the order of tunip_walk(): a node that is shared
 * comes once for each use. */
inline std::vector<const tunip_node *> nodes(const tunip_node *root)
{
    std::vector<const tunip_node *> found;
    tunip_walker walker = {};
    walker.enter = detail::add_node;
    walker.user = &found;
    if (tunip_walk(root, &walker) != TUNIP_WALK_DONE) throw std::bad_alloc();
    return found;
}

/* The fields of a type, inherited ones first (tunip_each_field()). */
inline std::vector<const tunip_field *> fields(const tunip_type *type)
{
    std::vector<const tunip_field *> found;
    if (!tunip_each_field(type, 0, detail::add_field, &found)) throw std::bad_alloc();
    return found;
}

/* A range over memory of the graph, for loops. */
template <typename T> class span {
public:
    span(T *first, size_t count) noexcept : first_(first), count_(count) {}
    T *begin() const noexcept { return first_; }
    T *end() const noexcept { return count_ ? first_ + count_ : first_; }
    size_t size() const noexcept { return count_; }

private:
    T *first_;
    size_t count_;
};

/* The items of an array and the entries of a map; none for NULL. */
inline span<tunip_node *const> items(const tunip_array *array) noexcept
{
    return {array ? array->items : nullptr, tunip_array_count(array)};
}
inline span<const tunip_map_entry> entries(const tunip_map *map) noexcept
{
    return {map ? map->entries : nullptr, tunip_map_count(map)};
}

} // namespace tunip

#endif
