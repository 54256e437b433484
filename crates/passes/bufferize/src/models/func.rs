//! The dialect func, where function boundaries are bufferized.

use terrace_dialects_core::func::{CallOp, FuncOp, ReturnOp};
use terrace_dialects_mem::bufferization::types::BufferizationType;
use terrace_dialects_mem::layout::{MemRef, memref};
use terrace_ir::def::plain_error;
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION, ExternalModels, OpModel};
use terrace_ir::{Attr, Diag, Op, OpKind, OpRef, Rewriter, Type, Value, ValueRef};

use super::cf::{aliasing_branch_operands, block_argument_type};
use crate::buffers::{
    BufferTypes, buffer_type, bufferized_type, cast_or_copy, fully_dynamic_buffer_type, get_buffer, rebuild,
};
use crate::functions::Analyzed;
use crate::interface::{
    AliasingOperands, AliasingValue, AliasingValues, BufferRelation, BufferizableOp, BufferizeCx, Bufferized,
    Operand, owner,
};
use crate::options::{BufferizationOptions, LayoutMap};
use crate::provenance::Cause;
use crate::state::State;

/// The bufferization models of the dialect's ops.
pub static EXTENSION: DialectExtension =
    DialectExtension { dialect: "func", interfaces: &[&ExternalModels(MODELS)], ..EMPTY_EXTENSION };

static MODELS: &[OpModel<dyn BufferizableOp>] =
    &[(CallOp::DEF, &Call), (FuncOp::DEF, &Func), (ReturnOp::DEF, &Return)];

/// The argument attribute that declares whether the buffer is writable.
pub const WRITABLE: &str = "bufferization.writable";
/// The argument attribute with the layout of the buffer.
pub const BUFFER_LAYOUT: &str = "bufferization.buffer_layout";
/// The argument attribute with the access to the buffer.
pub const BUFFER_ACCESS: &str = "bufferization.access";

/// An attribute of a function's argument.
pub fn argument_attr(function: OpRef<'_>, index: usize, name: &str) -> Option<Attr> {
    let cx = function.cx();
    let list = function.cast::<FuncOp>()?.arg_attrs_attr()?;
    let dict = *list.as_array(cx)?.get(index)?;
    let entries = dict.as_dict(cx)?;
    entries.iter().find(|(key, _)| key.text(cx) == name).map(|&(_, attr)| attr)
}

/// The type of a buffer at the boundary of a function, or the type itself where it is no tensor. Errors are about `op`.
///
/// # Errors
///
/// A memory space that must be inferred: a boundary has nothing to infer it from.
pub fn boundary_type(op: OpRef<'_>, ty: Type, options: &BufferizationOptions) -> Result<Type, Box<Diag>> {
    let cx = op.cx();
    if !ty.is_tensor_like(cx) {
        return Ok(ty);
    }
    let Some(space) = options.default_memory_space(cx, ty) else {
        return Err(plain_error(op, "could not infer memory space"));
    };
    Ok(match options.function_boundary_type_conversion {
        LayoutMap::Identity => buffer_type(cx, ty, None, space),
        _ => fully_dynamic_buffer_type(cx, ty, space),
    })
}

/// The type that an argument of a function has once the function is bufferized.
///
/// # Errors
///
/// The errors of [`boundary_type`], and a layout of another rank.
pub fn argument_type(
    function: OpRef<'_>,
    index: usize,
    tensor: Type,
    options: &BufferizationOptions,
) -> Result<Type, Box<Diag>> {
    let cx = function.cx();
    let ty = boundary_type(function, tensor, options)?;
    if ty == tensor {
        return Ok(ty);
    }
    let (Some(layout), Some(memref)) = (argument_attr(function, index, BUFFER_LAYOUT), memref(cx, ty)) else {
        return Ok(ty);
    };
    let dims = layout.as_affine_map(cx).map(|map| map.num_dims as usize);
    match dims.filter(|&dims| dims != memref.shape.len()) {
        Some(dims) => {
            let rank = memref.shape.len();
            let message = format!("memref layout mismatch between rank and affine map: {rank} != {dims}");
            Err(plain_error(function, message))
        }
        None => Ok(MemRef { layout: Some(layout), ..memref }.ty(cx)),
    }
}

