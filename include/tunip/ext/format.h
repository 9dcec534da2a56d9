/* format.h -- for authors of formats. A format reads graphs from text, and may write them.
 *
 *     static tunip_sniff sniff(tunip_str head)
 *     {
 *         return head.size >= 6 && memcmp(head.data, "#npu 1", 6) == 0 ? TUNIP_SNIFF_SURE
 *                                                                      : TUNIP_SNIFF_NO;
 *     }
 *     static const tunip_format npu_format = {
 *         .abi = TUNIP_FORMAT_ABI, .size = sizeof(tunip_format),
 *         .name = "npu-lines", .sniff = sniff, .read = read_lines,
 *     };
 *     ... tunip_context_add_format(context, &npu_format, &error) ...
 *
 * This header is for extensions, and TUNIP_FORMAT_ABI guards its layout. Most readers make their
 * nodes with <tunip/ext/assemble.h>, which checks them. docs/writing-a-format.md is a tutorial.
 *
 * No C++ exception and no longjmp() may leave a function of a format. Several threads may call the
 * functions of a format at once, for different graphs. */
#ifndef TUNIP_FORMAT_H
#define TUNIP_FORMAT_H

#include <tunip/diagnostic.h>
#include <tunip/read.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the layouts in this header. */
#define TUNIP_FORMAT_ABI 1u

/* How well the beginning of a text fits a format. The format with the best fit reads the text. */
typedef enum tunip_sniff {
    TUNIP_SNIFF_NO,     /* the text is of another format */
    TUNIP_SNIFF_MAYBE,  /* the syntax fits: for example, the text is JSON */
    TUNIP_SNIFF_LIKELY, /* it has words of this format in the right places */
    TUNIP_SNIFF_SURE    /* it has a mark that only this format has */
} tunip_sniff;

/* `sniff` gets up to this many bytes of a text. If no format fits, the library calls `sniff` again
 * with the whole text; then only results of TUNIP_SNIFF_LIKELY or better count. */
enum { TUNIP_SNIFF_SIZE = 4096 };

/* The arguments of `read`. The library fills this struct; in a later version it may be longer. */
typedef struct tunip_input {
    size_t size; /* sizeof(tunip_input) in the library */
    const tunip_context *context;
    /* a NUL follows its text. The caller may free the source after the read */
    const tunip_source *source;
    tunip_graph *graph; /* empty: make the nodes in it and set its root */
    bool origins; /* record the origins of nodes with tunip_graph_set_origin(), as the assembler
                     does */
    tunip_diagnostics *diagnostics; /* for errors and warnings, with labels at spans of the source;
                                       NULL: the caller wants only the first error */
    tunip_error *error;             /* the first error; never NULL. See tunip_input_fail() */
    const tunip_read_options *options; /* the caller's, with defaults; never NULL */
} tunip_input;

/* Reports an error at the bytes [begin, end) of the input: fills input->error with the message and
 * the place unless it already holds an error, and adds a diagnostic to input->diagnostics. Returns
 * `code`, which must not be TUNIP_OK. A reader may report several errors before it fails. */
TUNIP_API tunip_status tunip_input_fail(const tunip_input *input, tunip_status code, size_t begin,
                                        size_t end, const char *format, ...) TUNIP_PRINTF(5, 6);

/* The arguments of `write`. The library fills it; a later version may be longer. */
typedef struct tunip_output {
    size_t size; /* sizeof(tunip_output) in the library */
    const tunip_context *context;
    const tunip_node *root; /* without flaws (tunip_check()); NULL is None */
    tunip_write_fn write;   /* stop with TUNIP_ERROR_CANCELLED when it returns nonzero */
    void *user;
    tunip_error *error; /* never NULL */
    unsigned vintage;   /* the version of TVM that the output is for; 0: that of the nodes */
} tunip_output;

/* A format, for tunip_context_add_format(). It must outlive the contexts it is registered with, and
 * must not change meanwhile. */
typedef struct tunip_format {
    uint32_t abi;        /* TUNIP_FORMAT_ABI, always first */
    uint32_t size;       /* sizeof(tunip_format) */
    const char *name;    /* unique among the formats of a context: "tvm-json" */
    const char *summary; /* one line for `tunip dialects`; or NULL */
    const char *suffix;  /* the end of the names of its files, ".py"; or NULL. It selects the format
                            of a file if no format's `sniff` returns TUNIP_SNIFF_LIKELY or better */
    /* How well a text that begins with `head` fits the format. `head` has no white space at its
     * beginning and is never empty; no NUL follows it. NULL: the format is used only where the
     * caller names it (tunip_read_options.format). */
    tunip_sniff (*sniff)(tunip_str head);
    /* Reads input->source into input->graph. When it fails, it fills input->error and returns its
     * code; the library then frees the graph. NULL: the format is only written. */
    tunip_status (*read)(const tunip_input *input);
    /* Writes the graph below output->root. When it fails, it fills output->error and returns its
     * code. NULL: the format is only read. */
    tunip_status (*write)(const tunip_output *output);
} tunip_format;

#ifdef __cplusplus
}
#endif
#endif
