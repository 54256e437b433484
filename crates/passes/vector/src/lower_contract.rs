//! `vector.contract` as outer products, as products of rows, or as contractions of fewer dimensions.

use terrace_affine::{AffineExpr, AffineMap};
use terrace_dialects_core::arith;
use terrace_dialects_vector::OuterProductOp;
use terrace_dialects_vector::attrs::{CombiningKind, CombiningKindAttr};
use terrace_dialects_vector::types::{as_vector, vector};
use terrace_ir::attr_kind::AttrKind;
use terrace_ir::{Loc, Op, Rewriter, Type, Value, VectorType};

use super::reduction_to_contract::Contraction;
use terrace_passes_shared::vector_ops::{
    broadcast, create_reduction, extract, insert, masked, multiply_and_combine, root_and_mask, transpose,
    zeros,
};

/// The lowering of contractions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ContractLowering {
    /// To dot products.
    Dot,
    /// To outer products.
    OuterProduct,
    /// To arithmetic on elements, where all dimensions that are summed up are of extent one.
    ParallelArith,
    /// To none of these: dimension by dimension.
    Unrolled,
}

/// The name of the op that [`lower_contract`] is about.
pub const CONTRACT: &str = "vector.contract";

/// Lowers a `vector.contract`, by one step.
pub fn lower_contract(rw: &mut Rewriter<'_>, op: Op, lowering: ContractLowering) -> Option<()> {
    let contraction = Contraction::of(rw, op)?;
    let ty = rw.op(op).single_result().ty();
    let (root, mask) = root_and_mask(rw, op);
    // Outer products support all combining kinds, and extend their inputs.
    let is_plain = contraction.kind == CombiningKind::Add && has_one_element_type(rw, &contraction);
    if !is_plain && lowering != ContractLowering::OuterProduct {
        return rw.notify_match_failure(op, "contractions other than 'add' not supported");
    }
    let value = match lowering {
        ContractLowering::OuterProduct => as_outer_products(rw, &contraction, mask),
        ContractLowering::Dot => as_dots(rw, &contraction, ty, mask),
        ContractLowering::ParallelArith => as_elementwise(rw, &contraction, ty, mask),
        ContractLowering::Unrolled => None,
    };
    let value = match value {
        Some(value) => value,
        None if is_plain => unrolled(rw, &contraction, ty, mask)?,
        None => return None,
    };
    rw.replace_op(root, &[value]);
    Some(())
}

/// Whether the elements of all operands have one type.
fn has_one_element_type(rw: &Rewriter<'_>, contraction: &Contraction) -> bool {
    let cx = rw.cx();
    let [lhs, rhs, acc] = contraction.operands.map(|value| rw.value(value).ty().element_type_or_self(cx));
    lhs == acc && rhs == acc
}

/// Whether maps select these dimensions, one list for each operand.
fn has_layout(contraction: &Contraction, layout: [&[u32]; 3]) -> bool {
    contraction.maps.iter().zip(layout).all(|(map, dims)| {
        map.num_results() == dims.len()
            && map.results.iter().zip(dims).all(|(expr, &dim)| expr.as_dim() == Some(dim))
    })
}

/// A value with elements of another type.
fn promote(rw: &mut Rewriter<'_>, value: Value, element: Type, loc: Loc) -> Value {
    let (cx, ty) = (rw.cx(), rw.value(value).ty());
    if ty.element_type_or_self(cx) == element {
        return value;
    }
    let ty = as_vector(cx, ty).map_or(element, |own| own.with_element(cx, element));
    match element.is_float(cx) {
        true => rw.build_value(arith::ExtFOp::of(value).out(ty).loc(loc)),
        false => rw.build_value(arith::ExtSIOp::of(value).out(ty).loc(loc)),
    }
}

/// The plan of a lowering to outer products: whether the inputs are swapped, which of them are transposed, and the
/// reduced dimension of the first input.
struct OuterProducts {
    swapped: bool,
    transposed: [bool; 2],
    reduced: usize,
}

