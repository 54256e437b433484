//! Folding and canonicalization of indices into boxes: `affine.delinearize_index` and `affine.linearize_index`.
//!
//! A basis has the extents of an index space. The outermost extent may be omitted, and is then absent from a
//! padded basis.

use std::collections::HashSet;

use terrace_affine::{AffineExpr, AffineMap};
use terrace_ir::fold::{Change, FoldValue};
use terrace_ir::interfaces::mixed_values;
use terrace_ir::matchers::m_scalar_i64;
use terrace_ir::{
    Attr, Context, DYNAMIC, Folded, Loc, Op, OpFoldResult, OpKind, OpRef, Rewriter, Type, Value, ValueRef,
    View,
};

use super::{
    AffineApplyOp, AffineDelinearizeIndexOp, AffineDelinearizeIndexOpView, AffineLinearizeIndexOp,
    AffineLinearizeIndexOpView,
};
use crate::index_values::{fixed_attr, index_constant, indices, split};

/// A basis of which the first extent may be missing.
type Padded = Vec<Option<OpFoldResult>>;

/// The operand slot of the extents that are values, in both ops.
const DYNAMIC_BASIS: usize = 1;

impl AffineDelinearizeIndexOpView<'_> {
    /// The extents.
    pub fn basis(self) -> Vec<OpFoldResult> {
        indices(&mixed_values(&self.static_basis().to_vec(), self.dynamic_basis()))
    }

    /// Whether the outermost extent is given.
    pub fn has_outer_bound(self) -> bool {
        self.0.num_results() == self.basis().len()
    }

    fn padded_basis(self) -> Padded {
        pad(self.basis(), self.0.num_results())
    }
}

impl AffineLinearizeIndexOpView<'_> {
    /// The extents.
    pub fn basis(self) -> Vec<OpFoldResult> {
        indices(&mixed_values(&self.static_basis().to_vec(), self.dynamic_basis()))
    }

    /// Whether the outermost extent is given.
    pub fn has_outer_bound(self) -> bool {
        self.multi_index().len() == self.basis().len()
    }

    /// Whether each index is within its extent.
    pub fn is_disjoint(self) -> bool {
        self.disjoint()
    }

    fn padded_basis(self) -> Padded {
        pad(self.basis(), self.multi_index().len())
    }
}

fn pad(basis: Vec<OpFoldResult>, len: usize) -> Padded {
    let missing = len.saturating_sub(basis.len());
    std::iter::repeat_n(None, missing).chain(basis.into_iter().map(Some)).collect()
}

/// Creates a delinearization, and returns its results.
fn delinearize(rw: &mut Rewriter<'_>, index: Value, basis: &[Option<OpFoldResult>], loc: Loc) -> Vec<Value> {
    let given: Vec<OpFoldResult> = basis.iter().copied().flatten().collect();
    let types = vec![Type::INDEX; basis.len()];
    let op = rw.build(AffineDelinearizeIndexOp::of(index).loc(loc).mixed_basis(&given).multi_index(&types));
    rw.body().results(op).collect()
}

/// Creates a linearization.
fn linearize(
    rw: &mut Rewriter<'_>,
    parts: &[Value],
    basis: &[Option<OpFoldResult>],
    disjoint: Attr,
    loc: Loc,
) -> Value {
    let given: Vec<OpFoldResult> = basis.iter().copied().flatten().collect();
    rw.build_value(
        AffineLinearizeIndexOp::of()
            .loc(loc)
            .multi_index(parts)
            .mixed_basis(&given)
            .disjoint_attr(disjoint)
            .linear_index(Type::INDEX),
    )
}

/// The number that an extent is known to be.
fn known_extent(rw: &Rewriter<'_>, extent: Option<OpFoldResult>) -> Option<i64> {
    match extent? {
        OpFoldResult::Static(number) => Some(number),
        OpFoldResult::Value(value) => m_scalar_i64(rw.value(value)),
    }
}

