//! Sizes and alignments of types by a data layout as LLVM writes it: `e-p:64:64-i64:64`.

use std::cell::RefCell;

use rustc_hash::FxHashMap;
use terrace_dialects_llvm::types::{ArrayType, StructRef, TargetExtType};
use terrace_ir::{Context, Type, TypeData};

use crate::types::pointer_space;

/// The alignments of a kind of type of one width, in bytes.
#[derive(Clone, Copy, Debug)]
struct Entry {
    bits: u64,
    abi: u64,
    preferred: u64,
}

/// A pointer of an address space.
#[derive(Clone, Copy, Debug)]
struct Pointer {
    space: u32,
    bits: u64,
    abi: u64,
    preferred: u64,
    index_bits: u64,
}

/// The size and alignments of a type, in bytes.
#[derive(Clone, Copy)]
struct Known {
    size: u64,
    abi: u64,
    preferred: u64,
}

/// A data layout. What a text does not say is LLVM's default.
pub struct Layout {
    integers: Vec<Entry>,
    floats: Vec<Entry>,
    vectors: Vec<Entry>,
    pointers: Vec<Pointer>,
    aggregate: (u64, u64),
    /// The address space of `alloca`.
    pub alloca_space: u32,
    /// The address space of functions.
    pub program_space: u32,
    /// The address space of globals.
    pub globals_space: u32,
    /// Whether the lowest byte of a number comes first.
    pub is_little_endian: bool,
    /// Structures, which are looked at once each.
    structures: RefCell<FxHashMap<Type, Known>>,
}

const fn entry(bits: u64, abi: u64, preferred: u64) -> Entry {
    Entry { bits, abi, preferred }
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            integers: vec![entry(8, 1, 1), entry(16, 2, 2), entry(32, 4, 4), entry(64, 4, 8)],
            floats: vec![entry(16, 2, 2), entry(32, 4, 4), entry(64, 8, 8), entry(128, 16, 16)],
            vectors: vec![entry(64, 8, 8), entry(128, 16, 16)],
            pointers: vec![Pointer { space: 0, bits: 64, abi: 8, preferred: 8, index_bits: 64 }],
            aggregate: (1, 8),
            alloca_space: 0,
            program_space: 0,
            globals_space: 0,
            is_little_endian: true,
            structures: RefCell::default(),
        }
    }
}

/// Puts an entry in its place by width, over one that is there.
fn set(entries: &mut Vec<Entry>, new: Entry) {
    match entries.binary_search_by_key(&new.bits, |entry| entry.bits) {
        Ok(at) => entries[at] = new,
        Err(at) => entries.insert(at, new),
    }
}

impl Layout {
    /// Reads a layout. Parts that are malformed, which the verifier of modules refuses, are left out.
    pub fn parse(text: &str) -> Self {
        let mut layout = Self::default();
        for part in text.split('-').filter(|part| !part.is_empty()) {
            let _ = layout.add(part);
        }
        layout
    }

    fn add(&mut self, part: &str) -> Option<()> {
        let (kind, rest) = part.split_at_checked(1)?;
        let fields: Vec<&str> = rest.split(':').collect();
        let number = |index: usize| fields.get(index).and_then(|field| field.parse::<u64>().ok());
        match kind {
            "e" => self.is_little_endian = true,
            "E" => self.is_little_endian = false,
            "A" => self.alloca_space = rest.parse().ok()?,
            "P" => self.program_space = rest.parse().ok()?,
            "G" => self.globals_space = rest.parse().ok()?,
            "i" | "f" | "v" => {
                let (bits, abi) = (number(0)?, number(1)? / 8);
                let new = entry(bits, abi, number(2).map_or(abi, |bits| bits / 8));
                set(
                    match kind {
                        "i" => &mut self.integers,
                        "f" => &mut self.floats,
                        _ => &mut self.vectors,
                    },
                    new,
                );
            }
            "a" => {
                let abi = (number(1)? / 8).max(1);
                self.aggregate = (abi, number(2).map_or(abi, |bits| bits / 8));
            }
            "p" => {
                let flags = fields.first()?.trim_start_matches(['e', 'u']);
                let space: u32 = if flags.is_empty() { 0 } else { flags.parse().ok()? };
                let (bits, abi) = (number(1)?, number(2)? / 8);
                let preferred = number(3).map_or(abi, |bits| bits / 8);
                let index_bits = number(4).unwrap_or(bits);
                self.pointers.retain(|pointer| pointer.space != space);
                self.pointers.push(Pointer { space, bits, abi, preferred, index_bits });
            }
            _ => {}
        }
        Some(())
    }

    fn pointer(&self, space: u32) -> Pointer {
        let find = |space| self.pointers.iter().find(move |pointer| pointer.space == space);
        let default = Pointer { space: 0, bits: 64, abi: 8, preferred: 8, index_bits: 64 };
        find(space).or_else(|| find(0)).copied().unwrap_or(default)
    }

    /// The width of an index of pointers of an address space, in bits.
    pub fn index_bits(&self, space: u32) -> u32 {
        self.pointer(space).index_bits as u32
    }

