/* json_write.h -- writes JSON with commas, escapes (TUNIP_ESCAPE_JSON) and line breaks. */
#ifndef TUNIP_JSON_WRITE_H
#define TUNIP_JSON_WRITE_H

#include "cli.h"

typedef struct cli_json {
    FILE *out;
    size_t lines_to;  /* values nested no deeper than this stand on lines of their own */
    size_t max_bytes; /* past which nothing is written; 0: no limit */
    size_t bytes;
    bool is_over;
    size_t depth;
    bool empty;     /* nothing is in the innermost object or list yet */
    bool after_key; /* a value is to follow */
    bool failed;    /* out of memory: a value is missing */
} cli_json;

/* Whether writing went well is for ferror() to say; whether all was written, for
 * cli_json_status(), which fills `error` if not. */
tunip_status cli_json_status(const cli_json *w, tunip_error *error);

void cli_json_begin(cli_json *w, char bracket); /* '{' or '[' */
void cli_json_end(cli_json *w, char bracket);   /* '}' or ']' */
void cli_json_key(cli_json *w, const char *key);
void cli_json_str(cli_json *w, tunip_str text);
void cli_json_number(cli_json *w, size_t number);
void cli_json_bool(cli_json *w, bool value);

/* Behind the outermost object. */
void cli_json_end_line(cli_json *w);

/* A key and its value. */
void cli_json_text_at(cli_json *w, const char *key, const char *text);
void cli_json_str_at(cli_json *w, const char *key, tunip_str text);
void cli_json_number_at(cli_json *w, const char *key, size_t number);

/* The text form of an access path. */
void cli_json_path(cli_json *w, const tunip_path *path);

#endif
