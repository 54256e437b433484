//! Elements of vectors, structures and arrays.

use terrace_ir::asm::{OpParser, PResult, ParseState};
use terrace_ir::attr_kind::{DenseI32ArrayAttr, DenseI64ArrayAttr};
use terrace_ir::def::{CustomArg, CustomDirective, op_error};
use terrace_ir::fold::{Change, constant_value};
use terrace_ir::infer::InferInput;
use terrace_ir::traits::TypesMatch;
use terrace_ir::{
    Attr, AttrData, CheckResult, Context, Folded, Loc, OpKind, OpRef, OptionalAttr, Type, TypeData, Value,
    ValueRef,
};
use terrace_macros::op;

use crate::attrs::{PoisonAttr, UndefAttr, ZeroAttr};
use crate::constraints::*;
use crate::types::*;

static ELEMENT_OF_VECTOR: TypesMatch =
    TypesMatch::new("result type matches vector element type", "vector", "res", |cx, ty| ty.element_type(cx));
static VALUE_OF_VECTOR: TypesMatch =
    TypesMatch::new("argument type matches vector element type", "vector", "value", |cx, ty| {
        ty.element_type(cx)
    });

/// An element of a vector.
#[op("llvm.extractelement", traits(Pure, TypesMatchWith(&ELEMENT_OF_VECTOR)),
     format = "$vector `[` $position `:` type($position) `]` attr-dict `:` type($vector)")]
pub struct ExtractElementOp {
    vector: Operand<VECTOR>,
    position: Operand<INT>,
    res: Res<LLVM_TYPE>,
}

/// A vector with another element.
#[op("llvm.insertelement", traits(Pure, TypesMatchWith(&VALUE_OF_VECTOR), AllTypesMatch(&["res", "vector"])),
     format = "$value `,` $vector `[` $position `:` type($position) `]` attr-dict `:` type($vector)")]
pub struct InsertElementOp {
    vector: Operand<VECTOR>,
    value: Operand<PRIMITIVE>,
    position: Operand<INT>,
    res: Res<VECTOR>,
}

/// Elements of two vectors in another order.
#[op("llvm.shufflevector", traits(Pure, AllTypesMatch(&["v1", "v2"])), customs(&SHUFFLE_TYPE), fold = fold_shuffle,
     verify = verify_shuffle,
     format = "$v1 `,` $v2 $mask attr-dict `:` type($v1) custom<ShuffleType>(ref(type($v1)), type($res), ref($mask))")]
pub struct ShuffleVectorOp {
    v1: Operand<VECTOR>,
    v2: Operand<VECTOR>,
    mask: Prop<DenseI32ArrayAttr>,
    res: Res<VECTOR>,
}

/// No syntax: the type is inferred from the mask.
static SHUFFLE_TYPE: CustomDirective =
    CustomDirective { name: "ShuffleType", parse: parse_shuffle_type, print: |_, _, _| {} };

fn shuffled(cx: &Context, ty: Type, mask: Attr) -> Option<Type> {
    let TypeData::Vector { element, .. } = ty.data(cx) else { return None };
    let len = mask.i32_elements(cx)?.len() as i64;
    Some(vector_type(cx, *element, len, is_scalable_vector(cx, ty)))
}

impl ShuffleVectorOp {
    /// The elements of two vectors of type `ty` with these numbers, those of the second after those of the first.
    pub fn of_mask<'a>(
        cx: &'a Context,
        loc: Loc,
        vectors: [Value; 2],
        ty: Type,
        mask: &[i32],
    ) -> ShuffleVectorOpBuilder<'a> {
        let mask = cx.i32_array(mask);
        let result = shuffled(cx, ty, mask).unwrap_or(ty);
        Self::of(vectors[0], vectors[1]).mask_attr(mask).res(result).loc(loc)
    }
}

fn parse_shuffle_type(p: &mut dyn OpParser, state: &mut ParseState, args: &[CustomArg]) -> PResult<bool> {
    let &[CustomArg::OperandType(from), CustomArg::ResultType(to), CustomArg::Prop(mask)] = args else {
        return Ok(false);
    };
    let ty = state.slots.operand_types[usize::from(from)].first().copied().unwrap_or(Type::NONE);
    let loc = p.loc();
    if !is_compatible_vector(p.cx(), ty) {
        return Err(p.error(loc, "expected an LLVM compatible vector type".to_string()));
    }
    if let Some(ty) = shuffled(p.cx(), ty, state.props[usize::from(mask)]) {
        state.slots.result_types[usize::from(to)].push(ty);
    }
    Ok(true)
}

