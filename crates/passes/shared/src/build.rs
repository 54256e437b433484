//! Creation of ops with inferred types.

pub use terrace_dialects_core::scf::build::{for_loop, if_else};
use terrace_ir::build::OperationState;
use terrace_ir::infer::InferInput;
use terrace_ir::{Attr, Loc, Op, OpKind, Rewriter, Type, Value};

/// Creates an op, as [`Rewriter::build`] does, with the result types that its definition infers; `None` if it cannot.
pub fn make_inferred<K: OpKind>(
    rw: &mut Rewriter<'_>,
    operands: &[Value],
    props: &[Option<Attr>],
    loc: Loc,
) -> Option<Op> {
    let types: Vec<Type> = operands.iter().map(|&value| rw.body().value_type(value)).collect();
    let attrs: Vec<Attr> = props.iter().map(|prop| prop.unwrap_or(Attr::NULL)).collect();
    let input = InferInput { cx: rw.cx(), def: K::DEF, operands: &types, props: &attrs, yields: &[] };
    let results = K::DEF.infer?(&input).ok()?;
    Some(rw.build(OperationState::positional::<K>(operands, props).with_results(&results).with_loc(loc)))
}
