//! Which op frees each allocation, where the buffers of a program are freed by ownership: found in what
//! `ownership-based-buffer-deallocation` and `buffer-deallocation-simplification` make of a copy of the output.

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_core::func::ReturnOp;
use terrace_dialects_mem::bufferization::{CloneOp, DeallocOp, DeallocOpView};
use terrace_dialects_mem::memref::{
    AllocOp, CastOp, CollapseShapeOp, ExpandShapeOp, ExtractStridedMetadataOp, MemorySpaceCastOp,
    ReinterpretCastOp, ReshapeOp, SubViewOp,
};
use terrace_ir::fold::constant_value;
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::{Attr, Ir, Loc, OpHandle, OpRef, Value, ValueRef};
use terrace_pass::{Collect, Manager, OpPipeline};
use terrace_rewrite::walk::walk;

use crate::explain::names::value_text;
use crate::explain::report::tag_of;

/// How an allocation is freed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Freed {
    /// By an op, on every way through it.
    Always,
    /// By an op, unless a check at run time finds that the buffer is not owned any more, or is still needed.
    Checked,
    /// By the caller of the function that returns it.
    Caller,
    /// By whoever it is passed on to within the function.
    Passed,
    /// Not at all: it is not used after it is allocated, or control does not get there.
    Never,
}

impl Freed {
    /// A word for it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::Checked => "checked",
            Self::Caller => "caller",
            Self::Passed => "passed",
            Self::Never => "never",
        }
    }
}

/// How the allocations of a program are freed.
#[derive(Default)]
pub(crate) struct Freeing {
    /// By the numbers in their locations: where, how, and why.
    notes: FxHashMap<usize, Vec<(Loc, Freed, String)>>,
    /// The copies that ownership needs, with why.
    pub(crate) clones: Vec<(Loc, String)>,
    /// Why nothing is freed.
    pub(crate) failure: Option<String>,
}

/// The passes that free buffers, before frees are lowered.
const PASSES: [&str; 4] = [
    "ownership-based-buffer-deallocation",
    "canonicalize",
    "buffer-deallocation-simplification",
    "canonicalize",
];

impl Freeing {
    /// Frees the buffers of a clone of the output; `None` where the passes for that are not registered.
    pub(crate) fn of(output: &Ir, op: OpHandle, manager: &Manager<'_>) -> Option<Self> {
        let mut ir = output.clone();
        let mut pipeline = OpPipeline::new(Some(ir.op(op).name_text()));
        pipeline.implicit_nesting = true;
        if !PASSES.iter().all(|pass| pipeline.add_named(manager.registry, pass, "").is_ok()) {
            return None;
        }
        let mut said = Vec::new();
        if manager.run(&mut ir, &pipeline, op, &mut Collect(&mut said)).is_err() {
            let message = said.first().map_or(String::new(), |diag| diag.message.clone());
            return Some(Self { failure: Some(message), ..Self::default() });
        }
        let mut found = Self::default();
        let mut freed: FxHashSet<(terrace_ir::BodyId, Value)> = FxHashSet::default();
        let mut allocations = Vec::new();
        walk(ir.op(op), |op| {
            if op.isa::<DeallocOp>() {
                for (memref, condition) in DeallocOpView(op).memrefs().zip(DeallocOpView(op).conditions()) {
                    let base = base(memref);
                    if let Some((tag, _)) = allocation(base) {
                        freed.insert((op.body_id(), base.id()));
                        found.notes.entry(tag).or_default().push(freed_by(op, condition));
                    }
                }
            } else if op.isa::<AllocOp>() {
                allocations.push(op.handle());
            } else if op.isa::<CloneOp>() && tag_of(op).is_none() {
                found.clones.push((op.loc(), cloned(op)));
            }
        });
        for handle in allocations {
            let op = ir.op(handle);
            if let Some(tag) = tag_of(op)
                && !freed.contains(&(handle.body, op.result(0).id()))
            {
                found.notes.entry(tag).or_default().push(not_freed(op));
            }
        }
        Some(found)
    }