fn verify_shuffle(op: OpRef<'_>) -> CheckResult {
    let view = ShuffleVectorOp::view_of(op);
    if is_scalable_vector(op.cx(), view.v1().ty()) && view.mask().iter().any(|index| index != 0) {
        return Err(op_error(op, "expected a splat operation for scalable vectors"));
    }
    Ok(())
}

/// The only element of a vector in a vector of one element is the vector.
fn fold_shuffle(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let view = ShuffleVectorOp::view_of(op);
    let is_one = vector_element_count(op.cx(), view.v1().ty()).is_some_and(|(count, _)| count == 1);
    (is_one && view.mask().iter().eq([0])).then(|| view.v1()).into()
}

/// A part of a structure or an array.
#[op("llvm.extractvalue", traits(Pure), customs(&ELEMENT_TYPE), fold = fold_extract, verify = verify_extract,
     infer = infer_extract,
     format = "$container `` $position attr-dict `:` type($container) \
               custom<InsertExtractValueElementType>(type($res), ref(type($container)), ref($position))")]
pub struct ExtractValueOp {
    container: Operand<AGGREGATE>,
    position: Prop<DenseI64ArrayAttr>,
    res: Res<LLVM_TYPE>,
}

/// A structure or an array with another part.
#[op("llvm.insertvalue", traits(Pure, AllTypesMatch(&["container", "res"])), customs(&ELEMENT_TYPE),
     verify = verify_insert,
     format = "$value `,` $container `` $position attr-dict `:` type($container) \
               custom<InsertExtractValueElementType>(type($value), ref(type($container)), ref($position))")]
pub struct InsertValueOp {
    container: Operand<AGGREGATE>,
    value: Operand<PRIMITIVE>,
    position: Prop<DenseI64ArrayAttr>,
    res: Res<AGGREGATE>,
}

/// No syntax: the type is inferred from the container and the position.
static ELEMENT_TYPE: CustomDirective =
    CustomDirective { name: "InsertExtractValueElementType", parse: parse_element_type, print: |_, _, _| {} };

/// The type at a position in a structure or an array.
///
/// # Errors
///
/// If there is no such position.
pub fn type_at(cx: &Context, container: Type, position: impl Iterator<Item = i64>) -> Result<Type, String> {
    if !is_compatible_type(cx, container) {
        return Err(format!("expected LLVM IR Dialect type, got '{}'", cx.type_text(container)));
    }
    let mut ty = container;
    for index in position {
        let out_of_bounds = || format!("position out of bounds: {index}");
        let number = u64::try_from(index).map_err(|_| out_of_bounds());
        ty = if let Some(array) = ty.dyn_cast::<ArrayType>(cx) {
            if number? >= array.num_elements(cx) {
                return Err(out_of_bounds());
            }
            array.element_type(cx)
        } else if let Some(body) = StructRef::of(cx, ty) {
            body.element(number? as usize).ok_or_else(out_of_bounds)?
        } else {
            return Err(format!("expected LLVM IR structure/array type, got: '{}'", cx.type_text(ty)));
        };
    }
    Ok(ty)
}

fn infer_extract(input: &InferInput<'_>) -> Result<Vec<Type>, String> {
    let (Some(ty), Some(position)) = (input.operand("container"), input.prop("position")) else {
        return Err("expected a container and a position".to_string());
    };
    let position = position.optional_i64s(input.cx);
    Ok(vec![type_at(input.cx, ty, position.into_iter())?])
}

