//! Writes functions that use Ripple anew: vectors for values with shapes, masks for branches on them.
//!
//! The map: [`emit`] is what writes, [`lanes`] how values are held, [`masks`] which elements are active; [`control`] lays
//! out blocks that are executed together, [`masked`] those under masks, [`loops`] loops under masks, [`passing`] is how
//! values go from block to block; [`ops`] chooses a rendering: [`arithmetic`], [`addresses`], [`memory`], [`cross`], [`calls`].

mod addresses;
mod arithmetic;
mod bfloat;
mod calls;
mod control;
mod cross;
mod emit;
mod lanes;
mod loops;
mod masked;
mod masks;
mod memory;
mod ops;
mod passing;

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::attrs::LinkageAttr;
use terrace_dialects_llvm::enums::Linkage;
use terrace_dialects_llvm::intrinsics::TrapOp;
use terrace_dialects_llvm::ops::{LLVMFuncOp, LLVMFuncOpView, UnreachableOp, function_type};
use terrace_ir::data_layout::DataLayout;
use terrace_ir::dominance::DomTree;
use terrace_ir::interfaces::Callable;
use terrace_ir::rewriter::IrMapping;
use terrace_ir::symbols::symbol_uses;
use terrace_ir::traits::TraitSet;
use terrace_ir::{Attr, Block, Diag, InsertPoint, Ir, Loc, Op, OpHandle, OpRef, Signedness, Type, Value};
use terrace_rewrite::passes::cse::eliminate_common_subexpressions;
use terrace_rewrite::regions::erase_unreachable_blocks;

use crate::analysis::{Analyzer, Argument, Shapes, Specialization, condition_of};
use crate::dialect::ExpressionOp;
use crate::intrinsics::{PREFIX, RippleCall};
use crate::levels::{BlockFacts, levels, normalize};
use crate::prepare::{functions_of_ripple, name_of, ops_of, ripple_call_of, uses_ripple};
use crate::shape::Shape;
pub(crate) use arithmetic::{is_division, is_elementwise};
use control::Control;
use emit::{Emitter, Request};
use lanes::Lanes;

/// How many specialized functions a module may get.
const MAX_SPECIALIZATIONS: usize = 10_000;

/// Renders the functions of a module that use Ripple.
///
/// Returns warnings and remarks: what may not be meant, what could not be rendered well.
///
/// # Errors
///
/// What is wrong with the programs, in order; the module is then half done.
pub fn vectorize(ir: &mut Ir, module: OpHandle) -> Result<Vec<Box<Diag>>, Vec<Box<Diag>>> {
    let functions = functions_of_ripple(ir, module);
    for &function in &functions {
        let Some(body) = ir.op(function).inner_body() else { continue };
        ir.rewrite(body, |rw| {
            erase_unreachable_blocks(rw);
            eliminate_common_subexpressions(rw);
            if let Some(&region) = rw.body().top_regions().first() {
                normalize(rw, region);
            }
        });
    }
    let Roots { roots, errors, mut notices } = find_roots(ir, module, &functions);
    if !errors.is_empty() {
        return Err(errors);
    }
    let mut driver = Driver {
        module,
        templates: FxHashMap::default(),
        names: FxHashMap::default(),
        queue: Vec::new(),
        errors: Vec::new(),
        remarks: Vec::new(),
    };
    // Functions that are rewritten and called with shapes, too, are copied first.
    for &(function, _) in &roots {
        let template = copy_function(ir, module, function);
        driver.templates.insert(function, template);
    }
    for (function, shapes) in &roots {
        let arguments = Analyzer::unspecialized(ir.op(*function)).arguments;
        driver.write(ir, *function, shapes, &arguments, None);
    }
    while let Some((request, name)) = driver.queue.pop() {
        driver.specialize(ir, &request, &name);
    }
    let templates: Vec<OpHandle> = roots.iter().map(|(function, _)| driver.templates[function]).collect();
    templates.into_iter().for_each(|template| ir.erase_op(template));
    if !driver.errors.is_empty() {
        return Err(driver.errors);
    }
    let roots: FxHashSet<OpHandle> = roots.into_iter().map(|(function, _)| function).collect();
    clean_up(ir, module, &functions, &roots);
    notices.extend(driver.remarks);
    Ok(notices)
}

