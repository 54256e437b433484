//! Sizes and alignments of types by a data layout as LLVM writes it: `e-p:64:64-i64:64`.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use crate::types::{Structure, Type, TypeKind, Types};

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

/// A data layout. Unspecified entries have LLVM's defaults.
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

/// Inserts an entry in order of width, replacing an existing one.
fn set(entries: &mut Vec<Entry>, new: Entry) {
    match entries.binary_search_by_key(&new.bits, |entry| entry.bits) {
        Ok(at) => entries[at] = new,
        Err(at) => entries.insert(at, new),
    }
}

/// A part of a layout.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LayoutPart<'t> {
    /// `e`, `E`: whether the lowest byte of a number comes first.
    LittleEndian(bool),
    /// `P1`: the address space of functions.
    ProgramSpace(u32),
    /// `G1`: the address space of globals.
    GlobalsSpace(u32),
    /// `A5`: the address space of `alloca`.
    AllocaSpace(u32),
    /// `m:e`: how names are mangled.
    Mangling(&'t str),
    /// `S128`: the alignment of the stack in bits.
    StackAlignment(u64),
    /// `i64:64:64`: a width of integers, and alignments in bits.
    Integer(u64, Vec<u64>),
    /// `f64:64:64`: a width of floating-point numbers, and alignments in bits.
    Float(u64, Vec<u64>),
    /// `v128:128`: a width of vectors, and alignments in bits.
    Vector(u64, Vec<u64>),
    /// `a:0:64`: alignments of aggregates in bits.
    Aggregate(Vec<u64>),
    /// `p1:64:64:64:32`: an address space; the size of its pointers, alignments and the width of an index in bits; and
    /// whether they have properties besides.
    Pointer(u32, Vec<u64>, bool),
    /// `n8:16:32`: the widths of integers that the target has.
    NativeWidths(Vec<u32>),
    /// `Fn32`, `Fi8`: the alignment of functions in bits, and whether that of a function pointer depends on it.
    FunctionPointer(u64, bool),
    /// Another part.
    Other,
}

fn numbers(texts: &str) -> Option<Vec<u64>> {
    texts.split(':').map(|text| text.parse().ok()).collect()
}

impl<'t> LayoutPart<'t> {
    /// Reads a part; `None` if it is malformed.
    pub fn parse(text: &'t str) -> Option<Self> {
        let letters = text.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(text.len());
        let (kind, rest) = text.split_at(letters);
        // The width comes before the first colon.
        let sized = |rest: &str| {
            let (width, alignments) = rest.split_once(':')?;
            Some((width.parse().ok()?, numbers(alignments)?))
        };
        Some(match kind {
            "" => return None,
            "e" | "E" => return rest.is_empty().then_some(LayoutPart::LittleEndian(kind == "e")),
            "P" => LayoutPart::ProgramSpace(rest.parse().ok()?),
            "G" => LayoutPart::GlobalsSpace(rest.parse().ok()?),
            "A" => LayoutPart::AllocaSpace(rest.parse().ok()?),
            "m" => LayoutPart::Mangling(text.strip_prefix("m:").filter(|mode| !mode.is_empty())?),
            "S" => LayoutPart::StackAlignment(rest.parse().ok()?),
            "i" => sized(rest).map(|(width, alignments)| LayoutPart::Integer(width, alignments))?,
            "f" => sized(rest).map(|(width, alignments)| LayoutPart::Float(width, alignments))?,
            "v" => sized(rest).map(|(width, alignments)| LayoutPart::Vector(width, alignments))?,
            "a" => LayoutPart::Aggregate(numbers(rest.split_once(':')?.1)?),
            "p" | "pe" | "pu" | "peu" | "pue" => {
                let (space, sizes) = rest.split_once(':')?;
                // An address space may have a name.
                let space = space.split_once('(').map_or(space, |(space, _)| space);
                let space = if space.is_empty() { 0 } else { space.parse().ok()? };
                let sizes = numbers(sizes).filter(|sizes| (2..=4).contains(&sizes.len()))?;
                LayoutPart::Pointer(space, sizes, kind != "p")
            }
            "n" => LayoutPart::NativeWidths(
                rest.trim_start_matches(':')
                    .split(':')
                    .map(|width| width.parse().ok())
                    .collect::<Option<_>>()?,
            ),
            "Fi" | "Fn" => LayoutPart::FunctionPointer(rest.parse().ok()?, kind == "Fn"),
            _ => LayoutPart::Other,
        })
    }
}

impl Layout {
    /// Reads a layout. Parts that are malformed, which the verifier of modules refuses, are left out.
    pub fn parse(text: &str) -> Self {
        let mut layout = Self::default();
        text.split('-').filter_map(LayoutPart::parse).for_each(|part| layout.add(part));
        layout
    }

