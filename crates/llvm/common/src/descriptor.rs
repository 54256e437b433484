//! Memref descriptors: the allocated pointer, the aligned pointer, the offset, sizes and strides; and for
//! memrefs without a rank, the rank and a pointer to such a structure.

use terrace_dialects_llvm::enums::{GEPNoWrapFlags, IntegerOverflowFlags};
use terrace_dialects_llvm::ops::{AddOp, AllocaOp, MulOp};
use terrace_dialects_llvm::types::PointerType;
use terrace_ir::{Context, DYNAMIC, Type, Value};

use crate::build::{Build, GepIndex};
use crate::converter::{LlvmTypeConverter, strides_and_offset};

/// The positions of the fields.
const ALLOCATED: i64 = 0;
const ALIGNED: i64 = 1;
const OFFSET: i64 = 2;
const SIZES: i64 = 3;
const STRIDES: i64 = 4;

/// The structure for a ranked memref. Updates return a new one.
#[derive(Clone, Copy, Debug)]
pub struct MemRefDescriptor {
    /// The structure.
    pub value: Value,
}

impl MemRefDescriptor {
    /// The structure of a value.
    pub fn of(value: Value) -> Self {
        Self { value }
    }

    /// A poison structure.
    pub fn poison(build: &mut Build<'_, '_>, structure: Type) -> Self {
        Self { value: build.poison(structure) }
    }

    /// The structure with these fields: pointers, offset, all sizes and all strides.
    pub fn pack(build: &mut Build<'_, '_>, structure: Type, rank: usize, fields: &[Value]) -> Self {
        let mut made = Self::poison(build, structure);
        made.set_allocated(build, fields[0]);
        made.set_aligned(build, fields[1]);
        made.set_offset(build, fields[2]);
        for dim in 0..rank {
            made.set_size(build, dim, fields[3 + dim]);
            made.set_stride(build, dim, fields[3 + rank + dim]);
        }
        made
    }

    /// The structure for a memref of static shape and layout whose elements are at a pointer; `None` for another memref.
    pub fn from_static_shape(build: &mut Build<'_, '_>, memref: Type, pointer: Value) -> Option<Self> {
        Self::from_static_shape_at(build, memref, pointer, pointer)
    }

    /// As [`Self::from_static_shape`], where the allocation begins at another pointer.
    pub fn from_static_shape_at(
        build: &mut Build<'_, '_>,
        memref: Type,
        allocated: Value,
        aligned: Value,
    ) -> Option<Self> {
        let cx = build.cx();
        let (strides, offset) = strides_and_offset(cx, memref)?;
        let shape = memref.shape(cx)?.to_vec();
        let structure = structure(cx, build.index, build.rw.body().value_type(aligned), shape.len());
        let mut made = Self::poison(build, structure);
        made.set_allocated(build, allocated);
        made.set_aligned(build, aligned);
        let offset = build.index(offset);
        made.set_offset(build, offset);
        for (dim, (&size, &stride)) in shape.iter().zip(&strides).enumerate() {
            let size = build.index(size);
            made.set_size(build, dim, size);
            let stride = build.index(stride);
            made.set_stride(build, dim, stride);
        }
        Some(made)
    }

    /// The allocated pointer.
    pub fn allocated(self, build: &mut Build<'_, '_>) -> Value {
        build.extract(self.value, &[ALLOCATED])
    }

    /// The aligned pointer, to which the offset is added.
    pub fn aligned(self, build: &mut Build<'_, '_>) -> Value {
        build.extract(self.value, &[ALIGNED])
    }

    /// The offset, in elements.
    pub fn offset(self, build: &mut Build<'_, '_>) -> Value {
        build.extract(self.value, &[OFFSET])
    }

    /// The size of a dimension.
    pub fn size(self, build: &mut Build<'_, '_>, dim: usize) -> Value {
        build.extract(self.value, &[SIZES, dim as i64])
    }

    /// The stride of a dimension, in elements.
    pub fn stride(self, build: &mut Build<'_, '_>, dim: usize) -> Value {
        build.extract(self.value, &[STRIDES, dim as i64])
    }

    /// Sets the allocated pointer.
    pub fn set_allocated(&mut self, build: &mut Build<'_, '_>, pointer: Value) {
        self.value = build.insert(self.value, pointer, &[ALLOCATED]);
    }

    /// Sets the aligned pointer.
    pub fn set_aligned(&mut self, build: &mut Build<'_, '_>, pointer: Value) {
        self.value = build.insert(self.value, pointer, &[ALIGNED]);
    }