/// Extents that are known become numbers, unless the op cannot have them: an extent of zero is undefined where it runs.
fn fold_basis(op: OpRef<'_>, basis: &[OpFoldResult], constants: &[Option<Attr>]) -> Option<Folded> {
    let cx = op.cx();
    let (start, len) = op.operand_range(DYNAMIC_BASIS);
    let values = constants.get(start..start + len)?;
    if values.iter().all(Option::is_none) {
        return None;
    }
    let least = if op.isa::<AffineDelinearizeIndexOp>() { 1 } else { DYNAMIC + 1 };
    let known = |attr: Attr| attr.as_i64(cx).filter(|&number| number >= least);
    let mut next = values.iter();
    let fold = |&extent: &OpFoldResult| match extent {
        OpFoldResult::Value(value) => match next.next().copied().flatten().and_then(known) {
            Some(number) => OpFoldResult::Static(number),
            None => OpFoldResult::Value(value),
        },
        number => number,
    };
    let folded: Vec<OpFoldResult> = basis.iter().map(fold).collect();
    if folded == basis {
        return None;
    }
    let (kept, _) = split(&folded);
    let mut operands: Vec<Value> = op.operands().map(|value| value.id()).collect();
    operands.splice(start..start + len, kept.iter().copied());
    let props = op.def().map_or(&[][..], |def| def.props);
    let slot = |name| props.iter().position(|prop| prop.name == name);
    let mut changes = vec![
        Change::Operands(operands),
        Change::Prop(slot("static_basis").expect("an op with a basis"), fixed_attr(cx, &folded)),
    ];
    if let Some(at) = slot("operandSegmentSizes") {
        changes.push(Change::Prop(at, cx.i32_array(&[start as i32, kept.len() as i32])));
    }
    Some(Folded::Changed(changes))
}

/// An extent or index as it is folded: an attribute of type `index`.
fn index_attr(cx: &Context, number: i64) -> FoldValue {
    FoldValue::Attr(cx.int_attr(Type::INDEX, number))
}

pub(super) fn fold_delinearize(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let (cx, view) = (op.cx(), AffineDelinearizeIndexOp::view_of(op));
    let basis = view.basis();
    if let Some(folded) = fold_basis(op, &basis, constants) {
        return folded;
    }
    if op.num_results() == 1 {
        return view.linear_index().into();
    }
    let index = constants.first().copied().flatten().and_then(|attr| attr.as_i64(cx));
    let (Some(mut rest), true) = (index, view.dynamic_basis().len() == 0) else { return Folded::Unchanged };
    let outer = usize::from(view.has_outer_bound());
    let mut parts = Vec::with_capacity(op.num_results());
    for extent in basis[outer.min(basis.len())..].iter().rev() {
        let Some(part) = rest.checked_rem_euclid(extent.fixed()) else { return Folded::Unchanged };
        parts.push(index_attr(cx, part));
        rest = rest.div_euclid(extent.fixed());
    }
    parts.push(index_attr(cx, rest));
    Folded::Results(parts.into_iter().rev().collect())
}

pub(super) fn fold_linearize(op: OpRef<'_>, constants: &[Option<Attr>]) -> Folded {
    let (cx, view) = (op.cx(), AffineLinearizeIndexOp::view_of(op));
    let basis = view.basis();
    if let Some(folded) = fold_basis(op, &basis, constants) {
        return folded;
    }
    let indices: Vec<ValueRef<'_>> = view.multi_index().collect();
    match *indices.as_slice() {
        [] => return cx.int_attr(Type::INDEX, 0).into(),
        [only] => return only.into(),
        _ => {}
    }
    let known: Option<Vec<i64>> =
        constants.iter().take(indices.len()).map(|constant| (*constant)?.as_i64(cx)).collect();
    let (Some(known), true) = (known, view.dynamic_basis().len() == 0) else { return Folded::Unchanged };
    let strides = basis.iter().rev().scan(1i64, |stride, extent| {
        let this = *stride;
        *stride = stride.wrapping_mul(extent.fixed());
        Some((this, *stride))
    });
    let strides: Vec<(i64, i64)> = strides.collect();
    let stride = |i: usize| match strides.get(i) {
        Some(&(stride, _)) => stride,
        None => strides.last().map_or(1, |last| last.1),
    };
    let sum = known
        .iter()
        .rev()
        .enumerate()
        .fold(0i64, |sum, (i, index)| sum.wrapping_add(index.wrapping_mul(stride(i))));
    cx.int_attr(Type::INDEX, sum).into()
}

