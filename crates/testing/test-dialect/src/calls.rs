//! Calls whose operands are not all arguments of the callee.

use terrace_ir::attr_kind::{DictArrayAttr, FlatSymbolRefAttr, SymbolRefAttr};
use terrace_ir::constraints::{ANY_TYPE, FUNCTION};
use terrace_ir::def::{OpDef, op_error};
use terrace_ir::diag::CheckResult;
use terrace_ir::interfaces::{CallLike, Callable, Callee, FunctionOp, SymbolUser};
use terrace_ir::symbols::SymbolTables;
use terrace_ir::{OpKind, OpRef, RegionRef, Type};
use terrace_macros::op;

/// A call on a device, which is an operand after the arguments.
#[op("test.call_on_device", interfaces(dyn CallLike),
     format = "$callee `(` $forwarded_operands `)` `,` $non_forwarded_device_operand attr-dict `:` \
               functional-type(operands, results)")]
pub struct CallOnDeviceOp {
    callee: Prop<SymbolRefAttr>,
    forwarded_operands: VarOperand<ANY_TYPE>,
    non_forwarded_device_operand: Operand<ANY_TYPE>,
    arg_attrs: OptProp<DictArrayAttr>,
    res_attrs: OptProp<DictArrayAttr>,
    results: VarRes<ANY_TYPE>,
}

/// A call with operands before the arguments and after them.
#[op("test.call_with_segments", traits(AttrSizedOperandSegments), interfaces(dyn CallLike),
     format = "$callee `(` $prefix `:` type($prefix) `)` `(` $args `:` type($args) `)` \
               `(` $suffix `:` type($suffix) `)` attr-dict")]
pub struct CallWithSegmentsOp {
    callee: Prop<SymbolRefAttr>,
    prefix: VarOperand<ANY_TYPE>,
    args: VarOperand<ANY_TYPE>,
    suffix: VarOperand<ANY_TYPE>,
}

/// A call.
#[op("test.call", interfaces(dyn CallLike, dyn SymbolUser),
     format = "$callee `(` $operands `)` attr-dict `:` functional-type(operands, results)")]
pub struct CallOp {
    callee: Prop<FlatSymbolRefAttr>,
    operands: VarOperand<ANY_TYPE>,
    results: VarRes<ANY_TYPE>,
}

impl SymbolUser for CallOp {
    fn verify_symbol_uses(&self, op: OpRef<'_>, tables: &SymbolTables) -> CheckResult {
        let callee = CallOp::view_of(op)
            .callee_attr()
            .opt()
            .and_then(|callee| Some((callee, callee.as_flat_symbol_ref(op.cx())?)));
        let Some((callee, name)) = callee else { return Ok(()) };
        let target = tables.lookup_nearest(op, callee);
        if target.is_some_and(|target| target.interface::<dyn FunctionOp>().is_some()) {
            return Ok(());
        }
        Err(op_error(op, format!("'{}' does not reference a valid function", name.text(op.cx()))))
    }
}

/// A call without results that are named.
#[op("test.conversion_call_op", interfaces(dyn CallLike))]
pub struct ConversionCallOp {
    arg_operands: VarOperand<ANY_TYPE>,
    callee: Prop<SymbolRefAttr>,
    arg_attrs: OptProp<DictArrayAttr>,
    res_attrs: OptProp<DictArrayAttr>,
    _results: VarRes<ANY_TYPE>,
}

impl CallLike for ConversionCallOp {
    fn callee<'a>(&self, op: OpRef<'a>) -> Option<Callee<'a>> {
        ConversionCallOp::view_of(op).callee_attr().opt().map(Callee::Symbol)
    }
    fn arguments(&self, op: OpRef<'_>) -> (usize, usize) {
        op.operand_range(0)
    }
}

/// A function as a value.
#[op("test.functional_region_op", interfaces(dyn Callable))]
pub struct FunctionalRegionOp {
    body: Region,
    arg_attrs: OptProp<DictArrayAttr>,
    res_attrs: OptProp<DictArrayAttr>,
    _result: Res<FUNCTION>,
}

impl Callable for FunctionalRegionOp {
    fn callable_region<'a>(&self, op: OpRef<'a>) -> Option<RegionRef<'a>> {
        Some(op.single_region())
    }
    fn callable_results(&self, op: OpRef<'_>) -> Vec<Type> {
        let ty = op.single_result().ty();
        ty.function(op.cx()).map_or(Vec::new(), |(_, results)| results.to_vec())
    }
}

/// The ops of this file.
pub(crate) const OPS: [&OpDef; 5] = [
    CallOnDeviceOp::DEF,
    CallWithSegmentsOp::DEF,
    CallOp::DEF,
    ConversionCallOp::DEF,
    FunctionalRegionOp::DEF,
];

impl CallLike for CallOnDeviceOp {
    fn callee<'a>(&self, op: OpRef<'a>) -> Option<Callee<'a>> {
        CallOnDeviceOp::view_of(op).callee_attr().opt().map(Callee::Symbol)
    }
    fn arguments(&self, op: OpRef<'_>) -> (usize, usize) {
        op.operand_range(0)
    }
}

impl CallLike for CallWithSegmentsOp {
    fn callee<'a>(&self, op: OpRef<'a>) -> Option<Callee<'a>> {
        CallWithSegmentsOp::view_of(op).callee_attr().opt().map(Callee::Symbol)
    }
    fn arguments(&self, op: OpRef<'_>) -> (usize, usize) {
        op.operand_range(1)
    }
}

impl CallLike for CallOp {
    fn callee<'a>(&self, op: OpRef<'a>) -> Option<Callee<'a>> {
        CallOp::view_of(op).callee_attr().opt().map(Callee::Symbol)
    }
    fn arguments(&self, op: OpRef<'_>) -> (usize, usize) {
        op.operand_range(0)
    }
}
