//! The layout of data in memory: sizes and alignments of types.
//!
//! An op with [`DataLayoutOpInterface`] may have a specification, an attribute with [`DataLayoutSpecInterface`], which
//! has entries for types and entries with names. A [`DataLayout`] is the effective layout in such an op: its
//! specification combined with those of the enclosing ops. Types with [`DataLayoutTypeInterface`] compute their layout
//! from the entries of their kind; builtin types do so here, as upstream.

use std::mem::{Discriminant, discriminant};

use crate::attrs::{Attr, AttrData};
use crate::context::Context;
use crate::def::TypeDefId;
use crate::ir::OpRef;
use crate::optional::OptionalAttr;
use crate::types::{Signedness, Type, TypeData};

/// A fixed size, or a multiple of `vscale`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TypeSize {
    /// The size, or the smallest one.
    pub minimum: u64,
    /// Whether it is multiplied by the run-time vector scale.
    pub scalable: bool,
}

impl TypeSize {
    /// Returns a size that is known.
    pub fn fixed(size: u64) -> Self {
        Self { minimum: size, scalable: false }
    }

    /// Returns a size in bits as one in bytes.
    fn bits_to_bytes(self) -> Self {
        Self { minimum: self.minimum.div_ceil(8), ..self }
    }
}

/// An entry of a specification.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DataLayoutEntry {
    /// A type, or a name as a string.
    pub key: Attr,
    /// The value of the entry.
    pub value: Attr,
    /// The entry as an attribute, for messages.
    pub attr: Attr,
}

/// The property that an entry with a string key specifies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LayoutProperty {
    /// `"big"` or `"little"`.
    Endianness,
    /// The default memory space, where none is specified.
    DefaultMemorySpace,
    /// The memory space of the stack.
    AllocaMemorySpace,
    /// The memory space of functions.
    ProgramMemorySpace,
    /// The memory space of global variables.
    GlobalMemorySpace,
    /// The mangling mode of symbol names in object files.
    ManglingMode,
    /// The natural alignment of the stack, in bits.
    StackAlignment,
    /// The alignment of function addresses.
    FunctionPointerAlignment,
    /// Widths of integers that the target has.
    LegalIntWidths,
}

/// An attribute that specifies a layout.
pub trait DataLayoutSpecInterface: Send + Sync {
    /// Returns the entries in order.
    fn entries(&self, cx: &Context, spec: Attr) -> Vec<DataLayoutEntry>;
    /// Returns the name of the entry for a property.
    fn identifier(&self, property: LayoutProperty) -> &'static str;
}

/// An op in which a layout holds.
pub trait DataLayoutOpInterface: Send + Sync {
    /// Returns the specification, by default the first attribute that is one.
    fn spec(&self, op: OpRef<'_>) -> Option<Attr> {
        let entries = op.attrs().as_dict(op.cx())?;
        let is_spec = |attr: &Attr| op.cx().attr_interface::<dyn DataLayoutSpecInterface>(*attr).is_some();
        entries.iter().map(|&(_, attr)| attr).find(is_spec)
    }
}

/// A dialect that has entries with names.
pub trait DataLayoutDialectInterface: Send + Sync {
    /// Checks an entry whose name has the dialect's prefix.
    ///
    /// # Errors
    ///
    /// If it is invalid.
    fn verify_entry(&self, _cx: &Context, _name: &str, _value: Attr) -> Result<(), String> {
        Ok(())
    }
}

