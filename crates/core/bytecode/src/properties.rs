//! The encoding of op properties, for reader and writer.
//!
//! The properties of a registered op are a reference to an attribute for each slot, sorted by name, each optional unless
//! the slot must be filled; then come values that upstream does not keep as attributes. From version 6 on, the sizes of segments come last, and are no attributes. An op
//! that implements [`BytecodeOpInterface`] does otherwise. The properties of an op without definition are one attribute.

use std::rc::Rc;

use terrace_ir::bytecode::{
    BytecodeOpInterface, DialectBytecodeReader, DialectBytecodeWriter, NativeProperty, ReadResult,
};
use terrace_ir::context::OpInfo;
use terrace_ir::def::{OpTable, Optionality, PropDef};
use terrace_ir::{Attr, AttrData, Context, NamedAttr, OpName, OpRef, OptionalAttr};
use terrace_support::entity::Entity;

use crate::encoding::NATIVE_SEGMENT_SIZES;

/// The encoding of the properties of the ops of a name.
pub(crate) enum PropertyLayout {
    /// No properties.
    Absent,
    /// An optional attribute: the op has no definition.
    Opaque,
    /// A reference for each slot.
    Slots(SlotLayout),
    /// The op's own encoding.
    Interface(&'static dyn BytecodeOpInterface),
}

/// The encoding of a slot.
#[derive(Clone, Copy)]
enum SlotKind {
    /// A reference to an attribute.
    Required,
    /// A reference to an attribute that may be absent.
    Optional,
    /// A separate value, after all attributes.
    Native(&'static NativeProperty),
    /// The sizes of this number of segments: a reference to an attribute before version 6, integers after all other
    /// properties since.
    Sizes(usize),
}

/// The slots of a definition, in the order in which they are encoded.
pub(crate) struct SlotLayout(Box<[(usize, SlotKind)]>);

impl SlotLayout {
    fn new(def: &OpTable<'_>) -> Self {
        let kind = |prop: &PropDef<'_>| match (prop.name, &prop.presence) {
            ("operandSegmentSizes", _) => SlotKind::Sizes(def.operands.len()),
            ("resultSegmentSizes", _) => SlotKind::Sizes(def.results.len()),
            (_, Optionality::Required) => SlotKind::Required,
            _ => SlotKind::Optional,
        };
        let kind = |prop: &PropDef<'_>| prop.constraint.native.map_or_else(|| kind(prop), SlotKind::Native);
        let mut slots: Vec<(usize, SlotKind)> =
            def.props.iter().enumerate().map(|(slot, prop)| (slot, kind(prop))).collect();
        // Native values stay in the order of their definition.
        slots.sort_by_key(|&(slot, kind)| match kind {
            SlotKind::Native(_) => (true, ""),
            _ => (false, def.props[slot].name),
        });
        Self(slots.into())
    }

    /// Calls back with each attribute that is referred to; writes values of other kinds, which may refer to some.
    #[inline]
    pub(crate) fn for_each_attr<W: DialectBytecodeWriter>(
        &self,
        props: &[Attr],
        writer: &mut W,
        mut each: impl FnMut(&mut W, Attr),
    ) {
        let native = writer.bytecode_version() >= NATIVE_SEGMENT_SIZES;
        for &(slot, kind) in &self.0 {
            match kind {
                SlotKind::Optional if props[slot].is_null() => {}
                SlotKind::Native(property) => (property.write)(props[slot], writer),
                SlotKind::Sizes(_) if native => {}
                SlotKind::Optional | SlotKind::Required | SlotKind::Sizes(_) => each(writer, props[slot]),
            }
        }
    }

    fn write(&self, cx: &Context, props: &[Attr], writer: &mut dyn DialectBytecodeWriter) {
        let native = writer.bytecode_version() >= NATIVE_SEGMENT_SIZES;
        for &(slot, kind) in &self.0 {
            match kind {
                SlotKind::Optional => writer.write_optional_attribute(props[slot]),
                SlotKind::Native(property) => (property.write)(props[slot], writer),
                SlotKind::Sizes(_) if native => {}
                SlotKind::Required | SlotKind::Sizes(_) => writer.write_attribute(props[slot]),
            }
        }
        for &(slot, kind) in &self.0 {
            if native && matches!(kind, SlotKind::Sizes(_)) {
                writer.write_sparse_array(&props[slot].optional_i32s(cx));
            }
        }
    }

