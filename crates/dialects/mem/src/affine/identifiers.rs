//! Valid dimensions and symbols of affine maps.
//!
//! A symbol does not change within the scope; a dimension may be an induction variable, or be computed from such.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use terrace_dialects_core::arith::{CeilDivSIOp, CeilDivUIOp, DivSIOp, DivUIOp};
use terrace_ir::body::ValueDef;
use terrace_ir::def::op_error;
use terrace_ir::ids::Value;
use terrace_ir::interfaces::ShapedDimOp;
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::{BinaryOpView, CheckResult, DYNAMIC, OpRef, RegionRef, TraitSet, Type, ValueRef, op_match};

use super::{AffineApplyOp, AffineDelinearizeIndexOp, AffineForOp, AffineLinearizeIndexOp, AffineParallelOp};
use crate::memref;

/// The op that a value's definition is in: the op around a block for an argument, the parent for a result.
fn op_around(value: ValueRef<'_>) -> Option<OpRef<'_>> {
    match value.defining_op() {
        Some(op) => op.parent_op(),
        None => value.owner_block()?.region()?.parent_op(),
    }
}

/// Whether a value is defined directly in an op that is a scope of affine symbols.
pub fn is_top_level(value: ValueRef<'_>) -> bool {
    op_around(value).is_some_and(|op| op.has_trait(TraitSet::AffineScope))
}

/// The region around an op whose op is a scope of affine symbols.
pub fn affine_scope(op: OpRef<'_>) -> Option<RegionRef<'_>> {
    let mut op = op;
    while let Some(parent) = op.parent_op() {
        if parent.has_trait(TraitSet::AffineScope) {
            return op.block()?.region();
        }
        op = parent;
    }
    None
}

fn region_of(value: ValueRef<'_>) -> Option<RegionRef<'_>> {
    match value.defining_op() {
        Some(op) => op.block()?.region(),
        None => value.owner_block()?.region(),
    }
}

/// Whether a value is an induction variable of an affine loop.
pub fn is_induction_var(value: ValueRef<'_>) -> bool {
    if value.defining_op().is_some() {
        return false;
    }
    let Some(op) = op_around(value) else { return false };
    op.isa::<AffineParallelOp>() || op.isa::<AffineForOp>() && value.index() == 0
}

/// Whether an op does nothing but compute its results, and may do so at any place.
fn is_pure(op: OpRef<'_>) -> bool {
    if op.has_trait(TraitSet::Pure)
        || op.has_trait(TraitSet::NoMemoryEffect.with(TraitSet::AlwaysSpeculatable))
    {
        return true;
    }
    // A division may, where its divisor is known to do no harm.
    let signed = op.isa::<DivSIOp>() || op.isa::<CeilDivSIOp>();
    if !signed && !op.isa::<DivUIOp>() && !op.isa::<CeilDivUIOp>() {
        return false;
    }
    let divisor = m_scalar_i64(BinaryOpView(op).rhs());
    divisor.is_some_and(|divisor| divisor != 0 && !(signed && divisor == -1))
}

/// The condition for a value to be a valid dimension or symbol.
enum IdentifierStep<'a> {
    Known(bool),
    All(Vec<ValueRef<'a>>),
}

type Memo = HashMap<Value, bool>;

/// Decides a property of a value that depends on those of other values; each is evaluated once.
fn decide<'a>(
    root: ValueRef<'a>,
    memo: &mut Memo,
    mut step: impl FnMut(ValueRef<'a>) -> IdentifierStep<'a>,
) -> bool {
    let mut open: Vec<(ValueRef<'a>, Option<Vec<ValueRef<'a>>>)> = vec![(root, None)];
    while let Some((value, parts)) = open.pop() {
        if let Some(parts) = parts {
            let all = parts.iter().all(|part| memo.get(&part.id()).copied().unwrap_or(false));
            memo.insert(value.id(), all);
        } else if let Entry::Vacant(entry) = memo.entry(value.id()) {
            match step(value) {
                IdentifierStep::Known(answer) => {
                    entry.insert(answer);
                }
                IdentifierStep::All(parts) => {
                    // What depends on itself, as it may in a graph, does not hold.
                    entry.insert(false);
                    open.push((value, Some(parts.clone())));
                    open.extend(parts.into_iter().map(|part| (part, None)));
                }
            }
        }
    }
    memo.get(&root.id()).copied().unwrap_or(false)
}

/// Cached validity of values as dimensions and symbols of one affine scope, or outside of any scope.
pub struct Identifiers<'a> {
    scope: Option<RegionRef<'a>>,
    symbols: Memo,
    dims: Memo,
}

impl<'a> Identifiers<'a> {
    /// The identifiers of the scope around an op.
    pub fn around(op: OpRef<'a>) -> Self {
        Self::of(affine_scope(op))
    }

    /// The identifiers of a scope.
    pub fn of(scope: Option<RegionRef<'a>>) -> Self {
        Self { scope, symbols: Memo::new(), dims: Memo::new() }
    }

    /// Whether a value may be a symbol.
    pub fn is_symbol(&mut self, value: ValueRef<'a>) -> bool {
        let scope = self.scope;
        decide(value, &mut self.symbols, |value| symbol_step(value, scope))
    }

    /// Whether a value may be a dimension.
    pub fn is_dim(&mut self, value: ValueRef<'a>) -> bool {
        let (scope, symbols) = (self.scope, &mut self.symbols);
        decide(value, &mut self.dims, |value| {
            if value.ty() != Type::INDEX {
                return IdentifierStep::Known(false);
            }
            if decide(value, symbols, |value| symbol_step(value, scope)) {
                return IdentifierStep::Known(true);
            }
            let Some(op) = value.defining_op() else { return IdentifierStep::Known(is_induction_var(value)) };
            if op.isa::<AffineApplyOp>()
                || op.isa::<AffineDelinearizeIndexOp>()
                || op.isa::<AffineLinearizeIndexOp>()
            {
                return IdentifierStep::All(op.operands().collect());
            }
            let dim = op.interface::<dyn ShapedDimOp>();
            IdentifierStep::Known(dim.is_some_and(|dim| is_top_level(dim.shaped_value(op))))
        })
    }

    /// Whether a value may be either.
    pub fn is_index(&mut self, value: ValueRef<'a>) -> bool {
        self.is_dim(value) || self.is_symbol(value)
    }
}

/// Cached validity of values in the affine scopes that they are defined in.
#[derive(Default)]
pub struct OwnIdentifiers<'a>(Vec<Identifiers<'a>>);

impl<'a> OwnIdentifiers<'a> {
    fn around(&mut self, op: OpRef<'a>) -> &mut Identifiers<'a> {
        let place = |region: RegionRef<'a>| (region.body_id(), region.id());
        let scope = affine_scope(op);
        let at = self.0.iter().position(|known| known.scope.map(place) == scope.map(place));
        let at = at.unwrap_or_else(|| {
            self.0.push(Identifiers::of(scope));
            self.0.len() - 1
        });
        &mut self.0[at]
    }

    /// Whether a value may be a symbol where it is defined.
    pub fn is_symbol(&mut self, value: ValueRef<'a>) -> bool {
        let mut known = || value.defining_op().is_some_and(|op| self.around(op).is_symbol(value));
        value.ty() == Type::INDEX && (is_top_level(value) || known())
    }

    /// Whether a value may be a dimension where it is defined.
    pub fn is_dim(&mut self, value: ValueRef<'a>) -> bool {
        if value.ty() != Type::INDEX {
            return false;
        }
        match value.defining_op() {
            Some(op) => self.around(op).is_dim(value),
            None => is_induction_var(value) || is_top_level(value),
        }
    }
}

/// Whether a value is defined in the scope itself or around it.
fn is_in_scope(value: ValueRef<'_>, scope: RegionRef<'_>) -> bool {
    let Some(found) = region_of(value).map(|region| (region.body_id(), region.id())) else { return false };
    let mut scope = Some(scope);
    while let Some(region) = scope {
        if (region.body_id(), region.id()) == found {
            return true;
        }
        let around = region.parent_op().filter(|op| !op.has_trait(TraitSet::IsolatedFromAbove));
        scope = around.and_then(|op| op.block()?.region());
    }
    false
}

fn symbol_step<'a>(value: ValueRef<'a>, scope: Option<RegionRef<'a>>) -> IdentifierStep<'a> {
    if value.ty() != Type::INDEX {
        return IdentifierStep::Known(false);
    }
    if scope.is_some_and(|scope| is_in_scope(value, scope)) {
        return IdentifierStep::Known(true);
    }
    let Some(op) = value.defining_op() else {
        return IdentifierStep::Known(matches!(value.def(), ValueDef::Placeholder));
    };
    if op.has_trait(TraitSet::ConstantLike) {
        return IdentifierStep::Known(true);
    }
    if is_pure(op) {
        return IdentifierStep::All(op.operands().collect());
    }
    match op.interface::<dyn ShapedDimOp>() {
        Some(dim) => extent_step(dim.shaped_value(op), dim.dimension(op)),
        None => IdentifierStep::Known(false),
    }
}

/// An extent of a buffer does not change where that of the buffer's allocation or view does not.
fn extent_step<'a>(shaped: ValueRef<'a>, dimension: ValueRef<'a>) -> IdentifierStep<'a> {
    if is_top_level(shaped) {
        return IdentifierStep::Known(true);
    }
    let index = m_scalar_i64(dimension).and_then(|index| usize::try_from(index).ok());
    let (Some(mut made_by), Some(index)) = (shaped.defining_op(), index) else {
        return IdentifierStep::Known(false);
    };
    while let Some(cast) = made_by.cast::<memref::CastOp>() {
        let source = cast.source();
        let ranked = source.ty().shape(source.cx()).is_some();
        match source.defining_op().filter(|_| ranked) {
            Some(op) => made_by = op,
            None => return IdentifierStep::Known(false),
        }
    }
    let sizes: Vec<ValueRef<'a>> = op_match!(made_by, {
        memref::ViewOp(view) => view.sizes().collect(),
        memref::SubViewOp(view) => view.sizes().collect(),
        memref::AllocOp(alloc) => alloc.dynamic_sizes().collect(),
        _ => {
            return IdentifierStep::Known(false);
        }
    });
    let shape = made_by.single_result().ty().ranked_shape(made_by.cx());
    match shape.get(index) {
        None => IdentifierStep::Known(false),
        Some(&extent) if extent != DYNAMIC => IdentifierStep::Known(true),
        Some(_) => {
            let at = shape[..index].iter().filter(|&&extent| extent == DYNAMIC).count();
            sizes.get(at).map_or(IdentifierStep::Known(false), |&size| IdentifierStep::All(vec![size]))
        }
    }
}

/// The first `dims` values may be dimensions, the others symbols.
///
/// # Errors
///
/// Returns the first value that is not a valid dimension or symbol.
pub fn verify_identifiers<'a>(
    op: OpRef<'a>,
    values: impl Iterator<Item = ValueRef<'a>>,
    dims: usize,
) -> CheckResult {
    let mut identifiers = Identifiers::around(op);
    for (i, value) in values.enumerate() {
        if i < dims {
            if !identifiers.is_dim(value) {
                return Err(op_error(op, "operand cannot be used as a dimension id"));
            }
        } else if !identifiers.is_symbol(value) {
            return Err(op_error(op, "operand cannot be used as a symbol"));
        }
    }
    Ok(())
}
