//! The order of a producer, or sibling, with the nest that it runs in, and of its own iterations.

use terrace_affine::Linear;
use terrace_ir::ValueRef;

use super::{Check, Checked, Executions};
use crate::dependence::system::Iteration;
use crate::dependence::{MemRefAccess, Obstacle, Storage, runs_before, storage};
use crate::fusion::accesses::loop_views_around;

impl<'a> Check<'a, '_, '_> {
    /// The source keeps its order with the destination.
    pub(super) fn order(&self) -> Checked<'a> {
        for a in &self.source {
            for b in self.destination.iter().filter(|b| a.is_write || b.is_write) {
                if storage(a.memref, b.memref) == Storage::Disjoint {
                    continue;
                }
                let is_flow = self.plan.slice.is_backward && a.is_write && !b.is_write;
                if is_flow {
                    if self.plan.is_removed || self.is_private(a) {
                        self.is_covered(a, b)?;
                    }
                    // An element that is written again before it is read has the same value.
                    self.is_comparable(a, b)?;
                    continue;
                }
                self.is_in_order(a, b)?;
            }
        }
        Ok(())
    }

    fn is_comparable(&self, a: &MemRefAccess<'a>, b: &MemRefAccess<'a>) -> Checked<'a> {
        let mut all = self.executions();
        let mut iterations = [all.shared.sharing(&self.outer), all.shared.sharing(&self.outer)];
        let [first, second] = &mut iterations;
        self.add_equal_elements(&mut all, [a, b], [first, second]).map(|_| ())
    }

    /// No execution of an access of the source is on the other side of one of the destination than before.
    fn is_in_order(&self, a: &MemRefAccess<'a>, b: &MemRefAccess<'a>) -> Checked<'a> {
        let (count, is_before) = self.position(b.op);
        let is_backward = self.plan.slice.is_backward;
        let wrong_at_end = is_backward == is_before && (count < self.around.len());
        for at in 0..count + usize::from(wrong_at_end) {
            let mut all = self.executions();
            let Some([mut source, mut own]) = self.add_execution(&mut all, a) else {
                return Err(Obstacle::between(a, b, "a bound of the slice is not linear"));
            };
            let mut other = all.shared.sharing(&self.outer);
            all.system.add_domain(b.op, &mut other);
            if !self.add_equal_elements(&mut all, [a, b], [&mut source, &mut other])? {
                return Ok(());
            }
            match (at < count, is_backward) {
                (true, true) => self.add_later(&mut all, &mut own, &mut other, at),
                (true, false) => self.add_later(&mut all, &mut other, &mut own, at),
                (false, _) => self.add_same(&mut all, &mut own, &mut other, count),
            }
            if !all.system.constraints.is_empty() {
                return Err(Obstacle::between(a, b, "a dependence would be reversed"));
            }
        }
        Ok(())
    }

    /// The iteration of a store that a load of the destination depends on is in the slice of the same iteration.
    fn is_covered(&self, a: &MemRefAccess<'a>, b: &MemRefAccess<'a>) -> Checked<'a> {
        let (count, _) = self.position(b.op);
        let rule = "a value is read that the slice may not compute";
        let mut all = self.executions();
        let mut source = all.shared.sharing(&self.outer);
        let mut other = all.shared.sharing(&self.outer);
        all.system.add_domain(a.op, &mut source);
        all.system.add_domain(b.op, &mut other);
        if !self.add_equal_elements(&mut all, [a, b], [&mut source, &mut other])? {
            return Ok(());
        }
        if all.system.constraints.is_empty() {
            return Ok(());
        }
        let sums = self.slice_sums(&mut all, a.op, &mut source, &mut other);
        match sums.filter(|_| count == self.around.len()) {
            Some(sums) if sums.iter().all(|sum| all.system.constraints.implies(sum)) => Ok(()),
            _ => Err(Obstacle::between(a, b, rule)),
        }
    }

    /// Accesses of the source run in their order, also if iterations run again.
    pub(super) fn source_order(&self) -> Checked<'a> {
        for a in &self.source {
            for b in self.source.iter().filter(|b| a.is_write || b.is_write) {
                if storage(a.memref, b.memref) == Storage::Disjoint {
                    continue;
                }
                let inner = loop_views_around(a.op).into_iter().zip(loop_views_around(b.op));
                let inner =
                    inner.take_while(|(a, b)| a.0 == b.0).map(|(view, _)| view).skip(self.outer.len());
                let common: Vec<ValueRef<'a>> =
                    inner.filter_map(|view| view.region().entry()?.args().next()).collect();
                for depth in 0..=common.len() {
                    if depth == common.len() && (a.op == b.op || !runs_before(a.op, b.op)) {
                        continue;
                    }
                    self.is_pair_in_order(a, b, &common, depth)?;
                }
            }
        }
        Ok(())
    }

    /// Adds that an iteration of common loops of the source is earlier than another one at a loop, or the same.
    fn add_source_order(
        &self,
        all: &mut Executions<'a>,
        [first, second]: [&mut Iteration; 2],
        common: &[ValueRef<'a>],
        depth: usize,
    ) {
        for (at, &counter) in common.iter().enumerate().take(depth + 1) {
            let mut difference = Linear::variable(all.system.variable(counter, second));
            difference.terms.insert(all.system.variable(counter, first), -1);
            if at == depth {
                difference.constant -= 1;
                all.system.constraints.add_not_negative(difference);
            } else {
                all.system.constraints.add_zero(difference);
            }
        }
    }

    fn is_pair_in_order(
        &self,
        a: &MemRefAccess<'a>,
        b: &MemRefAccess<'a>,
        common: &[ValueRef<'a>],
        depth: usize,
    ) -> Checked<'a> {
        let not_linear = || Obstacle::between(a, b, "a bound of the slice is not linear");
        let is_flow = a.is_write && !b.is_write;
        let has_all_loops = self.sliced(a.op).chain(self.sliced(b.op)).all(|(_, _, iv)| common.contains(&iv));
        // What an iteration of the source reads of itself, it writes again before.
        let is_own = is_flow && depth == common.len() && has_all_loops;
        for at in (0..self.around.len()).filter(|_| !is_own) {
            let mut all = self.executions();
            let [mut first, mut early] = self.add_execution(&mut all, a).ok_or_else(not_linear)?;
            let [mut second, mut late] = self.add_execution(&mut all, b).ok_or_else(not_linear)?;
            if !self.add_equal_elements(&mut all, [a, b], [&mut first, &mut second])? {
                return Ok(());
            }
            self.add_source_order(&mut all, [&mut first, &mut second], common, depth);
            self.add_later(&mut all, &mut early, &mut late, at);
            if !all.system.constraints.is_empty() {
                return Err(Obstacle::between(a, b, "a dependence of the producer would be reversed"));
            }
        }
        if b.is_write && !self.plan.is_removed && !self.is_private(a) {
            self.may_run_again(a, b, common, depth)?;
        }
        if !is_flow || !(self.plan.is_removed || self.is_private(a)) {
            return Ok(());
        }
        // A value from another iteration of the source must be in the same slice.
        let mut all = self.executions();
        let [mut second, mut late] = self.add_execution(&mut all, b).ok_or_else(not_linear)?;
        let mut first = all.shared.sharing(&self.outer);
        all.system.add_domain(a.op, &mut first);
        if !self.add_equal_elements(&mut all, [a, b], [&mut first, &mut second])? {
            return Ok(());
        }
        self.add_source_order(&mut all, [&mut first, &mut second], common, depth);
        let sums = self.slice_sums(&mut all, a.op, &mut first, &mut late).ok_or_else(not_linear)?;
        let is_complete = !self.is_private(a) && self.runs_all();
        if !is_complete && !sums.iter().all(|sum| all.system.constraints.implies(sum)) {
            return Err(Obstacle::between(a, b, "a value is read that the slice may not compute"));
        }
        Ok(())
    }

    /// An iteration of a source that stays does not run again after what it read, or wrote, was written.
    fn may_run_again(
        &self,
        a: &MemRefAccess<'a>,
        b: &MemRefAccess<'a>,
        common: &[ValueRef<'a>],
        depth: usize,
    ) -> Checked<'a> {
        let mut all = self.executions();
        let Some([mut first, _]) = self.add_execution(&mut all, a) else {
            return Err(Obstacle::between(a, b, "a bound of the slice is not linear"));
        };
        let mut second = all.shared.sharing(&self.outer);
        all.system.add_domain(b.op, &mut second);
        if !self.add_equal_elements(&mut all, [a, b], [&mut first, &mut second])? {
            return Ok(());
        }
        self.add_source_order(&mut all, [&mut first, &mut second], common, depth);
        match all.system.constraints.is_empty() {
            true => Ok(()),
            false => {
                Err(Obstacle::between(a, b, "an iteration would run again after its input is overwritten"))
            }
        }
    }
}
