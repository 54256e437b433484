//! Calls whose types are converted: tuples that become their elements, and types of the test dialect that become those of
//! LLVM.

use std::sync::Arc;

use terrace_conversion::{
    Conversion, ConversionConfig, ConversionPass, ConversionPatterns, ConversionTarget, TypeConverter,
    apply_conversion,
};
use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_llvm::ZeroOp;
use terrace_dialects_llvm::types::PointerType;
use terrace_dialects_test::legal::{GetTupleElementOp, MakeTupleOp};
use terrace_dialects_test::params::{SMPLA, TEST_TYPE};
use terrace_dialects_test::verifiers::TypeProducerOp;
use terrace_ir::{Context, Ir, Loc, OpHandle, OpKind, Rewriter, Signedness, Type, TypeData, Value};
use terrace_llvm_common::{LlvmTypeConverter, LowerToLlvmOptions};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun};
use terrace_passes_shared::function_types::{function_types_are_legal, populate_function_type_patterns};
use terrace_to_llvm::func;

/// Functions take and return the elements of tuples.
pub(crate) static TEST_DECOMPOSE_CALL_GRAPH_TYPES: PassDef = PassDef {
    name: "test-decompose-call-graph-types",
    class: "(anonymous namespace)::TestDecomposeCallGraphTypes",
    doc: "Decomposes types at call graph boundaries.",
    anchor: Some(ModuleOp::DEF.name),
    make: |_| Ok(ConversionPass::partial(decomposition)),
    ..EMPTY_PASS
};

/// Functions and calls become those of LLVM, with types of the test dialect.
pub(crate) static TEST_CONVERT_CALL_OP: PassDef = PassDef {
    name: "test-convert-call-op",
    class: "(anonymous namespace)::TestConvertCallOp",
    doc: "Tests conversion of `func.call` to `llvm.call` in presence of custom types",
    anchor: Some(ModuleOp::DEF.name),
    make: |_| Ok(Pass::Ir(Box::new(TestConvertCallOp))),
    ..EMPTY_PASS
};

/// The types of the elements of tuples, and of the tuples in them.
fn elements(cx: &Context, ty: Type, out: &mut Vec<Type>) {
    match ty.data(cx) {
        TypeData::Tuple(types) => types.iter().for_each(|&ty| elements(cx, ty, out)),
        _ => out.push(ty),
    }
}

fn decomposition(cx: &Context) -> Conversion {
    let types = TypeConverter::new()
        .add_conversion_to_many(|cx, ty| {
            let mut out = Vec::new();
            elements(cx, ty, &mut out);
            Some(Some(out))
        })
        .add_source_materialization(|rw, types, inputs, loc| {
            let [ty] = types[..] else { return None };
            compose(rw, ty, &mut inputs.iter().copied(), loc).map(|value| vec![value])
        })
        .add_target_materialization(|rw, _, inputs, loc| {
            let [tuple] = inputs[..] else { return None };
            let mut values = Vec::new();
            decompose(rw, tuple, loc, &mut values);
            Some(values)
        });
    let types = Arc::new(types);
    let target = ConversionTarget::new().legal_dialects(&["test"]);
    let target = function_types_are_legal(cx, target, &types);
    let mut patterns = ConversionPatterns::new();
    populate_function_type_patterns(cx, &mut patterns, &types);
    Conversion { target, patterns }
}

/// A tuple of the next values; `None` if there are too few.
fn compose(
    rw: &mut Rewriter<'_>,
    ty: Type,
    values: &mut dyn Iterator<Item = Value>,
    loc: Loc,
) -> Option<Value> {
    let TypeData::Tuple(types) = ty.data(rw.cx()) else { return values.next() };
    let types = types.clone();
    let parts: Option<Vec<Value>> = types.iter().map(|&ty| compose(rw, ty, values, loc)).collect();
    Some(rw.build_value(MakeTupleOp::of(&parts?).result(ty).loc(loc)))
}

/// Appends the elements of a tuple, and those of the tuples in it.
fn decompose(rw: &mut Rewriter<'_>, value: Value, loc: Loc, out: &mut Vec<Value>) {
    let TypeData::Tuple(types) = rw.body().value_type(value).data(rw.cx()) else {
        out.push(value);
        return;
    };
    let types = types.clone();
    for (index, &ty) in types.iter().enumerate() {
        let index = rw.cx().int_attr(Type::I32, index as i64);
        let element = rw.build_value(GetTupleElementOp::of(value).index_attr(index).result(ty).loc(loc));
        decompose(rw, element, loc, out);
    }
}

struct TestConvertCallOp;

impl IrPass for TestConvertCallOp {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = Arc::clone(ir.cx());
        let pointer = PointerType::default_space(&cx);
        let converter = LlvmTypeConverter::with_rules(ir.op(op), LowerToLlvmOptions::default(), |types| {
            types
                .add_conversion(move |cx, ty| cx.type_params(ty, &TEST_TYPE).map(|_| pointer))
                .add_conversion(|cx, ty| {
                    cx.type_params(ty, &SMPLA).map(|_| cx.integer(42, Signedness::Signless))
                })
        });
        let mut patterns = ConversionPatterns::new();
        func::populate_patterns(&cx, &mut patterns, &converter);
        patterns.add_with_type_converter::<TypeProducerOp>(
            &cx,
            "TestTypeProducerOpConverter",
            &converter.types,
            |rw, op, _| {
                let ty = rw.converter()?.convert_to_one(rw.cx(), rw.op(op).single_result().ty())?;
                rw.replace(op, ZeroOp::of().res(ty));
                Some(())
            },
        );
        let target = ConversionTarget::new()
            .legal_dialects(&["llvm"])
            .illegal::<TypeProducerOp>(&cx)
            .illegal_dialects(&["func"]);
        let conversion = Conversion { target, patterns };
        apply_conversion(ir, op, &conversion, ConversionConfig::partial(), run).map(|_| ())
    }
}
