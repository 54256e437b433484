//! The IR section: ops, and the values and blocks that they refer to by number.
//!
//! Regions are kept on a stack of their own, so that no nest is too deep. Nothing is allocated by a count
//! that the file claims, only by what it holds.

use std::collections::BTreeSet;

use crate::entries::Kind;
use crate::file::{SHORT_ARGUMENTS, Tables};
use crate::reader::{Outcome, Reader, index};

/// From here on, isolated regions are sections of their own.
const ISOLATED_SECTIONS: u64 = 2;
/// From here on, the order of uses may be written.
const USE_LISTS: u64 = 3;

const HAS_ATTRS: u8 = 1;
const HAS_RESULTS: u8 = 1 << 1;
const HAS_OPERANDS: u8 = 1 << 2;
const HAS_SUCCESSORS: u8 = 1 << 3;
const HAS_REGIONS: u8 = 1 << 4;
const HAS_USE_LISTS: u8 = 1 << 5;
const HAS_PROPERTIES: u8 = 1 << 6;

/// The values of an isolated op's regions.
#[derive(Default)]
struct Scope {
    /// How many values the open regions have room for.
    size: u64,
    /// For each open region, its first value and the next to be defined.
    open: Vec<(u64, u64)>,
    /// Values used before their definition.
    forward: BTreeSet<u64>,
}

impl Scope {
    fn is_defined(&self, value: u64) -> bool {
        let after = self.open.partition_point(|&(first, _)| first <= value);
        after > 0 && value < self.open[after - 1].1
    }

    fn push(&mut self, size: u64) {
        self.open.push((self.size, self.size));
        self.size = self.size.saturating_add(size);
    }
}

/// The regions of an op, of which one is being read.
struct Open {
    reader: usize,
    isolated: bool,
    regions: u64,
    /// Whether one of the regions has begun, with this many blocks and values.
    inside: bool,
    blocks: u64,
    values: u64,
    blocks_left: u64,
    ops_left: u64,
}

struct Checker<'t, 'a> {
    tables: &'t Tables<'a>,
    known: &'t dyn Fn(&str) -> bool,
    readers: Vec<Reader<'a>>,
    scopes: Vec<Scope>,
    /// Values that were used but not defined when their region ended.
    unresolved: bool,
}

/// Checks the IR section.
pub(crate) fn check_ir<'a>(
    tables: &Tables<'a>,
    section: Reader<'a>,
    known: &dyn Fn(&str) -> bool,
) -> Outcome<()> {
    let mut checker =
        Checker { tables, known, readers: vec![section], scopes: vec![Scope::default()], unresolved: false };
    let ops_left = checker.block(0)?;
    checker.scope().push(0);
    let mut stack = vec![Open {
        reader: 0,
        isolated: true,
        regions: 1,
        inside: true,
        blocks: 1,
        values: 0,
        blocks_left: 1,
        ops_left,
    }];
    while let Some(open) = stack.last_mut() {
        match checker.step(open)? {
            Next::Op => {}
            Next::Below(inner) => stack.push(inner),
            Next::Done => {
                if open.isolated {
                    checker.scopes.pop();
                    if tables.version >= ISOLATED_SECTIONS && open.reader > 0 {
                        checker.readers.pop();
                    }
                }
                stack.pop();
            }
        }
    }
    if checker.unresolved {
        return Err("not all forward unresolved forward operand references".into());
    }
    Ok(())
}

enum Next {
    Op,
    Below(Open),
    Done,
}

impl Checker<'_, '_> {
    fn scope(&mut self) -> &mut Scope {
        if self.scopes.is_empty() {
            self.scopes.push(Scope::default());
        }
        let last = self.scopes.len() - 1;
        &mut self.scopes[last]
    }

    /// Reads on in the innermost regions: up to the next op, or to where they end.
    fn step(&mut self, open: &mut Open) -> Outcome<Next> {
        loop {
            if !open.inside {
                if open.regions == 0 {
                    return Ok(Next::Done);
                }
                let reader = &mut self.readers[open.reader];
                open.blocks = reader.number()?;
                if open.blocks == 0 {
                    open.regions -= 1;
                    continue;
                }
                open.values = reader.number()?;
                self.scope().push(open.values);
                open.inside = true;
                open.blocks_left = open.blocks;
                open.ops_left = self.block(open.reader)?;
            }
            if open.ops_left > 0 {
                open.ops_left -= 1;
                return Ok(self.op(open)?.map_or(Next::Op, Next::Below));
            }
            open.blocks_left -= 1;
            if open.blocks_left > 0 {
                open.ops_left = self.block(open.reader)?;
                continue;
            }
            open.inside = false;
            open.regions -= 1;
            let scope = self.scope();
            if let Some((first, _)) = scope.open.pop() {
                scope.size = first;
                self.unresolved |= !self.scope().forward.split_off(&first).is_empty();
            }
        }
    }

