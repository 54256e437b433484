//! Elements and parts of vectors: a part of an array of vectors is a vector, an element one of it.

use terrace_conversion::{Adaptor, ConversionRewriter};
use terrace_dialects_llvm::intrinsics as intr;
use terrace_dialects_llvm::ops as llvm;
use terrace_dialects_llvm::types::ArrayType;
use terrace_dialects_vector::{
    ExtractOp, FromElementsOp, InsertOp, ScalableExtractOp, ScalableInsertOp, ToElementsOp,
};
use terrace_ir::{DYNAMIC, Op, OpKind, Type, Value};

use super::{Lowering, rank};
use terrace_llvm_common::build::Build;

/// An index of a vector: static, or a value.
#[derive(Clone, Copy)]
enum ElementPlace {
    Known(i64),
    Value(Value),
}

impl ElementPlace {
    /// The place as a value, where it is that of an element.
    fn value(self, build: &mut Build<'_, '_>) -> Value {
        match self {
            Self::Known(number) => build.integer(number, Type::I64),
            Self::Value(value) => value,
        }
    }
}

/// The places of a list, of which some are values.
fn places(fixed: &[i64], dynamic: &[Value]) -> Option<Vec<ElementPlace>> {
    let mut dynamic = dynamic.iter().copied();
    let place = |&number: &i64| match number {
        DYNAMIC => dynamic.next().map(ElementPlace::Value),
        number => Some(ElementPlace::Known(number)),
    };
    fixed.iter().map(place).collect()
}

/// The numbers of places of which none is a value, nor out of bounds.
fn numbers(places: &[ElementPlace]) -> Option<Vec<i64>> {
    let number = |place: &ElementPlace| match *place {
        ElementPlace::Known(number) if number >= 0 => Some(number),
        _ => None,
    };
    places.iter().map(number).collect()
}

/// An element of a vector of one dimension.
fn element(build: &mut Build<'_, '_>, vector: Value, at: Value) -> Option<Value> {
    let cx = build.cx();
    let ty = build.rw.body().value_type(vector).element_type(cx)?;
    Some(build.rw.build_value(llvm::ExtractElementOp::of(vector, at).res(ty).loc(build.loc)))
}

/// A vector of one dimension with another element.
fn with_element(build: &mut Build<'_, '_>, vector: Value, value: Value, at: Value) -> Value {
    let ty = build.rw.body().value_type(vector);
    build.rw.build_value(llvm::InsertElementOp::of(vector, value, at).res(ty).loc(build.loc))
}

pub(super) fn extract(
    build: &mut Build<'_, '_>,
    op: Op,
    adaptor: &Adaptor,
    lowering: &Lowering,
) -> Option<Vec<Value>> {
    let (cx, view) = (build.cx(), ExtractOp::view_of(build.rw.op(op)));
    lowering.convert(cx, view.result().ty())?;
    let (rank, fixed) = (rank(cx, view.source().ty()), view.static_position().to_vec());
    let operands = adaptor.flat();
    let (&source, dynamic) = operands.split_first()?;
    let mut position = places(&fixed, dynamic)?;
    // A vector without dimensions is one of one element.
    let last = match rank {
        0 => Some(ElementPlace::Known(0)),
        rank if rank == position.len() => position.pop(),
        _ => None,
    };
    let mut value = source;
    if rank >= 2 {
        let position = numbers(&position)?;
        value = match position.as_slice() {
            [] => value,
            position => build.extract(value, position),
        };
    }
    if let Some(last) = last {
        let at = last.value(build);
        value = element(build, value, at)?;
    }
    Some(vec![value])
}