/// The functions that are rendered for scalar arguments, and what was found in them.
struct Roots {
    roots: Vec<(OpHandle, Rc<Shapes>)>,
    errors: Vec<Box<Diag>>,
    notices: Vec<Box<Diag>>,
}

/// The functions that are rendered for scalar arguments, with the shapes in them.
fn find_roots(ir: &Ir, module: OpHandle, functions: &[OpHandle]) -> Roots {
    let none = FxHashMap::default();
    let mut analyzer = Analyzer::new(ir, module, &none);
    let mut roots = Vec::new();
    for &function in functions {
        let view = ir.op(function);
        if !uses_ripple(view) {
            continue;
        }
        let key = Analyzer::unspecialized(view);
        let has_block = ops_of(view).any(|op| ripple_call_of(op) == Some(RippleCall::SetShape));
        if has_block {
            roots.extend(analyzer.analyze(&key, true).map(|shapes| (function, shapes)));
            continue;
        }
        let mut trial = Analyzer::new(ir, module, &none);
        let shapes = trial.analyze(&key, true);
        if trial.errors.is_empty() {
            roots.extend(shapes.map(|shapes| (function, shapes)));
        }
    }
    Roots { roots, errors: analyzer.errors, notices: analyzer.warnings }
}

fn copy_function(ir: &mut Ir, module: OpHandle, function: OpHandle) -> OpHandle {
    let copy = end_of(ir, module).map(|point| ir.clone_op(function, point, &mut IrMapping::new()));
    copy.unwrap_or(function)
}

fn end_of(ir: &Ir, module: OpHandle) -> Option<(terrace_ir::BodyId, InsertPoint)> {
    let block = ir.op(module).regions().next()?.blocks().next()?;
    Some((block.body_id(), InsertPoint::End(block.id())))
}

struct Driver {
    module: OpHandle,
    /// Copies of functions as they were, for those that are rewritten.
    templates: FxHashMap<OpHandle, OpHandle>,
    names: FxHashMap<Request, String>,
    queue: Vec<(Request, String)>,
    errors: Vec<Box<Diag>>,
    remarks: Vec<Box<Diag>>,
}

impl Driver {
    fn specialize(&mut self, ir: &mut Ir, request: &Request, name: &str) {
        if self.names.len() > MAX_SPECIALIZATIONS {
            return;
        }
        let template = self.templates.get(&request.key.function).copied().unwrap_or(request.key.function);
        let copy = copy_function(ir, self.module, template);
        let cx = std::sync::Arc::clone(ir.cx());
        let key = Specialization { function: copy, arguments: request.key.arguments.clone() };
        let (shapes, errors) = {
            let mut analyzer = Analyzer::new(ir, self.module, &self.templates);
            (analyzer.analyze(&key, false), analyzer.errors)
        };
        self.errors.extend(errors);
        let Some(shapes) = shapes else { return };
        let function = ir.op(copy);
        let results =
            function.interface::<dyn Callable>().map(|callable| callable.callable_results(function));
        let result = results.and_then(|results| results.first().copied());
        let inputs = function.region(0).entry().map(|entry| entry.arg_types()).unwrap_or_default();
        let shaped = |ty: Type, shape: Shape| match shape.is_scalar() {
            true => ty,
            false => terrace_dialects_llvm::types::vector_type(&cx, ty, shape.elements() as i64, false),
        };
        let mut inputs: Vec<Type> = inputs
            .into_iter()
            .zip(&key.arguments)
            .map(|(ty, argument)| shaped(ty, argument.shape()))
            .collect();
        inputs.extend(request.mask.map(|shape| shaped(cx.integer(1, Signedness::Signless), shape)));
        let result = result.map(|ty| shaped(ty, shapes.result.unwrap_or(Shape::SCALAR)));
        let ty = function_type(&cx, &inputs, result, false);
        ir.rewrite(copy.body, |rw| {
            rw.set_attr(copy.op, "sym_name", cx.string_attr(name));
            rw.set_attr(copy.op, "function_type", cx.type_attr(ty));
            rw.set_attr(copy.op, "linkage", LinkageAttr::get(&cx, Linkage::Internal).into());
            for gone in
                ["arg_attrs", "res_attrs", "comdat", "memory_effects", "function_entry_count", "convergent"]
            {
                rw.set_attr(copy.op, gone, Attr::NULL);
            }
        });
        self.write(ir, copy, &shapes, &key.arguments, request.mask);
    }

