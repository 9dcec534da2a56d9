/* python.c -- the Python backend: Docs as TVMScript, byte for byte as TVM's printer writes them. */
#include "python.h"

#include "../backends.h"

static const tunip_emit_fn emitters[] = {
#define X(KIND, ident, class_) [TUNIP_DOC_##KIND] = tn_python_emit_##ident,
#include <tunip/ext/doc_kinds.def>
#undef X
};

const tunip_backend tunip_backend_python = {
    .abi = TUNIP_BACKEND_ABI,
    .size = sizeof(tunip_backend),
    .name = "python",
    .summary = "TVMScript, which Python and TVM can parse",
    .emit = emitters,
    .kind_count = TUNIP_DOC__COUNT,
    .emit_metadata = tn_python_emit_metadata,
    .flags = TUNIP_BACKEND_SHARED,
    .comment = "  # ",
};
