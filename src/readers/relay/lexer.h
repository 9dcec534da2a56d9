/* lexer.h -- the tokens of Relay. */
#ifndef TN_RELAY_LEXER_H
#define TN_RELAY_LEXER_H

#include <tunip/base.h>

typedef enum tn_rl_kind {
#define X(TOKEN, spelling, binds, operator) RL_##TOKEN,
#include "tokens.def"
#undef X
    RL__COUNT
} tn_rl_kind;

typedef struct tn_rl_lexer {
    const char *at, *cursor; /* the current token */
    const char *limit;       /* the NUL after the text */
    const char *note;        /* a comment before the token that describes the preceding expression;
                                NULL if there is none */
    const char *fault;       /* what is wrong with a token of the kind RL_BAD */
    bool is_member;          /* the token before it is a period */
} tn_rl_lexer;

/* Goes to the next token. */
tn_rl_kind tn_rl_next(tn_rl_lexer *lexer);

/* The end of the comment at `at`, which may contain nested comments; the end of the text if the
 * comment has no end. */
const char *tn_rl_skip_comment(const char *at, const char *limit);

/* Whether the next token is a single '='. */
bool tn_rl_before_equal(const tn_rl_lexer *lexer);

#endif
