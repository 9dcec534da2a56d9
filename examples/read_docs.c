/* read_docs.c -- reads a Doc tree from its text, as a test of a backend does, and lists the nodes
 * that its outermost Doc prints.
 *
 *     tunip print --backend doc module.json    writes such texts */
#include <stdio.h>

#include <tunip/ext/doc_text.h>

static const char text[] = "assign @<root>.body @^ (lhs: id \"x\", rhs: literal int 1 int32)";

int main(void)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_doc_tree *tree;
    if (tunip_doc_parse(NULL, tunip_str_from(text), &tree, &error) != TUNIP_OK) {
        fprintf(stderr, "read_docs: line %zu: %s\n", error.line, error.message);
        return 1;
    }
    const tunip_doc *root = tunip_doc_tree_root(tree);
    uint32_t more = root->more_paths;
    for (const tunip_path *path = root->path; path; path = tunip_doc_tree_next_path(tree, &more)) {
        char name[128];
        tunip_path_text(path, name, sizeof name);
        puts(name);
    }
    tunip_doc_tree_free(tree);
    return 0;
}
