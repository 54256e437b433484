//! Types of handles: the kinds of payload that values of a script are associated with.

use terrace_ir::def::{TypeConstraint, TypeKind};
use terrace_ir::params::StrParam;
use terrace_ir::{Attr, AttrData, Context, Diag, Loc, OpRef, Type, TypeData, ValueRef};
use terrace_macros::type_def;

use crate::failure::{TransformFailure, TransformResult};
use crate::text::op_in_error;

/// Types of handles to ops.
pub trait TransformHandleTypeInterface: Send + Sync {
    /// Verifies that a handle of the type `ty`, defined at `loc`, may be associated with these ops.
    ///
    /// # Errors
    ///
    /// A silenceable failure at `loc`.
    fn check_payload(&self, cx: &Context, ty: Type, loc: Loc, payload: &[OpRef<'_>]) -> TransformResult;
}

/// Types of handles to values.
pub trait TransformValueHandleTypeInterface: Send + Sync {
    /// Verifies that a handle of the type `ty`, defined at `loc`, may be associated with these values.
    ///
    /// # Errors
    ///
    /// A silenceable failure at `loc`.
    fn check_payload(&self, cx: &Context, ty: Type, loc: Loc, payload: &[ValueRef<'_>]) -> TransformResult;
}

/// Types of parameters: attributes that are known while a script runs.
pub trait TransformParamTypeInterface: Send + Sync {
    /// Checks that a parameter of the type `ty`, defined at `loc`, may have these values.
    ///
    /// # Errors
    ///
    /// A silenceable failure at `loc`.
    fn check_payload(&self, cx: &Context, ty: Type, loc: Loc, params: &[Attr]) -> TransformResult;
}

/// The kind of payload of a handle or a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandleKind {
    /// Ops.
    Op,
    /// Values.
    Value,
    /// Attributes.
    Param,
}

/// Returns the payload kind of a type; `None` if it is not a type of handles or parameters.
pub fn handle_kind(cx: &Context, ty: Type) -> Option<HandleKind> {
    if cx.type_interface::<dyn TransformHandleTypeInterface>(ty).is_some() {
        Some(HandleKind::Op)
    } else if cx.type_interface::<dyn TransformValueHandleTypeInterface>(ty).is_some() {
        Some(HandleKind::Value)
    } else {
        cx.type_interface::<dyn TransformParamTypeInterface>(ty).map(|_| HandleKind::Param)
    }
}

/// Types that take any payload of their kind.
pub struct AnyPayload;

impl TransformHandleTypeInterface for AnyPayload {
    fn check_payload(&self, _: &Context, _: Type, _: Loc, _: &[OpRef<'_>]) -> TransformResult {
        Ok(())
    }
}

impl TransformValueHandleTypeInterface for AnyPayload {
    fn check_payload(&self, _: &Context, _: Type, _: Loc, _: &[ValueRef<'_>]) -> TransformResult {
        Ok(())
    }
}

impl TransformParamTypeInterface for AnyPayload {
    fn check_payload(&self, _: &Context, _: Type, _: Loc, _: &[Attr]) -> TransformResult {
        Ok(())
    }
}

/// A handle to ops.
#[type_def("transform.any_op", format = "", interfaces(dyn TransformHandleTypeInterface = AnyPayload))]
pub struct AnyOpType {}

/// A handle to values.
#[type_def("transform.any_value", format = "", interfaces(dyn TransformValueHandleTypeInterface = AnyPayload))]
pub struct AnyValueType {}

/// A parameter of any type.
#[type_def("transform.any_param", format = "", interfaces(dyn TransformParamTypeInterface = AnyPayload))]
pub struct AnyParamType {}

/// A handle to ops of one name.
#[type_def("transform.op", class = "Transform_OperationType", format = "`<` $operation_name `>`",
           interfaces(dyn TransformHandleTypeInterface = OpsOfName))]
pub struct OperationType {
    operation_name: StrParam,
}

struct OpsOfName;

impl TransformHandleTypeInterface for OpsOfName {
    fn check_payload(&self, cx: &Context, ty: Type, loc: Loc, payload: &[OpRef<'_>]) -> TransformResult {
        let name = operation_name(cx, ty).expect("a handle to ops of a name has the name as its parameter");
        match payload.iter().find(|op| op.name_text() != name) {
            None => Ok(()),
            Some(op) => Err(TransformFailure::silenceable(
                Diag::error(loc, mismatch(&name, *op)).note(op.loc(), "payload operation"),
            )),
        }
    }
}

/// The error for a payload op with another name.
fn mismatch(name: &str, op: OpRef<'_>) -> String {
    let text = op_in_error(op);
    format!("incompatible payload operation name expected {name} vs {} -> {text}", op.name_text())
}

/// Returns the name in `!transform.op<"name">`; `None` for another type.
pub fn operation_name(cx: &Context, ty: Type) -> Option<String> {
    Some(ty.dyn_cast::<OperationType>(cx)?.operation_name(cx).to_string())
}

/// A parameter whose values are attributes of a type.
#[type_def("transform.param", class = "Transform_ParamType", format = "`<` $type `>`", verify = verify_param,
           interfaces(dyn TransformParamTypeInterface = TypedParams))]
pub struct ParamType {
    r#type: Type,
}

fn verify_param(cx: &Context, params: &[Attr]) -> Result<(), String> {
    let ty = params.first().and_then(|ty| ty.as_type(cx));
    match ty.map(|ty| ty.data(cx)) {
        Some(TypeData::Integer { width, .. }) if *width <= 64 => Ok(()),
        _ => Err("only supports integer types with width <=64".to_owned()),
    }
}

struct TypedParams;

impl TransformParamTypeInterface for TypedParams {
    fn check_payload(&self, cx: &Context, ty: Type, loc: Loc, params: &[Attr]) -> TransformResult {
        let wanted = ty.dyn_cast::<ParamType>(cx).map(|param| param.type_(cx));
        for param in params {
            let AttrData::Integer { ty: found, .. } = param.data(cx) else {
                let message =
                    format!("expected parameter to be an integer attribute, got {}", cx.attr_text(*param));
                return Err(TransformFailure::silenceable(Diag::error(loc, message)));
            };
            if Some(*found) != wanted {
                let wanted = wanted.map_or(String::new(), |ty| cx.type_text(ty));
                let message = format!(
                    "expected the type of the parameter attribute ('{}') to match the parameter type ('{wanted}')",
                    cx.type_text(*found)
                );
                return Err(TransformFailure::silenceable(Diag::error(loc, message)));
            }
        }
        Ok(())
    }
}

/// A parameter whose values are types.
#[type_def("transform.type", format = "", interfaces(
    dyn TransformParamTypeInterface = ParamsOf(|attr, cx| attr.as_type(cx).is_some(), "type")))]
