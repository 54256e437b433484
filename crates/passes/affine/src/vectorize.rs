//! Vectorization of a nest of affine loops: a new nest whose loops advance by vectors takes the place of the old one.
//!
//! Ops are visited in order. A value of the old nest has a vector, where lanes may differ, or a scalar, where all lanes
//! have the same: induction variables and what `affine.apply` computes. Loads and stores become transfers
//! (`vectorize_memory`), other ops are widened. A nest that turns out to have no vector form is left as it was.
//!
//! Upstream vectorizes more than is right: `vectorize_legality` is checked before, and stores of lanes beyond
//! the last iteration are masked, unless with `--match-upstream`.

use terrace_dialects_core::arith::{ConstantOp, SelectOp};
use terrace_dialects_mem::affine::{AffineApplyOp, AffineForOp, AffineLoadOp, AffineStoreOp, AffineYieldOp};
use terrace_dialects_vector::elements::splat_of;
use terrace_ir::element_types::is_vector_element;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Block, Loc, Op, OpKind, Rewriter, TraitSet, Type, Value, op_match};

use crate::reduction_flags::drop_flags_of_order;
use crate::vectorize_candidates::body_refusal;
use crate::vectorize_legality::nest_refusal;
use crate::vectorize_memory::create_mask;
use crate::vectorize_nest::{Nest, OpenLoop};
use crate::vectorize_reductions::{Reduction, reductions};
use crate::vectorize_strategy::{Refusal, VectorizationStrategy};

/// Replaces a nest by a vectorized one.
///
/// # Errors
///
/// The reason why it has no vector form, or would compute something else; the nest is left as it was.
pub fn vectorize_loop_nest(
    rw: &mut Rewriter<'_>,
    root: AffineForOp,
    strategy: &VectorizationStrategy,
) -> Result<(), Refusal> {
    if let Some(refusal) = body_refusal(root.view(rw)) {
        return Err(refusal);
    }
    if !rw.cx().matches_upstream()
        && let Some(refusal) = nest_refusal(root.view(rw), strategy)
    {
        return Err(refusal);
    }
    let mut nest = Nest::new(rw, root.into(), strategy);
    let result = nest.vectorize();
    match result {
        Ok(()) => nest.finish(),
        Err(_) => nest.undo(),
    }
    result
}

impl Nest<'_, '_> {
    fn vectorize(&mut self) -> Result<(), Refusal> {
        let mut next = Some(self.root);
        while let Some(op) = next {
            let view = self.rw.op(op);
            next = op_match!(view, {
                AffineForOp => {
                    self.open_loop(AffineForOp::assume(op))?;
                    AffineForOp::assume(op).view(self.rw).region().entry().and_then(|block| block.first())
                }
                AffineYieldOp => {
                    self.widen(op)?;
                    let closed = self.open.pop();
                    self.here();
                    let inner = closed.filter(|_| !self.open.is_empty());
                    inner.and_then(|inner| self.rw.op(inner.old).next())
                }
                _ => {
                    self.vectorize_op(op)?;
                    self.rw.op(op).next()
                }
            })
            .map(|op| op.id());
        }
        Ok(())
    }

    /// Replaces the old nest.
    fn finish(&mut self) {
        for (old, new) in std::mem::take(&mut self.results) {
            self.rw.replace_all_uses_with(old, new);
        }
        self.rw.erase_op(self.root);
    }

    /// Erases the new nest.
    fn undo(&mut self) {
        let [before, after] = std::mem::take(&mut self.beside);
        let created = before.into_iter().chain(self.new_root).chain(after);
        for op in created.collect::<Vec<_>>().into_iter().rev() {
            self.rw.erase_op(op);
        }
    }

