/* names.c -- answers an editor: where is a name defined, where is it used, what does a word take?
 *
 *     cc names.c -ltunip && ./a.out */
#include <stdio.h>

#include <tunip.h>

static const char script[] = "@T.prim_func\n"
                             "def twice(A: T.Buffer((4,)), B: T.Buffer((4,))):\n"
                             "    for i in T.serial(4):\n"
                             "        B[i] = A[i] * T.float32(2)\n";

static void show(const tunip_source *source, const tunip_use *use)
{
    static const char *const kinds[] = {"defined", "used", "word"}; /* ORDER tunip_use_kind */
    size_t line, column;
    tunip_word_info word;
    tunip_source_locate(source, use->begin, &line, &column);
    printf("%zu:%zu %.*s: %s", line, column, (int)(use->end - use->begin),
           tunip_source_text(source).data + use->begin, kinds[use->kind]);
    if (use->word) {
        tunip_word_describe(use->word, &word);
        if (word.params) printf(" (%s)", word.params);
    }
    putchar('\n');
}

int main(void)
{
    tunip_error error = TUNIP_ERROR_INIT;
    tunip_context *context = tunip_context_new(NULL, &error);
    tunip_source *source =
        tunip_source_new(NULL, tunip_str_from("twice.py"), tunip_str_from(script), &error);
    tunip_uses *uses = tunip_uses_new(NULL, &error);
    tunip_read_options options = TUNIP_READ_OPTIONS_INIT;
    options.uses = uses;
    tunip_graph *graph =
        context && source && uses ? tunip_read_source(context, source, &options, &error) : NULL;
    for (size_t i = 0; i < tunip_uses_count(uses); i++) show(source, tunip_uses_get(uses, i));
    if (!graph) fprintf(stderr, "%s\n", error.message);
    tunip_uses_free(uses);
    tunip_graph_free(graph);
    tunip_source_free(source);
    tunip_context_free(context);
    return graph ? 0 : 1;
}
