//! From a parsed expression to the syntax of the `regex` crate.

use super::ere::Node;
use std::fmt::Write as _;

/// The expression in the `regex` crate's syntax, for a byte regex without Unicode and with multi-line anchors.
pub(super) fn to_regex(node: &Node) -> String {
    let mut out = String::new();
    write_node(node, &mut out);
    out
}

fn write_node(node: &Node, out: &mut String) {
    match node {
        Node::Empty => {}
        Node::Byte(byte) => write_byte(*byte, out),
        Node::Any => out.push_str(r"[^\n]"),
        Node::Class(set) => {
            let ranges = set.ranges();
            if ranges.is_empty() {
                out.push_str(r"[^\x00-\xFF]");
                return;
            }
            out.push('[');
            for (start, end) in ranges {
                let _ = write!(out, r"\x{start:02X}-\x{end:02X}");
            }
            out.push(']');
        }
        Node::LineStart => out.push('^'),
        Node::LineEnd => out.push('$'),
        Node::WordStart => out.push_str(r"\b{start}"),
        Node::WordEnd => out.push_str(r"\b{end}"),
        Node::Group(_, inner) => {
            out.push('(');
            write_node(inner, out);
            out.push(')');
        }
        // Patterns with back references never come here.
        Node::Backref(_) => out.push_str(r"[^\x00-\xFF]"),
        Node::Concat(parts) => parts.iter().for_each(|part| write_node(part, out)),
        Node::Alternate(branches) => {
            out.push_str("(?:");
            for (i, branch) in branches.iter().enumerate() {
                if i > 0 {
                    out.push('|');
                }
                write_node(branch, out);
            }
            out.push(')');
        }
        Node::Repeat { node, min, max } => {
            out.push_str("(?:");
            write_node(node, out);
            out.push(')');
            let _ = match (min, max) {
                (0, None) => write!(out, "*"),
                (1, None) => write!(out, "+"),
                (0, Some(1)) => write!(out, "?"),
                (min, None) => write!(out, "{{{min},}}"),
                (min, Some(max)) => write!(out, "{{{min},{max}}}"),
            };
        }
    }
}

fn write_byte(byte: u8, out: &mut String) {
    if byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'_' | b'%' | b'@' | b':' | b',' | b'"' | b'=') {
        out.push(char::from(byte));
    } else {
        let _ = write!(out, r"\x{byte:02X}");
    }
}
