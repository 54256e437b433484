//! `remove-shape-constraints` and `shape-to-shape-lowering`.

use terrace_conversion::{
    Conversion, ConversionPass, ConversionPatterns, ConversionRewriter, ConversionTarget,
};
use terrace_dialects_core::arith::ConstantOp;
use terrace_dialects_core::func::FuncOp;
use terrace_dialects_shape::shape::*;
use terrace_ir::pattern::Pattern;
use terrace_ir::{Context, OpKind, Rewriter, Type};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily};

/// The pass that removes constraints.
pub static REMOVE_SHAPE_CONSTRAINTS: PassDef = PassDef {
    name: "remove-shape-constraints",
    class: "RemoveShapeConstraintsPass",
    doc: "Replace constraints on shapes with a witness that is true",
    anchor: Some(FuncOp::DEF.name),
    make: |_| Ok(Pass::Body(Box::new(RemoveConstraints))),
    ..EMPTY_PASS
};

/// The pass that expresses ops on shapes by simpler ones.
pub static SHAPE_TO_SHAPE_LOWERING: PassDef = PassDef {
    name: "shape-to-shape-lowering",
    class: "ShapeToShapeLoweringPass",
    doc: "Express ops on shapes by those that have a lowering",
    anchor: Some(FuncOp::DEF.name),
    make: |options| ConversionPass::plain(options, conversion),
    ..EMPTY_PASS
};

struct RemoveConstraints;

fn take_for_granted(rw: &mut Rewriter<'_>, op: terrace_ir::Op) -> Option<()> {
    let passing = rw.cx().bool_attr(true);
    rw.replace(op, ConstWitnessOp::of().passing_attr(passing));
    Some(())
}

static PATTERNS: [Pattern; 2] = [
    Pattern::new("RemoveCstrBroadcastableOp", CstrBroadcastableOp::DEF.name, take_for_granted),
    Pattern::new("RemoveCstrEqOp", CstrEqOp::DEF.name, take_for_granted),
];

impl BodyPass for RemoveConstraints {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut patterns = PatternSet::new();
        patterns.add_all(rw.cx(), &PATTERNS);
        apply_greedily(rw, &patterns, &GreedyOptions::bottom_up()).report(run)?;
        Ok(())
    }
}

fn conversion(cx: &Context) -> Conversion {
    let target = ConversionTarget::new().legal_dialects(&["arith", "shape"]).illegal::<NumElementsOp>(cx);
    let mut patterns = ConversionPatterns::new();
    patterns.add::<NumElementsOp>(cx, "NumElementsOpConverter", reduce_to_product);
    Conversion { target, patterns }
}

/// The number of elements is the product of the extents.
fn reduce_to_product(rw: &mut ConversionRewriter<'_>, op: NumElementsOp) -> Option<()> {
    let view = op.view(rw);
    let (loc, shape, ty) = (view.0.loc(), view.shape().id(), view.result().ty());
    let one = rw.cx().int_attr(Type::INDEX, 1);
    let first = match ty == Type::INDEX {
        true => rw.build_value(ConstantOp::of().value_attr(one).result(ty).loc(loc)),
        false => rw.build_value(ConstSizeOp::of().value_attr(one).loc(loc)),
    };
    let region = rw.new_region();
    let reduce = rw.build(ReduceOp::of(shape, &[first]).loc(loc).result(&[ty]).region(region));
    let extent = extent_type(rw, shape);
    let block = rw.create_block(region, &[(Type::INDEX, loc), (extent, loc), (ty, loc)]);
    let [_, extent, product] = rw.body().args(block).collect::<Vec<_>>()[..] else { return None };
    rw.set_insertion_point_to_end(block);
    let product = rw.build_value(MulOp::of(extent, product).result(ty).loc(loc));
    rw.build(YieldOp::of(&[product]).loc(loc));
    rw.replace_op_with(op, reduce);
    Some(())
}

/// The type of the extents of a shape.
fn extent_type(rw: &ConversionRewriter<'_>, shape: terrace_ir::Value) -> Type {
    match rw.body().value_type(shape).shape(rw.cx()) {
        Some(_) => Type::INDEX,
        None => size_type(rw.cx()),
    }
}
