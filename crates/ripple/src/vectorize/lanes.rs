//! How the values of elements are held: a base and what differs from element to element.
//!
//! An element's value is the base's element, plus a constant number, plus strides times indices, in the arithmetic of its
//! type; for pointers, numbers are of bytes. So the index of an element is no vector until one is needed, and addresses
//! that follow each other are seen as such.

use std::cell::Cell;
use std::rc::Rc;

use smallvec::SmallVec;
use terrace_dialects_llvm::enums::GEPNoWrapFlags;
use terrace_dialects_llvm::ops::{AddOp, GEPOp, GepIndex, MulOp};
use terrace_ir::{Block, Op, Type, Value};

use super::emit::{Emitter, Table};
use super::widen::Derived;
use crate::shape::Shape;

/// A place in what is written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Anchor {
    /// After an op.
    After(Op),
    /// Before an op.
    Before(Op),
    /// At the beginning of a block.
    Start(Block),
}

/// The values of the elements of a shape.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    /// The shape.
    pub shape: Shape,
    /// The type of an element.
    pub ty: Type,
    /// The base that the other parts are added to; zero if `None`.
    pub base: Option<(Value, Shape)>,
    /// A constant for each element of a shape that is within the shape.
    pub table: Option<(Shape, Table)>,
    /// For dimensions, what the index in it is multiplied by.
    pub strides: SmallVec<[(usize, Value); 1]>,
    /// Whether, in every element that is executed, the sum of the parts is what the element is as a signed integer, if
    /// the parts are computed without bounds from signed integers.
    pub signed: bool,
    /// The same for unsigned integers.
    pub unsigned: bool,
    /// The place from which all parts are available, if it was recorded.
    pub anchor: Option<Anchor>,
    /// The vector, once it was needed.
    vector: Rc<Cell<Option<Value>>>,
}

impl Lanes {
    /// Values of which nothing is known.
    pub(super) fn opaque(value: Value, ty: Type, shape: Shape) -> Self {
        Self {
            shape,
            ty,
            base: Some((value, shape)),
            table: None,
            strides: SmallVec::new(),
            signed: true,
            unsigned: true,
            anchor: None,
            vector: Rc::new(Cell::new(None)),
        }
    }

    /// Constants for the elements of a shape.
    pub(super) fn constants(table: Vec<i64>, ty: Type, shape: Shape, anchor: Anchor) -> Self {
        let unsigned = table.iter().all(|&number| number >= 0);
        Self {
            shape,
            ty,
            base: None,
            table: Some((shape, table.into())),
            strides: SmallVec::new(),
            signed: true,
            unsigned,
            anchor: Some(anchor),
            vector: Rc::new(Cell::new(None)),
        }
    }

    /// A sum of parts.
    pub(super) fn sum(
        ty: Type,
        shape: Shape,
        base: Option<(Value, Shape)>,
        table: Option<(Shape, Table)>,
        strides: SmallVec<[(usize, Value); 1]>,
        anchor: Anchor,
    ) -> Self {
        let table = table.filter(|(_, numbers)| {
            base.is_none() && strides.is_empty() || numbers.iter().any(|&number| number != 0)
        });
        Self {
            shape,
            ty,
            base,
            table,
            strides,
            signed: false,
            unsigned: false,
            anchor: Some(anchor),
            vector: Rc::new(Cell::new(None)),
        }
    }

    /// The same with other promises about the range.
    #[must_use]
    pub(super) fn exact(mut self, signed: bool, unsigned: bool) -> Self {
        (self.signed, self.unsigned) = (signed, unsigned);
        self
    }

    /// The same values, where all parts are known at another place.
    #[must_use]
    pub(super) fn anchored(mut self, anchor: Anchor) -> Self {
        self.anchor = Some(anchor);
        self.vector = Rc::new(Cell::new(None));
        self
    }

    /// The same values, of which nothing that is computed is used again elsewhere.
    #[must_use]
    pub(super) fn detached(mut self) -> Self {
        self.anchor = None;
        self.vector = Rc::new(Cell::new(self.vector.get()));
        self
    }

    /// The same values in a larger shape.
    #[must_use]
    pub(super) fn in_shape(mut self, shape: Shape) -> Self {
        if self.shape != shape {
            self.shape = shape;
            self.vector = Rc::new(Cell::new(None));
        }
        self
    }

    /// Whether every element is known.
    pub(super) fn is_constant(&self) -> bool {
        self.base.is_none() && self.strides.is_empty()
    }

    /// Whether elements differ by known parts alone.
    pub(super) fn has_form(&self) -> bool {
        self.base.is_none_or(|(_, shape)| shape != self.shape)
            || self.table.is_some()
            || !self.strides.is_empty()
    }

