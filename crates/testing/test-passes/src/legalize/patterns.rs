//! The patterns and the target of `test-legalize-patterns`.

use std::sync::Arc;

use terrace_conversion::{
    Adaptor, Conversion, ConversionMode, ConversionPatterns, ConversionRewriter, ConversionTarget,
    SignatureConversion, TypeConverter, add_function_conversion, is_signature_legal,
};
use terrace_dialects_builtin::builtin::ModuleOp;
use terrace_dialects_core::func::{CallOp, FuncOp};
use terrace_dialects_test::ConstantOp;
use terrace_dialects_test::folds::OpWithRegionFold;
use terrace_dialects_test::legal::{
    BlackHoleOp, CastOp, ConvertBlockArgsOp, IllegalOpA, IllegalOpB, IllegalOpC, IllegalOpD, IllegalOpE,
    IllegalOpF, IllegalOpG, InvalidOp, LegalOpA, LegalOpB, LegalOpC, OpInPlaceSelfFold, RecursiveRewriteOp,
    ValidOp,
};
use terrace_dialects_test::regions::OneRegionOp;
use terrace_dialects_test::syntax::TestReturnOp as ReturnOp;
use terrace_dialects_test::traits::FinishOp;
use terrace_dialects_test::verifiers::{TypeConsumerOp, TypeProducerOp};
use terrace_ir::{Attr, Block, Context, Loc, Op, OpKind, Signedness, Type, TypeData, Value};

use super::named;

/// Drops `i16` and `i24`, splits `f32`, and changes `i64` and `i42`.
fn convert(cx: &Context, ty: Type) -> Vec<Type> {
    match ty.data(cx) {
        TypeData::Integer { width: 16 | 24, .. } if ty.is_signless_integer(cx) => vec![],
        TypeData::Integer { width: 64, .. } if ty.is_signless_integer(cx) => vec![Type::F64],
        TypeData::Integer { width: 42, .. } => vec![cx.integer(43, Signedness::Signless)],
        _ if ty == Type::F32 => vec![Type::F16; 2],
        _ => vec![ty],
    }
}

/// The type converter, which casts by `test.cast` if it `materializes`.
fn converter() -> TypeConverter {
    TypeConverter::new()
        .add_conversion_to_many(|cx, ty| Some(Some(convert(cx, ty))))
        .add_source_materialization(cast)
        .add_target_materialization(cast)
}

/// Casts values to one of another type.
pub(super) fn cast(
    rw: &mut terrace_ir::Rewriter<'_>,
    types: &[Type],
    inputs: &[Value],
    loc: Loc,
) -> Option<Vec<Value>> {
    let [ty] = types[..] else { return None };
    Some(vec![rw.build_value(CastOp::of(inputs).result(ty).loc(loc))])
}

/// The patterns and the target of a mode; `None` is that of an analysis.
pub(super) fn conversion(cx: &Context, mode: Option<ConversionMode>) -> Conversion {
    let types = Arc::new(converter());
    let mut patterns = ConversionPatterns::new();
    add_function_conversion::<FuncOp>(&mut patterns, cx, &types);
    patterns.add_type_conversion::<CallOp>(cx, "CallOpSignatureConversion", &types);
    add_status_patterns(cx, &mut patterns);
    add_type_patterns(cx, &mut patterns);
    add_conversion_patterns(cx, &mut patterns, &types);
    named::add_patterns(cx, &mut patterns, &types);
    Conversion { target: target(cx, mode, &types), patterns }
}