/// A type that has a layout. Entries are those for types of the same kind, with any parameters.
pub trait DataLayoutTypeInterface: Send + Sync {
    /// Returns the size in bits.
    fn size_in_bits(
        &self,
        cx: &Context,
        ty: Type,
        layout: &DataLayout,
        entries: &[DataLayoutEntry],
    ) -> Result<TypeSize, MissingDataLayout>;
    /// Returns what addresses are multiples of, in bytes.
    fn abi_alignment(
        &self,
        cx: &Context,
        ty: Type,
        layout: &DataLayout,
        entries: &[DataLayoutEntry],
    ) -> Result<u64, MissingDataLayout>;
    /// Returns what addresses should be multiples of, in bytes.
    fn preferred_alignment(
        &self,
        cx: &Context,
        ty: Type,
        layout: &DataLayout,
        entries: &[DataLayoutEntry],
    ) -> Result<u64, MissingDataLayout> {
        self.abi_alignment(cx, ty, layout, entries)
    }
    /// Returns the width in bits of integers that index from the type; `None` for types that nothing is indexed from.
    fn index_bitwidth(
        &self,
        _cx: &Context,
        _ty: Type,
        _layout: &DataLayout,
        _entries: &[DataLayoutEntry],
    ) -> Option<u64> {
        None
    }
    /// Checks the entries for types of this kind.
    ///
    /// # Errors
    ///
    /// If one is invalid.
    fn verify_entries(&self, _cx: &Context, _entries: &[DataLayoutEntry]) -> Result<(), String> {
        Ok(())
    }
}

/// The error for a type whose layout is defined neither by the specification nor by the type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MissingDataLayout(pub Type);

impl MissingDataLayout {
    /// Returns upstream's message.
    pub fn message(self, cx: &Context) -> String {
        let ty = cx.type_text(self.0);
        format!("neither the scoping op nor the type class provide data layout information for {ty}")
    }
}

/// The class of types that an entry with a type key applies to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Builtin(Discriminant<TypeData>),
    Float(Type),
    Defined(TypeDefId),
}

fn kind_of(cx: &Context, ty: Type) -> Kind {
    match ty.data(cx) {
        TypeData::Float(_) => Kind::Float(ty),
        TypeData::Dialect { def, .. } | TypeData::Identified { def, .. } => Kind::Defined(*def),
        data => Kind::Builtin(discriminant(data)),
    }
}

/// The layout that holds in an op.
#[derive(Clone, Default)]
pub struct DataLayout {
    types: Vec<(Kind, Vec<DataLayoutEntry>)>,
    named: Vec<DataLayoutEntry>,
    spec: Option<&'static dyn DataLayoutSpecInterface>,
}

/// The specification of a layout by an op, or `None`.
fn spec_of(op: OpRef<'_>) -> Option<(Attr, &'static dyn DataLayoutSpecInterface)> {
    let attr = op.interface::<dyn DataLayoutOpInterface>()?.spec(op)?;
    Some((attr, op.cx().attr_interface::<dyn DataLayoutSpecInterface>(attr)?))
}

impl DataLayout {
    /// Returns the layout that holds in an op that is, or is in, one with [`DataLayoutOpInterface`]. Named entries of inner
    /// ops count where specifications do not combine. Cost: the number of entries of the ops around it.
    pub fn of(op: OpRef<'_>) -> Self {
        let mut specs = Vec::new();
        let mut at = Some(op);
        while let Some(op) = at {
            specs.extend(spec_of(op));
            at = op.parent_op();
        }
        let mut layout = Self::default();
        for &(attr, spec) in specs.iter().rev() {
            layout.add(op.cx(), spec.entries(op.cx(), attr));
            layout.spec = Some(spec);
        }
        layout
    }

    /// Adds the entries of an inner specification.
    fn add(&mut self, cx: &Context, entries: Vec<DataLayoutEntry>) {
        for entry in entries {
            let list = match entry.key.as_type(cx) {
                Some(ty) => {
                    let kind = kind_of(cx, ty);
                    let at = self.types.iter().position(|(other, _)| *other == kind).unwrap_or_else(|| {
                        self.types.push((kind, Vec::new()));
                        self.types.len() - 1
                    });
                    &mut self.types[at].1
                }
                None => &mut self.named,
            };
            match list.iter_mut().find(|old| old.key == entry.key) {
                Some(old) => *old = entry,
                None => list.push(entry),
            }
        }
    }

