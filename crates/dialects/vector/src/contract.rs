//! Combining the elements of several vectors.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::indexing::{indexing_maps, verify_indexing_maps};
use terrace_ir::asm::{Delimiter, OpParser, OpPrinter, PResult, ParseState};
use terrace_ir::attr_kind::ArrayAttr;
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::op_error;
use terrace_ir::traits::Predicate;
use terrace_ir::{Attr, CheckResult, Context, NamedAttr, OpKind, OpRef, Type, VectorType};
use terrace_macros::op;

use crate::attrs::{CombiningKindAttr, IteratorType, IteratorTypeArrayAttr, IteratorTypeAttr, add_kind};
use crate::constraints::{ANY_NON0_VECTOR, FLOAT_VECTOR, like_first, like_second, like_third};
use crate::mask::MaskableOp;
use crate::types::{Vector, as_vector, mask_of, vector};
use terrace_ir::attr_kind::{AttrKind, TypedArray};
use terrace_ir::enum_attr::EnumValue;

/// Multiplies and adds.
#[op("vector.fma",
     traits(Pure, AllTypesMatch(&["lhs", "rhs", "acc", "result"]), Elementwise, Scalarizable, Vectorizable,
            Tensorizable),
     format = "$lhs `,` $rhs `,` $acc attr-dict `:` type($lhs)")]
pub struct FMAOp {
    lhs: Operand<FLOAT_VECTOR>,
    rhs: Operand<FLOAT_VECTOR>,
    acc: Operand<FLOAT_VECTOR>,
    result: Res<FLOAT_VECTOR>,
}

static SAME_ELEMENTS: Predicate = Predicate {
    summary: "lhs and rhs have same element type",
    holds: |op| {
        let view = ContractionOp::view_of(op);
        let [lhs, rhs] = [view.lhs(), view.rhs()].map(|side| side.ty().element_type(op.cx()));
        lhs.is_some() && lhs == rhs
    },
};
static LIKE_ACC: Predicate = like_third("third operand acc and result have same element type");

/// Multiplies the elements of two vectors and sums them up along dimensions both have.
#[op("vector.contract", traits(Pure, Predicate(&SAME_ELEMENTS), Predicate(&LIKE_ACC)), interfaces(dyn MaskableOp),
     asm = (parse_contract, print_contract),
     syntax = "`{` `indexing_maps` `=` $indexing_maps `,` `iterator_types` `=` $iterator_types (`,` `kind` `=` $kind)? \
               (`,` <attribute>)* `}` $lhs `,` $rhs `,` $acc `:` type($lhs) `,` type($rhs) `into` type(results)",
     verify = verify_contract)]
pub struct ContractionOp {
    lhs: Operand<ANY_NON0_VECTOR>,
    rhs: Operand<ANY_NON0_VECTOR>,
    acc: Operand<ANY_TYPE>,
    indexing_maps: Prop<ArrayAttr>,
    iterator_types: Prop<IteratorTypeArrayAttr>,
    kind: DefaultProp<CombiningKindAttr, add_kind>,
    _result: Res<ANY_TYPE>,
}

/// The attributes that are written before the operands.
const FRONT: [&str; 3] = ["indexing_maps", "iterator_types", "kind"];

/// Whether an attribute is of the kind that the slot of this name stores.
fn fits(cx: &Context, name: &str, attr: Attr) -> bool {
    if name == "kind" { CombiningKindAttr::value(cx, attr).is_some() } else { attr.as_array(cx).is_some() }
}

