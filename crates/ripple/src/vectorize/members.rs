//! Structures of which each element has one: what functions take and return that are called for each element, and what
//! atomic operations return. Each member is held as a value of its own.

use terrace_dialects_llvm::ops::{ExtractElementOp, ExtractValueOp, InsertElementOp, InsertValueOp};
use terrace_dialects_llvm::types::{ArrayType, StructRef};
use terrace_ir::{Context, OpRef, Type, Value};

use super::emit::Emitter;
use super::lanes::Lanes;
use super::values::{Member, Original};
use crate::evaluate::integer_of_constant;

/// The positions and types of the members of a structure, an array, or a vector of C; `None` for any other type.
pub(crate) fn members_of(cx: &Context, ty: Type) -> Option<Vec<(Vec<i64>, Type)>> {
    let parts: Vec<Type> = if let Some(fields) = StructRef::of(cx, ty) {
        fields.elements().collect()
    } else if let Some(array) = ty.dyn_cast::<ArrayType>(cx) {
        vec![array.element_type(cx); usize::try_from(array.num_elements(cx)).ok()?]
    } else if ty.is_vector(cx) {
        vec![ty.element_type(cx)?; usize::try_from(*ty.shape(cx)?.first()?).ok()?]
    } else {
        return None;
    };
    let mut members = Vec::new();
    for (number, part) in parts.into_iter().enumerate() {
        let number = number as i64;
        match members_of(cx, part) {
            Some(inner) => members.extend(inner.into_iter().map(|(mut position, ty)| {
                position.insert(0, number);
                (position, ty)
            })),
            None => members.push((vec![number], part)),
        }
    }
    Some(members)
}

/// The position at which an op inserts or extracts a part of a structure, if it is constant.
pub(crate) fn position_of(op: OpRef<'_>) -> Option<Vec<i64>> {
    if let Some(insert) = op.cast::<InsertValueOp>() {
        return Some(insert.position().iter().collect());
    }
    if let Some(extract) = op.cast::<ExtractValueOp>() {
        return Some(extract.position().iter().collect());
    }
    let place = if let Some(insert) = op.cast::<InsertElementOp>() {
        insert.position()
    } else {
        op.cast::<ExtractElementOp>()?.position()
    };
    Some(vec![place.defining_op().and_then(integer_of_constant)?])
}

impl Emitter<'_, '_> {
    /// The members of a structure of the original.
    fn members(&mut self, value: Value, ty: Type) -> Vec<Member> {
        if let Some(known) = self.values.members.get(&value) {
            return known.clone();
        }
        // One for all elements.
        let lanes = self.lanes(value);
        let whole = self.vector_of(&lanes);
        let parts = members_of(self.cx(), ty).unwrap_or_default();
        parts
            .into_iter()
            .map(|(position, part)| {
                let member = self.take_member(whole, ty, &position, part);
                (position, part, Lanes::opaque(member, part, lanes.shape))
            })
            .collect()
    }

    /// Carries out an op that puts a part into structures, or takes it out.
    pub(super) fn member(&mut self, original: &Original) {
        let view = self.rw.op(original.op);
        let Some(position) = position_of(view) else { return };
        let is_insertion = view.isa::<InsertValueOp>() || view.isa::<InsertElementOp>();
        let container = match view.isa::<InsertValueOp>() {
            true => view.cast::<InsertValueOp>().expect("an insertion").container().id(),
            false => original.operands[0],
        };
        let (result, ty) = original.results[0];
        let whole = self.type_of(container);
        let mut members = self.members(container, whole);
        if is_insertion {
            let view = self.rw.op(original.op);
            let value = match view.cast::<InsertValueOp>() {
                Some(insert) => insert.value().id(),
                None => original.operands[1],
            };
            let inserted = self.type_of(value);
            let parts = match members_of(self.cx(), inserted) {
                Some(_) => self.members(value, inserted),
                None => vec![(Vec::new(), inserted, self.lanes(value))],
            };
            for (place, part, lanes) in parts {
                let at = [&position[..], &place].concat();
                if let Some(member) = members.iter_mut().find(|member| member.0 == at) {
                    *member = (at, part, lanes);
                }
            }
            self.values.members.insert(result, members);
            return;
        }
        let mut parts: Vec<Member> = members
            .into_iter()
            .filter(|(place, ..)| place.starts_with(&position))
            .map(|(place, part, lanes)| (place[position.len()..].to_vec(), part, lanes))
            .collect();
        if members_of(self.cx(), ty).is_some() {
            self.values.members.insert(result, parts);
        } else if let Some((.., lanes)) = parts.pop() {
            self.set(result, lanes);
        }
    }

    /// Takes a member out of the structure of one element.
    pub(super) fn take_member(&mut self, whole: Value, ty: Type, position: &[i64], part: Type) -> Value {
        let (cx, loc) = (self.cx(), self.loc);
        if ty.is_vector(cx) {
            let index = self.integer(position[0], Type::I32);
            return self.rw.build_value(ExtractElementOp::of(whole, index).loc(loc).res(part));
        }
        let taken = ExtractValueOp::of(whole).loc(loc);
        match self.split_position(ty, position) {
            Some((outer, inner, vector)) => {
                let taken = self.rw.build_value(taken.position_attr(cx.i64_array(&outer)).res(vector));
                self.take_member(taken, vector, &[inner], part)
            }
            None => self.rw.build_value(taken.position_attr(cx.i64_array(position)).res(part)),
        }
    }

    /// Puts members into a structure of one element.
    pub(super) fn put_members(&mut self, ty: Type, members: &[(Vec<i64>, Value)]) -> Value {
        let (cx, loc) = (self.cx(), self.loc);
        let mut whole = self.poison(ty);
        for (position, value) in members {
            if ty.is_vector(cx) {
                let index = self.integer(position[0], Type::I32);
                let insert = InsertElementOp::of(whole, *value, index).loc(loc);
                whole = self.rw.build_value(insert.res(ty));
                continue;
            }
            let (mut place, mut value) = (position.clone(), *value);
            if let Some((outer, inner, vector)) = self.split_position(ty, position) {
                let taken = ExtractValueOp::of(whole).loc(loc);
                let taken = self.rw.build_value(taken.position_attr(cx.i64_array(&outer)).res(vector));
                let index = self.integer(inner, Type::I32);
                let insert = InsertElementOp::of(taken, value, index).loc(loc);
                (place, value) = (outer, self.rw.build_value(insert.res(vector)));
            }
            let insert = InsertValueOp::of(whole, value).loc(loc);
            whole = self.rw.build_value(insert.position_attr(cx.i64_array(&place)).res(ty));
        }
        whole
    }

    /// The position of the vector in which a member is, the place in it, and its type, if it is in one.
    fn split_position(&self, ty: Type, position: &[i64]) -> Option<(Vec<i64>, i64, Type)> {
        let cx = self.cx();
        let mut at = ty;
        for (depth, &number) in position.iter().enumerate() {
            if at.is_vector(cx) {
                return Some((position[..depth].to_vec(), number, at));
            }
            at = match StructRef::of(cx, at) {
                Some(fields) => fields.element(usize::try_from(number).ok()?)?,
                None => at.dyn_cast::<ArrayType>(cx)?.element_type(cx),
            };
        }
        None
    }
}
