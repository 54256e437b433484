//! Edits that may remove copies or errors, which are tried in a copy of the IR before they are offered.

use terrace_dialects_core::arith::ConstantOp;
use terrace_dialects_linalg::named_elementwise::FillOp;
use terrace_dialects_mem::bufferization::ToTensorOp;
use terrace_dialects_mem::tensor::{DimOp, EmptyOp, splat_element};
use terrace_ir::interfaces::DestinationStyleOp;
use terrace_ir::verify::{VerifyOptions, verify};
use terrace_ir::{Attr, Diag, InsertPoint, Ir, Op, OpHandle, OpKind, OpRef, Rewriter, Value, ValueRef};
use terrace_pass::{Manager, OpPipeline};

use terrace_rewrite::walk::walk;

use crate::explain::names::value_text;
use crate::lowered_before;
use crate::options::{BufferizationOptions, LayoutMap};

/// An edit of the program, or of how it is bufferized.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Edit {
    /// An op is moved before another one of its block.
    MoveBefore {
        /// The op that moves.
        op: OpHandle,
        /// The op that it moves before.
        before: OpHandle,
    },
    /// Each use of tensors without a source, `tensor.empty` and fills of it, gets a separate tensor.
    OwnTensors(Vec<OpHandle>),
    /// A constant of equal elements becomes an empty tensor that is filled.
    FillInsteadOfConstant(OpHandle),
    /// Each `to_tensor` gets `restrict`: no other tensor has its buffer.
    Restrict(Vec<OpHandle>),
    /// An option of `one-shot-bufferize` is set.
    Option(&'static str),
    /// A pass runs before, or several: the text of their flags without the first `--`.
    Pass(&'static str),
    /// Several edits, of places before others.
    All(Vec<Edit>),
}

/// The number of ops that edits may bufferize again, over all edits.
const BUDGET: usize = 50_000;

/// The number of edits that may still be tried.
pub(crate) struct Tries(usize);

impl Tries {
    /// The number of edits to try for a program of `ops` ops: as many as are cheap, at least one.
    pub(crate) fn new(ops: usize) -> Self {
        Self((BUDGET / ops.max(1)).max(1))
    }

    /// Takes one try; `false` if none is left.
    pub(crate) fn next(&mut self) -> bool {
        let left = self.0 > 0;
        self.0 = self.0.saturating_sub(1);
        left
    }
}

/// The edits that may make a program bufferizable, those of more places first.
pub(crate) fn edits_for_error(original: &Ir, root: OpHandle, error: &Diag) -> Vec<Edit> {
    let says = |part: &str| error.message.contains(part);
    let mut edits = Vec::new();
    if let Some(passes) = lowered_before::of_error(error) {
        edits.push(Edit::Pass(passes));
    } else if says("op was not bufferized") {
        edits.push(Edit::Pass("convert-elementwise-to-linalg"));
        edits.push(Edit::Option("allow-unknown-ops"));
    }
    if says("is not equivalent to the corresponding iter bbArg") || says("cannot avoid RaW conflict") {
        let returns = Edit::Option("allow-return-allocs-from-loops");
        let mut shared = Vec::new();
        for id in crate::bodies::bodies_of(original.op(root)) {
            let body = original.body(id);
            if let Some(any) = body.live_ops().next() {
                shared.extend(shared_tensors(OpRef::in_body(original, body, id, any)));
            }
        }
        let own = Edit::OwnTensors(shared);
        if own != Edit::OwnTensors(Vec::new()) {
            edits.extend([own.clone(), Edit::All(vec![own, returns.clone()])]);
        }
        edits.push(returns);
    }
    if says("to_tensor ops without `restrict`") {
        let mut ops = Vec::new();
        walk(original.op(root), |op| {
            if op.cast::<ToTensorOp>().is_some_and(|view| !view.restrict()) {
                ops.push(op.handle());
            }
        });
        edits.push(Edit::Restrict(ops));
    }
    if says("only i1 condition values") {
        edits.push(Edit::Pass("convert-elementwise-to-linalg"));
    }
    if says("does not support unstructured control flow") || says("op without unique scf.yield") {
        edits.push(Edit::Pass("lift-cf-to-scf"));
    }
    edits
}

/// The tensor that a `linalg.fill` fills; `None` for another op.
fn filled(op: OpRef<'_>) -> Option<ValueRef<'_>> {
    let style = op.interface::<dyn DestinationStyleOp>().filter(|_| op.isa::<FillOp>())?;
    Some(op.operand(style.inits(op).0))
}

/// Returns the `tensor.empty`, or the first op in the chain that fills one, that has more than one use other than of its
/// shape, searching from a value upwards; `None` if there is none.
pub(crate) fn shared_tensor(value: ValueRef<'_>) -> Option<OpRef<'_>> {
    let mut at = value;
    loop {
        let op = at.defining_op()?;
        let next = filled(op);
        if next.is_none() && !op.isa::<EmptyOp>() {
            return None;
        }
        if uses_of(at) > 1 {
            return Some(op);
        }
        at = next?;
    }
}

/// The number of uses of a tensor that are not only of its shape.
fn uses_of(value: ValueRef<'_>) -> usize {
    value.uses().filter(|(op, _)| !op.isa::<DimOp>()).count()
}

/// All tensors of a body without a source that have several uses.
pub(crate) fn shared_tensors(any: OpRef<'_>) -> Vec<OpHandle> {
    let ops = terrace_rewrite::walk::body_post_order(any.body());
    let ops = ops.into_iter().map(|op| OpRef::in_body(any.ir(), any.body(), any.body_id(), op));
    let is_shared = |op: &OpRef<'_>| {
        (op.isa::<EmptyOp>() || op.isa::<FillOp>())
            && op.num_results() == 1
            && uses_of(op.single_result()) > 1
            && shared_tensor(op.single_result()) == Some(*op)
    };
    ops.filter(is_shared).map(|op| op.handle()).collect()
}

impl Edit {
    /// The edit in words, an imperative.
    pub fn text(&self, original: &Ir) -> String {
        match self {
            Self::MoveBefore { op, before } => {
                let (op, before) = (original.op(*op), original.op(*before));
                let what = op.results().next().map_or("this".to_owned(), value_text);
                format!("move {what} before the '{}' that overwrites what it reads", before.name_text())
            }
            Self::OwnTensors(ops) => {
                let names: Vec<String> =
                    ops.iter().map(|&op| value_text(original.op(op).single_result())).collect();
                format!("give each use of {} its own '{}'", names.join(" and "), maker_names(original, ops))
            }
            Self::FillInsteadOfConstant(op) => {
                let name = value_text(original.op(*op).single_result());
                format!("start from a tensor.empty that is filled instead of the constant {name}")
            }
            Self::Restrict(ops) => {
                let names: Vec<String> =
                    ops.iter().map(|&op| value_text(original.op(op).single_result())).collect();
                format!("say `restrict` on {}, if no other tensor has the buffer", names.join(" and "))
            }
            Self::Option(option) => match option.split_once('=') {
                Some((name, "false")) => format!("leave out the option {name}"),
                _ => format!("set the option {option}"),
            },
            Self::Pass(pass) => format!("run --{pass} before"),
            Self::All(edits) => {
                let texts: Vec<String> = edits.iter().map(|edit| edit.text(original)).collect();
                texts.join(", and ")
            }
        }
    }

    /// Whether the edit affects one place of the program.
    pub fn is_local(&self) -> bool {
        !matches!(self, Self::Option(_) | Self::Pass(_) | Self::All(_))
    }

    /// A word for the kind of edit, for programs.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::MoveBefore { .. } => "move",
            Self::OwnTensors(_) => "own-tensors",
            Self::FillInsteadOfConstant(_) => "fill",
            Self::Restrict(_) => "restrict",
            Self::Option(_) => "option",
            Self::Pass(_) => "pass",
            Self::All(_) => "all",
        }
    }

    /// Applies the edit to a clone of the IR that it was found in, and to the options; `None` if it does not
    /// apply, or yields invalid IR.
    pub fn apply(
        &self,
        ir: &mut Ir,
        root: OpHandle,
        options: &mut BufferizationOptions,
        manager: &Manager<'_>,
    ) -> Option<()> {
        match self {
            Self::MoveBefore { op, before } => {
                ir.rewrite(op.body, |rw| rw.move_op(op.op, InsertPoint::Before(before.op)));
            }
            Self::OwnTensors(ops) => {
                for op in ops {
                    ir.rewrite(op.body, |rw| own_tensor(rw, op.op))?;
                }
            }
            Self::FillInsteadOfConstant(op) => {
                ir.rewrite(op.body, |rw| fill_instead(rw, ConstantOp::assume(op.op)))?
            }
            Self::Restrict(ops) => {
                for op in ops {
                    let props = ir.op(*op).def()?.props;
                    let slot = props.iter().position(|prop| prop.name == "restrict")?;
                    ir.rewrite(op.body, |rw| rw.set_prop(op.op, slot, Attr::UNIT));
                }
            }
            Self::Option(option) => set_option(options, option)?,
            Self::All(edits) => {
                for edit in edits {
                    edit.apply(ir, root, options, manager)?;
                }
            }
            Self::Pass(pass) => {
                let mut pipeline = OpPipeline::new(Some(ir.op(root).name_text()));
                pipeline.implicit_nesting = true;
                for pass in pass.split(" --") {
                    let (name, options) = pass.split_once('=').unwrap_or((pass, ""));
                    pipeline.add_named(manager.registry, name, options).ok()?;
                }
                manager.run(ir, &pipeline, root, &mut terrace_pass::Silent).ok()?;
            }
        }
        verify(ir.op(root), VerifyOptions::default().parallel(false)).ok()
    }
}

