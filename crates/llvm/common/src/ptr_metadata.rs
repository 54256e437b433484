//! The structure for `!ptr.ptr_metadata`: the metadata of a memref that is not static in its type.

use terrace_dialects_llvm::types::{PointerType, StructType};
use terrace_ir::{Context, DYNAMIC, Type, Value};

use crate::build::Build;
use crate::converter::strides_and_offset;
use crate::descriptor::MemRefDescriptor;

/// A number of a memref that its type may not know.
#[derive(Clone, Copy)]
pub enum Field {
    /// The offset.
    Offset,
    /// The size of a dimension.
    Size(usize),
    /// The stride of a dimension.
    Stride(usize),
}

impl Field {
    /// Reads it from a descriptor.
    pub fn read(self, build: &mut Build<'_, '_>, from: MemRefDescriptor) -> Value {
        match self {
            Self::Offset => from.offset(build),
            Self::Size(dim) => from.size(build, dim),
            Self::Stride(dim) => from.stride(build, dim),
        }
    }

    /// Writes it to a descriptor.
    pub fn write(self, build: &mut Build<'_, '_>, to: &mut MemRefDescriptor, value: Value) {
        match self {
            Self::Offset => to.set_offset(build, value),
            Self::Size(dim) => to.set_size(build, dim, value),
            Self::Stride(dim) => to.set_stride(build, dim, value),
        }
    }
}

/// The numbers of a ranked memref in the order of its metadata, with [`DYNAMIC`] for those that its type does not know; `None`
/// if its layout is not strided.
pub fn fields(cx: &Context, memref: Type) -> Option<Vec<(Field, i64)>> {
    let (shape, (strides, offset)) = (memref.shape(cx)?, strides_and_offset(cx, memref)?);
    let sizes = shape.iter().enumerate().map(|(dim, &size)| (Field::Size(dim), size));
    let strides = strides.iter().enumerate().map(|(dim, &stride)| (Field::Stride(dim), stride));
    Some(std::iter::once((Field::Offset, offset)).chain(sizes).chain(strides).collect())
}

/// The structure for the metadata of a ranked memref in the address space 0; `None` for another type.
pub fn metadata_type(cx: &Context, index: Type, memref: Type) -> Option<Type> {
    let unknown = fields(cx, memref)?.into_iter().filter(|&(_, number)| number == DYNAMIC).count();
    let mut types = vec![PointerType::default_space(cx)];
    types.extend(std::iter::repeat_n(index, unknown));
    Some(StructType::get(cx, types, false).into())
}
