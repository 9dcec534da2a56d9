/* json_scan.h -- reading JSON piece by piece: strict, and small enough to have no tree. */
#ifndef TUNIP_JSON_SCAN_H
#define TUNIP_JSON_SCAN_H

#include "cli.h"

typedef struct cli_scan {
    const char *path; /* for messages */
    char *text;
    char *at;  /* strings are decoded in place, so what lies before is not the file any more */
    char *end; /* a NUL stands here */
    const char *line_start;
    size_t line;
} cli_scan;

/* Loads a file of less than `largest` bytes; "-" is standard input. `what` is the expected content,
 * for messages: "a configuration file". False after a message. */
bool cli_scan_open(cli_scan *s, const char *path, size_t largest, const char *what);
/* Strings that were read go away with it. */
void cli_scan_close(cli_scan *s);

/* Says what was expected where the scan is; returns false. */
bool cli_scan_fail(const cli_scan *s, const char *expected);

/* Of the next byte, 1-based. */
size_t cli_scan_column(const cli_scan *s);

void cli_scan_space(cli_scan *s);
/* Takes `c`, behind white space, if it is there. */
bool cli_scan_accept(cli_scan *s, char c);
/* The same, with a message if it is not. */
bool cli_scan_expect(cli_scan *s, char c);
/* Whether only white space is left. */
bool cli_scan_ended(cli_scan *s);

/* A string without its quotes, decoded, which lives as long as the scan; NULL after a message. */
const char *cli_scan_string(cli_scan *s);

/* true, false, null or a number, as it stands. False after a message. */
typedef struct cli_word {
    cli_kind kind;
    char text[64];
} cli_word;
bool cli_scan_word(cli_scan *s, cli_word *word);

#endif