/// The names of the ops that create tensors, without duplicates.
fn maker_names(original: &Ir, ops: &[OpHandle]) -> String {
    let mut names: Vec<&str> = ops.iter().map(|&op| original.op(op).name_text()).collect();
    names.sort_unstable();
    names.dedup();
    names.join("' and '")
}

/// Sets an option by its name in the pass, with a value after `=` for those that are no flags.
fn set_option(options: &mut BufferizationOptions, text: &str) -> Option<()> {
    let (name, value) = text.split_once('=').unwrap_or((text, "true"));
    let flag = match name {
        "allow-return-allocs-from-loops" => &mut options.allow_return_allocs_from_loops,
        "allow-unknown-ops" => &mut options.allow_unknown_ops,
        "bufferize-function-boundaries" => &mut options.bufferize_function_boundaries,
        "copy-before-write" => &mut options.copy_before_write,
        "function-boundary-type-conversion"
            if options.function_boundary_type_conversion != LayoutMap::Infer =>
        {
            options.function_boundary_type_conversion = LayoutMap::Infer;
            return Some(());
        }
        _ => return None,
    };
    let value = value == "true";
    (std::mem::replace(flag, value) != value).then_some(())
}

/// Creates, for each use of a tensor but the first, a copy of the op that defines it, and of the
/// `tensor.empty` that it fills.
fn own_tensor(rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
    let value = rw.body().single_result(op);
    let uses: Vec<(Op, usize)> = rw.value(value).uses().map(|(user, index)| (user.id(), index)).collect();
    let uses: Vec<(Op, usize)> = uses.into_iter().filter(|&(user, _)| !rw.op(user).isa::<DimOp>()).collect();
    for (user, index) in uses {
        rw.set_insertion_point_before(user);
        let own = copy_of(rw, value)?;
        rw.set_operand(user, index, own);
    }
    Some(())
}

