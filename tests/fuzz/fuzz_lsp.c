/* fuzz_lsp.c -- any messages to the language server: it answers, and all that it sends is JSON
 * behind a right header.
 *
 * The texts of an input are the bodies of messages; one that begins with `Content-` is bytes of the
 * stream. `initialize` comes first, because a server that is not initialized refuses all else. */
#include <string.h>

#include "fuzz.h"
#include "lsp/lsp.h"
#include "lsp/value.h"
#include "util/text.h"

typedef struct stream {
    tn_text in, out;
    size_t at; /* the bytes of `in` that are read */
} stream;

static size_t read_input(char *data, size_t size, void *user)
{
    stream *s = user;
    size_t left = s->in.bytes.count - s->at;
    if (size > left) size = left;
    if (size) memcpy(data, s->in.bytes.items + s->at, size);
    s->at += size;
    return size;
}

static int write_output(const char *data, size_t size, void *user)
{
    return tn_text_put_chunk(data, size, &((stream *)user)->out);
}

static void put_message(stream *s, tunip_str body)
{
    static const char raw[] = "Content-";
    bool is_raw = body.size >= sizeof raw - 1 && memcmp(body.data, raw, sizeof raw - 1) == 0;
    if (!is_raw) tn_text_say(&s->in, "Content-Length: %zu\r\n\r\n", body.size);
    tn_text_put_str(&s->in, body);
}

/* The value parser wants a NUL behind a message, so each is copied. */
static void check_message(tunip_str body)
{
    lsp_value value;
    tn_text copy;
    tn_text_init(&copy, NULL);
    tn_text_put_str(&copy, body);
    tn_text_put(&copy, "", 1);
    FUZZ_CHECK(!copy.failed);
    FUZZ_CHECK(tunip_utf8_valid(body) == body.size);
    FUZZ_CHECK(!lsp_value_parse((tunip_str){copy.bytes.items, body.size}, &value));
    FUZZ_CHECK(lsp_value_is(lsp_value_get(value, "jsonrpc"), TUNIP_JSON_STRING));
    tn_text_free(&copy);
}

static void check_output(tunip_str out)
{
    static const char head[] = "Content-Length: ";
    for (size_t at = 0; at < out.size;) {
        FUZZ_CHECK(out.size - at > sizeof head && !memcmp(out.data + at, head, sizeof head - 1));
        size_t size = 0;
        for (at += sizeof head - 1; at < out.size && tunip_is_digit(out.data[at]); at++)
            size = size * 10 + (size_t)(out.data[at] - '0');
        FUZZ_CHECK(out.size - at >= 4 && !memcmp(out.data + at, "\r\n\r\n", 4));
        at += 4;
        FUZZ_CHECK(out.size - at >= size);
        check_message((tunip_str){out.data + at, size});
        at += size;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char first[] = "{\"id\":0,\"method\":\"initialize\",\"params\":{}}";
    fuzz_input in = {data, data + size};
    stream s = {.at = 0};
    tunip_error error = TUNIP_ERROR_INIT;
    const lsp_options options = {.context = fuzz_context(),
                                 .max_bytes = 1 << 20,
                                 .read = read_input,
                                 .write = write_output,
                                 .user = &s};
    tn_text_init(&s.in, NULL);
    tn_text_init(&s.out, NULL);
    put_message(&s, tunip_str_from(first));
    while (in.at < in.end) put_message(&s, fuzz_text(&in));
    lsp_end end = lsp_serve(&options, &error);
    FUZZ_CHECK((end == LSP_END_FAILED) == (error.code != TUNIP_OK));
    check_output(tn_text_str(&s.out));
    tn_text_free(&s.in);
    tn_text_free(&s.out);
    return 0;
}