    fn add(&mut self, part: LayoutPart<'_>) {
        // In bytes; the preferred alignment defaults to the ABI alignment.
        let pair = |alignments: &[u64]| {
            let abi = alignments.first().map_or(1, |bits| bits / 8);
            (abi, alignments.get(1).map_or(abi, |bits| bits / 8))
        };
        let new = |bits, alignments: &[u64]| {
            let (abi, preferred) = pair(alignments);
            entry(bits, abi, preferred)
        };
        match part {
            LayoutPart::LittleEndian(is_little) => self.is_little_endian = is_little,
            LayoutPart::AllocaSpace(space) => self.alloca_space = space,
            LayoutPart::ProgramSpace(space) => self.program_space = space,
            LayoutPart::GlobalsSpace(space) => self.globals_space = space,
            LayoutPart::Integer(bits, alignments) => set(&mut self.integers, new(bits, &alignments)),
            LayoutPart::Float(bits, alignments) => set(&mut self.floats, new(bits, &alignments)),
            LayoutPart::Vector(bits, alignments) => set(&mut self.vectors, new(bits, &alignments)),
            LayoutPart::Aggregate(alignments) => {
                let (abi, preferred) = pair(&alignments);
                self.aggregate = (abi.max(1), preferred.max(1));
            }
            LayoutPart::Pointer(space, sizes, _) => {
                let (bits, (abi, preferred)) = (sizes[0], pair(&sizes[1..]));
                let index_bits = sizes.get(3).copied().unwrap_or(bits);
                self.pointers.retain(|pointer| pointer.space != space);
                self.pointers.push(Pointer { space, bits, abi, preferred, index_bits });
            }
            LayoutPart::Mangling(_)
            | LayoutPart::StackAlignment(_)
            | LayoutPart::NativeWidths(_)
            | LayoutPart::FunctionPointer(..)
            | LayoutPart::Other => {}
        }
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
    pub fn size_in_bits(&self, types: &Types, ty: Type) -> u64 {
        match *types.kind(ty) {
            TypeKind::Integer(width) => u64::from(width),
            TypeKind::Float(kind) => u64::from(kind.width()),
            TypeKind::Vector { element, count, .. } => {
                u64::from(count).saturating_mul(self.size_in_bits(types, element))
            }
            TypeKind::Pointer(space) => self.pointer(space).bits,
            TypeKind::Array { element, count } => {
                self.alloc_size(types, element).saturating_mul(8).saturating_mul(count)
            }
            TypeKind::Target { .. } => self.pointer(0).bits,
            _ => match types.structure(ty) {
                Some(structure) => self.structure(types, ty, structure).size.saturating_mul(8),
                None => 128,
            },
        }
    }

    /// The offset of an element of a structure in bytes, or the size of the structure if there is no such element; and
    /// the alignment so far.
    fn offset(&self, types: &Types, structure: &Structure, element: usize) -> (u64, u64) {
        let (mut offset, mut alignment) = (0u64, 1);
        for (index, &ty) in structure.elements.iter().enumerate() {
            let of_element = if structure.packed { 1 } else { self.abi_alignment(types, ty) };
            alignment = of_element.max(alignment);
            offset = offset.checked_next_multiple_of(of_element).unwrap_or(u64::MAX);
            if index == element {
                return (offset, alignment);
            }
            offset = offset.saturating_add(self.alloc_size(types, ty));
        }
        (offset.checked_next_multiple_of(alignment).unwrap_or(u64::MAX), alignment)
    }

    fn structure(&self, types: &Types, ty: Type, structure: &Structure) -> Known {
        if let Some(&known) = self.structures.borrow().get(&ty) {
            return known;
        }
        let (size, natural) = self.offset(types, structure, structure.elements.len());
        let (abi, preferred) = self.aggregate;
        let known = match structure.packed {
            true => Known { size, abi: 1, preferred: preferred.max(1) },
            false => Known { size, abi: natural.max(abi), preferred: natural.max(preferred) },
        };
        self.structures.borrow_mut().insert(ty, known);
        known
    }

    /// The offset of an element of a structure, in bytes.
    pub fn element_offset(&self, types: &Types, structure: &Structure, element: usize) -> u64 {
        self.offset(types, structure, element).0
    }

    /// The bytes that a value takes where it is stored.
    pub fn store_size(&self, types: &Types, ty: Type) -> u64 {
        self.size_in_bits(types, ty).div_ceil(8)
    }

    /// The bytes from one value to the next in an array.
    pub fn alloc_size(&self, types: &Types, ty: Type) -> u64 {
        self.store_size(types, ty).checked_next_multiple_of(self.abi_alignment(types, ty)).unwrap_or(u64::MAX)
    }

    /// The ABI alignment, in bytes.
    pub fn abi_alignment(&self, types: &Types, ty: Type) -> u64 {
        self.alignment(types, ty).0
    }

    /// The alignment that is best, in bytes.
    pub fn preferred_alignment(&self, types: &Types, ty: Type) -> u64 {
        self.alignment(types, ty).1
    }

    fn alignment(&self, types: &Types, ty: Type) -> (u64, u64) {
        let exact = |entries: &[Entry], bits: u64| {
            entries.iter().find(|entry| entry.bits == bits).map(|entry| (entry.abi, entry.preferred))
        };
        let of_pointer = |space| {
            let pointer = self.pointer(space);
            (pointer.abi, pointer.preferred)
        };
        match *types.kind(ty) {
            TypeKind::Integer(width) => {
                let at = self.integers.partition_point(|entry| entry.bits < u64::from(width));
                let found = self.integers.get(at).or(self.integers.last());
                found.map_or((1, 1), |entry| (entry.abi, entry.preferred))
            }
            TypeKind::Float(kind) => {
                let bits = u64::from(kind.width());
                let natural = bits.div_ceil(8).next_power_of_two();
                exact(&self.floats, bits).unwrap_or((natural, natural))
            }
            TypeKind::Vector { .. } => {
                let bits = self.size_in_bits(types, ty);
                let natural = self.store_size(types, ty).max(1).next_power_of_two();
                exact(&self.vectors, bits).unwrap_or((natural, natural))
            }
            TypeKind::Pointer(space) => of_pointer(space),
            TypeKind::Array { element, .. } => self.alignment(types, element),
            TypeKind::Target { .. } => of_pointer(0),
            _ => match types.structure(ty) {
                Some(structure) => {
                    let known = self.structure(types, ty, structure);
                    (known.abi, known.preferred)
                }
                None => (16, 16),
            },
        }
    }
}
