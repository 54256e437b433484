//! The deallocation of each allocation, if the program frees its buffers by ownership. Found by running
//! `ownership-based-buffer-deallocation` and `buffer-deallocation-simplification` on a copy of the output.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;
use terrace_dialects_core::func::ReturnOp;
use terrace_dialects_core::scf::{IfOp, IndexSwitchOp, YieldOp};
use terrace_dialects_mem::bufferization::{CloneOp, DeallocOp};
use terrace_dialects_mem::memref::{
    self, AllocOp, AllocaOp, CastOp, CollapseShapeOp, ExpandShapeOp, ExtractStridedMetadataOp,
    MemorySpaceCastOp, ReinterpretCastOp, ReshapeOp, SubViewOp,
};
use terrace_ir::fold::constant_value;
use terrace_ir::interfaces::FunctionOp;
use terrace_ir::{Attr, Ir, Loc, OpHandle, OpKind, OpRef, Value, ValueRef, View, op_match};
use terrace_pass::{Collect, Manager, OpPipeline};
use terrace_rewrite::walk::walk;

use crate::explain::names::value_text;
use crate::explain::report::{number_in, tag_of};

/// The deallocation of an allocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Freed {
    /// By an op, on every path through it.
    Always,
    /// By an op, unless a run-time check finds that the buffer is not owned any more, or is retained.
    Checked,
    /// By the caller of the function that returns it.
    Caller,
    /// By the value that it is passed on to within the function.
    Passed,
    /// With its scope: it is on the stack.
    Stack,
    /// Never: it is not used after it is allocated, or the op is unreachable.
    Never,
}

impl Freed {
    /// A word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::Checked => "checked",
            Self::Caller => "caller",
            Self::Passed => "passed",
            Self::Stack => "stack",
            Self::Never => "never",
        }
    }
}

/// The deallocations of a program, by allocation.
pub struct Freeing {
    /// The program with deallocations; the locations of allocations hold numbers.
    program: Ir,
    /// The notes by the numbers in locations: the location, the kind of deallocation, and the reason.
    notes: BTreeMap<usize, Vec<(Loc, Freed, String)>>,
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
    /// Frees the buffers of a clone of the output, unless passes have freed them `already`; `None` where the passes for that
    /// are not registered.
    pub(crate) fn of(output: &Ir, op: OpHandle, already: bool, manager: &Manager<'_>) -> Option<Self> {
        let frees = |op: OpRef<'_>| op.isa::<DeallocOp>() || op.isa::<memref::DeallocOp>();
        if already && any(output.op(op), frees) {
            return Some(Self::found_in(output.clone(), op));
        }
        let mut ir = output.clone();
        let mut pipeline = OpPipeline::new(Some(ir.op(op).name_text()));
        pipeline.implicit_nesting = true;
        if !PASSES.iter().all(|pass| pipeline.add_named(manager.registry, pass, "").is_ok()) {
            return None;
        }
        let mut said = Vec::new();
        if manager.run(&mut ir, &pipeline, op, &mut Collect(&mut said)).is_err() {
            let message = said.first().map_or(String::new(), |diag| diag.message.clone());
            let (notes, clones) = Default::default();
            return Some(Self { program: ir, notes, clones, failure: Some(message) });
        }
        Some(Self::found_in(ir, op))
    }

    /// Collects the deallocations of a program after buffer deallocation.
    fn found_in(ir: Ir, op: OpHandle) -> Self {
        let mut notes: BTreeMap<usize, Vec<(Loc, Freed, String)>> = BTreeMap::new();
        let mut clones = Vec::new();
        let mut freed: FxHashSet<(terrace_ir::BodyId, Value)> = FxHashSet::default();
        let mut allocations = Vec::new();
        walk(ir.op(op), |op| {
            op_match!(op, {
                DeallocOp(view) => {
                    for (memref, condition) in
                        view.memrefs().zip(view.conditions())
                    {
                        let base = base(memref);
                        if let Some((tag, _)) = allocation(base) {
                            freed.insert((op.body_id(), base.id()));
                            notes.entry(tag).or_default().push(freed_by(op, condition));
                        }
                    }
                }
                memref::DeallocOp(view) => {
                    let base = base(view.memref());
                    if let Some((tag, alloc)) = allocation(base) {
                        freed.insert((op.body_id(), base.id()));
                        notes.entry(tag).or_default().push(freed_from(op, alloc));
                    }
                }
                _ => {
                    if let Some(clone) = op.cast::<CloneOp>().filter(|_| tag_of(op).is_none()) {
                        clones.push((op.loc(), cloned(clone)));
                    } else if is_allocation(op) || op.isa::<AllocaOp>() {
                        allocations.push(op.handle());
                    }
                }
            })
        });
        for handle in allocations {
            let op = ir.op(handle);
            if let Some(tag) = tag_of(op)
                && !freed.contains(&(handle.body, op.single_result().id()))
            {
                notes.entry(tag).or_default().push(not_freed(op));
            }
        }
        for notes in notes.values_mut() {
            // Several allocations of one explanation may be freed alike.
            let mut seen: FxHashSet<(Loc, String)> = FxHashSet::default();
            notes.retain(|(loc, _, text)| seen.insert((*loc, text.clone())));
        }
        Self { program: ir, notes, clones, failure: None }
    }

    /// The program with deallocations, for execution; `None` if nothing is freed.
    pub fn program(&self) -> Option<&Ir> {
        self.failure.is_none().then_some(&self.program)
    }

