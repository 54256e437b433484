//! Questions about all values that may share a buffer, answered once for each alias set.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use terrace_ir::{BlockRef, RegionRef, Value, ValueRef};

use crate::interface::{Operand, uses};
use crate::state::{State, parent_region, region_of};

/// Cached query results for one alias set.
#[derive(Default)]
struct AliasSet {
    read_only: Option<bool>,
    written: Option<bool>,
    /// Two of the values whose buffers are not from within the queried region, if there are two.
    outside: Option<SmallVec<[Value; 2]>>,
    from_block: Option<bool>,
}

/// Cached alias sets, for one region and block, valid while the writes to their buffers do not change.
pub(crate) struct AliasSets<'s, 'o> {
    state: &'s State<'o>,
    known: FxHashMap<usize, AliasSet>,
}

impl<'s, 'o> AliasSets<'s, 'o> {
    pub(crate) fn new(state: &'s State<'o>) -> Self {
        Self { state, known: FxHashMap::default() }
    }

    fn answer<T: Clone>(
        &mut self,
        value: ValueRef<'_>,
        place: impl Fn(&mut AliasSet) -> &mut Option<T>,
        find: impl FnOnce(&State<'_>) -> T,
    ) -> T {
        let Some(set) = self.state.decisions.alias_set(value.id()) else { return find(self.state) };
        if let Some(known) = place(self.known.entry(set).or_default()) {
            return known.clone();
        }
        let found = find(self.state);
        *place(self.known.entry(set).or_default()) = Some(found.clone());
        found
    }

    /// Whether a value may have a buffer that must not be written.
    pub(crate) fn may_be_read_only(&mut self, value: ValueRef<'_>) -> bool {
        let find = |state: &State<'_>| aliases(value, state).any(|alias| state.is_read_only(alias));
        self.answer(value, |set| &mut set.read_only, find)
    }

    /// Whether something writes to the buffer of a value in place.
    pub(crate) fn is_written(&mut self, value: ValueRef<'_>) -> bool {
        let find = |state: &State<'_>| {
            let writes = |operand: Operand<'_>| {
                state.bufferizes_to_memory_write(operand) && state.decisions.is_in_place(operand, state)
            };
            aliases(value, state).any(|alias| uses(alias).any(writes))
        };
        self.answer(value, |set| &mut set.written, find)
    }

    /// Whether a value's buffer, except for one value, originates only from values in a region.
    pub(crate) fn stays_inside(
        &mut self,
        value: ValueRef<'_>,
        region: RegionRef<'_>,
        except: ValueRef<'_>,
    ) -> bool {
        if self.state.decisions.alias_set(value.id()).is_none() {
            return false;
        }
        let find = |state: &State<'_>| {
            let outside = aliases(value, state).filter(|alias| !is_inside(*alias, region));
            outside.take(2).map(|alias| alias.id()).collect()
        };
        let outside: SmallVec<[Value; 2]> = self.answer(value, |set| &mut set.outside, find);
        outside.iter().all(|&alias| alias == except.id())
    }

    /// Whether a value's buffer is passed to a block, or originates from the regions of its ops.
    pub(crate) fn comes_from(&mut self, value: ValueRef<'_>, block: BlockRef<'_>) -> bool {
        let find = |state: &State<'_>| aliases(value, state).all(|alias| is_in_block(alias, block));
        self.answer(value, |set| &mut set.from_block, find)
    }
}

/// The values that may share the buffer of a value.
fn aliases<'a>(value: ValueRef<'a>, state: &State<'_>) -> impl Iterator<Item = ValueRef<'a>> {
    let all = state.decisions.aliases(value.id()).unwrap_or_else(|| vec![value.id()]);
    all.into_iter().map(move |alias| ValueRef::in_body(value.ir(), value.body(), value.body_id(), alias))
}

fn is_inside(value: ValueRef<'_>, region: RegionRef<'_>) -> bool {
    let Some(at) = region_of(value) else { return false };
    let mut around = if value.defining_op().is_some() { Some(at) } else { parent_region(at) };
    while let Some(outer) = around {
        if outer == region {
            return true;
        }
        around = parent_region(outer);
    }
    false
}

fn is_in_block(value: ValueRef<'_>, block: BlockRef<'_>) -> bool {
    let mut at = match value.defining_op() {
        Some(op) => op.block(),
        None => value.owner_block(),
    };
    while let Some(around) = at {
        if around == block {
            return true;
        }
        let parent = around.region().and_then(|region| region.parent_op());
        at = parent.filter(|parent| parent.body_id() == value.body_id()).and_then(|parent| parent.block());
    }
    false
}