    /// The size of a type in bits; of scalable vectors, that for one part.
    pub fn size_in_bits(&self, cx: &Context, ty: Type) -> u64 {
        match ty.data(cx) {
            TypeData::Integer { width, .. } => return u64::from(*width),
            TypeData::Float(kind) => return u64::from(kind.width()),
            TypeData::Vector { shape, element, .. } => {
                let count = shape.first().copied().unwrap_or(1).unsigned_abs();
                return count.saturating_mul(self.size_in_bits(cx, *element));
            }
            _ => {}
        }
        if let Some(space) = pointer_space(cx, ty) {
            self.pointer(space).bits
        } else if let Some(array) = ty.dyn_cast::<ArrayType>(cx) {
            let element = self.alloc_size(cx, array.element_type(cx)).saturating_mul(8);
            element.saturating_mul(array.num_elements(cx))
        } else if let Some(structure) = StructRef::of(cx, ty) {
            self.structure(cx, ty, structure).size.saturating_mul(8)
        } else if ty.isa::<TargetExtType>(cx) {
            self.pointer(0).bits
        } else {
            128
        }
    }

    /// The offset of an element of a structure in bytes, or the size of the structure if there is no such element; and
    /// the alignment so far.
    fn offset(&self, cx: &Context, structure: StructRef<'_>, element: usize) -> (u64, u64) {
        let (mut offset, mut alignment) = (0u64, 1);
        for (index, ty) in structure.elements().enumerate() {
            let of_element = if structure.is_packed { 1 } else { self.abi_alignment(cx, ty) };
            alignment = of_element.max(alignment);
            offset = offset.checked_next_multiple_of(of_element).unwrap_or(u64::MAX);
            if index == element {
                return (offset, alignment);
            }
            offset = offset.saturating_add(self.alloc_size(cx, ty));
        }
        (offset.checked_next_multiple_of(alignment).unwrap_or(u64::MAX), alignment)
    }

    fn structure(&self, cx: &Context, ty: Type, structure: StructRef<'_>) -> Known {
        if let Some(&known) = self.structures.borrow().get(&ty) {
            return known;
        }
        let (size, natural) = self.offset(cx, structure, structure.len());
        let (abi, preferred) = self.aggregate;
        let known = match structure.is_packed {
            true => Known { size, abi: 1, preferred: preferred.max(1) },
            false => Known { size, abi: natural.max(abi), preferred: natural.max(preferred) },
        };
        self.structures.borrow_mut().insert(ty, known);
        known
    }

    /// The offset of an element of a structure, in bytes.
    pub fn element_offset(&self, cx: &Context, structure: StructRef<'_>, element: usize) -> u64 {
        self.offset(cx, structure, element).0
    }

    /// The bytes that a value takes where it is stored.
    pub fn store_size(&self, cx: &Context, ty: Type) -> u64 {
        self.size_in_bits(cx, ty).div_ceil(8)
    }

    /// The bytes from one value to the next in an array.
    pub fn alloc_size(&self, cx: &Context, ty: Type) -> u64 {
        self.store_size(cx, ty).checked_next_multiple_of(self.abi_alignment(cx, ty)).unwrap_or(u64::MAX)
    }

    /// The alignment that the calling convention asks for, in bytes.
    pub fn abi_alignment(&self, cx: &Context, ty: Type) -> u64 {
        self.alignment(cx, ty).0
    }

    /// The alignment that is best, in bytes.
    pub fn preferred_alignment(&self, cx: &Context, ty: Type) -> u64 {
        self.alignment(cx, ty).1
    }

    fn alignment(&self, cx: &Context, ty: Type) -> (u64, u64) {
        let exact = |entries: &[Entry], bits: u64| {
            entries.iter().find(|entry| entry.bits == bits).map(|entry| (entry.abi, entry.preferred))
        };
        match ty.data(cx) {
            TypeData::Integer { width, .. } => {
                let at = self.integers.partition_point(|entry| entry.bits < u64::from(*width));
                let found = self.integers.get(at).or(self.integers.last());
                return found.map_or((1, 1), |entry| (entry.abi, entry.preferred));
            }
            TypeData::Float(kind) => {
                let bits = u64::from(kind.width());
                let natural = bits.div_ceil(8).next_power_of_two();
                return exact(&self.floats, bits).unwrap_or((natural, natural));
            }
            TypeData::Vector { .. } => {
                let bits = self.size_in_bits(cx, ty);
                let natural = self.store_size(cx, ty).max(1).next_power_of_two();
                return exact(&self.vectors, bits).unwrap_or((natural, natural));
            }
            _ => {}
        }
        if let Some(space) = pointer_space(cx, ty) {
            let pointer = self.pointer(space);
            (pointer.abi, pointer.preferred)
        } else if let Some(array) = ty.dyn_cast::<ArrayType>(cx) {
            self.alignment(cx, array.element_type(cx))
        } else if let Some(structure) = StructRef::of(cx, ty) {
            let known = self.structure(cx, ty, structure);
            (known.abi, known.preferred)
        } else if ty.isa::<TargetExtType>(cx) {
            let pointer = self.pointer(0);
            (pointer.abi, pointer.preferred)
        } else {
            (16, 16)
        }
    }
}
