/* transport.h -- messages of JSON-RPC 2.0 in a stream of bytes, each behind a header. */
#ifndef LSP_TRANSPORT_H
#define LSP_TRANSPORT_H

#include "lsp.h"

#include "../../src/util/text.h"

/* The next thing in the stream. */
typedef enum lsp_received {
    LSP_RECEIVED_MESSAGE,
    LSP_RECEIVED_END,   /* also in the middle of a message */
    LSP_RECEIVED_WRONG, /* a header without a length, which is skipped */
    LSP_RECEIVED_FAILED /* out of memory, or beyond the limit */
} lsp_received;

/* Reads the next message into `body`, whose text it replaces; a NUL follows it. */
lsp_received lsp_receive(const lsp_options *options, tn_text *body, tunip_error *error);

/* Writes a message. */
tunip_status lsp_send(const lsp_options *options, tunip_str body, tunip_error *error);

#endif
