//! `test-legalize-type-conversion`: types that become others, and casts that remain or cannot.

use std::sync::Arc;

use terrace_conversion::{
    Conversion, ConversionConfig, ConversionPass, ConversionPatterns, ConversionTarget, TypeConverter,
    add_function_conversion, is_signature_legal,
};
use terrace_dialects_builtin::builtin::UnrealizedConversionCastOp;
use terrace_dialects_core::cf::{BrOp, CondBrOp};
use terrace_dialects_core::func::FuncOp;
use terrace_dialects_test::legal::{
    CastOp, LegalOpD, SignatureConversionNoConverterOp, SignatureConversionUndoOp,
};
use terrace_dialects_test::params::{SMPLA, TEST_REC};
use terrace_dialects_test::verifiers::{AnotherTypeProducerOp, TypeProducerOp};
use terrace_ir::params::get_type;
use terrace_ir::{Context, Loc, Op, OpRef, Rewriter, Signedness, Type, TypeData, Value};
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Pass, PassDef, pass_options};
use terrace_passes_scf::structural_types::{populate_structural_type_patterns, structural_types_are_legal};

pass_options! {
    /// The options of the pass.
    struct TypeConversionOptions {
        /// Allow pattern rollback
        allow_pattern_rollback("allow-pattern-rollback"): bool = "true",
    }
}

/// The pass.
pub(crate) static TEST_LEGALIZE_TYPE_CONVERSION: PassDef = PassDef {
    name: "test-legalize-type-conversion",
    class: "(anonymous namespace)::TestTypeConversionDriver",
    doc: "Test various type conversion functionalities in DialectConversion",
    options: TypeConversionOptions::DEFS,
    make: |options| {
        let allow_pattern_rollback = TypeConversionOptions::from(options).allow_pattern_rollback;
        let config =
            ConversionConfig::partial().undo_moves(true).allow_pattern_rollback(allow_pattern_rollback);
        Ok(Pass::Ir(Box::new(ConversionPass { make: Box::new(conversion), config })))
    },
    ..EMPTY_PASS
};

/// The name of recursive types that are converted.
const CONVERTED: &str = "outer_converted_type";

fn converter() -> TypeConverter {
    TypeConverter::new()
        .add_conversion_to_many(|_, ty| match ty {
            Type::F64 | Type::BF16 | Type::F16 | Type::F32 => Some(Some(vec![Type::F64])),
            _ => Some(None),
        })
        .add_conversion_to_many(|cx, ty| match ty.data(cx) {
            TypeData::Integer { width: 1 | 38, .. } | TypeData::Index => Some(Some(vec![ty])),
            TypeData::Integer { .. } => Some(Some(vec![])),
            _ => None,
        })
        .add_value_conversion(|value| {
            // The type depends on the function.
            let cx = value.cx();
            let TypeData::Integer { width: 37, .. } = value.ty().data(cx) else { return None };
            let around = match value.defining_op() {
                Some(op) => op.parent_op(),
                None => value.owner_block().and_then(|block| block.region()?.parent_op()),
            };
            let function =
                std::iter::successors(around, |op| op.parent_op()).find(|op| op.isa::<FuncOp>())?;
            let increment = function.attr("increment").and_then(|attr| attr.as_i64(cx))?;
            let width = u32::try_from(37 + increment).ok()?;
            Some(Some(vec![cx.integer(width, Signedness::Signless)]))
        })
        .add_target_materialization(|rw, types, inputs, loc| {
            let cast = rw.build(UnrealizedConversionCastOp::of(inputs).outputs(types).loc(loc));
            Some(rw.body().results(Op::from(cast)).collect())
        })
        .add_nested_conversion(|types, ty| {
            let cx = types.cx;
            let name = cx.identified_name(ty, &TEST_REC)?.text(cx);
            if name == CONVERTED {
                return Some(Some(vec![ty]));
            }
            if types.is_open(ty) {
                return Some(Some(vec![get_type(cx, &SMPLA, &[])]));
            }
            let body = cx.identified_body(ty).and_then(|body| body.first()?.as_type(cx))?;
            let Some(body) = types.convert_to_one(body) else { return Some(None) };
            let new = cx.identified_type(cx.type_def_id(&TEST_REC)?, cx.str(CONVERTED));
            let is_set = cx.set_identified_body(new, &[cx.type_attr(body)]).is_ok();
            Some(is_set.then(|| vec![new]))
        })
        .add_source_materialization(materialize)
}

fn materialize(rw: &mut Rewriter<'_>, types: &[Type], inputs: &[Value], loc: Loc) -> Option<Vec<Value>> {
    let [ty] = types[..] else { return None };
    let is_integer = |ty: Type| matches!(ty.data(rw.cx()), TypeData::Integer { .. });
    let from: Vec<Type> = inputs.iter().map(|&value| rw.body().value_type(value)).collect();
    Some(vec![match from[..] {
        [Type::F64] if ty != Type::F16 => rw.build_value(CastOp::of(inputs).result(ty).loc(loc)),
        [] if ty == Type::I32 || ty == Type::I64 => rw.build_value(TypeProducerOp::of().output(ty).loc(loc)),
        [from] if is_integer(from) && is_integer(ty) => {
            rw.build_value(CastOp::of(inputs).result(ty).loc(loc))
        }
        _ => return None,
    }])
}