/// An index along an extent of one is zero.
pub(super) fn drop_unit_extents(rw: &mut Rewriter<'_>, op: AffineDelinearizeIndexOp) -> Option<()> {
    let view = op.view(rw);
    let (index, loc) = (view.linear_index().id(), view.0.loc());
    let basis = view.padded_basis();
    let is_unit: Vec<bool> = basis.iter().map(|&extent| known_extent(rw, extent) == Some(1)).collect();
    if !is_unit.contains(&true) {
        return None;
    }
    let zero = index_constant(rw, 0, loc);
    let kept = basis.iter().zip(&is_unit).filter(|(_, unit)| !**unit).map(|(&extent, _)| extent);
    let kept: Vec<Option<OpFoldResult>> = kept.collect();
    let parts = if kept.is_empty() { Vec::new() } else { delinearize(rw, index, &kept, loc) };
    let mut parts = parts.into_iter();
    let results: Option<Vec<Value>> =
        is_unit.iter().map(|&unit| if unit { Some(zero) } else { parts.next() }).collect();
    rw.replace_op(op, &results?);
    Some(())
}

/// The linearization that a delinearization undoes, if its indices are within their extents.
fn disjoint_source(op: OpRef<'_>) -> Option<View<'_, AffineLinearizeIndexOp>> {
    let source = AffineDelinearizeIndexOp::view_of(op).linear_index().defining_op()?;
    source.cast::<AffineLinearizeIndexOp>().filter(|source| source.is_disjoint())
}

fn ids<'a>(values: impl Iterator<Item = ValueRef<'a>>) -> Vec<Value> {
    values.map(|value| value.id()).collect()
}

/// Cancels a common tail of the bases of a delinearization and of the linearization that it takes apart.
pub(super) fn cancel_exact_tail(rw: &mut Rewriter<'_>, op: AffineDelinearizeIndexOp) -> Option<()> {
    let view = op.view(rw);
    let source = disjoint_source(view.0)?;
    let parts = ids(source.multi_index());
    let (from, to) = (source.basis(), view.basis());
    let same = from.iter().rev().zip(to.iter().rev()).take_while(|(a, b)| a == b).count();
    if same == 0 {
        return None;
    }
    if same == from.len() && same == to.len() && parts.len() == view.0.num_results() {
        rw.replace_op(op, &parts);
        return Some(());
    }
    let (source_loc, loc, disjoint) = (source.0.loc(), view.0.loc(), source.disjoint_attr());
    let (head, tail) = parts.split_at(parts.len() - same);
    let (from, to) = (source.padded_basis(), view.padded_basis());
    let index = linearize(rw, head, &from[..from.len() - same], disjoint, source_loc);
    let mut results = delinearize(rw, index, &to[..to.len() - same], loc);
    results.extend(tail);
    rw.replace_op(op, &results);
    Some(())
}

