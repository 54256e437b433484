//! Tiles for live ranges, in the order of their starts.

use terrace_dialects_arm::sme::tile::{IN_MEMORY_TILE_ID_BASE, TileOp, TileType};
use terrace_ir::effects::is_pure;
use terrace_ir::{OpRef, Rewriter, Value};

use super::ranges::{LiveRange, Ranges};

/// The number of tiles of a kind.
fn count(kind: TileType) -> u32 {
    match kind {
        TileType::Byte => 1,
        TileType::Half => 2,
        TileType::Word => 4,
        TileType::Double => 8,
        TileType::Quad => 16,
    }
}

/// The tiles of 128 bits that a tile consists of, the first one as the highest bit: each `count`th.
fn mask(kind: TileType, tile: u32) -> u16 {
    (tile..16).step_by(count(kind) as usize).fold(0, |mask, quad| mask | 0x8000 >> quad)
}

/// The tiles that are in use.
struct Tiles {
    used: u16,
    next_in_memory: u32,
}

impl Tiles {
    fn allocate(&mut self, kind: TileType) -> Option<u32> {
        let tile = (0..count(kind)).find(|&tile| self.used & mask(kind, tile) == 0)?;
        self.acquire(kind, tile);
        Some(tile)
    }

    fn acquire(&mut self, kind: TileType, tile: u32) {
        self.used |= mask(kind, tile);
    }

    fn release(&mut self, kind: TileType, tile: u32) {
        self.used &= !mask(kind, tile);
    }

    /// Tiles in memory are never used twice.
    fn allocate_in_memory(&mut self) -> u32 {
        self.next_in_memory += 1;
        self.next_in_memory - 1
    }
}

const IN_MEMORY: u32 = IN_MEMORY_TILE_ID_BASE as u32;

/// Whether an op can be done again elsewhere for nothing.
pub(super) fn is_trivially_cloneable(op: OpRef<'_>) -> bool {
    op.interface::<dyn TileOp>().is_some() && op.num_results() == 1 && op.num_operands() == 0 && is_pure(op)
}

fn is_cheap_to_spill(rw: &Rewriter<'_>, range: &LiveRange, instead_of: &LiveRange) -> bool {
    let cloneable = |value: Value| rw.value(value).defining_op().is_some_and(is_trivially_cloneable);
    range.tile_type <= instead_of.tile_type && range.values.len() == 1 && cloneable(range.values[0])
}

/// The range to spill: one that is cheap to compute again, or else the last to end among those whose tile is large enough.
fn choose_spill(rw: &Rewriter<'_>, ranges: &Ranges, overlapping: &[usize], new: usize) -> usize {
    if is_cheap_to_spill(rw, ranges.get(new), ranges.get(new)) {
        return new;
    }
    let cheap = |&&range: &&usize| is_cheap_to_spill(rw, ranges.get(range), ranges.get(new));
    if let Some(&range) = overlapping.iter().find(cheap) {
        return range;
    }
    let is_worse = |a: usize, b: usize| {
        let (a, b) = (ranges.get(a), ranges.get(b));
        a.tile_type > b.tile_type || a.end() < b.end()
    };
    let Some((&first, rest)) = overlapping.split_first() else { return new };
    let latest =
        rest.iter().fold(first, |latest, &range| if is_worse(latest, range) { range } else { latest });
    if is_worse(latest, new) { new } else { latest }
}

/// The tile of each of the ranges, which are in the order of their starts.
pub(super) fn allocate(ranges: &Ranges, order: &[usize], rw: &Rewriter<'_>) -> Vec<Option<u32>> {
    let mut tiles = Tiles { used: 0, next_in_memory: IN_MEMORY };
    let mut assigned: Vec<Option<u32>> = vec![None; order.iter().max().map_or(0, |&last| last + 1)];
    // Ranges that are in a tile at the current point, and those that are in one again later.
    let (mut active, mut inactive): (Vec<usize>, Vec<usize>) = (Vec::new(), Vec::new());
    for &next in order {
        let point = ranges.get(next).start();
        let tile_of = |assigned: &[Option<u32>], range: usize| assigned[range].unwrap_or(IN_MEMORY);
        active.retain(|&range| {
            let live = ranges.get(range);
            let (ended, is_live) = (live.end() <= point, live.is_live_at(point));
            if ended || !is_live {
                tiles.release(live.tile_type, tile_of(&assigned, range));
            }
            if !ended && !is_live {
                inactive.push(range);
            }
            is_live
        });
        inactive.retain(|&range| {
            let live = ranges.get(range);
            if live.end() <= point {
                return false;
            }
            let is_live = live.is_live_at(point);
            if is_live {
                tiles.acquire(live.tile_type, tile_of(&assigned, range));
                active.push(range);
            }
            !is_live
        });
        // Ranges that are live later are kept from sharing their tile with this one.
        let overlapping: Vec<usize> =
            inactive.iter().copied().filter(|&range| ranges.get(range).overlaps(ranges.get(next))).collect();
        for &range in &overlapping {
            tiles.acquire(ranges.get(range).tile_type, tile_of(&assigned, range));
        }
        let kind = ranges.get(next).tile_type;
        assigned[next] = tiles.allocate(kind);
        if assigned[next].is_none() {
            let candidates = [active.as_slice(), &overlapping].concat();
            let spilled = choose_spill(rw, ranges, &candidates, next);
            if spilled != next {
                tiles.release(ranges.get(spilled).tile_type, tile_of(&assigned, spilled));
                assigned[next] = tiles.allocate(kind);
                active.retain(|&range| range != spilled);
                inactive.retain(|&range| range != spilled);
            }
            assigned[spilled] = Some(tiles.allocate_in_memory());
            if assigned[next].is_none() {
                assigned[next] = Some(tiles.allocate_in_memory());
            }
        }
        if assigned[next].is_some_and(|tile| tile < IN_MEMORY) {
            active.push(next);
        }
        for &range in &overlapping {
            if let Some(tile) = assigned[range].filter(|&tile| tile < IN_MEMORY) {
                tiles.release(ranges.get(range).tile_type, tile);
            }
        }
    }
    assigned
}