    fn read(&self, reader: &mut dyn DialectBytecodeReader, props: &mut [Attr]) -> ReadResult<()> {
        let native = reader.bytecode_version() >= NATIVE_SEGMENT_SIZES;
        for &(slot, kind) in &self.0 {
            props[slot] = match kind {
                SlotKind::Required => reader.read_attribute()?,
                SlotKind::Optional => reader.read_optional_attribute()?,
                SlotKind::Native(property) => (property.read)(reader)?,
                SlotKind::Sizes(_) if native => continue,
                SlotKind::Sizes(count) => {
                    let attr = reader.read_attribute()?;
                    let len = attr.i32_elements(reader.cx()).map(|sizes| sizes.len());
                    match len {
                        Some(len) if len <= count => attr,
                        Some(_) => {
                            let message = "size mismatch for operand/result_segment_size";
                            return Err(reader.error(message.into()));
                        }
                        None => return Err(reader.error("expected an array of segment sizes".into())),
                    }
                }
            };
        }
        for &(slot, kind) in &self.0 {
            if let SlotKind::Sizes(count) = kind
                && native
            {
                let mut sizes = vec![0; count];
                reader.read_sparse_array(&mut sizes)?;
                props[slot] = reader.cx().i32_array(&sizes);
            }
        }
        Ok(())
    }
}

impl PropertyLayout {
    fn new(info: &OpInfo) -> Self {
        let Some(def) = info.def() else { return Self::Opaque };
        match info.interface::<dyn BytecodeOpInterface>() {
            Some(interface) => Self::Interface(interface),
            None if def.props.is_empty() => Self::Absent,
            None => Self::Slots(SlotLayout::new(def)),
        }
    }

    /// Writes the properties of an op; false, with nothing written, if there are none.
    pub(crate) fn write(&self, op: OpRef<'_>, writer: &mut dyn DialectBytecodeWriter) -> bool {
        let props = op.props();
        match self {
            Self::Absent => return false,
            Self::Opaque => match op.body().opaque_props(op.id()).and_then(Attr::opt) {
                Some(attr) => match attr.data(op.cx()) {
                    AttrData::Encoded(part) => part.data.iter().for_each(|&byte| writer.write_byte(byte)),
                    _ => writer.write_attribute(attr),
                },
                None => return false,
            },
            Self::Interface(interface) => interface.write_properties(props, writer),
            Self::Slots(layout) => layout.write(op.cx(), props, writer),
        }
        true
    }

    /// Reads properties into the slots of an op, which are [`Attr::NULL`]; the one of an op without definition is for the
    /// whole attribute.
    pub(crate) fn read(&self, reader: &mut dyn DialectBytecodeReader, props: &mut [Attr]) -> ReadResult<()> {
        match self {
            Self::Absent => {}
            Self::Opaque => props[0] = reader.read_attribute()?,
            Self::Interface(interface) => interface.read_properties(reader, props)?,
            Self::Slots(layout) => layout.read(reader, props)?,
        }
        Ok(())
    }
}

/// The layouts of the ops that were met.
#[derive(Default)]
pub(crate) struct PropertyLayouts(Vec<Option<Rc<PropertyLayout>>>);

impl PropertyLayouts {
    /// Returns the layout for ops of a name that was computed before.
    #[inline]
    pub(crate) fn known(&self, name: OpName) -> &PropertyLayout {
        self.0.get(name.index()).and_then(Option::as_deref).unwrap_or(&PropertyLayout::Absent)
    }

    /// Returns the layout for ops of a name.
    #[inline]
    pub(crate) fn get(&mut self, cx: &Context, name: OpName) -> Rc<PropertyLayout> {
        let at = name.index();
        if let Some(Some(known)) = self.0.get(at) {
            return Rc::clone(known);
        }
        if at >= self.0.len() {
            self.0.resize(at + 1, None);
        }
        let layout = Rc::new(PropertyLayout::new(cx.op_info(name)));
        self.0[at] = Some(Rc::clone(&layout));
        layout
    }
}

/// Returns the dictionary of all attributes of an op, inherent and discardable.
pub(crate) fn merged_attributes(op: OpRef<'_>) -> Attr {
    let cx = op.cx();
    let inherent: Vec<NamedAttr> = match op.body().opaque_props(op.id()) {
        Some(dict) => dict.optional_entries(cx).to_vec(),
        None => {
            let info = op.info();
            let slots = info.def().map_or(&[][..], |def| def.props).iter().enumerate();
            let written = slots.filter(|&(slot, prop)| {
                let attr = op.props()[slot];
                // Where mlir-opt has a value instead of an attribute, it does not look for one.
                !attr.is_null() && (prop.constraint.native.is_none() || attr != info.prop_defaults[slot])
            });
            written.map(|(slot, _)| (info.prop_names[slot], op.props()[slot])).collect()
        }
    };
    if inherent.is_empty() {
        return op.attrs();
    }
    let mut all = op.attrs().optional_entries(cx).to_vec();
    all.extend(inherent);
    cx.dict(all)
}