fn parse_contract(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let at = p.loc();
    let front = p.attr(Type::NONE)?;
    let Some(entries) = front.as_dict(p.cx()).map(<[NamedAttr]>::to_vec) else {
        return Err(p.error(at, "invalid kind of attribute specified".to_string()));
    };
    let lhs = p.operand()?;
    p.token(",")?;
    let rhs = p.operand()?;
    p.token(",")?;
    let acc = p.operand()?;
    let masks = if p.optional_token(",") { p.operand_list(Delimiter::None)? } else { Vec::new() };
    p.optional_attr_dict(state)?;
    let types_at = p.loc();
    p.token(":")?;
    let types = p.type_list()?;
    p.token("into")?;
    let result = p.ty()?;
    let &[lhs_ty, rhs_ty, ..] = types.as_slice() else {
        return Err(p.error(types_at, "expected two types".to_string()));
    };
    for (operand, ty) in [(lhs, lhs_ty), (rhs, rhs_ty), (acc, result)] {
        state.operands.push(p.resolve(operand, ty)?);
    }
    state.results.push(result);
    for entry in entries {
        // The attributes' slots are in this order, too. Upstream loses what it cannot store.
        match FRONT.iter().position(|&name| entry.0.text(p.cx()) == name) {
            Some(slot) if fits(p.cx(), FRONT[slot], entry.1) => state.props[slot] = entry.1,
            Some(slot) => state.slots.overrides.push((slot, entry.1)),
            None => state.attrs.push(entry),
        }
    }
    let iterators =
        state.prop(p.cx(), "iterator_types").and_then(|list| list.as_array(p.cx()).map(<[_]>::to_vec));
    let Some(iterators) = iterators else {
        return Err(p.error(at, "expected \"iterator_types\" array attribute".to_string()));
    };
    let mut parsed = Vec::with_capacity(iterators.len());
    for item in iterators {
        let word = item.as_str(p.cx()).map(str::to_string);
        match word.map(|word| (IteratorType::from_keyword(&word), word)) {
            None => parsed.push(item),
            Some((Some(kind), _)) => parsed.push(kind.attr(p.cx())),
            Some((None, word)) => return Err(p.error(at, format!("unexpected iterator_type ({word})"))),
        }
    }
    state.set_prop(p.cx(), "iterator_types", p.cx().array_attr(&parsed));
    if !state.is_given(p.cx(), "kind") {
        state.set_prop(p.cx(), "kind", add_kind(p.cx()));
    }
    match masks.as_slice() {
        [] => Ok(()),
        &[a, b] => {
            for (mask, of) in [(a, lhs_ty), (b, rhs_ty)] {
                let ty = mask_of(p.cx(), of);
                state.operands.push(p.resolve(mask, ty)?);
            }
            Ok(())
        }
        _ => {
            let at = p.name_loc();
            Err(p.error(at, "expected zero or exactly 2 vector mask operands".to_string()))
        }
    }
}

fn print_contract(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let (cx, view) = (op.cx(), ContractionOp::view_of(op));
    let words: Vec<Attr> = iterators(op).iter().map(|kind| cx.string_attr(kind.keyword())).collect();
    let values = [view.indexing_maps_attr(), cx.array_attr(&words), view.kind_attr()];
    let entry = |(name, value): (&str, Attr)| (cx.str(name), value);
    let front = FRONT.into_iter().zip(values).filter(|(_, value)| !value.is_null()).map(entry);
    p.text(" ");
    p.attr(cx.dict(front.collect()));
    p.text(" ");
    p.values(&mut [view.lhs(), view.rhs(), view.acc()].into_iter());
    p.attr_dict(op, &FRONT);
    p.text(" : ");
    p.ty(view.lhs().ty());
    p.text(", ");
    p.ty(view.rhs().ty());
    p.text(" into ");
    p.ty(op.single_result().ty());
}

