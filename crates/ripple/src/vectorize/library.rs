//! Calls of vector functions of libraries.

use terrace_dialects_llvm::ops::{AllocaOp, FreezeOp, LoadOp, SExtOp, StoreOp};
use terrace_dialects_llvm::types::PointerType;
use terrace_ir::{Attr, Type, Value};

use super::adapters::Callee;
use super::emit::Emitter;
use super::lanes::{Anchor, Lanes, Mask};
use super::values::Original;
use crate::diagnostics::Tag;
use crate::faults::{Fault, is_planted};
use crate::functions::callee_of;
use crate::libraries::{Candidates, LibraryFunction, Parameter, VectorParameter, libm_name};
use crate::shape::Shape;

impl Emitter<'_, '_> {
    /// Renders a call with one of the functions that could serve it: once for whole tensors, or for pieces of values.
    pub(super) fn library_call(&mut self, original: &Original, candidates: &Candidates, mask: Option<&Mask>) {
        let mut shape = candidates.shape;
        for &operand in &original.operands {
            shape = self.joined(shape, self.shapes.of(operand));
        }
        let library = self.calls.library;
        let Some(number) = library.choose(candidates, shape.elements(), mask.is_some()) else {
            let op = self.rw.op(original.op);
            let callee = callee_of(op).map(|name| name.text(self.cx()).to_owned());
            let name = callee.or_else(|| libm_name(op)).unwrap_or_default();
            let what = if mask.is_some() { "under a condition" } else { "on part of a vector" };
            self.error(
                Tag::LibMask,
                format_args!(
                    "call of '{name}' {what} requires masking but no maskable declaration is available"
                ),
            );
            for &(result, ty) in &original.results {
                let shape = self.shapes.of(result);
                let whole = self.shaped(ty, shape);
                let poison = self.poison(whole);
                self.set(result, Lanes::opaque(poison, ty, shape));
            }
            return;
        };
        let function = library.function(number);
        if !function.name.pure {
            self.forget_loads();
        }
        let name = (self.calls.library_name)(number);
        self.warn_of_features(function.symbol.text(self.cx()), function.target);
        let operands: Vec<Lanes> = original
            .operands
            .iter()
            .filter(|&&operand| self.shapes.block(operand).is_none())
            .map(|&operand| self.lanes(operand))
            .collect();
        let value = match function.name.elementwise {
            true => self.call_pieces(function, &name, operands, shape, mask),
            false => self.call_whole(function, &name, operands, shape, mask),
        };
        if let (Some(&(result, ty)), Some(value)) = (original.results.first(), value) {
            let shape = self.shapes.of(result);
            self.set(result, Lanes::opaque(value, ty, shape));
        }
    }

    /// Calls an element-wise function on each piece; what the last one lacks is zero, and not active.
    fn call_pieces(
        &mut self,
        function: &LibraryFunction,
        name: &str,
        operands: Vec<Lanes>,
        shape: Shape,
        mask: Option<&Mask>,
    ) -> Option<Value> {
        let (count, size) = (shape.elements(), function.elements);
        let mut values = Vec::new();
        for (lanes, parameter) in operands.into_iter().zip(&function.parameters) {
            let lanes = match parameter {
                Parameter::Tensor(_) => lanes.in_shape(shape),
                Parameter::Scalar(_) => lanes,
            };
            values.push(self.argument(&lanes, mask));
        }
        let active = function.mask.map(|_| self.active_bits(mask, shape));
        let mut pieces = Vec::new();
        for start in (0..count).step_by(size) {
            let mut arguments = Vec::new();
            for (&value, parameter) in values.iter().zip(&function.parameters) {
                arguments.push(match parameter {
                    Parameter::Tensor(_) => self.piece(value, start, size),
                    Parameter::Scalar(_) => value,
                });
            }
            let active = active.map(|active| self.piece(active, start, size));
            let Some(result) = self.call_vectors(function, name, arguments, active) else { continue };
            let kept: Vec<usize> = (0..size.min(count - start)).collect();
            pieces.push(if kept.len() == size { result } else { self.pick_vector(result, &kept) });
        }
        (!pieces.is_empty()).then(|| self.concatenate(pieces))
    }

    /// Calls a function on whole tensors.
    fn call_whole(
        &mut self,
        function: &LibraryFunction,
        name: &str,
        operands: Vec<Lanes>,
        mut shape: Shape,
        mask: Option<&Mask>,
    ) -> Option<Value> {
        let mut arguments = Vec::new();
        for (lanes, parameter) in operands.into_iter().zip(&function.parameters) {
            let lanes = match parameter {
                Parameter::Tensor(tensor) => {
                    shape = self.joined(shape, tensor.shape);
                    lanes.in_shape(tensor.shape)
                }
                Parameter::Scalar(_) => lanes,
            };
            arguments.push(self.argument(&lanes, mask));
        }
        let active = function.mask.map(|_| self.active_bits(mask, shape));
        let active = active.map(|active| self.piece(active, 0, function.elements));
        self.call_vectors(function, name, arguments, active)
    }