/// Delinearizes the last operand of a linearization on its own, if its extent is the product of several trailing
/// extents of the delinearization.
pub(super) fn split_last_argument(rw: &mut Rewriter<'_>, op: AffineDelinearizeIndexOp) -> Option<()> {
    let view = op.view(rw);
    let source = disjoint_source(view.0)?;
    let (from, to) = (source.padded_basis(), view.padded_basis());
    let (&last, head) = from.split_last()?;
    let Some(OpFoldResult::Static(target)) = last else { return None };
    let (mut size, mut count) = (1i64, 0);
    for extent in to.iter().rev() {
        let Some(OpFoldResult::Static(extent)) = *extent else { return None };
        size = size.checked_mul(extent)?;
        count += 1;
        if size >= target {
            break;
        }
    }
    if size != target || count < 2 {
        return None;
    }
    let parts = ids(source.multi_index());
    let (&part, parts) = parts.split_last()?;
    let (source_loc, loc, disjoint) = (source.0.loc(), view.0.loc(), source.disjoint_attr());
    let index = linearize(rw, parts, head, disjoint, source_loc);
    let (outer, inner) = to.split_at(to.len() - count);
    let mut results = delinearize(rw, index, outer, loc);
    results.extend(delinearize(rw, part, inner, loc));
    rw.replace_op(op, &results);
    Some(())
}

/// Replaces a linearization by one with other components.
fn replace_linearize(
    rw: &mut Rewriter<'_>,
    op: AffineLinearizeIndexOp,
    parts: &[Value],
    basis: &[Option<OpFoldResult>],
) {
    let view = op.view(rw);
    let (disjoint, loc) = (view.disjoint_attr(), view.0.loc());
    rw.set_insertion_point_before(op);
    let index = linearize(rw, parts, basis, disjoint, loc);
    rw.replace_op(op, &[index]);
}

/// Drops components along unit extents that are known to be in bounds.
pub(super) fn drop_unit_components(rw: &mut Rewriter<'_>, op: AffineLinearizeIndexOp) -> Option<()> {
    let view = op.view(rw);
    let (disjoint, loc) = (view.is_disjoint(), view.0.loc());
    let (all, basis) = (ids(view.multi_index()), view.padded_basis());
    let stays = |&(&part, &extent): &(&Value, &Option<OpFoldResult>)| {
        known_extent(rw, extent) != Some(1) || !disjoint && m_scalar_i64(rw.value(part)) != Some(0)
    };
    let (parts, kept): (Vec<Value>, Padded) = all.iter().zip(&basis).filter(stays).unzip();
    if parts.len() == all.len() {
        return None;
    }
    if parts.is_empty() {
        let zero = index_constant(rw, 0, loc);
        rw.replace_op(op, &[zero]);
        return Some(());
    }
    replace_linearize(rw, op, &parts, &kept);
    Some(())
}

/// A first part that is zero adds nothing.
pub(super) fn drop_leading_zero(rw: &mut Rewriter<'_>, op: AffineLinearizeIndexOp) -> Option<()> {
    let view = op.view(rw);
    let (parts, basis) = (ids(view.multi_index()), view.padded_basis());
    let (&first, rest) = parts.split_first()?;
    if m_scalar_i64(rw.value(first)) != Some(0) {
        return None;
    }
    match rest {
        [] => rw.replace_op(op, &[first]),
        rest => replace_linearize(rw, op, rest, &basis[1..]),
    }
    Some(())
}

/// A run of components that one op delinearizes and another linearizes again.
struct Run {
    /// The op that takes them apart.
    op: Op,
    /// The first of its results.
    from: usize,
    /// The number of the first part.
    at: usize,
    /// The number of parts.
    len: usize,
}

/// The runs of at least two parts, at most one for each op that takes an index apart.
fn runs(view: View<'_, AffineLinearizeIndexOp>) -> Vec<Run> {
    let parts: Vec<ValueRef<'_>> = view.multi_index().collect();
    let basis = view.padded_basis();
    let (mut runs, mut seen, mut at) = (Vec::new(), HashSet::new(), 0);
    while at < parts.len() {
        match run_at(view, &parts, &basis, at).filter(|run| seen.insert(run.op)) {
            Some(run) => {
                at += run.len;
                runs.push(run);
            }
            None => at += 1,
        }
    }
    runs
}

