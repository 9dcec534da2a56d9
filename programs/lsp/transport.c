/* transport.c -- the headers of messages: `Content-Length: 12`, an empty line, 12 bytes. */
#include "transport.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST_HEADER = 1024 };

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* The number in a line of a header; false for a line that is none. */
static bool read_length(tunip_str line, size_t *length)
{
    static const char name[] = "content-length:";
    size_t at = sizeof name - 1, value = 0;
    if (line.size <= at) return false;
    for (size_t i = 0; i < at; i++)
        if (lower(line.data[i]) != name[i]) return false;
    tunip_str digits = tn_trim_blanks((tunip_str){line.data + at, line.size - at});
    if (!digits.size) return false;
    for (size_t i = 0; i < digits.size; i++) {
        unsigned digit = (unsigned)digits.data[i] - '0';
        if (digit > 9 || value > (SIZE_MAX - digit) / 10) return false;
        value = value * 10 + digit;
    }
    *length = value;
    return true;
}

/* Reads a line without its end, of which only the first bytes are kept. False at the end of the
 * input. */
static bool read_line(const lsp_options *options, char *line, size_t *size)
{
    char c;
    *size = 0;
    for (;;) {
        if (options->read(&c, 1, options->user) != 1) return false;
        if (c == '\n') break;
        if (*size < LONGEST_HEADER) line[(*size)++] = c;
    }
    if (*size && line[*size - 1] == '\r') --*size;
    return true;
}

/* Reads a body in pieces, so that a wrong length takes no memory that the input does not fill. */
static lsp_received read_body(const lsp_options *options, tn_text *body, size_t length)
{
    char piece[4096];
    while (length) {
        size_t wanted = length < sizeof piece ? length : sizeof piece;
        size_t got = options->read(piece, wanted, options->user);
        tn_text_put(body, piece, got);
        if (got < wanted) return LSP_RECEIVED_END;
        length -= got;
    }
    tn_text_put(body, "", 1);
    return LSP_RECEIVED_MESSAGE;
}

lsp_received lsp_receive(const lsp_options *options, tn_text *body, tunip_error *error)
{
    char line[LONGEST_HEADER];
    size_t size, length = 0;
    bool has_length = false, has_line = false;
    tn_text_free(body);
    tn_text_init(body, NULL);
    for (;;) {
        if (!read_line(options, line, &size)) return LSP_RECEIVED_END;
        if (!size && has_line) break;
        has_line |= size > 0;
        has_length |= read_length((tunip_str){line, size}, &length);
    }
    if (!has_length) return LSP_RECEIVED_WRONG;
    if (options->max_bytes && length > options->max_bytes) {
        tunip_error_set(error, TUNIP_ERROR_LIMIT, "a message of %zu bytes is longer than %zu",
                        length, options->max_bytes);
        return LSP_RECEIVED_FAILED;
    }
    lsp_received got = read_body(options, body, length);
    if (!body->failed) return got;
    tunip_error_set(error, TUNIP_ERROR_MEMORY, "out of memory");
    return LSP_RECEIVED_FAILED;
}

tunip_status lsp_send(const lsp_options *options, tunip_str body, tunip_error *error)
{
    tn_text head;
    tn_text_init(&head, NULL);
    tn_text_say(&head, "Content-Length: %zu\r\n\r\n", body.size);
    tn_text_put_str(&head, body);
    tunip_status status = tn_text_end(&head, options->write, options->user, error);
    if (status == TUNIP_ERROR_CANCELLED && error)
        tunip_error_set(error, status, "the output cannot be written");
    return status;
}
