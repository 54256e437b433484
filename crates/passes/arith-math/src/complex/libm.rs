//! `convert-complex-to-libm`: ops of complex become calls of the functions that C's library has for them.

use terrace_conversion::{
    Conversion, ConversionPass, ConversionPatterns, ConversionRewriter, ConversionTarget,
};
use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_core::complex::*;
use terrace_ir::{Context, Loc, Op, OpKind};
use terrace_pass::PassDef;
use terrace_pass::pass::EMPTY_PASS;
use terrace_support::apfloat::FloatKind;

use terrace_passes_shared::library_calls::replace_with_call;

/// The pass.
pub static CONVERT_COMPLEX_TO_LIBM: PassDef = PassDef {
    name: "convert-complex-to-libm",
    class: "ConvertComplexToLibm",
    doc: "Convert Complex dialect to libm calls",
    anchor: Some(ModuleOp::DEF.name),
    make: |options| ConversionPass::plain(options, conversion),
    ..EMPTY_PASS
};

macro_rules! functions {
    ($($op:ident = $single:literal, $double:literal;)*) => {
        /// The ops that become calls.
        const OPS: &[&str] = &[$($op::DEF.name),*];

        /// Adds the patterns.
        pub fn populate_patterns(cx: &Context, patterns: &mut ConversionPatterns) {
            $(patterns
                .add::<$op>(cx, "ScalarOpToLibmCall", |rw, op| call(rw, op.into(), [$single, $double]))
                .across_bodies();)*
        }
    };
}

functions! {
    PowOp = "cpowf", "cpow";
    SqrtOp = "csqrtf", "csqrt";
    TanhOp = "ctanhf", "ctanh";
    CosOp = "ccosf", "ccos";
    SinOp = "csinf", "csin";
    ConjOp = "conjf", "conj";
    LogOp = "clogf", "clog";
    AbsOp = "cabsf", "cabs";
    AngleOp = "cargf", "carg";
    TanOp = "ctanf", "ctan";
}

fn conversion(cx: &Context) -> Conversion {
    let target = ConversionTarget::new().legal_dialects(&["func"]).illegal_ops(cx, OPS);
    let mut patterns = ConversionPatterns::new();
    populate_patterns(cx, &mut patterns);
    Conversion { target, patterns }
}

/// Calls the function for the type of the parts.
fn call(rw: &mut ConversionRewriter<'_>, op: Op, [single, double]: [&str; 2]) -> Option<()> {
    let (cx, ty) = (rw.cx(), rw.op(op).single_result().ty());
    let name = match element_of(cx, ty).unwrap_or(ty).float_kind(cx)? {
        FloatKind::F32 => single,
        FloatKind::F64 => double,
        _ => return None,
    };
    replace_with_call(rw, op, name, Loc::UNKNOWN, &[])
}
