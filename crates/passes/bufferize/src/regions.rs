//! Regions that run several times, or in several instances at once.

use rustc_hash::FxHashMap;
use terrace_dialects_core::scf::ParallelOp;
use terrace_ir::{OpRef, Region, RegionRef};

use crate::state::{Known, State, parent_region};

impl State<'_> {
    /// Whether a region may run several times.
    pub fn is_repetitive(&self, region: RegionRef<'_>) -> bool {
        let Some(op) = region.parent_op().filter(|op| op.body_id() == region.body_id()) else { return false };
        match self.bufferizable(op) {
            Some(model) => model.is_repetitive_region(op, region.index()),
            None => {
                self.options.strict_analysis
                    && crate::interface::is_repetitive_without_model(op, region.index())
            }
        }
    }

    /// The innermost region around a region, or itself, that may run several times.
    pub fn enclosing_repetitive<'r>(&self, region: Option<RegionRef<'r>>) -> Option<RegionRef<'r>> {
        self.innermost(region, |known| &mut known.repetitive, |region| self.is_repetitive(region))
    }

    /// The outermost op that runs a read several times for one definition: `None` if both are in the same loop, and
    /// nothing within where the definition's loop is not around the read's at all.
    pub fn parallel_region_between<'r>(
        &self,
        read: Option<RegionRef<'r>>,
        definition: Option<RegionRef<'r>>,
    ) -> Option<Option<OpRef<'r>>> {
        let (mut at, of_definition) =
            (self.enclosing_repetitive(read), self.enclosing_repetitive(definition));
        if at == of_definition {
            return None;
        }
        while let Some(inner) = at {
            let next = self.enclosing_repetitive(parent_region(inner));
            if next == of_definition {
                break;
            }
            at = next;
        }
        Some(at.and_then(|region| region.parent_op()))
    }

    /// The innermost region around a region, or itself, of which several instances may run at the same time.
    pub fn parallel_region<'r>(&self, region: Option<RegionRef<'r>>) -> Option<RegionRef<'r>> {
        self.innermost(
            region,
            |known| &mut known.parallel,
            |region| {
                let Some(op) = region.parent_op().filter(|op| op.body_id() == region.body_id()) else {
                    return false;
                };
                // A loop that carries no tensor needs no model, but its iterations run at the same time.
                op.isa::<ParallelOp>()
                    || self.bufferizable(op).is_some_and(|model| model.is_parallel_region(op, region.index()))
            },
        )
    }

    /// The innermost region around a region, or itself, of which something is so, which is remembered.
    fn innermost<'r>(
        &self,
        start: Option<RegionRef<'r>>,
        remembered: fn(&mut Known) -> &mut FxHashMap<Region, Option<Region>>,
        is_so: impl Fn(RegionRef<'r>) -> bool,
    ) -> Option<RegionRef<'r>> {
        let start = start?;
        let view = |id| RegionRef::in_body(start.ir(), start.body(), start.body_id(), id);
        let (mut at, mut visited) = (Some(start), Vec::new());
        while let Some(region) = at {
            if let Some(&found) = remembered(&mut self.known.borrow_mut()).get(&region.id()) {
                at = found.map(view);
                break;
            }
            visited.push(region.id());
            if is_so(region) {
                break;
            }
            at = parent_region(region);
        }
        let mut known = self.known.borrow_mut();
        let remembered = remembered(&mut known);
        for region in visited {
            remembered.insert(region, at.map(RegionRef::id));
        }
        at
    }
}
