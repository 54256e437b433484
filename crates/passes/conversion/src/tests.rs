use std::path::Path;
use std::sync::Arc;

use terrace_asm::{ParseOptions, PrintOptions, parse_source, print_ir};
use terrace_diag::SourceMap;
use terrace_dialects_builtin::builtin;
use terrace_dialects_core::{arith, cf, func, scf};
use terrace_ir::symbol_table::SymbolTable;
use terrace_ir::{Context, Loc, Rewriter, Type, Value};
use terrace_pass::{Manager, ManagerOptions, PassRun, Registry};

use crate::bodies::apply_conversion;
use crate::config::ConversionConfig;
use crate::driver::{Conversion, ConversionResult, apply_full, apply_partial};
use crate::functions::{add_function_conversion, is_signature_legal};
use crate::patterns::ConversionPatterns;
use crate::target::ConversionTarget;
use crate::types::TypeConverter;

/// Converts the body of the first function; returns the whole as text and what was reported.
fn convert(
    text: &'static str,
    conversion: impl FnOnce(&Context) -> Conversion,
    apply: fn(&mut Rewriter<'_>, &Conversion) -> ConversionResult,
) -> (String, Vec<String>) {
    let cx = Arc::new(Context::new(&[&builtin::BUILTIN, &arith::ARITH, &func::FUNC, &cf::CF, &scf::SCF]));
    cx.set_allow_unregistered(true);
    let mut sources = SourceMap::new();
    let buffer = sources.add("test.mlir", text).expect("the text is small");
    let output = parse_source(&cx, &Arc::new(sources), buffer, None, ParseOptions::default());
    let mut ir = output.ir.expect("the text is well-formed");
    let function = ir.root().and_then(|root| root.single_region().entry()).and_then(|block| block.first());
    let body = function.and_then(|function| function.inner_body()).expect("a function");
    let conversion = conversion(&cx);
    let outcome = ir.rewrite(body, |rw| apply(rw, &conversion));
    let mut printed = Vec::new();
    print_ir(&ir, &PrintOptions::default(), &mut printed).expect("memory does not refuse");
    let diags: Vec<String> = outcome.diags.iter().map(|diag| diag.message.clone()).collect();
    assert_eq!(outcome.converted, diags.is_empty());
    (String::from_utf8(printed).expect("names are UTF-8"), diags)
}

/// `i32` becomes `i64`.
fn widen() -> TypeConverter {
    TypeConverter::new()
        .add_conversion(|_, ty| Some(ty))
        .add_conversion(|_, ty| (ty == Type::I32).then_some(Type::I64))
}

/// Casts between them as ops.
fn with_casts(converter: TypeConverter) -> TypeConverter {
    let one = |value: Value| Some(vec![value]);
    converter
        .add_source_materialization(move |rw, types, inputs, loc| {
            one(rw.build_value(arith::TruncIOp::of(inputs[0]).out(types[0]).loc(loc)))
        })
        .add_target_materialization(move |rw, types, inputs, loc| {
            one(rw.build_value(arith::ExtSIOp::of(inputs[0]).out(types[0]).loc(loc)))
        })
}

/// Additions are legal where their type is.
fn wide_additions(cx: &Context, converter: TypeConverter) -> Conversion {
    let converter = Arc::new(converter);
    let target = ConversionTarget::new()
        .dynamic::<arith::AddIOp>(cx, |op| op.single_result().ty() != Type::I32)
        .mark_unknown_op_dynamically_legal(|_| true);
    let mut patterns = ConversionPatterns::new();
    patterns.add_with_type_converter::<arith::AddIOp>(cx, "ConvertAdd", &converter, |rw, op, adaptor| {
        let operands = adaptor.of(rw, op);
        let (lhs, rhs) = (operands.lhs(), operands.rhs());
        let sum = rw.build_value(arith::AddIOp::of(lhs, rhs).result(Type::I64));
        rw.replace_op(op, &[sum]);
        Some(())
    });
    Conversion { target, patterns }
}

static SUMS: &str = "
func.func @f(%a: i32) -> i32 {
  %0 = arith.addi %a, %a : i32
  %1 = arith.addi %0, %a : i32
  return %1 : i32
}";

#[test]
fn casts_stay_at_the_borders_only() {
    let (text, diags) = convert(SUMS, |cx| wide_additions(cx, with_casts(widen())), apply_partial);
    assert!(diags.is_empty(), "{diags:?}");
    let expected = "\
module {
  func.func @f(%arg0: i32) -> i32 {
    %0 = arith.extsi %arg0 : i32 to i64
    %1 = arith.addi %0, %0 : i64
    %2 = arith.addi %1, %0 : i64
    %3 = arith.trunci %2 : i64 to i32
    return %3 : i32
  }
}
";
    assert_eq!(text.trim_end(), expected.trim_end());
}

