//! `convert-arith-to-apfloat` and `convert-math-to-apfloat`: floats of any format are computed with by a run-time library.
//!
//! A function of the library gets the number of the format and values as the low bits of 64-bit integers.

use std::sync::Arc;

use terrace_conversion::{
    Conversion, ConversionConfig, ConversionPatterns, ConversionRewriter, ConversionTarget, FoldingMode,
    apply_conversion,
};
use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_core::arith::*;
use terrace_dialects_core::func::{CallOp, FuncOp};
use terrace_dialects_core::math;
use terrace_dialects_vector::types::{as_vector, vector};
use terrace_dialects_vector::{FromElementsOp, ToElementsOp};
use terrace_ir::enum_attr::enum_attr;
use terrace_ir::symbols::nearest_symbol_table;
use terrace_ir::{
    Context, Diag, InsertPoint, Ir, Loc, Op, OpHandle, OpKind, Rewriter, Signedness, Type, TypeData, Value,
};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_passes_shared::arithmetic::Arith;
use terrace_support::apfloat::FloatKind;

/// The pass for the dialect arith.
pub static CONVERT_ARITH_TO_APFLOAT: PassDef = PassDef {
    name: "convert-arith-to-apfloat",
    class: "ArithToAPFloatConversionPass",
    doc: "Convert Arith ops to APFloat runtime library calls",
    anchor: Some(ModuleOp::DEF.name),
    make: |_| Ok(Pass::Ir(Box::new(ToApFloat(arith_patterns)))),
    ..EMPTY_PASS
};

/// The pass for the dialect math.
pub static CONVERT_MATH_TO_APFLOAT: PassDef = PassDef {
    name: "convert-math-to-apfloat",
    class: "MathToAPFloatConversionPass",
    doc: "Convert Math ops to APFloat runtime library calls",
    anchor: Some(ModuleOp::DEF.name),
    make: |_| Ok(Pass::Ir(Box::new(ToApFloat(math_patterns)))),
    ..EMPTY_PASS
};

struct ToApFloat(fn(&Context, &mut ConversionPatterns));

impl IrPass for ToApFloat {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = Arc::clone(ir.cx());
        let mut patterns = ConversionPatterns::new();
        (self.0)(&cx, &mut patterns);
        patterns.across_bodies();
        // The ops of a library call; other ops may stay.
        let made = [
            BitcastOp::DEF.name,
            ConstantOp::DEF.name,
            CmpIOp::DEF.name,
            ExtSIOp::DEF.name,
            ExtUIOp::DEF.name,
            OrIOp::DEF.name,
            TruncIOp::DEF.name,
        ];
        let target = ConversionTarget::new().legal_dialects(&["func", "vector"]).legal_ops(&cx, &made);
        let conversion = Conversion { target, patterns };
        let config = ConversionConfig::partial().folding(FoldingMode::Never);
        let reported = run.diags.len();
        apply_conversion(ir, op, &conversion, config, run)?;
        // A function of the library that is another one was reported.
        if run.diags.len() == reported { Ok(()) } else { Err(Failed) }
    }
}

