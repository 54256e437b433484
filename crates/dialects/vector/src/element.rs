//! Taking and setting elements and subvectors.

use terrace_dialects_builtin::index_list::DYNAMIC_INDEX_LIST;
use terrace_dialects_mem::layout::element_rule;
use terrace_ir::attr_kind::{DenseI64ArrayAttr, I64Attr};
use terrace_ir::constraints::{ANY_TYPE, INDEX};
use terrace_ir::def::{op_error, plain_error};
use terrace_ir::infer::InferInput;
use terrace_ir::int_range::InferIntRange;
use terrace_ir::traits::{Predicate, TypesMatch};
use terrace_ir::{CheckResult, Context, DYNAMIC, OpKind, OpRef, Type, VectorType};
use terrace_macros::op;

use crate::canonicalize_element as patterns;
use crate::constraints::{
    ANY_FIXED_VECTOR, ANY_VECTOR, LIKE_OPERAND, LIKE_SOURCE, SCALABLE_VECTOR_RANK_1, VECTOR_RANK_1,
};
use crate::fold;
use crate::fold_element;
use crate::shape::POISON_INDEX;
use crate::types::{as_vector, vector};

/// An element or a subvector.
#[op("vector.extract", traits(Pure, Predicate(&LIKE_OPERAND), InferTypes), infer = infer_extract,
     compatible = extract_compatible, customs(&DYNAMIC_INDEX_LIST), verify = verify_extract,
     fold = fold_element::extract,
     canonicalize(extract_from_broadcast: patterns::extract_from_broadcast,
                  extract_from_create_mask: patterns::extract_from_create_mask,
                  extract_from_shape_cast: patterns::extract_from_shape_cast,
                  extract_from_elements: patterns::extract_from_elements),
     interfaces(dyn InferIntRange),
     format = "$source `` custom<DynamicIndexList>($dynamic_position, $static_position) attr-dict \
               `:` type($result) `from` type($source)")]
pub struct ExtractOp {
    source: Operand<ANY_VECTOR>,
    dynamic_position: VarOperand<INDEX>,
    static_position: Prop<DenseI64ArrayAttr>,
    result: Res<ANY_TYPE>,
}

fn infer_extract(input: &InferInput<'_>) -> Result<Vec<Type>, String> {
    let cx = input.cx;
    let source = vector(cx, input.operand("source").unwrap_or(Type::NONE));
    let count = input.prop("static_position").and_then(|at| at.as_i64_array(cx)).map_or(0, |at| at.len());
    if count == source.rank() {
        return Ok(vec![source.element]);
    }
    let n = count.min(source.rank());
    Ok(vec![VectorType::get_scalable(cx, &source.shape[n..], &source.scalable[n..], source.element)])
}

/// Accepts a vector of one element in place of the element.
fn extract_compatible(cx: &Context, inferred: &[Type], found: &[Type]) -> bool {
    let one = |a: Type, b: Type| as_vector(cx, a).is_some_and(|v| v.shape == [1] && v.element == b);
    match (inferred, found) {
        (&[a], &[b]) => a == b || one(a, b) || one(b, a),
        _ => inferred == found,
    }
}

/// The number of the first position that is outside of the shape.
fn outside(positions: &[i64], shape: &[i64]) -> Option<usize> {
    let fits =
        |(&at, &extent): (&i64, &i64)| at == DYNAMIC || at == POISON_INDEX || (0..extent).contains(&at);
    positions.iter().zip(shape).position(|pair| !fits(pair))
}

/// Verifies that there is a value for each dynamic position.
fn verify_positions(op: OpRef<'_>, positions: &[i64], values: usize) -> CheckResult {
    if positions.iter().filter(|&&at| at == DYNAMIC).count() == values {
        return Ok(());
    }
    Err(op_error(
        op,
        "mismatch between dynamic and static positions (kDynamic marker but no corresponding dynamic \
         position) -- this can only happen due to an incorrect fold/rewrite",
    ))
}

fn verify_extract(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ExtractOp::view_of(op));
    if as_vector(cx, view.result().ty()).is_some_and(|v| v.rank() == 0) {
        return Err(plain_error(op, "expected a scalar instead of a 0-d vector as the result type"));
    }
    let positions = view.static_position().to_vec();
    verify_positions(op, &positions, view.dynamic_position().len())?;
    let shape = vector(cx, view.source().ty()).shape;
    if positions.len() > shape.len() {
        return Err(op_error(op, "expected position attribute of rank no greater than vector rank"));
    }
    match outside(&positions, shape) {
        Some(at) => Err(op_error(
            op,
            format!(
                "expected position attribute #{} to be a non-negative integer smaller than the corresponding \
                 vector dimension or poison (-1)",
                at + 1
            ),
        )),
        None => Ok(()),
    }
}

/// A vector with an element or a subvector replaced.
#[op("vector.insert",
     traits(Pure, Predicate(&LIKE_SOURCE), AllTypesMatch(&["dest", "result"])),
     customs(&DYNAMIC_INDEX_LIST), verify = verify_insert,
     fold = fold_element::insert,
     canonicalize(insert_to_broadcast: patterns::insert_to_broadcast, insert_splat: patterns::insert_splat,
                  insert_all: patterns::insert_all),
     interfaces(dyn InferIntRange),
     format = "$valueToStore `,` $dest custom<DynamicIndexList>($dynamic_position, $static_position) attr-dict \
               `:` type($valueToStore) `into` type($dest)")]