    /// The vector of an argument. If no element is active, it may not have been computed: it is any value then, since
    /// parameters are not undefined.
    fn argument(&mut self, lanes: &Lanes, mask: Option<&Mask>) -> Value {
        let value = self.vector_of(lanes);
        if mask.is_none() || lanes.is_constant() || is_planted(Fault::ArgumentsNotComputed) {
            return value;
        }
        let ty = self.type_of(value);
        self.rw.build_value(FreezeOp::of(value).loc(self.loc).res(ty))
    }

    /// A bit for each element of a shape: whether it is active.
    fn active_bits(&mut self, mask: Option<&Mask>, shape: Shape) -> Value {
        if let Some(active) = self.mask_vector(mask, shape) {
            return active;
        }
        let bits = self.bool_type();
        let ty = self.vector(bits, shape.elements());
        self.integer(-1, ty)
    }

    /// The elements of a vector from one on, and zeros after them.
    fn piece(&mut self, vector: Value, start: usize, size: usize) -> Value {
        let count = self.count(vector);
        if start == 0 && count == size {
            return vector;
        }
        let ty = self.type_of(vector);
        let zero = self.zero(ty);
        let indices: Vec<i32> = (start..start + size).map(|at| at.min(count) as i32).collect();
        self.shuffle([vector, zero], &indices)
    }

    /// Calls a function on vectors of its sizes and a bit for each element; returns the vector that it does.
    fn call_vectors(
        &mut self,
        function: &LibraryFunction,
        name: &str,
        values: Vec<Value>,
        active: Option<Value>,
    ) -> Option<Value> {
        let mut arguments = Vec::new();
        let result = match function.result {
            Some(Parameter::Tensor(tensor)) => Some(self.vector(tensor.element, tensor.shape.elements())),
            Some(Parameter::Scalar(ty)) => Some(ty),
            None => None,
        };
        let returned = match function.result {
            Some(Parameter::Tensor(VectorParameter { in_memory: true, .. })) => {
                result.map(|ty| (self.slot(ty), ty))
            }
            _ => None,
        };
        arguments.extend(returned.map(|(slot, _)| slot));
        for (value, parameter) in values.into_iter().zip(&function.parameters) {
            arguments.push(match parameter {
                Parameter::Tensor(tensor) if tensor.in_memory => self.in_memory(value),
                _ => value,
            });
        }
        if let (Some(active), Some(mask)) = (active, function.mask) {
            let ty = self.vector(mask.element, mask.shape.elements());
            let bits = if self.type_of(active) == ty { active } else { self.unary::<SExtOp>(active, ty) };
            arguments.push(if mask.in_memory { self.in_memory(bits) } else { bits });
        }
        let cx = self.cx();
        let has_attrs = function.argument_attrs.iter().any(|&attrs| attrs != Attr::EMPTY_DICT);
        let arg_attrs = has_attrs.then(|| cx.array_attr(&function.argument_attrs));
        let callee = Callee { name, target: function.target, arg_attrs };
        let Some((slot, ty)) = returned else { return self.call_function(callee, &arguments, result) };
        self.call_function(callee, &arguments, None);
        Some(self.rw.build_value(LoadOp::of(slot).loc(self.loc).res(ty)))
    }

    /// A local of the whole function for a value of a type.
    pub(super) fn slot(&mut self, ty: Type) -> Value {
        let Some(entry) = self.rw.body().blocks_of(self.region).next() else { return self.poison(ty) };
        self.at(Anchor::Start(entry), |emit| {
            let count = emit.i32_type();
            let one = emit.integer(1, count);
            let pointer: Type = PointerType::get(emit.cx(), 0).into();
            emit.rw.build_value(AllocaOp::of(one).loc(emit.loc).elem_type(ty).res(pointer))
        })
    }

    /// A pointer to a value.
    pub(super) fn in_memory(&mut self, value: Value) -> Value {
        let ty = self.type_of(value);
        let slot = self.slot(ty);
        self.rw.build(StoreOp::of(value, slot).loc(self.loc));
        slot
    }

    /// The memory that a vector is written to where it is computed.
    pub(crate) fn memory_of(&mut self, vector: Value) -> Value {
        if let Some(&memory) = self.memory.rows.get(&vector) {
            return memory;
        }
        let memory = self.slot(self.type_of(vector));
        let computed = self.rw.value(vector);
        let anchor = match computed.defining_op() {
            Some(op) => Anchor::After(op.id()),
            None => Anchor::Start(computed.owner_block().map_or(self.current, |block| block.id())),
        };
        self.at(anchor, |emit| emit.rw.build(StoreOp::of(vector, memory).loc(emit.loc)));
        self.memory.rows.insert(vector, memory);
        memory
    }
}
