//! Computes the shapes of the values of a function.
//!
//! Shapes only grow: they are joined over all that flows into a value until nothing changes, whatever order control
//! takes. Control itself does not lend its shape to values, except to what an expression chooses (`ripple.expression`).
//! A function with block-shaped arguments is analysed anew for each tuple of shapes.

mod checks;
mod conditions;
mod counts;
mod exits;
mod findings;
mod fixpoint;
mod library_calls;
mod lockstep;
mod notices;
mod reports;
mod shared;
mod types;
mod worklist;

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_dialects_llvm::ops::{AllocaOp, LLVMFuncOp, LoadOp, StoreOp, parent_module};
use terrace_ir::dominance::{DomTree, PostDomTree};
use terrace_ir::interfaces::BranchOp;
use terrace_ir::{BlockRef, Ir, Op, OpHandle, OpKind, OpRef, Value, ValueRef};

pub(crate) use self::conditions::condition_of;
pub(crate) use self::findings::drop_repeated;
pub use self::findings::{Analysis, Analyzed, Findings};
use self::worklist::Pending;
use crate::constants::constant_integer_by_blocks;
use crate::diagnostics::Tag;
use crate::dialect::{ExpressionOp, ShapeRule, shape_rule};
use crate::evaluate::Evaluator;
use crate::functions::{callee_of, name_of, passes_by_value};
use crate::libraries::{Candidates, Library};
use crate::locals::local_array_of;
use crate::shape::{MAX_DIMS, Shape};

/// The least free stack, in bytes, before more is allocated: analysis recurses as deep as calls nest.
const RED_ZONE: usize = 128 << 10;
/// The size of a new stack segment, in bytes.
const SEGMENT: usize = 1 << 20;

/// The largest nesting depth of specialized functions: a function may call itself with ever larger blocks.
const MAX_NESTING: usize = 10_000;

/// The functions of math that write results where pointers point to, and read nothing there.
const RESULTS_IN_MEMORY: &[&str] =
    &["frexp", "frexpf", "modf", "modff", "sincos", "sincosf", "remquo", "remquof", "lgamma_r", "lgammaf_r"];

/// An argument for a parameter of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Argument {
    /// A value of a shape.
    Value(Shape),
    /// A block of processing elements.
    Block(Shape),
}

impl Argument {
    /// The shape of the value that is passed.
    pub fn shape(self) -> Shape {
        match self {
            Self::Value(shape) => shape,
            Self::Block(_) => Shape::SCALAR,
        }
    }
}

/// A function for certain arguments.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Specialization {
    /// The function.
    pub function: OpHandle,
    /// Its arguments.
    pub arguments: Vec<Argument>,
}

/// The lowering of a call with block-shaped arguments.
#[derive(Clone, Debug)]
pub enum CallPlan {
    /// The call of a specialized function.
    Specialized(Specialization),
    /// Calls of a vector function of a library.
    Library(Candidates),
    /// One call for each active element.
    Sequential,
}

impl CallPlan {
    /// The function that is called in specialized form.
    pub fn callee(&self) -> Option<OpHandle> {
        match self {
            Self::Specialized(key) => Some(key.function),
            Self::Library(_) | Self::Sequential => None,
        }
    }
}

/// Implemented by constructs: the shape of the result.
pub(crate) trait InferShape: Send + Sync {
    /// Returns the shape of the result of an op, whose operands are checked in the last run, or `None` after an error.
    fn infer_shape<'a>(&self, op: OpRef<'a>, analysis: &mut FunctionAnalysis<'a, '_>) -> Option<Shape>;
}

/// The shapes in a function.
#[derive(Debug, Default)]
pub struct Shapes {
    values: FxHashMap<Value, Shape>,
    blocks: FxHashMap<Value, Shape>,
    /// The plans of calls that are not kept as they are.
    pub calls: FxHashMap<Op, CallPlan>,
    /// For each shuffle the elements that are taken.
    pub shuffles: FxHashMap<Op, Rc<[u32]>>,
    /// The shape of what the function returns.
    pub result: Option<Shape>,
}

