//! The interface of ops that can be bufferized: `BufferizableOpInterface`.

use terrace_dialects_mem::bufferization::types::BufferizationType;
use terrace_ir::def::plain_error;
use terrace_ir::interfaces::RegionBranchOp;
use terrace_ir::{Diag, Op, OpRef, Rewriter, Type, ValueRef};

use crate::buffers::{ArgumentTypes, BufferTypes, default_buffer_type};
use crate::globals::Wanted;
use crate::options::BufferizationOptions;
use crate::state::State;
use crate::tensor_copy_insertion::resolve_operand_conflicts;

pub use crate::operands::{
    AliasingOperand, AliasingOperands, AliasingValue, AliasingValues, BufferRelation, Operand, OperandKey,
    aliasing, equivalent, has_tensors, is_unranked_tensor, owner, tensor_operands, uses,
};

/// The result of the bufferization of an op.
pub type Bufferized = Result<(), Box<Diag>>;

/// The error of ops that cannot be bufferized, after the reason if there is one.
pub(crate) const FAILED: &str = "failed to bufferize op";

/// An error for an op that cannot be bufferized, without a specific reason.
pub fn failure(op: OpRef<'_>) -> Box<Diag> {
    plain_error(op, FAILED)
}

/// An error of an op that needs a subview, or collapsed or expanded dimensions, of a buffer whose layout is
/// not strided.
pub fn not_strided(op: OpRef<'_>, buffer: Type) -> Box<Diag> {
    plain_error(op, format!("buffer of type '{}' is not strided", op.cx().type_text(buffer)))
}

/// Both results, or all of their errors.
///
/// # Errors
///
/// If one failed: the errors of both.
pub fn both<T>(first: Result<T, Box<Diag>>, second: Result<T, Box<Diag>>) -> Result<[T; 2], Box<Diag>> {
    match (first, second) {
        (Ok(first), Ok(second)) => Ok([first, second]),
        (Err(first), Err(second)) => Err(first.followed_by(second)),
        (Err(only), _) | (_, Err(only)) => Err(only),
    }
}

/// The input of `bufferize` besides the IR.
#[derive(Clone, Copy)]
pub struct BufferizeCx<'a> {
    /// The options.
    pub options: &'a BufferizationOptions,
    /// Aliases as they are without an analysis, and the models of ops.
    pub state: &'a State<'a>,
    /// The buffer types of block arguments, once all copies are inserted.
    pub arguments: Option<&'a ArgumentTypes>,
}

/// The interface of ops that One-Shot Bufferize can bufferize. Implementations must be conservative: an operand that
/// may be read or written counts as read or written, and no possible alias may be left out. The values and operands
/// that are passed to the methods have tensor types.
///
/// All methods but `bufferize` are called on unmodified IR.
pub trait BufferizableOp: Send + Sync {
    /// Whether a result may be a new allocation.
    fn bufferizes_to_allocation(&self, _value: ValueRef<'_>) -> bool {
        false
    }

    /// Whether an operand's buffer is read.
    fn bufferizes_to_memory_read(&self, operand: Operand<'_>, state: &State<'_>) -> bool;

    /// Whether an operand's buffer is written if it bufferizes in place. Only queried if there is an alias.
    fn bufferizes_to_memory_write(&self, operand: Operand<'_>, state: &State<'_>) -> bool;

    /// The results and block arguments that may have an operand's buffer, if it is in place.
    fn aliasing_values<'a>(&self, operand: Operand<'a>, state: &State<'_>) -> AliasingValues<'a>;

    /// The operands whose buffer a value of this op, a result or block argument, may have: by default those that name it
    /// among their aliasing values. Without any, a result is a new allocation.
    fn aliasing_operands<'a>(&self, value: ValueRef<'a>, state: &State<'_>) -> AliasingOperands<'a> {
        default_aliasing_operands(value, state)
    }

    /// Whether two operands are accessed element by element: each element of one is read before the same element of the
    /// other is written.
    fn bufferizes_to_elementwise_access(
        &self,
        _op: OpRef<'_>,
        _operands: [usize; 2],
        _state: &State<'_>,
    ) -> bool {
        false
    }

    /// Whether a result's contents are written by this op.
    fn result_bufferizes_to_memory_write(&self, result: ValueRef<'_>, state: &State<'_>) -> bool {
        state.default_result_writes(result)
    }

