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
