//! Memory that becomes private to a fused nest.

use terrace_affine::{Constraints, Linear};
use terrace_dialects_mem::affine::AffineForOp;
use terrace_dialects_mem::affine::identifiers::is_induction_var;
use terrace_ir::dominance::ancestor_in;
use terrace_ir::{Rewriter, Value, ValueRef};

use super::{Check, Checked, FusionPlan, at_op, is_free};
use crate::dependence::{MemRefAccess, Obstacle};
use crate::fusion::accesses::accesses_in;
use crate::region::{Region, RegionOptions};

impl<'a> Check<'a, '_, '_> {
    /// Private memory is read where the same iteration wrote it, and by nothing else.
    pub(super) fn privacy(&self) -> Checked<'a> {
        for &buffer in &self.plan.private {
            let of = |all: &'_ [MemRefAccess<'a>], writes: bool| -> Vec<MemRefAccess<'a>> {
                all.iter().filter(|a| a.memref.id() == buffer && a.is_write == writes).cloned().collect()
            };
            let (stores, own_loads) = (of(&self.source, true), of(&self.source, false));
            let (loads, own_stores) = (of(&self.destination, false), of(&self.destination, true));
            let Some(store) = stores.first() else { continue };
            let mut all = stores.iter().chain(&own_loads).chain(&loads).chain(&own_stores);
            if let Some(access) = all.find(|access| !access.is_scalar()) {
                return Err(at_op(access.op, "a vector would be in private memory"));
            }
            let rule = "memory that would become private is visible to others";
            if self.plan.is_removed || !own_loads.is_empty() {
                self.is_local(store, rule)?;
            }
            if !own_stores.is_empty() {
                self.has_no_users_after(store, rule)?;
            }
            let inner = loads.iter().filter(|load| self.position(load.op).0 < self.around.len());
            if let Some(load) = inner.into_iter().next() {
                return Err(Obstacle::between(
                    store,
                    load,
                    "private memory would be read outside of its iteration",
                ));
            }
            for load in own_loads.iter().chain(&loads) {
                self.is_written_in_iteration(store, load)?;
            }
        }
        Ok(())
    }

    fn has_no_users_after(&self, access: &MemRefAccess<'a>, rule: &'static str) -> Checked<'a> {
        let block = self.rw.body().block_of(self.plan.source);
        let place = self.rw.op(self.plan.place);
        for (user, _) in access.memref.uses() {
            let nests = [self.plan.source, self.plan.destination];
            let is_inside = nests.iter().any(|&op| self.rw.op(op).is_ancestor(user));
            let region = block.and_then(|block| self.rw.body().region_of(block));
            let own = region.and_then(|region| ancestor_in(self.rw.body(), region, user.id()));
            let is_before = own.is_some_and(|own| {
                self.rw.body().block_of(own) == block && self.rw.body().is_before(own, place.id())
            });
            if !is_inside && !is_before && !is_free(user) {
                return Err(Obstacle { rule, source: access.op, destination: Some(user) });
            }
        }
        Ok(())
    }

    /// An element that is loaded from private memory was stored in the slice of the same iteration.
    fn is_written_in_iteration(&self, store: &MemRefAccess<'a>, load: &MemRefAccess<'a>) -> Checked<'a> {
        let obstacle = || Obstacle::between(store, load, "private memory may be read before it is written");
        let options = RegionOptions {
            has_extents: false,
            ..RegionOptions::at_depth(self.outer.len() + self.around.len())
        };
        if self.is_same_element(store, load) {
            return Ok(());
        }
        let slice = Some(self.plan.slice);
        let region = Region::with_outer(self.rw, store.op, options, slice, &self.counters());
        let region = region.filter(|region| region.is_exact).ok_or_else(obstacle)?;
        let mut all = self.executions();
        let is_own = self.source.iter().any(|access| access.op == load.op);
        let (mut iteration, mut around) = if is_own {
            let [source, destination] = self.add_execution(&mut all, load).ok_or_else(obstacle)?;
            (source, Some(destination))
        } else {
            let mut iteration = all.shared.sharing(&self.outer);
            all.system.add_domain(load.op, &mut iteration);
            (iteration, None)
        };
        let subscripts = all.system.sums(&load.subscripts, &mut iteration);
        let subscripts = subscripts.into_iter().collect::<Option<Vec<_>>>().ok_or_else(obstacle)?;
        if load.extents.iter().chain(&store.extents).any(|&extent| extent != Some(1)) {
            return Err(obstacle());
        }
        let mut translated = |row: &Linear| -> Option<Linear> {
            let mut sum = Linear { constant: row.constant, ..Linear::default() };
            for (&variable, &factor) in &row.terms {
                let term = match region.system.dims.iter().position(|var| var.id == variable) {
                    Some(at) => subscripts.get(at)?.clone(),
                    None => {
                        let value = region.system.symbols.iter().find(|var| var.id == variable)?.value;
                        let own =
                            around.as_mut().filter(|_| is_induction_var(value)).unwrap_or(&mut iteration);
                        Linear::variable(all.system.variable(value, own))
                    }
                };
                sum = sum.plus(&term, factor)?;
            }
            Some(sum)
        };
        let mut rows: Vec<Linear> = Vec::new();
        for row in &region.system.inequalities {
            rows.push(translated(row).ok_or_else(obstacle)?);
        }
        for row in &region.system.equalities {
            let row = translated(row).ok_or_else(obstacle)?;
            rows.extend(row.times(-1));
            rows.push(row);
        }
        let constraints: &Constraints = &all.system.constraints;
        match rows.iter().all(|row| constraints.implies(row)) {
            true => Ok(()),
            false => Err(obstacle()),
        }
    }

    /// Whether a load is of the element that the store of the only iteration in the slice writes.
    fn is_same_element(&self, store: &MemRefAccess<'a>, load: &MemRefAccess<'a>) -> bool {
        let is_own = self.source.iter().any(|access| access.op == load.op);
        let Some(stored) = self.plan.slice.substituted(self.rw, &store.subscripts) else { return false };
        let loaded = match is_own {
            true => self.plan.slice.substituted(self.rw, &load.subscripts),
            false => Some(load.subscripts.clone()),
        };
        let Some(loaded) = loaded else { return false };
        let is_single = self.sliced(store.op).all(|(at, _, _)| self.plan.slice.is_single(at));
        let difference = stored.minus(&loaded);
        is_single
            && store.extents == load.extents
            && !store.extents.contains(&None)
            && difference.map.results.iter().all(|result| result.as_constant() == Some(0))
    }

    /// The induction variables of the loops around the slice.
    fn counters(&self) -> Vec<ValueRef<'a>> {
        self.outer.iter().copied().chain(self.around.iter().map(|&(_, counter)| counter)).collect()
    }
}

/// Whether the stores of a fused nest to a memref will have equal subscripts: those of the source, and there are none in
/// the destination, or all are of equal iterations.
pub(in crate::fusion) fn has_equal_stores(rw: &Rewriter<'_>, plan: &FusionPlan<'_>, buffer: Value) -> bool {
    let stores = |nest: AffineForOp| -> Vec<MemRefAccess<'_>> {
        let accesses = accesses_in(rw.op(nest)).into_iter().filter_map(|op| MemRefAccess::of(rw.op(op)));
        accesses.filter(|access| access.is_write && access.memref.id() == buffer).collect()
    };
    let (own, others) = (stores(plan.source), stores(plan.destination));
    let all: Option<Vec<_>> = match others.is_empty() {
        true => Some(own.iter().map(|access| access.subscripts.clone()).collect()),
        false => {
            let sliced = own.iter().map(|access| plan.slice.substituted(rw, &access.subscripts));
            sliced.chain(others.iter().map(|access| Some(access.subscripts.clone()))).collect()
        }
    };
    let Some(all) = all else { return false };
    all.windows(2).all(|pair| {
        let difference = pair[0].minus(&pair[1]);
        difference.map.results.iter().all(|result| result.as_constant() == Some(0))
    })
}