    /// Sets the offset.
    pub fn set_offset(&mut self, build: &mut Build<'_, '_>, offset: Value) {
        self.value = build.insert(self.value, offset, &[OFFSET]);
    }

    /// Sets the size of a dimension.
    pub fn set_size(&mut self, build: &mut Build<'_, '_>, dim: usize, size: Value) {
        self.value = build.insert(self.value, size, &[SIZES, dim as i64]);
    }

    /// Sets the stride of a dimension.
    pub fn set_stride(&mut self, build: &mut Build<'_, '_>, dim: usize, stride: Value) {
        self.value = build.insert(self.value, stride, &[STRIDES, dim as i64]);
    }

    /// All fields: pointers, offset, sizes and strides.
    pub fn unpack(self, build: &mut Build<'_, '_>, rank: usize) -> Vec<Value> {
        let mut fields = vec![self.allocated(build), self.aligned(build), self.offset(build)];
        fields.extend((0..rank).map(|dim| self.size(build, dim)));
        fields.extend((0..rank).map(|dim| self.stride(build, dim)));
        fields
    }

    /// The pointer to the first element, by the layout that the type of the memref has.
    pub fn buffer(
        self,
        build: &mut Build<'_, '_>,
        converter: &LlvmTypeConverter,
        memref: Type,
    ) -> Option<Value> {
        let cx = build.cx();
        let (_, offset) = strides_and_offset(cx, memref)?;
        let aligned = self.aligned(build);
        if offset == 0 {
            return Some(aligned);
        }
        let offset = if offset == DYNAMIC { self.offset(build) } else { build.index(offset) };
        let element = converter.convert(cx, memref.element_type(cx)?)?;
        let pointer = build.rw.body().value_type(aligned);
        Some(build.gep(pointer, element, aligned, &[GepIndex::Value(offset)], GEPNoWrapFlags::NONE))
    }

    /// The pointer to an element.
    pub fn element(
        self,
        build: &mut Build<'_, '_>,
        converter: &LlvmTypeConverter,
        memref: Type,
        indices: &[Value],
        flags: GEPNoWrapFlags,
    ) -> Option<Value> {
        let cx = build.cx();
        let (strides, _) = strides_and_offset(cx, memref)?;
        let base = self.buffer(build, converter, memref)?;
        let overflow = overflow_of(flags);
        let mut index: Option<Value> = None;
        for (dim, (&at, &stride)) in indices.iter().zip(&strides).enumerate() {
            let mut increment = at;
            if stride != 1 {
                let stride = if stride == DYNAMIC { self.stride(build, dim) } else { build.index(stride) };
                increment = build.overflowing::<MulOp>(increment, stride, overflow);
            }
            index = Some(match index {
                Some(index) => build.overflowing::<AddOp>(index, increment, overflow),
                None => increment,
            });
        }
        let Some(index) = index else { return Some(base) };
        let element = converter.convert(cx, memref.element_type(cx)?)?;
        let pointer = build.rw.body().value_type(base);
        Some(build.gep(pointer, element, base, &[GepIndex::Value(index)], flags))
    }
}

/// The structure for a ranked memref with such pointers.
pub fn structure(cx: &Context, index: Type, pointer: Type, rank: usize) -> Type {
    use terrace_dialects_llvm::types::{ArrayType, StructType};
    let mut fields = vec![pointer, pointer, index];
    if rank > 0 {
        let list: Type = ArrayType::get(cx, index, rank as u64).into();
        fields.extend([list, list]);
    }
    StructType::get(cx, fields, false).into()
}

fn overflow_of(flags: GEPNoWrapFlags) -> IntegerOverflowFlags {
    let mut overflow = IntegerOverflowFlags::NONE;
    if flags.contains(GEPNoWrapFlags::NUSW) {
        overflow = overflow | IntegerOverflowFlags::NSW;
    }
    if flags.contains(GEPNoWrapFlags::NUW) {
        overflow = overflow | IntegerOverflowFlags::NUW;
    }
    overflow
}

/// The structure for a memref without a rank: the rank, and a pointer to the structure for the ranked memref.
#[derive(Clone, Copy, Debug)]
pub struct UnrankedMemRefDescriptor {
    /// The structure.
    pub value: Value,
}

impl UnrankedMemRefDescriptor {
    /// The structure with these fields: rank and pointer.
    pub fn pack(build: &mut Build<'_, '_>, structure: Type, [rank, pointer]: [Value; 2]) -> Self {
        let value = build.poison(structure);
        let value = build.insert(value, rank, &[0]);
        Self { value: build.insert(value, pointer, &[1]) }
    }