    /// Whether an operand must be in place: by default, unranked tensors, which cannot be copied.
    fn must_bufferize_in_place(&self, operand: Operand<'_>, _state: &State<'_>) -> bool {
        is_unranked_tensor(operand.op.cx(), operand.value().ty())
    }

    /// Copies the operands that cannot bufferize in place, so that each operand's buffer can be used
    /// directly.
    ///
    /// # Errors
    ///
    /// If something cannot be copied.
    fn resolve_conflicts(&self, rw: &mut Rewriter<'_>, op: Op, state: &State<'_>) -> Bufferized {
        resolve_operand_conflicts(rw, op, state)
    }

    /// Rewrites the op to one on buffers; the insertion point is before it.
    ///
    /// # Errors
    ///
    /// Why the op has no form on buffers.
    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized;

    /// The global that the op, a constant, becomes a reference to: `bufferize` gets it by [`Globals::find`].
    /// Globals are in the module, so they must be known before its functions are bufferized, several in
    /// parallel.
    ///
    /// [`Globals::find`]: crate::globals::Globals::find
    fn global(&self, _op: OpRef<'_>, _options: &BufferizationOptions) -> Option<Wanted> {
        None
    }

    /// Whether the buffer of a result, or of a block argument of this op, may be written.
    fn is_writable(&self, value: ValueRef<'_>, _state: &State<'_>) -> bool {
        value.defining_op().is_some()
    }

    /// Pairs of results that may alias without a common operand.
    fn aliasing_results(&self, _op: OpRef<'_>, _state: &State<'_>) -> Vec<(usize, usize)> {
        Vec::new()
    }

    /// Whether a read and a write, one of which is of this op, never conflict, overriding the rules.
    fn is_not_conflicting(&self, _read: Operand<'_>, _write: Operand<'_>, _state: &State<'_>) -> bool {
        false
    }

    /// Checks the decisions on this op.
    ///
    /// # Errors
    ///
    /// The first decision that this op does not support.
    fn verify_analysis(&self, _op: OpRef<'_>, _state: &State<'_>) -> Bufferized {
        Ok(())
    }

    /// The type of the buffer of a result or block argument.
    ///
    /// # Errors
    ///
    /// If it cannot be inferred.
    fn buffer_type(&self, value: ValueRef<'_>, types: &mut BufferTypes<'_>) -> Result<Type, Box<Diag>> {
        default_buffer_type(value, types)
    }

    /// Whether a region may run several times.
    fn is_repetitive_region(&self, op: OpRef<'_>, index: usize) -> bool {
        is_repetitive_by_interface(op, index)
    }

    /// Whether several instances of a region may run at the same time.
    fn is_parallel_region(&self, _op: OpRef<'_>, _index: usize) -> bool {
        false
    }

    /// Whether the op has tensors that become buffers.
    fn has_tensor_semantics(&self, op: OpRef<'_>) -> bool {
        has_tensors(op)
    }

    /// Whether regions may have several blocks.
    fn supports_unstructured_control_flow(&self) -> bool {
        false
    }
}

/// Whether control may come back to a region once it has left it.
fn is_repetitive_by_interface(op: OpRef<'_>, index: usize) -> bool {
    use terrace_ir::interfaces::RegionPoint;
    let Some(interface) = op.interface::<dyn RegionBranchOp>() else { return false };
    let mut seen = vec![false; op.num_regions()];
    let mut open = interface.successors(op, RegionPoint::Region(index));
    while let Some(point) = open.pop() {
        let RegionPoint::Region(next) = point else { continue };
        if next == index {
            return true;
        }
        if !std::mem::replace(&mut seen[next], true) {
            open.extend(interface.successors(op, point));
        }
    }
    false
}

/// Whether a region of an op without a model may be executed repeatedly: unless its interface excludes it.
pub(crate) fn is_repetitive_without_model(op: OpRef<'_>, index: usize) -> bool {
    op.interface::<dyn RegionBranchOp>().is_none() || is_repetitive_by_interface(op, index)
}

/// The operands of the op a value belongs to that name it among their aliasing values.
pub fn default_aliasing_operands<'a>(value: ValueRef<'a>, state: &State<'_>) -> AliasingOperands<'a> {
    let Some(op) = owner(value) else { return AliasingOperands::new() };
    let mut found = AliasingOperands::new();
    for operand in tensor_operands(op) {
        for alias in state.aliasing_values(operand) {
            if alias.value == value {
                let AliasingValue { relation, is_definite, .. } = alias;
                found.push(AliasingOperand { operand, relation, is_definite });
            }
        }
    }
    found
}