pub struct TypeParamType {}

/// A parameter whose values are affine maps.
#[type_def("transform.affine_map", format = "", interfaces(
    dyn TransformParamTypeInterface = ParamsOf(|attr, cx| matches!(attr.data(cx), AttrData::AffineMap(_)), "affine map")))]
pub struct AffineMapParamType {}

/// Parameters that are attributes of one kind.
struct ParamsOf(fn(Attr, &Context) -> bool, &'static str);

impl TransformParamTypeInterface for ParamsOf {
    fn check_payload(&self, cx: &Context, _: Type, loc: Loc, params: &[Attr]) -> TransformResult {
        match params.iter().find(|param| !(self.0)(**param, cx)) {
            None => Ok(()),
            Some(param) => {
                let message = format!("expected {} attribute, got {}", self.1, cx.attr_text(*param));
                Err(TransformFailure::silenceable(Diag::error(loc, message)))
            }
        }
    }
}

fn is_op_handle(cx: &Context, ty: Type) -> bool {
    cx.type_interface::<dyn TransformHandleTypeInterface>(ty).is_some()
}

fn is_value_handle(cx: &Context, ty: Type) -> bool {
    cx.type_interface::<dyn TransformValueHandleTypeInterface>(ty).is_some()
}

fn is_param(cx: &Context, ty: Type) -> bool {
    cx.type_interface::<dyn TransformParamTypeInterface>(ty).is_some()
}

static OP_HANDLE_KIND: TypeKind = TypeKind { name: "", pred: is_op_handle };
static VALUE_HANDLE_KIND: TypeKind = TypeKind { name: "", pred: is_value_handle };
static PARAM_KIND: TypeKind = TypeKind { name: "", pred: is_param };

/// A handle to ops.
pub static TRANSFORM_HANDLE: TypeConstraint =
    TypeConstraint::new("TransformHandleTypeInterface instance", is_op_handle).of_kind(&OP_HANDLE_KIND);
/// A handle to values.
pub static TRANSFORM_VALUE_HANDLE: TypeConstraint =
    TypeConstraint::new("TransformValueHandleTypeInterface instance", is_value_handle)
        .of_kind(&VALUE_HANDLE_KIND);
/// A parameter.
pub static TRANSFORM_PARAM: TypeConstraint =
    TypeConstraint::new("TransformParamTypeInterface instance", is_param).of_kind(&PARAM_KIND);
/// A handle to ops or values.
pub static TRANSFORM_ANY_HANDLE: TypeConstraint =
    TypeConstraint::new("transform operation or value handle", |cx, ty| {
        is_op_handle(cx, ty) || is_value_handle(cx, ty)
    });
/// A handle or a parameter.
pub static TRANSFORM_ANY_HANDLE_OR_PARAM: TypeConstraint =
    TypeConstraint::new("any transform handle or parameter", |cx, ty| handle_kind(cx, ty).is_some());
/// A parameter of any type, or any handle to ops.
pub static TRANSFORM_ANY_PARAM_OR_ANY_HANDLE: TypeConstraint =
    TypeConstraint::new("transform any param type or any handle type", |cx, ty| {
        is_op_handle(cx, ty) || ty.isa::<AnyParamType>(cx) || is_param(cx, ty)
    });
