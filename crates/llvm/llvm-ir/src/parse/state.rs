//! The state of reading a module besides its words.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::lexer::Name;
use crate::model::{BlockId, Body, LocalId};
use crate::strings::Str;
use crate::types::Type;

/// The maximum nesting depth of types and constants.
pub(super) const MOST_DEPTH: u32 = 400;

/// A name as a key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Key {
    /// The number of an unnamed value.
    Number(u32),
    /// A name.
    Name(Str),
}

/// The state of a named type.
#[derive(Clone, Copy)]
pub(super) enum NamedType {
    /// The offset of its definition, after the keyword `type`.
    At(usize),
    /// It is read.
    Open,
    /// The type.
    Known(Type),
}

/// The state of reading one function.
#[derive(Default)]
pub(super) struct FunctionState<'a> {
    pub(super) body: Body,
    pub(super) names: FxHashMap<Cow<'a, [u8]>, LocalId>,
    pub(super) numbers: Vec<Option<LocalId>>,
    /// The number of the next value or block without a name.
    pub(super) next: u32,
    /// For each local value where it is first used, until it is defined.
    pub(super) uses: Vec<Option<usize>>,
    pub(super) block_names: FxHashMap<Cow<'a, [u8]>, BlockId>,
    pub(super) block_numbers: FxHashMap<u32, BlockId>,
    /// For each block where it is first named, until it is there.
    pub(super) block_uses: Vec<Option<usize>>,
    /// The block that instructions go to.
    pub(super) block: Option<BlockId>,
    /// The predecessors that comments name, by the places of their blocks in the text.
    pub(super) predecessors: Vec<(usize, Vec<Name<'a>>)>,
}

impl FunctionState<'_> {
    /// Clears the state for another function, and keeps its allocations.
    pub(super) fn clear(&mut self) {
        // A failed function may have left state.
        self.body.take();
        clear(&mut self.names);
        self.numbers.clear();
        self.next = 0;
        self.uses.clear();
        clear(&mut self.block_names);
        clear(&mut self.block_numbers);
        self.block_uses.clear();
        self.block = None;
        self.predecessors.clear();
    }
}

/// Empties a map. The allocation of a large one is freed, since clearing takes time proportional to the
/// capacity.
fn clear<K, V>(map: &mut FxHashMap<K, V>) {
    const LARGE: usize = 1 << 10;
    match map.capacity() > LARGE {
        true => *map = FxHashMap::default(),
        false => map.clear(),
    }
}
