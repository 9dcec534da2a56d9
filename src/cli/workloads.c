/* workloads.c -- the modules that the tuning records of a database of MetaSchedule belong to. TVM
 * writes both into one folder: database_tuning_record.json names each by its number among the lines
 * of database_workload.json. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

static const char record_word[] = "tuning_record", workload_word[] = "workload";

/* The path of the workloads for that of the records; NULL for other names. */
static char *path_of(const char *records)
{
    const char *word = strstr(tn_base_name(records), record_word);
    size_t size = strlen(records) + 1; /* the other word is shorter */
    char *path = word ? malloc(size) : NULL;
    if (path)
        snprintf(path, size, "%.*s%s%s", (int)(word - records), records, workload_word,
                 word + sizeof record_word - 1);
    return path;
}

void cli_workloads_find(cli_workloads *w, const tunip_context *context, const char *records)
{
    cli_workloads_free(w);
    w->path = path_of(records);
    tunip_source *source = w->path ? tunip_source_open(context, w->path, NULL) : NULL;
    tunip_log *log = source ? tunip_log_new(context, source, NULL) : NULL;
    w->count = tunip_log_count(log);
    tunip_log_free(log);
    tunip_source_free(source);
}

void cli_workloads_free(cli_workloads *w)
{
    free(w->path);
    *w = (cli_workloads){.path = NULL};
}

size_t cli_workloads_module(const cli_workloads *w, tunip_str heading)
{
    tunip_str number = cli_text_behind(heading, "workload ");
    size_t module = number.data && number.data == heading.data + sizeof workload_word
                        ? strtoul(number.data, NULL, 10) + 1
                        : 0;
    return module <= w->count ? module : 0;
}
