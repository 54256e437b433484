//! Calls with block-shaped arguments.

use terrace_dialects_llvm::enums::ICmpPredicate;
use terrace_dialects_llvm::ops::{AddOp, BrOp, CondBrOp};
use terrace_ir::{Attr, Context, Type, Value};

use super::adapters::Callee;
use super::emit::Emitter;
use super::lanes::{Lanes, Mask};
use super::members::members_of;
use super::requests::Request;
use super::values::Original;
use crate::analysis::{Argument, Specialization};
use crate::diagnostics::Tag;
use crate::faults::{Fault, is_planted};
use crate::functions::callee_of;
use crate::shape::Shape;

/// The source of an op's operand in each element: one value, or members of a structure of a type.
enum Source {
    Value(Value, bool),
    Members(Type, Vec<(Vec<i64>, (Value, bool))>),
}

/// The part of a result that each element has: the number of the result, the position in it if it is a structure, and
/// the type.
type Part = (usize, Option<Vec<i64>>, Type);

impl Emitter<'_, '_> {
    /// Calls a function that is written for the shapes of the arguments; under a mask it gets the mask as its last
    /// argument.
    pub(super) fn specialized_call(&mut self, original: &Original, key: Specialization, mask: Option<&Mask>) {
        let mut values = Vec::new();
        for (&operand, argument) in original.operands.iter().zip(&key.arguments) {
            let lanes = self.lanes(operand);
            values.push(match argument {
                Argument::Value(shape) => {
                    let lanes = lanes.in_shape(*shape);
                    self.vector_of(&lanes)
                }
                Argument::Block(_) => {
                    let ty = lanes.ty;
                    self.zero(ty)
                }
            });
        }
        values.extend(mask.map(|mask| mask.value));
        let given = self.attribute(original, "arg_attrs");
        let attrs = match passed_by_value(self.cx(), given, &key.arguments, mask.is_some()) {
            Ok(attrs) => attrs,
            Err(shape) => {
                self.error(
                    Tag::Local,
                    format_args!("a structure cannot be passed by value for each element of shape {shape}"),
                );
                None
            }
        };
        let written_for = self.calls.written_for.get(&key.function).copied();
        let own = self.key;
        let target = match written_for {
            Some(callee) if !is_planted(Fault::TargetsNotCompared) => own.of_callee(callee, self.cx()),
            _ => own,
        };
        let name = (self.calls.request)(Request { key, mask: mask.map(|mask| mask.shape), target });
        let callee = Callee { name: &name, target, arg_attrs: attrs };
        let result = original.results.first().map(|&(result, ty)| (result, ty, self.shapes.of(result)));
        let whole = result.map(|(_, ty, shape)| self.shaped(ty, shape));
        let value = self.call_function(callee, &values, whole);
        if let (Some((result, ty, shape)), Some(value)) = (result, value) {
            self.set(result, Lanes::opaque(value, ty, shape));
        }
    }

