//! Prints of vectors as loops that print elements.

use terrace_dialects_core::arith::{CmpIOp, CmpIPredicate, ExtSIOp, ExtUIOp};
use terrace_dialects_core::scf::IfOp;
use terrace_dialects_core::scf::YieldOp;
use terrace_dialects_mem::index_values::index_constant;
use terrace_dialects_vector::attrs::{PrintPunctuation, PrintPunctuationAttr};
use terrace_dialects_vector::types::{Vector, as_vector, vector};
use terrace_dialects_vector::{BitCastOp, PrintOp, VectorScaleOp};
use terrace_ir::attr_kind::AttrKind;
use terrace_ir::enum_attr::enum_attr;
use terrace_ir::{
    Attr, Block, Context, Loc, Op, OpFoldResult, Rewriter, Signedness, Type, TypeData, Value, VectorType,
};
use terrace_passes_shared::arithmetic::Arith;

use super::transfer::extract_at;
use terrace_dialects_core::scf::build::make_for;
use terrace_passes_shared::vector_ops::shape_cast;

fn print(rw: &mut Rewriter<'_>, value: Option<Value>, punctuation: Attr, loc: Loc) -> Op {
    rw.build(PrintOp::of().loc(loc).source(value).punctuation_attr(punctuation)).into()
}

fn punctuation(cx: &Context, punctuation: PrintPunctuation) -> Attr {
    PrintPunctuationAttr::attr(cx, punctuation)
}

/// A vector of integers as one of integers whose width is a power of two, and at least eight.
fn with_common_width(rw: &mut Rewriter<'_>, value: Value, own: &Vector<'_>, loc: Loc) -> Value {
    let cx = rw.cx();
    let TypeData::Integer { width, signedness } = *own.element.data(cx) else { return value };
    let wide = width.max(8).next_power_of_two();
    let ty = |width, signedness| own.with_element(cx, cx.integer(width, signedness));
    let bit_cast = |rw: &mut Rewriter<'_>, value: Value, ty: Type| {
        rw.build_value(BitCastOp::of(value).result(ty).loc(loc))
    };
    // Arithmetic is on integers without a sign.
    let plain = bit_cast(rw, value, ty(width, Signedness::Signless));
    let target = ty(wide, Signedness::Signless);
    let extended = match (wide == width, width == 1 || signedness == Signedness::Unsigned) {
        (true, _) => plain,
        (false, true) => rw.build_value(ExtUIOp::of(plain).out(target).loc(loc)),
        (false, false) => rw.build_value(ExtSIOp::of(plain).out(target).loc(loc)),
    };
    bit_cast(rw, extended, ty(wide, signedness))
}

/// A loop over a dimension that prints separators between elements. Returns its variable, its block, and the
/// op that prints the closing punctuation.
fn make_loop(rw: &mut Rewriter<'_>, extent: i64, is_scalable: bool, loc: Loc) -> Option<(Value, Block, Op)> {
    let cx = rw.cx();
    let lower = index_constant(rw, 0, loc);
    let mut upper = index_constant(rw, extent, loc);
    let step = index_constant(rw, 1, loc);
    if is_scalable {
        let scale = rw.build_value(VectorScaleOp::of().res(Type::INDEX).loc(loc));
        upper = Arith::new(rw, loc).mul(upper, scale);
    }
    let last = Arith::new(rw, loc).sub(upper, step);
    print(rw, None, punctuation(cx, PrintPunctuation::Open), loc);
    let (_, block) = make_for(rw, [lower, upper, step], loc);
    let close = print(rw, None, punctuation(cx, PrintPunctuation::Close), loc);
    let variable = rw.body().args(block).next()?;
    rw.set_insertion_point_to_start(block);
    let predicate = enum_attr(cx, CmpIPredicate::Ult);
    let is_not_last =
        rw.build_value(CmpIOp::of(variable, last).predicate_attr(predicate).result(Type::I1).loc(loc));
    let regions = [rw.new_region(), rw.new_region()];
    rw.build(IfOp::of(is_not_last).loc(loc).then_region(regions[0]).else_region(regions[1]));
    let then = rw.create_block(regions[0], &[]);
    rw.set_insertion_point_to_end(then);
    print(rw, None, punctuation(cx, PrintPunctuation::Comma), loc);
    rw.build(YieldOp::of(&[]).loc(loc));
    rw.set_insertion_point_to_start(block);
    Some((variable, block, close))
}

pub(in super::super) fn decompose(rw: &mut Rewriter<'_>, op: PrintOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (source, end, loc) = (view.source()?, view.punctuation_attr(), view.0.loc());
    let own = as_vector(cx, source.ty())?;
    if own.rank() > 1 && own.is_scalable() {
        return None;
    }
    let mut value = source.id();
    // More elements than there are numbers cannot be printed.
    let count = own.shape.iter().try_fold(1_i64, |count, &extent| count.checked_mul(extent))?;
    rw.set_insertion_point_before(op);
    value = with_common_width(rw, value, &own, loc);
    if own.rank() != 1 {
        let element = vector(cx, rw.value(value).ty()).element;
        value = shape_cast(rw, value, VectorType::get(cx, &[count], element), loc);
    }
    let (shape, scalable) = match own.rank() {
        0 => (&[1][..], &[false][..]),
        _ => (own.shape, own.scalable),
    };
    let (mut variables, mut first_close) = (Vec::new(), None);
    for (&extent, &is_scalable) in shape.iter().zip(scalable) {
        let (variable, _, close) = make_loop(rw, extent, is_scalable, loc)?;
        variables.push(variable);
        first_close.get_or_insert(close);
    }
    let (mut index, mut stride) = (None, 1);
    for (&variable, &extent) in variables.iter().zip(shape).rev() {
        let factor = index_constant(rw, stride, loc);
        let term = Arith::new(rw, loc).mul(factor, variable);
        index = Some(match index {
            Some(index) => Arith::new(rw, loc).add(index, term),
            None => term,
        });
        stride *= extent;
    }
    let element = extract_at(rw, value, &[OpFoldResult::Value(index?)], loc);
    print(rw, Some(element), punctuation(cx, PrintPunctuation::NoPunctuation), loc);
    rw.set_insertion_point_after(first_close?);
    print(rw, None, end, loc);
    rw.erase_op(op);
    Some(())
}