fn parse_element_type(p: &mut dyn OpParser, state: &mut ParseState, args: &[CustomArg]) -> PResult<bool> {
    let &[to, CustomArg::OperandType(container), CustomArg::Prop(position)] = args else { return Ok(false) };
    let ty = state.slots.operand_types[usize::from(container)].first().copied().unwrap_or(Type::NONE);
    let position = state.props[usize::from(position)].optional_i64s(p.cx());
    let loc = p.loc();
    let found = match type_at(p.cx(), ty, position.into_iter()) {
        Ok(found) => found,
        Err(message) => return Err(p.error(loc, message)),
    };
    match to {
        CustomArg::ResultType(slot) => state.slots.result_types[usize::from(slot)].push(found),
        CustomArg::OperandType(slot) => state.slots.operand_types[usize::from(slot)].push(found),
        _ => {}
    }
    Ok(true)
}

fn verify_extract(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), ExtractValueOp::view_of(op));
    let (container, result) = (view.container().ty(), view.res().ty());
    let found = type_at(cx, container, view.position().iter()).map_err(|message| op_error(op, message))?;
    if found != result {
        let [container, found, result] = [container, found, result].map(|ty| cx.type_text(ty));
        let message = format!(
            "Type mismatch: extracting from '{container}' should produce '{found}' but this op returns '{result}'"
        );
        return Err(op_error(op, message));
    }
    Ok(())
}

fn verify_insert(op: OpRef<'_>) -> CheckResult {
    let (cx, view) = (op.cx(), InsertValueOp::view_of(op));
    let (container, value) = (view.container().ty(), view.value().ty());
    let found = type_at(cx, container, view.position().iter()).map_err(|message| op_error(op, message))?;
    if found != value {
        let [container, value] = [container, value].map(|ty| cx.type_text(ty));
        return Err(op_error(op, format!("Type mismatch: cannot insert '{value}' into '{container}'")));
    }
    Ok(())
}

/// The element of a constant; `None` if it has none there.
fn element_of(cx: &Context, attr: Attr, index: i64) -> Option<Attr> {
    let index = usize::try_from(index).ok()?;
    if attr.isa::<ZeroAttr>(cx) || attr.isa::<UndefAttr>(cx) || attr.isa::<PoisonAttr>(cx) {
        return Some(attr);
    }
    if let Some(items) = attr.as_array(cx) {
        return items.get(index).copied();
    }
    let element = attr.ty(cx)?.element_type(cx)?;
    super::numbers::element_at(cx, attr, element, index)
}

/// Folds an extract from an inserted value or from a constant; inserts at other positions are skipped.
fn fold_extract(op: OpRef<'_>, _constants: &[Option<Attr>]) -> Folded {
    let (cx, view) = (op.cx(), ExtractValueOp::view_of(op));
    let position: Vec<i64> = view.position().iter().collect();
    if let Some(outer) = view.container().defined_by::<ExtractValueOp>() {
        let whole: Vec<i64> = outer.position().iter().chain(position).collect();
        let slot = op.def().and_then(|def| def.props.iter().position(|prop| prop.name == "position"));
        return Folded::Changed(vec![
            Change::Prop(slot.expect("the op has a position"), cx.i64_array(&whole)),
            Change::Operand(0, outer.container().id()),
        ]);
    }
    let (mut at, mut rest) = (view.container(), &position[..]);
    let mut folded: Option<ValueRef<'_>> = None;
    let mut in_inserted = false;
    while let Some(insert) = at.defined_by::<InsertValueOp>() {
        let inserted: Vec<i64> = insert.position().iter().collect();
        if rest == inserted {
            return insert.value().into();
        }
        if rest.len() > inserted.len() && rest.starts_with(&inserted) {
            at = insert.value();
            rest = &rest[inserted.len()..];
            in_inserted = true;
            continue;
        }
        // What is inserted is a part of what is extracted.
        if inserted.starts_with(rest) {
            return changed_container(folded);
        }
        if !in_inserted {
            folded = Some(insert.container());
        }
        at = insert.container();
    }
    let Some(mut constant) = constant_value(at).filter(|_| at.defining_op().is_some()) else {
        return changed_container(folded);
    };
    for &index in rest {
        match element_of(cx, constant, index) {
            Some(element) => constant = element,
            None => return changed_container(folded),
        }
    }
    if matches!(constant.data(cx), AttrData::Null) { Folded::Unchanged } else { constant.into() }
}

fn changed_container(container: Option<ValueRef<'_>>) -> Folded {
    container.map(|container| Change::Operand(0, container.id())).into()
}
