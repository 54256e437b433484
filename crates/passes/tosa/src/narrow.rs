//! `tosa-narrow-i64-to-i32` and `tosa-narrow-f64-to-f32`: ops on half the width.

use std::sync::Arc;

use terrace_conversion::{
    Adaptor, Conversion, ConversionConfig, ConversionPass, ConversionPatterns, ConversionRewriter,
    ConversionTarget, TypeConverter, add_function_conversion, is_signature_legal,
};
use terrace_dialects_core::func::{FuncOp, ReturnOp};
use terrace_dialects_tosa::control_flow::{IfOp, WhileOp, YieldOp};
use terrace_dialects_tosa::conversions::CastOp;
use terrace_dialects_tosa::data_layout::{
    ConcatOp, PadOp, ReshapeOp, ReverseOp, SliceOp, TileOp, TransposeOp,
};
use terrace_dialects_tosa::elementwise::ClampOp;
use terrace_dialects_tosa::reductions::ArgMaxOp;
use terrace_dialects_tosa::variables::{ConstOp, IdentityOp};
use terrace_ir::elements::Numbers;
use terrace_ir::{Attr, AttrData, Context, DYNAMIC, Loc, Op, OpKind, OpRef, Rewriter, Type, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Pass, PassDef, pass_options};
use terrace_support::apfloat::{ApFloat, FloatKind, Rounding, Status};
use terrace_support::apint::ApInt;

pass_options! {
    /// The ops and functions that are narrowed.
    pub struct NarrowOptions {
        /// If enabled, all TOSA operations are rewritten, regardless or whether the narrowing is safe. This option
        /// may lead to data loss if not used carefully.
        aggressive_rewrite("aggressive-rewrite"): bool = "false",
        /// If enabled, the pass will convert function I/O types as well. Otherwise casts will be inserted at the I/O
        /// boundaries.
        convert_function_boundaries("convert-function-boundaries"): bool = "false",
    }
}

/// The pass that narrows integers.
pub static TOSA_NARROW_I64_TO_I32: PassDef = PassDef {
    name: "tosa-narrow-i64-to-i32",
    class: "TosaNarrowI64ToI32Pass",
    doc: "Narrow I64 TOSA operations to I32",
    anchor: Some(FuncOp::DEF.name),
    options: NarrowOptions::DEFS,
    make: |options| Ok(pass(&I64_TO_I32, options.into())),
    ..EMPTY_PASS
};

/// The pass that narrows floats.
pub static TOSA_NARROW_F64_TO_F32: PassDef = PassDef {
    name: "tosa-narrow-f64-to-f32",
    class: "TosaNarrowF64ToF32Pass",
    doc: "Narrow F64 TOSA operations to F32",
    anchor: Some(FuncOp::DEF.name),
    options: NarrowOptions::DEFS,
    make: |options| Ok(pass(&F64_TO_F32, options.into())),
    ..EMPTY_PASS
};

/// A type and the one of half the width.
struct Narrowing {
    from: Type,
    to: Type,
    /// Returns a constant with numbers of the narrow type, scalar or dense; `None` if one changes and `lossy` is not set.
    constant: fn(&Context, attr: Attr, ty: Type, lossy: bool) -> Option<Attr>,
    /// Whether a type is of the class of both: integers, or floats.
    same_class: fn(&Context, Type) -> bool,
}

static I64_TO_I32: Narrowing = Narrowing {
    from: Type::I64,
    to: Type::I32,
    constant: |cx, attr, ty, lossy| {
        Numbers::<ApInt>::of_attr(cx, attr)?.map(|value| narrow_int(value, lossy))?.to_attr(cx, ty)
    },
    same_class: |cx, ty| ty.is_integer(cx),
};

static F64_TO_F32: Narrowing = Narrowing {
    from: Type::F64,
    to: Type::F32,
    constant: |cx, attr, ty, lossy| {
        Numbers::<ApFloat>::of_attr(cx, attr)?.map(|value| narrow_float(*value, lossy))?.to_attr(cx, ty)
    },
    same_class: |cx, ty| ty.is_float(cx),
};