    fn entries_for(&self, cx: &Context, ty: Type) -> &[DataLayoutEntry] {
        let kind = kind_of(cx, ty);
        self.types.iter().find(|(other, _)| *other == kind).map_or(&[], |(_, entries)| entries)
    }

    /// Returns the value of a named entry, or `None`.
    pub fn property(&self, cx: &Context, property: LayoutProperty) -> Option<Attr> {
        let name = self.spec?.identifier(property);
        self.named.iter().find(|entry| entry.key.as_str(cx) == Some(name)).map(|entry| entry.value)
    }

    /// Returns the size of values of a type in memory, in bytes.
    ///
    /// # Errors
    ///
    /// If the type has no layout.
    pub fn type_size(&self, cx: &Context, ty: Type) -> Result<TypeSize, MissingDataLayout> {
        Ok(self.type_size_in_bits(cx, ty)?.bits_to_bytes())
    }

    /// Returns the size of values of a type in bits.
    ///
    /// # Errors
    ///
    /// If the type has no layout.
    pub fn type_size_in_bits(&self, cx: &Context, ty: Type) -> Result<TypeSize, MissingDataLayout> {
        stacker::maybe_grow(64 << 10, 1 << 20, || self.size_here(cx, ty))
    }

    fn size_here(&self, cx: &Context, ty: Type) -> Result<TypeSize, MissingDataLayout> {
        match ty.data(cx) {
            TypeData::Integer { width, .. } => Ok(TypeSize::fixed(u64::from(*width))),
            TypeData::Float(kind) => Ok(TypeSize::fixed(u64::from(kind.width()))),
            TypeData::Index => Ok(TypeSize::fixed(self.index_width(cx))),
            TypeData::Complex(element) => {
                // The imaginary part is aligned without regard to the entries, which are those of complex types.
                let alignment = Self::default().preferred_alignment(cx, *element)?.max(1).saturating_mul(8);
                let size = self.type_size_in_bits(cx, *element)?.minimum;
                Ok(TypeSize::fixed(size.next_multiple_of(alignment) + size))
            }
            TypeData::Vector { shape, scalable, element } => {
                // The innermost extent is rounded up to a power of two, and elements are whole bytes.
                let last = shape.last().map_or(1, |&last| last.unsigned_abs().next_power_of_two());
                let outer = shape.iter().rev().skip(1).map(|extent| extent.unsigned_abs());
                let count = outer.fold(last, u64::saturating_mul);
                let bytes = self.type_size(cx, *element)?.minimum;
                let minimum = count.saturating_mul(bytes).saturating_mul(8);
                Ok(TypeSize { minimum, scalable: scalable.contains(&true) })
            }
            _ => match cx.type_interface::<dyn DataLayoutTypeInterface>(ty) {
                Some(interface) => interface.size_in_bits(cx, ty, self, self.entries_for(cx, ty)),
                None => Err(MissingDataLayout(ty)),
            },
        }
    }

    /// Returns what addresses of values of a type are multiples of, in bytes.
    ///
    /// # Errors
    ///
    /// If the type has no layout.
    pub fn abi_alignment(&self, cx: &Context, ty: Type) -> Result<u64, MissingDataLayout> {
        let entries = self.entries_for(cx, ty);
        match ty.data(cx) {
            TypeData::Vector { .. } => Ok(self.type_size(cx, ty)?.minimum.max(1).next_power_of_two()),
            TypeData::Float(kind) => Ok(match entries.first() {
                Some(entry) => alignments(cx, entry.value).0,
                None => u64::from(kind.width()).div_ceil(8).next_power_of_two(),
            }),
            TypeData::Index => self.abi_alignment(cx, self.index_integer(cx)),
            TypeData::Integer { width, .. } => Ok(match entry_for_width(cx, entries, *width) {
                Some(entry) => alignments(cx, entry.value).0,
                None if *width < 64 => u64::from(*width).div_ceil(8).next_power_of_two(),
                None => 4,
            }),
            TypeData::Complex(element) => Self::default().abi_alignment(cx, *element),
            _ => match cx.type_interface::<dyn DataLayoutTypeInterface>(ty) {
                Some(interface) => interface.abi_alignment(cx, ty, self, entries),
                None => Err(MissingDataLayout(ty)),
            },
        }
    }

