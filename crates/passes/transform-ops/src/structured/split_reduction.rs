//! The op that splits reductions.

use terrace_ir::attr_kind::{I64Attr, UnitAttr};
use terrace_ir::effects::MemoryEffects;
use terrace_ir::{Attr, Context, OpHandle, OpKind, OpRef, Type};
use terrace_macros::op;
use terrace_passes_linalg::split_reduction::{
    SplitReductionOptions, split_reduction, split_reduction_by_scaling,
};
use terrace_transform::effects::FunctionalStyle;
use terrace_transform::types::TRANSFORM_HANDLE;
use terrace_transform::{Each, EachResult, Mapping, TransformEachOp, TransformOpInterface, TransformState};

use super::actions::{check_structured, definitely_not_applied};
use super::tile::handles;

fn zero(cx: &Context) -> Attr {
    cx.int_attr(Type::I64, 0)
}

/// Splits reductions into parallel ones and one that combines their results.
#[op("transform.structured.split_reduction",
     interfaces(dyn TransformOpInterface = Each(SplitReductionOp::MODEL), dyn MemoryEffects = FunctionalStyle),
     format = "$target attr-dict `:` functional-type(operands, results)")]
pub struct SplitReductionOp {
    target: Operand<TRANSFORM_HANDLE>,
    split_factor: DefaultProp<I64Attr, zero>,
    insert_split_dimension: DefaultProp<I64Attr, zero>,
    inner_parallel: OptProp<UnitAttr>,
    use_scaling_algorithm: OptProp<UnitAttr>,
    use_alloc: OptProp<UnitAttr>,
    init_or_alloc_op: Res<TRANSFORM_HANDLE>,
    fill_op: Res<TRANSFORM_HANDLE>,
    split_linalg_op: Res<TRANSFORM_HANDLE>,
    combining_linalg_op: Res<TRANSFORM_HANDLE>,
}

impl TransformEachOp for SplitReductionOp {
    fn apply_to_one(&self, op: OpRef<'_>, target: OpHandle, state: &mut TransformState<'_>) -> EachResult {
        check_structured(op, state, target)?;
        let view = SplitReductionOp::view_of(op);
        let options = SplitReductionOptions::default()
            .factor(view.split_factor())
            .index(usize::try_from(view.insert_split_dimension()).unwrap_or(usize::MAX))
            .inner_parallel(view.inner_parallel())
            .use_alloc(view.use_alloc());
        let split = match view.use_scaling_algorithm() {
            true => split_reduction_by_scaling,
            false => split_reduction,
        };
        let made = state.rewrite(target.body, |rw| match split(rw, target.op, &options) {
            Ok(made) => Some(made),
            Err(reason) => rw.notify_match_failure(target.op, reason),
        });
        let Some(made) = made else { return Err(definitely_not_applied(op, state, target)) };
        let ops = [made.init_or_alloc, made.fill, made.split, made.combine];
        Ok(handles(target, ops).map(|op| Mapping::Ops(vec![op])).collect())
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}
