//! The names and locations of values in the source: the IR has the locations of ops and arguments, the names
//! are read from the text there.

use std::ops::Range;

use terrace_diag::{Buffer, Pos};
use terrace_dialects_core::func::FuncOp;
use terrace_ir::attrs::LocData;
use terrace_ir::{Ir, Loc, OpRef, ValueRef};

use crate::interface::{Operand, owner};

/// The number of bytes after an op's location that are searched for the name of a value.
const FAR: usize = 4096;

/// The buffer that a location points into, and the offset.
fn position(ir: &Ir, loc: Loc) -> Option<(&Buffer, usize)> {
    let (buffer, offset) = ir.sources.locate(Pos(loc.as_source()?))?;
    Some((ir.sources.buffer(buffer), offset))
}

/// Whether a byte belongs to a word of the syntax.
fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.' | b'-')
}

/// The word at the start of a text.
fn word(text: &[u8]) -> &[u8] {
    &text[..text.iter().take_while(|&&byte| is_word(byte)).count()]
}

/// A value's name at the start of a text, with the percent sign and without the number in its group.
fn name_at(text: &[u8]) -> Option<&[u8]> {
    let len = word(text.strip_prefix(b"%")?).len();
    (len > 0).then(|| &text[..=len])
}

/// The buffer and the offset at which an op's name is, if the text there is the op: not where the op came from another.
fn op_position(op: OpRef<'_>) -> Option<(&Buffer, usize)> {
    let (buffer, offset) = position(op.ir(), op.loc())?;
    let text = buffer.bytes().get(offset..)?;
    let found = word(text.strip_prefix(b"\"").unwrap_or(text));
    let name = op.name_text().as_bytes();
    // The dialect may be left out.
    let is_it = name == found || name.ends_with(found) && name[..name.len() - found.len()].ends_with(b".");
    (is_it && !found.is_empty()).then_some((buffer, offset))
}

/// The names on the left of an op, in order, each with its number of values.
pub fn defined_names(text: &[u8], op: usize) -> Option<Vec<(Range<usize>, usize)>> {
    let skip_back = |mut at: usize, accept: &dyn Fn(u8) -> bool| {
        while at > 0 && accept(text[at - 1]) {
            at -= 1;
        }
        at
    };
    let equals = skip_back(op, &|byte| byte.is_ascii_whitespace()).checked_sub(1)?;
    if text[equals] != b'=' {
        return None;
    }
    let is_list = |byte: u8| is_word(byte) || matches!(byte, b'%' | b':' | b',' | b' ');
    let mut at = skip_back(equals, &is_list);
    let mut names = Vec::new();
    while at < equals {
        let Some(name) = name_at(&text[at..equals]) else {
            at += 1;
            continue;
        };
        let end = at + name.len();
        let count = text[end..equals].strip_prefix(b":").map(word);
        let number = count.and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok());
        names.push((at..end, number.unwrap_or(1)));
        at = end + count.map_or(0, |digits| digits.len() + 1);
    }
    (!names.is_empty()).then_some(names)
}

/// A value's name and where it is defined.
fn definition(value: ValueRef<'_>) -> Option<(&Buffer, Range<usize>, String)> {
    let Some(op) = value.defining_op() else {
        let (buffer, offset) = position(value.ir(), value.loc())?;
        let name = name_at(buffer.bytes().get(offset..)?)?;
        return Some((buffer, offset..offset + name.len(), String::from_utf8_lossy(name).into_owned()));
    };
    let (buffer, offset) = op_position(op)?;
    let names = defined_names(buffer.bytes(), offset)?;
    let (all, mut index) = (names.iter().map(|name| name.1).sum::<usize>(), value.index() as usize);
    if all != op.num_results() {
        return None;
    }
    for (range, count) in names {
        if index < count {
            let mut name = String::from_utf8_lossy(&buffer.bytes()[range.clone()]).into_owned();
            if count > 1 {
                name.push_str(&format!("#{index}"));
            }
            return Some((buffer, range, name));
        }
        index -= count;
    }
    None
}