    /// Returns what addresses of values of a type should be multiples of, in bytes.
    ///
    /// # Errors
    ///
    /// If the type has no layout.
    pub fn preferred_alignment(&self, cx: &Context, ty: Type) -> Result<u64, MissingDataLayout> {
        let entries = self.entries_for(cx, ty);
        match ty.data(cx) {
            TypeData::Vector { .. } => self.abi_alignment(cx, ty),
            TypeData::Float(_) => match entries.first() {
                Some(entry) => Ok(alignments(cx, entry.value).1),
                None => self.abi_alignment(cx, ty),
            },
            TypeData::Index => self.preferred_alignment(cx, self.index_integer(cx)),
            TypeData::Integer { width, .. } => Ok(match entry_for_width(cx, entries, *width) {
                Some(entry) => alignments(cx, entry.value).1,
                None => u64::from(*width).div_ceil(8).next_power_of_two(),
            }),
            TypeData::Complex(element) => Self::default().preferred_alignment(cx, *element),
            _ => match cx.type_interface::<dyn DataLayoutTypeInterface>(ty) {
                Some(interface) => interface.preferred_alignment(cx, ty, self, entries),
                None => Err(MissingDataLayout(ty)),
            },
        }
    }

    /// Returns the width in bits of integers that index from a type; `None` for types that nothing is indexed from.
    pub fn index_bitwidth(&self, cx: &Context, ty: Type) -> Option<u64> {
        if ty == Type::INDEX {
            return Some(self.index_width(cx));
        }
        let interface = cx.type_interface::<dyn DataLayoutTypeInterface>(ty)?;
        interface.index_bitwidth(cx, ty, self, self.entries_for(cx, ty))
    }

    fn index_width(&self, cx: &Context) -> u64 {
        let entry = self.entries_for(cx, Type::INDEX).first();
        entry.and_then(|entry| entry.value.as_u64(cx)).unwrap_or(64)
    }

    fn index_integer(&self, cx: &Context) -> Type {
        let width = u32::try_from(self.index_width(cx)).unwrap_or(u32::MAX);
        cx.integer(width.clamp(1, crate::types::MAX_INTEGER_WIDTH), Signedness::Signless)
    }
}

/// The ABI and the preferred alignment of an entry for integers or floating-point numbers, in bytes.
fn alignments(cx: &Context, value: Attr) -> (u64, u64) {
    let numbers = i64_elements(cx, value).unwrap_or_default();
    let bytes = |bits: Option<&u64>| bits.map_or(1, |bits| bits / 8);
    (bytes(numbers.first()), bytes(numbers.last()))
}

/// The numbers of a dense list of `i64`, one if all are the same.
fn i64_elements(cx: &Context, value: Attr) -> Option<Vec<u64>> {
    let AttrData::DenseElements { ty, data, .. } = value.data(cx) else { return None };
    if ty.element_type(cx) != Some(Type::I64) {
        return None;
    }
    let (numbers, _) = data.as_chunks::<8>();
    Some(numbers.iter().map(|&bytes| u64::from_le_bytes(bytes)).collect())
}

