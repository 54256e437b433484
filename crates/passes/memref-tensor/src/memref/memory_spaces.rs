//! `bubble-down-memory-space-casts`: accesses use the buffer before its cast to the default memory space, and views are cast
//! after they are taken.

use terrace_dialects_mem::memref::*;
use terrace_dialects_vector as vector;
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::pattern::Pattern;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::{Attr, Context, Op, OpKind, Rewriter, Type, TypeData, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{BodyPass, Failed, Pass, PassDef, PassRun};
use terrace_rewrite::{GreedyOptions, PatternSet, apply_greedily};

/// The pass.
pub static BUBBLE_DOWN_MEMORY_SPACE_CASTS: PassDef = PassDef {
    name: "bubble-down-memory-space-casts",
    class: "BubbleDownMemorySpaceCasts",
    doc: "Move casts between memory spaces behind the ops that use them",
    make: |_| Ok(Pass::Body(Box::new(BubbleDown))),
    ..EMPTY_PASS
};

/// An op that can do without a cast of its buffer to the default memory space.
pub trait MemorySpaceCastConsumerOpInterface: Send + Sync {
    /// Makes the op use what was cast, and casts its result, if it is a buffer. `None` if its buffer is no such cast.
    fn bubble_down_casts(&self, rw: &mut Rewriter<'_>, op: Op) -> Option<()>;
}

/// An access: the number of the operand that is the buffer.
struct Accessed(usize);

/// A view: the number of the operand that is viewed.
struct Viewed(usize);

static ACCESSES: &[OpModel<dyn MemorySpaceCastConsumerOpInterface>] = &[
    (AssumeAlignmentOp::DEF, &Viewed(0)),
    (AtomicRMWOp::DEF, &Accessed(1)),
    (CastOp::DEF, &Viewed(0)),
    (CollapseShapeOp::DEF, &Viewed(0)),
    (ExpandShapeOp::DEF, &Viewed(0)),
    (LoadOp::DEF, &Accessed(0)),
    (ReinterpretCastOp::DEF, &Viewed(0)),
    (ReshapeOp::DEF, &Viewed(0)),
    (StoreOp::DEF, &Accessed(1)),
    (SubViewOp::DEF, &Viewed(0)),
    (TransposeOp::DEF, &Viewed(0)),
    (ViewOp::DEF, &Viewed(0)),
];

static VECTOR_ACCESSES: &[OpModel<dyn MemorySpaceCastConsumerOpInterface>] = &[
    (vector::memory::CompressStoreOp::DEF, &Accessed(0)),
    (vector::memory::ExpandLoadOp::DEF, &Accessed(0)),
    (vector::memory::GatherOp::DEF, &Accessed(0)),
    (vector::memory::LoadOp::DEF, &Accessed(0)),
    (vector::memory::MaskedLoadOp::DEF, &Accessed(0)),
    (vector::memory::MaskedStoreOp::DEF, &Accessed(0)),
    (vector::memory::ScatterOp::DEF, &Accessed(0)),
    (vector::memory::StoreOp::DEF, &Accessed(1)),
    (vector::transfer::TransferReadOp::DEF, &Accessed(0)),
    (vector::transfer::TransferWriteOp::DEF, &Accessed(1)),
];

/// The ops of memref.
pub static MEMREF_EXTENSION: DialectExtension =
    DialectExtension { dialect: "memref", interfaces: &[&ExternalModels(ACCESSES)], ..EMPTY_EXTENSION };

/// The ops of vector.
pub static VECTOR_EXTENSION: DialectExtension = DialectExtension {
    dialect: "vector",
    interfaces: &[&ExternalModels(VECTOR_ACCESSES)],
    ..EMPTY_EXTENSION
};

struct BubbleDown;

static PATTERNS: [Pattern; 1] = [Pattern::having(
    "BubbleDownCastsPattern",
    |info| info.interface::<dyn MemorySpaceCastConsumerOpInterface>().is_some(),
    |rw, op| rw.op(op).interface::<dyn MemorySpaceCastConsumerOpInterface>()?.bubble_down_casts(rw, op),
)];

impl BodyPass for BubbleDown {
    fn run(&self, rw: &mut Rewriter<'_>, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let mut patterns = PatternSet::new();
        patterns.add_all(rw.cx(), &PATTERNS);
        apply_greedily(rw, &patterns, &GreedyOptions::bottom_up()).report(run)?;
        Ok(())
    }
}

/// Returns the memory space of a buffer, which is absent for the default one; `None` for another type.
fn space_of(cx: &Context, ty: Type) -> Option<Option<Attr>> {
    match ty.data(cx) {
        TypeData::MemRef { space, .. } | TypeData::UnrankedMemRef { space, .. } => Some(*space),
        _ => None,
    }
}

/// The same buffer in another memory space.
fn in_space(cx: &Context, ty: Type, to: Option<Attr>) -> Option<Type> {
    let mut data = ty.data(cx).clone();
    match &mut data {
        TypeData::MemRef { space, .. } | TypeData::UnrankedMemRef { space, .. } => *space = to,
        _ => return None,
    }
    cx.ty_checked(data).ok()
}

/// Returns the cast to the default memory space that an operand is, and what it casts.
fn promotable(rw: &Rewriter<'_>, op: Op, operand: usize) -> Option<(Op, Value)> {
    let cast = rw.op(op).operands().nth(operand)?.defining_op()?.cast::<MemorySpaceCastOp>()?;
    let is_default = space_of(rw.cx(), cast.dest().ty())?.is_none();
    is_default.then(|| (cast.0.id(), cast.source().id()))
}

impl MemorySpaceCastConsumerOpInterface for Accessed {
    fn bubble_down_casts(&self, rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
        let (_, source) = promotable(rw, op, self.0)?;
        rw.set_operand(op, self.0, source);
        Some(())
    }
}

impl MemorySpaceCastConsumerOpInterface for Viewed {
    fn bubble_down_casts(&self, rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
        let (cast, source) = promotable(rw, op, self.0)?;
        let cx = rw.cx();
        let ty = rw.op(op).single_result().ty();
        let viewed = in_space(cx, ty, space_of(cx, rw.body().value_type(source))?)?;
        let loc = rw.op(cast).loc();
        rw.set_insertion_point_before(op);
        let new = rw.clone_op(op, &mut IrMapping::new())?;
        rw.set_operand(new, self.0, source);
        let result = rw.op(new).single_result().id();
        rw.set_type(result, viewed);
        let cast = rw.build(MemorySpaceCastOp::of(result).dest(ty).loc(loc));
        rw.replace_op_with(op, cast);
        Some(())
    }
}

/// The extensions.
pub static EXTENSIONS: &[&DialectExtension] = &[&MEMREF_EXTENSION, &VECTOR_EXTENSION];
