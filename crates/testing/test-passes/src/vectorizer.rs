//! `affine-super-vectorizer-test`: the parts of the vectorizer of affine loops, and slices of computations.

use std::collections::{BTreeMap, HashSet};

use terrace_affine::AffineMap;
use terrace_asm::{PrintOptions, print_op};
use terrace_dialects_core::func::{FuncOp, ReturnOp};
use terrace_dialects_mem::affine::AffineForOp;
use terrace_dialects_vector::types::as_vector;
use terrace_dialects_vector::{TransferReadOp, TransferWriteOp};
use terrace_ir::{Diag, Ir, Loc, Op, OpHandle, OpKind, OpRef, TraitSet};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};
use terrace_passes_affine::vectorize::vectorize_loop_nest;
use terrace_passes_affine::vectorize_reductions::is_parallel_with_reductions;
use terrace_passes_affine::vectorize_strategy::VectorizationStrategy;
use terrace_rewrite::walk::post_order;

pass_options! {
    /// The options of the pass.
    struct VectorizerTestOptions {
        /// Specify the HW vector size for vectorization
        vector_shape_ratio("vector-shape-ratio"): Vec<i64> = "",
        /// Enable testing forward static slicing and topological sort functionalities
        forward_slicing("forward-slicing"): bool = "false",
        /// Enable testing backward static slicing and topological sort functionalities
        backward_slicing("backward-slicing"): bool = "false",
        /// Enable testing static slicing and topological sort functionalities
        slicing("slicing"): bool = "false",
        /// Enable testing the composition of AffineMap where each AffineMap in the composition is specified as the affine_map attribute in a constant op.
        compose_maps("compose-maps"): bool = "false",
        /// Enable testing for the 'vectorizeAffineLoopNest' utility by vectorizing the outermost loops found
        vectorize_affine_loop_nest("vectorize-affine-loop-nest"): bool = "false",
    }
}

/// The pass.
pub(crate) static AFFINE_SUPER_VECTORIZER_TEST: PassDef = PassDef {
    name: "affine-super-vectorizer-test",
    class: "(anonymous namespace)::VectorizerTestPass",
    doc: "Tests vectorizer standalone functionality.",
    anchor: Some(FuncOp::DEF.name),
    options: VectorizerTestOptions::DEFS,
    make: |options| Ok(Pass::Ir(Box::new(VectorizerTest(options.into())))),
    ..EMPTY_PASS
};

struct VectorizerTest(VectorizerTestOptions);

impl IrPass for VectorizerTest {
    fn run(&self, ir: &mut Ir, function: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let view = ir.op(function);
        if !view.cast::<FuncOp>().is_some_and(|function| function.body().has_one_block()) {
            return Ok(());
        }
        let mut text = String::new();
        if !self.0.vector_shape_ratio.is_empty() {
            print_ratios(ir, function, &self.0.vector_shape_ratio, &mut text, run);
        }
        for (wanted, kind) in [
            (self.0.forward_slicing, SliceKind::Forward),
            (self.0.backward_slicing, SliceKind::Backward),
            (self.0.slicing, SliceKind::Both),
        ] {
            if wanted {
                print_slices(ir, function, kind, &mut text);
            }
        }
        if self.0.compose_maps {
            print_composition(ir, function, &mut text);
        }
        if self.0.vectorize_affine_loop_nest {
            vectorize(ir, function, &mut text, run);
        }
        if !text.is_empty() {
            run.report(Diag::remark(Loc::UNKNOWN, text));
        }
        Ok(())
    }
}

/// The text of an op alone.
fn text_of(op: OpRef<'_>) -> String {
    print_op(op, &PrintOptions::default().local_scope(true))
}