fn outer_products(contraction: &Contraction) -> Option<(OuterProducts, Vec<i64>)> {
    let plan = |swapped, transposed, reduced| OuterProducts { swapped, transposed, reduced };
    let fits = |layout| has_layout(contraction, layout);
    let (m, n, k) = (0, 1, 2);
    match contraction.parallel.as_slice() {
        [true, true, false] => {
            let cases: [([&[u32]; 3], OuterProducts); 8] = [
                ([&[m, k], &[k, n], &[m, n]], plan(false, [true, false], 1)),
                ([&[m, k], &[n, k], &[m, n]], plan(false, [true, true], 1)),
                ([&[k, m], &[k, n], &[m, n]], plan(false, [false, false], 0)),
                ([&[k, m], &[n, k], &[m, n]], plan(false, [false, true], 0)),
                ([&[m, k], &[k, n], &[n, m]], plan(true, [true, false], 1)),
                ([&[m, k], &[n, k], &[n, m]], plan(true, [true, true], 1)),
                ([&[k, m], &[k, n], &[n, m]], plan(true, [false, false], 0)),
                ([&[k, m], &[n, k], &[n, m]], plan(true, [false, true], 0)),
            ];
            let found = cases.into_iter().find(|(layout, _)| fits(*layout))?;
            Some((found.1, vec![2, 0, 1]))
        }
        [first, second] if first != second => {
            let (m, k) = if *first { (0, 1) } else { (1, 0) };
            let cases: [([&[u32]; 3], OuterProducts); 4] = [
                ([&[m, k], &[k], &[m]], plan(false, [true, false], 1)),
                ([&[k, m], &[k], &[m]], plan(false, [false, false], 0)),
                ([&[k], &[m, k], &[m]], plan(true, [false, true], 0)),
                ([&[k], &[k, m], &[m]], plan(true, [false, false], 0)),
            ];
            let found = cases.into_iter().find(|(layout, _)| fits(*layout))?;
            Some((found.1, if *first { vec![1, 0] } else { Vec::new() }))
        }
        _ => None,
    }
}

/// A sum of outer products; `None` for another form of contraction.
fn as_outer_products(rw: &mut Rewriter<'_>, contraction: &Contraction, mask: Option<Value>) -> Option<Value> {
    let (plan, mask_order) = outer_products(contraction)?;
    let (cx, loc) = (rw.cx(), contraction.loc);
    let [lhs, rhs, mut acc] = contraction.operands;
    let own = as_vector(cx, rw.value(lhs).ty())?;
    let (size, is_scalable) = (own.shape[plan.reduced], own.scalable[plan.reduced]);
    if is_scalable {
        return None;
    }
    let ty = rw.value(acc).ty();
    let element = as_vector(cx, ty)?.element;
    let mut inputs = [lhs, rhs];
    let order = if plan.swapped { [1, 0] } else { [0, 1] };
    for at in order {
        if plan.transposed[at] {
            inputs[at] = transpose(rw, inputs[at], &[1, 0], loc);
        }
    }
    let mask = mask.map(|mask| match mask_order.is_empty() {
        true => mask,
        false => transpose(rw, mask, &mask_order, loc),
    });
    let [first, second] = order.map(|at| inputs[at]);
    let kind = CombiningKindAttr::attr(cx, contraction.kind);
    for at in 0..size {
        let a = extract(rw, first, &[at], loc);
        let b = extract(rw, second, &[at], loc);
        let a = promote(rw, a, element, loc);
        let b = promote(rw, b, element, loc);
        let mask = mask.map(|mask| extract(rw, mask, &[at], loc));
        let product = rw.build(OuterProductOp::of(a, b).loc(loc).acc(acc).kind_attr(kind).result(ty));
        acc = masked(rw, product.into(), mask);
    }
    Some(acc)
}

fn product(rw: &mut Rewriter<'_>, a: Value, b: Value, loc: Loc) -> Value {
    let (cx, ty) = (rw.cx(), rw.value(a).ty());
    match ty.element_type_or_self(cx).is_int_or_index(cx) {
        true => rw.build_value(arith::MulIOp::of(a, b).result(ty).loc(loc)),
        false => rw.build_value(arith::MulFOp::of(a, b).result(ty).loc(loc)),
    }
}