/// Copies, at the insertion point, the op that creates a tensor without a source.
fn copy_of(rw: &mut Rewriter<'_>, value: Value) -> Option<Value> {
    let (mut chain, mut at) = (Vec::new(), value);
    while let Some(op) = rw.value(at).defining_op() {
        chain.push(op.id());
        let Some(filled) = filled(op) else { break };
        at = filled.id();
    }
    let mut map = terrace_ir::rewriter::IrMapping::new();
    let mut own = value;
    for op in chain.into_iter().rev() {
        if !rw.op(op).isa::<EmptyOp>() && !rw.op(op).isa::<FillOp>() {
            continue;
        }
        let copy = rw.clone_op(op, &mut map)?;
        own = rw.body().single_result(copy);
        rw.set_insertion_point_after(copy);
    }
    (own != value).then_some(own)
}

/// Replaces a splat constant by a filled empty tensor.
fn fill_instead(rw: &mut Rewriter<'_>, op: ConstantOp) -> Option<()> {
    let (cx, view) = (rw.cx(), op.view(rw));
    let (ty, loc, value) = (view.result().ty(), view.0.loc(), view.value_attr());
    let element = splat_element(cx, value)?;
    if !ty.has_static_shape(cx) {
        return None;
    }
    rw.set_insertion_point_before(op);
    let scalar = rw.build_value(ConstantOp::of().value_attr(element).result(ty.element_type(cx)?).loc(loc));
    let empty = rw.build_value(EmptyOp::of(&[]).result(ty).loc(loc));
    let fill = terrace_dialects_linalg::builders::make_fill(rw, scalar, empty, loc)?;
    let filled = rw.body().single_result(fill);
    rw.replace_op(op, &[filled]);
    Some(())
}
