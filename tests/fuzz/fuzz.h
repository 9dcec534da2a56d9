/* fuzz.h -- the parts that the fuzz targets share.
 *
 * An input is one or several texts with a NUL between them, and the last one may be bytes that
 * choose options: a graph, NUL, options; or two graphs, NUL, options. A plain saved graph is an
 * input of every target that takes graphs, with the default options. */
#ifndef FUZZ_H
#define FUZZ_H

#include <tunip.h>

/* libFuzzer calls this with each input. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Ends the process with the condition in the message if the condition is false. */
#define FUZZ_CHECK(condition) ((condition) ? (void)0 : fuzz_fail(#condition, __FILE__, __LINE__))
void fuzz_fail(const char *condition, const char *file, int line);
/* Text for the message of a condition that is false: for example, how to repeat the check. */
void fuzz_note(const char *format, ...) TUNIP_PRINTF(1, 2);

/* The rest of an input, followed by zeros. */
typedef struct fuzz_input {
    const uint8_t *at;
    const uint8_t *end;
} fuzz_input;

uint8_t fuzz_byte(fuzz_input *in);
/* A number below `count`, which is from 1 to 256. */
size_t fuzz_choice(fuzz_input *in, size_t count);
/* The bytes up to a NUL, which is taken too, or to the end. */
tunip_str fuzz_text(fuzz_input *in);
/* The same as a C string, cut to `size` bytes with its NUL. */
const char *fuzz_word(fuzz_input *in, char *out, size_t size);

/* The context of all inputs, with everything that is built in. */
tunip_context *fuzz_context(void);

/* Reads a graph. NULL if it is refused; checks that the refusal has a message and a place in the
 * input. */
tunip_graph *fuzz_read(tunip_str text);

/* Checks that each error has a message, and labels within a text of `size` bytes. */
void fuzz_check_errors(const tunip_diagnostics *errors, size_t size);

/* Reads a text in a format, such as "python". NULL if it is refused; checks the errors. */
tunip_graph *fuzz_read_script(const char *format, tunip_str text, bool fold);

/* Whether a node has few nodes below it, counting shared nodes at each use. A small graph of shared
 * nodes can unfold to a huge tree. */
bool fuzz_is_small(const tunip_node *root);

/* Whether two copies of a graph may differ at this place: a map key that is neither a string nor a
 * number is found only if it is the same node or already has a counterpart. */
bool fuzz_is_key_of_its_own(const tunip_comparison *comparison);

/* Whether a graph is one of those for which equal.h describes unexpected results: a module below
 * `root` keeps a global variable under another name than its own or without a function, or an entry
 * of a map defines a variable that another entry uses. Their comparison need not be symmetric, nor
 * each be equal to itself, nor have equal ones the same hash. */
bool fuzz_is_odd(const tunip_node *root);

/* A tunip_write_fn that reads every byte and stores none. */
int fuzz_drop(const char *data, size_t size, void *user);

/* The name of a file with these bytes, for functions of the command that open one. */
const char *fuzz_file(tunip_str bytes);

#endif