    /// The structure of a value.
    pub fn of(value: Value) -> Self {
        Self { value }
    }

    /// The rank.
    pub fn rank(self, build: &mut Build<'_, '_>) -> Value {
        build.extract(self.value, &[0])
    }

    /// The pointer to the structure for the ranked memref.
    pub fn pointer(self, build: &mut Build<'_, '_>) -> Value {
        build.extract(self.value, &[1])
    }

    /// A structure with a rank; its pointer comes with [`Self::allocate`].
    pub fn with_rank(build: &mut Build<'_, '_>, structure: Type, rank: Value) -> Self {
        let value = build.poison(structure);
        Self { value: build.insert(value, rank, &[0]) }
    }

    /// The size of the structure for the ranked memref in bytes: two pointers, the offset, and a size and a stride for each
    /// dimension.
    pub fn size(self, build: &mut Build<'_, '_>) -> Value {
        let bytes = build.index.bit_width(build.cx()).map_or(8, |bits| i64::from(bits.div_ceil(8)));
        let one = build.index(1);
        let two = build.index(2);
        let index_size = build.index(bytes);
        let pointer_size = build.index(POINTER_SIZE);
        let pointers = build.binary::<MulOp>(two, pointer_size);
        let rank = self.rank(build);
        let twice = build.binary::<MulOp>(two, rank);
        let numbers = build.binary::<AddOp>(twice, one);
        let numbers = build.binary::<MulOp>(numbers, index_size);
        build.binary::<AddOp>(pointers, numbers)
    }

    /// Allocates the descriptor of the ranked memref on the stack. Returns its size and the pointer.
    pub fn allocate(&mut self, build: &mut Build<'_, '_>) -> (Value, Value) {
        let (cx, size) = (build.cx(), self.size(build));
        let alloca = AllocaOp::of(size).loc(build.loc).elem_type(Type::I8);
        let memory = build.rw.build_value(alloca.res(PointerType::default_space(cx)));
        self.value = build.insert(self.value, memory, &[1]);
        (size, memory)
    }
}

/// The size of a pointer in bytes.
pub const POINTER_SIZE: i64 = 8;

/// The structure for a ranked memref in memory.
#[derive(Clone, Copy, Debug)]
pub struct MemRefDescriptorInMemory {
    /// The address of the descriptor.
    pub memory: Value,
    /// The type of a pointer to the elements.
    pub pointer: Type,
}

impl MemRefDescriptorInMemory {
    fn field(self, build: &mut Build<'_, '_>, at: i32) -> Value {
        let default = PointerType::default_space(build.cx());
        build.gep(default, self.pointer, self.memory, &[GepIndex::Known(at)], GEPNoWrapFlags::NONE)
    }

    /// Reads the allocated pointer.
    pub fn allocated(self, build: &mut Build<'_, '_>) -> Value {
        build.load(self.pointer, self.memory)
    }

    /// Reads the aligned pointer.
    pub fn aligned(self, build: &mut Build<'_, '_>) -> Value {
        let address = self.field(build, 1);
        build.load(self.pointer, address)
    }

    /// The address of the offset; sizes and strides follow it.
    pub fn offset_address(self, build: &mut Build<'_, '_>) -> Value {
        self.field(build, 2)
    }

    /// Reads the offset.
    pub fn offset(self, build: &mut Build<'_, '_>) -> Value {
        let (address, index) = (self.offset_address(build), build.index);
        build.load(index, address)
    }

    /// The address of the sizes.
    pub fn sizes_address(self, build: &mut Build<'_, '_>) -> Value {
        use terrace_dialects_llvm::types::StructType;
        let (cx, pointer, index) = (build.cx(), self.pointer, build.index);
        let fields: Type = StructType::get(cx, vec![pointer, pointer, index, index], false).into();
        let default = PointerType::default_space(cx);
        let position = [GepIndex::Known(0), GepIndex::Known(3)];
        build.gep(default, fields, self.memory, &position, GEPNoWrapFlags::NONE)
    }

    /// Writes the pointers.
    pub fn set_pointers(self, build: &mut Build<'_, '_>, [allocated, aligned]: [Value; 2]) {
        build.store(allocated, self.memory);
        let address = self.field(build, 1);
        build.store(aligned, address);
    }

    /// Writes the offset.
    pub fn set_offset(self, build: &mut Build<'_, '_>, offset: Value) {
        let address = self.offset_address(build);
        build.store(offset, address);
    }
}