struct Func;

impl BufferizableOp for Func {
    fn bufferizes_to_memory_read(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        true
    }

    fn bufferizes_to_memory_write(&self, _operand: Operand<'_>, _state: &State<'_>) -> bool {
        true
    }

    fn aliasing_values<'a>(&self, _operand: Operand<'a>, _state: &State<'_>) -> AliasingValues<'a> {
        AliasingValues::new()
    }

    fn aliasing_operands<'a>(&self, value: ValueRef<'a>, _state: &State<'_>) -> AliasingOperands<'a> {
        aliasing_branch_operands(value)
    }

    fn supports_unstructured_control_flow(&self) -> bool {
        true
    }

    fn buffer_type(&self, value: ValueRef<'_>, types: &mut BufferTypes<'_>) -> Result<Type, Box<Diag>> {
        let is_entry = value
            .owner_block()
            .is_some_and(|block| block.region().and_then(|region| region.entry()) == Some(block));
        match owner(value) {
            Some(function) if is_entry => {
                argument_type(function, value.index() as usize, value.ty(), types.cx.options)
            }
            _ => block_argument_type(value, types),
        }
    }

    fn is_writable(&self, value: ValueRef<'_>, _state: &State<'_>) -> bool {
        let Some(block) = value.owner_block() else { return true };
        if block.region().and_then(|region| region.entry()) != Some(block) {
            return true;
        }
        let attr = owner(value).and_then(|op| argument_attr(op, value.index() as usize, WRITABLE));
        attr != Some(value.cx().bool_attr(false))
    }

    fn has_tensor_semantics(&self, op: OpRef<'_>) -> bool {
        let cx = op.cx();
        let signature = op.cast::<FuncOp>().map(|function| function.function_type());
        signature
            .is_some_and(|(inputs, outputs)| inputs.iter().chain(outputs).any(|ty| ty.is_tensor_like(cx)))
    }

    /// Functions are rewritten by the pass, which sees their bodies and their callers.
    fn bufferize(&self, _rw: &mut Rewriter<'_>, _op: Op, _cx: &BufferizeCx<'_>) -> Bufferized {
        Ok(())
    }
}

struct Return;

impl BufferizableOp for Return {
    never_written!(read: true);

    /// Returns change together with the function.
    fn bufferize(&self, _rw: &mut Rewriter<'_>, _op: Op, _cx: &BufferizeCx<'_>) -> Bufferized {
        Ok(())
    }
}

struct Call;

impl BufferizableOp for Call {
    fn bufferizes_to_memory_read(&self, operand: Operand<'_>, state: &State<'_>) -> bool {
        let info = state.functions.of_call(operand.op).filter(|info| info.analyzed == Analyzed::Analyzed);
        info.is_none_or(|info| info.read_args.get(operand.index).copied().unwrap_or(true))
    }

    fn bufferizes_to_memory_write(&self, operand: Operand<'_>, state: &State<'_>) -> bool {
        let info = state.functions.of_call(operand.op).filter(|info| info.analyzed == Analyzed::Analyzed);
        info.is_none_or(|info| info.written_args.get(operand.index).copied().unwrap_or(true))
    }

    fn aliasing_values<'a>(&self, operand: Operand<'a>, state: &State<'_>) -> AliasingValues<'a> {
        let op = operand.op;
        let info = state.functions.of_call(op).filter(|info| info.analyzed == Analyzed::Analyzed);
        let Some(info) = info else { return State::unknown_aliasing_values(operand) };
        let results = info.aliasing_results.get(operand.index).map_or(&[][..], Vec::as_slice);
        let is_equivalent = match results {
            [result] => info.equivalent_args.get(*result).copied().flatten().is_some(),
            _ => false,
        };
        let relation = if is_equivalent { BufferRelation::Equivalent } else { BufferRelation::Unknown };
        let alias = |&i: &usize| AliasingValue { value: op.result(i), relation, is_definite: is_equivalent };
        results.iter().filter(|&&i| i < op.num_results()).map(alias).collect()
    }

