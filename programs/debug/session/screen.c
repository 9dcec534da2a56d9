/* screen.c -- the debugger on a terminal: the nodes on the left; on the right what commands say
 * about the selected one. Each key is a row of a table, which is also the help. */
#include "session.h"

#ifdef TUNIP_HAS_NCURSES

#define NCURSES_NOMACROS
#include <curses.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { LINE_ROOM = 400, LEAST_LINES = 5, LEAST_COLUMNS = 40, ESCAPE = 27, BACKSPACE = 127 };

typedef struct screen {
    tunip_debugger *d;
    size_t cursor, top; /* of the list of nodes */
    size_t output;      /* of the node under the cursor */
    const char *view;   /* the command that makes the right side; "show" and "stats" are about the
                           selected tensor */
    tn_text text;       /* the right side */
    size_t text_top;
    char message[LINE_ROOM]; /* of the last line but one */
    char prompt;             /* ':' or '/' while the user types a line; else 0 */
    char line[LINE_ROOM];
    char search[LINE_ROOM];
    bool quit;
} screen;

/* ---- the right side ---- */

static size_t node_count(const screen *s)
{
    return s->d->session.plan->node_count;
}

static bool is_about_tensor(const screen *s)
{
    return strcmp(s->view, "show") == 0 || strcmp(s->view, "stats") == 0;
}

/* Messages quote names of files, which must not control the terminal. */
static void set_message(screen *s, const char *message)
{
    tn_text text = {.failed = false};
    tn_text_put_visible(&text, tunip_str_from(message));
    snprintf(s->message, sizeof s->message, "%.*s", (int)text.bytes.count,
             text.bytes.count ? text.bytes.items : "");
    tn_text_free(&text);
}

/* Executes a line; its text becomes the right side. */
static void execute(screen *s, const char *line)
{
    tunip_error error = TUNIP_ERROR_INIT;
    s->text.bytes.count = 0;
    s->text_top = 0;
    bool fine = dbg_execute(s->d, line, &s->text, &error);
    set_message(s, fine ? "" : error.message);
}

static void refresh_view(screen *s)
{
    char line[80];
    if (!is_about_tensor(s) || !node_count(s)) return;
    const dbg_node *node = &s->d->session.plan->nodes[s->cursor];
    if (s->output >= node->output_count) s->output = 0;
    snprintf(line, sizeof line, "%s %%%zu.%zu", s->view, s->cursor, s->output);
    char kept[LINE_ROOM];
    snprintf(kept, sizeof kept, "%s", s->message);
    execute(s, line);
    if (*kept && !*s->message) snprintf(s->message, sizeof s->message, "%s", kept);
}

static void set_view(screen *s, const char *view)
{
    s->view = view;
    *s->message = '\0';
    if (is_about_tensor(s))
        refresh_view(s);
    else
        execute(s, view);
}

/* ---- keys ---- */

static void move_to(screen *s, size_t node)
{
    s->cursor = node < node_count(s) ? node : node_count(s) ? node_count(s) - 1 : 0;
    s->output = 0;
    *s->message = '\0';
    refresh_view(s);
}

static size_t page(void)
{
    return LINES > LEAST_LINES ? (size_t)LINES - 3 : 1;
}

static void go_up(screen *s)
{
    move_to(s, s->cursor ? s->cursor - 1 : 0);
}
static void go_down(screen *s)
{
    move_to(s, s->cursor + 1);
}
static void page_up(screen *s)
{
    move_to(s, s->cursor > page() ? s->cursor - page() : 0);
}
static void page_down(screen *s)
{
    move_to(s, s->cursor + page());
}
static void go_first(screen *s)
{
    move_to(s, 0);
}
static void go_last(screen *s)
{
    move_to(s, SIZE_MAX);
}
static void show_values(screen *s)
{
    set_view(s, "show");
}
static void show_stats(screen *s)
{
    set_view(s, "stats");
}
static void show_times(screen *s)
{
    set_view(s, "time");
}
static void show_memory(screen *s)
{
    set_view(s, "memory");
}
static void show_graph(screen *s)
{
    set_view(s, "print");
}
static void show_breaks(screen *s)
{
    set_view(s, "breaks");
}
static void end(screen *s)
{
    s->quit = true;
}

static void next_output(screen *s)
{
    s->output++;
    refresh_view(s);
}

static void text_up(screen *s)
{
    if (s->text_top) s->text_top--;
}

static void text_down(screen *s)
{
    s->text_top++;
}

/* Executes a command. If it runs or undoes nodes, goes to the one at which it stopped. */
static void run(screen *s, const char *line)
{
    size_t before = dbg_session_next(&s->d->session), ran = s->d->at;
    s->view = "output";
    execute(s, line);
    size_t next = dbg_session_next(&s->d->session);
    if (next == before && s->d->at == ran) return;
    size_t at = s->d->at == SIZE_MAX ? next : s->d->at;
    if (at < node_count(s)) s->cursor = at;
    s->output = 0;
}

static void step(screen *s)
{
    run(s, "step");
}
static void go_on(screen *s)
{
    run(s, "continue");
}
static void restart(screen *s)
{
    run(s, "restart");
}

