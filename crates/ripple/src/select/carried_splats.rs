//! Scalars that a loop carries from one iteration to the next, as an element of a vector that all elements of the next one
//! get: running totals of blocks.
//!
//! LLVM takes the element to a register of scalars and spreads it in the next iteration. Both are in the chain of what each
//! iteration waits for. A vector of which all elements are the scalar is carried instead: one permutation.

use terrace_analysis::loops::{LoopId, LoopInfo};
use terrace_dialects_llvm::ops::{ExtractElementOp, InsertElementOp, ShuffleVectorOp};
use terrace_dialects_llvm::types::vector_type;
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{Block, InsertPoint, Op, Rewriter, Type, Value, ValueRef};
use terrace_target::Target;

use super::build::Build;
use crate::splats::{number_everywhere, splat_of};
use crate::vectors::{lanes_of, scalar_width, shuffle};

/// The most arguments of a block that are looked at: those of generated code may be thousands.
const MOST_ARGUMENTS: usize = 64;

/// Carries vectors in place of the scalars that the headers of loops get and spread; returns whether there were any. What
/// spread them remains, unused.
pub(super) fn carry_splats(rw: &mut Rewriter<'_>, target: &dyn Target) -> bool {
    let is_insertion = |op: Op| rw.op(op).isa::<InsertElementOp>();
    if !rw.body().live_ops().any(is_insertion) {
        return false;
    }
    let Some(&region) = rw.body().top_regions().first() else { return false };
    let info = rw.body().analysis::<LoopInfo>(region);
    let mut pending: Vec<LoopId> = info.top_level().collect();
    let mut headers: Vec<(Block, Vec<Block>)> = Vec::new();
    while let Some(id) = pending.pop() {
        let inner = info.get(id);
        pending.extend(inner.children.iter().copied());
        if rw.body().n_args(inner.header) <= MOST_ARGUMENTS {
            headers.push((inner.header, info.blocks(id)));
        }
    }
    let mut any = false;
    for (header, blocks) in headers {
        let mut index = 0;
        while index < rw.body().n_args(header) {
            // A vector replaces the scalar as the last argument.
            match carry_splat(rw, (header, index), &blocks, target) {
                Some(()) => any = true,
                None => index += 1,
            }
        }
    }
    any
}

/// A branch to a block, by the number of the successor, and what it passes.
struct Edge {
    branch: Op,
    successor: usize,
    values: Vec<Value>,
}

/// Replaces an argument of a header, unless it is not spread, or an iteration passes on something else than an element.
fn carry_splat(
    rw: &mut Rewriter<'_>,
    (header, index): (Block, usize),
    blocks: &[Block],
    target: &dyn Target,
) -> Option<()> {
    let argument = rw.body().args(header).nth(index)?;
    let view = rw.value(argument);
    let (ty, loc, cx) = (view.ty(), view.loc(), rw.cx());
    let bits = scalar_width(cx, ty) as usize;
    let is_scalar = (ty.is_integer(cx) || ty.is_float(cx)) && matches!(bits, 8 | 16 | 32 | 64);
    is_scalar.then_some(())?;
    let splats: Vec<(Op, usize)> = splats_of(view);
    let most = splats.iter().map(|&(_, lanes)| lanes).max()?;
    let edges = edges_to(rw, header)?;
    let carried = |edge: &&Edge| rw.body().block_of(edge.branch).is_some_and(|from| blocks.contains(&from));
    let is_element = |value: Value| element_of(rw.value(value), ty).is_some();
    let are_elements = edges.iter().filter(carried).all(|edge| is_element(edge.values[index]));
    are_elements.then_some(())?;
    // All of them are in one register.
    let lanes = most.min(target.register_bytes() * 8 / bits);
    let vector = vector_type(cx, ty, lanes as i64, false);
    let whole = rw.add_argument(header, vector, loc);
    for mut edge in edges {
        let passed = edge.values.remove(index);
        let spread = spread(rw, &edge, passed, vector);
        edge.values.push(spread);
        rw.set_successor_operands(edge.branch, edge.successor, &edge.values);
    }
    for (op, count) in splats {
        rw.set_insertion_point_before(op);
        let value = match count == lanes {
            true => whole,
            false => shuffle(rw, [whole, whole], (0..count).map(|at| (at % lanes) as i32), loc),
        };
        rw.replace_op(op, &[value]);
    }
    if !rw.value(argument).is_unused() {
        rw.set_insertion_point(InsertPoint::start(rw.body(), header));
        let mut build = Build { rw, loc };
        let first = build.scalar_number(0, Type::I64);
        let scalar = build.rw.build_value(ExtractElementOp::of(whole, first).loc(loc).res(ty));
        rw.replace_all_uses_with(argument, scalar);
    }
    rw.erase_argument(header, index);
    Some(())
}

/// The vectors in whose elements a scalar is, with their numbers of elements.
fn splats_of(scalar: ValueRef<'_>) -> Vec<(Op, usize)> {
    let insertions = scalar.uses().filter(|(user, _)| user.isa::<InsertElementOp>());
    let spread = insertions.flat_map(|(insertion, _)| insertion.single_result().uses());
    let spread = spread.map(|(user, _)| user).filter(|user| user.isa::<ShuffleVectorOp>());
    spread
        .filter(|user| splat_of(user.single_result()).is_some_and(|of| of.id() == scalar.id()))
        .filter_map(|user| Some((user.id(), lanes_of(user.single_result())?)))
        .collect()
}

/// The branches to a block; `None` if something else than a branch is before it.
fn edges_to(rw: &Rewriter<'_>, block: Block) -> Option<Vec<Edge>> {
    let uses: Vec<(Op, usize)> = rw
        .body()
        .preds(block)
        .map(|used| (rw.body().use_owner(used), rw.body().successor_index(used)))
        .collect();
    uses.into_iter()
        .map(|(branch, successor)| {
            let view = rw.op(branch);
            let operands = view.interface::<dyn BranchOp>()?.successor_operands(view, successor);
            let values: Vec<Value> =
                (0..operands.len).map(|at| view.operand(operands.start + at).id()).collect();
            (values.len() == rw.body().n_args(block)).then_some(Edge { branch, successor, values })
        })
        .collect()
}

/// The vector that a scalar is an element of, with its number.
fn element_of(scalar: ValueRef<'_>, ty: Type) -> Option<(Value, usize)> {
    let op = scalar.defining_op()?;
    let element = op.cast::<ExtractElementOp>()?;
    let (vector, at) = (element.vector(), number_everywhere(element.position())?);
    let is_right = vector.ty().element_type(op.cx()) == Some(ty);
    let at = usize::try_from(at).ok().filter(|&at| lanes_of(vector).is_some_and(|lanes| at < lanes))?;
    is_right.then(|| (vector.id(), at))
}

/// The value that an edge passes on, in all elements of a vector.
fn spread(rw: &mut Rewriter<'_>, edge: &Edge, scalar: Value, vector: Type) -> Value {
    let (view, cx) = (rw.value(scalar), rw.cx());
    let (loc, ty) = (view.loc(), view.ty());
    let element = element_of(view, ty).zip(view.defining_op().map(|op| op.id()));
    let lanes = vector.shape(cx).and_then(|shape| usize::try_from(*shape.first()?).ok());
    let Some((((from, at), op), lanes)) = element.zip(lanes) else {
        rw.set_insertion_point_before(edge.branch);
        return Build { rw, loc }.splat(scalar, vector);
    };
    rw.set_insertion_point_before(op);
    shuffle(rw, [from, from], vec![at as i32; lanes], loc)
}