    /// Compares the notes with an execution of [`Self::program`]: the location of an allocation, and of its
    /// deallocation, if it was freed.
    ///
    /// # Errors
    ///
    /// The first claim of a note that the run contradicts.
    pub fn confirm(&self, made: Loc, freed: Option<Loc>) -> Result<(), String> {
        let Some(tag) = number_in(self.program.cx(), made) else { return Ok(()) };
        let notes = self.notes(tag);
        let is_freed_by = |loc: Loc| {
            let frees = |how: Freed| matches!(how, Freed::Always | Freed::Checked);
            notes.iter().any(|&(at, how, _)| frees(how) && at == loc)
        };
        let leaves = notes.iter().any(|(_, how, _)| matches!(how, Freed::Caller | Freed::Passed));
        match freed {
            Some(loc) if !leaves && !is_freed_by(loc) => {
                Err(format!("allocation {tag} is freed by an op that no note names: {notes:?}"))
            }
            None if !notes.is_empty() && notes.iter().all(|(_, how, _)| *how == Freed::Always) => {
                Err(format!("allocation {tag} is not freed, though it is said to be: {notes:?}"))
            }
            _ => Ok(()),
        }
    }

    /// The deallocations of the allocations with a tag: location, kind and text of each.
    pub(crate) fn notes(&self, tag: usize) -> &[(Loc, Freed, String)] {
        self.notes.get(&tag).map_or(&[], Vec::as_slice)
    }
}

/// Why a buffer is cloned.
fn cloned(clone: View<'_, CloneOp>) -> String {
    let source = base(clone.input());
    let around = source.owner_block().and_then(|block| block.region()).and_then(|region| region.parent_op());
    let is_argument = around.is_some_and(|op| op.interface::<dyn FunctionOp>().is_some())
        && source.owner_block() == source.owner_block().and_then(|block| block.region()?.entry());
    let why = match is_argument {
        true => "an argument is not the function's to give away",
        false => "it is not known before run time whether it is owned there",
    };
    format!("freeing by ownership then copies {}, by '{}': {why}", value_text(source), clone.0.name_text())
}

/// The allocation that a value is.
fn allocation(base: ValueRef<'_>) -> Option<(usize, OpRef<'_>)> {
    let op = base.defining_op().filter(|op| is_allocation(*op))?;
    Some((tag_of(op)?, op))
}

/// Whether an op allocates on the heap.
fn is_allocation(op: OpRef<'_>) -> bool {
    op.isa::<AllocOp>() || op.isa::<CloneOp>()
}

/// Whether any op in another one is such.
fn any(op: OpRef<'_>, is: impl Fn(OpRef<'_>) -> bool) -> bool {
    let mut found = false;
    walk(op, |op| found |= is(op));
    found
}

/// The source of the view that is an op's first result; `None` if the op does not create a view.
fn viewed(op: OpRef<'_>) -> Option<ValueRef<'_>> {
    let is_view = op.isa::<CastOp>()
        || op.isa::<SubViewOp>()
        || op.isa::<ReinterpretCastOp>()
        || op.isa::<ReshapeOp>()
        || op.isa::<ExpandShapeOp>()
        || op.isa::<CollapseShapeOp>()
        || op.isa::<MemorySpaceCastOp>()
        || op.isa::<ExtractStridedMetadataOp>();
    op.view_source().filter(|_| is_view)
}

/// The buffer that a value is a view of.
fn base(value: ValueRef<'_>) -> ValueRef<'_> {
    let mut at = value;
    while let Some(source) = at.defining_op().filter(|_| at.index() == 0).and_then(viewed) {
        at = source;
    }
    at
}

/// Before which op an op is that frees.
fn place(op: OpRef<'_>) -> String {
    let frees = |op: OpRef<'_>| op.isa::<DeallocOp>() || op.isa::<memref::DeallocOp>();
    op.next().map_or("at the end of its block".to_owned(), |next| {
        let name = std::iter::successors(Some(next), |op| op.next()).find(|op| !frees(*op));
        format!("before the '{}'", name.unwrap_or(next).name_text())
    })
}

/// The location, kind and text for a `memref.dealloc` of an allocation.
fn freed_from(op: OpRef<'_>, alloc: OpRef<'_>) -> (Loc, Freed, String) {
    let before = place(op);
    if op.block() == alloc.block() {
        return (op.loc(), Freed::Always, format!("it is freed {before}"));
    }
    let why = "a check at run time stays, or other ways lead past it";
    (op.loc(), Freed::Checked, format!("it is freed {before}, in another block: {why}"))
}

/// The location, kind and text for a conditional `bufferization.dealloc`.
fn freed_by(op: OpRef<'_>, condition: ValueRef<'_>) -> (Loc, Freed, String) {
    let before = place(op);
    let is_owned = constant_value(condition) == Some(Attr::TRUE);
    match (is_owned, DeallocOp::view_of(op).retained().len()) {
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

/// The reason why an allocation has no separate deallocation.
fn not_freed(op: OpRef<'_>) -> (Loc, Freed, String) {
    if op.isa::<AllocaOp>() {
        let text = "it is on the stack, and freed with the scope around it".to_owned();
        return (op.loc(), Freed::Stack, text);
    }
    let mut open = vec![op.single_result()];
    let mut passed: Option<OpRef<'_>> = None;
    while let Some(value) = open.pop() {
        for (user, index) in value.uses() {
            // What a branch yields is what the op around it returns.
            let branch = user
                .parent_op()
                .filter(|op| user.isa::<YieldOp>() && (op.isa::<IfOp>() || op.isa::<IndexSwitchOp>()));
            if let Some(branch) = branch {
                open.push(branch.result(index));
            }
            if user.isa::<ReturnOp>() {
                return (user.loc(), Freed::Caller, "it is returned: the caller frees it".to_owned());
            }
            if viewed(user).is_some() {
                open.extend(user.results().next());
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
