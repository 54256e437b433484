//! Sums of products of neighbors in memory: bytes, of which four are one integer of 32 bits, or 16-bit numbers, two.
//!
//! In `s += p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3]`, each of `p` and `q` is read as one integer, and the
//! sum is [`DotOp`] of these: what lies next to each other is not taken apart to be put together again.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::intrinsics::AssumeOp;
use terrace_dialects_llvm::ops::{AddOp, LoadOp, MulOp, SExtOp, ZExtOp};
use terrace_ir::data_layout::DataLayout;
use terrace_ir::{Attr, Diag, Ir, Loc, Op, OpHandle, OpRef, Rewriter, TraitSet, Type, Value, ValueRef, View};
use terrace_rewrite::passes::cse::eliminate_common_subexpressions;
use terrace_target::{SumOfTerms, Target, target_of};

use super::Analyses;
use super::chains::{is_product, is_whole_sum};
use super::linear::{Elements, is_plain};
use super::unroll::write_out_loops;
use crate::analysis::Shapes;
use crate::constructs::DotOp;
use crate::diagnostics::{Tag, remark};
use crate::dialect::{is_mark, is_ripple};
use crate::functions::{erase_dead, functions_of_ripple, ops_of};

/// The largest number of terms of a sum.
const MAX_TERMS: usize = 32;
/// The number of bytes of an integer of neighbors.
const BYTES: i64 = 4;

/// A factor that is read from memory and extended.
#[derive(Clone, Copy)]
struct Read<'a> {
    load: View<'a, LoadOp>,
    is_signed: bool,
}

/// A sum, and what it becomes.
struct Combined {
    sum: Op,
    /// The terms that stay as they are.
    others: Vec<Value>,
    dots: Vec<Dot>,
    loc: Loc,
}

/// The first factors of some products, and whether they have signs.
struct Dot {
    addresses: [(Value, Attr); 2],
    is_signed: [bool; 2],
    words: bool,
    /// The last of the loads.
    after: Op,
}

/// Combines products of neighbors in the functions of a module; returns remarks.
pub(super) fn combine_neighbors(ir: &mut Ir, module: OpHandle) -> Vec<Box<Diag>> {
    let mut remarks = Vec::new();
    let functions: Vec<OpHandle> = functions_of_ripple(ir, module)
        .into_iter()
        .filter(|&function| {
            let (op, target) = (ir.op(function), target_of(ir.op(function)));
            has_instruction(&*target) && ops_of(op).any(is_product)
        })
        .collect();
    if functions.is_empty() {
        return remarks;
    }
    for &function in &functions {
        let Some(body) = ir.op(function).inner_body() else { continue };
        ir.rewrite(body, |rw| {
            if write_out_loops(rw) {
                eliminate_common_subexpressions(rw);
            }
        });
    }
    let analyses = Analyses::of(ir, module, &functions);
    let specialized = analyses.specialized.clone();
    for (function, known) in analyses.without_errors() {
        if specialized.contains(&function) || known.shapes.is_scalar() {
            continue;
        }
        let combined = {
            let op = ir.op(function);
            let (layout, none) = (DataLayout::of(op), FxHashSet::default());
            let elements = Elements { shapes: &known.shapes, layout: &layout, inside: &none, late: &none };
            let has_words = has_words(&*target_of(op));
            let sums = ops_of(op).filter(|&op| is_whole_sum(op));
            sums.filter_map(|sum| combined(sum, &elements, &known.shapes, has_words)).collect::<Vec<_>>()
        };
        let Some(body) = ir.op(function).inner_body().filter(|_| !combined.is_empty()) else { continue };
        ir.rewrite(body, |rw| {
            let mut replaced = FxHashMap::default();
            combined.iter().for_each(|combined| replace(rw, combined, &mut replaced));
            erase_dead(rw);
        });
        let message = "products of neighbors in memory are read together, and added up by an instruction";
        remarks.extend(combined.iter().map(|combined| remark(Tag::OuterProduct, combined.loc, message)));
    }
    // The copies of a loop, for full blocks and the remainder, are reported once.
    let mut seen: FxHashSet<Loc> = FxHashSet::default();
    remarks.retain(|notice| seen.insert(notice.loc));
    remarks
}

/// Whether a target multiplies the halves of integers of 32 bits.
fn has_words(target: &dyn Target) -> bool {
    target.sum_of_terms(SumOfTerms::ShortProducts, 64).is_some()
}