fn run_at(
    view: View<'_, AffineLinearizeIndexOp>,
    parts: &[ValueRef<'_>],
    basis: &[Option<OpFoldResult>],
    at: usize,
) -> Option<Run> {
    let op = parts[at].defining_op().filter(|op| op.isa::<AffineDelinearizeIndexOp>())?;
    let from = parts[at].index() as usize;
    let extents = AffineDelinearizeIndexOp::view_of(op).padded_basis();
    // The first extents bound nothing: it does not matter where they differ if both are first, nor where one is
    // missing and the other is known to hold.
    let starts = extents[from] == basis[at]
        || (at, from) == (0, 0)
        || view.is_disjoint() && from == 0 && extents[from].is_none();
    if !starts {
        return None;
    }
    let follows = |&i: &usize| {
        at + i < parts.len()
            && from + i < extents.len()
            && parts[at + i] == op.result(from + i)
            && basis[at + i] == extents[from + i]
    };
    let len = 1 + (1..).take_while(follows).count();
    (len > 1).then_some(Run { op: op.id(), from, at, len })
}

/// The product of extents; `None` if one is missing.
fn product(rw: &mut Rewriter<'_>, extents: &[Option<OpFoldResult>], loc: Loc) -> Option<OpFoldResult> {
    let (mut values, mut result) = (Vec::new(), AffineExpr::constant(1));
    for &extent in extents {
        let factor = match (known_extent(rw, extent), extent?) {
            (Some(number), _) | (None, OpFoldResult::Static(number)) => AffineExpr::constant(number),
            (None, OpFoldResult::Value(value)) => {
                values.push(value);
                AffineExpr::symbol(values.len() as u32 - 1)
            }
        };
        result = result * factor;
    }
    if let Some(number) = result.as_constant() {
        return Some(OpFoldResult::Static(number));
    }
    let map = rw.cx().affine_map_attr(AffineMap::new(0, values.len() as u32, vec![result]));
    Some(OpFoldResult::Value(
        rw.build_value(AffineApplyOp::of(&values).map_attr(map).result(Type::INDEX).loc(loc)),
    ))
}

/// Cancels a delinearization whose results are linearized again with the same basis.
pub(super) fn cancel_delinearized(rw: &mut Rewriter<'_>, op: AffineLinearizeIndexOp) -> Option<()> {
    let view = op.view(rw);
    let runs = runs(view);
    if runs.is_empty() {
        return None;
    }
    let loc = view.0.loc();
    let (parts, basis) = (ids(view.multi_index()), view.padded_basis());
    let (mut new_parts, mut new_basis) = (Vec::new(), Vec::new());
    let mut replaced: Vec<(Op, Vec<Value>)> = Vec::new();
    let mut done = 0;
    for run in runs {
        new_parts.extend(&parts[done..run.at]);
        new_basis.extend(&basis[done..run.at]);
        done = run.at + run.len;
        rw.set_insertion_point_before(run.op);
        let merged = &basis[run.at..done];
        let size = product(rw, merged, loc);
        new_basis.push(size);
        let taken = AffineDelinearizeIndexOp::view_of(rw.op(run.op));
        let (index, taken_loc, mut extents) =
            (taken.linear_index().id(), taken.0.loc(), taken.padded_basis());
        if run.len == extents.len() {
            new_parts.push(index);
            continue;
        }
        extents.splice(run.from..run.from + run.len, [size]);
        let mut results = delinearize(rw, index, &extents, taken_loc);
        let whole = results[run.from];
        new_parts.push(whole);
        // Others may use the parts.
        let pieces = delinearize(rw, whole, merged, taken_loc);
        results.splice(run.from..run.from + 1, pieces);
        replaced.push((run.op, results));
    }
    new_parts.extend(&parts[done..]);
    new_basis.extend(&basis[done..]);
    replace_linearize(rw, op, &new_parts, &new_basis);
    for (op, results) in replaced {
        rw.replace_op(op, &results);
    }
    Some(())
}