    /// Carries out an op for each active element, in ascending order.
    pub(super) fn sequential(&mut self, original: &Original, mask: Option<&Mask>) {
        let mut shape = Shape::SCALAR;
        for &operand in &original.operands {
            shape = self.joined(shape, self.shapes.of(operand));
        }
        if let Some(mask) = mask {
            shape =
                self.joined(shape, if shape.is_scalar() { shape } else { mask.shape.restricted_to(shape) });
        }
        let view = self.rw.op(original.op);
        let name = callee_of(view).map_or(view.name_text(), |callee| callee.text(self.cx())).to_owned();
        self.remark(
            Tag::Sequential,
            format_args!("'{name}' is carried out for each element of shape {shape}"),
        );
        let mut sources: Vec<Source> = Vec::new();
        for &operand in &original.operands {
            sources.push(match self.values.members.get(&operand).cloned() {
                Some(members) => {
                    let ty = self.type_of(operand);
                    let parts =
                        members.into_iter().map(|(place, _, lanes)| (place, self.source(lanes, shape)));
                    Source::Members(ty, parts.collect())
                }
                None => {
                    let lanes = self.lanes(operand);
                    let (value, is_vector) = self.source(lanes, shape);
                    Source::Value(value, is_vector)
                }
            });
        }
        // The results per lane: values, or members of structures.
        let parts: Vec<Part> = (original.results.iter().enumerate())
            .flat_map(|(number, &(_, ty))| match members_of(self.cx(), ty).filter(|_| !shape.is_scalar()) {
                Some(members) => {
                    members.into_iter().map(|(place, part)| (number, Some(place), part)).collect::<Vec<_>>()
                }
                None => vec![(number, None, ty)],
            })
            .collect();
        let active = self.mask_vector(mask, shape);
        let index_type = self.i64_type();
        let zero = self.integer(0, index_type);
        let mut initial = vec![zero];
        let (header, work, next, done) =
            (self.new_block(), self.new_block(), self.new_block(), self.new_block());
        let index = self.add_argument(header, index_type);
        let types: Vec<Type> = parts.iter().map(|&(.., ty)| self.shaped(ty, shape)).collect();
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for &ty in &types {
            initial.push(self.zero_or_poison(ty));
            before.push(self.add_argument(header, ty));
            after.push(self.add_argument(next, ty));
        }
        self.rw.build(BrOp::of(&initial).loc(self.loc).dest(header));
        self.enter(header);
        match active {
            Some(active) => {
                let bit = if shape.is_scalar() { active } else { self.extract_at(active, index) };
                let branch =
                    CondBrOp::of(bit).loc(self.loc).true_dest_operands(&[]).false_dest_operands(&before);
                self.rw.build(branch.true_dest(work).false_dest(next));
            }
            None => {
                self.rw.build(BrOp::of(&[]).loc(self.loc).dest(work));
            }
        }
        self.enter(work);
        let mut operands = Vec::new();
        for source in sources {
            operands.push(match source {
                Source::Value(value, is_vector) => self.of_source((value, is_vector), index),
                Source::Members(ty, parts) => {
                    let parts: Vec<(Vec<i64>, Value)> = parts
                        .into_iter()
                        .map(|(place, source)| (place, self.of_source(source, index)))
                        .collect();
                    self.put_members(ty, &parts)
                }
            });
        }
        let results: Vec<Type> = original.results.iter().map(|&(_, ty)| ty).collect();
        let made = self.create_like(original, &operands, &results);
        let results: Vec<Value> = self.rw.body().results(made).collect();
        let mut inserted = Vec::new();
        for (&whole, (number, place, ty)) in before.iter().zip(&parts) {
            let result = match place {
                Some(place) => self.take_member(results[*number], original.results[*number].1, place, *ty),
                None => results[*number],
            };
            inserted.push(if shape.is_scalar() { result } else { self.insert_at(whole, result, index) });
        }
        self.rw.build(BrOp::of(&inserted).loc(self.loc).dest(next));
        self.enter(next);
        let one = self.integer(1, index_type);
        let following = self.binary::<AddOp>(index, one);
        let end = self.integer(shape.elements() as i64, index_type);
        let goes_on = self.compare(ICmpPredicate::Ult, following, end);
        let mut passed = vec![following];
        passed.extend(after.iter().copied());
        let branch = CondBrOp::of(goes_on).loc(self.loc).true_dest_operands(&passed).false_dest_operands(&[]);
        self.rw.build(branch.true_dest(header).false_dest(done));
        self.enter(done);
        for ((number, place, ty), value) in parts.into_iter().zip(after) {
            let (result, lanes) = (original.results[number].0, Lanes::opaque(value, ty, shape));
            match place {
                Some(place) => self.values.members.entry(result).or_default().push((place, ty, lanes)),
                None => self.set(result, lanes),
            }
        }
    }

    /// The value from which each element takes its own, and whether they differ.
    fn source(&mut self, lanes: Lanes, shape: Shape) -> (Value, bool) {
        if lanes.shape.is_scalar() {
            return (self.vector_of(&lanes), false);
        }
        let lanes = lanes.in_shape(shape);
        (self.vector_of(&lanes), true)
    }

    fn of_source(&mut self, (value, is_vector): (Value, bool), index: Value) -> Value {
        if is_vector { self.extract_at(value, index) } else { value }
    }

    fn zero_or_poison(&mut self, ty: Type) -> Value {
        self.poison(ty)
    }
}

/// The attributes of arguments that a specialized function and its calls have: those by which the callee gets a copy.
///
/// # Errors
///
/// The shape of an argument that is passed by value and differs from element to element.
pub(super) fn passed_by_value(
    cx: &Context,
    given: Option<Attr>,
    arguments: &[Argument],
    is_masked: bool,
) -> Result<Option<Attr>, Shape> {
    let Some(given) = given.and_then(|attr| attr.as_array(cx)) else { return Ok(None) };
    let (by_value, align) = (cx.str("llvm.byval"), cx.str("llvm.align"));
    let mut kept = Vec::with_capacity(arguments.len() + 1);
    let mut any = false;
    for (&attrs, argument) in given.iter().zip(arguments) {
        let Some(element) = attrs.dict_get(cx, by_value) else {
            kept.push(Attr::EMPTY_DICT);
            continue;
        };
        if !argument.shape().is_scalar() {
            return Err(argument.shape());
        }
        let mut entries = vec![(by_value, element)];
        entries.extend(attrs.dict_get(cx, align).map(|number| (align, number)));
        kept.push(cx.dict(entries));
        any = true;
    }
    if is_masked {
        kept.push(Attr::EMPTY_DICT);
    }
    Ok(any.then(|| cx.array_attr(&kept)))
}