fn is_converted(op: OpRef<'_>) -> bool {
    let (cx, ty) = (op.cx(), op.single_result().ty());
    let is_recursive = || cx.identified_name(ty, &TEST_REC).is_some_and(|name| name.text(cx) == CONVERTED);
    ty == Type::F64 || ty == Type::I64 || is_recursive()
}

fn conversion(cx: &Context) -> Conversion {
    let types = Arc::new(converter());
    let mut patterns = ConversionPatterns::new();
    add_function_conversion::<FuncOp>(&mut patterns, cx, &types);
    populate_structural_type_patterns(cx, &mut patterns, &types);
    add_producer_patterns(cx, &mut patterns, &types);
    add_block_patterns(cx, &mut patterns, &types);
    Conversion { target: target(cx, &types), patterns }
}

fn target(cx: &Context, types: &Arc<TypeConverter>) -> ConversionTarget {
    let [of_functions, of_branches, of_conditions, of_regions] = [(); 4].map(|()| Arc::clone(types));
    let target = ConversionTarget::new()
        .dynamic::<TypeProducerOp>(cx, is_converted)
        .dynamic::<FuncOp>(cx, move |op| is_signature_legal(&of_functions, op))
        .dynamic::<CastOp>(cx, |op| op.operand_types() == [Type::F64] && op.single_result().ty() == Type::F32)
        .dynamic::<BrOp>(cx, move |op| of_branches.is_legal_op(op))
        .dynamic::<CondBrOp>(cx, move |op| of_conditions.is_legal_for(op.operands().skip(1)))
        .dynamic::<SignatureConversionNoConverterOp>(cx, move |op| {
            let blocks = op.regions().flat_map(|region| region.blocks());
            of_regions.is_legal_for(blocks.flat_map(|block| block.args()))
        })
        .legal::<LegalOpD>(cx);
    structural_types_are_legal(cx, target, types)
}

fn add_block_patterns(cx: &Context, patterns: &mut ConversionPatterns, types: &Arc<TypeConverter>) {
    let of_blocks = Arc::clone(types);
    patterns
        .add_type_conversion::<BrOp>(cx, "BranchOpInterfaceTypeConversion", types)
        .add_with_type_converter::<CondBrOp>(
            cx,
            "BranchOpInterfaceTypeConversion",
            types,
            |rw, op, adaptor| {
                // The condition stays.
                let condition = op.view(rw).condition().id();
                let passed: Vec<Value> =
                    (1..rw.op(op).num_operands()).flat_map(|at| adaptor.values(at).to_vec()).collect();
                rw.set_operands(op, &[vec![condition], passed].concat());
                Some(())
            },
        )
        .add_with_type_converter::<SignatureConversionUndoOp>(
            cx,
            "TestSignatureConversionUndo",
            types,
            |rw, op, _| {
                // It is taken back since it cannot be legal.
                let region = rw.body().regions(Op::from(op)).next()?;
                rw.convert_region_types(region)?;
                rw.notify_op_modified(op);
                Some(())
            },
        )
        .add::<SignatureConversionNoConverterOp>(
            cx,
            "TestTestSignatureConversionNoConverter",
            move |rw, op| {
                let region = rw.body().regions(Op::from(op)).next()?;
                let block = rw.body().entry(region)?;
                let signature = of_blocks.convert_block(rw.block(block))?;
                rw.convert_signature(block, &signature);
                rw.notify_op_modified(op);
                Some(())
            },
        );
}

fn add_producer_patterns(cx: &Context, patterns: &mut ConversionPatterns, types: &Arc<TypeConverter>) {
    patterns
        .add_with_type_converter::<TypeProducerOp>(cx, "TestTypeConversionProducer", types, |rw, op, _| {
            let (cx, ty) = (rw.cx(), rw.op(op).single_result().ty());
            let ty = match ty.data(cx) {
                TypeData::Float(_) => Type::F64,
                TypeData::Integer { width: 16, .. } => Type::I64,
                _ if cx.identified_name(ty, &TEST_REC).is_some() => rw.converter()?.convert_to_one(cx, ty)?,
                _ => return rw.notify_match_failure(op, "its type is not converted"),
            };
            rw.replace(op, TypeProducerOp::of().output(ty));
            Some(())
        })
        .add::<AnotherTypeProducerOp>(cx, "TestTypeConversionAnotherProducer", |rw, op| {
            let ty = rw.op(op).single_result().ty();
            rw.replace(op, TypeProducerOp::of().output(ty));
            Some(())
        })
        .add_named_with_type_converter(
            cx,
            ("test.replace_with_legal_op", "TestReplaceWithLegalOp"),
            types,
            |rw, op, adaptor| {
                let &[input] = &adaptor.flat()[..] else { return None };
                rw.replace(op, LegalOpD::of(input));
                Some(())
            },
        );
}
