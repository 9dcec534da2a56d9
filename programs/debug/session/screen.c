/* screen.c -- the debugger on a terminal: the nodes on the left; on the right what commands say
 * about the selected one. Each key is a row of a table, which is also the help. */
#include "screen.h"

#ifdef TUNIP_HAS_NCURSES

#define NCURSES_NOMACROS
#include <curses.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "../../../src/util/unicode.h"

enum {
    LEAST_LINES = 5,
    LEAST_COLUMNS = 40,
    LEAST_LIST = 16,
    TEXT_STEP = 8,
    WHEEL_STEP = 3,
    ESCAPE = 27,
    BACKSPACE = 127
};

/* The letters of the keyboard with Ctrl. */
enum { CTRL_A = 1, CTRL_E = 5, CTRL_U = 21, CTRL_W = 23 };

/* Colours, if the terminal has some. */
enum { PLAIN, ALARM, CHANGED, STOP };

typedef struct screen {
    tunip_debugger *d;
    screen_list list;
    size_t cursor;    /* a node */
    size_t top;       /* of the list */
    int list_columns; /* 0: two fifths */
    size_t output;    /* of the node under the cursor */
    const char *view; /* the command that makes the right side; "show", "stats" and "node" are about
                         the selected node */
    tn_text text;     /* the right side */
    size_t text_top, text_left;
    bool wraps;              /* long lines of the right side go on in the next row */
    char message[LINE_ROOM]; /* of the last line but one */
    char prompt;             /* ':', '/' or 'f' while the user types a line; else 0 */
    screen_line line;
    char search[LINE_ROOM];
    bool quit;
} screen;

/* ---- the right side ---- */

static size_t node_count(const screen *s)
{
    return s->d->session.plan->node_count;
}

static bool is_about_node(const screen *s)
{
    return strcmp(s->view, "show") == 0 || strcmp(s->view, "stats") == 0 ||
           strcmp(s->view, "node") == 0;
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
    s->text_top = s->text_left = 0;
    bool fine = dbg_execute(s->d, line, &s->text, &error);
    set_message(s, fine ? "" : error.message);
    list_update(&s->list);
}

static void refresh_view(screen *s)
{
    char line[80];
    if (!is_about_node(s) || !node_count(s)) return;
    const dbg_node *node = &s->d->session.plan->nodes[s->cursor];
    if (s->output >= node->output_count) s->output = 0;
    if (strcmp(s->view, "node") == 0)
        snprintf(line, sizeof line, "node %zu", s->cursor);
    else
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
    if (is_about_node(s))
        refresh_view(s);
    else
        execute(s, view);
}

/* ---- keys ---- */

static void select_node(screen *s, size_t node)
{
    s->cursor = node < node_count(s) ? node : node_count(s) ? node_count(s) - 1 : 0;
    s->output = 0;
    *s->message = '\0';
    refresh_view(s);
}

/* Selects the node in a row of the list. */
static void move_to(screen *s, size_t place)
{
    if (!s->list.count) return;
    select_node(s, s->list.nodes[place < s->list.count ? place : s->list.count - 1]);
}

static size_t place(const screen *s)
{
    return list_place(&s->list, s->cursor);
}

static void move_by(screen *s, size_t rows, bool is_up)
{
    size_t at = place(s);
    move_to(s, !is_up ? at + rows : at > rows ? at - rows : 0);
}

static size_t page(void)
{
    return LINES > LEAST_LINES ? (size_t)LINES - 3 : 1;
}