/// The name of a value in the source, with the percent sign; `None` where it has none or the text is not there.
pub fn name(value: ValueRef<'_>) -> Option<String> {
    definition(value).map(|(_, _, name)| name)
}

/// A value by its name, or by the op that it belongs to.
pub fn value_text(value: ValueRef<'_>) -> String {
    name(value).unwrap_or_else(|| owned_text(value))
}

/// A value by the op that it belongs to.
fn owned_text(value: ValueRef<'_>) -> String {
    let index = value.index();
    match owner(value) {
        Some(op) if value.defining_op().is_some() => format!("result #{index} of '{}'", op.name_text()),
        Some(op) if op.isa::<FuncOp>() && is_entry_argument(value) => {
            format!("argument #{index} of the function")
        }
        Some(op) => format!("argument #{index} of a block of '{}'", op.name_text()),
        None => format!("argument #{index}"),
    }
}

fn is_entry_argument(value: ValueRef<'_>) -> bool {
    let block = value.owner_block();
    block.is_some() && block == block.and_then(|block| block.region()).and_then(|region| region.entry())
}

/// An operand by its name and its place: `%t (operand #1 of 'tensor.insert')`.
pub fn operand_text(operand: Operand<'_>) -> String {
    let place = operand_place(operand);
    name(operand.value()).map_or(place.clone(), |name| format!("{name} ({place})"))
}

/// An operand by its place: `operand #1 of 'tensor.insert'`.
pub fn operand_place(operand: Operand<'_>) -> String {
    format!("operand #{} of '{}'", operand.index, operand.op.name_text())
}

/// A range of the source as a location.
fn range(ir: &Ir, buffer: &Buffer, range: Range<usize>) -> Loc {
    let (start, end) = (buffer.line_column(range.start), buffer.line_column(range.end));
    let file = ir.cx().str(buffer.name());
    Loc::from_attr(ir.cx().loc_attr(LocData::File {
        file,
        line: start.line,
        col: start.column,
        end_line: end.line,
        end_col: end.column,
    }))
}

/// The location of a value's name in the source; without one, that of its op or argument.
pub fn value_loc(value: ValueRef<'_>) -> Loc {
    match definition(value) {
        Some((buffer, name, _)) => range(value.ir(), buffer, name),
        None => value.loc(),
    }
}

/// The location of an operand's name in the source; without one, that of the op.
pub fn operand_loc(operand: Operand<'_>) -> Loc {
    find_operand(operand).unwrap_or(operand.op.loc())
}

fn find_operand(operand: Operand<'_>) -> Option<Loc> {
    let op = operand.op;
    let (buffer, start) = op_position(op)?;
    let name = name(operand.value())?;
    let before = (0..operand.index).filter(|&i| op.operand(i) == operand.value()).count();
    let bytes = buffer.bytes();
    let (mut at, end, mut depth, mut seen) = (start, bytes.len().min(start + FAR), 0usize, 0);
    while at < end {
        match bytes[at] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if depth == 0 => return None,
            b')' | b']' | b'}' => depth -= 1,
            b'\n' if depth == 0 && begins_statement(&bytes[at + 1..]) => return None,
            b'%' => {
                let len = name_at(&bytes[at..]).map_or(1, <[u8]>::len);
                let group = bytes[at + len..].strip_prefix(b"#").map_or(0, |digits| word(digits).len() + 1);
                let found = &bytes[at..at + len + group];
                // The whole group may be passed on by one name.
                if found == name.as_bytes() {
                    if seen == before {
                        return Some(range(op.ir(), buffer, at..at + len + group));
                    }
                    seen += 1;
                }
                at += len + group;
                continue;
            }
            _ => {}
        }
        at += 1;
    }
    None
}

/// Whether a line begins with an op, a block or the end of a region, and does not go on with the op before it.
fn begins_statement(line: &[u8]) -> bool {
    let text = line.trim_ascii_start();
    match text.first() {
        None | Some(b'%' | b'}' | b'^' | b'"') => true,
        Some(_) => {
            let first = word(text);
            first.contains(&b'.') || first == b"return" || first == b"call"
        }
    }
}
