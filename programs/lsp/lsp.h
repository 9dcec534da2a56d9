/* lsp.h -- a language server for IR: scripts in files of Python, Relay, MLIR and saved JSON.
 *
 * The protocol is Microsoft's Language Server Protocol 3.17. value.c reads JSON, transport.c cuts
 * the stream into messages, document.c keeps the text of a file that an editor has open, part.c
 * reads each module in it once, and index.c answers what stands where. Everything else is a row:
 * server.c has the table of methods, navigate.c and assist.c have their functions. */
#ifndef LSP_H
#define LSP_H

#include <tunip.h>

typedef struct lsp_options {
    tunip_context *context;
    const tunip_rules_setting *rules; /* levels, as of tunip_rules_options */
    size_t rule_count;
    unsigned vintage; /* of all inputs; 0: found */
    size_t max_bytes; /* of a message; 0: no limit */
    /* Reads exactly `size` bytes, fewer only at the end of the input. */
    size_t (*read)(char *data, size_t size, void *user);
    tunip_write_fn write;
    void *user;
} lsp_options;

/* The end of a session. */
typedef enum lsp_end {
    LSP_END_FINE,   /* `exit` after `shutdown` */
    LSP_END_ABRUPT, /* `exit` or the end of the input without `shutdown` */
    LSP_END_FAILED  /* out of memory, a message beyond the limit, the output cannot be written */
} lsp_end;

/* Serves one client until it leaves. `problem` says why a session failed. */
lsp_end lsp_serve(const lsp_options *options, tunip_error *problem);

#endif
