/* brace.c -- what a word at the beginning of a line, or a brace, begins. */
#include "parse.h"

static bool is_in(tunip_str word, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (tunip_str_is(word, words[i])) return true;
    return false;
}

/* Operations that stand without their dialect in text that MLIR's printer wrote. */
static bool is_usual_operation(tunip_str word)
{
    static const char *const words[] = {"return",        "module", "func",        "call",
                                        "call_indirect", "yield",  "unreachable", "constant"};
    return is_in(word, words, TUNIP_LEN(words));
}

/* Words that continue an operation on another line. */
static bool is_clause(tunip_str word)
{
    static const char *const words[] = {
        "ins",        "outs",        "attributes", "else",    "do",   "then",   "iter_args",
        "to",         "step",        "init",       "in",      "into", "from",   "with",
        "dimensions", "permutation", "case",       "default", "args", "blocks", "threads",
        "where",      "shared_outs", "bounds",     "and",     "or",   "by",     "at",
        "as",         "cleanup",     "catch",      "map",
    };
    return is_in(word, words, TUNIP_LEN(words));
}

static bool has_dot(tunip_str word)
{
    return memchr(word.data, '.', word.size) != NULL;
}

bool mlir_has_usual_name(tunip_str name)
{
    return has_dot(name) || is_usual_operation(name);
}

/* MLIR's own: nothing in their syntax defines a value without a region or a symbol. */
static const char *const own_dialects[] = {
    "acc",        "affine",     "amdgpu", "amx",           "arith",   "arm_neon",
    "arm_sme",    "arm_sve",    "async",  "bufferization", "builtin", "cf",
    "complex",    "dlti",       "emitc",  "func",          "gpu",     "index",
    "irdl",       "linalg",     "llvm",   "math",          "memref",  "mesh",
    "ml_program", "mpi",        "nvgpu",  "nvvm",          "omp",     "pdl",
    "pdl_interp", "polynomial", "ptr",    "quant",         "rocdl",   "scf",
    "shape",      "shard",      "smt",    "sparse_tensor", "spirv",   "tensor",
    "tosa",       "transform",  "ub",     "vcix",          "vector",  "wasmssa",
    "x86vector",  "xegpu",      "xevm",
};

bool mlir_is_foreign(tunip_str name)
{
    const char *dot = name.size ? memchr(name.data, '.', name.size) : NULL;
    if (!dot) return false;
    return !is_in((tunip_str){name.data, (size_t)(dot - name.data)}, own_dialects,
                  TUNIP_LEN(own_dialects));
}

/* Whether `%a, %b:2 =` begins at the token. */
static bool starts_results(tunip_str text, mlir_token token)
{
    for (;;) {
        if (token.kind != MLIR_VALUE) return false;
        token = mlir_lex(text, token.end);
        if (mlir_is(text, &token, ":")) {
            token = mlir_lex(text, token.end);
            if (token.kind != MLIR_NUMBER) return false;
            token = mlir_lex(text, token.end);
        }
        if (mlir_is(text, &token, "=")) return true;
        if (!mlir_is(text, &token, ",")) return false;
        token = mlir_lex(text, token.end);
    }
}

bool mlir_starts_operation(const mlir_parser *p, const mlir_token *token)
{
    tunip_str word = mlir_text_of(p->text, token);
    switch (token->kind) {
    case MLIR_VALUE:
        return starts_results(p->text, *token);
    case MLIR_STRING: {
        mlir_token next = mlir_lex(p->text, token->end);
        return mlir_is(p->text, &next, "(");
    }
    case MLIR_WORD:
        if (has_dot(word) || is_usual_operation(word)) return true;
        return p->is_bare && !is_clause(word);
    default:
        return false;
    }
}

static bool ends_a_block(tunip_str word)
{
    static const char *const ends[] = {"return", "yield", "terminator", "unreachable", "end"};
    const char *dot = memchr(word.data, '.', word.size);
    tunip_str last = word;
    for (; dot; dot = memchr(last.data, '.', last.size)) {
        last.size -= (size_t)(dot + 1 - last.data);
        last.data = dot + 1;
    }
    return is_in(last, ends, TUNIP_LEN(ends));
}

/* `{` `word` ... */
static mlir_brace classify_word(const mlir_parser *p, const mlir_token *first)
{
    tunip_str word = mlir_text_of(p->text, first);
    mlir_token next = mlir_lex(p->text, first->end);
    if (mlir_is(p->text, &next, "=") || mlir_is(p->text, &next, ",")) return MLIR_DICTIONARY;
    if (mlir_is(p->text, &next, "}")) {
        bool is_operation =
            ends_a_block(word) || (first->is_first && has_dot(word) && next.is_first);
        return is_operation ? MLIR_REGION : MLIR_DICTIONARY;
    }
    if (has_dot(word) || first->is_first || is_usual_operation(word)) return MLIR_REGION;
    return MLIR_WORDS;
}

/* Whether the brace that closes at `close` may end an operation. */
static bool ends_operation(const mlir_parser *p, const mlir_token *close)
{
    mlir_token next = mlir_lex(p->text, close->end);
    return next.kind == MLIR_END || next.is_first || mlir_is(p->text, &next, "}");
}

mlir_brace mlir_classify_brace(const mlir_parser *p)
{
    mlir_token first = mlir_lex(p->text, p->token.end), next;
    bool is_behind_bracket = mlir_is(p->text, &p->before, "(");
    switch (first.kind) {
    case MLIR_VALUE:
        return starts_results(p->text, first) ? MLIR_REGION : MLIR_WORDS;
    case MLIR_LABEL:
        return MLIR_REGION;
    case MLIR_STRING:
        next = mlir_lex(p->text, first.end);
        if (mlir_is(p->text, &next, "(")) return MLIR_REGION;
        return mlir_is(p->text, &next, "=") || mlir_is(p->text, &next, ",") ||
                       mlir_is(p->text, &next, "}")
                   ? MLIR_DICTIONARY
                   : MLIR_WORDS;
    case MLIR_WORD:
        return classify_word(p, &first);
    default:
        break;
    }
    if (!mlir_is(p->text, &first, "}")) return MLIR_WORDS;
    return first.is_first || is_behind_bracket || ends_operation(p, &first) ? MLIR_REGION
                                                                            : MLIR_DICTIONARY;
}