fn narrow_int(value: &ApInt, lossy: bool) -> Option<ApInt> {
    match value.min_signed_bits() <= 32 {
        true => Some(value.trunc(32)),
        false if lossy && value.is_negative() => Some(ApInt::signed_min(32)),
        false => lossy.then(|| ApInt::signed_max(32)),
    }
}

fn narrow_float(value: ApFloat, lossy: bool) -> Option<ApFloat> {
    let (narrow, status) = value.convert(FloatKind::F32, Rounding::NearestEven);
    (lossy || status == Status::OK).then_some(narrow)
}

impl Narrowing {
    fn convert(&self, cx: &Context, ty: Type) -> Option<Type> {
        if ty == self.from {
            return Some(self.to);
        }
        match ty.is_tensor(cx) && ty.element_type(cx) == Some(self.from) {
            true => ty.with_element(cx, self.to),
            false => Some(ty),
        }
    }

    /// Returns the inherent attributes of an op with narrow types; `None` if one cannot be narrowed.
    fn props(&self, op: OpRef<'_>, lossy: bool) -> Option<Vec<Attr>> {
        op.props().iter().map(|&attr| self.attr(op.cx(), attr, lossy)).collect()
    }

    fn attr(&self, cx: &Context, attr: Attr, lossy: bool) -> Option<Attr> {
        if let AttrData::Type(ty) = attr.data(cx) {
            return Some(cx.type_attr(self.convert(cx, *ty)?));
        }
        let Some(ty) = attr.ty(cx) else { return Some(attr) };
        match self.convert(cx, ty)? {
            narrow if narrow == ty => Some(attr),
            narrow => (self.constant)(cx, attr, narrow, lossy),
        }
    }
}

fn pass(narrowing: &'static Narrowing, options: NarrowOptions) -> Pass {
    let make = move |cx: &Context| conversion(cx, narrowing, &options);
    Pass::Ir(Box::new(ConversionPass { make: Box::new(make), config: ConversionConfig::full() }))
}

fn cast(rw: &mut Rewriter<'_>, types: &[Type], values: &[Value], loc: Loc) -> Option<Vec<Value>> {
    let ([ty], [value]) = (types, values) else { return None };
    if !ty.is_tensor(rw.cx()) || !rw.value(*value).ty().is_tensor(rw.cx()) {
        return None;
    }
    Some(vec![rw.build_value(CastOp::of(*value).output(*ty).loc(loc))])
}

fn conversion(cx: &Context, narrowing: &'static Narrowing, options: &NarrowOptions) -> Conversion {
    let types = TypeConverter::new()
        .add_conversion(|cx, ty| narrowing.convert(cx, ty))
        .add_source_materialization(cast)
        .add_target_materialization(cast);
    let types = Arc::new(types);
    let of_tosa = Arc::clone(&types);
    let target = ConversionTarget::new().dynamic_dialect("tosa", move |op| of_tosa.is_legal_op(op));
    let mut patterns = ConversionPatterns::new();
    let target = if options.convert_function_boundaries {
        let of_functions = Arc::clone(&types);
        add_function_conversion::<FuncOp>(&mut patterns, cx, &types);
        patterns.add_type_conversion::<ReturnOp>(cx, "ReturnOpTypeConversion", &types);
        let of_returns = Arc::clone(&types);
        target
            .dynamic::<FuncOp>(cx, move |op| is_signature_legal(&of_functions, op))
            .dynamic::<ReturnOp>(cx, move |op| of_returns.is_legal_op(op))
    } else {
        target.legal::<FuncOp>(cx).legal::<ReturnOp>(cx)
    };
    match options.aggressive_rewrite {
        true => add_lossy_patterns(&mut patterns, narrowing, &types),
        false => add_safe_patterns(cx, &mut patterns, narrowing, &types),
    }
    Conversion { target, patterns }
}