fn target(cx: &Context, mode: Option<ConversionMode>, types: &Arc<TypeConverter>) -> ConversionTarget {
    let (of_functions, of_calls) = (Arc::clone(types), Arc::clone(types));
    let says_so = |op: terrace_ir::OpRef<'_>| op.attr("is_legal").is_some();
    let recursively = |op: terrace_ir::OpRef<'_>| op.attr("test.recursively_legal").is_some();
    let target = ConversionTarget::new()
        .legal::<ModuleOp>(cx)
        .legal::<LegalOpA>(cx)
        .legal::<LegalOpB>(cx)
        .legal::<LegalOpC>(cx)
        .legal::<CastOp>(cx)
        .legal::<ValidOp>(cx)
        .legal::<FinishOp>(cx)
        .legal::<OneRegionOp>(cx)
        .legal::<ConstantOp>(cx)
        .legal_ops(cx, &["test.legal_op", "test.valid_producer", "test.valid_consumer"])
        .illegal::<IllegalOpF>(cx)
        .illegal::<OpWithRegionFold>(cx)
        .illegal_ops(cx, &["test.region_builder"])
        .dynamic::<IllegalOpG>(cx, |_| false)
        .dynamic::<ReturnOp>(cx, |op| op.operands().all(|value| value.ty() != Type::F32))
        .dynamic::<FuncOp>(cx, move |op| is_signature_legal(&of_functions, op))
        .dynamic::<CallOp>(cx, move |op| of_calls.is_legal_op(op))
        .dynamic::<TypeProducerOp>(cx, |op| op.single_result().ty() == Type::F64)
        .dynamic::<TypeConsumerOp>(cx, |op| op.single_operand().ty() == Type::F64)
        .dynamic::<RecursiveRewriteOp>(cx, |op| RecursiveRewriteOp::view_of(op).depth() == 0)
        .dynamic::<OpInPlaceSelfFold>(cx, |op| OpInPlaceSelfFold::view_of(op).folded())
        .dynamic::<ConvertBlockArgsOp>(cx, |op| ConvertBlockArgsOp::view_of(op).is_legal())
        .dynamic_op(cx, "test.value_replace", says_so)
        .dynamic_op(cx, "test.post_order_legalization", says_so)
        .mark_op_recursively_legal_if::<FuncOp>(cx, recursively)
        .mark_op_recursively_legal_if::<ModuleOp>(cx, recursively);
    match mode {
        Some(ConversionMode::Full) => {
            target.mark_unknown_op_dynamically_legal(|op| op.attr("test.dynamically_legal").is_some())
        }
        _ => target,
    }
}

/// Replaces an op by a legal one with its status.
fn to_legal(rw: &mut ConversionRewriter<'_>, op: Op, status: &str) -> Option<()> {
    let status = rw.cx().string_attr(status);
    rw.replace(op, LegalOpA::of().status_attr(status));
    Some(())
}

fn add_status_patterns(cx: &Context, patterns: &mut ConversionPatterns) {
    patterns.add::<IllegalOpA>(cx, "TestIllegalOpA", |rw, op| to_legal(rw, op.into(), "Success"));
    patterns.add::<IllegalOpE>(cx, "TestIllegalOpE", |rw, op| to_legal(rw, op.into(), "Success"));
    patterns.add::<IllegalOpB>(cx, "TestIllegalOpB", |rw, op| to_legal(rw, op.into(), "Failure"));
    patterns.add::<IllegalOpD>(cx, "TestIllegalOpD", |rw, op| to_legal(rw, op.into(), "Failure"));
    patterns.add::<IllegalOpC>(cx, "TestIllegalOpC", |rw, op| {
        rw.replace(op, IllegalOpE::of());
        Some(())
    });
    patterns.add::<OpInPlaceSelfFold>(cx, "TestOpInPlaceSelfFold", |rw, op| {
        let value = rw.cx().int_attr(Type::I32, 97);
        rw.replace(op, ConstantOp::of().value_attr(value));
        Some(())
    });
    patterns.add::<RecursiveRewriteOp>(cx, "TestBoundedRecursiveRewrite", |rw, op| {
        let depth = rw.cx().int_attr(Type::I64, op.view(rw).depth() - 1);
        rw.set_prop(op, 0, depth);
        Some(())
    });
    patterns.bounded_recursion();
}

/// Replaces the producer of a type by that of another one.
fn produce(rw: &mut ConversionRewriter<'_>, op: TypeProducerOp, [from, to]: [Type; 2]) -> Option<()> {
    if rw.op(op).single_result().ty() != from {
        return rw.notify_match_failure(op, "it has another type");
    }
    rw.replace(op, TypeProducerOp::of().output(to));
    Some(())
}

fn add_type_patterns(cx: &Context, patterns: &mut ConversionPatterns) {
    patterns
        .add::<TypeProducerOp>(cx, "TestChangeProducerTypeI32ToF32", |rw, op| {
            produce(rw, op, [Type::I32, Type::F32])
        })
        .add::<TypeProducerOp>(cx, "TestChangeProducerTypeF32ToF64", |rw, op| {
            produce(rw, op, [Type::F32, Type::F64])
        })
        .add_with_benefit::<TypeProducerOp>(cx, "TestChangeProducerTypeF32ToInvalid", 10, |rw, op| {
            produce(rw, op, [Type::F32, Type::BF16])
        });
}