/// The operand of the op `value` is a result of, if it has a number `index` and names the result among its aliasing
/// values: the aliasing operands of a result that no other operand can name.
pub fn aliasing_operand_at<'a>(value: ValueRef<'a>, index: usize, state: &State<'_>) -> AliasingOperands<'a> {
    let op = value.defining_op().filter(|op| index < op.num_operands());
    let operand =
        op.map(|op| Operand { op, index }).filter(|operand| operand.value().ty().is_tensor_like(value.cx()));
    let Some(operand) = operand else { return AliasingOperands::new() };
    let aliases = state.aliasing_values(operand).into_iter().filter(|alias| alias.value == value);
    aliases
        .map(|AliasingValue { relation, is_definite, .. }| AliasingOperand { operand, relation, is_definite })
        .collect()
}

/// Default implementations for destination-style ops: inputs and destinations are read unless the op overrides it,
/// destinations are written, and each result is tied to its destination.
pub trait DestinationBufferizableOp: Send + Sync {
    /// See [`BufferizableOp::bufferizes_to_memory_read`].
    fn bufferizes_to_memory_read(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        true
    }

    /// See [`BufferizableOp::bufferizes_to_elementwise_access`].
    fn bufferizes_to_elementwise_access(
        &self,
        _op: OpRef<'_>,
        _operands: [usize; 2],
        _state: &State<'_>,
    ) -> bool {
        false
    }

    /// See [`BufferizableOp::bufferize`].
    ///
    /// # Errors
    ///
    /// Those of that.
    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized;
}

/// Returns the result that is tied to an operand; `None` if the operand is not a destination.
pub fn destination<'a>(operand: Operand<'a>) -> Option<Option<ValueRef<'a>>> {
    let interface = operand.op.interface::<dyn terrace_ir::interfaces::DestinationStyleOp>()?;
    let (first, count) = interface.inits(operand.op);
    let number = operand.index.checked_sub(first).filter(|&number| number < count)?;
    let op = operand.op;
    // Results are tied to the destinations that are tensors.
    let tensors = (first..first + number).filter(|&i| op.operand(i).ty().is_tensor_like(op.cx())).count();
    Some((tensors < op.num_results()).then(|| op.result(tensors)))
}

/// The destination that a result is tied to.
fn tied_operand<'a>(result: ValueRef<'a>) -> Option<Operand<'a>> {
    let op = result.defining_op()?;
    let (first, count) = op.interface::<dyn terrace_ir::interfaces::DestinationStyleOp>()?.inits(op);
    let mut tensors = (first..first + count).filter(|&i| op.operand(i).ty().is_tensor_like(op.cx()));
    tensors.nth(result.index() as usize).map(|index| Operand { op, index })
}

/// A [`DestinationBufferizableOp`] as the whole interface.
pub struct Destination<T>(pub T);

impl<T: DestinationBufferizableOp> BufferizableOp for Destination<T> {
    fn bufferizes_to_memory_read(&self, operand: Operand<'_>, state: &State<'_>) -> bool {
        self.0.bufferizes_to_memory_read(operand, state)
    }

    fn bufferizes_to_elementwise_access(
        &self,
        op: OpRef<'_>,
        operands: [usize; 2],
        state: &State<'_>,
    ) -> bool {
        self.0.bufferizes_to_elementwise_access(op, operands, state)
    }

    fn bufferizes_to_memory_write(&self, operand: Operand<'_>, _state: &State<'_>) -> bool {
        destination(operand).is_some()
    }

    fn aliasing_values<'a>(&self, operand: Operand<'a>, _state: &State<'_>) -> AliasingValues<'a> {
        destination(operand).flatten().map_or_else(AliasingValues::new, equivalent)
    }

    fn aliasing_operands<'a>(&self, value: ValueRef<'a>, _state: &State<'_>) -> AliasingOperands<'a> {
        tied_operand(value).map_or_else(AliasingOperands::new, |operand| {
            let relation = BufferRelation::Equivalent;
            smallvec::smallvec![AliasingOperand { operand, relation, is_definite: true }]
        })
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        self.0.bufferize(rw, op, cx)
    }
}