    fn open_loop(&mut self, op: AffineForOp) -> Result<(), Refusal> {
        let view = op.view(self.rw);
        let dim = self.strategy.dims.get(&op.into()).copied();
        if self.open.iter().any(|open| dim.is_some() && open.dim == dim) {
            return Err(Refusal::at(view.0, "a loop around it is vectorized along the same dimension"));
        }
        let (loc, old_step) = (view.0.loc(), view.constant_step());
        let factor = dim.map_or(1, |dim| self.strategy.sizes[dim]);
        let step = old_step.checked_mul(factor);
        let step = step.ok_or(Refusal::at(view.0, "the step of the vectorized loop would exceed 64 bits"))?;
        let reductions = match dim {
            Some(_) if view.inits().len() > 0 => reductions(view)?,
            _ => Vec::new(),
        };
        if !reductions.is_empty() && old_step != 1 {
            return Err(Refusal::at(view.0, "it reduces, and does not step by one"));
        }
        let inits: Vec<Value> = view.inits().map(|value| value.id()).collect();
        let inits = self.vector_inits(op, &inits, &reductions, loc)?;
        let view = op.view(self.rw);
        let maps = (view.lower_bound_map_attr(), view.upper_bound_map_attr());
        let lower: Vec<Value> = view.lower_bound_operands().map(|value| value.id()).collect();
        let upper: Vec<Value> = view.upper_bound_operands().map(|value| value.id()).collect();
        let lower = self.scalars_of(op.into(), &lower)?;
        let upper = self.scalars_of(op.into(), &upper)?;
        let types: Vec<Type> = inits.iter().map(|&value| self.rw.body().value_type(value)).collect();
        let args: Vec<(Type, Loc)> =
            std::iter::once(Type::INDEX).chain(types.iter().copied()).map(|ty| (ty, loc)).collect();
        let region = self.rw.new_region();
        let block = self.rw.create_block(region, &args);
        self.here();
        let new = self.rw.build(
            AffineForOp::of()
                .loc(loc)
                .lower_bound_operands(&lower)
                .upper_bound_operands(&upper)
                .inits(&inits)
                .lower_bound_map_attr(maps.0)
                .upper_bound_map_attr(maps.1)
                .step_attr(self.rw.cx().int_attr(Type::INDEX, step))
                .results(&types)
                .region(region),
        );
        self.new_root.get_or_insert(new.into());
        self.register_loop(op, new, block);
        let finished = self.finish_reductions(op, new, &reductions);
        let variable = self.rw.body().arg(block, 0);
        self.open.push(OpenLoop { old: op, new, block, variable, dim, masks: Vec::new() });
        finished?;
        self.mask_reductions(op, &reductions, &inits);
        self.here();
        Ok(())
    }

    /// The values that a new loop starts with: vectors, of neutral elements where it reduces.
    fn vector_inits(
        &mut self,
        op: AffineForOp,
        inits: &[Value],
        reductions: &[Reduction],
        loc: Loc,
    ) -> Result<Vec<Value>, Refusal> {
        let mut vectors = Vec::with_capacity(inits.len());
        if reductions.is_empty() {
            for &init in inits {
                vectors.push(self.operand(op.into(), init)?);
            }
            return Ok(vectors);
        }
        self.here();
        for (&init, reduction) in inits.iter().zip(reductions) {
            let ty = self.vector_type(self.rw.body().value_type(init));
            let splat = splat_of(self.rw.cx(), reduction.neutral, ty);
            let splat = splat.ok_or(Refusal::at(self.rw.op(op), "a value that it carries has no vector"))?;
            vectors.push(self.rw.build_value(ConstantOp::of().value_attr(splat).result(ty).loc(loc)));
            self.note_beside(*vectors.last().unwrap_or(&init));
        }
        Ok(vectors)
    }

    fn register_loop(&mut self, op: AffineForOp, new: AffineForOp, block: Block) {
        let Some(old) = op.view(self.rw).region().entry().map(|block| block.id()) else { return };
        let body = self.rw.body();
        let mut args = body.args(old).zip(body.args(block));
        self.scalars.extend(args.next());
        self.vectors.extend(args);
        self.vectors.extend(body.results(op).zip(body.results(new)));
    }

    /// Combines the vectors that a new loop reduces to, and replaces the results of the old loop.
    fn finish_reductions(
        &mut self,
        op: AffineForOp,
        new: AffineForOp,
        reductions: &[Reduction],
    ) -> Result<(), Refusal> {
        let olds: Vec<Value> = self.rw.body().results(op).collect();
        let news: Vec<Value> = self.rw.body().results(new).collect();
        let inits: Vec<Value> = op.view(self.rw).inits().map(|value| value.id()).collect();
        let loc = self.rw.op(new).loc();
        for (at, reduction) in reductions.iter().enumerate() {
            let created = reduction.finish(self.rw, news[at], inits[at], loc);
            let Some(&last) = created.last() else { continue };
            created.iter().for_each(|&value| self.note_beside(value));
            self.results.push((olds[at], last));
        }
        if !reductions.is_empty() && !self.open.is_empty() {
            return Err(Refusal::at(self.rw.op(op), "a reduction inside of the nest is not supported"));
        }
        Ok(())
    }