/// Products of rows of the first input and rows of the second one, summed up; `None` for another form of contraction.
fn as_dots(rw: &mut Rewriter<'_>, contraction: &Contraction, ty: Type, mask: Option<Value>) -> Option<Value> {
    if mask.is_some() {
        return None;
    }
    let (m, n, k) = (0, 1, 2);
    // Whether the inputs are swapped, and which of them, by their place, is transposed.
    let plan: (bool, [bool; 2]) = match contraction.parallel.as_slice() {
        [true, true, false] => {
            let cases: [([&[u32]; 3], (bool, [bool; 2])); 8] = [
                ([&[m, k], &[k, n], &[m, n]], (false, [false, true])),
                ([&[m, k], &[n, k], &[m, n]], (false, [false, false])),
                ([&[k, m], &[k, n], &[m, n]], (false, [true, true])),
                ([&[k, m], &[n, k], &[m, n]], (false, [true, false])),
                ([&[m, k], &[k, n], &[n, m]], (true, [false, true])),
                ([&[m, k], &[n, k], &[n, m]], (true, [false, false])),
                ([&[k, m], &[k, n], &[n, m]], (true, [true, true])),
                ([&[k, m], &[n, k], &[n, m]], (true, [true, false])),
            ];
            cases.into_iter().find(|(layout, _)| has_layout(contraction, *layout))?.1
        }
        [true, false] => {
            let cases: [([&[u32]; 3], (bool, [bool; 2])); 4] = [
                ([&[m, n], &[n], &[m]], (false, [false, false])),
                ([&[n, m], &[n], &[m]], (false, [true, false])),
                ([&[n], &[m, n], &[m]], (true, [false, false])),
                ([&[n], &[n, m], &[m]], (true, [false, true])),
            ];
            cases.into_iter().find(|(layout, _)| has_layout(contraction, *layout))?.1
        }
        _ => return None,
    };
    let (cx, loc) = (rw.cx(), contraction.loc);
    let own = as_vector(cx, ty)?;
    if own.is_scalable() {
        return None;
    }
    let [lhs, rhs, acc] = contraction.operands;
    let mut inputs = [lhs, rhs];
    let order = if plan.0 { [1, 0] } else { [0, 1] };
    for at in order {
        if plan.1[at] {
            inputs[at] = transpose(rw, inputs[at], &[1, 0], loc);
        }
    }
    let [rows, columns] = order.map(|at| inputs[at]);
    let mut result = zeros(rw, ty, loc)?;
    let mut taken: Vec<Value> = Vec::new();
    let count = if own.rank() == 1 { 1 } else { own.shape[1] };
    for r in 0..own.shape[0] {
        let row = extract(rw, rows, &[r], loc);
        for c in 0..count {
            if r == 0 {
                taken.push(if own.rank() == 1 { columns } else { extract(rw, columns, &[c], loc) });
            }
            let product = product(rw, row, taken[c as usize], loc);
            let sum = create_reduction(rw, CombiningKind::Add, product, None, loc);
            let sum = rw.body().single_result(sum);
            let place = [r, c];
            result = insert(rw, sum, result, &place[..own.rank()], loc);
        }
    }
    Some(match own.element.is_int_or_index(cx) {
        true => rw.build_value(arith::AddIOp::of(result, acc).result(ty).loc(loc)),
        false => rw.build_value(arith::AddFOp::of(result, acc).result(ty).loc(loc)),
    })
}

/// The broadcast and transposition that map an input to the dimensions of the result.
struct ParallelInput {
    /// The extents of dimensions of the result that it does not have, which go before its own.
    added: Vec<i64>,
    /// The order of all of them then, with those that are summed up first.
    order: Vec<i64>,
    /// The number of reduced dimensions.
    reduced: usize,
}

/// Computes the broadcast and transposition that map an input to the dimensions of the result; `None` unless all
/// reduced dimensions have extent one.
fn parallel_input(
    rw: &Rewriter<'_>,
    contraction: &Contraction,
    at: usize,
    shape: &[i64],
) -> Option<ParallelInput> {
    let map = &contraction.maps[at];
    let own = vector(rw.cx(), rw.value(contraction.operands[at]).ty());
    let dims: Vec<usize> =
        map.results.iter().map(|expr| Some(expr.as_dim()? as usize)).collect::<Option<_>>()?;
    let reduced: Vec<usize> = (0..dims.len()).filter(|&place| !contraction.parallel[dims[place]]).collect();
    if reduced.iter().any(|&place| own.shape[place] != 1) {
        return None;
    }
    let result = &contraction.maps[2];
    let missing = (result.num_results() + reduced.len()).checked_sub(dims.len())?;
    let mut order: Vec<i64> = reduced.iter().map(|&place| (missing + place) as i64).collect();
    let mut added = Vec::new();
    for (expr, &extent) in result.results.iter().zip(shape) {
        match map.result_position(expr.as_dim()?) {
            Some(place) => order.push((missing + place) as i64),
            None => {
                order.push(added.len() as i64);
                added.push(extent);
            }
        }
    }
    Some(ParallelInput { added, order, reduced: reduced.len() })
}