#[test]
fn casts_that_nobody_resolves_are_errors() {
    let (_, diags) = convert(SUMS, |cx| wide_additions(cx, widen()), apply_partial);
    let message = "failed to legalize unresolved materialization from ('i32') to ('i64') that remained live after \
                   conversion";
    assert_eq!(diags, [message]);
}

#[test]
fn a_full_conversion_leaves_nothing_unknown() {
    let conversion = |_: &Context| Conversion {
        target: ConversionTarget::new().legal_dialects(&["func"]),
        patterns: ConversionPatterns::new(),
    };
    let (_, diags) = convert(SUMS, conversion, apply_full);
    assert_eq!(diags, ["failed to legalize operation 'arith.addi'"]);
    let (_, diags) = convert(SUMS, conversion, apply_partial);
    assert_eq!(diags, [""; 0]);
}

#[test]
fn blocks_get_other_arguments() {
    let text = "
func.func @f(%a: i32) {
  scf.execute_region {
    cf.br ^bb1(%a : i32)
  ^bb1(%b: i32):
    \"foo.use\"(%b) : (i32) -> ()
    scf.yield
  } {convert}
  return
}";
    let conversion = |cx: &Context| {
        let converter = Arc::new(with_casts(widen()));
        let target = ConversionTarget::new()
            .dynamic::<scf::ExecuteRegionOp>(cx, |op| op.discardable_attr("convert").is_none())
            .dynamic::<cf::BrOp>(cx, |op| op.operands().all(|operand| operand.ty() != Type::I32))
            .mark_unknown_op_dynamically_legal(|_| true);
        let mut patterns = ConversionPatterns::new();
        patterns.add_with_type_converter::<scf::ExecuteRegionOp>(
            cx,
            "ConvertExecuteRegion",
            &converter,
            |rw, op, _| {
                let region = rw.body().regions(op).next()?;
                rw.convert_region_types(region)?;
                rw.set_attrs(op, terrace_ir::Attr::EMPTY_DICT);
                Some(())
            },
        );
        patterns.add_with_type_converter::<cf::BrOp>(cx, "ConvertBranch", &converter, |rw, op, adaptor| {
            let (dest, loc) = (rw.body().successors(op.into()).next()?, rw.body().loc(op));
            rw.build(cf::BrOp::of(&adaptor.flat()).loc(loc).dest(dest));
            rw.erase_op(op);
            Some(())
        });
        Conversion { target, patterns }
    };
    let (text, diags) = convert(text, conversion, apply_partial);
    assert!(diags.is_empty(), "{diags:?}");
    let expected = "\
module {
  func.func @f(%arg0: i32) {
    %0 = arith.extsi %arg0 : i32 to i64
    scf.execute_region {
      cf.br ^bb1(%0 : i64)
    ^bb1(%1: i64):  // pred: ^bb0
      %2 = arith.trunci %1 : i64 to i32
      \"foo.use\"(%2) : (i32) -> ()
      scf.yield
    }
    return
  }
}
";
    assert_eq!(text.trim_end(), expected.trim_end());
}

#[test]
fn what_cannot_be_legalized_is_undone() {
    let conversion = |cx: &Context| {
        let target = ConversionTarget::new().illegal::<arith::MulIOp>(cx).legal_dialects(&["func"]);
        let mut patterns = ConversionPatterns::new();
        patterns.add::<arith::AddIOp>(cx, "ConvertAdd", |rw, op| {
            let (lhs, rhs) = (op.view(rw).lhs().id(), op.view(rw).rhs().id());
            let product = rw.build_value(arith::MulIOp::of(lhs, rhs).result(Type::I32).loc(Loc::UNKNOWN));
            rw.replace_op(op, &[product]);
            Some(())
        });
        Conversion { target, patterns }
    };
    let (text, diags) = convert(SUMS, conversion, apply_partial);
    assert!(diags.is_empty() && !text.contains("muli") && text.matches("addi").count() == 2, "{text}");
}

