/* require.c -- rejects graphs with flaws. Comparing or saving such a graph makes no sense, so the
 * caller gets an error. */
#include "../ir/verified.h"
#include "check.h"

/* Fails with the first flaw of the kinds `barred`, if there is one. */
static tunip_status refuse(const tunip_context *context, const tunip_node *root,
                           tn_flaw_kinds barred, tunip_error *error)
{
    tunip_check_report report;
    tunip_status status = tn_check_for(context, root, barred, 1, &report, error);
    if (status != TUNIP_OK) return status;
    const tunip_flaw *flaw = report.flaw_count ? report.flaws : NULL;
    bool first = flaw && error && error->code == TUNIP_OK;
    if (flaw)
        status = tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "not valid: %.*s",
                                 (int)flaw->message.size, flaw->message.data);
    if (first) tunip_path_text(flaw->path, error->path, sizeof error->path);
    tunip_check_report_free(&report);
    return status;
}

static bool is_verified(const tunip_context *context, const tunip_node *root)
{
    return !root || (context && tn_root_is_verified(context, root));
}

tunip_status tn_require_valid(const tunip_context *context, const tunip_node *root,
                              tunip_error *error)
{
    bool valid = true;
    if (is_verified(context, root)) return TUNIP_OK;
    tunip_status status = tn_check_is_valid(context, root, &valid, error);
    return status != TUNIP_OK || valid ? status : refuse(context, root, TN_FLAWS_GRAVE, error);
}

tunip_status tn_require_sound(const tunip_context *context, const tunip_node *root,
                              tn_flaw_kinds barred, tunip_error *error)
{
    return is_verified(context, root) ? TUNIP_OK : refuse(context, root, barred, error);
}