    /// Writes the body of a function anew.
    fn write(
        &mut self,
        ir: &mut Ir,
        function: OpHandle,
        shapes: &Shapes,
        arguments: &[Argument],
        mask: Option<Shape>,
    ) {
        let Some(body) = ir.op(function).inner_body() else { return };
        let layout = DataLayout::of(ir.op(function));
        let features = ir.op(function).inherent_attr("target_features").map(|attr| ir.cx().attr_text(attr));
        let has_bfloat = features.is_some_and(|text| text.contains("bf16"));
        let names: FxHashMap<OpHandle, String> = shapes
            .calls
            .values()
            .filter_map(|plan| plan.callee())
            .map(|callee| (callee, name_of(ir.op(callee)).to_string()))
            .collect();
        let (assigned, queue) = (&mut self.names, &mut self.queue);
        let mut request = |request: Request| {
            if let Some(name) = assigned.get(&request) {
                return name.clone();
            }
            let original = names.get(&request.key.function).map_or("", String::as_str);
            let masked = if request.mask.is_some() { "masked." } else { "" };
            let name = format!("{masked}ripple.specialization.{}.{original}", assigned.len());
            assigned.insert(request.clone(), name.clone());
            queue.push((request, name.clone()));
            name
        };
        let (errors, remarks): (Vec<Box<Diag>>, Vec<Box<Diag>>) = ir.rewrite(body, |rw| {
            let Some(&region) = rw.body().top_regions().first() else { return Default::default() };
            let old: Vec<Block> = rw.body().blocks_of(region).collect();
            let Some(mut level) = levels(rw.cx(), rw.body(), region) else { return Default::default() };
            level.divide(rw.body(), &facts(rw, &old, shapes));
            let tree = DomTree::new(rw.body(), region);
            let entry = old[0];
            let args: Vec<(Value, Type)> =
                rw.body().args(entry).map(|arg| (arg, rw.body().value_type(arg))).collect();
            let first = rw.create_block_before(entry, &[]);
            let mut emitter = Emitter {
                rw,
                shapes,
                layout,
                has_bfloat,
                tree,
                region,
                current: first,
                loc: Loc::UNKNOWN,
                values: FxHashMap::default(),
                blocks: FxHashMap::default(),
                pending: FxHashMap::default(),
                request: &mut request,
                errors: Vec::new(),
                block: entry,
                loaded: FxHashMap::default(),
                writes: 0,
                remarks: Vec::new(),
            };
            for ((arg, ty), argument) in args.into_iter().zip(arguments) {
                let shape = argument.shape();
                let whole = emitter.shaped(ty, shape);
                let value = emitter.add_argument(first, whole);
                emitter.set(arg, Lanes::opaque(value, ty, shape));
            }
            let mask = mask.map(|shape| {
                let bits = emitter.bool_type();
                let whole = emitter.shaped(bits, shape);
                masks::Mask { value: emitter.add_argument(first, whole), shape }
            });
            emitter.enter(first);
            let mut control = Control::default();
            emitter.level(&mut control, &level, mask.as_ref(), &[], Some(entry));
            let (errors, remarks) =
                (std::mem::take(&mut emitter.errors), std::mem::take(&mut emitter.remarks));
            rw.erase_blocks(&old);
            erase_unreachable_blocks(rw);
            erase_dead(rw);
            (errors, remarks)
        });
        self.errors.extend(errors);
        self.remarks.extend(remarks);
    }
}

fn facts(rw: &terrace_ir::Rewriter<'_>, blocks: &[Block], shapes: &Shapes) -> BlockFacts {
    let mut facts = BlockFacts::default();
    for &block in blocks {
        let Some(op) = rw.body().last_op(block) else { continue };
        let view = rw.op(op);
        if view.isa::<UnreachableOp>() {
            facts.dead_ends.insert(block);
        }
        if condition_of(view).is_some_and(|condition| !shapes.of(condition).is_scalar()) {
            facts.divides.insert(block);
        }
    }
    facts
}