/// Converts the whole; returns it as text and what was reported.
fn convert_all(text: &'static str, conversion: impl FnOnce(&Context) -> Conversion) -> (String, Vec<String>) {
    let cx = Arc::new(Context::new(&[&builtin::BUILTIN, &arith::ARITH, &func::FUNC, &cf::CF]));
    let mut sources = SourceMap::new();
    let buffer = sources.add("test.mlir", text).expect("the text is small");
    let output = parse_source(&cx, &Arc::new(sources), buffer, None, ParseOptions::default());
    let mut ir = output.ir.expect("the text is well-formed");
    let conversion = conversion(&cx);
    let registry = Registry::new(&[], &[]);
    let options = ManagerOptions::default().verify_each(false);
    let manager =
        Manager { registry: &registry, options, print: PrintOptions::default(), cwd: Path::new(".") };
    let mut run = PassRun::new(&manager);
    let root = ir.root().expect("a module").handle();
    let result = apply_conversion(&mut ir, root, &conversion, ConversionConfig::partial(), &mut run);
    assert_eq!(result.is_ok(), run.diags.is_empty());
    let mut printed = Vec::new();
    print_ir(&ir, &PrintOptions::default(), &mut printed).expect("memory does not refuse");
    let diags = run.diags.iter().map(|diag| diag.message.clone()).collect();
    (String::from_utf8(printed).expect("names are UTF-8"), diags)
}

/// Functions, returns and branches are legal where they have no `i32`; a call is replaced by one of a declaration, which its
/// pattern puts into the module.
fn widen_functions(cx: &Context) -> Conversion {
    let converter = Arc::new(with_casts(widen()));
    let signature = Arc::clone(&converter);
    let no_i32 = |op: terrace_ir::OpRef<'_>| op.operands().all(|operand| operand.ty() != Type::I32);
    let target = ConversionTarget::new()
        .dynamic::<func::FuncOp>(cx, move |op| is_signature_legal(&signature, op))
        .dynamic::<func::ReturnOp>(cx, no_i32)
        .dynamic::<cf::BrOp>(cx, no_i32)
        .illegal::<arith::MulIOp>(cx)
        .mark_unknown_op_dynamically_legal(|_| true);
    let mut patterns = ConversionPatterns::new();
    add_function_conversion::<func::FuncOp>(&mut patterns, cx, &converter);
    patterns.add_with_type_converter::<func::ReturnOp>(cx, "Return", &converter, |rw, op, adaptor| {
        rw.replace(op, func::ReturnOp::of(&adaptor.flat()));
        Some(())
    });
    patterns.add_with_type_converter::<cf::BrOp>(cx, "Branch", &converter, |rw, op, adaptor| {
        let (dest, loc) = (rw.body().successors(op.into()).next()?, rw.body().loc(op));
        rw.build(cf::BrOp::of(&adaptor.flat()).loc(loc).dest(dest));
        rw.erase_op(op);
        Some(())
    });
    patterns.add::<arith::MulIOp>(cx, "MulToCall", |rw, op| {
        let name = rw.with_ir(|ir| {
            let table = ir.root()?.handle();
            let mut symbols = SymbolTable::new(ir.op(table));
            let name = ir.cx().str("multiply");
            if symbols.lookup(name).is_none() {
                let types = [Type::I32, Type::I32];
                let (inputs, results, loc) = (&types[..], &types[..1], Loc::UNKNOWN);
                let function = func::NewFunction { name: "multiply", inputs, results, private: true, loc };
                function.declare(ir, &mut symbols)?;
            }
            Some(ir.cx().flat_symbol_ref(name))
        })?;
        let operands: Vec<Value> = rw.body().operands(op.into()).collect();
        rw.replace(op, func::CallOp::of(&operands).callee_attr(name));
        Some(())
    });
    Conversion { target, patterns }
}

#[test]
fn functions_are_converted_with_their_bodies() {
    let text = "
func.func @f(%a: i32) -> i32 {
  cf.br ^bb1(%a : i32)
^bb1(%b: i32):
  %0 = arith.muli %b, %a : i32
  return %0 : i32
}
func.func private @g(i32, f32) -> i32";
    let (text, diags) = convert_all(text, widen_functions);
    assert!(diags.is_empty(), "{diags:?}");
    let expected = "\
module {
  func.func @f(%arg0: i64) -> i64 {
    %0 = arith.trunci %arg0 : i64 to i32
    cf.br ^bb1(%arg0 : i64)
  ^bb1(%1: i64):  // pred: ^bb0
    %2 = arith.trunci %1 : i64 to i32
    %3 = call @multiply(%2, %0) : (i32, i32) -> i32
    %4 = arith.extsi %3 : i32 to i64
    return %4 : i64
  }
  func.func private @g(i64, f32) -> i64
  func.func private @multiply(i64, i64) -> i64
}
";
    assert_eq!(text.trim_end(), expected.trim_end());
}