fn arith_patterns(cx: &Context, patterns: &mut ConversionPatterns) {
    macro_rules! binary {
        ($($op:ident = $name:literal;)*) => {$(
            patterns.add::<$op>(cx, "BinaryArithOpToAPFloatConversion", |rw, op| {
                float_call(rw, op.into(), concat!("_mlir_apfloat_", $name))
            });
        )*};
    }
    binary! {
        AddFOp = "add";
        SubFOp = "subtract";
        MulFOp = "multiply";
        DivFOp = "divide";
        RemFOp = "remainder";
        MinNumFOp = "minnum";
        MaxNumFOp = "maxnum";
        MinimumFOp = "minimum";
        MaximumFOp = "maximum";
    }
    patterns
        .add::<ExtFOp>(cx, "FpToFpConversion", |rw, op| float_to_float(rw, op.into()))
        .add::<TruncFOp>(cx, "FpToFpConversion", |rw, op| float_to_float(rw, op.into()))
        .add::<CmpFOp>(cx, "CmpFOpToAPFloatConversion", compare)
        .add::<NegFOp>(cx, "NegFOpToAPFloatConversion", |rw, op| {
            float_call(rw, op.into(), "_mlir_apfloat_neg")
        })
        .add::<FPToSIOp>(cx, "FpToIntConversion", |rw, op| float_to_int(rw, op.into(), false))
        .add::<FPToUIOp>(cx, "FpToIntConversion", |rw, op| float_to_int(rw, op.into(), true))
        .add::<SIToFPOp>(cx, "IntToFpConversion", |rw, op| int_to_float::<ExtSIOp, false>(rw, op.into()))
        .add::<UIToFPOp>(cx, "IntToFpConversion", |rw, op| int_to_float::<ExtUIOp, true>(rw, op.into()));
}

fn math_patterns(cx: &Context, patterns: &mut ConversionPatterns) {
    patterns
        .add::<math::AbsFOp>(cx, "AbsFOpToAPFloatConversion", |rw, op| {
            float_call(rw, op.into(), "_mlir_apfloat_abs")
        })
        .add::<math::IsFiniteOp>(cx, "IsOpToAPFloatConversion", |rw, op| {
            is(rw, op.into(), "_mlir_apfloat_isfinite")
        })
        .add::<math::IsInfOp>(cx, "IsOpToAPFloatConversion", |rw, op| {
            is(rw, op.into(), "_mlir_apfloat_isinfinite")
        })
        .add::<math::IsNaNOp>(cx, "IsOpToAPFloatConversion", |rw, op| {
            is(rw, op.into(), "_mlir_apfloat_isnan")
        })
        .add::<math::IsNormalOp>(cx, "IsOpToAPFloatConversion", |rw, op| {
            is(rw, op.into(), "_mlir_apfloat_isnormal")
        })
        .add::<math::FmaOp>(cx, "FmaOpToAPFloatConversion", |rw, op| {
            float_call(rw, op.into(), "_mlir_apfloat_fused_multiply_add")
        });
}

/// The library's number of a format; `None` if it has none of at most 64 bits.
fn format_number(kind: FloatKind) -> Option<i64> {
    use FloatKind::*;
    Some(match kind {
        F16 => 0,
        BF16 => 1,
        F32 => 2,
        F64 => 3,
        F8E5M2 => 7,
        F8E5M2FNUZ => 8,
        F8E4M3 => 9,
        F8E4M3FN => 10,
        F8E4M3FNUZ => 11,
        F8E4M3B11FNUZ => 12,
        F8E3M4 => 13,
        TF32 => 14,
        F8E8M0FNU => 15,
        F6E3M2FN => 16,
        F6E2M3FN => 17,
        F4E2M1FN => 18,
        _ => return None,
    })
}

/// Whether values of a type can be given to the library, one by one.
fn is_supported(cx: &Context, ty: Type) -> bool {
    if as_vector(cx, ty).is_some_and(|own| own.is_scalable()) || ty.is_tensor(cx) {
        return false;
    }
    let element = vector(cx, ty).element;
    match element.data(cx) {
        TypeData::Integer { width, .. } => *width <= 64,
        TypeData::Float(kind) => format_number(*kind).is_some(),
        _ => false,
    }
}

/// Creates calls of the library.
struct Library<'b, 'r> {
    rw: &'b mut Rewriter<'r>,
    loc: Loc,
    callee: &'static str,
}