static void run_here(screen *s)
{
    char line[40];
    size_t end = s->cursor + 1;
    snprintf(line, sizeof line, "run %zu", end);
    run(s, line);
    if (s->d->session.done[end - 1]) s->cursor = end - 1;
}

static void go_back(screen *s)
{
    char line[40];
    snprintf(line, sizeof line, "goto %zu", s->cursor);
    run(s, line);
}

static void add_break(screen *s, const char *what)
{
    char line[40];
    snprintf(line, sizeof line, "break %s", what);
    s->view = "output";
    execute(s, line);
}

static const dbg_break *break_at(const screen *s, size_t node)
{
    char number[32];
    snprintf(number, sizeof number, "%%%zu", node);
    for (size_t i = 0; i < s->d->session.break_count; i++) {
        const dbg_break *b = &s->d->session.breaks[i];
        if (!b->tests && b->pattern && strcmp(b->pattern, number) == 0) return b;
    }
    return NULL;
}

static void toggle_break(screen *s)
{
    char line[40];
    const dbg_break *b = break_at(s, s->cursor);
    if (b)
        snprintf(line, sizeof line, "delete %u", b->id);
    else
        snprintf(line, sizeof line, "break %%%zu", s->cursor);
    s->view = "output";
    execute(s, line);
}

static void break_nan(screen *s)
{
    add_break(s, "nan");
}
static void break_inf(screen *s)
{
    add_break(s, "inf");
}

static void begin_line(screen *s, char prompt)
{
    s->prompt = prompt;
    *s->line = '\0';
}

static void type_command(screen *s)
{
    begin_line(s, ':');
}
static void type_search(screen *s)
{
    begin_line(s, '/');
}

static void find_next(screen *s)
{
    const dbg_plan *plan = s->d->session.plan;
    for (size_t i = 1; *s->search && i <= plan->node_count; i++) {
        size_t node = (s->cursor + i) % plan->node_count;
        if (!strstr(plan->nodes[node].name.data, s->search)) continue;
        move_to(s, node);
        return;
    }
    snprintf(s->message, sizeof s->message, "no node is called like that");
}

static void show_help(screen *s);

typedef struct key {
    int code, other; /* two keys that do the same; 0: one */
    const char *name, *help;
    void (*press)(screen *s);
} key;

static const key keys[] = {
    {'j', KEY_DOWN, "j, down", "the next node", go_down},
    {'k', KEY_UP, "k, up", "the node before", go_up},
    {KEY_NPAGE, ' ', "page down, blank", "a page down", page_down},
    {KEY_PPAGE, 0, "page up", "a page up", page_up},
    {'g', KEY_HOME, "g, home", "the first node", go_first},
    {'G', KEY_END, "G, end", "the last node", go_last},
    {'/', 0, "/", "search a node by a part of its name", type_search},
    {'n', 0, "n", "search again", find_next},
    {'s', 0, "s", "step: run one node", step},
    {'c', 0, "c", "continue to the next breakpoint", go_on},
    {'r', '\n', "r, enter", "run up to the selected node", run_here},
    {'u', 0, "u", "go back: undo the selected node and all later ones", go_back},
    {'R', 0, "R", "restart", restart},
    {'b', 0, "b", "a breakpoint at the selected node, or none", toggle_break},
    {'N', 0, "N", "break at NaN", break_nan},
    {'I', 0, "I", "break at Inf", break_inf},
    {'B', 0, "B", "list the breakpoints", show_breaks},
    {'v', 0, "v", "values of the selected tensor", show_values},
    {'t', 0, "t", "statistics of the selected tensor", show_stats},
    {'\t', 0, "tab", "the next output of the node", next_output},
    {'T', 0, "T", "times", show_times},
    {'M', 0, "M", "memory", show_memory},
    {'p', 0, "p", "the text of the graph", show_graph},
    {']', 0, "]", "scroll the right side down", text_down},
    {'[', 0, "[", "scroll the right side up", text_up},
    {':', 0, ":", "a command of the debugger; :help lists them", type_command},
    {'?', 0, "?", "this list", show_help},
    {'q', 0, "q", "quit", end},
};

static void show_help(screen *s)
{
    s->view = "output";
    s->text.bytes.count = 0;
    s->text_top = 0;
    for (size_t i = 0; i < TUNIP_LEN(keys); i++)
        tn_text_say(&s->text, "%-18s %s\n", keys[i].name, keys[i].help);
}

static void end_line(screen *s)
{
    char prompt = s->prompt;
    s->prompt = 0;
    if (prompt == '/') {
        if (*s->line) snprintf(s->search, sizeof s->search, "%s", s->line);
        find_next(s);
        return;
    }
    if (!*s->line) return;
    run(s, s->line);
    if (s->d->quit) s->quit = true;
}

static void type(screen *s, int code)
{
    size_t size = strlen(s->line);
    if (code == '\n' || code == KEY_ENTER || code == '\r')
        end_line(s);
    else if (code == ESCAPE)
        s->prompt = 0;
    else if ((code == KEY_BACKSPACE || code == BACKSPACE || code == '\b') && size)
        s->line[size - 1] = '\0';
    else if (code >= ' ' && code < 256 && code != BACKSPACE && size + 1 < sizeof s->line) {
        s->line[size] = (char)code;
        s->line[size + 1] = '\0';
    }
}

