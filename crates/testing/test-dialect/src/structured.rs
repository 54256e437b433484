//! Ops that claim to be convolutions, or to fill; the first two are not even structured.

use terrace_affine::AffineMap;
use terrace_dialects_builtin::constraints::ANY_RANKED_TENSOR;
use terrace_dialects_core::indexing::indexing_maps;
use terrace_dialects_linalg::convolution::{verify_convolution, verify_fill};
use terrace_dialects_linalg::structured::{Structured, verify_structured};
use terrace_dialects_mem::constraints::ANY_SHAPED;
use terrace_ir::constraints::ANY_TYPE;
use terrace_ir::def::{AttrDef, EMPTY_PARAMS, OpDef, ParamDef};
use terrace_ir::enum_attr::EnumValue;
use terrace_ir::{OpKind, OpRef, OptionalAttr, enums};
use terrace_macros::op;

enums! {
    /// The iterator type of a loop: parallel or reduction.
    pub enum IteratorType("::mlir::utils::IteratorType", 32) {
        Parallel = 0 => "parallel",
        Reduction = 1 => "reduction",
    }
}

/// `#test.iterator_type<parallel>`.
pub static ITERATOR_TYPE: AttrDef = AttrDef {
    name: "test.iterator_type",
    class: "TestIteratorTypeAttr",
    params: &[ParamDef::of_enum("value", IteratorType::DEF)],
    format: Some("`<` $value `>`"),
    ..EMPTY_PARAMS
};

/// A convolution without maps.
#[op("test.conv_op_not_linalg_op", traits(Check(verify_convolution)))]
pub struct ConvOpNotLinalgOp {
    image: Operand<ANY_TYPE>,
    filter: Operand<ANY_TYPE>,
    output: Operand<ANY_TYPE>,
    result: Res<ANY_RANKED_TENSOR>,
}

/// An op that fills without maps.
#[op("test.fill_op_not_linalg_op", traits(Check(verify_fill)))]
pub struct FillOpNotLinalgOp {
    value: Operand<ANY_TYPE>,
    output: Operand<ANY_TYPE>,
    result: Res<ANY_RANKED_TENSOR>,
}

macro_rules! structured_ops {
    ($($(#[doc = $doc:tt])* $name:ident = $full:tt, $check:ident;)*) => {
        $(
            $(#[doc = $doc])*
            #[op($full,
                 traits(AttrSizedOperandSegments, SingleBlockImplicitTerminator("linalg.yield"), Check($check)),
                 interfaces(dyn Structured), verify_regions = verify_structured,
                 format = "attr-dict (`ins` `(` $inputs^ `:` type($inputs) `)`)? \
                           `outs` `(` $outputs `:` type($outputs) `)` $region (`->` type($results)^)?")]
            pub struct $name {
                inputs: VarOperand<ANY_TYPE>,
                outputs: VarOperand<ANY_SHAPED>,
                results: VarRes<ANY_RANKED_TENSOR>,
                region: Region,
            }

            impl Structured for $name {
                fn indexing_maps(&self, op: OpRef<'_>) -> Vec<AffineMap> {
                    op.discardable_attr("indexing_maps").map_or(Vec::new(), |maps| indexing_maps(op.cx(), maps))
                }
                fn parallel(&self, op: OpRef<'_>) -> Vec<bool> {
                    parallel(op)
                }
                fn destinations(&self, op: OpRef<'_>) -> (usize, usize) {
                    op.operand_range(1)
                }
            }
        )*
    };
}

structured_ops! {
    /// A convolution by its own account.
    LinalgConvOp = "test.linalg_conv_op", verify_convolution;
    /// An op that fills by its own account.
    LinalgFillOp = "test.linalg_fill_op", verify_fill;
}

/// The iterators, as attributes of this dialect or as words.
fn parallel(op: OpRef<'_>) -> Vec<bool> {
    let cx = op.cx();
    let kinds = op.discardable_attr("iterator_types").optional_elements(cx);
    let is_parallel = |kind: &terrace_ir::Attr| match cx.attr_params(*kind, &ITERATOR_TYPE) {
        Some(params) => params[0].as_u64(cx) == Some(0),
        None => kind.as_str(cx) == Some("parallel"),
    };
    kinds.iter().map(is_parallel).collect()
}

/// The ops of this module.
pub(crate) const OPS: [&OpDef; 4] =
    [ConvOpNotLinalgOp::DEF, FillOpNotLinalgOp::DEF, LinalgConvOp::DEF, LinalgFillOp::DEF];
