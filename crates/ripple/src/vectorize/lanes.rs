//! The representation of lanes: a base, and the offsets of the lanes from it.
//!
//! An element's value is the base's element, plus a constant number, plus strides times indices, in the arithmetic of
//! its type; for pointers, numbers are of bytes. So the index of an element is no vector until one is needed, and
//! addresses that follow each other are seen as such.

use std::cell::Cell;
use std::rc::Rc;

use smallvec::SmallVec;
use terrace_ir::{Block, Op, Type, Value};

use crate::shape::Shape;

/// A constant table of numbers, one for each element of a shape.
pub(crate) type Table = Rc<[i64]>;

/// A place in what is written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Anchor {
    /// After an op.
    After(Op),
    /// Before an op.
    Before(Op),
    /// At the beginning of a block.
    Start(Block),
}

/// The values of the elements of a shape.
#[derive(Clone, Debug)]
pub(crate) struct Lanes {
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
    pub(crate) vector: Rc<Cell<Option<Value>>>,
}

impl Lanes {
    /// Values of which nothing is known.
    pub(crate) fn opaque(value: Value, ty: Type, shape: Shape) -> Self {
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
    pub(crate) fn constants(table: Vec<i64>, ty: Type, shape: Shape, anchor: Anchor) -> Self {
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
    pub(crate) fn sum(
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
    pub(crate) fn exact(mut self, signed: bool, unsigned: bool) -> Self {
        (self.signed, self.unsigned) = (signed, unsigned);
        self
    }

    /// The same values, where all parts are known at another place.
    #[must_use]
    pub(crate) fn anchored(mut self, anchor: Anchor) -> Self {
        self.anchor = Some(anchor);
        self.vector = Rc::new(Cell::new(None));
        self
    }

    /// The same values, of which nothing that is computed is used again elsewhere.
    #[must_use]
    pub(crate) fn detached(mut self) -> Self {
        self.anchor = None;
        self.vector = Rc::new(Cell::new(self.vector.get()));
        self
    }

    /// The same values in a larger shape.
    #[must_use]
    pub(crate) fn in_shape(mut self, shape: Shape) -> Self {
        if self.shape != shape {
            self.shape = shape;
            self.vector = Rc::new(Cell::new(None));
        }
        self
    }

    /// Whether every element is known.
    pub(crate) fn is_constant(&self) -> bool {
        self.base.is_none() && self.strides.is_empty()
    }

    /// Whether elements differ by known parts alone.
    pub(crate) fn has_form(&self) -> bool {
        self.base.is_none_or(|(_, shape)| shape != self.shape)
            || self.table.is_some()
            || !self.strides.is_empty()
    }

    /// The constant part of each element of the shape.
    pub(crate) fn numbers(&self, shape: Shape) -> Vec<i64> {
        match &self.table {
            Some((part, numbers)) => shape.projection(*part).into_iter().map(|at| numbers[at]).collect(),
            None => vec![0; shape.elements()],
        }
    }

    /// The constant that a scalar is.
    pub(crate) fn number(&self) -> Option<i64> {
        (self.is_constant() && self.shape.is_scalar())
            .then(|| self.table.as_ref().map_or(0, |(_, numbers)| numbers[0]))
    }

    /// The dimensions in which constant parts and strides differ.
    pub(crate) fn form_shape(&self) -> Shape {
        let table = self.table.as_ref().map_or(Shape::SCALAR, |(shape, _)| *shape);
        self.strides.iter().fold(table, |all, &(dim, _)| all.with(dim, self.shape.size(dim)))
    }

    /// The shape of the base.
    pub(crate) fn base_shape(&self) -> Shape {
        self.base.map_or(Shape::SCALAR, |(_, shape)| shape)
    }
}

/// A bit for each element of a shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mask {
    /// The bits: a vector, or one bit if the shape is scalar.
    pub value: Value,
    /// The shape.
    pub shape: Shape,
}
