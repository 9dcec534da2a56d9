/* prepare.c -- checks a graph before any rule casts its nodes, and repairs it if need be. */
#include "prepare.h"

#include "../ir/verified.h"
#include "check.h"
#include "repair.h"

enum { MOST_FLAWS = 100 };

/* The rules report the other flaws. */
static bool report_grave_flaws(const tunip_context *context, const tunip_node *root,
                               tunip_scratch *kept, const tn_flaw_sink *sink)
{
    tunip_check_report report;
    if (tn_check_for(context, root, TN_FLAWS_GRAVE, MOST_FLAWS, &report, kept->error) != TUNIP_OK)
        return false;
    for (size_t i = 0; i < report.flaw_count; i++) sink->flaw(sink->user, &report.flaws[i]);
    if (report.total > report.flaw_count) sink->more(sink->user, report.total - report.flaw_count);
    tunip_check_report_free(&report);
    return true;
}

const tunip_node *tn_prepare_root(const tunip_context *context, const tunip_node *root,
                                  tunip_scratch *kept, const tn_flaw_sink *sink)
{
    bool valid = true;
    if (!root || tn_root_is_verified(context, root)) return root;
    if (tn_check_is_valid(context, root, &valid, kept->error) != TUNIP_OK) return NULL;
    if (valid) return root;
    if (!report_grave_flaws(context, root, kept, sink)) return NULL;
    const tunip_node *repaired = tn_repair(kept->arena, root);
    if (!repaired) tn_scratch_no_memory(kept);
    return repaired;
}
