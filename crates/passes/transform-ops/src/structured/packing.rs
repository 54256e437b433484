//! Ops that pack the operands of structured ops.

use terrace_dialects_builtin::index_list::DYNAMIC_INDEX_LIST;
use terrace_dialects_linalg::pack_unpack::{PackOp as LinalgPackOp, UnPackOp as LinalgUnPackOp, UnPackOp};
use terrace_dialects_linalg::structured::as_structured;
use terrace_ir::attr_kind::{DenseI64Array, DenseI64ArrayAttr};
use terrace_ir::def::AttrSyntax;
use terrace_ir::effects::MemoryEffects;
use terrace_ir::{CheckResult, OpHandle, OpKind, OpRef, Type, attr_kinds};
use terrace_macros::op;
use terrace_passes_linalg::pack::{GreedyPacking, pack, pack_matmul_greedily, pack_transpose};
use terrace_transform::effects::{ConsumesTarget, FunctionalStyle};
use terrace_transform::text::op_in_error;
use terrace_transform::types::TRANSFORM_HANDLE;
use terrace_transform::{
    TransformFailure, TransformOpInterface, TransformResult, TransformResults, TransformState,
};

use super::checks::{fail, is_permutation};
use super::sizes::{constant_sizes, indices_in, mixed, no_numbers, single_sizes};

attr_kinds! {
    /// Three numbers.
    pub ThreeNumbersAttr("i64 dense array attribute with exactly 3 elements") -> DenseI64Array<'a> {
        value: |cx, attr| DenseI64Array::new(cx, attr).filter(|array| array.to_vec().len() == 3),
        attr: |cx, array| cx.i64_array(&array.to_vec()),
        syntax: AttrSyntax::DenseArray(Type::I64),
    }
    /// Three numbers, or none.
    pub NoneOrThreeNumbersAttr("i64 dense array attribute with 0 or 3 elements") -> DenseI64Array<'a> {
        value: |cx, attr| DenseI64Array::new(cx, attr).filter(|array| matches!(array.to_vec().len(), 0 | 3)),
        attr: |cx, array| cx.i64_array(&array.to_vec()),
        syntax: AttrSyntax::DenseArray(Type::I64),
    }
}

/// Packs the operands of a structured op.
#[op("transform.structured.pack", customs(&DYNAMIC_INDEX_LIST),
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = ConsumesTarget),
     format = "$target `packed_sizes` `=` custom<DynamicIndexList>($packed_sizes, $static_packed_sizes) attr-dict `:` \
               functional-type(operands, results)")]
pub struct PackOp {
    target: Operand<TRANSFORM_HANDLE>,
    packed_sizes: VarOperand<TRANSFORM_HANDLE>,
    static_packed_sizes: DefaultProp<DenseI64ArrayAttr, no_numbers>,
    packed_op: Res<TRANSFORM_HANDLE>,
}

/// Packs the operands of ops in which there is a product of matrices.
#[op("transform.structured.pack_greedily", customs(&DYNAMIC_INDEX_LIST), verify = verify_pack_greedily,
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = ConsumesTarget),
     format = "$target oilist(`matmul_packed_sizes` `=` custom<DynamicIndexList>($matmul_packed_sizes, \
               $static_matmul_packed_sizes) (`matmul_padded_sizes_next_multiple_of` `=` \
               $matmul_padded_sizes_next_multiple_of^)? `matmul_inner_dims_order` `=` $matmul_inner_dims_order) attr-dict \
               `:` functional-type(operands, results)")]
pub struct PackGreedilyOp {
    target: Operand<TRANSFORM_HANDLE>,
    matmul_packed_sizes: VarOperand<TRANSFORM_HANDLE>,
    static_matmul_packed_sizes: DefaultProp<ThreeNumbersAttr, no_numbers>,
    matmul_padded_sizes_next_multiple_of: DefaultProp<NoneOrThreeNumbersAttr, no_numbers>,
    matmul_inner_dims_order: DefaultProp<ThreeNumbersAttr, no_numbers>,
    packed_op: Res<TRANSFORM_HANDLE>,
}

/// Changes the order of packed dimensions.
#[op("transform.structured.pack_transpose", verify = verify_pack_transpose,
     interfaces(dyn TransformOpInterface, dyn MemoryEffects = FunctionalStyle),
     format = "$target_pack_or_un_pack_op `with_compute_op` `(` $target_linalg_op `)` (`outer_perm` `=` $outer_perm^)? \
               (`inner_perm` `=` $inner_perm^)? attr-dict `:` functional-type(operands, results)")]
