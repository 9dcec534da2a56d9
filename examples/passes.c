/* passes.c -- records a module after each pass, and says which pass wrote each line.
 *
 *     cc passes.c -ltunip && ./a.out */
#include <stdio.h>

#include <tunip.h>

/* The module after each pass. A compiler has it in memory. */
static const struct {
    const char *pass, *body;
} steps[] = {
    {"input", "    for i in range(8):\n        A[i] = A[i] * T.float32(2)\n"},
    {"Parallelize", "    for i in T.parallel(8):\n        A[i] = A[i] * T.float32(2)\n"},
    {"Strengthen", "    for i in T.parallel(8):\n        A[i] = A[i] + A[i]\n"},
    {"Finish", "    for i in T.parallel(8):\n        A[i] = A[i] + A[i]\n    T.evaluate(0)\n"},
};

/* A long run of a large model: stop recording rather than fill the memory. */
enum { MOST_BYTES = 1 << 30 };

static tunip_status record(tunip_context *context, tunip_history *history, size_t step,
                           tunip_error *error)
{
    char text[512];
    int size = snprintf(text, sizeof text,
                        "from tvm.script import tir as T\n"
                        "@T.prim_func\n"
                        "def main(A: T.Buffer((8,))):\n%s",
                        steps[step].body);
    tunip_graph *graph = tunip_read(context, (tunip_str){text, (size_t)size}, error);
    if (graph) tunip_history_add(history, steps[step].pass, tunip_graph_root(graph), error);
    tunip_graph_free(graph);
    return error->code;
}

/* Each line of the last step: who wrote it, and where it stood one step before. */
static void show(const tunip_history *history, const tunip_lineage *lineage)
{
    size_t last = tunip_history_count(history) - 1;
    for (size_t line = 1; line <= tunip_lineage_line_count(lineage, last); line++) {
        size_t by = tunip_lineage_blame(lineage, last, line);
        tunip_ancestry before = tunip_lineage_before(lineage, last, line);
        tunip_str text = tunip_lineage_line(lineage, last, line);
        printf("%-11s %2zu <- %-2zu %.*s\n", tunip_history_step_at(history, by)->name.data, line,
               before.line, (int)text.size, text.data);
    }
}

int main(void)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = tunip_context_new(NULL, &error);
    tunip_history *history = context ? tunip_history_new(context, &error) : NULL;
    for (size_t i = 0; history && i < TUNIP_LEN(steps); i++)
        if (tunip_history_memory(history) > MOST_BYTES ||
            record(context, history, i, &error) != TUNIP_OK)
            break;
    tunip_lineage *lineage =
        error.code == TUNIP_OK ? tunip_lineage_new(history, NULL, &error) : NULL;
    if (lineage)
        show(history, lineage);
    else
        fprintf(stderr, "passes: %s\n", error.message);
    tunip_lineage_free(lineage);
    tunip_history_free(history);
    tunip_context_free(context);
    return lineage ? 0 : 1;
}
