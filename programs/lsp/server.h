/* server.h -- a session, a request, and the functions in the table of methods. */
#ifndef LSP_SERVER_H
#define LSP_SERVER_H

#include "part.h"

typedef struct lsp_server {
    const lsp_options *options;
    TN_ARRAY(lsp_document *) documents;
    tn_arena arena; /* of the message in hand */
    bool is_utf8;   /* the client counts bytes */
    bool is_initialized, is_shut_down, has_exited;
    bool has_failed; /* out of memory, or the output cannot be written: see `problem` */
    tunip_error *problem;
} lsp_server;

/* Errors of JSON-RPC and of the protocol. */
enum {
    LSP_PARSE_ERROR = -32700,
    LSP_INVALID_REQUEST = -32600,
    LSP_METHOD_NOT_FOUND = -32601,
    LSP_INVALID_PARAMS = -32602,
    LSP_NOT_INITIALIZED = -32002,
    LSP_REQUEST_FAILED = -32803
};

/* A request or a notification. `document`, `offset`, `part` and `name` are set as far as the row of
 * the method needs them and the document has them. */
typedef struct lsp_request {
    lsp_server *server;
    lsp_value params;
    lsp_document *document;
    size_t offset;
    const lsp_part *part;
    const tunip_use *name;
    tunip_json_writer *out; /* gets the result: one value */
    int error;              /* if it is not 0, an error is the answer, */
    char problem[256];      /* with this message */
} lsp_request;

/* Makes an error of the answer. */
void lsp_refuse(lsp_request *r, int code, const char *format, ...) TUNIP_PRINTF(3, 4);

/* Writes members of an object. */
void lsp_put_text(tunip_json_writer *w, const char *key, tunip_str text);
void lsp_put_word(tunip_json_writer *w, const char *key, const char *word);
void lsp_put_size(tunip_json_writer *w, const char *key, size_t value);

/* describe.c: a node and a word for people */

/* Append the type of a variable in the form of its language, `R.Tensor((n, 4), dtype="float32")`;
 * an expression; and a definition, `A = T.Buffer((16,))` or `x: R.Tensor(...)`. They append nothing
 * if there is nothing to say. */
void lsp_describe_type(const lsp_server *s, const tunip_node *node, tn_text *out);
void lsp_describe_expr(const lsp_server *s, const tunip_node *node, tn_text *out);
void lsp_describe_definition(const lsp_server *s, const tunip_node *node, tunip_str name,
                             tn_text *out);
/* Appends "T.grid(*extents, annotations=)". */
void lsp_describe_word(const tunip_word_info *word, tunip_str prefix, tn_text *out);

/* lifecycle.c */
void lsp_initialize(lsp_request *r);
void lsp_initialized(lsp_request *r);
void lsp_shutdown(lsp_request *r);
void lsp_exit(lsp_request *r);
void lsp_cancel(lsp_request *r);
void lsp_did_open(lsp_request *r);
void lsp_did_change(lsp_request *r);
void lsp_did_save(lsp_request *r);
void lsp_did_close(lsp_request *r);

/* navigate.c */
void lsp_hover(lsp_request *r);
void lsp_go_to_definition(lsp_request *r);
void lsp_references(lsp_request *r);
void lsp_highlight(lsp_request *r);
void lsp_prepare_rename(lsp_request *r);
void lsp_rename(lsp_request *r);
void lsp_symbols(lsp_request *r);
void lsp_folding(lsp_request *r);

/* assist.c */
extern const char lsp_token_legend[];
void lsp_semantic_tokens(lsp_request *r);
void lsp_inlay_hints(lsp_request *r);
void lsp_completion(lsp_request *r);
void lsp_signature(lsp_request *r);
void lsp_code_actions(lsp_request *r);
void lsp_formatting(lsp_request *r);
void lsp_execute(lsp_request *r);

/* server.c */

/* The members of the server's capabilities, from the table of methods. */
void lsp_put_capabilities(tn_text *out);
lsp_document *lsp_find_document(const lsp_server *s, tunip_str uri);
/* Sends a message of this text. */
void lsp_server_send(lsp_server *s, tunip_str body);
/* Writes an error to the log of the editor. */
void lsp_server_log(lsp_server *s, const char *format, ...) TUNIP_PRINTF(2, 3);
/* Reads the parts of a document that changed, and sends its findings; none of a text that is
 * lost. */
void lsp_server_check(lsp_server *s, lsp_document *d);

#endif