    /// Creates the mask of the innermost open loop, if it reduces and may have a partial last vector.
    fn mask_reductions(&mut self, op: AffineForOp, reductions: &[Reduction], neutral: &[Value]) {
        let view = op.view(self.rw);
        let bounds = view.constant_lower_bound().zip(view.constant_upper_bound());
        let span = bounds.and_then(|(lower, upper)| upper.checked_sub(lower));
        let is_whole = span.is_some_and(|span| span % self.strategy.sizes[0] == 0);
        let last = self.open.len().checked_sub(1).filter(|_| !is_whole && !reductions.is_empty());
        let mask = last.map(|last| create_mask(self, last, vec![(0, true)]));
        for (reduction, &neutral) in reductions.iter().zip(neutral) {
            self.combiners.insert(reduction.combiner, mask.map(|mask| (reduction.value, mask, neutral)));
        }
    }

    fn vectorize_op(&mut self, op: Op) -> Result<(), Refusal> {
        let view = self.rw.op(op);
        op_match!(view, {
            AffineLoadOp => {
                let vector = self.vectorize_load(AffineLoadOp::assume(op))?;
                let result = self.rw.body().single_result(op);
                self.vectors.insert(result, vector);
                Ok(())
            }
            AffineStoreOp => self.vectorize_store(AffineStoreOp::assume(op)),
            ConstantOp => {
                let result = self.rw.body().single_result(op);
                self.constant(op, result).map(|_| ())
            }
            AffineApplyOp => self.copy_apply(AffineApplyOp::assume(op)),
            _ => self.widen(op),
        })
    }

    /// A copy of an `affine.apply`, whose result is the same in all lanes.
    fn copy_apply(&mut self, op: AffineApplyOp) -> Result<(), Refusal> {
        let view = op.view(self.rw);
        let operands: Vec<Value> = view.0.operands().map(|value| value.id()).collect();
        if operands.iter().any(|operand| self.vectors.contains_key(operand)) {
            return Err(Refusal::at(view.0, "an index is computed from a vector"));
        }
        let operands = self.scalars_of(op.into(), &operands)?;
        let view = op.view(self.rw);
        let (map, loc) = (view.map_attr(), view.0.loc());
        let copy =
            self.rw.build_value(AffineApplyOp::of(&operands).map_attr(map).result(Type::INDEX).loc(loc));
        let result = self.rw.body().single_result(op);
        self.scalars.insert(result, copy);
        Ok(())
    }

    /// The same op on vectors.
    fn widen(&mut self, op: Op) -> Result<(), Refusal> {
        let view = self.rw.op(op);
        let cx = self.rw.cx();
        let has_vector_form = view.isa::<AffineYieldOp>()
            || (view.num_regions() == 0
                && view.has_trait(TraitSet::Vectorizable)
                && view.result_types().iter().all(|&ty| is_vector_element(cx, ty)));
        if !has_vector_form {
            return Err(Refusal::at(view, "an op in it has no vector form"));
        }
        let scalars: Vec<Value> = view.operands().map(|value| value.id()).collect();
        let mut operands = Vec::with_capacity(scalars.len());
        for &scalar in &scalars {
            operands.push(self.operand(op, scalar)?);
        }
        let combiner = self.combiners.get(&op).copied();
        if let Some(Some((value, mask, neutral))) = combiner {
            let loc = self.rw.op(op).loc();
            for (scalar, operand) in scalars.iter().zip(&mut operands) {
                if *scalar == value {
                    let ty = self.rw.body().value_type(neutral);
                    *operand = self.rw.build_value(SelectOp::of(mask, *operand, neutral).result(ty).loc(loc));
                }
            }
        }
        let copy = self.rw.clone_op(op, &mut IrMapping::new());
        let copy = copy.ok_or(Refusal::at(self.rw.op(op), "an op in it has no vector form"))?;
        self.rw.set_operands(copy, &operands);
        if combiner.is_some() {
            drop_flags_of_order(self.rw, copy);
        }
        let pairs: Vec<(Value, Value)> =
            self.rw.body().results(op).zip(self.rw.body().results(copy)).collect();
        for (old, new) in pairs {
            let ty = self.vector_type(self.rw.body().value_type(old));
            self.rw.set_type(new, ty);
            self.vectors.insert(old, new);
        }
        Ok(())
    }
}
