//! `test-inline` and `test-inline-callback`: calls of functions that are values are replaced by copies of their regions.

use terrace_dialects_core::cf::BrOp;
use terrace_dialects_core::func::CallIndirectOp;
use terrace_dialects_core::scf;
use terrace_dialects_test::calls::FunctionalRegionOp;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Block, InsertPoint, Op, Region, Rewriter, Type, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_rewrite::walk::body_post_order;

/// Puts the copy where the call is.
pub(crate) static TEST_INLINE: PassDef = PassDef {
    name: "test-inline",
    class: "(anonymous namespace)::InlinerTest",
    doc: "Test inlining region calls",
    anchor: Some("func.func"),
    make: |_| Ok(Pass::Body(Box::new(Inline { place: put_in_block }))),
    ..EMPTY_PASS
};

/// Puts the copy into an `scf.execute_region`.
pub(crate) static TEST_INLINE_CALLBACK: PassDef = PassDef {
    name: "test-inline-callback",
    class: "(anonymous namespace)::InlinerCallback",
    doc: "Test inlining region calls with call back functions",
    anchor: Some("func.func"),
    make: |_| Ok(Pass::Body(Box::new(Inline { place: put_in_region }))),
    ..EMPTY_PASS
};

/// Replaces a call by a copied region, whose arguments have no uses.
type Place = fn(&mut Rewriter<'_>, Op, Region) -> Option<()>;

struct Inline {
    place: Place,
}

impl BodyPass for Inline {
    fn run(&self, rw: &mut Rewriter<'_>, _run: &mut PassRun<'_>) -> Result<(), Failed> {
        for call in body_post_order(rw.body()) {
            let Some(view) = rw.op(call).cast::<CallIndirectOp>() else { continue };
            let callee = view.callee().defined_by::<FunctionalRegionOp>().map(|callee| callee.0.id());
            let Some(callee) = callee else { continue };
            let inlined = inline(rw, call, callee, self.place);
            if inlined.is_some() && rw.op(callee).results().all(|value| value.uses().next().is_none()) {
                rw.erase_op(callee);
            }
        }
        Ok(())
    }
}

fn inline(rw: &mut Rewriter<'_>, call: Op, callee: Op, place: Place) -> Option<()> {
    let region = rw.op(callee).single_region();
    let args: Vec<Value> = region.entry()?.args().map(|arg| arg.id()).collect();
    let (region, operands) =
        (region.id(), rw.op(call).operands().skip(1).map(|v| v.id()).collect::<Vec<_>>());
    if args.len() != operands.len() || rw.holds_isolated(callee) {
        return None;
    }
    let mut map = IrMapping::new();
    args.iter().zip(&operands).for_each(|(&arg, &value)| map.map(arg, value));
    let copy = rw.new_region();
    rw.clone_region(region, copy, &mut map)?;
    let entry = rw.body().entry(copy)?;
    let copied: Vec<Value> = rw.body().args(entry).collect();
    for (arg, value) in copied.into_iter().zip(operands) {
        rw.replace_all_uses_with(arg, value);
    }
    let none = vec![false; args.len()];
    rw.keep_args(entry, &none);
    place(rw, call, copy)
}

fn blocks_of(rw: &Rewriter<'_>, region: Region) -> Vec<Block> {
    rw.body().blocks_of(region).collect()
}

fn returned(rw: &Rewriter<'_>, end: Op) -> Vec<Value> {
    rw.op(end).operands().map(|value| value.id()).collect()
}

fn put_in_block(rw: &mut Rewriter<'_>, call: Op, copy: Region) -> Option<()> {
    let results: Vec<Value> = rw.body().results(call).collect();
    let blocks = blocks_of(rw, copy);
    let before = rw.body().block_of(call)?;
    let rest = rw.split_at(InsertPoint::after(rw.body(), call));
    rw.inline_region_before(copy, rest);
    for &result in &results {
        let (ty, loc) = (rw.value(result).ty(), rw.value(result).loc());
        let arg = rw.add_argument(rest, ty, loc);
        rw.replace_all_uses_with(result, arg);
    }
    for &block in &blocks {
        let Some(end) = rw.body().last_op(block).filter(|&end| is_return(rw, end)) else { continue };
        let values = returned(rw, end);
        rw.set_insertion_point_before(end);
        rw.replace(end, BrOp::of(&values).dest(rest));
    }
    rw.erase_op(call);
    let &entry = blocks.first()?;
    rw.inline_block(entry, InsertPoint::End(before), &[]);
    if let [_] = blocks[..] {
        let end = rw.body().last_op(before)?;
        let values = returned(rw, end);
        rw.erase_op(end);
        rw.inline_block(rest, InsertPoint::End(before), &values);
    }
    Some(())
}

fn put_in_region(rw: &mut Rewriter<'_>, call: Op, copy: Region) -> Option<()> {
    let types: Vec<Type> = rw.op(call).results().map(|result| result.ty()).collect();
    for block in blocks_of(rw, copy) {
        let Some(end) = rw.body().last_op(block).filter(|&end| is_return(rw, end)) else { continue };
        let values = returned(rw, end);
        rw.set_insertion_point_before(end);
        rw.replace(end, scf::YieldOp::of(&values));
    }
    rw.set_insertion_point_before(call);
    let loc = rw.body().loc(call);
    let around = rw.build(scf::ExecuteRegionOp::of().loc(loc).results(&types).region(copy));
    rw.replace_op_with(call, around);
    Some(())
}

fn is_return(rw: &Rewriter<'_>, op: Op) -> bool {
    rw.op(op).info().name.text(rw.cx()) == "test.return"
}