pub struct InsertOp {
    valueToStore: Operand<ANY_TYPE>,
    dest: Operand<ANY_VECTOR>,
    dynamic_position: VarOperand<INDEX>,
    static_position: Prop<DenseI64ArrayAttr>,
    result: Res<ANY_VECTOR>,
}

fn verify_insert(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), InsertOp::view_of(op));
    let fail = |message: &str| Err(op_error(op, message));
    let source = as_vector(cx, view.value_to_store().ty());
    if source.is_some_and(|v| v.rank() == 0) {
        let rule = "expected a scalar instead of a 0-d vector as the source operand";
        return Err(plain_error(op, rule));
    }
    let shape = vector(cx, view.dest().ty()).shape;
    let positions = view.static_position().to_vec();
    if positions.len() > shape.len() {
        return fail("expected position attribute of rank no greater than dest vector rank");
    }
    match source {
        Some(source) if source.rank() + positions.len() != shape.len() => {
            return fail("expected position attribute rank + source rank to match dest vector rank");
        }
        None if positions.len() != shape.len() => {
            return fail("expected position attribute rank to match the dest vector rank");
        }
        _ => {}
    }
    // Upstream crashes when it prints an op whose list and operands disagree.
    verify_positions(op, &positions, view.dynamic_position().len())?;
    match outside(&positions, shape) {
        Some(at) => fail(&format!(
            "expected position attribute #{} to be a non-negative integer smaller than the corresponding dest \
             vector dimension",
            at + 1
        )),
        None => Ok(()),
    }
}

fn count(cx: &Context, ty: Type) -> usize {
    ty.num_elements(cx).and_then(|count| usize::try_from(count).ok()).unwrap_or(usize::MAX)
}

static MADE_OF: TypesMatch =
    element_rule("shaped type 'dest' matches 'elements' element count and types", "dest", "elements")
        .counted(count);
static TAKEN_TO: Predicate = Predicate {
    summary: "shaped type 'source' matches 'elements' element count and types",
    holds: |op| {
        let (cx, source) = (op.cx(), ToElementsOp::view_of(op).source().ty());
        count(cx, source) == op.num_results()
            && op.results().all(|element| Some(element.ty()) == source.element_type(cx))
    },
};

/// A vector of given elements.
#[op("vector.from_elements", traits(Pure, TypesMatchWith(&MADE_OF)),
     fold = fold::from_elements,
     canonicalize(from_equal_elements: patterns::from_equal_elements,
                  from_consecutive_elements: patterns::from_consecutive_elements),
     format = "$elements attr-dict `:` type($dest)")]
pub struct FromElementsOp {
    elements: VarOperand<ANY_TYPE>,
    dest: Res<ANY_FIXED_VECTOR>,
}

/// Decomposes a vector to all of its elements.
#[op("vector.to_elements", traits(Pure, Predicate(&TAKEN_TO), InferTypes), infer = infer_elements,
     fold = fold::to_elements, canonicalize(to_elements_of_broadcast: patterns::to_elements_of_broadcast),
     format = "$source attr-dict `:` type($source)")]
pub struct ToElementsOp {
    source: Operand<ANY_VECTOR>,
    elements: VarRes<ANY_TYPE>,
}

fn infer_elements(input: &InferInput<'_>) -> Result<Vec<Type>, String> {
    let source = vector(input.cx, input.operand("source").unwrap_or(Type::NONE));
    // More results than this no op can have.
    match usize::try_from(source.num_elements()) {
        Ok(count) if count <= 1 << 24 => Ok(vec![source.element; count]),
        _ => Err("too many elements".to_string()),
    }
}

fn position_fits(cx: &Context, position: i64, part: Type) -> bool {
    // Upstream divides unsigned numbers.
    match vector(cx, part).num_elements() as u64 {
        0 => false,
        length => (position as u64).is_multiple_of(length),
    }
}

static INSERT_FITS: Predicate = Predicate {
    summary: "position is a multiple of the source length.",
    holds: |op| {
        let view = ScalableInsertOp::view_of(op);
        position_fits(op.cx(), view.pos(), view.value_to_store().ty())
    },
};
static EXTRACT_FITS: Predicate = Predicate {
    summary: "position is a multiple of the result length.",
    holds: |op| {
        let view = ScalableExtractOp::view_of(op);
        position_fits(op.cx(), view.pos(), view.result().ty())
    },
};

/// A scalable vector with some elements replaced.
#[op("vector.scalable.insert",
     traits(Pure, AllElementTypesMatch(&["valueToStore", "dest"]), AllTypesMatch(&["dest", "result"]),
            Predicate(&INSERT_FITS)),
     format = "$valueToStore `,` $dest `[` $pos `]` attr-dict `:` type($valueToStore) `into` type($dest)")]
pub struct ScalableInsertOp {
    valueToStore: Operand<VECTOR_RANK_1>,
    dest: Operand<SCALABLE_VECTOR_RANK_1>,
    pos: Prop<I64Attr>,
    result: Res<SCALABLE_VECTOR_RANK_1>,
}

/// Some elements of a scalable vector.
#[op("vector.scalable.extract",
     traits(Pure, AllElementTypesMatch(&["source", "result"]), Predicate(&EXTRACT_FITS)),
     format = "$source `[` $pos `]` attr-dict `:` type($result) `from` type($source)")]
pub struct ScalableExtractOp {
    source: Operand<SCALABLE_VECTOR_RANK_1>,
    pos: Prop<I64Attr>,
    result: Res<VECTOR_RANK_1>,
}