    /// A block's header; the result is how many ops it has.
    fn block(&mut self, at: usize) -> Outcome<u64> {
        let version = self.tables.version;
        let (ops, has_args) = self.readers[at].number_and_flag()?;
        if !has_args {
            return Ok(ops);
        }
        let reader = &mut self.readers[at];
        let count = reader.number()?;
        for _ in 0..count {
            let (ty, has_loc) =
                if version >= SHORT_ARGUMENTS { reader.number_and_flag()? } else { (reader.number()?, true) };
            self.tables.entries.check_type(ty)?;
            if has_loc {
                self.tables.entries.attribute(reader, Kind::Location)?;
            }
        }
        self.define(count)?;
        if version >= USE_LISTS && self.readers[at].byte()? != 0 {
            self.use_lists(at, count)?;
        }
        Ok(ops)
    }

    fn use_lists(&mut self, at: usize, values: u64) -> Outcome<()> {
        let reader = &mut self.readers[at];
        let listed = if values > 1 { reader.number()? } else { 1 };
        for _ in 0..listed {
            if values > 1 {
                reader.number()?;
            }
            let (count, _) = reader.number_and_flag()?;
            for _ in 0..count {
                reader.number()?;
            }
        }
        Ok(())
    }

    /// An op up to its regions, which the result stands for.
    fn op(&mut self, open: &Open) -> Outcome<Option<Open>> {
        let tables = self.tables;
        let version = tables.version;
        let reader = &mut self.readers[open.reader];
        let name = &tables.names[index(reader.number()?, tables.names.len(), "operation name")?];
        let dialect = String::from_utf8_lossy(tables.dialects[name.dialect]);
        if !name.text.is_empty() && !(self.known)(&dialect) {
            return Err(format!(
                "dialect '{dialect}' is unknown. If this is intended, please call allowUnregisteredDialects() \
                 on the MLIRContext, or use -allow-unregistered-dialect with the MLIR tool used."
            ));
        }
        let mask = reader.byte()?;
        tables.entries.attribute(reader, Kind::Location)?;
        if mask & HAS_ATTRS != 0 {
            tables.entries.attribute(reader, Kind::Dictionary)?;
        }
        if mask & HAS_PROPERTIES != 0 {
            reader.number()?;
        }
        let mut results = 0;
        if mask & HAS_RESULTS != 0 {
            results = reader.number()?;
            for _ in 0..results {
                tables.entries.check_type(reader.number()?)?;
            }
        }
        if mask & HAS_OPERANDS != 0 {
            for _ in 0..self.readers[open.reader].number()? {
                let value = self.readers[open.reader].number()?;
                let scope = self.scope();
                if value >= scope.size {
                    return Err(format!("invalid value index: {value}"));
                }
                if !scope.is_defined(value) {
                    scope.forward.insert(value);
                }
            }
        }
        let reader = &mut self.readers[open.reader];
        if mask & HAS_SUCCESSORS != 0 {
            for _ in 0..reader.number()? {
                let block = reader.number()?;
                if block >= open.blocks {
                    return Err(format!("invalid successor index: {block}"));
                }
            }
        }
        if version >= USE_LISTS && mask & HAS_USE_LISTS != 0 {
            self.use_lists(open.reader, results)?;
        }
        let (regions, isolated) = match mask & HAS_REGIONS {
            0 => (0, false),
            _ => self.readers[open.reader].number_and_flag()?,
        };
        // Where the region has no values of its own, nothing can refer to the results.
        if open.values > 0 && results > 0 {
            self.define(results)?;
        }
        if regions == 0 {
            return Ok(None);
        }
        let mut reader = open.reader;
        if isolated {
            if version >= ISOLATED_SECTIONS {
                let (kind, section) = self.readers[reader].section()?;
                if kind != 4 {
                    return Err("expected IR section for region".into());
                }
                reader = self.readers.len();
                self.readers.push(section);
            }
            self.scopes.push(Scope::default());
        }
        let (inside, blocks, values, blocks_left, ops_left) = (false, 0, 0, 0, 0);
        Ok(Some(Open { reader, isolated, regions, inside, blocks, values, blocks_left, ops_left }))
    }

    /// Returns the next numbers of the innermost region to new values.
    fn define(&mut self, count: u64) -> Outcome<()> {
        let scope = self.scope();
        let size = scope.size;
        let next = scope.open.last().map_or(size, |&(_, next)| next);
        let end = next.saturating_add(count);
        if end > size {
            let last = size.wrapping_sub(1);
            return Err(format!(
                "value index range was outside of the expected range for the parent region, got [{next}, {end}), \
                 but the maximum index was {last}"
            ));
        }
        if !scope.forward.is_empty() {
            for value in next..end {
                scope.forward.remove(&value);
            }
        }
        if let Some((_, next)) = scope.open.last_mut() {
            *next = end;
        }
        Ok(())
    }
}
