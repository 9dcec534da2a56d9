/* parameter.c -- the parameters of functions. */
#include "stmt.h"

static const tunip_doc *parse_parameter(tn_py *p)
{
    uint32_t begin = tn_py_at(p);
    const tunip_doc *annotation = NULL, *value = NULL;
    if (p->kind == PY_SLASH) tn_py_unsupported(p, begin, "positional parameters");
    if (p->kind != PY_NAME) tn_py_expected(p, "a parameter");
    if (p->is_broken) return tn_py_no_doc;
    const tunip_doc *name = tn_py_parse_id(p);
    bool has_type = tn_py_accept(p, PY_COLON);
    uint32_t item = tn_py_at(p);
    if (has_type) annotation = tn_py_parse_expr(p, BIND_LAMBDA);
    bool has_value = tn_py_accept(p, PY_ASSIGN);
    if (has_value) item = tn_py_at(p);
    if (has_value) value = tn_py_parse_expr(p, BIND_LAMBDA);
    p->item = item;
    return tn_py_new_assign(p, TUNIP_ROLE_PARAM, begin, name, annotation, value);
}

/* `*`, `*args`, `*args: *types` or `**options`. */
static void parse_star(tn_py *p)
{
    bool is_double = p->kind == PY_POWER;
    tn_py_advance(p);
    if (p->kind == PY_NAME) {
        tn_py_parse_id(p);
        if (!tn_py_accept(p, PY_COLON)) return;
        if (!is_double) tn_py_accept(p, PY_STAR);
        tn_py_parse_expr(p, BIND_LAMBDA);
    } else if (is_double || p->kind != PY_COMMA) {
        tn_py_expected(p, "a parameter");
    }
}

/* Reports the name of a parameter that an earlier one has. In `def f(x: T.int32, x`, whose text may
 * be cut off, it is the bracket that is reported. */
static void check_twin(tn_py *p, size_t base, const tunip_doc *parameter)
{
    if (p->kind != PY_COMMA && p->kind != PY_CLOSE_ROUND) return;
    enum { MOST = 256 }; /* so that the time is linear */
    const tunip_doc_id *id = (const tunip_doc_id *)((const tunip_doc_assign *)parameter)->lhs;
    for (size_t i = base; i < p->list.count && i - base < MOST && !p->is_broken; i++) {
        const tunip_doc_assign *other = (const tunip_doc_assign *)p->list.items[i];
        if (((const tunip_doc_id *)other->lhs)->name.data != id->name.data) continue;
        tn_script_place place = tn_doc_place(&id->base), first = tn_doc_place(other->lhs);
        tunip_diagnostic *d =
            tn_py_error(p, place.begin, place.end, "the function has two parameters `%.*s`",
                        (int)id->name.size, id->name.data);
        tn_py_label(p, d, first.begin, first.end, "the first one");
        return;
    }
}

/* After a parameter with a default value, all parameters must have one. */
static void check_default(tn_py *p, const tunip_doc *parameter, bool *has_default)
{
    const tunip_doc_assign *assign = (const tunip_doc_assign *)parameter;
    if (p->is_broken) return;
    if (*has_default && !assign->rhs)
        tn_py_error(p, tn_doc_place(parameter).begin, tn_doc_place(parameter).end,
                    "a parameter without a default value follows one with a default value");
    *has_default |= assign->rhs != NULL;
}

/* Parameters with stars, and the parameters after them, have no Doc. */
static void parse_starred(tn_py *p)
{
    uint32_t begin = tn_py_at(p);
    bool has_star = false, has_options = false;
    while (p->kind != PY_CLOSE_ROUND && !p->is_broken && !has_options) {
        has_options = p->kind == PY_POWER;
        if (has_options || (p->kind == PY_STAR && !has_star))
            parse_star(p);
        else
            parse_parameter(p);
        has_star = true;
        if (p->kind != PY_COMMA && p->kind != PY_CLOSE_ROUND)
            tn_py_expected_behind(p, begin, "`,` or `)`");
        if (!tn_py_accept(p, PY_COMMA)) break;
    }
    tn_py_warn(p, begin, p->previous_end, "parameters with stars are not read");
}

tunip_docs tn_py_parse_parameters(tn_py *p)
{
    size_t base = p->list.count;
    bool has_default = false;
    tn_py_expect(p, PY_OPEN_ROUND, "`(`");
    while (p->kind != PY_CLOSE_ROUND && !p->is_broken) {
        if (p->kind == PY_STAR || p->kind == PY_POWER) {
            parse_starred(p);
            break;
        }
        const tunip_doc *parameter = parse_parameter(p);
        check_default(p, parameter, &has_default);
        check_twin(p, base, parameter);
        tn_py_push(p, parameter);
        if (p->kind != PY_COMMA && p->kind != PY_CLOSE_ROUND)
            tn_py_expected_behind(p, p->item, "`,` or `)`");
        if (!tn_py_accept(p, PY_COMMA)) break;
    }
    tn_py_expect(p, PY_CLOSE_ROUND, "`)`");
    return tn_py_take(p, base);
}