/// Replaces an op by one on narrow types.
fn narrow_op(
    narrowing: &Narrowing,
    rw: &mut ConversionRewriter<'_>,
    op: Op,
    adaptor: &Adaptor,
    lossy: bool,
) -> Option<()> {
    let Some(props) = narrowing.props(rw.op(op), lossy) else {
        return rw.notify_match_failure(op, "narrowing an attribute would lose precision");
    };
    let new = rw.clone_converted(op, adaptor)?;
    for (slot, attr) in props.into_iter().enumerate() {
        rw.set_prop(new, slot, attr);
    }
    rw.replace_op_with(op, new);
    Some(())
}

fn add_lossy_patterns(
    patterns: &mut ConversionPatterns,
    narrowing: &'static Narrowing,
    types: &Arc<TypeConverter>,
) {
    patterns.add_match_any_with_type_converter(
        "ConvertGenericOp",
        types,
        match narrowing.from == Type::I64 {
            true => |rw, op, adaptor| narrow_any(&I64_TO_I32, rw, op, adaptor),
            false => |rw, op, adaptor| narrow_any(&F64_TO_F32, rw, op, adaptor),
        },
    );
}

fn narrow_any(
    narrowing: &Narrowing,
    rw: &mut ConversionRewriter<'_>,
    op: Op,
    adaptor: &Adaptor,
) -> Option<()> {
    if !rw.op(op).name_text().starts_with("tosa.") {
        return rw.notify_match_failure(op, "only ops of tosa are narrowed");
    }
    narrow_op(narrowing, rw, op, adaptor, true)
}

/// The ops that are safe to narrow: they compute no number.
const SAFE: [&str; 13] = [
    ConstOp::DEF.name,
    ConcatOp::DEF.name,
    PadOp::DEF.name,
    ReshapeOp::DEF.name,
    ReverseOp::DEF.name,
    SliceOp::DEF.name,
    TileOp::DEF.name,
    TransposeOp::DEF.name,
    IdentityOp::DEF.name,
    IfOp::DEF.name,
    WhileOp::DEF.name,
    YieldOp::DEF.name,
    CastOp::DEF.name,
];

fn add_safe_patterns(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    narrowing: &'static Narrowing,
    types: &Arc<TypeConverter>,
) {
    if narrowing.from == Type::I64 {
        patterns
            .add_with_type_converter::<ArgMaxOp>(
                cx,
                "ConvertArgMaxOpWithBoundsChecking",
                types,
                narrow_argmax,
            )
            .add_with_type_converter::<ClampOp>(
                cx,
                "ConvertClampOpWithBoundsChecking",
                types,
                |rw, op, adaptor| narrow_op(&I64_TO_I32, rw, op.into(), adaptor, false),
            );
    }
    for name in SAFE {
        patterns.add_named_with_type_converter(
            cx,
            (name, "ConvertTypedOp"),
            types,
            move |rw, op, adaptor| {
                if let Some(cast) = rw.op(op).cast::<CastOp>() {
                    let [input] = adaptor.flat()[..] else { return None };
                    let [from, to] = [rw.value(input).ty(), cast.output().ty()];
                    let [from, to] = [from, to].map(|ty| ty.element_type_or_self(rw.cx()));
                    let is_narrowing = (narrowing.same_class)(rw.cx(), from)
                        && (narrowing.same_class)(rw.cx(), to)
                        && from.bit_width(rw.cx()) > to.bit_width(rw.cx());
                    if is_narrowing {
                        return rw.notify_match_failure(op, "narrowing cast may lead to data loss");
                    }
                }
                narrow_op(narrowing, rw, op, adaptor, false)
            },
        );
    }
}

/// Positions along a short axis fit into the narrow type.
fn narrow_argmax(rw: &mut ConversionRewriter<'_>, op: ArgMaxOp, adaptor: &Adaptor) -> Option<()> {
    let view = op.view(rw);
    let axis = usize::try_from(view.axis()).ok()?;
    let [input] = adaptor.flat()[..] else { return None };
    let extent = *rw.value(input).ty().shape(rw.cx())?.get(axis)?;
    if extent == DYNAMIC || extent >= i64::from(i32::MAX) {
        return rw.notify_match_failure(op, "the axis is dynamic, or too long to narrow safely");
    }
    narrow_op(&I64_TO_I32, rw, op.into(), adaptor, false)
}