fn iterators(op: OpRef<'_>) -> TypedArray<'_, IteratorTypeAttr> {
    ContractionOp::view_of(op).iterator_types()
}

/// The dimensions of both sides that iterators of a kind run along.
fn shared_dims(op: OpRef<'_>, maps: &[AffineMap], wanted: IteratorType) -> Vec<(usize, usize)> {
    let positions = |map: &AffineMap| -> Vec<Option<usize>> {
        let mut positions = vec![None; map.num_dims as usize];
        for (i, dim) in map.results.iter().enumerate().filter_map(|(i, e)| Some((i, e.as_dim()?))) {
            if let Some(slot) = positions.get_mut(dim as usize) {
                slot.get_or_insert(i);
            }
        }
        positions
    };
    let (lhs, rhs) = (positions(&maps[0]), positions(&maps[1]));
    let at = |positions: &[Option<usize>], i: usize| positions.get(i).copied().flatten();
    let dims = iterators(op).iter().enumerate().filter(|(_, kind)| *kind == wanted);
    dims.filter_map(|(i, _)| Some((at(&lhs, i)?, at(&rhs, i)?))).collect()
}

/// The extent of each iterator, and whether it is scalable; the right side has the last word.
fn iteration_extents(maps: &[AffineMap], lhs: Vector<'_>, rhs: Vector<'_>) -> Vec<Option<(i64, bool)>> {
    let mut extents = vec![None; maps[0].num_dims as usize];
    for (map, vector) in [(&maps[0], lhs), (&maps[1], rhs)] {
        for (i, result) in map.results.iter().enumerate().take(vector.rank()) {
            if let Some(slot) = result.as_dim().and_then(|dim| extents.get_mut(dim as usize)) {
                *slot = Some((vector.shape[i], vector.scalable[i]));
            }
        }
    }
    extents
}

impl MaskableOp for ContractionOp {
    fn expected_mask(&self, op: OpRef<'_>) -> Type {
        let (cx, view) = (op.cx(), ContractionOp::view_of(op));
        let maps = indexing_maps(cx, view.indexing_maps_attr());
        if maps.len() < 2 {
            return Type::NONE;
        }
        let (lhs, rhs) = (vector(cx, view.lhs().ty()), vector(cx, view.rhs().ty()));
        let extents: Vec<(i64, bool)> = iteration_extents(&maps, lhs, rhs).into_iter().flatten().collect();
        let (shape, scalable): (Vec<i64>, Vec<bool>) = extents.into_iter().unzip();
        VectorType::get_scalable(cx, &shape, &scalable, Type::I1)
    }
}

/// Verifies that each map maps the iteration space to elements of its operand.
fn verify_maps(op: OpRef<'_>, maps: &[AffineMap]) -> CheckResult {
    let fail = |i: usize, rule: &str| Err(op_error(op, format!("expected indexing map {i} to {rule}")));
    let count = iterators(op).len();
    for (i, map) in maps.iter().enumerate() {
        let rank = vector(op.cx(), op.operand(i).ty()).rank();
        if map.num_symbols != 0 {
            return fail(i, "have no symbols");
        }
        if map.num_dims as usize != count {
            return fail(i, &format!("have {count} number of inputs"));
        }
        if map.num_results() != rank {
            return fail(i, &format!("have {rank} number of outputs"));
        }
        if !map.is_projected_permutation(false) {
            return fail(i, "be a projected permutation of its inputs");
        }
    }
    Ok(())
}

/// Verifies that the result has the extents that both sides and the maps determine.
fn verify_result(
    op: OpRef<'_>,
    maps: &[AffineMap],
    reduced: &[(usize, usize)],
    batch: &[(usize, usize)],
) -> CheckResult {
    let cx = op.cx();
    let fail = |message: &str| Err(op_error(op, message));
    let view = ContractionOp::view_of(op);
    let [lhs, rhs] = [view.lhs(), view.rhs()].map(|side| vector(cx, side.ty()));
    let (acc, result) = (view.acc().ty(), op.single_result().ty());
    let dropped = |side: fn(&(usize, usize)) -> usize, dims: &[(usize, usize)], rank: usize| {
        let mut dropped = vec![false; rank];
        dims.iter().for_each(|dim| dropped[side(dim)] = true);
        dropped
    };
    let lhs_reduced = dropped(|d| d.0, reduced, lhs.rank());
    let (rhs_reduced, rhs_batch) =
        (dropped(|d| d.1, reduced, rhs.rank()), dropped(|d| d.1, batch, rhs.rank()));
    let free = lhs_reduced.contains(&false) || rhs_reduced.iter().zip(&rhs_batch).any(|(a, b)| !a && !b);
    let invalid = "invalid accumulator/result vector shape";
    if !free {
        return if result.is_vector(cx) || acc.is_vector(cx) { fail(invalid) } else { Ok(()) };
    }
    let (Some(found), true) = (as_vector(cx, result), acc.is_vector(cx)) else { return fail(invalid) };
    let extents = iteration_extents_first(maps, lhs, rhs);
    if extents.contains(&None) {
        return fail("expected all dimensions to be either a LHS or a RHS dimension");
    }
    let extent = |e: &AffineExpr| e.as_dim().and_then(|dim| extents.get(dim as usize).copied().flatten());
    let shape: Vec<i64> = maps[2].results.iter().filter_map(extent).collect();
    let expected = VectorType::get_scalable(cx, &shape, found.scalable, found.element);
    if result != expected || acc != expected {
        return fail(&format!("{invalid}, expected: '{}'", cx.type_text(expected)));
    }
    Ok(())
}

/// The extent of each iterator; the left side has the last word.
fn iteration_extents_first(maps: &[AffineMap], lhs: Vector<'_>, rhs: Vector<'_>) -> Vec<Option<i64>> {
    let swapped = [maps[1].clone(), maps[0].clone()];
    iteration_extents(&swapped, rhs, lhs).into_iter().map(|e| e.map(|(extent, _)| extent)).collect()
}

fn verify_contract(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ContractionOp::view_of(op));
    let fail = |message: &str| Err(op_error(op, message));
    let [lhs, rhs] = [view.lhs(), view.rhs()].map(|value| vector(cx, value.ty()));
    if lhs.element.is_integer(cx) && !lhs.element.is_signless_integer(cx) {
        return fail("only supports signless integer types");
    }
    let maps = indexing_maps(cx, view.indexing_maps_attr());
    if maps.len() != 3 {
        return fail("expected an indexing map for each vector operand");
    }
    verify_maps(op, &maps)?;
    let (reduced, batch) =
        (shared_dims(op, &maps, IteratorType::Reduction), shared_dims(op, &maps, IteratorType::Parallel));
    if reduced.is_empty() {
        return fail("expected at least one contracting dimension pair");
    }
    let same = |dims: &[(usize, usize)]| dims.iter().all(|&(a, b)| lhs.shape[a] == rhs.shape[b]);
    if !same(&reduced) {
        return fail("invalid contracting dimension map");
    }
    if !same(&batch) {
        return fail("invalid batch dimension map");
    }
    verify_result(op, &maps, &reduced, &batch)?;
    let element = vector(cx, op.single_result().ty()).element;
    verify_kind(op, view.kind_attr())?;
    if !view.kind().combines(cx, element) {
        return fail("unsupported contraction type");
    }
    let shapes: Vec<&[i64]> = op.operands().map(|value| vector(cx, value.ty()).shape).collect();
    verify_indexing_maps(op, &maps, &shapes)
}

