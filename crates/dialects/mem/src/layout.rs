//! Memrefs taken apart: shapes, layouts, strides and memory spaces.

use terrace_affine::{AffineMap, canonical_strided_layout, canonical_strides, strides_and_offset};
pub use terrace_dialects_builtin::builtin::memory_space;
use terrace_ir::def::op_error;
use terrace_ir::traits::TypesMatch;
use terrace_ir::{Attr, AttrData, CheckResult, Context, DYNAMIC, MemRefType, OpRef, Type, TypeData};

/// The components of a ranked memref type.
#[derive(Clone, Copy, Debug)]
pub struct MemRef<'a> {
    /// Extents; [`DYNAMIC`] where unknown.
    pub shape: &'a [i64],
    /// Element type.
    pub element: Type,
    /// Layout; absent for the identity.
    pub layout: Option<Attr>,
    /// Memory space; absent for the default.
    pub space: Option<Attr>,
}

/// A ranked memref taken apart; `None` for another type.
pub fn memref(cx: &Context, ty: Type) -> Option<MemRef<'_>> {
    match ty.data(cx) {
        TypeData::MemRef { shape, element, layout, space } => {
            Some(MemRef { shape, element: *element, layout: *layout, space: *space })
        }
        _ => None,
    }
}

impl MemRef<'_> {
    /// The map from indices to a position in the buffer.
    pub fn layout_map(&self, cx: &Context) -> AffineMap {
        match self.layout.map(|layout| layout.data(cx)) {
            Some(AttrData::AffineMap(map)) => AffineMap::clone(map),
            Some(AttrData::StridedLayout { offset, strides }) => AffineMap::from_strided(*offset, strides),
            _ => AffineMap::identity(self.shape.len() as u32),
        }
    }

    /// Whether elements stand one after the other, the last index running fastest.
    pub fn has_identity_layout(&self, cx: &Context) -> bool {
        self.layout.is_none() || self.layout_map(cx).is_identity()
    }

    /// The number of symbol operands of the layout.
    pub fn layout_symbols(&self, cx: &Context) -> usize {
        if self.has_identity_layout(cx) { 0 } else { self.layout_map(cx).num_symbols as usize }
    }

    /// The strides and the offset, [`DYNAMIC`] where unknown; `None` if the layout is not strided.
    pub fn strides_and_offset(&self, cx: &Context) -> Option<(Vec<i64>, i64)> {
        match self.layout.map(|layout| layout.data(cx)) {
            None => Some((canonical_strides(self.shape), 0)),
            Some(AttrData::StridedLayout { offset, strides }) => Some((strides.to_vec(), *offset)),
            _ => strides_and_offset(&self.layout_map(cx), self.shape),
        }
    }

    /// The number of dynamic extents.
    pub fn num_dynamic(&self) -> usize {
        self.shape.iter().filter(|&&extent| extent == DYNAMIC).count()
    }

    /// The type with these parts. Upstream drops identity maps as layouts only if they have no symbols.
    pub fn ty(&self, cx: &Context) -> Type {
        let identity = |layout: &Attr| {
            let map = layout.as_affine_map(cx).filter(|map| map.is_identity());
            map.is_some_and(|map| map.num_symbols == 0 || !cx.matches_upstream())
        };
        MemRefType::get_with(
            cx,
            self.shape,
            self.element,
            self.layout.filter(|layout| !identity(layout)),
            self.space,
        )
    }

    /// The type with a layout that is as simple as its sizes allow.
    pub fn canonicalize_strided_layout(&self, cx: &Context) -> Type {
        let map = self.layout_map(cx);
        let [result] = map.results.as_slice() else { return self.ty(cx) };
        if map.is_identity() {
            return self.ty(cx);
        }
        let plain = MemRef { layout: None, ..*self };
        if map.num_inputs() == 0 {
            let start = result.as_constant() == Some(0);
            return if start { plain.ty(cx) } else { self.ty(cx) };
        }
        if self.shape.is_empty() {
            return self.ty(cx);
        }
        let simple = result.simplify(map.num_dims, map.num_symbols);
        if simple == canonical_strided_layout(self.shape) {
            return plain.ty(cx);
        }
        let layout = cx.affine_map_attr(AffineMap::new(map.num_dims, map.num_symbols, vec![simple]));
        MemRef { layout: Some(layout), ..*self }.ty(cx)
    }
}

/// `strided<...>`.
pub fn strided_layout(cx: &Context, offset: i64, strides: &[i64]) -> Attr {
    cx.attr(AttrData::StridedLayout { offset, strides: strides.into() })
}

/// The sum, unknown where a summand is; wraps on overflow.
pub fn add_extents(a: i64, b: i64) -> i64 {
    if a == DYNAMIC || b == DYNAMIC { DYNAMIC } else { a.wrapping_add(b) }
}

/// The product of two extents: zero if a factor is zero, otherwise dynamic if a factor is; wraps on overflow.
pub fn mul_extents(a: i64, b: i64) -> i64 {
    match (a, b) {
        (0, _) | (_, 0) => 0,
        (DYNAMIC, _) | (_, DYNAMIC) => DYNAMIC,
        _ => a.wrapping_mul(b),
    }
}

/// Verifies that there are as many values as dynamic extents of the type.
///
/// # Errors
///
/// If there are more or fewer.
pub fn verify_dynamic_sizes(op: OpRef<'_>, ty: Type, values: usize) -> CheckResult {
    let dynamic = ty.shape(op.cx()).map_or(0, |shape| shape.iter().filter(|&&n| n == DYNAMIC).count());
    if values == dynamic {
        return Ok(());
    }
    let message = format!("incorrect number of dynamic sizes, has {values}, expected {dynamic}");
    Err(op_error(op, message))
}

/// The rule that a value's type is a container's element type.
pub const fn element_rule(summary: &'static str, from: &'static str, to: &'static str) -> TypesMatch {
    TypesMatch::new(summary, from, to, |cx, ty| ty.element_type(cx))
}

/// The rank of a container.
pub fn rank(cx: &Context, ty: Type) -> usize {
    ty.shape(cx).map_or(0, <[i64]>::len)
}
