//! The rows of the types and attributes that are part of the IR, in tables of them.

use crate::attrs::{AttrData, LocData};
use crate::types::TypeData;

/// Kinds in the order of their rows, with upstream's names.
macro_rules! rows {
    ($(#[$doc:meta])* $names:ident, $kinds:ident: $($kind:ident = $name:literal,)*) => {
        // Rows of floating-point types are computed from the first one's.
        #[allow(dead_code)]
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        enum $kinds { $($kind),* }
        $(#[$doc])*
        pub(crate) const $names: &[&str] = &[$($name),*];
    };
}

rows! {
    /// The types of the dialect `builtin`, by upstream's names. Floating-point types come last, in the order of
    /// [`terrace_support::apfloat::FloatKind`].
    BUILTIN_TYPE_NAMES, TypeKind:
    None = "builtin.none", Index = "builtin.index", Integer = "builtin.integer",
    Complex = "builtin.complex", Function = "builtin.function", Tuple = "builtin.tuple",
    Vector = "builtin.vector", RankedTensor = "builtin.tensor", UnrankedTensor = "builtin.unranked_tensor",
    MemRef = "builtin.memref", UnrankedMemRef = "builtin.unranked_memref", Graph = "builtin.graph",
    Opaque = "builtin.opaque", F4E2M1FN = "builtin.f4E2M1FN", F6E2M3FN = "builtin.f6E2M3FN",
    F6E3M2FN = "builtin.f6E3M2FN", F8E5M2 = "builtin.f8E5M2", F8E4M3 = "builtin.f8E4M3",
    F8E4M3FN = "builtin.f8E4M3FN", F8E5M2FNUZ = "builtin.f8E5M2FNUZ", F8E4M3FNUZ = "builtin.f8E4M3FNUZ",
    F8E4M3B11FNUZ = "builtin.f8E4M3B11FNUZ", F8E3M4 = "builtin.f8E3M4", F8E8M0FNU = "builtin.f8E8M0FNU",
    BF16 = "builtin.bf16", F16 = "builtin.f16", TF32 = "builtin.tf32", F32 = "builtin.f32",
    F64 = "builtin.f64", F80 = "builtin.f80", F128 = "builtin.f128",
}

rows! {
    /// The attributes of the dialect `builtin`, by upstream's names.
    BUILTIN_ATTR_NAMES, AttrKind:
    Unit = "builtin.unit", Integer = "builtin.integer", Float = "builtin.float", String = "builtin.string",
    Array = "builtin.array", Dict = "builtin.dictionary", Type = "builtin.type",
    SymbolRef = "builtin.symbol_ref", AffineMap = "builtin.affine_map", IntegerSet = "builtin.integer_set",
    DenseElements = "builtin.dense_intorfp_elements", DenseString = "builtin.dense_string_elements",
    DenseArray = "builtin.dense_array", DenseResource = "builtin.dense_resource_elements",
    Sparse = "builtin.sparse_elements", Opaque = "builtin.opaque", StridedLayout = "builtin.strided_layout",
    Distinct = "builtin.distinct", UnknownLoc = "builtin.unknown_loc", FileLoc = "builtin.file_line_range",
    NameLoc = "builtin.name_loc", CallSiteLoc = "builtin.call_site_loc", FusedLoc = "builtin.fused_loc",
}

/// Returns the row of a type in [`BUILTIN_TYPE_NAMES`], or `None` if a dialect defines it.
pub(crate) fn type_row(data: &TypeData) -> Option<usize> {
    Some(match data {
        TypeData::None => TypeKind::None,
        TypeData::Index => TypeKind::Index,
        TypeData::Integer { .. } => TypeKind::Integer,
        TypeData::Float(kind) => return Some(TypeKind::F4E2M1FN as usize + *kind as usize),
        TypeData::Complex(_) => TypeKind::Complex,
        TypeData::Function { .. } => TypeKind::Function,
        TypeData::Tuple(_) => TypeKind::Tuple,
        TypeData::Vector { .. } => TypeKind::Vector,
        TypeData::RankedTensor { .. } => TypeKind::RankedTensor,
        TypeData::UnrankedTensor(_) => TypeKind::UnrankedTensor,
        TypeData::MemRef { .. } => TypeKind::MemRef,
        TypeData::UnrankedMemRef { .. } => TypeKind::UnrankedMemRef,
        TypeData::Graph { .. } => TypeKind::Graph,
        TypeData::Opaque { .. } | TypeData::Encoded(_) => TypeKind::Opaque,
        TypeData::Dialect { .. } | TypeData::Identified { .. } => return None,
    } as usize)
}

/// Returns the row of an attribute in [`BUILTIN_ATTR_NAMES`], or `None` if a dialect defines it or it is absent.
pub(crate) fn attr_row(data: &AttrData) -> Option<usize> {
    Some(match data {
        AttrData::Unit => AttrKind::Unit,
        AttrData::Integer { .. } => AttrKind::Integer,
        AttrData::Float { .. } => AttrKind::Float,
        AttrData::String { .. } => AttrKind::String,
        AttrData::Array(_) => AttrKind::Array,
        AttrData::Dict(_) => AttrKind::Dict,
        AttrData::Type(_) => AttrKind::Type,
        AttrData::SymbolRef { .. } => AttrKind::SymbolRef,
        AttrData::AffineMap(_) => AttrKind::AffineMap,
        AttrData::IntegerSet(_) => AttrKind::IntegerSet,
        AttrData::DenseElements { .. } => AttrKind::DenseElements,
        AttrData::DenseString { .. } => AttrKind::DenseString,
        AttrData::DenseArray { .. } => AttrKind::DenseArray,
        AttrData::DenseResource { .. } => AttrKind::DenseResource,
        AttrData::Sparse { .. } => AttrKind::Sparse,
        AttrData::Opaque { .. } | AttrData::Encoded(_) => AttrKind::Opaque,
        AttrData::StridedLayout { .. } => AttrKind::StridedLayout,
        AttrData::Distinct { .. } => AttrKind::Distinct,
        AttrData::Loc(LocData::Unknown) => AttrKind::UnknownLoc,
        AttrData::Loc(LocData::File { .. }) => AttrKind::FileLoc,
        AttrData::Loc(LocData::Name { .. }) => AttrKind::NameLoc,
        AttrData::Loc(LocData::CallSite { .. }) => AttrKind::CallSiteLoc,
        AttrData::Loc(LocData::Fused { .. }) => AttrKind::FusedLoc,
        AttrData::Dialect { .. } | AttrData::Null => return None,
    } as usize)
}

#[cfg(test)]
mod tests {
    use terrace_support::apfloat::FloatKind;

    use super::{BUILTIN_TYPE_NAMES, type_row};
    use crate::{Context, Type};

    #[test]
    fn a_floating_point_type_has_the_row_of_its_name() {
        let cx = Context::new(&[]);
        for kind in FloatKind::ALL {
            let ty = cx.float(kind);
            let row = type_row(ty.data(&cx)).expect("a builtin type has a row");
            assert_eq!(BUILTIN_TYPE_NAMES[row], format!("builtin.{}", cx.type_text(ty)));
        }
        assert_eq!(type_row(Type::INDEX.data(&cx)).map(|row| BUILTIN_TYPE_NAMES[row]), Some("builtin.index"));
    }
}
