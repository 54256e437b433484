//! `arith-emulate-wide-int`: integers twice as wide as the target has are vectors of two halves, the low one first.
//!
//! Vectors of such integers have one more dimension, for the halves.

use std::sync::Arc;

use terrace_conversion::{
    Conversion, ConversionConfig, ConversionPatterns, ConversionTarget, TypeConverter, apply_conversion,
    is_signature_legal,
};
use terrace_dialects_core::arith::*;
use terrace_dialects_core::func::{CallOp, FuncOp, ReturnOp};
use terrace_dialects_vector::PrintOp;
use terrace_ir::{Context, Ir, OpHandle, OpRef, Signedness, Type, TypeData, VectorType};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};

use super::narrow_types::populate_function_type_patterns;
use super::wide_int_ops as ops;

pass_options! {
    /// The options of the pass.
    struct WideIntOptions {
        /// Widest integer type supported by the target
        widest_int_supported("widest-int-supported"): u64 = "32",
    }
}

/// The pass.
pub static ARITH_EMULATE_WIDE_INT: PassDef = PassDef {
    name: "arith-emulate-wide-int",
    class: "ArithEmulateWideInt",
    doc: "Emulate 2*N-bit integer operations using N-bit operations",
    options: WideIntOptions::DEFS,
    make: |options| {
        let widest = WideIntOptions::from(options).widest_int_supported;
        Ok(Pass::Ir(Box::new(EmulateWideInt { widest })))
    },
    ..EMPTY_PASS
};

struct EmulateWideInt {
    widest: u64,
}

/// The width, if integers of twice as many bits can be emulated by it.
pub fn supported_width(widest: u64) -> Option<u32> {
    let width = u32::try_from(widest).ok()?;
    (width.is_power_of_two() && (2..=MOST_BITS).contains(&width)).then_some(width)
}

/// The widest integers whose double is a type.
const MOST_BITS: u32 = 1 << 22;

/// The types for a target whose widest integers have `width` bits.
pub fn wide_int_converter(width: u32) -> TypeConverter {
    TypeConverter::new().add_conversion(|_, ty| Some(ty)).add_nested_conversion(move |types, ty| {
        let cx = types.cx;
        let narrow = || cx.integer(width, Signedness::Signless);
        let converted = match ty.data(cx) {
            TypeData::Integer { width: bits, .. } if *bits > width => {
                (*bits == 2 * width).then(|| VectorType::get(cx, &[2], narrow()))
            }
            TypeData::Vector { shape, scalable, element } => {
                let TypeData::Integer { width: bits, .. } = element.data(cx) else { return None };
                if *bits <= width {
                    return None;
                }
                let (shape, scalable) = ([&shape[..], &[2]].concat(), [&scalable[..], &[false]].concat());
                (*bits == 2 * width).then(|| VectorType::get_scalable(cx, &shape, &scalable, narrow()))
            }
            TypeData::Function { inputs, results } => {
                let mut all = |list: &[Type]| -> Option<Vec<Type>> {
                    list.iter().map(|&ty| types.convert_to_one(ty)).collect()
                };
                let (inputs, results) = (all(inputs), all(results));
                inputs.zip(results).map(|(inputs, results)| cx.function_type(&inputs, &results))
            }
            _ => return None,
        };
        Some(converted.map(|ty| vec![ty]))
    })
}

impl IrPass for EmulateWideInt {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = Arc::clone(ir.cx());
        let Some(width) = supported_width(self.widest) else { return Err(Failed) };
        let converter = Arc::new(wide_int_converter(width));
        let (functions, others) = (Arc::clone(&converter), Arc::clone(&converter));
        let legal = move |op: OpRef<'_>| others.is_legal_op(op);
        let legal = Arc::new(legal);
        let [calls, returns, prints, rest] = [(); 4].map(|()| Arc::clone(&legal));
        let target = ConversionTarget::new()
            .dynamic::<FuncOp>(&cx, move |op| is_signature_legal(&functions, op))
            .dynamic::<CallOp>(&cx, move |op| calls(op))
            .dynamic::<ReturnOp>(&cx, move |op| returns(op))
            .legal_dialects(&["vector"])
            .dynamic::<PrintOp>(&cx, move |op| prints(op))
            .dynamic_dialect("arith", move |op| rest(op));
        let mut patterns = ConversionPatterns::new();
        populate_wide_int_patterns(&cx, &mut patterns, &converter);
        populate_function_type_patterns(&cx, &mut patterns, &converter);
        let conversion = Conversion { target, patterns };
        apply_conversion(ir, op, &conversion, ConversionConfig::partial(), run).map(|_| ())
    }
}