static void press(screen *s, int code)
{
    if (s->prompt) {
        type(s, code);
        return;
    }
    for (size_t i = 0; i < TUNIP_LEN(keys); i++)
        if (code == keys[i].code || (keys[i].other && code == keys[i].other)) keys[i].press(s);
}

/* ---- drawing ---- */

/* Text of at most `width` columns; other characters than those of ASCII may be wider than one. */
static void put_at(int row, int column, int width, const char *text, size_t size)
{
    if (width > 0) mvaddnstr(row, column, text, (int)(size < (size_t)width ? size : (size_t)width));
}

static void draw_node(const screen *s, size_t node, size_t next, int row, int width)
{
    tn_text line = {.failed = false};
    const dbg_node *at = &s->d->session.plan->nodes[node];
    tn_text_say(&line, "%c%c%5zu ", break_at(s, node) ? 'B' : ' ',
                node == next               ? '>'
                : s->d->session.done[node] ? '*'
                                           : ' ',
                node);
    tn_text_put_visible(&line, at->name);
    if (node == s->cursor) attron(A_REVERSE);
    put_at(row, 0, width, line.bytes.count ? line.bytes.items : "", line.bytes.count);
    for (int column = (int)line.bytes.count; column < width; column++) mvaddch(row, column, ' ');
    if (node == s->cursor) attroff(A_REVERSE);
    tn_text_free(&line);
}

static void draw_text(screen *s, int left, int rows)
{
    const char *at = s->text.bytes.count ? s->text.bytes.items : "",
               *limit = at + s->text.bytes.count;
    size_t lines = 0;
    for (const char *c = at; c < limit; c++) lines += *c == '\n';
    if (s->text_top + 1 > lines) s->text_top = lines ? lines - 1 : 0;
    for (size_t i = 0; i < s->text_top; i++)
        at = (const char *)memchr(at, '\n', (size_t)(limit - at)) + 1;
    for (int row = 1; row <= rows && at < limit; row++) {
        const char *stop = memchr(at, '\n', (size_t)(limit - at));
        if (!stop) stop = limit;
        put_at(row, left, COLS - left, at, (size_t)(stop - at));
        at = stop + 1;
    }
}

static void draw(screen *s)
{
    static const char hint[] =
        "? keys  q quit  s step  c continue  r run here  u back  b break  v values  t stats  "
        ": command";
    tn_text title = {.failed = false};
    size_t next = dbg_session_next(&s->d->session), count = node_count(s);
    int rows = LINES - 3, left = COLS * 2 / 5;
    erase();
    if (LINES < LEAST_LINES || COLS < LEAST_COLUMNS) {
        put_at(0, 0, COLS, "too small", 9);
        refresh();
        return;
    }
    tn_text_put_visible(&title, tunip_str_from(s->d->graph_file));
    tn_text_say(&title, ": %zu nodes, %s %zu", count, next < count ? "next" : "all ran,", next);
    attron(A_BOLD);
    put_at(0, 0, COLS, title.bytes.count ? title.bytes.items : "", title.bytes.count);
    attroff(A_BOLD);
    tn_text_free(&title);
    if (s->cursor < s->top) s->top = s->cursor;
    if (s->cursor >= s->top + (size_t)rows) s->top = s->cursor - (size_t)rows + 1;
    for (int row = 0; row < rows && s->top + (size_t)row < count; row++)
        draw_node(s, s->top + (size_t)row, next, row + 1, left - 1);
    draw_text(s, left + 1, rows);
    put_at(LINES - 2, 0, COLS, s->message, strlen(s->message));
    if (s->prompt) {
        mvaddch(LINES - 1, 0, (chtype)s->prompt);
        put_at(LINES - 1, 1, COLS - 1, s->line, strlen(s->line));
    } else {
        put_at(LINES - 1, 0, COLS, hint, sizeof hint - 1);
    }
    curs_set(s->prompt ? 1 : 0);
    refresh();
}

bool dbg_screen_run(tunip_debugger *d, tunip_error *error)
{
    screen s = {.d = d, .view = "stats"};
    bool is_terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    SCREEN *terminal = is_terminal ? newterm(NULL, stdout, stdin) : NULL;
    if (!terminal) {
        tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "there is no terminal: use --batch");
        return false;
    }
    set_term(terminal);
    cbreak();
    noecho();
    keypad(stdscr, TRUE);
    set_escdelay(25);
    size_t next = dbg_session_next(&d->session);
    move_to(&s, next);
    while (!s.quit) {
        draw(&s);
        int code = getch();
        if (code == ERR) break;
        press(&s, code);
    }
    endwin();
    delscreen(terminal);
    tn_text_free(&s.text);
    return true;
}

#else

bool dbg_screen_run(tunip_debugger *d, tunip_error *error)
{
    (void)d;
    tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                    "this build has no terminal interface: "
                    "use --batch");
    return false;
}

#endif
