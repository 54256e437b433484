//! Conversion patterns for tests of scripts, as upstream's test extension has them.

use std::sync::Arc;

use terrace_conversion::{ConversionPatterns, TypeConverter};
use terrace_dialects_builtin::builtin::UnrealizedConversionCastOp;
use terrace_ir::extension::{DialectExtension, EMPTY_EXTENSION};
use terrace_ir::{Attr, Loc, MemRefType, OpKind, OpRef, OpSpec, Rewriter, Type, TypeData, Value};
use terrace_macros::op;
use terrace_transform::interfaces::{
    ConversionPatternDescriptorOpInterface, TypeConverterBuilderOpInterface,
};

/// The transform ops of this module.
pub static EXTENSION: DialectExtension = DialectExtension {
    dialect: "transform",
    ops: &[ApplyTestConversionPatternsOp::DEF, ApplyTestTypeConverterOp::DEF],
    ..EMPTY_EXTENSION
};

/// Converts `test.foo` to `test.new_op`.
#[op("transform.apply_conversion_patterns.transform.test_conversion_patterns",
     interfaces(dyn ConversionPatternDescriptorOpInterface), format = "attr-dict")]
pub struct ApplyTestConversionPatternsOp {}

impl ConversionPatternDescriptorOpInterface for ApplyTestConversionPatternsOp {
    fn populate_patterns(
        &self,
        op: OpRef<'_>,
        converter: &Arc<TypeConverter>,
        patterns: &mut ConversionPatterns,
    ) -> Result<(), String> {
        let names = ("test.foo", "ConvertFooOp");
        let types_of = Arc::clone(converter);
        patterns.add_named_with_type_converter(op.cx(), names, converter, move |rw, op, adaptor| {
            let (cx, view) = (rw.cx(), rw.op(op));
            let (types, loc) = (types_of.convert_all(cx, &view.result_types())?, view.loc());
            let operands = adaptor.flat();
            rw.set_insertion_point_before(op);
            let new = rw.create_op(&OpSpec {
                name: cx.op_name("test.new_op"),
                operands: &operands,
                results: &types,
                props: &[],
                attrs: Attr::EMPTY_DICT,
                successors: &[],
                loc,
            });
            rw.replace_op_with(op, new);
            Some(())
        });
        Ok(())
    }
}

/// Converts ranked tensors to buffers.
#[op("transform.apply_conversion_patterns.transform.test_type_converter",
     interfaces(dyn TypeConverterBuilderOpInterface), format = "attr-dict")]
pub struct ApplyTestTypeConverterOp {}

/// Casts values to other types.
fn cast(rw: &mut Rewriter<'_>, types: &[Type], values: &[Value], loc: Loc) -> Option<Vec<Value>> {
    let made = rw.build(UnrealizedConversionCastOp::of(values).outputs(types).loc(loc));
    Some(rw.body().results(made).collect())
}

impl TypeConverterBuilderOpInterface for ApplyTestTypeConverterOp {
    fn type_converter(&self, _: OpRef<'_>) -> Option<TypeConverter> {
        let to_buffer = |cx: &terrace_ir::Context, ty: Type| match ty.data(cx) {
            TypeData::RankedTensor { shape, element, .. } => Some(MemRefType::get(cx, shape, *element)),
            _ => None,
        };
        let converter = TypeConverter::new().add_conversion(|_, ty| Some(ty)).add_conversion(to_buffer);
        Some(converter.add_source_materialization(cast).add_target_materialization(cast))
    }
}