static void go_up(screen *s)
{
    move_by(s, 1, true);
}
static void go_down(screen *s)
{
    move_by(s, 1, false);
}
static void page_up(screen *s)
{
    move_by(s, page(), true);
}
static void page_down(screen *s)
{
    move_by(s, page(), false);
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
static void show_node(screen *s)
{
    set_view(s, "node");
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

static void text_left(screen *s)
{
    s->text_left -= s->text_left < TEXT_STEP ? s->text_left : TEXT_STEP;
}

static void text_right(screen *s)
{
    if (!s->wraps) s->text_left += TEXT_STEP;
}

static void toggle_wrap(screen *s)
{
    s->wraps = !s->wraps;
    s->text_left = 0;
}

static int list_columns(const screen *s)
{
    int columns = s->list_columns ? s->list_columns : COLS * 2 / 5;
    int most = COLS - LEAST_LIST;
    return columns > most ? most : columns < LEAST_LIST ? LEAST_LIST : columns;
}

static void narrow_list(screen *s)
{
    s->list_columns = list_columns(s) - 4;
}

static void widen_list(screen *s)
{
    s->list_columns = list_columns(s) + 4;
}

/* ---- the list ---- */

/* The selected node stays selected, or the next one that is shown is. */
static void change_list(screen *s)
{
    list_update(&s->list);
    if (!s->list.count) {
        snprintf(s->message, sizeof s->message, "no node is shown: F shows others");
        return;
    }
    move_to(s, place(s));
}

static void next_order(screen *s)
{
    s->list.order = (s->list.order + 1) % LIST_ORDERS;
    change_list(s);
}

static void next_kind(screen *s)
{
    *s->list.filter = '\0';
    s->list.kind = (s->list.kind + 1) % LIST_KINDS;
    change_list(s);
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

static void run_only(screen *s)
{
    char line[40];
    snprintf(line, sizeof line, "only %zu", s->cursor);
    run(s, line);
}

static void undo(screen *s)
{
    s->view = "output";
    execute(s, "undo");
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

static void toggle_break(screen *s)
{
    char line[40];
    const dbg_break *b = list_break(s->d, s->cursor);
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
    line_begin(&s->line, prompt == 'f' ? s->list.filter : "");
}

static void type_command(screen *s)
{
    begin_line(s, ':');
}
static void type_search(screen *s)
{
    begin_line(s, '/');
}
static void type_filter(screen *s)
{
    begin_line(s, 'f');
}

/* The next node of the list whose name has the text that is searched for. */
static void find_next(screen *s)
{
    const dbg_plan *plan = s->d->session.plan;
    size_t from = place(s);
    for (size_t i = 1; *s->search && i <= s->list.count; i++) {
        size_t node = s->list.nodes[(from + i) % s->list.count];
        if (!strstr(plan->nodes[node].name.data, s->search)) continue;
        select_node(s, node);
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
    {'u', 0, "u", "make the selected node the next one: go back, or run", go_back},
    {'x', 0, "x", "run the selected node alone", run_only},
    {'U', 0, "U", "take back the last injection", undo},
    {'R', 0, "R", "restart", restart},
    {'b', 0, "b", "a breakpoint at the selected node, or none", toggle_break},
    {'N', 0, "N", "break at NaN", break_nan},
    {'I', 0, "I", "break at Inf", break_inf},
    {'B', 0, "B", "list the breakpoints", show_breaks},
    {'v', 0, "v", "values of the selected tensor", show_values},
    {'t', 0, "t", "statistics of the selected tensor", show_stats},
    {'\t', 0, "tab", "the next output of the node", next_output},
    {'i', 0, "i", "the selected node: inputs, outputs, attributes, source", show_node},
    {'T', 0, "T", "times", show_times},
    {'M', 0, "M", "memory", show_memory},
    {'p', 0, "p", "the text of the graph", show_graph},
    {']', 0, "]", "scroll the right side down", text_down},
    {'[', 0, "[", "scroll the right side up", text_up},
    {KEY_RIGHT, 'l', "l, right", "scroll the right side to the right", text_right},
    {KEY_LEFT, 'h', "h, left", "scroll it back", text_left},
    {'w', 0, "w", "wrap long lines, or cut them", toggle_wrap},
    {'<', 0, "<", "a narrower list", narrow_list},
    {'>', 0, ">", "a wider list", widen_list},
    {'o', 0, "o", "order by graph, time, size, name", next_order},
    {'f', 0, "f", "show nodes by a part of the name, or a pattern with * and ?", type_filter},
    {'F', 0, "F", "show all, NaN and Inf, injected, breakpoints", next_kind},
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
    const char *text = s->line.text;
    s->prompt = 0;
    if (prompt == '/') {
        if (*text) snprintf(s->search, sizeof s->search, "%s", text);
        find_next(s);
    } else if (prompt == 'f') {
        snprintf(s->list.filter, sizeof s->list.filter, "%s", text);
        change_list(s);
    } else if (*text) {
        line_remember(&s->line);
        run(s, text);
        if (s->d->quit) s->quit = true;
    }
}

static void complete(screen *s)
{
    tn_text found = {.failed = false};
    if (s->prompt != ':') return;
    line_complete(&s->line, s->d, &found);
    if (found.bytes.count) {
        s->view = "output";
        tn_text_free(&s->text);
        s->text = found;
        s->text_top = s->text_left = 0;
    } else {
        tn_text_free(&found);
    }
}

static void type(screen *s, int code)
{
    screen_line *line = &s->line;
    int all = LINE_ROOM;
    switch (code) {
    case '\n':
    case '\r':
    case KEY_ENTER:
        end_line(s);
        break;
    case ESCAPE:
        s->prompt = 0;
        break;
    case KEY_BACKSPACE:
    case BACKSPACE:
    case '\b':
        line_erase(line);
        break;
    case '\t':
        complete(s);
        break;
    case KEY_UP:
        line_recall(line, -1);
        break;
    case KEY_DOWN:
        line_recall(line, 1);
        break;
    case KEY_LEFT:
        line_move(line, -1);
        break;
    case KEY_RIGHT:
        line_move(line, 1);
        break;
    case KEY_HOME:
    case CTRL_A:
        line_move(line, -all);
        break;
    case KEY_END:
    case CTRL_E:
        line_move(line, all);
        break;
    case CTRL_W:
        line_erase_word(line);
        break;
    case CTRL_U:
        line_begin(line, "");
        break;
    default:
        if (code >= ' ' && code < 256) line_insert(line, (char)code);
    }
}

/* A click selects a node, one on the selected node shows all of it; the wheel moves what is under
 * the pointer. */
static void use_mouse(screen *s)
{
    MEVENT event;
    if (getmouse(&event) != OK) return;
    bool is_list = event.x < list_columns(s), is_up = event.bstate & BUTTON4_PRESSED;
    bool is_wheel = event.bstate & (BUTTON4_PRESSED | BUTTON5_PRESSED);
    if (is_wheel && is_list) move_by(s, WHEEL_STEP, is_up);
    for (int i = 0; is_wheel && !is_list && i < WHEEL_STEP; i++) (is_up ? text_up : text_down)(s);
    size_t row = s->top + (size_t)event.y - 1;
    if (is_wheel || !is_list || event.y < 1 || event.y > LINES - 3 || row >= s->list.count) return;
    bool again = s->list.nodes[row] == s->cursor;
    move_to(s, row);
    if (again) show_node(s);
}

static void press(screen *s, int code)
{
    if (code == KEY_MOUSE) {
        use_mouse(s);
        return;
    }
    if (s->prompt) {
        type(s, code);
        return;
    }
    for (size_t i = 0; i < TUNIP_LEN(keys); i++)
        if (code == keys[i].code || (keys[i].other && code == keys[i].other)) keys[i].press(s);
}

/* ---- drawing ---- */

/* Text of at most `width` columns. */
static void put_at(int row, int column, int width, const char *text, size_t size)
{
    if (width <= 0) return;
    mvaddnstr(row, column, text, (int)text_head((tunip_str){text, size}, (size_t)width));
}

static void draw_node(const screen *s, size_t node, size_t next, int row, int width)
{
    tn_text line = {.failed = false}, amount = {.failed = false};
    char mark = s->list.marks[node];
    bool has_break = list_has_break(s->d, node);
    tn_text_say(&line, "%c%c%c%5zu ", mark, has_break ? 'B' : ' ',
                node == next               ? '>'
                : s->d->session.done[node] ? '*'
                                           : ' ',
                node);
    list_put_amount(&s->list, node, &amount);
    size_t used = line.bytes.count + (amount.bytes.count ? amount.bytes.count + 1 : 0);
    size_t room = (size_t)width > used ? (size_t)width - used : 0;
    list_put_name(&s->list, node, room, &line);
    size_t filled = tn_utf8_width(tn_text_str(&line)) + amount.bytes.count;
    if (filled < (size_t)width) tn_text_fill(&line, ' ', (size_t)width - filled);
    tn_text_put_str(&line, tn_text_str(&amount));
    int colour = mark == 'N' || mark == 'I' ? ALARM : mark == 'J' ? CHANGED : PLAIN;
    int look = node == s->cursor ? (int)A_REVERSE : 0;
    if (colour == PLAIN && has_break) colour = STOP;
    attron(look | COLOR_PAIR(colour));
    put_at(row, 0, width, line.bytes.count ? line.bytes.items : "", line.bytes.count);
    attroff(look | COLOR_PAIR(colour));
    tn_text_free(&line);
    tn_text_free(&amount);
}

/* Draws the right side. A long line goes on in the next row, or is cut; `<` and `>` say that there
 * is more at its sides. */
static void draw_text(screen *s, int left, int rows)
{
    const char *at = s->text.bytes.count ? s->text.bytes.items : "",
               *limit = at + s->text.bytes.count;
    size_t lines = 0, width = (size_t)(COLS - left);
    for (const char *c = at; c < limit; c++) lines += *c == '\n';
    if (s->text_top + 1 > lines) s->text_top = lines ? lines - 1 : 0;
    for (size_t i = 0; i < s->text_top; i++)
        at = (const char *)memchr(at, '\n', (size_t)(limit - at)) + 1;
    for (int row = 1; row <= rows && at < limit;) {
        const char *stop = memchr(at, '\n', (size_t)(limit - at));
        if (!stop) stop = limit;
        size_t hidden = text_head((tunip_str){at, (size_t)(stop - at)}, s->text_left);
        at += hidden;
        do {
            size_t shown = text_head((tunip_str){at, (size_t)(stop - at)}, width);
            bool is_cut = !s->wraps && at + shown < stop;
            put_at(row, left, COLS - left, at, shown);
            if (is_cut) mvaddch(row, COLS - 1, '>' | A_BOLD);
            if (hidden && shown) mvaddch(row, left, '<' | A_BOLD);
            at += shown;
            row++;
        } while (s->wraps && at < stop && row <= rows);
        at = stop + 1;
    }
}

static void draw_title(const screen *s)
{
    tn_text title = {.failed = false};
    size_t next = dbg_session_next(&s->d->session), count = node_count(s);
    tn_text_put_visible(&title, tunip_str_from(s->d->graph_file));
    tn_text_say(&title, ": %zu nodes, %s %zu", count, next < count ? "next" : "all ran,", next);
    if (s->list.count < count) tn_text_say(&title, ", %zu shown", s->list.count);
    list_put_state(&s->list, &title);
    attron(A_BOLD);
    put_at(0, 0, COLS, title.bytes.count ? title.bytes.items : "", title.bytes.count);
    attroff(A_BOLD);
    tn_text_free(&title);
}

static void draw_line(const screen *s)
{
    static const char hint[] =
        "? keys  q quit  s step  c continue  r run here  b break  i node  v values  o order  "
        "f filter  : command";
    if (!s->prompt) {
        put_at(LINES - 1, 0, COLS, hint, sizeof hint - 1);
        return;
    }
    tunip_str before = text_tail((tunip_str){s->line.text, s->line.cursor}, (size_t)COLS - 2);
    mvaddch(LINES - 1, 0, (chtype)s->prompt);
    put_at(LINES - 1, 1, COLS - 1, before.data, strlen(before.data));
    move(LINES - 1, 1 + (int)tn_utf8_width(before));
}

static void draw(screen *s)
{
    size_t next = dbg_session_next(&s->d->session), at = place(s);
    int rows = LINES - 3, left = list_columns(s);
    erase();
    if (LINES < LEAST_LINES || COLS < LEAST_COLUMNS) {
        put_at(0, 0, COLS, "too small", 9);
        refresh();
        return;
    }
    draw_title(s);
    if (at < s->top) s->top = at;
    if (at >= s->top + (size_t)rows) s->top = at - (size_t)rows + 1;
    if (s->top >= s->list.count) s->top = 0;
    for (int row = 0; row < rows && s->top + (size_t)row < s->list.count; row++)
        draw_node(s, s->list.nodes[s->top + (size_t)row], next, row + 1, left - 1);
    draw_text(s, left + 1, rows);
    put_at(LINES - 2, 0, COLS, s->message, strlen(s->message));
    draw_line(s);
    curs_set(s->prompt ? 1 : 0);
    refresh();
}

static void begin_colours(void)
{
    if (!has_colors() || start_color() == ERR) return;
    short back = use_default_colors() == OK ? -1 : COLOR_BLACK;
    init_pair(ALARM, COLOR_RED, back);
    init_pair(CHANGED, COLOR_MAGENTA, back);
    init_pair(STOP, COLOR_CYAN, back);
}

bool dbg_screen_run(tunip_debugger *d, bool has_colours, tunip_error *error)
{
    screen s = {.d = d, .view = "stats"};
    bool is_terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    SCREEN *terminal = is_terminal ? newterm(NULL, stdout, stdin) : NULL;
    if (!terminal) {
        tunip_error_set(error, TUNIP_ERROR_ARGUMENT, "there is no terminal: use --batch");
        return false;
    }
    if (!list_open(&s.list, d, error)) {
        list_close(&s.list);
        delscreen(terminal);
        return false;
    }
    set_term(terminal);
    cbreak();
    noecho();
    keypad(stdscr, TRUE);
    set_escdelay(25);
    mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    mouseinterval(0);
    if (has_colours) begin_colours();
    select_node(&s, dbg_session_next(&d->session));
    while (!s.quit) {
        draw(&s);
        int code = getch();
        if (code == ERR) break;
        press(&s, code);
    }
    endwin();
    delscreen(terminal);
    tn_text_free(&s.text);
    list_close(&s.list);
    line_close(&s.line);
    return true;
}

#else

bool dbg_screen_run(tunip_debugger *d, bool has_colours, tunip_error *error)
{
    (void)d, (void)has_colours;
    tunip_error_set(error, TUNIP_ERROR_ARGUMENT,
                    "this build has no terminal interface: "
                    "use --batch");
    return false;
}

#endif
