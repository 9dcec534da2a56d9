/* docs.c -- calls with any number of arguments and keywords. */
#include "docs.h"

relax_args relax_args_new(tunip_docsifier *d, size_t room, size_t key_room)
{
    relax_args args = {.args = tunip_docs_new(d, room)};
    if (!key_room) return args;
    args.keys = tunip_job_alloc(d, key_room * sizeof *args.keys);
    if (args.keys) args.values = tunip_docs_new(d, key_room);
    return args;
}

const tunip_doc *relax_args_call(tunip_docsifier *d, const tunip_doc *callee,
                                 const relax_args *args)
{
    return tunip_doc_call_new(d, callee, tunip_docs_view(args->args, args->count), args->keys,
                              tunip_docs_view(args->values, args->key_count));
}

const tunip_path *relax_member_path(tunip_docsifier *d, const void *node, size_t offset,
                                    const tunip_path *path)
{
    const tunip_type *type = node ? ((const tunip_node *)node)->type : NULL;
    for (; type; type = type->base)
        for (size_t i = 0; i < type->field_count; i++)
            if (type->fields[i].offset == offset)
                return tunip_path_attr(d, path, type->fields[i].name);
    return path;
}