pub struct PackTransposeOp {
    target_pack_or_un_pack_op: Operand<TRANSFORM_HANDLE>,
    target_linalg_op: Operand<TRANSFORM_HANDLE>,
    outer_perm: OptDefaultProp<DenseI64ArrayAttr, no_numbers>,
    inner_perm: OptDefaultProp<DenseI64ArrayAttr, no_numbers>,
    packed_op: Res<TRANSFORM_HANDLE>,
    pack_op: Res<TRANSFORM_HANDLE>,
    un_pack_op: Res<TRANSFORM_HANDLE>,
}

fn verify_pack_greedily(op: OpRef<'_>) -> CheckResult {
    let view = PackGreedilyOp::view_of(op);
    if !is_permutation(&view.matmul_inner_dims_order().to_vec()) {
        return fail(op, "\"matmul_inner_dims_order\" is not a valid permutation");
    }
    let sizes = view.static_matmul_packed_sizes().to_vec();
    let multiples = view.matmul_padded_sizes_next_multiple_of().to_vec();
    match sizes.iter().zip(&multiples).any(|(&size, &multiple)| multiple != 0 && size != 0) {
        false => Ok(()),
        true => fail(
            op,
            "at most one of the packed_size and the padded_sizes_next_multiple_of can be nonzero for the matmul strategy",
        ),
    }
}

fn verify_pack_transpose(op: OpRef<'_>) -> CheckResult {
    let view = PackTransposeOp::view_of(op);
    let (inner, outer) = (view.inner_perm().to_vec(), view.outer_perm().to_vec());
    if !is_permutation(&inner) {
        return fail(op, "\"inner_perm\" is not a valid permutation");
    }
    if !is_permutation(&outer) {
        return fail(op, "\"outer_perm\" is not a valid permutation");
    }
    match inner.is_empty() && outer.is_empty() {
        true => fail(op, " at least one of \"inner_perm\" or \"outer_perm\" must be specified"),
        false => Ok(()),
    }
}

impl TransformOpInterface for PackOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = PackOp::view_of(op);
        let targets = state.payload_ops(view.target());
        if targets.is_empty() {
            results.set(0, Vec::new());
            return Ok(());
        }
        let fail = |message: String| Err(TransformFailure::at(op, message));
        let single = targets.first().copied().filter(|_| targets.len() == 1);
        let loops = single.and_then(|target| {
            let payload = state.op(target);
            Some(as_structured(payload)?.parallel(payload).len())
        });
        let (Some(target), Some(loops)) = (single, loops) else {
            return fail(format!("requires target to map to exactly 1 LinalgOp (got {})", targets.len()));
        };
        let sizes = mixed(view.packed_sizes(), view.static_packed_sizes());
        if sizes.len() != loops {
            let count = sizes.len();
            return fail(format!(
                "requires number of packed sizes match the number of loops ({count} vs {loops})"
            ));
        }
        let sizes = single_sizes(op, state, &sizes)?;
        let sizes = indices_in(op, state, target, &sizes)?;
        let made = state.rewrite(target.body, |rw| {
            rw.set_insertion_point_before(target.op);
            pack(rw, target.op, &sizes)
        });
        let Some(made) = made else { return Err(state.definite_at(op, "data tiling failed")) };
        results.set(0, vec![OpHandle { body: target.body, op: made.op }]);
        Ok(())
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}

/// Three numbers, zeros where there are none.
fn three(numbers: &[i64]) -> [i64; 3] {
    <[i64; 3]>::try_from(numbers).unwrap_or_default()
}

impl TransformOpInterface for PackGreedilyOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = PackGreedilyOp::view_of(op);
        let sizes = mixed(view.matmul_packed_sizes(), view.static_matmul_packed_sizes());
        let sizes = constant_sizes(op, state, &sizes)?;
        let packing = GreedyPacking {
            sizes: three(&sizes),
            multiples: three(&view.matmul_padded_sizes_next_multiple_of().to_vec()),
            order: three(&view.matmul_inner_dims_order().to_vec()),
        };
        let mut packed = Vec::new();
        for target in state.payload_ops(view.target()) {
            if as_structured(state.op(target)).is_none() {
                continue;
            }
            let made = state.rewrite(target.body, |rw| pack_matmul_greedily(rw, target.op, &packing));
            packed.push(OpHandle { body: target.body, op: made.map_or(target.op, |made| made.op) });
        }
        results.set(0, packed);
        Ok(())
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}