/// The number of vectors of a shape in one of another shape along each dimension; `None` unless all are whole.
fn shape_ratio(whole: &[i64], part: &[i64]) -> Option<Vec<i64>> {
    let outer = whole.len().checked_sub(part.len())?;
    let inner = whole[outer..].iter().zip(part);
    let inner = inner.map(|(whole, part)| (*part > 0 && whole % part == 0).then(|| whole / part));
    whole[..outer].iter().map(|&size| Some(size)).chain(inner).collect()
}

/// Prints the ops whose result is a vector that is a multiple of one of this shape.
fn print_ratios(ir: &Ir, function: OpHandle, shape: &[i64], text: &mut String, run: &mut PassRun<'_>) {
    let cx = ir.cx();
    for op in post_order(ir, function).into_iter().map(|handle| ir.op(handle)) {
        let is_transfer = op.isa::<TransferReadOp>() || op.isa::<TransferWriteOp>();
        let failure = match op.num_results() {
            _ if is_transfer => None,
            0 if op.isa::<ReturnOp>() => continue,
            0 => Some("NYI: assuming only return operations can have 0  results at this point"),
            1 => None,
            _ => Some("NYI: operation has more than 1 result"),
        };
        if let Some(failure) = failure {
            run.report(Diag::error(op.loc(), failure));
            continue;
        }
        let result = (op.num_results() == 1).then(|| op.single_result().ty());
        let vector = result.and_then(|ty| as_vector(cx, ty));
        let Some(ratio) = vector.and_then(|vector| shape_ratio(vector.shape, shape)) else { continue };
        let ratio: Vec<String> = ratio.iter().map(i64::to_string).collect();
        text.push_str(&format!("\nmatched: {} with shape ratio: {}", text_of(op), ratio.join(", ")));
    }
}

#[derive(Clone, Copy)]
enum SliceKind {
    Forward,
    Backward,
    Both,
}

/// Prints the slices of the ops of tests.
fn print_slices(ir: &Ir, function: OpHandle, kind: SliceKind, text: &mut String) {
    let view = ir.op(function);
    let Some(function_view) = view.cast::<FuncOp>() else { return };
    let name = function_view.sym_name().text(ir.cx());
    text.push_str(&format!("\n{name}"));
    let what = match kind {
        SliceKind::Forward => " forward",
        SliceKind::Backward => " backward",
        SliceKind::Both => "",
    };
    for op in post_order(ir, function).into_iter().map(|handle| ir.op(handle)) {
        if op.name() != ir.cx().op_name("slicing-test-op") {
            continue;
        }
        let slice = match kind {
            SliceKind::Forward => forward_slice(op),
            SliceKind::Backward => backward_slice(op),
            SliceKind::Both => whole_slice(op),
        };
        text.push_str(&format!("\nmatched: {}{what} static slice: ", text_of(op)));
        slice.into_iter().for_each(|op| text.push_str(&format!("\n{}", text_of(op))));
    }
}

