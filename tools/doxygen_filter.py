#!/usr/bin/env python3
"""Converts a public header for Doxygen: makes documentation comments of the plain C comments. Lines
keep their numbers.

usage: doxygen_filter.py HEADER

- A comment documents the declaration below it and those that follow without a blank line.
- A comment after a member documents that member. A member without a comment refers to the comment
  of its struct.
- The descriptor of a node (`tir_for_type`) refers to its struct.
"""

import pathlib
import re
import sys

SPAN = re.compile(r"(`[^`\n]*`)")
# The relevant parts of a header: comments, structs, declarations, and blank lines, which end the
# effect of a comment.
PART = re.compile(r"""
    ^/\*(?P<comment>.*?)\*/[^\S\n]*(?=\n)
  | (?P<linkage>^extern[ ]"C"[ ]\{)
  | (?P<record>^(?:typedef[ ])?(?:struct|enum)\b[^\n;()]*\{(?:[^\n]+\}|.*?^\})[^\n]*?;)
    (?P<behind>[ ]/\*[^\n]*)?
  | (?P<inline>^static[ ]inline\b.*?^\}(?=\n))
  | (?P<descriptor>^TUNIP_API[ ]extern[ ][^;(]*?(?P<name>\w+);)
  | ^typedef[ ][^;({]*;(?=[ ]*/\*(?P<remark>[^\n]*)\*/\n)
  | (?P<code>^[A-Za-z][^;]*?;|^\#define\ (?!\w+_H\n)(?:[^\n]*\\\n)*[^\n]*)
  | (?P<blank>\n[^\S\n]*(?=\n))
""", re.M | re.S | re.X)
MEMBER = re.compile(r"""
    ^[ ]+/\*(?P<above>.*?)\*/(?=\n)
  | (?P<union>^[ ]+\}[ ]\w+;)
  | (?P<indent>^[ ]+)
    (?P<code>(?:(?!/\*)[^;,{}\n]|\([^()]*\)|\n[ ]{8,})+?(?:[;,][^\n]*?|(?=[ ]/\*|\n\})))
    (?P<behind>[ ]*/\*(?P<text>.*?)\*/)?(?=\n)
""", re.M | re.S | re.X)
SEVERAL = re.compile(r"(?P<type>(?:\w+ )+)(?P<names>\**\w+(?:, \**\w+)+);")


def plain(text):
    """The text of a comment without Doxygen's markup."""
    def line(words):
        if re.match(r" ?\*     ", words):
            return words
        parts = SPAN.split(words)
        parts[::2] = [re.sub(r"([<>@\\#%&])", r"\\\1", part) for part in parts[::2]]
        return "".join(parts)
    return "\n".join(map(line, text.split("\n")))


def apart(code):
    """The members of a declaration: `size_t begin, end;` has two."""
    several = SEVERAL.fullmatch(code)
    if not several:
        return [code]
    return [f"{several['type']}{name};" for name in several["names"].split(", ")]


def with_members(record, title):
    """The struct or enum with the comment of every member in front of it."""
    above = False

    def member(match):
        nonlocal above
        if match["above"] is not None:
            above = True
            return f"  /**{plain(match['above'])}*/"
        if match["union"]:
            return f"{match['union']} /**< Of {title}. */"
        text = match["text"] or ("" if above else f" Of {title}. ")
        above = False
        mark = f"/**{plain(text)}*/ " if text else ""
        return match["indent"] + " ".join(mark + one for one in apart(match["code"]))

    head, brace, body = record.partition("{")
    return head + brace + MEMBER.sub(member, body)


class Filter:
    """Converts the parts of a header. `comment` documents the next declaration, and
    `repeated` is whether it already preceded another one."""

    def __init__(self, name):
        self.name, self.comment, self.repeated = name, None, False

    def part(self, match):
        if match["comment"] is not None:
            return self.on_comment(match["comment"])
        if match["blank"] is not None:
            self.comment = None
        if match["blank"] is not None or match["linkage"]:
            return match.group()
        if match["record"]:
            return self.on_record(match)
        if match["remark"]:
            return f"/**{plain(match['remark'])}*/ {match.group()}"
        if match["name"] and not self.comment:
            return f"/** The type of a {match['name'].removesuffix('_type')}. */ {match.group()}"
        return self.documented(match.group())

    def on_comment(self, text):
        if text.startswith((" ----", " clang-format")):
            return "/*" + text + "*/"
        if text.startswith(f" {self.name} -- "):
            return f"/** @file {self.name} " + plain(text.removeprefix(f" {self.name} --")) + "*/"
        self.comment, self.repeated = text, False
        return f"/**{plain(text)}*/"

    def on_record(self, match):
        title = re.search(r"(\w+);$", match["record"])
        if match["behind"]:
            self.comment, self.repeated = match["behind"].strip(" /*"), True
        shown = with_members(match["record"], title.group(1) if title else "the group above")
        return self.documented(shown)

    def documented(self, code):
        """A declaration; one that follows another has the comment in front of its own line."""
        shown, self.repeated = self.repeated, True
        if not self.comment or not shown:
            return code
        text = plain(" ".join(self.comment.replace(" * ", " ").split()))
        return f"{code} /**< {text} */" if code.startswith("#") else f"/** {text} */ {code}"


def main():
    path = pathlib.Path(sys.argv[1])
    text = path.read_text()
    sys.stdout.write(PART.sub(Filter(path.name).part, text))


main()