impl<'r> Library<'_, 'r> {
    fn arith(&mut self) -> Arith<'_, 'r> {
        Arith::new(self.rw, self.loc)
    }

    fn int(&self, bits: u32) -> Type {
        self.rw.cx().integer(bits, Signedness::Signless)
    }

    fn ty(&self, value: Value) -> Type {
        self.rw.body().value_type(value)
    }

    /// The number of a format.
    fn format(&mut self, ty: Type) -> Option<Value> {
        let number = format_number(ty.float_kind(self.rw.cx())?)?;
        let ty = self.int(32);
        Some(self.arith().int(number, ty))
    }

    /// The bits of a float.
    fn bits(&mut self, value: Value) -> Option<Value> {
        let own = self.int(self.ty(value).bit_width(self.rw.cx())?);
        let bits = self.rw.build_value(BitcastOp::of(value).out(own).loc(self.loc));
        Some(self.arith().resize::<ExtUIOp>(bits, Type::I64))
    }

    fn call(&mut self, operands: &[Value], result: Type) -> Value {
        let cx = self.rw.cx();
        let callee = cx.flat_symbol_ref(cx.str(self.callee));
        let call = CallOp::of(operands).loc(self.loc).callee_attr(callee).results(&[result]);
        self.rw.build_value(call)
    }

    /// The float with these bits.
    fn float(&mut self, bits: Value, ty: Type) -> Option<Value> {
        let own = self.int(ty.bit_width(self.rw.cx())?);
        let bits = self.arith().resize::<TruncIOp>(bits, own);
        Some(self.rw.build_value(BitcastOp::of(bits).out(ty).loc(self.loc)))
    }
}

/// Replaces an op by what `make` makes for each element of its operands. The function is declared with these types.
fn for_each_scalar(
    rw: &mut ConversionRewriter<'_>,
    op: Op,
    callee: &'static str,
    (inputs, result): (&[Type], Type),
    mut make: impl FnMut(&mut Library<'_, '_>, &[Value], Type) -> Option<Value>,
) -> Option<()> {
    let (cx, view) = (rw.cx(), rw.op(op));
    let (loc, ty) = (view.loc(), view.results().next()?.ty());
    let operands: Vec<Value> = view.operands().map(|value| value.id()).collect();
    let types = view.operands().map(|value| value.ty()).chain([ty]);
    if !types.into_iter().all(|ty| is_supported(cx, ty)) {
        return rw.notify_match_failure(op, "unsupported bitwidth or type");
    }
    declare(rw, op, callee, inputs, result)?;
    rw.set_insertion_point_before(op);
    let Some(own) = as_vector(cx, ty) else {
        let value = make(&mut Library { rw, loc, callee }, &operands, ty)?;
        rw.replace_op(op, &[value]);
        return Some(());
    };
    let mut elements: Vec<Vec<Value>> = Vec::with_capacity(operands.len());
    for &operand in &operands {
        let from = vector(cx, rw.body().value_type(operand));
        let types = vec![from.element; usize::try_from(from.num_elements()).ok()?];
        let taken = rw.build(ToElementsOp::of(operand).elements(&types).loc(loc));
        elements.push(rw.body().results(taken).collect());
    }
    let count = elements.first().map_or(0, Vec::len);
    let mut results = Vec::with_capacity(count);
    for at in 0..count {
        let operands: Vec<Value> = elements.iter().map(|list| list[at]).collect();
        results.push(make(&mut Library { rw, loc, callee }, &operands, own.element)?);
    }
    let new = rw.build_value(FromElementsOp::of(&results).loc(loc).dest(ty));
    rw.replace_op(op, &[new]);
    Some(())
}