/// The ops that use results of an op, or are in its regions, and so on; in the order of definition and use.
fn forward_slice(op: OpRef<'_>) -> Vec<OpRef<'_>> {
    let mut found = Slice::default();
    found.add_users(op);
    found.ops.retain(|&other| other != op);
    found.ops.reverse();
    found.ops
}

/// The ops that define operands of an op, and so on; in the order of definition and use.
fn backward_slice(op: OpRef<'_>) -> Vec<OpRef<'_>> {
    let mut found = Slice::default();
    found.add_definitions(op);
    found.ops.retain(|&other| other != op);
    found.ops
}

/// The ops that an op is connected with, in the order of the function.
fn whole_slice(op: OpRef<'_>) -> Vec<OpRef<'_>> {
    let mut found = vec![op];
    let mut known = HashSet::from([op.handle()]);
    let mut at = 0;
    while let Some(&op) = found.get(at) {
        let connected = backward_slice(op).into_iter().chain(forward_slice(op));
        found.extend(connected.filter(|other| known.insert(other.handle())));
        at += 1;
    }
    let function = op.ancestors().find(|around| around.has_trait(TraitSet::IsolatedFromAbove));
    let nested = function.into_iter().flat_map(|function| function.nested_ops());
    nested.filter(|op| known.contains(&op.handle())).collect()
}

/// Ops in the order in which a depth-first search leaves them.
#[derive(Default)]
struct Slice<'a> {
    ops: Vec<OpRef<'a>>,
    entered: HashSet<Op>,
}

impl<'a> Slice<'a> {
    fn search(&mut self, root: OpRef<'a>, next: impl Fn(OpRef<'a>) -> Vec<OpRef<'a>>) {
        self.entered.insert(root.id());
        let mut pending = vec![(root, next(root).into_iter())];
        while let Some((op, rest)) = pending.last_mut() {
            match rest.next() {
                Some(inner) => {
                    if self.entered.insert(inner.id()) {
                        pending.push((inner, next(inner).into_iter()));
                    }
                }
                None => {
                    self.ops.push(*op);
                    pending.pop();
                }
            }
        }
    }

    fn add_users(&mut self, op: OpRef<'a>) {
        self.search(op, |op| {
            let inside = op.regions().flat_map(|region| region.blocks()).flat_map(|block| block.ops());
            let users = op.results().flat_map(|result| result.uses().map(|(user, _)| user));
            inside.chain(users).collect()
        });
    }

    fn add_definitions(&mut self, op: OpRef<'a>) {
        self.search(op, |op| {
            let definition = |value: terrace_ir::ValueRef<'a>| {
                value.defining_op().or_else(|| {
                    let around = value.owner_block()?.region()?.parent_op()?;
                    let is_simple = !around.has_trait(TraitSet::IsolatedFromAbove)
                        && around.num_regions() == 1
                        && around.regions().all(|region| region.has_one_block());
                    is_simple.then_some(around)
                })
            };
            op.operands().filter_map(definition).collect()
        });
    }
}

/// Prints the composition of the maps of the ops of tests.
fn print_composition(ir: &Ir, function: OpHandle, text: &mut String) {
    let cx = ir.cx();
    let ops = post_order(ir, function).into_iter().rev().map(|handle| ir.op(handle));
    let wanted = cx.op_name("test_affine_map");
    let maps = ops.filter(|op| op.name() == wanted);
    let maps = maps.filter_map(|op| op.attr("affine_map")?.as_affine_map(cx));
    let composed = maps.fold(None, |composed: Option<AffineMap>, map| match composed {
        Some(composed) => Some(composed.compose(map)),
        None => Some(map.clone()),
    });
    if let Some(composed) = composed {
        text.push_str(&format!("\nComposed map: {}", composed.simplify()));
    }
}

/// Vectorizes the only outermost loop of a function.
fn vectorize(ir: &mut Ir, function: OpHandle, text: &mut String, run: &mut PassRun<'_>) {
    let ops: Vec<OpHandle> = post_order(ir, function);
    let outermost = ops
        .iter()
        .map(|&handle| ir.op(handle))
        .filter(|op| op.isa::<AffineForOp>() && !op.ancestors().any(|around| around.isa::<AffineForOp>()));
    let outermost: Vec<OpHandle> = outermost.map(|op| op.handle()).collect();
    let [root] = outermost[..] else { return };
    if !is_parallel_with_reductions(AffineForOp::view_of(ir.op(root))) {
        text.push_str("Outermost loop cannot be parallel\n");
        return;
    }
    let strategy = VectorizationStrategy { sizes: vec![4], dims: BTreeMap::from([(root.op, 0)]) };
    let refusal = ir.rewrite(root.body, |rw| {
        let looped = AffineForOp::assume(root.op);
        vectorize_loop_nest(rw, looped, &strategy).err().map(|refusal| refusal.to_remark(rw, looped))
    });
    if let Some(remark) = refusal.filter(|_| !ir.cx().matches_upstream()) {
        run.report(remark);
    }
}
