/* builder_words.h -- words that are functions of TVM's IRBuilder and that no print has. */
#ifndef TIR_BUILDER_WORDS_H
#define TIR_BUILDER_WORDS_H

#include "script.h"

TIR_READ(if_frame);
TIR_READ(branch_frame);
TIR_READ(while_frame);
TIR_READ(buffer_store);
TIR_READ(bind);
TIR_READ(return_word);
TIR_READ(leaf_stmt);
TIR_READ(device_entry);
TIR_READ(reducer_class);
TIR_READ(reduce_class);
TIR_READ(iter_var_class);
TIR_READ(older_let);
TIR_READ(refused);

/* T.let of v0.23, which later versions use in another way, and words that are refused with a
 * reason: false if `name` is none of them. */
bool tir_find_builder_word(tunip_elaborator *e, tunip_str name, tunip_word *out);

#endif
