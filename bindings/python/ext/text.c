/* text.c -- texts between the library and Python: UTF-8 and bytes there, characters here. */
#include <stdlib.h>

#include "binding.h"

/* ---- out of the library ---- */

int text_write(const char *data, size_t size, void *user)
{
    text_buffer *buffer = user;
    if (!size) return 0;
    if (size > buffer->room - buffer->size) {
        size_t room = buffer->room * 2 + size + 4096;
        char *grown = realloc(buffer->data, room);
        if (!grown) return buffer->no_memory = true;
        buffer->data = grown;
        buffer->room = room;
    }
    memcpy(buffer->data + buffer->size, data, size);
    buffer->size += size;
    return 0;
}

PyObject *text_from(tunip_str text)
{
    return PyUnicode_DecodeUTF8(text.size ? text.data : "", (Py_ssize_t)text.size,
                                "backslashreplace");
}

PyObject *text_take(text_buffer *buffer)
{
    tunip_str text = {buffer->data, buffer->size};
    PyObject *result = buffer->no_memory ? PyErr_NoMemory() : text_from(text);
    free(buffer->data);
    *buffer = (text_buffer){0};
    return result;
}

PyObject *text_end(text_buffer *buffer, work *w, binding *b, tunip_status status,
                   const tunip_error *error)
{
    PyObject *result = NULL;
    if (work_end(w)) {
        bool is_text = status == TUNIP_OK || buffer->no_memory;
        result = is_text ? text_take(buffer) : raise_error(b, error, NULL, NULL);
    }
    free(buffer->data);
    *buffer = (text_buffer){0};
    return result;
}

PyObject *text_path(const tunip_path *path)
{
    if (!path) Py_RETURN_NONE;
    size_t size = tunip_path_text(path, NULL, 0);
    char *text = malloc(size + 1);
    if (!text) return PyErr_NoMemory();
    tunip_path_text(path, text, size + 1);
    PyObject *result = text_from((tunip_str){text, size});
    free(text);
    return result;
}

/* ---- into the library ---- */

bool text_view(PyObject *object, tunip_str *out)
{
    Py_ssize_t size = 0;
    if (PyUnicode_Check(object)) {
        out->data = PyUnicode_AsUTF8AndSize(object, &size);
    } else {
        char *bytes = NULL;
        if (PyBytes_AsStringAndSize(object, &bytes, &size)) return false;
        out->data = bytes;
    }
    out->size = (size_t)size;
    return out->data != NULL;
}

/* ---- bytes and characters ---- */

/* The text is divided into blocks, and `marks` has the number of characters before each of them, so
 * that a conversion counts within one block. */
enum { BLOCK = 1024 };

static size_t count_characters(tunip_str text, size_t begin, size_t end)
{
    size_t count = 0;
    for (size_t i = begin; i < end; i++) count += ((unsigned char)text.data[i] & 0xC0) != 0x80;
    return count;
}

/* An ASCII text needs no marks; nor has it any when memory runs out, and counting starts at 0. */
static void make_marks(printed_object *p)
{
    tunip_str text = tunip_printed_text(p->printed);
    p->marked = true;
    if (count_characters(text, 0, text.size) == text.size) return;
    size_t blocks = text.size / BLOCK + 1, before = 0;
    p->marks = calloc(blocks, sizeof *p->marks);
    for (size_t i = 0; p->marks && i < blocks; i++) {
        size_t begin = i * BLOCK, end = begin + BLOCK < text.size ? begin + BLOCK : text.size;
        p->marks[i] = before;
        before += count_characters(text, begin, end);
    }
}

size_t text_character(printed_object *p, size_t byte)
{
    tunip_str text = tunip_printed_text(p->printed);
    if (!p->marked) make_marks(p);
    if (byte > text.size) byte = text.size;
    if (!p->marks) return byte;
    size_t block = byte / BLOCK;
    return p->marks[block] + count_characters(text, block * BLOCK, byte);
}

size_t text_byte(printed_object *p, size_t character)
{
    tunip_str text = tunip_printed_text(p->printed);
    if (!p->marked) make_marks(p);
    if (!p->marks) return character < text.size ? character : text.size;
    size_t low = 0, high = text.size / BLOCK + 1;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (p->marks[middle] <= character)
            low = middle;
        else
            high = middle;
    }
    size_t at = low * BLOCK, left = character - p->marks[low];
    while (at < text.size && (left || ((unsigned char)text.data[at] & 0xC0) == 0x80)) {
        left -= ((unsigned char)text.data[at] & 0xC0) != 0x80;
        at++;
    }
    return at;
}
