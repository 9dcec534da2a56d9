/* require.c -- rejects graphs with grave flaws. Comparing or saving such a graph makes no sense, so
 * the caller gets an error. */
#include "../ir/verified.h"
#include "check.h"

static tunip_status refuse(const tunip_context *context, const tunip_node *root, tunip_error *error)
{
    tunip_check_report report;
    tunip_status status = tn_check_grave(context, root, 1, &report, error);
    if (status != TUNIP_OK) return status;
    const tunip_flaw *flaw = report.flaws;
    bool first = error && error->code == TUNIP_OK;
    tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "not valid: %.*s", (int)flaw->message.size,
                    flaw->message.data);
    if (first) tunip_path_text(flaw->path, error->path, sizeof error->path);
    tunip_check_report_free(&report);
    return TUNIP_ERROR_ARGUMENT;
}

tunip_status tn_require_valid(const tunip_context *context, const tunip_node *root,
                              tunip_error *error)
{
    bool valid = true;
    if (!root || (context && tn_root_is_verified(context, root))) return TUNIP_OK;
    tunip_status status = tn_check_is_valid(context, root, &valid, error);
    return status != TUNIP_OK || valid ? status : refuse(context, root, error);
}
