//! Interfaces: the dialect-independent queries of analyses, checks and transformations to ops.
//!
//! An op's dialect implements them on the op's marker type and names them in the definition; any other crate
//! may attach one with a [`crate::extension::DialectExtension`]. Types, attributes and dialects implement
//! interfaces likewise: see [`crate::type_interfaces`] and [`crate::dialect_interfaces`].

use std::ops::Range;

use crate::attrs::Attr;
use crate::context::Context;
use crate::diag::CheckResult;
use crate::ids::{Block, Op, Value};
use crate::ir::{OpRef, ValueRef};
use crate::rewriter::Rewriter;
use crate::symbols::SymbolTables;
use crate::types::Type;

/// Uses symbols and checks that they are there and fit.
pub trait SymbolUser: Send + Sync {
    /// Checks the symbols that `op` uses.
    fn verify_symbol_uses(&self, op: OpRef<'_>, tables: &SymbolTables) -> CheckResult;
    /// The slot of the inherent attribute that names a symbol by a string, not by a symbol reference.
    fn name_slot(&self) -> Option<usize> {
        None
    }
}

/// Branches to blocks with operands for their arguments.
pub trait BranchOp: Send + Sync {
    /// The operands passed to the `index`th successor: the first operand's number and how many. The first
    /// `produced` block arguments are made by the op itself.
    fn successor_operands(&self, op: OpRef<'_>, index: usize) -> SuccessorOperands;
    /// The successor that is taken where the operands are these constants; `None` if that is not known.
    fn successor_for_operands(
        &self,
        op: OpRef<'_>,
        _constants: &[Option<crate::attrs::Attr>],
    ) -> Option<usize> {
        (op.num_successors() == 1).then_some(0)
    }
    /// The operands that decide which successor is taken.
    fn condition_operands(&self, op: OpRef<'_>) -> Vec<usize> {
        let mut decides = vec![true; op.num_operands()];
        for index in 0..op.num_successors() {
            let passed = self.successor_operands(op, index);
            decides.iter_mut().skip(passed.start).take(passed.len).for_each(|decides| *decides = false);
        }
        (0..decides.len()).filter(|&at| decides[at]).collect()
    }
}

/// The operands a branch passes to a successor.
#[derive(Clone, Copy, Debug)]
pub struct SuccessorOperands {
    /// Number of the first operand.
    pub start: usize,
    /// The number of forwarded operands.
    pub len: usize,
    /// The number of block arguments before them that the op produces itself.
    pub produced: usize,
    /// The operand slot they are in.
    pub slot: usize,
    /// The segment they are in, if the slot is a variadic of variadics.
    pub segment: Option<usize>,
}

impl SuccessorOperands {
    /// All values of an operand slot.
    pub fn of_slot(op: OpRef<'_>, slot: usize) -> Self {
        let (start, len) = op.operand_range(slot);
        Self { start, len, produced: 0, slot, segment: None }
    }

    /// Returns a range of values in one segment of a slot that is a variadic of variadics.
    pub fn of_segment(slot: usize, segment: usize, start: usize, len: usize) -> Self {
        Self { start, len, produced: 0, slot, segment: Some(segment) }
    }

    /// The index of the operand for an argument of the successor; `None` if the op produces it.
    pub fn operand_for(&self, arg: usize) -> Option<usize> {
        let at = arg.checked_sub(self.produced)?;
        (at < self.len).then_some(self.start + at)
    }