    /// The result of a function may alias a constant, which upstream writes to.
    fn is_writable(&self, value: ValueRef<'_>, state: &State<'_>) -> bool {
        if value.cx().matches_upstream() {
            return value.defining_op().is_some();
        }
        let info = value.defining_op().and_then(|call| state.functions.of_call(call));
        let read_only = info.and_then(|info| info.read_only_results.get(value.index() as usize));
        value.defining_op().is_some() && read_only != Some(&true)
    }

    /// A function may return a buffer twice, of which upstream takes no notice.
    fn aliasing_results(&self, op: OpRef<'_>, state: &State<'_>) -> Vec<(usize, usize)> {
        if op.cx().matches_upstream() {
            return Vec::new();
        }
        state.functions.of_call(op).map_or(Vec::new(), |info| info.aliasing_pairs.clone())
    }

    fn buffer_type(&self, value: ValueRef<'_>, types: &mut BufferTypes<'_>) -> Result<Type, Box<Diag>> {
        let Some(call) = value.defining_op() else { return Ok(value.ty()) };
        let known = types.cx.state.functions.of_call(call).and_then(|info| info.buffer_types.as_ref());
        match known.and_then(|(_, results)| results.get(value.index() as usize)) {
            Some(&ty) => Ok(ty),
            None => boundary_type(call, value.ty(), types.cx.options),
        }
    }

    fn bufferize(&self, rw: &mut Rewriter<'_>, op: Op, cx: &BufferizeCx<'_>) -> Bufferized {
        let results: Vec<Value> = rw.body().results(op).collect();
        let types: Vec<Type> =
            results.iter().map(|&value| bufferized_type(rw, value, cx)).collect::<Result<_, _>>()?;
        let wanted = cx.state.functions.of_call(rw.op(op)).and_then(|info| info.buffer_types.clone());
        let given: Vec<Value> = rw.body().operands(op).collect();
        let mut operands = Vec::with_capacity(given.len());
        for (i, value) in given.into_iter().enumerate() {
            let ty = rw.value(value).ty();
            if !ty.is_tensor_like(rw.cx()) {
                operands.push(value);
                continue;
            }
            let mut buffer = get_buffer(rw, value, cx)?;
            let to = wanted.as_ref().and_then(|(inputs, _)| inputs.get(i).copied());
            let to = to.map_or_else(|| boundary_type(rw.op(op), ty, cx.options), Ok)?;
            if rw.value(buffer).ty() != to {
                rw.set_insertion_point_before(op);
                let Some(new) = cast_or_copy(rw, buffer, to, cx, Cause::ArgumentType(op, i)) else {
                    return Err(refuse_argument(rw.op(op), i, rw.value(buffer).ty(), to));
                };
                buffer = new;
            }
            operands.push(buffer);
        }
        rebuild(rw, op, &operands, &types, true);
        Ok(())
    }
}

/// Returns the error of a call whose operand is in a buffer that cannot become one of the type that the callee takes.
fn refuse_argument(call: OpRef<'_>, operand: usize, from: Type, to: Type) -> Box<Diag> {
    let (from, to) = (call.cx().type_text(from), call.cx().type_text(to));
    let message = format!(
        "operand #{operand} is in a buffer of type '{from}', which cannot be cast to the type that the callee takes, \
         '{to}', nor copied, since no buffer of that layout can be allocated"
    );
    plain_error(call, message)
        .help("use 'function-boundary-type-conversion=identity-layout-map', so that the operand is copied")
}