    /// The constant part of each element of the shape.
    pub(super) fn numbers(&self, shape: Shape) -> Vec<i64> {
        match &self.table {
            Some((part, numbers)) => shape.projection(*part).into_iter().map(|at| numbers[at]).collect(),
            None => vec![0; shape.elements()],
        }
    }

    /// The constant that a scalar is.
    pub(super) fn number(&self) -> Option<i64> {
        (self.is_constant() && self.shape.is_scalar())
            .then(|| self.table.as_ref().map_or(0, |(_, numbers)| numbers[0]))
    }

    /// The dimensions in which constant parts and strides differ.
    pub(super) fn form_shape(&self) -> Shape {
        let table = self.table.as_ref().map_or(Shape::SCALAR, |(shape, _)| *shape);
        self.strides.iter().fold(table, |all, &(dim, _)| all.with(dim, self.shape.size(dim)))
    }

    /// The shape of the base.
    pub(super) fn base_shape(&self) -> Shape {
        self.base.map_or(Shape::SCALAR, |(_, shape)| shape)
    }
}

impl Emitter<'_, '_> {
    /// The vector of all elements, or the scalar.
    pub(super) fn vector_of(&mut self, lanes: &Lanes) -> Value {
        if let (Some((value, shape)), None, true) = (lanes.base, &lanes.table, lanes.strides.is_empty())
            && shape == lanes.shape
        {
            return value;
        }
        if let Some(vector) = lanes.vector.get() {
            return vector;
        }
        let Some(anchor) = lanes.anchor else { return self.materialize(lanes) };
        let vector = self.at(anchor, |emit| emit.materialize(lanes));
        lanes.vector.set(Some(vector));
        vector
    }

    fn materialize(&mut self, lanes: &Lanes) -> Value {
        let (shape, ty) = (lanes.shape, lanes.ty);
        let is_pointer = !ty.is_integer(self.cx());
        if lanes.is_constant() && !is_pointer {
            let numbers = lanes.numbers(shape);
            return match shape.is_scalar() {
                true => self.integer(numbers[0], ty),
                false => self.integers(&numbers, ty),
            };
        }
        let offset_type = if is_pointer { self.i64_type() } else { ty };
        let mut offset: Option<Value> = None;
        for &(dim, stride) in &lanes.strides {
            let whole = self.broadcast(stride, Shape::SCALAR, shape);
            let indices: Vec<i64> =
                (0..shape.elements()).map(|flat| shape.coordinates(flat)[dim] as i64).collect();
            let indices = self.integers(&indices, offset_type);
            let product = self.binary::<MulOp>(whole, indices);
            offset = Some(match offset {
                Some(sum) => self.binary::<AddOp>(sum, product),
                None => product,
            });
        }
        if lanes.table.is_some() {
            let numbers = lanes.numbers(shape);
            let numbers = if shape.is_scalar() {
                self.integer(numbers[0], offset_type)
            } else {
                self.integers(&numbers, offset_type)
            };
            offset = Some(match offset {
                Some(sum) => self.binary::<AddOp>(sum, numbers),
                None => numbers,
            });
        }
        let base = lanes.base.map(|(value, from)| self.broadcast(value, from, shape));
        match (base, offset) {
            (Some(base), Some(offset)) if is_pointer => self.add_bytes(base, offset, shape, ty),
            (Some(base), Some(offset)) => self.binary::<AddOp>(base, offset),
            (Some(base), None) => base,
            (None, Some(offset)) => offset,
            (None, None) => {
                let whole = self.shaped(ty, shape);
                self.zero(whole)
            }
        }
    }

    /// Addresses a number of bytes after others.
    pub(super) fn add_bytes(&mut self, base: Value, offset: Value, shape: Shape, ty: Type) -> Value {
        let result = self.shaped(ty, shape);
        let byte = self.integer_type(8);
        let gep = GEPOp::of_indices(self.cx(), self.loc, base, byte, &[GepIndex::Value(offset)]);
        self.rw.build_value(gep.no_wrap_flags(GEPNoWrapFlags::NONE).res(result))
    }

    /// The base of values, in a shape that it is within; zero if there is none.
    pub(super) fn base_of(&mut self, lanes: &Lanes, shape: Shape) -> Value {
        match lanes.base {
            Some((value, from)) => self.derive(Derived::Broadcast(value, from, shape)),
            None => {
                let ty = self.shaped(lanes.ty, shape);
                if lanes.ty.is_integer(self.cx()) { self.integer(0, ty) } else { self.zero(ty) }
            }
        }
    }
}