    /// The argument of the successor that an operand is for.
    pub fn arg_of(&self, operand: usize) -> Option<usize> {
        (self.start..self.start + self.len).contains(&operand).then(|| operand - self.start + self.produced)
    }
}

/// A source or target of control flow between an op's regions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RegionPoint {
    /// The op itself: its operands on entry, its results on exit.
    Parent,
    /// The region with this number.
    Region(usize),
}

/// Passes control and values among its regions.
pub trait RegionBranchOp: Send + Sync {
    /// Returns the possible successors of `point`.
    fn successors(&self, op: OpRef<'_>, point: RegionPoint) -> Vec<RegionPoint>;
    /// Returns the possible successors on entry, given the operands' constant values.
    fn entry_successors(&self, op: OpRef<'_>, _constants: &[Option<crate::attrs::Attr>]) -> Vec<RegionPoint> {
        self.successors(op, RegionPoint::Parent)
    }
    /// The values that the target's inputs become: block arguments of a region, results of the op.
    fn successor_inputs<'a>(&self, op: OpRef<'a>, target: RegionPoint) -> Vec<ValueRef<'a>>;
    /// The numbers of the op's operands that flow to `target` on entry.
    fn entry_successor_operands(&self, op: OpRef<'_>, target: RegionPoint) -> Range<usize>;
    /// Returns an upper bound on the number of invocations of each region, given the operands' constant values; `None`
    /// if unbounded.
    fn region_invocation_bounds(
        &self,
        op: OpRef<'_>,
        _constants: &[Option<crate::attrs::Attr>],
    ) -> Vec<Option<u64>> {
        vec![None; op.num_regions()]
    }
    /// Whether two types match along an edge.
    fn types_compatible(&self, from: Type, to: Type) -> bool {
        from == to
    }
}

/// Ends a region of a [`RegionBranchOp`] and passes operands on.
pub trait RegionBranchTerminator: Send + Sync {
    /// The numbers of the operands that flow to `target`: all, unless a terminator passes fewer on.
    fn successor_operands(&self, op: OpRef<'_>, _target: RegionPoint) -> Range<usize> {
        0..op.num_operands()
    }
    /// Returns the possible successors, given the operands' constant values; `None` if the constants do not restrict
    /// them.
    fn successors(
        &self,
        _op: OpRef<'_>,
        _constants: &[Option<crate::attrs::Attr>],
    ) -> Option<Vec<RegionPoint>> {
        None
    }
}

/// Defines a function. By default, its type is a builtin function type in `function_type`.
pub trait FunctionOp: Send + Sync {
    /// Whether a function without a body is a declaration for symbol visibility, so that it must not be public.
    fn is_declared_without_body(&self) -> bool {
        true
    }
    /// Returns the argument types of the function type.
    fn argument_types(&self, op: OpRef<'_>) -> Vec<Type> {
        builtin_signature(op).map_or(Vec::new(), |(inputs, _)| inputs.to_vec())
    }
    /// Returns the result types of the function type.
    fn result_types(&self, op: OpRef<'_>) -> Vec<Type> {
        builtin_signature(op).map_or(Vec::new(), |(_, results)| results.to_vec())
    }
    /// Returns the attribute of the function type with these arguments and results.
    fn function_type(&self, cx: &Context, inputs: &[Type], results: &[Type]) -> Attr {
        cx.type_attr(cx.function_type(inputs, results))
    }
}

/// The attribute of the type of a function.
pub const FUNCTION_TYPE: &str = "function_type";

/// Returns the types of the arguments and results of a function with a builtin function type; `None` if it has none.
fn builtin_signature(op: OpRef<'_>) -> Option<(&[Type], &[Type])> {
    op.inherent_attr(FUNCTION_TYPE)?.as_type(op.cx())?.function(op.cx())
}

/// The kind of each of the op's regions, SSACFG or graph, for ops whose regions differ.
pub trait RegionKinds: Send + Sync {
    /// Whether the `index`th region is a graph.
    fn is_graph(&self, op: OpRef<'_>, index: usize) -> bool;
}

/// The values a block receives from a predecessor's terminator; `None` if they are unknown.
pub fn operands_for<'a>(branch: OpRef<'a>, index: usize, _to: Block) -> Option<Vec<ValueRef<'a>>> {
    let passed = branch.interface::<dyn BranchOp>()?.successor_operands(branch, index);
    Some((passed.start..passed.start + passed.len).map(|i| branch.operand(i)).collect())
}

/// An [`OpFoldResult`] as a view.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum OpFoldResultRef<'a> {
    /// Known.
    Static(i64),
    /// Computed at run time.
    Value(ValueRef<'a>),
}

/// A bound, step or size: a number that is known when the IR is built, or a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpFoldResult {
    /// Known when the IR is built.
    Static(i64),
    /// Computed at run time.
    Value(Value),
}