/// Finds a function of the library in the module around an op, or declares it; reports one of another type.
fn declare(rw: &mut ConversionRewriter<'_>, op: Op, name: &str, inputs: &[Type], result: Type) -> Option<()> {
    let (cx, from) = (rw.cx(), rw.handle(op));
    let (name, expected) = (cx.str(name), cx.function_type(inputs, &[result]));
    let found = rw.with_ir(|ir| {
        let mut table = nearest_symbol_table(ir.op(from))?;
        while let Some(outer) = table.parent_op().filter(|_| !table.isa::<ModuleOp>()) {
            table = nearest_symbol_table(outer)?;
        }
        let table = table.handle();
        let tables = ir.symbol_tables();
        if let Some(found) = tables.lookup(ir.op(table), name) {
            let function = found.cast::<FuncOp>()?;
            let has = function.function_type_attr().as_type(cx)?;
            if has == expected {
                return Some(Ok(()));
            }
            let message = format!(
                "matched function '{}' but with different type: '{}' (expected '{}')",
                name.text(cx),
                cx.type_text(has),
                cx.type_text(expected)
            );
            return Some(Err(Diag::error(found.loc(), message)));
        }
        let block = ir.op(table).single_region().entry()?;
        let (body, block, loc) = (block.body_id(), block.id(), ir.op(table).loc());
        let made = ir.rewrite(body, |rw| {
            let point = InsertPoint::start(rw.body(), block);
            rw.set_insertion_point(point);
            rw.build(
                FuncOp::of()
                    .loc(loc)
                    .sym_name_attr(cx.str_attr(name))
                    .function_type((inputs, &[result]))
                    .sym_visibility_attr(cx.string_attr("private")),
            )
        });
        ir.add_inner_body(OpHandle { body, op: made.into() }, 1);
        Some(Ok(()))
    });
    match found? {
        Ok(()) => Some(()),
        Err(diag) => {
            rw.report(diag);
            None
        }
    }
}

/// A function of floats of one format that returns such a float.
fn float_call(rw: &mut ConversionRewriter<'_>, op: Op, callee: &'static str) -> Option<()> {
    let count = rw.op(op).num_operands();
    let inputs = [vec![rw.cx().integer(32, Signedness::Signless)], vec![Type::I64; count]].concat();
    for_each_scalar(rw, op, callee, (&inputs, Type::I64), |library, operands, ty| {
        let bits: Option<Vec<Value>> = operands.iter().map(|&value| library.bits(value)).collect();
        let bits = bits?;
        let operands = [vec![library.format(ty)?], bits].concat();
        let result = library.call(&operands, Type::I64);
        library.float(result, ty)
    })
}

fn is(rw: &mut ConversionRewriter<'_>, op: Op, callee: &'static str) -> Option<()> {
    let inputs = [rw.cx().integer(32, Signedness::Signless), Type::I64];
    for_each_scalar(rw, op, callee, (&inputs, Type::I1), |library, operands, _| {
        let value = *operands.first()?;
        let bits = library.bits(value)?;
        let format = library.format(library.ty(value))?;
        Some(library.call(&[format, bits], Type::I1))
    })
}

fn float_to_float(rw: &mut ConversionRewriter<'_>, op: Op) -> Option<()> {
    let narrow = rw.cx().integer(32, Signedness::Signless);
    let signature = ([narrow, narrow, Type::I64], Type::I64);
    for_each_scalar(rw, op, "_mlir_apfloat_convert", (&signature.0, signature.1), |library, operands, ty| {
        let value = *operands.first()?;
        let bits = library.bits(value)?;
        let from = library.format(library.ty(value))?;
        let to = library.format(ty)?;
        let result = library.call(&[from, to, bits], Type::I64);
        library.float(result, ty)
    })
}

fn float_to_int(rw: &mut ConversionRewriter<'_>, op: Op, unsigned: bool) -> Option<()> {
    let narrow = rw.cx().integer(32, Signedness::Signless);
    let inputs = [narrow, narrow, Type::I1, Type::I64];
    let callee = "_mlir_apfloat_convert_to_int";
    for_each_scalar(rw, op, callee, (&inputs, Type::I64), |library, operands, ty| {
        let value = *operands.first()?;
        let bits = library.bits(value)?;
        let format = library.format(library.ty(value))?;
        let width = i64::from(ty.bit_width(library.rw.cx())?);
        let width = library.arith().int(width, narrow);
        let unsigned = library.arith().int(i64::from(unsigned), Type::I1);
        let result = library.call(&[format, width, unsigned, bits], Type::I64);
        Some(library.arith().resize::<TruncIOp>(result, ty))
    })
}