pub(super) fn insert(
    build: &mut Build<'_, '_>,
    op: Op,
    adaptor: &Adaptor,
    lowering: &Lowering,
) -> Option<Vec<Value>> {
    let (cx, view) = (build.cx(), InsertOp::view_of(build.rw.op(op)));
    let ty = lowering.convert(cx, view.dest().ty())?;
    let (rank, fixed) = (rank(cx, view.dest().ty()), view.static_position().to_vec());
    let operands = adaptor.flat();
    let (&[value, dest], dynamic) = operands.split_first_chunk::<2>()?;
    let mut position = places(&fixed, dynamic)?;
    let is_array = ty.isa::<ArrayType>(cx);
    let last = match rank {
        0 => Some(ElementPlace::Known(0)),
        rank if rank == position.len() => position.pop(),
        _ => None,
    };
    let position = if is_array { numbers(&position)? } else { Vec::new() };
    let mut part = value;
    if let Some(last) = last {
        let row = if is_array { build.extract(dest, &position) } else { dest };
        let at = last.value(build);
        part = with_element(build, row, value, at);
    }
    Some(vec![match is_array && !position.is_empty() {
        true => build.insert(dest, part, &position),
        false => part,
    }])
}

pub(super) fn scalable_insert(
    build: &mut Build<'_, '_>,
    op: Op,
    adaptor: &Adaptor,
    lowering: &Lowering,
) -> Option<Vec<Value>> {
    let (cx, view) = (build.cx(), ScalableInsertOp::view_of(build.rw.op(op)));
    let (ty, pos) = (lowering.convert(cx, view.result().ty())?, view.pos_attr());
    let [value, dest] = adaptor.flat()[..] else { return None };
    Some(vec![
        build.rw.build_value(intr::VectorInsertOp::of(dest, value).pos_attr(pos).res(ty).loc(build.loc)),
    ])
}

pub(super) fn scalable_extract(
    build: &mut Build<'_, '_>,
    op: Op,
    adaptor: &Adaptor,
    lowering: &Lowering,
) -> Option<Vec<Value>> {
    let (cx, view) = (build.cx(), ScalableExtractOp::view_of(build.rw.op(op)));
    let (ty, pos) = (lowering.convert(cx, view.result().ty())?, view.pos_attr());
    let [source] = crate::one_to_one::operands(adaptor)?;
    Some(vec![build.rw.build_value(intr::VectorExtractOp::of(source).pos_attr(pos).res(ty).loc(build.loc))])
}

pub(super) fn from_elements(
    build: &mut Build<'_, '_>,
    op: Op,
    adaptor: &Adaptor,
    lowering: &Lowering,
) -> Option<Vec<Value>> {
    let (cx, ty) = (build.cx(), FromElementsOp::view_of(build.rw.op(op)).dest().ty());
    if rank(cx, ty) > 1 {
        return build.rw.notify_match_failure(op, "rank > 1 vectors are not supported");
    }
    let ty = lowering.convert(cx, ty)?;
    let mut result = build.poison(ty);
    for (at, value) in (0..).zip(adaptor.flat()) {
        let index = build.index;
        let at = build.integer(at, index);
        result = with_element(build, result, value, at);
    }
    Some(vec![result])
}

/// A conversion of `vector.to_elements` that takes those elements that are used.
pub(super) fn to_elements(
    index: Type,
) -> impl Fn(&mut ConversionRewriter<'_>, ToElementsOp, &Adaptor) -> Option<()> + Send + Sync + 'static {
    move |rw, op, adaptor| {
        let source = *adaptor.flat().first()?;
        let used: Vec<bool> = op.view(rw).elements().map(|element| !element.is_unused()).collect();
        let loc = rw.body().loc(op);
        if !rw.body().value_type(source).is_vector(rw.cx()) {
            return None;
        }
        rw.set_insertion_point_before(op);
        let mut build = Build::new(rw, loc, index);
        let mut elements = Vec::with_capacity(used.len());
        for (at, used) in (0..).zip(used) {
            elements.push(match used {
                true => {
                    let at = build.integer(at, index);
                    vec![element(&mut build, source, at)?]
                }
                false => Vec::new(),
            });
        }
        rw.replace_with_many(op, &elements);
        Some(())
    }
}