impl From<OpFoldResultRef<'_>> for OpFoldResult {
    fn from(mixed: OpFoldResultRef<'_>) -> Self {
        match mixed {
            OpFoldResultRef::Static(number) => OpFoldResult::Static(number),
            OpFoldResultRef::Value(value) => OpFoldResult::Value(value.id()),
        }
    }
}

impl OpFoldResult {
    /// The number; [`crate::types::DYNAMIC`] for a value.
    pub fn fixed(self) -> i64 {
        match self {
            OpFoldResult::Static(number) => number,
            OpFoldResult::Value(_) => crate::types::DYNAMIC,
        }
    }
}

/// Zips an attribute's extents with the values of its dynamic ones.
pub fn mixed_values<'a>(
    fixed: &[i64],
    values: impl Iterator<Item = ValueRef<'a>>,
) -> Vec<OpFoldResultRef<'a>> {
    let mut values = values;
    let one = |&n: &i64| match n {
        crate::types::DYNAMIC => values.next().map(OpFoldResultRef::Value),
        n => Some(OpFoldResultRef::Static(n)),
    };
    fixed.iter().filter_map(one).collect()
}

/// The values of a list and its numbers, [`crate::DYNAMIC`] where a value stands.
pub fn split(list: &[OpFoldResult]) -> (Vec<Value>, Vec<i64>) {
    let value =
        |index: &OpFoldResult| if let OpFoldResult::Value(value) = index { Some(*value) } else { None };
    (list.iter().filter_map(value).collect(), list.iter().map(|index| index.fixed()).collect())
}

/// The list whose numbers an inherent attribute has, and whose values an operand slot.
pub fn mixed_list<'a>(op: OpRef<'a>, slot: usize, fixed: usize) -> Vec<OpFoldResultRef<'a>> {
    let numbers = op.prop(fixed).and_then(|attr| attr.i64_elements(op.cx()));
    let mut values = op.operand_group(slot);
    let one = |number| match number {
        crate::types::DYNAMIC => values.next().map(OpFoldResultRef::Value),
        number => Some(OpFoldResultRef::Static(number)),
    };
    numbers.into_iter().flatten().filter_map(one).collect()
}

/// Runs regions repeatedly; may carry values from one iteration to the next.
///
/// `inits`, `iter_args`, `yielded` and `results` belong together by position; a loop that carries nothing, or
/// whose loop-carried values are not covered by this interface, leaves them empty.
pub trait LoopLike: Send + Sync {
    /// The regions that make up the body.
    fn regions<'a>(&self, op: OpRef<'a>) -> Vec<crate::ir::RegionRef<'a>>;
    /// The induction variables, where the loop has such.
    fn induction_vars<'a>(&self, _op: OpRef<'a>) -> Vec<ValueRef<'a>> {
        Vec::new()
    }
    /// First values of the induction variables.
    fn lower_bounds<'a>(&self, _op: OpRef<'a>) -> Vec<OpFoldResultRef<'a>> {
        Vec::new()
    }
    /// Ends of the induction variables' ranges, exclusive.
    fn upper_bounds<'a>(&self, _op: OpRef<'a>) -> Vec<OpFoldResultRef<'a>> {
        Vec::new()
    }
    /// Steps of the induction variables.
    fn steps<'a>(&self, _op: OpRef<'a>) -> Vec<OpFoldResultRef<'a>> {
        Vec::new()
    }
    /// The operands that the carried values start as: number of the first, and how many.
    fn inits(&self, _op: OpRef<'_>) -> (usize, usize) {
        (0, 0)
    }
    /// Number of the first entry block argument that is carried.
    fn first_iter_arg(&self, _op: OpRef<'_>) -> usize {
        0
    }
    /// The operand slot of the first carried values, where another value is carried as soon as there are one more of
    /// these operands, of the block's arguments, of the operands of its terminator and of the results.
    fn extensible_slot(&self, _op: OpRef<'_>) -> Option<usize> {
        None
    }
    /// The block arguments that hold the carried values.
    fn iter_args<'a>(&self, _op: OpRef<'a>) -> Vec<ValueRef<'a>> {
        Vec::new()
    }
    /// The yielded loop-carried values; `None` if they are unknown.
    fn yielded<'a>(&self, _op: OpRef<'a>) -> Option<Vec<ValueRef<'a>>> {
        None
    }
    /// The op's results that are the last carried values; `None` if they are something else.
    fn results<'a>(&self, _op: OpRef<'a>) -> Option<Vec<ValueRef<'a>>> {
        None
    }
}

