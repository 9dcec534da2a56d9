/* tensorboard.c -- a run as an event file of TensorBoard.
 *
 * The file is a sequence of records (TFRecord, tensorflow/core/lib/io/record_writer.cc), each an
 * Event (tensorflow/core/util/event.proto) in the encoding of Protocol Buffers. Only the members
 * that TensorBoard reads are written: Summary, HistogramProto (framework/summary.proto), GraphDef,
 * NodeDef and AttrValue. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../../src/util/le.h"
#include "../../src/util/os.h"
#include "dump.h"

/* ======== Protocol Buffers ======== */

/* The kinds of fields. */
enum { VARINT, FIXED64, BYTES, FIXED32 = 5 };

static void put_little(tn_text *out, uint64_t value, size_t bytes)
{
    char room[8];
    tn_put_le(room, value, bytes);
    tn_text_put(out, room, bytes);
}

static void put_varint(tn_text *out, uint64_t value)
{
    for (; value >= 128; value >>= 7) put_little(out, (value & 127) | 128, 1);
    put_little(out, value, 1);
}

static void put_key(tn_text *out, unsigned field, unsigned kind)
{
    put_varint(out, field << 3 | kind);
}

static void put_int(tn_text *out, unsigned field, uint64_t value)
{
    put_key(out, field, VARINT);
    put_varint(out, value);
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void put_double(tn_text *out, unsigned field, double value)
{
    put_key(out, field, FIXED64);
    put_little(out, bits_of(value), 8);
}

static void put_float(tn_text *out, unsigned field, double value)
{
    uint32_t bits;
    float single = (float)value;
    memcpy(&bits, &single, sizeof bits);
    put_key(out, field, FIXED32);
    put_little(out, bits, 4);
}

static void put_bytes(tn_text *out, unsigned field, tunip_str value)
{
    put_key(out, field, BYTES);
    put_varint(out, value.size);
    tn_text_put_str(out, value);
}

/* A message that is a member of another one. Frees it. */
static void put_message(tn_text *out, unsigned field, tn_text *message)
{
    put_bytes(out, field, tn_text_str(message));
    out->failed = out->failed || message->failed;
    tn_text_free(message);
}

/* ======== records ======== */

/* CRC-32C, in the form that TFRecord stores. */
static uint32_t masked_checksum(tunip_str data)
{
    uint32_t crc = UINT32_MAX;
    for (size_t i = 0; i < data.size; i++) {
        crc ^= (unsigned char)data.data[i];
        for (int k = 0; k < 8; k++) crc = crc >> 1 ^ (UINT32_C(0x82F63B78) & (0 - (crc & 1)));
    }
    crc = ~crc;
    return (crc >> 15 | crc << 17) + UINT32_C(0xA282EAD8);
}

/* Adds a record. Frees the event. */
static void put_record(tn_text *out, tn_text *event)
{
    tn_text size = {.failed = false};
    tunip_str data = tn_text_str(event);
    put_little(&size, data.size, 8);
    tn_text_put_str(out, tn_text_str(&size));
    put_little(out, masked_checksum(tn_text_str(&size)), 4);
    tn_text_put_str(out, data);
    put_little(out, masked_checksum(data), 4);
    out->failed = out->failed || event->failed || size.failed;
    tn_text_free(&size);
    tn_text_free(event);
}

typedef struct board {
    const dbg_record *record;
    tn_text out;
    double now; /* seconds of the wall clock */
} board;

static tn_text begin_event(const board *b, size_t step)
{
    tn_text event = {.failed = false};
    put_double(&event, 1, b->now);
    put_int(&event, 2, step);
    return event;
}

/* ======== a run ======== */

/* "3_fused_add": unique, and with the characters that TensorFlow allows in names. */
static void put_name(tn_text *out, const dbg_plan *plan, size_t node)
{
    tunip_str name = plan->nodes[node].name;
    tn_text_say(out, "%zu_", node);
    for (size_t i = 0; i < name.size; i++) {
        char c = name.data[i];
        bool is_fine = tunip_is_digit(c) || c == '_' || c == '.' || (c >= 'a' && c <= 'z') ||
                       (c >= 'A' && c <= 'Z');
        tn_text_put(out, is_fine ? &c : "_", 1);
    }
}

/* Adds an event with one value, whose tag is "GROUP/NODE" or "GROUP/NODE.OUTPUT". `value` has the
 * fields of the value besides the tag. Frees it. */
static void put_value(board *b, size_t step, const char *group, size_t node, size_t output,
                      tn_text *value)
{
    tn_text event = begin_event(b, step), summary = {.failed = false}, tag = {.failed = false};
    tn_text_say(&tag, "%s/", group);
    put_name(&tag, b->record->plan, node);
    if (output != SIZE_MAX) tn_text_say(&tag, ".%zu", output);
    tn_text whole = {.failed = false};
    put_message(&whole, 1, &tag);
    tn_text_put_str(&whole, tn_text_str(value));
    whole.failed = whole.failed || value->failed;
    tn_text_free(value);
    put_message(&summary, 1, &whole);
    put_message(&event, 5, &summary);
    put_record(&b->out, &event);
}

static void put_scalar(board *b, size_t step, const char *group, size_t node, size_t output,
                       double value)
{
    tn_text fields = {.failed = false};
    put_float(&fields, 2, value);
    put_value(b, step, group, node, output, &fields);
}

/* A histogram of the finite elements. */
static void put_histogram(board *b, size_t node, size_t output, const dbg_stats *stats)
{
    tn_text histogram = {.failed = false}, limits = {.failed = false}, counts = {.failed = false};
    double count = (double)(stats->count - stats->nans - stats->infs);
    double width = (stats->max - stats->min) / DBG_BINS;
    for (size_t i = 0; i < DBG_BINS; i++) {
        double limit = i + 1 < DBG_BINS ? stats->min + width * (double)(i + 1) : stats->max;
        put_little(&limits, bits_of(limit), 8);
        put_little(&counts, bits_of((double)stats->bins[i]), 8);
    }
    put_double(&histogram, 1, stats->min);
    put_double(&histogram, 2, stats->max);
    put_double(&histogram, 3, count);
    put_double(&histogram, 4, stats->mean * count);
    put_double(&histogram, 5,
               (stats->deviation * stats->deviation + stats->mean * stats->mean) * count);
    put_message(&histogram, 6, &limits);
    put_message(&histogram, 7, &counts);
    tn_text fields = {.failed = false};
    put_message(&fields, 5, &histogram);
    put_value(b, 0, "values", node, output, &fields);
}

static void put_node(board *b, size_t node)
{
    const dbg_record *record = b->record;
    const dbg_node *at = &record->plan->nodes[node];
    bool is_computed = !at->output_count || record->values[at->first_entry];
    for (size_t i = 0; is_computed && at->kind != DBG_ARGUMENT && i < record->repeats; i++)
        put_scalar(b, i, "time_us", node, SIZE_MAX,
                   record->times ? record->times[node * record->repeats + i] * 1e6 : 0);
    for (size_t i = 0; i < at->output_count; i++) {
        const dbg_tensor *tensor = record->values[at->first_entry + i];
        dbg_stats stats;
        if (!tensor) continue;
        dbg_stats_compute(tensor, &stats);
        if (!stats.is_number) continue;
        if (stats.nans + stats.infs < stats.count) put_histogram(b, node, i, &stats);
        if (stats.nans) put_scalar(b, 0, "nan", node, i, (double)stats.nans);
        if (stats.infs) put_scalar(b, 0, "inf", node, i, (double)stats.infs);
    }
}

/* ======== the graph ======== */

/* An attribute of a node: an entry of a map from strings to AttrValue. Frees the value. */
static void put_attribute(tn_text *node, const char *key, tn_text *value)
{
    tn_text entry = {.failed = false};
    put_bytes(&entry, 1, tunip_str_from(key));
    put_message(&entry, 2, value);
    put_message(node, 5, &entry);
}

/* `_output_shapes`, which TensorBoard writes at the edges. */
static void put_shapes(tn_text *node, const dbg_plan *plan, const dbg_node *at)
{
    tn_text list = {.failed = false}, value = {.failed = false};
    for (size_t i = 0; i < at->output_count; i++) {
        const dbg_tensor *type = &plan->entries[at->first_entry + i].type;
        tn_text shape = {.failed = false};
        for (size_t k = 0; k < type->rank; k++) {
            tn_text size = {.failed = false};
            put_int(&size, 1, (uint64_t)type->dims[k]);
            put_message(&shape, 2, &size);
        }
        put_message(&list, 7, &shape);
    }
    put_message(&value, 1, &list);
    put_attribute(node, "_output_shapes", &value);
}

static void put_place(tn_text *node, const dbg_sources *sources, size_t index)
{
    tn_text place = {.failed = false}, value = {.failed = false};
    dbg_sources_put(sources, index, &place);
    if (place.bytes.count) {
        put_message(&value, 2, &place);
        put_attribute(node, "source", &value);
    }
    tn_text_free(&place);
    tn_text_free(&value);
}

static void put_graph(board *b)
{
    const dbg_plan *plan = b->record->plan;
    tn_text graph = {.failed = false}, event = begin_event(b, 0);
    for (size_t i = 0; i < plan->node_count; i++) {
        const dbg_node *at = &plan->nodes[i];
        tn_text node = {.failed = false}, name = {.failed = false};
        put_name(&name, plan, i);
        put_message(&node, 1, &name);
        put_bytes(&node, 2,
                  at->kind == DBG_ARGUMENT ? tunip_str_from("Placeholder") : at->function);
        for (size_t k = 0; k < at->input_count; k++) {
            const dbg_entry *from = &plan->entries[at->inputs[k]];
            tn_text input = {.failed = false};
            put_name(&input, plan, from->node);
            if (from->output) tn_text_say(&input, ":%zu", from->output);
            put_message(&node, 3, &input);
        }
        put_shapes(&node, plan, at);
        put_place(&node, b->record->sources, i);
        put_message(&graph, 1, &node);
    }
    put_message(&event, 4, &graph);
    put_record(&b->out, &event);
}

/* ======== the file ======== */

tunip_status dbg_tensorboard_write(const dbg_record *record, const char *folder, tunip_error *error)
{
    char path[4096];
    board b = {.record = record, .now = (double)time(NULL)};
    tunip_error own = TUNIP_ERROR_INIT;
    if (!error) error = &own;
    if (!dbg_folder_make(folder, error)) return error->code;
    tn_text event = begin_event(&b, 0);
    put_bytes(&event, 3, tunip_str_from("brain.Event:2"));
    put_record(&b.out, &event);
    put_graph(&b);
    for (size_t i = 0; i < record->plan->node_count; i++) put_node(&b, i);
    snprintf(path, sizeof path, "%s/events.out.tfevents.0000000000.tunip", folder);
    tn_new_file file;
    size_t size = b.out.bytes.count;
    tunip_status status = TUNIP_ERROR_IO;
    if (b.out.failed)
        status = tn_no_memory(error);
    else if (tn_new_file_open(&file, path, error))
        status =
            tn_new_file_close(&file, fwrite(b.out.bytes.items, 1, size, file.out) == size, error);
    tn_text_free(&b.out);
    return status;
}
