/* json.h -- JSON as a stream of tokens. Nothing is built: the reader of graphs pulls tokens and
 * makes nodes of them as it goes. */
#ifndef TN_JSON_H
#define TN_JSON_H

#include <tunip/base.h>

/* ORDER tn_token */
typedef enum tn_token {
    TN_TOKEN_END,
    TN_TOKEN_OPEN_OBJECT,
    TN_TOKEN_CLOSE_OBJECT,
    TN_TOKEN_OPEN_ARRAY,
    TN_TOKEN_CLOSE_ARRAY,
    TN_TOKEN_COMMA,
    TN_TOKEN_COLON,
    TN_TOKEN_STRING,  /* ASCII without escapes: the text between the quotes is the value */
    TN_TOKEN_ENCODED, /* a string with escapes or other than ASCII bytes, not checked yet */
    TN_TOKEN_INT,
    TN_TOKEN_FLOAT,
    TN_TOKEN_TRUE,
    TN_TOKEN_FALSE,
    TN_TOKEN_NULL,
    TN_TOKEN_NAN,
    TN_TOKEN_INFINITY,
    TN_TOKEN_MINUS_INFINITY,
    /* from here on it is not JSON */
    TN_TOKEN_OPEN_STRING, /* no closing quote; the cursor is at the end of the text */
    TN_TOKEN_CONTROL,     /* a string up to a control character, where the cursor is */
    TN_TOKEN_BAD
} tn_token;

/* A scanner over a text with a NUL behind it. */
typedef struct tn_json {
    const char *begin;
    const char *cursor;
    const char *limit; /* where the NUL is */
    const char *at;    /* the token last read */
} tn_json;

void tn_json_init(tn_json *json, tunip_str text);

/* Reads a token: json->at up to json->cursor. At the end it stays there. */
tn_token tn_json_next(tn_json *json);

static inline bool tn_token_is_string(tn_token token)
{
    return token == TN_TOKEN_STRING || token == TN_TOKEN_ENCODED;
}

static inline bool tn_token_is_scalar(tn_token token)
{
    return token >= TN_TOKEN_STRING && token <= TN_TOKEN_MINUS_INFINITY;
}

#endif
