/* builtins.c -- the dialects, backends and formats of every context, in order of registration:
 * bases come before derived types. Import lines in headers have this order, too. */
#include <tunip/mlir.h>
#include <tunip/tvm/graph_executor.h>
#include <tunip/tvm/ir.h>
#include <tunip/tvm/relax.h>
#include <tunip/tvm/relay.h>
#include <tunip/tvm/tir.h>

#include "../backends/backends.h"
#include "../readers/readers.h"
#include "context.h"

const tunip_dialect *const tn_builtin_dialects[] = {
    &tunip_dialect_ir,
    &tunip_dialect_tir,
    &tunip_dialect_relax,
    &tunip_dialect_relay,
    &tunip_dialect_graph,
    &tunip_dialect_mlir,
};
const size_t tn_builtin_dialect_count = TUNIP_LEN(tn_builtin_dialects);

const tunip_backend *const tn_builtin_backends[] = {
    &tunip_backend_python,
    &tunip_backend_builder,
    &tunip_backend_text,
    &tunip_backend_doc,
    &tunip_backend_relay,
    &tunip_backend_mlir,
};
const size_t tn_builtin_backend_count = TUNIP_LEN(tn_builtin_backends);

const tunip_format *const tn_builtin_formats[] = {
    &tunip_format_tvm_json,
    &tunip_format_tvm_legacy,
    &tunip_format_python,
    &tunip_format_relay,
    &tunip_format_log,
    &tunip_format_graph,
    &tunip_format_mlir,
};
const size_t tn_builtin_format_count = TUNIP_LEN(tn_builtin_formats);