fn has_instruction(target: &dyn Target) -> bool {
    has_words(target) || target.dot_product([true, true], 64).is_some()
}

/// The sum with products of neighbors as dot products, if there are some among its terms.
fn combined(sum: OpRef<'_>, elements: &Elements<'_>, shapes: &Shapes, has_words: bool) -> Option<Combined> {
    let result = sum.single_result();
    let is_wanted = result.ty().bit_width(sum.cx()) == Some(32) && !shapes.of(result.id()).is_scalar();
    let (mut products, mut others) = (Vec::new(), Vec::new());
    collect_terms(sum, &mut products, &mut others);
    if !is_wanted || products.len() < 2 {
        return None;
    }
    let reads: Vec<[Read<'_>; 2]> =
        products.iter().map(|&product| factors_of(product)).collect::<Option<_>>()?;
    let mut left: Vec<usize> = (0..reads.len()).collect();
    let mut dots = Vec::new();
    loop {
        // From the first neighbor on, so that the next ones are those that follow.
        let found =
            left.iter().filter(|&&start| !follows_any(&reads, start, &left, elements)).find_map(|&start| {
                let size = size_of(reads[start][0])?;
                (size == 1 || has_words).then_some(())?;
                let [a, b] = reads[start];
                [[a, b], [b, a]].into_iter().find_map(|first| {
                    let members = following(first, (start, &left), &reads, elements, size)?;
                    let dot = dot_of(sum, &members, shapes, elements, size)?;
                    Some((members, dot))
                })
            });
        let Some((members, dot)) = found else { break };
        left.retain(|at| members.iter().all(|(member, _)| member != at));
        dots.push(dot);
    }
    others.extend(left.into_iter().map(|at| products[at].id()));
    (!dots.is_empty()).then(|| Combined { sum: sum.id(), others, dots, loc: sum.loc() })
}

/// Collects the products and the other terms of a sum.
fn collect_terms<'a>(sum: OpRef<'a>, products: &mut Vec<ValueRef<'a>>, others: &mut Vec<Value>) {
    let mut pending = vec![sum];
    while let Some(sum) = pending.pop() {
        for value in sum.operands() {
            let op = value.defining_op().filter(|_| value.uses().nth(1).is_none());
            match op {
                Some(op) if op.isa::<AddOp>() && pending.len() + products.len() < MAX_TERMS => {
                    pending.push(op)
                }
                Some(op) if is_product(op) && factors_of(value).is_some() => products.push(value),
                _ => others.push(value.id()),
            }
        }
    }
    // In the order of the program, as far as sums are written from left to right.
    products.reverse();
}

/// The factors of a product, if both are read from memory and extended.
fn factors_of(product: ValueRef<'_>) -> Option<[Read<'_>; 2]> {
    let product = product.defining_op()?.cast::<MulOp>()?;
    let [Some(a), Some(b)] = [product.lhs(), product.rhs()].map(read_of) else { return None };
    let (first, second) = (size_of(a)?, size_of(b)?);
    // Products of 16-bit numbers have signs.
    (first == second && (first == 1 || a.is_signed && b.is_signed)).then_some([a, b])
}