/// The ops around a transposed packed value: the pack, the computation, and the unpack.
struct Packed {
    pack: OpHandle,
    op: OpHandle,
    unpack: Option<OpHandle>,
}

/// Finds the ops that belong together.
fn packed_ops(target: OpRef<'_>, linalg: OpRef<'_>) -> Result<Packed, &'static str> {
    let is_pack = target.isa::<LinalgPackOp>();
    if !is_pack && !target.isa::<LinalgUnPackOp>() {
        return Err("requires target to map to a linalg.pack or linalg.unpack");
    }
    let Some(structured) = as_structured(linalg) else { return Err("requires a LinalgOp target") };
    let only_user = |op: OpRef<'_>| {
        let mut uses = op.single_result().uses();
        let first = uses.next().map(|(user, _)| user.handle());
        if uses.next().is_some() { None } else { first }
    };
    if is_pack {
        return match only_user(target) == Some(linalg.handle()) {
            true => Ok(Packed { pack: target.handle(), op: linalg.handle(), unpack: None }),
            false => Err("not a single use by the LinalgOp target"),
        };
    }
    let source = UnPackOp::view_of(target).source();
    if source.defining_op().map(|op| op.handle()) != Some(linalg.handle()) {
        return Err("not produced by the LinalgOp target");
    }
    let (first, _) = structured.destinations(linalg);
    let pack = linalg.operand(first + source.index() as usize).defining_op();
    let pack = pack.filter(|pack| pack.isa::<LinalgPackOp>() && only_user(*pack).is_some());
    match pack {
        Some(pack) => Ok(Packed { pack: pack.handle(), op: linalg.handle(), unpack: Some(target.handle()) }),
        None => Err("could not find matching pack op"),
    }
}

impl TransformOpInterface for PackTransposeOp {
    fn apply<'s>(
        &self,
        op: OpRef<'s>,
        state: &mut TransformState<'s>,
        results: &mut TransformResults,
    ) -> TransformResult {
        let view = PackTransposeOp::view_of(op);
        let packs = state.payload_ops(view.target_pack_or_un_pack_op());
        let ops = state.payload_ops(view.target_linalg_op());
        let at = |message: String| TransformFailure::at(op, message);
        if packs.is_empty() {
            (0..3).for_each(|result| results.set(result, Vec::new()));
            return Ok(());
        }
        let (&[target], &[linalg]) = (packs.as_slice(), ops.as_slice()) else {
            let (packs, ops) = (packs.len(), ops.len());
            return Err(at(format!(
                "requires target to map to exactly 1 packing op and 1 packed op (got {packs} and {ops})"
            )));
        };
        let found =
            packed_ops(state.op(target), state.op(linalg)).map_err(|message| at(message.to_string()))?;
        let (outer, inner) = (view.outer_perm().to_vec(), view.inner_perm().to_vec());
        let payload = state.op(target);
        let tiles = terrace_dialects_linalg::pack_unpack::PackOp::view_of(state.op(found.pack))
            .inner_dims_pos()
            .to_vec()
            .len();
        let packed_rank = state.op(found.pack).single_result().ty().shape(op.cx()).map_or(0, <[i64]>::len);
        let rank = packed_rank - tiles;
        let wrong = |order: &[i64], count: usize| {
            !order.is_empty() && (order.len() != count || !is_permutation(order))
        };
        for (order, count, message) in
            [(&outer, rank, "invalid outer_perm"), (&inner, tiles, "invalid inner_perm")]
        {
            if wrong(order, count) {
                return Err(at(format!("{message}: {}", op_in_error(payload))));
            }
        }
        let made = state.rewrite(found.op.body, |rw| {
            let unpack = found.unpack.map(|unpack| unpack.op);
            pack_transpose(rw, found.pack.op, found.op.op, unpack, &outer, &inner)
        });
        let Some(made) = made else {
            return Err(state.definite_at(op, "failed to transpose packed operands"));
        };
        let handle = |op| OpHandle { body: found.op.body, op };
        results.set(0, vec![handle(made.op)]);
        results.set(1, vec![handle(made.pack)]);
        results.set(2, made.unpack.map(handle).into_iter().collect());
        Ok(())
    }

    fn reports_tracking_failures(&self) -> bool {
        true
    }
}
