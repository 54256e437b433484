//! `arith-emulate-unsupported-floats` and `math-extend-to-supported-types`: floats that a target cannot compute with are widened
//! before each op and narrowed after it.

use std::sync::Arc;

use terrace_conversion::{
    Adaptor, Conversion, ConversionConfig, ConversionPatterns, ConversionRewriter, ConversionTarget,
    TypeConverter, apply_conversion,
};
use terrace_dialects_core::arith::{self, FastMathFlags};
use terrace_dialects_core::math::FmaOp;
use terrace_dialects_vector::contract::{ContractionOp, FMAOp, OuterProductOp};
use terrace_dialects_vector::reduction::{MultiDimReductionOp, ReductionOp, ScanOp};
use terrace_dialects_vector::shape::BroadcastOp;
use terrace_ir::{Context, Diag, Ir, Loc, Op, OpHandle, OpKind, OpRef, Rewriter, Type, TypeData, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};
use terrace_support::apfloat::FloatKind;

pass_options! {
    /// The options of `arith-emulate-unsupported-floats`.
    struct EmulateOptions {
        /// MLIR types without arithmetic support on a given target
        source_types("source-types"): Vec<String> = "",
        /// MLIR type to convert the unsupported source types to
        target_type("target-type"): String = "f32",
    }
}

pass_options! {
    /// The options of `math-extend-to-supported-types`.
    struct ExtendOptions {
        /// MLIR types with arithmetic support on a given target (f64 and f32 are implicitly supported)
        extra_types("extra-types"): Vec<String> = "",
        /// MLIR type to convert the unsupported source types to
        target_type("target-type"): String = "f32",
    }
}

/// Computes ops of arith on some types as another.
pub static ARITH_EMULATE_UNSUPPORTED_FLOATS: PassDef = PassDef {
    name: "arith-emulate-unsupported-floats",
    class: "ArithEmulateUnsupportedFloats",
    doc: "Emulate operations on unsupported floats with extf/truncf",
    options: EmulateOptions::DEFS,
    make: |options| Ok(Pass::Ir(Box::new(EmulateOptions::from(options)))),
    ..EMPTY_PASS
};

/// Computes ops of math on all but some types as another.
pub static MATH_EXTEND_TO_SUPPORTED_TYPES: PassDef = PassDef {
    name: "math-extend-to-supported-types",
    class: "MathExtendToSupportedTypes",
    doc: "Legalize floating-point math ops on low-precision floats",
    options: ExtendOptions::DEFS,
    make: |options| Ok(Pass::Ir(Box::new(ExtendOptions::from(options)))),
    ..EMPTY_PASS
};

/// The floating-point type of a name.
fn parse(cx: &Context, role: &str, name: &str) -> Result<Type, Box<Diag>> {
    match FloatKind::from_name(name).filter(|&kind| kind != FloatKind::TF32) {
        Some(kind) => Ok(cx.float(kind)),
        None => {
            let message = format!("could not map {role} type '{name}' to a known floating-point type");
            Err(Diag::error(Loc::UNKNOWN, message))
        }
    }
}

/// The types that are named, the target first.
fn parse_types(cx: &Context, target: &str, sources: &[String]) -> Result<(Type, Vec<Type>), Box<Diag>> {
    let target = parse(cx, "target", target)?;
    let sources: Result<Vec<Type>, _> = sources.iter().map(|name| parse(cx, "source", name)).collect();
    Ok((target, sources?))
}

/// Converts the float types that satisfy a predicate, as scalars and as element types.
fn float_converter(
    target: Type,
    is_converted: impl Fn(Type) -> bool + Send + Sync + 'static,
) -> TypeConverter {
    let convert = move |cx: &Context, ty: Type| {
        let element = ty.element_type_or_self(cx);
        let converts = matches!(element.data(cx), TypeData::Float(_)) && is_converted(element);
        Some(if converts { ty.with_element(cx, target).unwrap_or(target) } else { ty })
    };
    TypeConverter::new().add_conversion(convert).add_target_materialization(|rw, types, values, loc| {
        let (&[ty], &[value]) = (types, values) else { return None };
        let flags = FastMathFlags::CONTRACT.attr(rw.cx());
        Some(vec![rw.build_value(arith::ExtFOp::of(value).fastmath_attr(flags).out(ty).loc(loc))])
    })
}

