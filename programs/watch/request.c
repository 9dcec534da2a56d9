/* request.c -- reads the requests of browsers. */
#include "request.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <tunip/base.h>

static bool is_name(tunip_str w, const char *text)
{
    return w.size == strlen(text) && strncasecmp(w.data, text, w.size) == 0;
}

/* Takes the text up to a mark off the front; false if the mark is not there. */
static bool take(tunip_str *rest, const char *mark, tunip_str *out)
{
    size_t size = strlen(mark);
    for (size_t i = 0; i + size <= rest->size; i++) {
        if (memcmp(rest->data + i, mark, size) != 0) continue;
        *out = (tunip_str){rest->data, i};
        *rest = (tunip_str){rest->data + i + size, rest->size - i - size};
        return true;
    }
    return false;
}

/* Lines end in CR LF; no other control may be there but tabs. */
static bool is_clean(const char *text, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char)text[i];
        bool ends = c == '\r' && i + 1 < size && text[i + 1] == '\n';
        if (ends)
            i++;
        else if ((c < ' ' && c != '\t') || c == 0x7f)
            return false;
    }
    return true;
}

static bool is_token(tunip_str w)
{
    for (size_t i = 0; i < w.size; i++)
        if (w.data[i] <= ' ' || strchr("\"(),/:;<=>?@[\\]{}", w.data[i])) return false;
    return w.size > 0;
}

static tunip_str trimmed(tunip_str w)
{
    while (w.size && (*w.data == ' ' || *w.data == '\t')) w.data++, w.size--;
    while (w.size && (w.data[w.size - 1] == ' ' || w.data[w.size - 1] == '\t')) w.size--;
    return w;
}

static bool is_own_host(tunip_str host, unsigned port)
{
    static const char *const names[] = {"127.0.0.1", "localhost"};
    char own[32];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(own, sizeof own, "%s:%u", names[i], port);
        if (is_name(host, own) || (port == 80 && is_name(host, names[i]))) return true;
    }
    return false;
}

/* Reads the header. False if it is wrong. A request with a body is wrong, too. */
static bool read_fields(tunip_str rest, tunip_str *host)
{
    tunip_str line, name;
    size_t hosts = 0;
    while (take(&rest, "\r\n", &line) && line.size) {
        if (!take(&line, ":", &name) || !is_token(name)) return false;
        tunip_str value = trimmed(line);
        if (is_name(name, "host")) {
            *host = value;
            hosts++;
        }
        if (is_name(name, "transfer-encoding")) return false;
        if (is_name(name, "content-length") && !tunip_str_is(value, "0")) return false;
    }
    return hosts == 1;
}

watch_answer watch_parse(const char *text, size_t size, unsigned port)
{
    tunip_str rest = {text, size}, head, line, method, target, host = {"", 0};
    if (!take(&rest, "\r\n\r\n", &head)) {
        /* A CR may be the last byte so far. */
        size_t seen = size && text[size - 1] == '\r' ? size - 1 : size;
        return is_clean(text, seen) ? WATCH_MORE : WATCH_BAD;
    }
    rest = (tunip_str){text, head.size + 4};
    if (!is_clean(text, rest.size) || !take(&rest, "\r\n", &line) || !take(&line, " ", &method) ||
        !take(&line, " ", &target) || !is_token(method) || !target.size ||
        (!tunip_str_is(line, "HTTP/1.1") && !tunip_str_is(line, "HTTP/1.0")) ||
        !read_fields(rest, &host))
        return WATCH_BAD;
    if (!is_own_host(host, port)) return WATCH_FORBIDDEN;
    if (!tunip_str_is(method, "GET")) return WATCH_METHOD;
    return tunip_str_is(target, "/")         ? WATCH_PAGE
           : tunip_str_is(target, "/events") ? WATCH_EVENTS
                                             : WATCH_MISSING;
}
