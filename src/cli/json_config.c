/* json_config.c -- the part of JSON that a configuration file needs: one object whose members are
 * scalars, lists of strings or maps to scalars. */
#include "json_scan.h"

typedef bool (*each_fn)(void *user, const cli_member *member);

typedef struct config {
    cli_scan scan;
    each_fn each;
    void *user;
} config;

/* Sets the place of the next token. */
static void locate(const config *c, cli_member *member)
{
    tunip_source_locate(c->scan.source, cli_scan_at(&c->scan), &member->line, &member->column);
}

/* true, false, null or a number. */
static bool read_word(config *c, cli_member *member)
{
    cli_word word;
    if (!cli_scan_word(&c->scan, &word)) return false;
    member->kind = word.kind;
    member->text = word.text;
    return c->each(c->user, member);
}

static bool read_text(config *c, cli_member *member)
{
    locate(c, member);
    member->kind = CLI_STRING;
    member->text = cli_scan_string(&c->scan);
    return member->text && c->each(c->user, member);
}

static bool read_list(config *c, cli_member *member)
{
    member->kind = CLI_LIST;
    member->text = "a list";
    if (!c->each(c->user, member)) return false;
    member->inside = CLI_LIST;
    if (cli_scan_accept(&c->scan, TUNIP_JSON_CLOSE_ARRAY)) return true;
    do {
        if (!read_text(c, member)) return false;
    } while (cli_scan_accept(&c->scan, TUNIP_JSON_COMMA));
    return cli_scan_expect(&c->scan, TUNIP_JSON_CLOSE_ARRAY, "`]`");
}

static bool read_map(config *c, cli_member *member)
{
    member->kind = CLI_MAP;
    member->text = "an object";
    if (!c->each(c->user, member)) return false;
    member->inside = CLI_MAP;
    if (cli_scan_accept(&c->scan, TUNIP_JSON_CLOSE_OBJECT)) return true;
    do {
        member->name = cli_scan_string(&c->scan);
        if (!member->name || !cli_scan_expect(&c->scan, TUNIP_JSON_COLON, "`:`") ||
            !(tunip_json_is_string(c->scan.token) ? read_text : read_word)(c, member))
            return false;
    } while (cli_scan_accept(&c->scan, TUNIP_JSON_COMMA));
    return cli_scan_expect(&c->scan, TUNIP_JSON_CLOSE_OBJECT, "`}`");
}

static bool read_member(config *c)
{
    const char *key = cli_scan_string(&c->scan);
    if (!key || !cli_scan_expect(&c->scan, TUNIP_JSON_COLON, "`:`")) return false;
    cli_member member = {.file = c->scan.path, .key = key};
    locate(c, &member);
    if (tunip_json_is_string(c->scan.token)) return read_text(c, &member);
    if (cli_scan_accept(&c->scan, TUNIP_JSON_OPEN_ARRAY)) return read_list(c, &member);
    if (cli_scan_accept(&c->scan, TUNIP_JSON_OPEN_OBJECT)) return read_map(c, &member);
    return read_word(c, &member);
}

static bool read_file_object(config *c)
{
    if (!cli_scan_expect(&c->scan, TUNIP_JSON_OPEN_OBJECT, "`{`")) return false;
    if (!cli_scan_accept(&c->scan, TUNIP_JSON_CLOSE_OBJECT)) {
        do {
            if (!read_member(c)) return false;
        } while (cli_scan_accept(&c->scan, TUNIP_JSON_COMMA));
        if (!cli_scan_expect(&c->scan, TUNIP_JSON_CLOSE_OBJECT, "`}`")) return false;
    }
    return cli_scan_expect(&c->scan, TUNIP_JSON_END, "the end of the file");
}

enum { LARGEST_FILE = 1 << 24 };

bool cli_read_config(const char *path, each_fn each, void *user)
{
    config c = {.each = each, .user = user};
    if (!cli_scan_open(&c.scan, path, LARGEST_FILE, "a configuration file")) return false;
    bool fine = read_file_object(&c);
    cli_scan_close(&c.scan);
    return fine;
}
