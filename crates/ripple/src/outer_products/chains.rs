//! Sums of products that become a chain of updates of the accumulator, one for each product.
//!
//! `sum += a0 * b0 + a1 * b1` adds the products to each other first. Integer addition is associative, so they are added
//! to the accumulator directly.

use terrace_dialects_llvm::ops::{AddOp, MulOp, SExtOp, ZExtOp};
use terrace_ir::{Op, OpRef, Rewriter, Value, ValueRef};

/// The largest number of terms of a sum.
const MAX_TERMS: usize = 32;

/// The terms of a sum.
#[derive(Default)]
struct Terms {
    /// Products of 8-bit or 16-bit integers.
    products: Vec<Value>,
    /// Other terms.
    others: Vec<Value>,
    /// The nested sums, outer ones first.
    sums: Vec<Op>,
    /// Whether a nested sum has only products as terms.
    is_nested: bool,
}

/// Reassociates all sums of a function, so that each product is added to the accumulator by an op of its own.
pub(super) fn add_one_by_one(rw: &mut Rewriter<'_>) {
    let sums: Vec<Op> = rw.body().live_ops().filter(|&op| is_whole_sum(rw.op(op))).collect();
    for op in sums {
        let view = rw.op(op);
        let mut terms = Terms::default();
        collect_terms(view, &mut terms);
        let (&[start], true) = (terms.others.as_slice(), terms.is_nested) else { continue };
        let (loc, ty) = (view.loc(), view.single_result().ty());
        rw.set_insertion_point_before(op);
        let sum = terms
            .products
            .iter()
            .fold(start, |sum, &product| rw.build_value(AddOp::of(sum, product).res(ty).loc(loc)));
        rw.replace_op(op, &[sum]);
        terms.sums.into_iter().for_each(|sum| rw.erase_op(sum));
    }
}

/// Whether an op is an integer addition that is not a term of another one.
pub(super) fn is_whole_sum(op: OpRef<'_>) -> bool {
    let is_added =
        |value: ValueRef<'_>| is_only_used(value) && value.uses().all(|(user, _)| user.isa::<AddOp>());
    op.isa::<AddOp>() && !is_added(op.single_result())
}

fn is_only_used(value: ValueRef<'_>) -> bool {
    value.uses().count() == 1
}

/// Collects the terms of a sum; returns whether all of them are products.
fn collect_terms(sum: OpRef<'_>, terms: &mut Terms) -> bool {
    let Some(sum) = sum.cast::<AddOp>() else { return false };
    let (before, mut sums_of_products) = (terms.others.len(), 0);
    for value in [sum.lhs(), sum.rhs()] {
        let op = value.defining_op().filter(|_| is_only_used(value) && terms.products.len() < MAX_TERMS);
        match op {
            Some(op) if is_product(op) => terms.products.push(value.id()),
            Some(op) if op.isa::<AddOp>() => {
                terms.sums.push(op.id());
                sums_of_products += usize::from(collect_terms(op, terms));
            }
            _ => terms.others.push(value.id()),
        }
    }
    terms.is_nested |= sums_of_products > 0;
    terms.others.len() == before
}

/// Whether an op multiplies extended numbers.
pub(super) fn is_product(op: OpRef<'_>) -> bool {
    let is_extended = |value: ValueRef<'_>| {
        let signed = value.defining_op().and_then(|op| op.cast::<SExtOp>()).map(|op| op.arg());
        let unsigned = || value.defining_op()?.cast::<ZExtOp>().map(|op| op.arg());
        signed
            .or_else(unsigned)
            .is_some_and(|source| matches!(source.ty().bit_width(source.cx()), Some(8 | 16)))
    };
    op.cast::<MulOp>().is_some_and(|product| is_extended(product.lhs()) && is_extended(product.rhs()))
}