    /// How the allocations with a number are freed: where, how, and why.
    pub(crate) fn notes(&self, tag: usize) -> &[(Loc, Freed, String)] {
        self.notes.get(&tag).map_or(&[], Vec::as_slice)
    }
}

/// Why a buffer is cloned.
fn cloned(clone: OpRef<'_>) -> String {
    let source = base(clone.operand(0));
    let around = source.owner_block().and_then(|block| block.region()).and_then(|region| region.parent_op());
    let is_argument = around.is_some_and(|op| op.interface::<dyn FunctionOp>().is_some())
        && source.owner_block() == source.owner_block().and_then(|block| block.region()?.entry());
    let why = match is_argument {
        true => "an argument is not the function's to give away",
        false => "it is not known before run time whether it is owned there",
    };
    format!("freeing by ownership copies {} once more, by '{}': {why}", value_text(source), clone.name_text())
}

/// The allocation that a value is.
fn allocation(base: ValueRef<'_>) -> Option<(usize, OpRef<'_>)> {
    let op = base.defining_op().filter(|op| op.isa::<AllocOp>())?;
    Some((tag_of(op)?, op))
}

/// Whether an op's first result is a view of its first operand.
fn is_view(op: OpRef<'_>) -> bool {
    op.isa::<CastOp>()
        || op.isa::<SubViewOp>()
        || op.isa::<ReinterpretCastOp>()
        || op.isa::<ReshapeOp>()
        || op.isa::<ExpandShapeOp>()
        || op.isa::<CollapseShapeOp>()
        || op.isa::<MemorySpaceCastOp>()
        || op.isa::<ExtractStridedMetadataOp>()
}

/// The buffer that a value is a view of.
fn base(value: ValueRef<'_>) -> ValueRef<'_> {
    let mut at = value;
    while let Some(op) = at.defining_op().filter(|op| is_view(*op) && at.index() == 0) {
        at = op.operand(0);
    }
    at
}

/// What a `dealloc` with a condition does.
fn freed_by(op: OpRef<'_>, condition: ValueRef<'_>) -> (Loc, Freed, String) {
    let before = op.next().map_or("at the end of its block".to_owned(), |next| {
        let name = std::iter::successors(Some(next), |op| op.next()).find(|op| !op.isa::<DeallocOp>());
        format!("before the '{}'", name.unwrap_or(next).name_text())
    });
    let is_owned = constant_value(condition) == Some(Attr::TRUE);
    match (is_owned, DeallocOpView(op).retained().len()) {
        (true, 0) => (op.loc(), Freed::Always, format!("it is freed {before}")),
        (true, _) => {
            let why = "a check at run time stays, as it may be a buffer that is passed on";
            (op.loc(), Freed::Checked, format!("it is freed {before}, unless it is needed later: {why}"))
        }
        (false, _) => {
            let why = "a check at run time stays, as who owns it depends on the way that control takes";
            (op.loc(), Freed::Checked, format!("it is freed {before}, if it is still owned there: {why}"))
        }
    }
}

/// Why no op of its own frees an allocation.
fn not_freed(op: OpRef<'_>) -> (Loc, Freed, String) {
    let mut open = vec![op.result(0)];
    let mut passed: Option<OpRef<'_>> = None;
    while let Some(value) = open.pop() {
        for (user, _) in value.uses() {
            if user.isa::<ReturnOp>() {
                return (user.loc(), Freed::Caller, "it is returned: the caller frees it".to_owned());
            }
            if is_view(user) {
                open.push(user.result(0));
            } else if user.next().is_none() || user.num_regions() > 0 {
                passed = passed.or(Some(user));
            }
        }
    }
    match passed {
        Some(user) => {
            let text = format!(
                "it is passed on by '{}', together with who owns it, and freed where it arrives",
                user.name_text()
            );
            (user.loc(), Freed::Passed, text)
        }
        None => (
            op.loc(),
            Freed::Never,
            "no op frees it: control does not leave the block where it is allocated".to_owned(),
        ),
    }
}
