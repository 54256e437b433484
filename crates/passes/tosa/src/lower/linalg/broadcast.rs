//! Extents of results of ops on elements, and operands repeated to these where it is known at run time alone.

use rustc_hash::FxHashMap;
use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::arith::{CmpIPredicate, MaxUIOp};
use terrace_dialects_core::scf::build::if_else;
use terrace_dialects_linalg::builders::Loops;
use terrace_dialects_mem::extents::extent;
use terrace_dialects_mem::make_slices::empty;
use terrace_dialects_mem::tensor::{CastOp, DimOp};
use terrace_ir::{DYNAMIC, OpFoldResult, Rewriter, Type, Value};
use terrace_passes_shared::arithmetic::Arith;

use super::make::Make;

/// Creates the ops of one lowering, which share constants.
pub(super) struct Broadcast<'m, 'b, 'r> {
    pub(super) make: &'m mut Make<'b, 'r>,
    constants: FxHashMap<i64, Value>,
}

/// An extent of a result.
struct Target {
    size: OpFoldResult,
    /// The operand that alone has this extent.
    master: Option<Value>,
}

impl<'m, 'b, 'r> Broadcast<'m, 'b, 'r> {
    pub(super) fn new(make: &'m mut Make<'b, 'r>) -> Self {
        Self { make, constants: FxHashMap::default() }
    }

    fn index(&mut self, number: i64) -> Value {
        *self.constants.entry(number).or_insert_with(|| self.make.index(number))
    }

    fn dim(&mut self, source: Value, dim: usize) -> Value {
        let number = self.index(dim as i64);
        self.make.rw.build_value(DimOp::of(source, number).result(Type::INDEX).loc(self.make.loc))
    }

    fn extent(&self, value: Value, dim: usize) -> Option<i64> {
        self.make.ty(value).shape(self.make.rw.cx())?.get(dim).copied()
    }

    /// The extent of operands that are repeated to a common one: the first static one but one, or the greatest dynamic one.
    fn target(&mut self, operands: &[Value], dim: usize) -> Option<Target> {
        let extents: Option<Vec<i64>> = operands.iter().map(|&operand| self.extent(operand, dim)).collect();
        let extents = extents?;
        let known = operands.iter().zip(&extents).find(|(_, extent)| **extent > 1);
        if let Some((&operand, &extent)) = known {
            return Some(Target { size: OpFoldResult::Static(extent), master: Some(operand) });
        }
        let dynamic = operands.iter().zip(&extents).filter(|(_, extent)| **extent == DYNAMIC);
        let dynamic: Vec<Value> = dynamic.map(|(&operand, _)| operand).collect();
        let Some((&first, others)) = dynamic.split_first() else {
            return Some(Target { size: OpFoldResult::Static(1), master: operands.first().copied() });
        };
        let mut size = self.dim(first, dim);
        for &other in others {
            let next = self.dim(other, dim);
            size = Arith::new(self.make.rw, self.make.loc).binary::<MaxUIOp>(size, next);
        }
        Some(Target { size: OpFoldResult::Value(size), master: others.is_empty().then_some(first) })
    }

    /// The operand, repeated along a dimension if its extent turns out to be one.
    fn repeated(&mut self, operand: Value, dim: usize, target: &Target) -> Option<Value> {
        if self.extent(operand, dim)? != DYNAMIC || target.master == Some(operand) {
            return Some(operand);
        }
        let (one, size) = (self.index(1), self.dim(operand, dim));
        let make = &mut *self.make;
        let (ty, loc) = (make.ty(operand), make.loc);
        let rank = ty.shape(make.rw.cx())?.len();
        let element = ty.element_type_or_self(make.rw.cx());
        let dims = (0..rank).map(|at| match at == dim {
            true => AffineExpr::constant(0),
            false => AffineExpr::dim(at as u32),
        });
        let maps = [AffineMap::new(rank as u32, 0, dims.collect()), AffineMap::identity(rank as u32)];
        let is_one = Arith::new(make.rw, loc).compare(CmpIPredicate::Eq, size, one);
        let repeat = |rw: &mut Rewriter<'_>| {
            let mut sizes = Vec::with_capacity(rank);
            for at in 0..rank {
                sizes.push(if at == dim { target.size } else { extent(rw, operand, at, loc) });
            }
            let init = empty(rw, &sizes, element, loc);
            let loops =
                Loops { inputs: &[operand], outputs: &[init], maps: &maps, parallel: &vec![true; rank] };
            let repeated = Make { rw, loc }.generic(&loops, |_, args| args.first().copied())?;
            Some(vec![rw.build_or_fold_value(CastOp::of(repeated).dest(ty).loc(loc))])
        };
        let chosen = if_else(make.rw, is_one, loc, repeat, |_| Some(vec![operand]))?;
        make.rw.body().results(chosen).next()
    }

    /// The extents of operands of one rank that are repeated to a common shape, and the operands, of whose extents those that
    /// are not one are that of the result.
    pub(super) fn broadcast(
        &mut self,
        operands: &[Value],
        rank: usize,
    ) -> Option<(Vec<OpFoldResult>, Vec<Value>)> {
        let targets: Option<Vec<Target>> = (0..rank).map(|dim| self.target(operands, dim)).collect();
        let targets = targets?;
        let mut values = operands.to_vec();
        if values.len() > 1 {
            for value in &mut values {
                for (dim, target) in targets.iter().enumerate() {
                    *value = self.repeated(*value, dim, target)?;
                }
            }
        }
        Some((targets.into_iter().map(|target| target.size).collect(), values))
    }
}