/// Erases ops that have no effect and no use.
fn erase_dead(rw: &mut terrace_ir::Rewriter<'_>) {
    let Some(&region) = rw.body().top_regions().first() else { return };
    let ops: Vec<Op> =
        rw.body().blocks_of(region).flat_map(|block| rw.body().ops_of(block).collect::<Vec<_>>()).collect();
    for op in ops.into_iter().rev() {
        let view = rw.op(op);
        let is_dead = view.has_trait(TraitSet::Pure)
            && view.num_successors() == 0
            && view.num_results() > 0
            && view.results().all(|result| result.is_unused());
        if is_dead {
            rw.erase_op(op);
        }
    }
}

/// Erases declarations of Ripple's intrinsics and functions that are only used in specialized form.
fn clean_up(ir: &mut Ir, module: OpHandle, functions: &[OpHandle], roots: &FxHashSet<OpHandle>) {
    let mut left: Vec<OpHandle> =
        functions.iter().copied().filter(|function| !roots.contains(function)).collect();
    loop {
        let mut used: FxHashSet<String> = FxHashSet::default();
        for op in ops_of(ir.op(module)) {
            for (_, attr) in symbol_uses(op).unwrap_or_default() {
                used.extend(attr.as_symbol_ref(ir.cx()).map(|(name, _)| name.text(ir.cx()).to_string()));
            }
        }
        let unused = left.iter().position(|&function| {
            !used.contains(name_of(ir.op(function))) && is_discardable(ir.op(function))
        });
        let Some(at) = unused else { break };
        let function = left.swap_remove(at);
        ir.erase_op(function);
    }
    for function in left.into_iter().filter(|&function| uses_ripple(ir.op(function))).collect::<Vec<_>>() {
        trap(ir, function);
    }
    // What was inlined is not called by functions of Ripple any more, but may be by others.
    let marked: Vec<OpHandle> = crate::prepare::functions(ir, module)
        .filter(|function| ops_of(*function).any(|op| op.isa::<ExpressionOp>()))
        .map(|function| function.handle())
        .collect();
    marked.into_iter().for_each(|function| drop_marks(ir, function));
    let is_declaration = |op: &OpRef<'_>| name_of(*op).starts_with(PREFIX) && op.isa::<LLVMFuncOp>();
    let declarations: Vec<OpHandle> =
        ops_of(ir.op(module)).filter(is_declaration).map(|op| op.handle()).collect();
    declarations.into_iter().for_each(|declaration| ir.erase_op(declaration));
}

fn is_discardable(function: OpRef<'_>) -> bool {
    let Some(view) = function.cast::<LLVMFuncOp>() else { return false };
    matches!(
        LLVMFuncOpView::linkage(view),
        Linkage::Internal
            | Linkage::Private
            | Linkage::Linkonce
            | Linkage::LinkonceODR
            | Linkage::AvailableExternally
    )
}

/// Replaces marked values by what is marked, in a function of scalars.
fn drop_marks(ir: &mut Ir, function: OpHandle) {
    let Some(body) = ir.op(function).inner_body() else { return };
    ir.rewrite(body, |rw| {
        let marks: Vec<Op> = rw.body().live_ops().filter(|&op| rw.op(op).isa::<ExpressionOp>()).collect();
        for op in marks {
            let value = rw.body().operand(op, 0);
            rw.replace_op(op, &[value]);
        }
    });
}

/// Replaces the body of a function that has no meaning without shapes.
fn trap(ir: &mut Ir, function: OpHandle) {
    let Some(body) = ir.op(function).inner_body() else { return };
    ir.rewrite(body, |rw| {
        let Some(&region) = rw.body().top_regions().first() else { return };
        let blocks: Vec<Block> = rw.body().blocks_of(region).collect();
        let entry = blocks[0];
        let loc = rw.body().first_op(entry).map_or(Loc::UNKNOWN, |op| rw.body().loc(op));
        let args: Vec<(Type, Loc)> =
            rw.body().args(entry).map(|arg| (rw.body().value_type(arg), loc)).collect();
        let first = rw.create_block_before(entry, &args);
        rw.set_insertion_point_to_end(first);
        rw.create::<TrapOp>(&[], &[], &[], loc);
        rw.create::<UnreachableOp>(&[], &[], &[], loc);
        rw.erase_blocks(&blocks);
    });
}