/// Arithmetic on the elements; `None` for another form of contraction.
fn as_elementwise(
    rw: &mut Rewriter<'_>,
    contraction: &Contraction,
    ty: Type,
    mask: Option<Value>,
) -> Option<Value> {
    let (cx, loc) = (rw.cx(), contraction.loc);
    let own = as_vector(cx, ty).filter(|_| mask.is_none())?;
    let [lhs, rhs, acc] = contraction.operands;
    let inputs =
        [parallel_input(rw, contraction, 0, own.shape)?, parallel_input(rw, contraction, 1, own.shape)?];
    let mut values = [lhs, rhs];
    for (value, ParallelInput { added, .. }) in
        values.iter_mut().zip(&inputs).filter(|(_, input)| !input.added.is_empty())
    {
        let own = vector(cx, rw.value(*value).ty());
        let scalable = [vec![false; added.len()].as_slice(), own.scalable].concat();
        let ty =
            VectorType::get_scalable(cx, &[added.as_slice(), own.shape].concat(), &scalable, own.element);
        *value = broadcast(rw, *value, ty, loc);
    }
    for (value, input) in values.iter_mut().zip(&inputs) {
        *value = transpose(rw, *value, &input.order, loc);
    }
    for (value, input) in values.iter_mut().zip(&inputs) {
        *value = extract(rw, *value, &vec![0; input.reduced], loc);
    }
    multiply_and_combine(rw, contraction.kind, values, Some(acc), None, loc)
}

/// A map without a dimension of the iteration space.
fn without(map: &AffineMap, dim: usize) -> AffineMap {
    let kept = map.results.iter().filter_map(|expr| {
        let own = expr.as_dim()? as usize;
        (own != dim).then(|| AffineExpr::dim(if own < dim { own } else { own - 1 } as u32))
    });
    AffineMap::new(map.num_dims - 1, 0, kept.collect())
}

fn without_entry<T: Copy>(list: &[T], at: usize) -> Vec<T> {
    list.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, &entry)| entry).collect()
}

/// The part of a vector at a place of one dimension.
fn take(rw: &mut Rewriter<'_>, value: Value, dim: Option<usize>, place: i64, loc: Loc) -> Option<Value> {
    let Some(dim) = dim else { return Some(value) };
    if dim == 0 {
        return Some(extract(rw, value, &[place], loc));
    }
    let cx = rw.cx();
    let own = vector(cx, rw.value(value).ty());
    let ty = VectorType::get_scalable(
        cx,
        &without_entry(own.shape, dim),
        &without_entry(own.scalable, dim),
        own.element,
    );
    let mut result = zeros(rw, ty, loc)?;
    for at in 0..own.shape[0] {
        let part = extract(rw, value, &[at], loc);
        let part = take(rw, part, Some(dim - 1), place, loc)?;
        result = insert(rw, part, result, &[at], loc);
    }
    Some(result)
}

/// A vector with a part at a place of one dimension.
fn put(rw: &mut Rewriter<'_>, value: Value, dest: Value, dim: Option<usize>, place: i64, loc: Loc) -> Value {
    let Some(dim) = dim else { return value };
    if dim == 0 {
        return insert(rw, value, dest, &[place], loc);
    }
    let extent = vector(rw.cx(), rw.value(dest).ty()).shape[0];
    let mut result = dest;
    for at in 0..extent {
        let own = extract(rw, result, &[at], loc);
        let part = extract(rw, value, &[at], loc);
        let part = put(rw, part, own, Some(dim - 1), place, loc);
        result = insert(rw, part, result, &[at], loc);
    }
    result
}