fn add_conversion_patterns(cx: &Context, patterns: &mut ConversionPatterns, types: &Arc<TypeConverter>) {
    patterns
        .add_with_type_converter::<TypeConsumerOp>(
            cx,
            "TestTypeConsumerOpPattern",
            types,
            |rw, op, adaptor| {
                let [_] = adaptor.values(0)[..] else {
                    return rw.notify_match_failure(op, "its operand becomes several");
                };
                rw.erase_op(op);
                Some(())
            },
        )
        .add_with_adaptor::<TypeConsumerOp>(cx, "TestUpdateConsumerType", |rw, op, adaptor| {
            let input = adaptor.of(rw, op).input();
            if rw.body().value_type(input) != Type::F64 {
                return rw.notify_match_failure(op, "its operand is not of type 'f64'");
            }
            rw.replace(op, TypeConsumerOp::of(input));
            Some(())
        })
        .add_with_type_converter::<ReturnOp>(cx, "TestSplitReturnType", types, |rw, op, adaptor| {
            let operands: Vec<Type> = rw.op(op).operand_types();
            if operands != [Type::F32] {
                return rw.notify_match_failure(op, "it does not return one value of type 'f32'");
            }
            rw.replace(op, ReturnOp::of(&adaptor.flat()));
            Some(())
        })
        .add_with_type_converter::<InvalidOp>(cx, "TestPassthroughInvalidOp", types, pass_through)
        .add_named_with_adaptor(
            cx,
            ("test.repetitive_1_to_n_consumer", "TestRepetitive1ToNConsumer"),
            |rw, op, adaptor| {
                rw.set_insertion_point_before(op);
                let new = rw.build(ValidOp::of(&adaptor.flat()));
                rw.replace_op_with(op, new);
                Some(())
            },
        )
        .add_with_type_converter::<ConvertBlockArgsOp>(cx, "ConvertBlockArgs", types, convert_block_args)
        .add::<BlackHoleOp>(cx, "TestReplaceEraseOp", |rw, op| {
            let producer = rw.op(op).single_operand().defining_op().map(|producer| producer.id())?;
            rw.erase_op(op);
            rw.erase_op(producer);
            Some(())
        });
}

fn convert_block_args(
    rw: &mut ConversionRewriter<'_>,
    op: ConvertBlockArgsOp,
    adaptor: &Adaptor,
) -> Option<()> {
    let region = rw.body().regions(Op::from(op)).next()?;
    let block = rw.body().entry(region)?;
    let signature = block_signature(rw, op, adaptor, block);
    rw.convert_signature(block, &signature);
    rw.set_prop(op, 1, Attr::UNIT);
    Some(())
}

/// A legal op with one value for each operand: several are cast back.
fn pass_through(rw: &mut ConversionRewriter<'_>, op: InvalidOp, adaptor: &Adaptor) -> Option<()> {
    let operands: Vec<Type> = rw.op(op).operand_types();
    rw.set_insertion_point_before(op);
    let mut values = Vec::new();
    for (at, ty) in operands.into_iter().enumerate() {
        values.push(match *adaptor.values(at) {
            [value] => value,
            ref several => rw.build_value(CastOp::of(several).result(ty)),
        });
    }
    rw.replace(op, ValidOp::of(&values));
    Some(())
}

/// Each argument twice, or the operand for each.
fn block_signature(
    rw: &ConversionRewriter<'_>,
    op: ConvertBlockArgsOp,
    adaptor: &Adaptor,
    block: Block,
) -> SignatureConversion {
    let view = op.view(rw);
    let args: Vec<Type> = rw.body().args(block).map(|arg| rw.body().value_type(arg)).collect();
    let mut signature = SignatureConversion::new(args.len());
    for (at, &ty) in args.iter().enumerate() {
        if view.duplicate() {
            signature.add_inputs(at, &[ty, ty]);
        } else if view.replace_with_operand() {
            let operand = adaptor.flat();
            signature.remap(at, &[operand.clone(), operand].concat());
        } else {
            signature.add_inputs(at, &[ty]);
        }
    }
    signature
}