/// Writes into operands that it is given ("destination passing"); results on tensors are tied to them.
pub trait DestinationStyleOp: Send + Sync {
    /// The destinations: number of the first operand, and how many.
    fn inits(&self, op: OpRef<'_>) -> (usize, usize);
}

/// Returns an extent of a shaped value.
pub trait ShapedDimOp: Send + Sync {
    /// The shaped value.
    fn shaped_value<'a>(&self, op: OpRef<'a>) -> ValueRef<'a>;
    /// The number of the dimension.
    fn dimension<'a>(&self, op: OpRef<'a>) -> ValueRef<'a>;
}

/// Contributes to a destination shared by the iterations of a parallel loop.
pub trait ParallelCombiningOp: Send + Sync {
    /// The operands that are the destinations: number of the first, and how many.
    fn updated_destinations(&self, op: OpRef<'_>) -> (usize, usize);
    /// Creates, at the insertion point, the contribution of the op for sequential execution, on `dest` for its
    /// destination. Returns the new destination; `None`, without modifications, if the op has no such form.
    fn combine_sequentially(&self, _rw: &mut Rewriter<'_>, _op: Op, _dest: Value) -> Option<Value> {
        None
    }
}

/// Ends a region whose iterations run at once, with ops that each contribute to a destination the iterations share.
pub trait InParallelOpInterface: Send + Sync {}

/// Returns whether the iterations of an op run at once and share destinations, which its results are.
pub fn shares_destinations(op: OpRef<'_>) -> bool {
    let last = op.regions().next().and_then(|region| region.entry()).and_then(|entry| entry.terminator());
    last.is_some_and(|last| last.interface::<dyn InParallelOpInterface>().is_some())
}

/// The numbers of the operands that a region's terminator passes to `target`; `None` for an op that is no region
/// terminator.
pub fn terminator_operands(op: OpRef<'_>, target: RegionPoint) -> Option<Range<usize>> {
    if let Some(terminator) = op.interface::<dyn RegionBranchTerminator>() {
        return Some(terminator.successor_operands(op, target));
    }
    op.has_trait(crate::traits::TraitSet::ReturnLike).then(|| 0..op.num_operands())
}

/// The callee of a call: a symbol or a value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Callee<'a> {
    /// The op that a symbol reference names.
    Symbol(crate::attrs::Attr),
    /// A value that holds a function.
    Value(ValueRef<'a>),
}

/// An op that masks the one op in its region: nothing else may be put there.
pub trait MaskingOp: Send + Sync {}

/// Selects one of two values, by a condition or elementwise.
pub trait SelectLike: Send + Sync {
    /// Returns the value that is selected where the condition is true, then that where it is false.
    fn choices<'a>(&self, op: OpRef<'a>) -> [ValueRef<'a>; 2];
}

/// Calls something.
pub trait CallLike: Send + Sync {
    /// Returns the callee.
    fn callee<'a>(&self, op: OpRef<'a>) -> Option<Callee<'a>>;
    /// The operands that are passed: number of the first, and how many.
    fn arguments(&self, op: OpRef<'_>) -> (usize, usize);
}

/// Can be called.
pub trait Callable: Send + Sync {
    /// Returns the region that a call executes; `None` for a declaration.
    fn callable_region<'a>(&self, op: OpRef<'a>) -> Option<crate::ir::RegionRef<'a>>;
    /// The result types of a call.
    fn callable_results(&self, op: OpRef<'_>) -> Vec<Type>;
}