impl Shapes {
    /// The shape of a value.
    pub fn of(&self, value: Value) -> Shape {
        self.values.get(&value).copied().unwrap_or(Shape::SCALAR)
    }

    /// The sizes of the block that a value stands for.
    pub fn block(&self, value: Value) -> Option<Shape> {
        self.blocks.get(&value).copied()
    }

    /// Whether all values are scalar.
    pub fn is_scalar(&self) -> bool {
        self.values.is_empty()
    }
}

/// Analyses functions of a module.
pub struct Analyzer<'a> {
    ir: &'a Ir,
    pub(crate) evaluator: Evaluator<'a>,
    /// The functions whose bodies are read instead of others', by the latter.
    templates: &'a FxHashMap<OpHandle, OpHandle>,
    done: Analyzed,
    active: FxHashSet<Specialization>,
    library: &'a Library,
}

impl<'a> Analyzer<'a> {
    /// An analyzer of functions of a module, of which some were analysed before.
    pub fn new(
        ir: &'a Ir,
        module: OpHandle,
        templates: &'a FxHashMap<OpHandle, OpHandle>,
        library: &'a Library,
        done: Analyzed,
    ) -> Self {
        let evaluator = Evaluator::new(ir, module);
        Self { ir, evaluator, templates, done, active: FxHashSet::default(), library }
    }

    /// The results of the analysis of all functions.
    pub fn into_analyzed(self) -> Analyzed {
        self.done
    }

    /// The functions that are called with blocks or block-shaped arguments, as far as was found.
    pub fn specialized(&self) -> impl Iterator<Item = OpHandle> {
        let plans = self.done.values().flat_map(|known| known.shapes.calls.values());
        plans.filter_map(CallPlan::callee)
    }

    /// The function with scalar arguments.
    pub fn unspecialized(function: OpRef<'_>) -> Specialization {
        let count = function.region(0).entry().map_or(0, |entry| entry.args().len());
        Specialization { function: function.handle(), arguments: vec![Argument::Value(Shape::SCALAR); count] }
    }

    /// Returns what is known of a function, or `None` if it is being analysed.
    pub fn analyze(&mut self, key: &Specialization, is_root: bool) -> Option<Rc<Analysis>> {
        if let Some(done) = self.done.get(key) {
            return Some(Rc::clone(done));
        }
        if !self.active.insert(key.clone()) {
            return None;
        }
        let function = self.ir.op(self.templates.get(&key.function).copied().unwrap_or(key.function));
        let found = stacker::maybe_grow(RED_ZONE, SEGMENT, || {
            let mut run = FunctionAnalysis {
                function,
                key,
                is_root,
                shapes: Shapes::default(),
                found: Analysis::default(),
                conditions: FxHashMap::default(),
                outer: self,
                reports: false,
                pending: Pending::default(),
            };
            run.run();
            Rc::new(Analysis { shapes: run.shapes, ..run.found })
        });
        self.active.remove(key);
        self.done.insert(key.clone(), Rc::clone(&found));
        Some(found)
    }
}

/// The analysis of a function for certain arguments.
pub(crate) struct FunctionAnalysis<'a, 'k> {
    pub(crate) function: OpRef<'a>,
    key: &'k Specialization,
    is_root: bool,
    pub(crate) shapes: Shapes,
    /// Further results, of the last run.
    found: Analysis,
    /// For each marked argument of a block, the conditions that choose its value.
    conditions: FxHashMap<Op, Rc<[Value]>>,
    pub(crate) outer: &'k mut Analyzer<'a>,
    /// Whether errors are reported: in the last run, when shapes are final.
    pub(crate) reports: bool,
    pub(crate) pending: Pending<'a>,
}

