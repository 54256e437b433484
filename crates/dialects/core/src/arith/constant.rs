//! Constants.

use terrace_ir::attr_kind::TypedAttr;
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::op_error;
use terrace_ir::int_range::InferIntRange;
use terrace_ir::{
    Attr, AttrData, CheckResult, Context, OpKind, OpName, OpRef, Rewriter, Signedness, Type, TypeData, Value,
};
use terrace_macros::op;
use terrace_support::apfloat::{ApFloat, FloatKind};

/// An integer or float, or elements of them.
#[op("arith.constant",
     traits(ConstantLike, Pure, OpAsmInterface, AllTypesMatch(&["value", "result"]), InferTypes),
     format = "attr-dict $value", interfaces(dyn InferIntRange),
     verify = verify_constant, infer = infer_constant, names = name_constant, fold = |op, _| ConstantOp::view_of(op).value_attr().opt().into())]
pub struct ConstantOp {
    value: Prop<TypedAttr>,
    result: Res<ANY_TYPE>,
}

fn infer_constant(input: &terrace_ir::infer::InferInput<'_>) -> Result<Vec<terrace_ir::Type>, String> {
    let ty = input.props.first().and_then(|value| value.ty(input.cx));
    ty.map(|ty| vec![ty]).ok_or_else(|| "expected a typed value".to_string())
}

/// The constant op for an attribute: `arith.constant`, or `ub.poison` for poison.
pub fn materialize(cx: &Context, attr: Attr, ty: Type) -> Option<(OpName, Vec<Attr>)> {
    if terrace_dialects_builtin::fold::is_poison(cx, attr) {
        return Some((cx.op_name(terrace_dialects_builtin::ub::PoisonOp::DEF.name), vec![attr]));
    }
    let signless =
        !matches!(ty.data(cx), TypeData::Integer { signedness, .. } if *signedness != Signedness::Signless);
    let holds =
        attr.is_elements(cx) || matches!(attr.data(cx), AttrData::Integer { .. } | AttrData::Float { .. });
    (signless && holds && attr.ty(cx) == Some(ty)).then(|| (cx.op_name(ConstantOp::DEF.name), vec![attr]))
}

/// A Rust value that an `arith.constant` holds: `f32` and `f64`, integers of their widths, `bool` as `i1`, `usize` as `index`.
pub trait Literal {
    /// The attribute, which has the type.
    fn attr(self, cx: &Context) -> Attr;
}

macro_rules! literals {
    ($($rust:ty => |$value:ident, $cx:ident| $attr:expr;)*) => {
        $(impl Literal for $rust {
            fn attr(self, $cx: &Context) -> Attr {
                let $value = self;
                $attr
            }
        })*
    };
}

literals! {
    f32 => |value, cx| cx.float_attr(Type::F32, ApFloat::from_f64(FloatKind::F32, f64::from(value)));
    f64 => |value, cx| cx.float_attr(Type::F64, ApFloat::from_f64(FloatKind::F64, value));
    bool => |value, _cx| if value { Attr::TRUE } else { Attr::FALSE };
    i8 => |value, cx| cx.int_attr(Type::I8, i64::from(value));
    i16 => |value, cx| cx.int_attr(Type::I16, i64::from(value));
    i32 => |value, cx| cx.int_attr(Type::I32, i64::from(value));
    i64 => |value, cx| cx.int_attr(Type::I64, value);
    usize => |value, cx| cx.int_attr(Type::INDEX, value as i64);
}

/// Creates constants of Rust values: `rw.constant(0.0f32)`, `rw.constant(4usize)` of type `index`.
pub trait ConstantBuilder {
    /// Creates an `arith.constant` at the insertion point.
    fn constant(&mut self, value: impl Literal) -> Value;
}

impl ConstantBuilder for Rewriter<'_> {
    fn constant(&mut self, value: impl Literal) -> Value {
        let value = value.attr(self.cx());
        self.build_value(ConstantOp::of().value_attr(value))
    }
}

fn verify_constant(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ConstantOp::view_of(op));
    let (ty, value) = (view.result().ty(), view.value_attr());
    if let TypeData::Integer { signedness, .. } = ty.data(cx)
        && *signedness != Signedness::Signless
    {
        return Err(op_error(op, "integer return type must be signless"));
    }
    let is_number = matches!(value.data(cx), AttrData::Integer { .. } | AttrData::Float { .. });
    if !is_number && !value.is_elements(cx) {
        return Err(op_error(op, "value must be an integer, float, or elements attribute"));
    }
    let is_splat = match value.data(cx) {
        AttrData::DenseElements { splat, .. } => *splat,
        AttrData::DenseString { values, .. } => values.len() == 1,
        _ => false,
    };
    if let TypeData::Vector { scalable, .. } = ty.data(cx)
        && scalable.contains(&true)
        && !is_splat
    {
        return Err(op_error(
            op,
            "intializing scalable vectors with elements attribute is not supported unless it's a vector splat",
        ));
    }
    Ok(())
}

/// `true`, `false`, `c5_i32`, `c5` for an index, `cst` for everything else.
fn name_constant(op: OpRef<'_>, set: &mut dyn FnMut(Value, &str)) {
    let (cx, view) = (op.cx(), ConstantOp::view_of(op));
    let result = view.result();
    let Some((value, _)) = view.value_attr().as_integer(cx) else {
        return set(result.id(), "cst");
    };
    match result.ty().data(cx) {
        TypeData::Integer { width: 1, .. } => {
            set(result.id(), if value.is_zero() { "false" } else { "true" });
        }
        data => {
            let mut name = "c".to_string();
            value.write_signed(&mut name);
            if matches!(data, TypeData::Integer { .. }) {
                name.push('_');
                name.push_str(&cx.type_text(result.ty()));
            }
            set(result.id(), &name);
        }
    }
}
