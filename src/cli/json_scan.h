/* json_scan.h -- reads the JSON files of options piece by piece, with messages. */
#ifndef TUNIP_JSON_SCAN_H
#define TUNIP_JSON_SCAN_H

#include "cli.h"

typedef struct cli_scan {
    const char *path; /* for messages */
    tunip_context *context;
    tunip_source *source;
    tunip_json json;
    tunip_json_token token;   /* the one at json.at, not taken yet */
    struct cli_kept *strings; /* decoded */
    const char *ignored[10];  /* the names of members for which there was a note */
    size_t ignored_count;
} cli_scan;

/* Loads a file of at most `largest` bytes; "-" is standard input. `what` is the expected content,
 * for messages: "a configuration file". False after a message. */
bool cli_scan_open(cli_scan *s, const char *path, size_t largest, const char *what);
/* Frees the strings that were read, too. */
void cli_scan_close(cli_scan *s);

/* The offset of the next token. */
size_t cli_scan_at(const cli_scan *s);

/* These write a message and return false. The first is about an offset. The second names the
 * content that was expected instead of the next token. */
bool cli_scan_fail_at(const cli_scan *s, size_t at, const char *format, ...) TUNIP_PRINTF(3, 4);
bool cli_scan_fail(const cli_scan *s, const char *expected);

/* Takes the next token if it is this one. */
bool cli_scan_accept(cli_scan *s, tunip_json_token token);
/* The same, but writes a message if the next token is another one. `name` is the name of the token
 * in the message. */
bool cli_scan_expect(cli_scan *s, tunip_json_token token, const char *name);

/* A string, decoded, which lives as long as the scan; NULL after a message. */
const char *cli_scan_string(cli_scan *s);

/* true, false, null or a number, as it stands. False after a message. */
typedef struct cli_word {
    cli_kind kind;
    char text[64];
} cli_word;
bool cli_scan_word(cli_scan *s, cli_word *word);

#endif