impl<'a> FunctionAnalysis<'a, '_> {
    fn run(&mut self) {
        let Some(entry) = self.function.region(0).entry() else { return };
        for (arg, passed) in entry.args().zip(&self.key.arguments) {
            match *passed {
                Argument::Value(shape) => self.grow(arg.id(), shape),
                Argument::Block(shape) => {
                    self.shapes.blocks.insert(arg.id(), shape);
                }
            }
        }
        let blocks: Vec<BlockRef<'a>> = self.function.region(0).blocks().collect();
        self.find_conditions(&blocks);
        self.pending = Pending::new(&blocks);
        self.solve();
        self.reports = true;
        for op in blocks.iter().flat_map(|block| block.ops()) {
            self.transfer(op);
            self.check(op);
        }
        let (body, region) = (self.function.region(0).body(), self.function.region(0).id());
        let (before, after) = (DomTree::new(body, region), PostDomTree::new(body, region));
        self.check_exits(&blocks, &before, &after);
        self.warn_of_single(&blocks);
        self.warn_of_lockstep(&blocks);
        self.warn_of_scalars(&blocks, &before, &after);
        self.warn_of_counts(&blocks, &before, &after);
        self.warn_of_steps(&blocks, &before);
        self.warn_of_updates(&blocks);
        self.warn_of_shared_locals(&blocks, &before);
        self.found.finish();
    }

    fn grow(&mut self, value: Value, shape: Shape) {
        if shape.is_scalar() {
            return;
        }
        let old = self.shapes.of(value);
        if old != shape {
            let joined = old.join(shape).unwrap_or(old);
            if joined != old {
                self.shapes.values.insert(value, joined);
                self.touch(value);
            }
        }
    }

    pub(crate) fn of(&self, value: ValueRef<'_>) -> Shape {
        self.shapes.of(value.id())
    }

    pub(crate) fn joined_operands(&mut self, op: OpRef<'a>) -> Shape {
        let shapes: Vec<Shape> = op.operands().map(|operand| self.of(operand)).collect();
        self.join(op, shapes)
    }

    fn transfer(&mut self, op: OpRef<'a>) {
        let shape = match op.interface::<dyn InferShape>() {
            Some(construct) => construct.infer_shape(op, self).unwrap_or(Shape::SCALAR),
            None => match shape_rule(op) {
                ShapeRule::Branch => return self.pass_on(op),
                ShapeRule::Store => return self.expand_local(op),
                ShapeRule::Return => return self.returned(op),
                ShapeRule::Single | ShapeRule::Local => Shape::SCALAR,
                ShapeRule::Load => self.of(LoadOp::view_of(op).addr()),
                ShapeRule::Expression => self.chosen(op),
                ShapeRule::Call => self.call(op),
                ShapeRule::Lanewise | ShapeRule::Comparison | ShapeRule::Copy | ShapeRule::Assembly => {
                    match self.library_intrinsic(op) {
                        Some(shape) => shape,
                        None => self.joined_operands(op),
                    }
                }
            },
        };
        for result in op.results() {
            self.grow(result.id(), shape);
        }
    }

    /// The shape of what an expression chooses. The argument that is marked is chosen element by element.
    fn chosen(&mut self, op: OpRef<'a>) -> Shape {
        let chosen = ExpressionOp::view_of(op).value();
        let mut shapes = vec![self.of(chosen)];
        let conditions = self.conditions.get(&op.id()).map(Rc::as_ref).unwrap_or_default();
        shapes.extend(conditions.iter().map(|&condition| self.shapes.of(condition)));
        if let Some(block) = self.shapes.block(chosen.id()) {
            self.bind(op.single_result(), block, op);
        }
        let shape = self.join(op, shapes);
        self.grow(chosen.id(), shape);
        shape
    }

    fn returned(&mut self, op: OpRef<'a>) {
        let shape = self.joined_operands(op);
        let result = self.shapes.result.unwrap_or(Shape::SCALAR);
        self.shapes.result = Some(self.join(op, [result, shape]));
    }

    /// A local that gets values of a shape exists once for each element: its address has the shape.
    fn expand_local(&mut self, op: OpRef<'a>) {
        let Some(store) = op.cast::<StoreOp>() else { return };
        let (value, address) = (store.value(), store.addr());
        let shape = self.of(value);
        if !shape.is_scalar() && address.defining_op().is_some_and(is_single_local) {
            self.grow(address.id(), shape);
        }
    }

    /// A local array that gets values of a shape at an address that lacks it exists once for each element.
    fn expand_array(&mut self, op: OpRef<'a>) {
        let Some(store) = op.cast::<StoreOp>() else { return };
        let (value, address) = (store.value(), store.addr());
        let shape = self.of(value);
        if shape.is_within(self.of(address)) {
            return;
        }
        if let Some(array) = local_array_of(address)
            && self.of(array.single_result()).join(shape).is_ok()
        {
            self.grow(array.single_result().id(), shape);
        }
    }

    fn pass_on(&mut self, op: OpRef<'a>) {
        let Some(branch) = op.interface::<dyn BranchOp>() else { return };
        for (index, target) in op.successors().enumerate() {
            let passed = branch.successor_operands(op, index);
            for (place, arg) in target.args().enumerate() {
                let Some(value) = passed.operand_for(place).map(|index| op.operand(index)) else { continue };
                if let Some(block) = self.shapes.block(value.id()) {
                    self.bind(arg, block, op);
                }
                let shape = self.of(value);
                let joined = self.shapes.of(arg.id());
                let joined = self.join(op, [joined, shape]);
                self.grow(arg.id(), joined);
            }
        }
    }

    pub(crate) fn bind(&mut self, value: ValueRef<'_>, block: Shape, op: OpRef<'_>) {
        match self.shapes.blocks.insert(value.id(), block) {
            None => self.touch(value.id()),
            Some(old) if old != block => {
                self.shapes.blocks.insert(value.id(), old);
                self.report(
                    Tag::AmbiguousBlock,
                    op,
                    format_args!("block shape access is ambiguous: shapes {old} and {block} apply; use a variable for each block"),
                );
            }
            Some(_) => {}
        }
    }

    pub(crate) fn block_operand(&mut self, op: OpRef<'a>, block: ValueRef<'a>) -> Option<Shape> {
        let block = self.shapes.block(block.id());
        if block.is_none() {
            self.report(
                Tag::AmbiguousBlock,
                op,
                "cannot locate the block shape: the block must come from one call of 'ripple_set_block_shape'",
            );
        }
        block
    }

    pub(crate) fn constant(&mut self, op: OpRef<'a>, value: ValueRef<'a>, what: &str) -> Option<i64> {
        let (value, unknown) = constant_integer_by_blocks(value, &self.shapes);
        unknown.into_iter().for_each(|block| self.pending.depend(op.id(), block));
        if value.is_none() {
            let message = format!("non-constant {what}; make it a literal, or a constant after inlining");
            self.report(Tag::NotConstant, op, message);
        }
        value
    }

    pub(crate) fn dimension(&mut self, op: OpRef<'a>, dim: ValueRef<'a>) -> Option<usize> {
        let dim = self.constant(op, dim, "dimension")?;
        match usize::try_from(dim).ok().filter(|&dim| dim < MAX_DIMS) {
            Some(dim) => Some(dim),
            None => {
                let message = format!(
                    "requested dimension index {dim} exceeds the largest dimension, {}; dimensions are numbered from 0",
                    MAX_DIMS - 1
                );
                self.report(Tag::DimRange, op, message);
                None
            }
        }
    }

    /// The dimensions that a mask names.
    pub(crate) fn dimensions(&mut self, op: OpRef<'a>, mask: ValueRef<'a>) -> Option<Vec<usize>> {
        let mask = self.constant(op, mask, "mask of dimensions")?;
        if !(0..1 << MAX_DIMS).contains(&mask) {
            self.report(
                Tag::DimRange,
                op,
                format_args!(
                    "mask of dimensions {mask:#b} has bits at or above {MAX_DIMS}; bit 0 stands for dimension 0"
                ),
            );
            return None;
        }
        Some((0..MAX_DIMS).filter(|dim| mask >> dim & 1 == 1).collect())
    }

    fn call(&mut self, op: OpRef<'a>) -> Shape {
        let arguments: Vec<Argument> = op
            .operands()
            .map(|operand| match self.shapes.block(operand.id()) {
                Some(block) => Argument::Block(block),
                None => Argument::Value(self.of(operand)),
            })
            .collect();
        let has_block = arguments.iter().any(|argument| matches!(argument, Argument::Block(_)));
        let has_shape = arguments.iter().any(|argument| !argument.shape().is_scalar());
        if !has_block && !has_shape {
            return Shape::SCALAR;
        }
        if let Some(name) = callee_of(op)
            && let Some(shape) = self.library_call(op, name.text(op.cx()), &arguments)
        {
            return shape;
        }
        let callee = callee_of(op).and_then(|name| {
            let found = self.outer.ir.symbol_tables().lookup(parent_module(op)?, name)?;
            let function = found.cast::<LLVMFuncOp>()?;
            let defined = found.regions().any(|region| !region.is_empty());
            // Structures are put together of members for each element alone.
            let by_element = !has_block && passes_by_value(op, found);
            (defined && !function.is_variadic() && !by_element).then_some(found)
        });
        let Some(callee) = callee else {
            if has_block {
                let message = "a block is passed to a function without definition in this unit; define it here, or pass the index";
                self.report(Tag::BlockEscape, op, message);
            }
            self.shapes.calls.insert(op.id(), CallPlan::Sequential);
            let shape = self.joined_operands(op);
            if callee_of(op).is_some_and(|name| RESULTS_IN_MEMORY.contains(&name.text(op.cx()))) {
                // Each element gets its own.
                let locals =
                    op.operands().filter(|operand| operand.defining_op().is_some_and(is_single_local));
                locals.collect::<Vec<_>>().into_iter().for_each(|local| self.grow(local.id(), shape));
            }
            return shape;
        };
        let key = Specialization { function: callee.handle(), arguments };
        let is_too_deep = self.outer.active.len() > MAX_NESTING && !self.outer.done.contains_key(&key);
        let Some(known) = (!is_too_deep).then(|| self.outer.analyze(&key, false)).flatten() else {
            let shape = |argument: &Argument| match argument {
                Argument::Value(shape) => shape.to_string(),
                Argument::Block(shape) => format!("block {shape}"),
            };
            let shapes: Vec<String> = key.arguments.iter().map(shape).collect();
            let message = format!(
                "'{}' calls itself for arguments {}; write it as a loop",
                name_of(callee),
                shapes.join(", ")
            );
            self.report(Tag::CallCycle, op, message);
            return Shape::SCALAR;
        };
        if self.reports {
            self.found.callees.push(key.clone());
        }
        self.shapes.calls.insert(op.id(), CallPlan::Specialized(key));
        known.shapes.result.unwrap_or(Shape::SCALAR)
    }

    fn check(&mut self, op: OpRef<'a>) {
        if op.num_regions() > 0 {
            return self.check_regions(op);
        }
        let rule = shape_rule(op);
        if rule != ShapeRule::Assembly {
            self.check_types(op);
        }
        match rule {
            ShapeRule::Store => self.check_store(op),
            ShapeRule::Local => self.check_local(op),
            ShapeRule::Comparison => self.check_comparison(op),
            ShapeRule::Copy => self.check_copy(op),
            ShapeRule::Return => self.check_return(op),
            ShapeRule::Assembly => self.check_assembly(op),
            ShapeRule::Lanewise
            | ShapeRule::Expression
            | ShapeRule::Single
            | ShapeRule::Load
            | ShapeRule::Call
            | ShapeRule::Branch => {}
        }
    }
}

/// Whether an op allocates one number or pointer.
pub(crate) fn is_single_local(op: OpRef<'_>) -> bool {
    let Some(alloca) = op.cast::<AllocaOp>() else { return false };
    let (cx, ty) = (op.cx(), alloca.elem_type());
    let is_single =
        ty.is_integer(cx) || ty.is_float(cx) || terrace_dialects_llvm::types::address_space(cx, ty).is_some();
    let count = alloca.array_size().defining_op();
    is_single && count.and_then(crate::evaluate::integer_of_constant) == Some(1)
}