/// Computes an op with converted types and narrows its results.
fn compute_wide(rw: &mut ConversionRewriter<'_>, op: Op, adaptor: &Adaptor) -> Option<()> {
    let view = rw.op(op);
    if view.num_regions() > 0 {
        return rw.notify_match_failure(op, "ops with regions are not converted");
    }
    let (loc, types) = (view.loc(), view.result_types());
    let computed = rw.clone_converted(op, adaptor)?;
    let results: Vec<Value> = rw.body().results(computed).collect();
    let narrow = |rw: &mut Rewriter<'_>, value: Value, ty: Type| {
        if rw.body().value_type(value) == ty {
            return value;
        }
        let flags = FastMathFlags::CONTRACT.attr(rw.cx());
        rw.build_value(arith::TruncFOp::of(value).fastmath_attr(flags).out(ty).loc(loc))
    };
    let results: Vec<Value> =
        results.into_iter().zip(types).map(|(value, ty)| narrow(rw, value, ty)).collect();
    rw.replace_op(op, &results);
    Some(())
}

impl IrPass for EmulateOptions {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = Arc::clone(ir.cx());
        let (target_type, sources) = match parse_types(&cx, &self.target_type, &self.source_types) {
            Ok(types) => types,
            Err(diag) => return run.fail(diag),
        };
        if sources.contains(&target_type) {
            let message = "target type cannot be an unsupported source type";
            return run.fail(Diag::error(Loc::UNKNOWN, message));
        }
        let converter = Arc::new(float_converter(target_type, move |ty| sources.contains(&ty)));
        let legal = |converter: &Arc<TypeConverter>| {
            let converter = Arc::clone(converter);
            move |op: OpRef<'_>| converter.is_legal_op(op)
        };
        let kept: &[&str] = &[
            arith::BitcastOp::DEF.name,
            arith::ExtFOp::DEF.name,
            arith::TruncFOp::DEF.name,
            arith::ConstantOp::DEF.name,
            arith::SelectOp::DEF.name,
            BroadcastOp::DEF.name,
        ];
        let target = ConversionTarget::new()
            .mark_unknown_op_dynamically_legal(|_| true)
            .dynamic_dialect("arith", legal(&converter))
            .dynamic::<ContractionOp>(&cx, legal(&converter))
            .dynamic::<ReductionOp>(&cx, legal(&converter))
            .dynamic::<MultiDimReductionOp>(&cx, legal(&converter))
            .dynamic::<FMAOp>(&cx, legal(&converter))
            .dynamic::<OuterProductOp>(&cx, legal(&converter))
            .dynamic::<ScanOp>(&cx, legal(&converter))
            .legal_ops(&cx, kept);
        let mut patterns = ConversionPatterns::new();
        patterns.add_match_any_with_type_converter("EmulateFloatPattern", &converter, compute_wide);
        apply_conversion(ir, op, &Conversion { target, patterns }, ConversionConfig::partial(), run)
            .map(|_| ())
    }
}

impl IrPass for ExtendOptions {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = Arc::clone(ir.cx());
        let (target_type, mut supported) = match parse_types(&cx, &self.target_type, &self.extra_types) {
            Ok(types) => types,
            Err(diag) => return run.fail(diag),
        };
        supported.extend([Type::F64, Type::F32]);
        let converter = Arc::new(float_converter(target_type, move |ty| !supported.contains(&ty)));
        let of_math = Arc::clone(&converter);
        let kept: &[&str] = &[FmaOp::DEF.name, arith::ExtFOp::DEF.name, arith::TruncFOp::DEF.name];
        let target = ConversionTarget::new()
            .mark_unknown_op_dynamically_legal(|_| true)
            .dynamic_dialect("math", move |op| of_math.is_legal_op(op))
            .legal_ops(&cx, kept);
        let mut patterns = ConversionPatterns::new();
        let name = "ExtendToSupportedTypesRewritePattern";
        patterns.add_match_any_with_type_converter(name, &converter, compute_wide);
        apply_conversion(ir, op, &Conversion { target, patterns }, ConversionConfig::partial(), run)
            .map(|_| ())
    }
}
