//! Types and values of generated programs.

use std::fmt;

/// A scalar or element type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Elem {
    /// An integer of this width, in bits.
    Int(u32),
    /// `index`.
    Index,
    /// `f16`.
    F16,
    /// `bf16`.
    BF16,
    /// `f32`.
    F32,
    /// `f64`.
    F64,
}

impl Elem {
    /// Whether it is an integer or `index`.
    pub fn is_integer(self) -> bool {
        matches!(self, Elem::Int(_) | Elem::Index)
    }
}

impl fmt::Display for Elem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Elem::Int(width) => write!(f, "i{width}"),
            Elem::Index => f.write_str("index"),
            Elem::F16 => f.write_str("f16"),
            Elem::BF16 => f.write_str("bf16"),
            Elem::F32 => f.write_str("f32"),
            Elem::F64 => f.write_str("f64"),
        }
    }
}

/// A shape: the sizes, and which of them are static.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shape {
    /// The sizes at run time.
    pub sizes: Vec<i64>,
    /// The dynamic dimensions of the type.
    pub open: Vec<bool>,
}

impl Shape {
    /// Creates a static shape.
    pub fn fixed(sizes: &[i64]) -> Self {
        Self { sizes: sizes.to_vec(), open: vec![false; sizes.len()] }
    }

    /// The rank.
    pub fn rank(&self) -> usize {
        self.sizes.len()
    }

    /// The number of elements.
    pub fn count(&self) -> i64 {
        self.sizes.iter().product()
    }

    /// Whether the type is static.
    pub fn is_fixed(&self) -> bool {
        !self.open.contains(&true)
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (size, &open) in self.sizes.iter().zip(&self.open) {
            if open { f.write_str("?x")? } else { write!(f, "{size}x")? }
        }
        Ok(())
    }
}

/// The static strides and offset of a memref.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Layout {
    /// For each dimension.
    pub strides: Vec<Option<i64>>,
    /// Of the first element.
    pub offset: Option<i64>,
}

impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |n: &Option<i64>| n.map_or("?".to_owned(), |n| n.to_string());
        let strides: Vec<String> = self.strides.iter().map(number).collect();
        write!(f, "strided<[{}]", strides.join(", "))?;
        if self.offset != Some(0) {
            write!(f, ", offset: {}", number(&self.offset))?;
        }
        f.write_str(">")
    }
}

/// A type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ty {
    /// A number.
    Scalar(Elem),
    /// A tensor with a rank.
    Tensor(Shape, Elem),
    /// A memref with a rank; no layout is row-major order from the start.
    Memref(Shape, Elem, Option<Layout>),
    /// A vector.
    Vector(Vec<i64>, Elem),
    /// `!shape.shape`, `!shape.size` and the like.
    Other(&'static str),
}

impl Ty {
    /// An integer.
    pub fn int(width: u32) -> Ty {
        Ty::Scalar(Elem::Int(width))
    }

    /// `index`.
    pub const INDEX: Ty = Ty::Scalar(Elem::Index);

    /// `i1`.
    pub const FLAG: Ty = Ty::Scalar(Elem::Int(1));

    /// Returns the element type, or a scalar type itself.
    pub fn elem(&self) -> Elem {
        match self {
            Ty::Scalar(elem) | Ty::Tensor(_, elem) | Ty::Memref(_, elem, _) | Ty::Vector(_, elem) => *elem,
            Ty::Other(_) => Elem::Index,
        }
    }

    /// Its extents; empty for other types.
    pub fn shape(&self) -> Shape {
        match self {
            Ty::Tensor(shape, _) | Ty::Memref(shape, ..) => shape.clone(),
            Ty::Vector(sizes, _) => Shape::fixed(sizes),
            Ty::Scalar(_) | Ty::Other(_) => Shape::default(),
        }
    }
}

impl fmt::Display for Ty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ty::Scalar(elem) => write!(f, "{elem}"),
            Ty::Tensor(shape, elem) => write!(f, "tensor<{shape}{elem}>"),
            Ty::Memref(shape, elem, None) => write!(f, "memref<{shape}{elem}>"),
            Ty::Memref(shape, elem, Some(layout)) => write!(f, "memref<{shape}{elem}, {layout}>"),
            Ty::Vector(sizes, elem) => write!(f, "vector<{}{elem}>", Shape::fixed(sizes)),
            Ty::Other(text) => f.write_str(text),
        }
    }
}

/// The valid uses of an index in affine ops.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Affine {
    /// Nowhere.
    No,
    /// As a dimension.
    Dim,
    /// As a symbol too.
    Symbol,
}

/// A value in scope.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Value {
    /// Its name, with `%`.
    pub name: String,
    /// Its type.
    pub ty: Ty,
    /// The inclusive bounds of its value at run time.
    pub range: Option<(i64, i64)>,
    /// The valid uses of the index in affine ops.
    pub affine: Affine,
    /// The buffer that a memref is of; several values with one number may share memory, 0 with all.
    pub base: usize,
    /// The number of regions that enclose the buffer's allocation.
    pub home: usize,
    /// Whether it may not be written.
    pub constant: bool,
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// Values with commas between them.
pub fn names(values: &[Value]) -> String {
    let names: Vec<&str> = values.iter().map(|value| value.name.as_str()).collect();
    names.join(", ")
}

/// Types with commas between them.
pub fn types<'a>(types: impl IntoIterator<Item = &'a Ty>) -> String {
    let types: Vec<String> = types.into_iter().map(Ty::to_string).collect();
    types.join(", ")
}

/// The types of values with commas between them.
pub fn types_of(values: &[Value]) -> String {
    types(values.iter().map(|value| &value.ty))
}
