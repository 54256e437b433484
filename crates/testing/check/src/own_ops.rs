//! The interpretation of ops of the dialect `test` with custom allocators, tensors and control flow.

use terrace_dialects_test::allocations::{PlainAllocOp, PoolAllocOp, PoolCloneOp, PoolFreeOp};
use terrace_dialects_test::buffers::{PickOp, RegionIfYieldOp, SetElementOp, TwinOp};
use terrace_dialects_test::passing::{ChooseRegionOp, GotoIfOp, GotoOp, ProgramOp, RepeatOp};
use terrace_interp::heap::Lifetime;
use terrace_interp::lower::{Exit, Interpret, Lowered, Lowering};
use terrace_interp::ops::loops::{Loop, nest};
use terrace_interp::ops::{arith, bufferization, cf, memref, tensor};
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::{OpKind, OpRef};

use crate::own_tensors;

/// The instructions of the ops.
pub static EXTENSION: DialectExtension = DialectExtension {
    dialect: "test",
    interfaces: &[&ExternalModels(MODELS), &ExternalModels(own_tensors::MODELS)],
    ..EMPTY_EXTENSION
};

static MODELS: &[OpModel<dyn Interpret>] = &[
    (ChooseRegionOp::DEF, &choose_region),
    (GotoOp::DEF, &cf::branch),
    (GotoIfOp::DEF, &goto_if),
    (PickOp::DEF, &pick),
    (PlainAllocOp::DEF, &plain_alloc),
    (PoolAllocOp::DEF, &pool_alloc),
    (PoolCloneOp::DEF, &pool_clone),
    (PoolFreeOp::DEF, &pool_free),
    (ProgramOp::DEF, &program),
    (RegionIfYieldOp::DEF, &leave),
    (RepeatOp::DEF, &repeat),
    (SetElementOp::DEF, &set_element),
    (TwinOp::DEF, &twin),
];

/// Memory of the pool, which only its ops free.
const POOL: Lifetime = Lifetime::Own("test.pool");

fn plain_alloc(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    memref::allocate(lw, op, PlainAllocOp::view_of(op).result(), std::iter::empty(), Lifetime::Heap)
}

fn pool_alloc(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = PoolAllocOp::view_of(op);
    memref::allocate(lw, op, view.result(), view.sizes(), POOL)
}

fn pool_clone(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = PoolCloneOp::view_of(op);
    bufferization::copy_to_new(lw, op, (view.source(), view.result()), POOL)
}

fn pool_free(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    memref::free(lw, op, PoolFreeOp::view_of(op).buffer(), POOL)
}

fn pick(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = PickOp::view_of(op);
    arith::select_one(lw, op, (view.condition(), view.first(), view.second()), view.result())
}

fn set_element(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = SetElementOp::view_of(op);
    tensor::insert_one(lw, op, (view.scalar(), view.dest()), view.indices(), view.result())
}

fn goto_if(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    cf::conditional_branch(lw, op, GotoIfOp::view_of(op).condition())
}

fn leave(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    lw.leave(op)
}

fn choose_region(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ChooseRegionOp::view_of(op);
    let mut arguments = Vec::new();
    for region in [view.first(), view.second(), view.joined()] {
        arguments.push(lw.places(region.entry().into_iter().flat_map(|block| block.args()))?);
    }
    let results = lw.places(view.results())?;
    let [other, join, end] = std::array::from_fn(|_| lw.label());
    lw.jump_unless(view.condition(), other)?;
    lw.pass(op, view.inits(), &arguments[0])?;
    lw.region(view.first(), Exit { targets: arguments[2].clone(), label: join });
    lw.bind(other);
    lw.pass(op, view.inits(), &arguments[1])?;
    lw.region(view.second(), Exit { targets: arguments[2].clone(), label: join });
    lw.bind(join);
    lw.region(view.joined(), Exit { targets: results, label: end });
    lw.bind(end);
    Ok(())
}

fn twin(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = TwinOp::view_of(op);
    let place = lw.place(view.result())?;
    lw.pass(op, [view.source()].into_iter(), &[place])
}

fn program(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = ProgramOp::view_of(op);
    let arguments = lw.places(view.body().entry().into_iter().flat_map(|block| block.args()))?;
    let end = lw.label();
    lw.pass(op, view.inputs(), &arguments)?;
    lw.region(view.body(), Exit { targets: Vec::new(), label: end });
    lw.bind(end);
    Ok(())
}

fn repeat(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = RepeatOp::view_of(op);
    let entry = view.body().entry().ok_or("a loop without a body")?;
    let (carried, results) = (lw.places(entry.args())?, lw.places(view.results())?);
    let times =
        Loop { lower: lw.constant(0), upper: lw.slot(view.count())?, step: lw.constant(1), checked: true };
    lw.pass(op, view.inits(), &carried)?;
    let w = lw.index_bits() as u8;
    nest(lw, (w, false), &[times], &[], |lw, _| {
        let next = lw.label();
        lw.region(view.body(), Exit { targets: carried.clone(), label: next });
        lw.bind(next);
        Ok(())
    })?;
    lw.copy(&carried, &results)
}