fn int_to_float<K: OpKind, const UNSIGNED: bool>(rw: &mut ConversionRewriter<'_>, op: Op) -> Option<()> {
    let narrow = rw.cx().integer(32, Signedness::Signless);
    let inputs = [narrow, narrow, Type::I1, Type::I64];
    let callee = "_mlir_apfloat_convert_from_int";
    for_each_scalar(rw, op, callee, (&inputs, Type::I64), |library, operands, ty| {
        let value = *operands.first()?;
        let width = library.ty(value).bit_width(library.rw.cx())?;
        let bits = library.arith().resize::<K>(value, Type::I64);
        let format = library.format(ty)?;
        let width = library.arith().int(i64::from(width), narrow);
        let unsigned = library.arith().int(i64::from(UNSIGNED), Type::I1);
        let result = library.call(&[format, width, unsigned, bits], Type::I64);
        library.float(result, ty)
    })
}

/// The results of the library's comparison of two floats.
const LESS: i64 = 0;
const EQUAL: i64 = 1;
const GREATER: i64 = 2;
const UNORDERED: i64 = 3;

/// The results of comparisons for which a predicate holds, in the order in which they are tested; `None` for predicates that always or
/// never hold.
fn results_of(predicate: CmpFPredicate) -> Option<&'static [i64]> {
    use CmpFPredicate::*;
    Some(match predicate {
        AlwaysFalse | AlwaysTrue => return None,
        Oeq => &[EQUAL],
        Ogt => &[GREATER],
        Oge => &[GREATER, EQUAL],
        Olt => &[LESS],
        Ole => &[LESS, EQUAL],
        One => &[LESS, GREATER],
        Ord => &[LESS, GREATER, EQUAL],
        Ueq => &[UNORDERED, EQUAL],
        Ugt => &[UNORDERED, GREATER],
        Uge => &[UNORDERED, GREATER, EQUAL],
        Ult => &[UNORDERED, LESS],
        Ule => &[UNORDERED, LESS, EQUAL],
        Une => &[LESS, GREATER, UNORDERED],
        Uno => &[UNORDERED],
    })
}

fn compare(rw: &mut ConversionRewriter<'_>, op: CmpFOp) -> Option<()> {
    let cx = rw.cx();
    let predicate = op.view(rw).predicate();
    let byte = cx.integer(8, Signedness::Signless);
    let inputs = [cx.integer(32, Signedness::Signless), Type::I64, Type::I64];
    for_each_scalar(rw, op.into(), "_mlir_apfloat_compare", (&inputs, byte), |library, operands, _| {
        let bits: Option<Vec<Value>> = operands.iter().map(|&value| library.bits(value)).collect();
        let format = library.format(library.ty(*operands.first()?))?;
        let found = library.call(&[vec![format], bits?].concat(), byte);
        let Some(results) = results_of(predicate) else {
            let holds = i64::from(predicate == CmpFPredicate::AlwaysTrue);
            return Some(library.arith().int(holds, Type::I1));
        };
        let equal = enum_attr(library.rw.cx(), CmpIPredicate::Eq);
        let mut tests: Vec<Value> = Vec::with_capacity(results.len());
        for &result in results {
            let number = library.arith().int(result, byte);
            let test = library.rw.build_value(
                CmpIOp::of(found, number).predicate_attr(equal).result(Type::I1).loc(library.loc),
            );
            tests.push(test);
        }
        let last = tests.pop()?;
        Some(tests.into_iter().rev().fold(last, |rest, test| {
            library.rw.build_value(OrIOp::of(test, rest).result(Type::I1).loc(library.loc))
        }))
    })
}