/// Adds the patterns that compute with halves.
pub fn populate_wide_int_patterns(
    cx: &Context,
    patterns: &mut ConversionPatterns,
    converter: &Arc<TypeConverter>,
) {
    macro_rules! add {
        ($($op:ty, $name:literal, $convert:expr;)*) => {$(
            patterns.add_with_type_converter::<$op>(cx, $name, converter, $convert);
        )*};
    }
    add! {
        ConstantOp, "ConvertConstant", |rw, op, _| ops::constant(rw, op);
        CmpIOp, "ConvertCmpI", ops::compare;
        SelectOp, "ConvertSelect", |rw, op, adaptor| ops::select(rw, op.into(), adaptor);
        PrintOp, "ConvertVectorPrint", |rw, op, adaptor| ops::print(rw, op.into(), adaptor);
        AddIOp, "ConvertAddI", |rw, op, adaptor| ops::add(rw, op.into(), adaptor);
        MulIOp, "ConvertMulI", |rw, op, adaptor| ops::multiply(rw, op.into(), adaptor);
        ShLIOp, "ConvertShLI", |rw, op, adaptor| ops::shift_left(rw, op.into(), adaptor);
        ShRSIOp, "ConvertShRSI", |rw, op, adaptor| ops::shift_right_signed(rw, op.into(), adaptor);
        ShRUIOp, "ConvertShRUI", |rw, op, adaptor| ops::shift_right_unsigned(rw, op.into(), adaptor);
        MaxUIOp, "ConvertMaxMin<MaxUIOp>", |rw, op, _| ops::pick(rw, op.into(), CmpIPredicate::Ugt);
        MaxSIOp, "ConvertMaxMin<MaxSIOp>", |rw, op, _| ops::pick(rw, op.into(), CmpIPredicate::Sgt);
        MinUIOp, "ConvertMaxMin<MinUIOp>", |rw, op, _| ops::pick(rw, op.into(), CmpIPredicate::Ult);
        MinSIOp, "ConvertMaxMin<MinSIOp>", |rw, op, _| ops::pick(rw, op.into(), CmpIPredicate::Slt);
        SubIOp, "ConvertSubI", |rw, op, adaptor| ops::subtract(rw, op.into(), adaptor);
        AndIOp, "ConvertBitwiseBinary<AndIOp>", |rw, op, adaptor| ops::bitwise::<AndIOp>(rw, op.into(), adaptor);
        OrIOp, "ConvertBitwiseBinary<OrIOp>", |rw, op, adaptor| ops::bitwise::<OrIOp>(rw, op.into(), adaptor);
        XOrIOp, "ConvertBitwiseBinary<XOrIOp>", |rw, op, adaptor| ops::bitwise::<XOrIOp>(rw, op.into(), adaptor);
        ExtSIOp, "ConvertExtSI", |rw, op, adaptor| ops::extend_signed(rw, op.into(), adaptor);
        ExtUIOp, "ConvertExtUI", |rw, op, adaptor| ops::extend_unsigned(rw, op.into(), adaptor);
        TruncIOp, "ConvertTruncI", |rw, op, adaptor| ops::truncate(rw, op.into(), adaptor);
        IndexCastOp, "ConvertIndexCast<IndexCastOp>", |rw, op, adaptor| ops::index_cast::<IndexCastOp, ExtSIOp>(rw, op.into(), adaptor);
        IndexCastUIOp, "ConvertIndexCast<IndexCastUIOp>", |rw, op, adaptor| ops::index_cast::<IndexCastUIOp, ExtUIOp>(rw, op.into(), adaptor);
        SIToFPOp, "ConvertSIToFP", |rw, op, _| ops::signed_to_float(rw, op.into());
        UIToFPOp, "ConvertUIToFP", |rw, op, adaptor| ops::unsigned_to_float(rw, op.into(), adaptor);
        FPToUIOp, "ConvertFPToUI", |rw, op, adaptor| ops::float_to_unsigned(rw, op.into(), adaptor);
        FPToSIOp, "ConvertFPToSI", |rw, op, adaptor| ops::float_to_signed(rw, op.into(), adaptor);
    }
}
