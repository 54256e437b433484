//! Locations.

use terrace_ir::bytecode::{DialectBytecodeReader, ReadResult};
use terrace_ir::positions::FilePosition;
use terrace_ir::{Attr, LocData, Str};

use crate::encoding::LOCATION_RANGES;
use crate::reader::cursor::Cursor;
use crate::writer::emitter::push_varint;

use super::attributes::{
    CALL_SITE_LOC, FILE_LINE_COL_LOC, FILE_LINE_COL_RANGE, FUSED_LOC, FUSED_LOC_WITH_METADATA, NAME_LOC,
    UNKNOWN_LOC,
};
use super::{BuiltinWriter, read_list, read_string_attr, write_string_attr, wrong_class};

/// Writes a location.
pub(super) fn write(loc: &LocData, writer: &mut impl BuiltinWriter) {
    match loc {
        LocData::Unknown => writer.write_varint(UNKNOWN_LOC),
        &LocData::File { file, line, col, end_line, end_col } => {
            // Readers of older versions do not know ranges.
            if (line, col) == (end_line, end_col) || writer.bytecode_version() < LOCATION_RANGES {
                writer.write_varint(FILE_LINE_COL_LOC);
                write_string_attr(writer, file);
                writer.write_varint(u64::from(line));
                writer.write_varint(u64::from(col));
                return;
            }
            writer.write_varint(FILE_LINE_COL_RANGE);
            write_string_attr(writer, file);
            let numbers: &[u32] = match (line == end_line, col) {
                (true, 0) if line == 0 && end_col == 0 => &[],
                (true, 0) => &[line],
                (true, _) if col == end_col => &[line, col],
                (true, _) => &[line, col, end_col],
                (false, _) => &[line, col, end_line, end_col],
            };
            writer.write_varint(numbers.len() as u64);
            numbers.iter().for_each(|&number| writer.write_varint(u64::from(number)));
        }
        &LocData::Name { name, child } => {
            writer.write_varint(NAME_LOC);
            write_string_attr(writer, name);
            writer.write_attribute(child);
        }
        &LocData::CallSite { callee, caller } => {
            writer.write_varint(CALL_SITE_LOC);
            writer.write_attribute(callee);
            writer.write_attribute(caller);
        }
        LocData::Fused { locations, metadata } => {
            writer.write_varint(if metadata.is_null() { FUSED_LOC } else { FUSED_LOC_WITH_METADATA });
            writer.write_varint(locations.len() as u64);
            locations.iter().for_each(|&location| writer.write_attribute(location));
            if !metadata.is_null() {
                writer.write_attribute(*metadata);
            }
        }
    }
}

/// Writes a position in a file; `name` is the number of the attribute with the name of the file.
pub(crate) fn write_position(name: u64, position: FilePosition, out: &mut Vec<u8>) {
    push_varint(out, FILE_LINE_COL_LOC);
    push_varint(out, name);
    push_varint(out, u64::from(position.line));
    push_varint(out, u64::from(position.col));
}

/// Reads a reference to a location.
fn read_location(reader: &mut dyn DialectBytecodeReader) -> ReadResult<Attr> {
    let attr = reader.read_attribute()?;
    match attr.as_loc(reader.cx()) {
        Some(_) => Ok(attr),
        None => Err(wrong_class(reader, "LocationAttr", attr)),
    }
}

fn read_number(reader: &mut dyn DialectBytecodeReader) -> ReadResult<u32> {
    // Upstream keeps 32 bits of a number.
    Ok(reader.read_varint()? as u32)
}

/// Returns whether a code is that of a position or range in a file.
pub(crate) fn is_file(code: u64) -> bool {
    matches!(code, FILE_LINE_COL_LOC | FILE_LINE_COL_RANGE)
}

/// Reads a position or range in a file, whose code and name were read; `None` if it is not well-formed.
pub(crate) fn read_file(code: u64, file: Str, cursor: &mut Cursor<'_>) -> Option<LocData> {
    let count = if code == FILE_LINE_COL_LOC { 2 } else { cursor.varint().ok()? };
    let mut numbers = [0; 4];
    let numbers = numbers.get_mut(..usize::try_from(count).ok()?)?;
    for number in numbers.iter_mut() {
        // Upstream keeps 32 bits of a number.
        *number = cursor.varint().ok()? as u32;
    }
    Some(file_range(file, numbers))
}

/// Reads a position in a file, whose encoding ends at a position of the bytecode file: the number of the attribute with the name of the file, line and
/// column; `None` if it is no position, or not well-formed.
#[inline]
pub(crate) fn read_position(mut cursor: Cursor<'_>, end: usize) -> Option<(u64, u32, u32)> {
    if cursor.varint().ok()? != FILE_LINE_COL_LOC {
        return None;
    }
    let (name, line, col) = (cursor.varint().ok()?, cursor.varint().ok()?, cursor.varint().ok()?);
    (cursor.offset() == end).then_some((name, line as u32, col as u32))
}

/// Returns the range in a file of at most four numbers.
fn file_range(file: Str, numbers: &[u32]) -> LocData {
    let (line, col, end_line, end_col) = match *numbers {
        [line] => (line, 0, line, 0),
        [line, col] => (line, col, line, col),
        [line, col, end_col] => (line, col, line, end_col),
        [line, col, end_line, end_col] => (line, col, end_line, end_col),
        _ => (0, 0, 0, 0),
    };
    LocData::File { file, line, col, end_line, end_col }
}

/// Reads a location, whose code was read.
pub(super) fn read(code: u64, reader: &mut dyn DialectBytecodeReader) -> ReadResult<Attr> {
    let loc = match code {
        UNKNOWN_LOC => return Ok(Attr::UNKNOWN_LOC),
        FILE_LINE_COL_LOC => {
            let file = read_string_attr(reader)?;
            file_range(file, &[read_number(reader)?, read_number(reader)?])
        }
        FILE_LINE_COL_RANGE => {
            let file = read_string_attr(reader)?;
            let numbers = read_list(reader, read_number)?;
            if numbers.len() > 4 {
                return Err(reader.error("a range of locations has at most four numbers".into()));
            }
            file_range(file, &numbers)
        }
        NAME_LOC => LocData::Name { name: read_string_attr(reader)?, child: read_location(reader)? },
        CALL_SITE_LOC => LocData::CallSite { callee: read_location(reader)?, caller: read_location(reader)? },
        _ => {
            let locations = read_list(reader, read_location)?.into();
            let metadata = match code {
                FUSED_LOC_WITH_METADATA => reader.read_attribute()?,
                _ => Attr::NULL,
            };
            LocData::Fused { locations, metadata }
        }
    };
    Ok(reader.cx().loc_attr(loc))
}