fn verify_kind(op: OpRef<'_>, kind: Attr) -> CheckResult {
    if kind.is_null() {
        return Err(op_error(
            op,
            "expected 'kind' attribute of type CombiningKind (e.g. 'vector.kind<add>')",
        ));
    }
    Ok(())
}

static LIKE_LHS: Predicate = like_first("lhs operand and result have same element type");
static LIKE_RHS: Predicate = like_second("rhs operand and result have same element type");

/// The outer product of two vectors, added to an accumulator.
#[op("vector.outerproduct", traits(Pure, Predicate(&LIKE_LHS), Predicate(&LIKE_RHS)), interfaces(dyn MaskableOp),
     asm = (parse_outerproduct, print_outerproduct),
     syntax = "$lhs `,` $rhs (`,` $acc)? attr-dict `:` type($lhs) `,` type($rhs)",
     verify = verify_outerproduct)]
pub struct OuterProductOp {
    lhs: Operand<ANY_NON0_VECTOR>,
    rhs: Operand<ANY_TYPE>,
    acc: OptOperand<ANY_NON0_VECTOR>,
    kind: DefaultProp<CombiningKindAttr, add_kind>,
    _result: Res<ANY_NON0_VECTOR>,
}

impl MaskableOp for OuterProductOp {
    fn expected_mask(&self, op: OpRef<'_>) -> Type {
        mask_of(op.cx(), op.single_result().ty())
    }
}

