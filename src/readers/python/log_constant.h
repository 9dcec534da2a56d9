/* log_constant.h -- lines such as "M = 128" above the modules of a log. */
#ifndef TN_PY_LOG_CONSTANT_H
#define TN_PY_LOG_CONSTANT_H

#include "../../core/base/text.h"

/* The name in a line that assigns numbers, strings, and lists and formulas of them; empty for any
 * other line. */
tunip_str tn_log_constant_name(tunip_str line);

/* Whether a text has the name as a word of its own: "M" in "M * 2", but not in "M.x" and "x.M". */
bool tn_log_has_name(tunip_str text, tunip_str name);

#endif