/// The entry for the narrowest integers that are not narrower than `width`, or else for the widest.
fn entry_for_width<'a>(
    cx: &Context,
    entries: &'a [DataLayoutEntry],
    width: u32,
) -> Option<&'a DataLayoutEntry> {
    let width_of =
        |entry: &&DataLayoutEntry| entry.key.as_type(cx).and_then(|ty| ty.bit_width(cx)).unwrap_or(0);
    let wide_enough = entries.iter().filter(|entry| width_of(entry) >= width).min_by_key(width_of);
    wide_enough.or_else(|| entries.iter().max_by_key(width_of))
}

/// Checks the specification of an op with [`DataLayoutOpInterface`].
///
/// # Errors
///
/// If an entry for a type, or one whose name has the prefix of a dialect, is invalid.
pub fn verify_spec(cx: &Context, entries: &[DataLayoutEntry]) -> Result<(), String> {
    let mut layout = DataLayout::default();
    layout.add(cx, entries.to_vec());
    for (_, entries) in &layout.types {
        let Some(ty) = entries.first().and_then(|entry| entry.key.as_type(cx)) else { continue };
        match ty.data(cx) {
            TypeData::Index => {
                if entries[0].value.as_integer(cx).is_none() {
                    return Err("expected integer attribute in the data layout entry for 'index'".to_owned());
                }
            }
            TypeData::Integer { .. } | TypeData::Float(_) => {
                entries.iter().try_for_each(|entry| verify_alignments(cx, entry))?;
            }
            TypeData::Dialect { .. } | TypeData::Identified { .. } => {
                match cx.type_interface::<dyn DataLayoutTypeInterface>(ty) {
                    Some(interface) => interface.verify_entries(cx, entries)?,
                    None => {
                        return Err("data layout specified for a type that does not support it".to_owned());
                    }
                }
            }
            TypeData::Opaque { .. } | TypeData::Encoded(_) => {}
            _ => return Err("unexpected data layout for a built-in type".to_owned()),
        }
    }
    for entry in &layout.named {
        let name = entry.key.optional_text(cx);
        let Some((prefix, _)) = name.split_once('.') else { continue };
        // As upstream: a dialect that nothing has used may have entries.
        let Some(dialect) = cx.loaded_dialect(prefix) else { continue };
        match dialect.interface::<dyn DataLayoutDialectInterface>() {
            Some(interface) => interface.verify_entry(cx, name, entry.value)?,
            None => {
                return Err(format!(
                    "the '{prefix}' dialect does not support identifier data layout entries"
                ));
            }
        }
    }
    Ok(())
}

fn verify_alignments(cx: &Context, entry: &DataLayoutEntry) -> Result<(), String> {
    let text = || cx.attr_text(entry.attr);
    let Some(numbers) = i64_elements(cx, entry.value) else {
        return Err(format!("expected a dense i64 elements attribute in the data layout entry {}", text()));
    };
    let count = entry.value.ty(cx).and_then(|ty| ty.num_elements(cx));
    if !matches!(count, Some(1..=2)) {
        return Err(format!("expected 1 or 2 elements in the data layout entry {}", text()));
    }
    if numbers.last() < numbers.first() {
        let rule = "preferred alignment is expected to be greater than or equal to the abi alignment";
        return Err(format!("{rule} in data layout entry {}", text()));
    }
    Ok(())
}

/// Returns the innermost op around `op` whose named entries contradict those of its specification, or `None`.
pub fn conflicting_op(op: OpRef<'_>) -> Option<OpRef<'_>> {
    let cx = op.cx();
    let (attr, spec) = spec_of(op)?;
    let own = spec.entries(cx, attr);
    let mut at = op.parent_op();
    while let Some(outer) = at {
        if let Some((attr, spec)) = spec_of(outer) {
            let conflicts = |entry: &DataLayoutEntry| {
                let named = entry.key.as_type(cx).is_none();
                named && own.iter().any(|own| own.key == entry.key && own.value != entry.value)
            };
            if spec.entries(cx, attr).iter().any(conflicts) {
                return Some(outer);
            }
        }
        at = outer.parent_op();
    }
    None
}