fn parse_outerproduct(p: &mut dyn OpParser, state: &mut ParseState) -> PResult<()> {
    let operands = p.operand_list(Delimiter::None)?;
    p.optional_attr_dict(state)?;
    p.token(":")?;
    let lhs = p.ty()?;
    p.token(",")?;
    let rhs = p.ty()?;
    let at = p.name_loc();
    let &[a, b, ref rest @ ..] = operands.as_slice() else {
        return Err(p.error(at, "expected at least 2 operands".to_string()));
    };
    let Some(left) = as_vector(p.cx(), lhs) else {
        return Err(p.error(at, "expected vector type for operand #1".to_string()));
    };
    let first =
        |v: Vector<'_>| (v.shape.first().copied().unwrap_or(1), v.scalable.first().copied().unwrap_or(false));
    let mut dims = vec![first(left)];
    dims.extend(as_vector(p.cx(), rhs).map(first));
    let (shape, scalable): (Vec<i64>, Vec<bool>) = dims.into_iter().unzip();
    let result = VectorType::get_scalable(p.cx(), &shape, &scalable, left.element);
    if !state.is_given(p.cx(), "kind") {
        state.set_prop(p.cx(), "kind", add_kind(p.cx()));
    }
    state.operands.push(p.resolve(a, lhs)?);
    state.operands.push(p.resolve(b, rhs)?);
    if let Some(&acc) = rest.first() {
        state.operands.push(p.resolve(acc, result)?);
    }
    state.results.push(result);
    Ok(())
}

fn print_outerproduct(p: &mut dyn OpPrinter, op: OpRef<'_>) {
    let view = OuterProductOp::view_of(op);
    p.text(" ");
    p.values(&mut op.operands());
    // Without an accumulator nothing is said about the kind, nor about anything else.
    if view.acc().is_some() {
        p.attr_dict(op, &[]);
    }
    p.text(" : ");
    p.ty(view.lhs().ty());
    p.text(", ");
    p.ty(view.rhs().ty());
}

fn verify_outerproduct(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), OuterProductOp::view_of(op));
    let fail = |message: &str| Err(op_error(op, message));
    let (lhs, result) = (vector(cx, view.lhs().ty()), vector(cx, op.single_result().ty()));
    if lhs.rank() != 1 {
        return fail("expected 1-d vector for operand #1");
    }
    let rows = "expected #1 operand dim to match result dim #1";
    match as_vector(cx, view.rhs().ty()) {
        Some(rhs) => {
            if rhs.rank() != 1 {
                return fail("expected 1-d vector for operand #2");
            }
            if result.rank() != 2 {
                return fail("expected 2-d vector result");
            }
            if lhs.shape[0] != result.shape[0] {
                return fail(rows);
            }
            if rhs.shape[0] != result.shape[1] {
                return fail("expected #2 operand dim to match result dim #2");
            }
            if lhs.is_scalable() && !rhs.is_scalable() {
                return fail("expected either both or only #2 operand dim to be scalable");
            }
        }
        None => {
            if result.rank() != 1 {
                return fail("expected 1-d vector result");
            }
            if lhs.shape[0] != result.shape[0] {
                return fail(rows);
            }
        }
    }
    if view.acc().is_some_and(|acc| acc.ty() != op.single_result().ty()) {
        return fail("expected operand #3 of same type as result type");
    }
    verify_kind(op, view.kind_attr())?;
    if !view.kind().combines(cx, result.element) {
        return fail("unsupported outerproduct type");
    }
    Ok(())
}