/// Contractions with one dimension less each: of a batch, of one input, or of those that are summed up.
fn unrolled(
    rw: &mut Rewriter<'_>,
    contraction: &Contraction,
    ty: Type,
    mask: Option<Value>,
) -> Option<Value> {
    let [lhs_map, rhs_map] = [0, 1].map(|at| contraction.maps[at].clone());
    let dims = 0..contraction.parallel.len();
    let place = |map: &AffineMap, dim: usize| map.result_position(dim as u32);
    let is_batch = |&dim: &usize| {
        contraction.parallel[dim] && place(&lhs_map, dim).is_some() && place(&rhs_map, dim).is_some()
    };
    if let Some(dim) = dims.clone().find(is_batch) {
        return unrolled_parallel(rw, contraction, ty, dim, place(&lhs_map, dim), place(&rhs_map, dim), mask);
    }
    let is_contracting = |dim: usize| {
        !contraction.parallel[dim] && place(&lhs_map, dim).is_some() && place(&rhs_map, dim).is_some()
    };
    let free = |map: &AffineMap| {
        (0..map.num_results()).find_map(|at| {
            let dim = map.results[at].as_dim()? as usize;
            (!is_contracting(dim)).then_some((at, dim))
        })
    };
    if let Some((at, dim)) = free(&lhs_map) {
        return unrolled_parallel(rw, contraction, ty, dim, Some(at), None, mask);
    }
    if let Some((at, dim)) = free(&rhs_map) {
        return unrolled_parallel(rw, contraction, ty, dim, None, Some(at), mask);
    }
    dims.clone().any(is_contracting).then_some(())?;
    unrolled_reduction(rw, contraction, ty, mask)
}

fn unrolled_parallel(
    rw: &mut Rewriter<'_>,
    contraction: &Contraction,
    ty: Type,
    dim: usize,
    in_lhs: Option<usize>,
    in_rhs: Option<usize>,
    mask: Option<Value>,
) -> Option<Value> {
    let (cx, loc) = (rw.cx(), contraction.loc);
    let [lhs, rhs, acc] = contraction.operands;
    let (at, side) = in_lhs.map_or_else(|| (in_rhs, rhs), |at| (Some(at), lhs));
    let own = vector(cx, rw.value(side).ty());
    let (size, is_scalable) = (own.shape[at?], own.scalable[at?]);
    let in_result = contraction.maps[2].result_position(dim as u32);
    if is_scalable || (in_result.is_none() && size != 1) {
        return None;
    }
    let mut result = zeros(rw, ty, loc)?;
    for place in 0..size {
        let lhs = take(rw, lhs, in_lhs, place, loc)?;
        let rhs = take(rw, rhs, in_rhs, place, loc)?;
        let acc = take(rw, acc, in_result, place, loc)?;
        let mask = match mask {
            Some(mask) => Some(take(rw, mask, Some(dim), place, loc)?),
            None => None,
        };
        let part = lower(rw, contraction, [lhs, rhs, acc], dim, mask);
        result = put(rw, part, result, in_result, place, loc);
    }
    Some(result)
}

/// A contraction without a dimension, of parts of the operands.
fn lower(
    rw: &mut Rewriter<'_>,
    contraction: &Contraction,
    operands: [Value; 3],
    dim: usize,
    mask: Option<Value>,
) -> Value {
    let part = Contraction {
        operands,
        maps: contraction.maps.iter().map(|map| without(map, dim)).collect(),
        parallel: without_entry(&contraction.parallel, dim),
        kind: contraction.kind,
        loc: contraction.loc,
    };
    let ty = rw.value(part.acc()).ty();
    let new = part.create(rw, ty);
    masked(rw, new, mask)
}

fn unrolled_reduction(
    rw: &mut Rewriter<'_>,
    contraction: &Contraction,
    ty: Type,
    mask: Option<Value>,
) -> Option<Value> {
    let (cx, loc) = (rw.cx(), contraction.loc);
    if as_vector(cx, ty).is_some() {
        return None;
    }
    let [lhs, rhs, acc] = contraction.operands;
    let (in_lhs, in_rhs) = (contraction.maps[0].result_position(0)?, contraction.maps[1].result_position(0)?);
    let (own, other) = (vector(cx, rw.value(lhs).ty()), vector(cx, rw.value(rhs).ty()));
    if own.shape[in_lhs] != other.shape[in_rhs] {
        return None;
    }
    if own.rank() == 1 {
        if other.rank() != 1 {
            return None;
        }
        let product = product(rw, lhs, rhs, loc);
        let sum = create_reduction(rw, CombiningKind::Add, product, Some(acc), loc);
        return Some(masked(rw, sum, mask));
    }
    if own.scalable[in_lhs] {
        return None;
    }
    let mut result = acc;
    for place in 0..own.shape[in_lhs] {
        let lhs = take(rw, lhs, Some(in_lhs), place, loc)?;
        let rhs = take(rw, rhs, Some(in_rhs), place, loc)?;
        let mask = match mask {
            Some(mask) => Some(take(rw, mask, Some(0), place, loc)?),
            None => None,
        };
        result = lower(rw, contraction, [lhs, rhs, result], 0, mask);
    }
    Some(result)
}
