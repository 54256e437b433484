//! `transform.structured.match`: all ops nested in a payload op that meet the conditions.

use terrace_dialects_linalg::structured::Structured;
use terrace_ir::attr_kind::{DictionaryAttr, TypeAttr};
use terrace_ir::effects::MemoryEffects;
use terrace_ir::interfaces::LoopLike;
use terrace_ir::tiling::TilingInterface;
use terrace_ir::{OpKind, OpRef, Type, attr_kinds, enums};
use terrace_macros::op;
use terrace_transform::effects::Navigation;
use terrace_transform::interfaces::NearestMatchOpInterface;
use terrace_transform::ops::matchers::StrArrayAttr;
use terrace_transform::types::TRANSFORM_HANDLE;
use terrace_transform::walk::post_order;
use terrace_transform::{TransformOpInterface, TransformResult, TransformResults, TransformState};

enums! {
    /// An interface that ops may have.
    pub enum MatchInterface("mlir::transform::MatchInterfaceEnum", 32) {
        LinalgOp = 0 => "LinalgOp",
        TilingInterface = 1 => "TilingInterface",
        LoopLikeInterface = 2 => "LoopLikeInterface",
    }
}

attr_kinds! {
    /// An interface that ops may have.
    pub MatchInterfaceAttr("An interface to match") -> MatchInterface { stored_as_integer }
    /// Types.
    pub TypeArrayAttr("type array attribute") { array_of: TypeAttr }
}

/// Finds the nested ops of a payload op that meet the conditions, in post-order.
#[op("transform.structured.match",
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = Navigation, dyn NearestMatchOpInterface),
     format = "(`ops` `{` $ops^ `}`)? (`interface` `{` $interface^ `}`)? (`attributes` $op_attrs^)? \
               (`filter_result_type` `=` $filter_result_type^)? (`filter_operand_types` `=` $filter_operand_types^)? \
               `in` $target attr-dict `:` functional-type($target, results)")]
pub struct MatchOp {
    target: Operand<TRANSFORM_HANDLE>,
    ops: OptProp<StrArrayAttr>,
    interface: OptProp<MatchInterfaceAttr>,
    op_attrs: OptProp<DictionaryAttr>,
    filter_result_type: OptProp<TypeAttr>,
    filter_operand_types: OptProp<TypeArrayAttr>,
    results: Res<TRANSFORM_HANDLE>,
}

impl MatchOpView<'_> {
    /// Whether an op meets the conditions, except for its operand types.
    fn accepts(self, op: OpRef<'_>) -> bool {
        let of_name = |name: &str| name == op.name_text();
        let has_interface = |interface| match interface {
            MatchInterface::LinalgOp => op.interface::<dyn Structured>().is_some(),
            MatchInterface::TilingInterface => op.interface::<dyn TilingInterface>().is_some(),
            MatchInterface::LoopLikeInterface => op.interface::<dyn LoopLike>().is_some(),
        };
        let cx = op.cx();
        self.ops().is_none_or(|names| names.iter().any(of_name))
            && self.interface().is_none_or(has_interface)
            && self
                .op_attrs()
                .is_none_or(|attrs| attrs.iter().all(|(name, value)| op.attr(name.text(cx)) == Some(*value)))
            && self.filter_result_type().is_none_or(|ty| op.result_types() == [ty])
    }
}

impl TransformOpInterface for MatchOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = MatchOp::view_of(op);
        let &[target] = state.payload_ops(view.target()).as_slice() else {
            return Err(state.definite_at(op, "requires exactly one target handle"));
        };
        let types: Option<Vec<Type>> = view.filter_operand_types().map(|types| types.iter().collect());
        let (mut found, mut other_count) = (Vec::new(), false);
        for candidate in post_order(state.ir, target) {
            let payload = state.op(candidate);
            if !view.accepts(payload) {
                continue;
            }
            let fits = match types.as_deref() {
                None => true,
                Some(&[ty]) => payload.operands().all(|operand| operand.ty() == ty),
                Some(types) => {
                    other_count |= types.len() != payload.num_operands();
                    payload.operand_types() == types
                }
            };
            if fits {
                found.push(candidate);
            }
        }
        if other_count {
            let message = "If filter_operand_types contains more than a type, then it must contain as much types as the \
                           number of operands in the target ops";
            return Err(state.definite_at(op, message));
        }
        results.set(0, found);
        Ok(())
    }
}