fn read_of(factor: ValueRef<'_>) -> Option<Read<'_>> {
    let op = factor.defining_op()?;
    let (from, is_signed) = match op.cast::<SExtOp>() {
        Some(extension) => (extension.arg(), true),
        None => (op.cast::<ZExtOp>()?.arg(), false),
    };
    let load = from.defining_op()?.cast::<LoadOp>().filter(|&load| is_plain(load))?;
    Some(Read { load, is_signed })
}

/// The number of bytes that are read.
fn size_of(read: Read<'_>) -> Option<i64> {
    let result = read.load.res();
    match result.ty().bit_width(result.cx())? {
        8 => Some(1),
        16 => Some(2),
        _ => None,
    }
}

/// Whether both factors of a product are the neighbors of those of another one.
fn follows_any(reads: &[[Read<'_>; 2]], start: usize, left: &[usize], elements: &Elements<'_>) -> bool {
    let [a, b] = reads[start];
    let is_next = |from: Read<'_>, to: Read<'_>| {
        size_of(from).is_some_and(|size| elements.distance(from.load.addr(), to.load.addr()) == Some(size))
    };
    left.iter().any(|&at| {
        let [first, second] = reads[at];
        is_next(first, a) && is_next(second, b) || is_next(first, b) && is_next(second, a)
    })
}

/// The products of neighbors from one on, each with its factors in the order of the first one's.
fn following<'a>(
    first: [Read<'a>; 2],
    (start, left): (usize, &[usize]),
    reads: &[[Read<'a>; 2]],
    elements: &Elements<'_>,
    size: i64,
) -> Option<Vec<(usize, [Read<'a>; 2])>> {
    let mut members = vec![(start, first)];
    for place in 1..BYTES / size {
        let next = left.iter().find_map(|&at| {
            let [a, b] = reads[at];
            [[a, b], [b, a]].into_iter().find_map(|pair| {
                let fits = (0..2).all(|side| {
                    let (from, to) = (first[side], pair[side]);
                    from.is_signed == to.is_signed
                        && elements.distance(from.load.addr(), to.load.addr()) == Some(place * size)
                });
                fits.then_some((at, pair))
            })
        })?;
        members.push(next);
    }
    Some(members)
}

/// The op for some products, if each side is read as integers that do not overlap, and nothing is written in between.
fn dot_of(
    sum: OpRef<'_>,
    members: &[(usize, [Read<'_>; 2])],
    shapes: &Shapes,
    elements: &Elements<'_>,
    size: i64,
) -> Option<Dot> {
    let (_, first) = members[0];
    let inner = shapes.of(sum.single_result().id()).dims().next()?;
    for read in first {
        let address = read.load.addr();
        if shapes.of(address.id()).size(inner) > 1 {
            let step = elements.growth(address, inner)?.step;
            (step.unsigned_abs() >= BYTES.unsigned_abs()).then_some(())?;
        }
    }
    let block = sum.block()?;
    let loads: FxHashSet<Op> =
        members.iter().flat_map(|(_, pair)| pair.iter().map(|read| read.load.0.id())).collect();
    let mut waiting = loads.len();
    let mut after = None;
    for op in block.ops() {
        if loads.contains(&op.id()) {
            waiting -= 1;
            after = Some(op.id());
            if waiting == 0 {
                break;
            }
        } else if after.is_some() && !is_silent(op) {
            return None;
        }
    }
    let address = |read: Read<'_>| {
        let alignment = read.load.alignment_attr().unwrap_or(Attr::NULL);
        (read.load.addr().id(), alignment)
    };
    let has_alignment = first.iter().all(|read| read.load.alignment_attr().is_some());
    (waiting == 0 && has_alignment).then_some(())?;
    Some(Dot {
        addresses: first.map(address),
        is_signed: first.map(|read| read.is_signed),
        words: size == 2,
        after: after?,
    })
}

/// Whether an op writes nothing.
fn is_silent(op: OpRef<'_>) -> bool {
    op.has_trait(TraitSet::Pure)
        || op.cast::<LoadOp>().is_some_and(is_plain)
        || op.isa::<AssumeOp>()
        || is_mark(op)
        || is_ripple(op)
        || op.has_trait(TraitSet::DebugInfo)
}

/// Writes a sum anew; terms may be sums that were written anew before.
fn replace(rw: &mut Rewriter<'_>, combined: &Combined, replaced: &mut FxHashMap<Value, Value>) {
    let loc = combined.loc;
    let others = combined.others.iter();
    let mut terms: Vec<Value> = others.map(|other| replaced.get(other).copied().unwrap_or(*other)).collect();
    for dot in &combined.dots {
        rw.set_insertion_point_after(dot.after);
        let [first, second] = dot.addresses.map(|(address, alignment)| {
            rw.build_value(LoadOp::of(address).loc(loc).alignment_attr(alignment).res(Type::I32))
        });
        let [first_is_signed, second_is_signed] = dot.is_signed;
        let op = DotOp::of(first, second).loc(loc).words(dot.words);
        let op = op.first_is_signed(first_is_signed).second_is_signed(second_is_signed);
        terms.push(rw.build_value(op.result(Type::I32)));
    }
    rw.set_insertion_point_before(combined.sum);
    let sum =
        terms.into_iter().reduce(|sum, term| rw.build_value(AddOp::of(sum, term).loc(loc).res(Type::I32)));
    if let Some(sum) = sum {
        replaced.insert(rw.op(combined.sum).single_result().id(), sum);
        rw.replace_op(combined.sum, &[sum]);
    }
}
