//! The numbering of the entities that a file refers to: dialects, attributes, types, op names, values and resources.

use std::cell::RefCell;

use rustc_hash::{FxHashMap, FxHashSet};
use terrace_ir::bytecode::{BytecodeDialectInterface, DialectBytecodeWriter, DialectVersion};
use terrace_ir::dialect_interfaces::{DialectResources, OpAsmDialectInterface};
use terrace_ir::positions::FilePosition;
use terrace_ir::print::{AttrWriter, Elide};
use terrace_ir::{
    Attr, AttrData, BlockRef, Body, BodyId, Context, Ir, Loc, LocData, OpHandle, OpName, OpRef, RegionRef,
    Str, TraitSet, Type, TypeData, Value,
};
use terrace_support::entity::Entity as _;

use super::pinned::Pinned;
use super::positions::{AttrKey, Positions};
use super::tables::Table;
use super::walk::{OpOrder, number_ops};
use crate::builtin::{self, BuiltinWriter};
use crate::config::BytecodeWriterConfig;
use crate::encoding::{LOCATION_RANGES, NATIVE_PROPERTIES};
use crate::properties::{PropertyLayout, PropertyLayouts, merged_attributes};

/// A dialect that a file refers to.
pub(crate) struct DialectEntry {
    pub(crate) name: Box<str>,
    /// The encodings of the dialect's types and attributes; `None` for `builtin`, whose encodings are built in, and for
    /// the textual encoding.
    pub(crate) interface: Option<&'static dyn BytecodeDialectInterface>,
    /// Whether it may have resources.
    has_resources: bool,
    /// The keys of its resources, in the order in which they are first used.
    pub(crate) resources: Vec<Str>,
}

/// The numbers of a file.
pub(crate) struct Numbering<'a> {
    pub(crate) ir: &'a Ir,
    pub(crate) config: &'a BytecodeWriterConfig,
    /// The version of the format.
    pub(crate) version: u64,
    /// The file whose tables come first, if there is one.
    pub(crate) pinned: Option<Pinned<'a>>,
    pub(crate) attrs: Table<AttrKey>,
    pub(super) positions: Positions,
    /// The number of the dialect `builtin`.
    builtin: Option<u32>,
    /// The name of the last position, and the place of its attribute.
    last_file: Option<(Str, usize)>,
    pub(crate) types: Table<Type>,
    pub(crate) op_names: Table<OpName>,
    pub(crate) dialects: Vec<DialectEntry>,
    dialect_index: FxHashMap<Box<str>, u32>,
    /// By body and value.
    values: Vec<Vec<u32>>,
    /// The number of ops.
    pub(crate) num_ops: u32,
    /// The pre-order positions of the ops of each body.
    pub(crate) ops: Vec<OpOrder>,
    /// The number of each block in its region, and how many ops it has, by body.
    blocks: Vec<Vec<(u32, u32)>>,
    /// The number of values defined directly in each region, by body.
    region_values: Vec<Vec<u32>>,
    /// Ops whose regions use no value from outside, besides those that must not.
    pub(crate) isolated: FxHashSet<OpHandle>,
    pub(crate) properties: PropertyLayouts,
    resource_numbers: FxHashMap<(u32, Str), u64>,
    next_value: u32,
    /// The attributes of strings, by handle; absent until requested.
    string_attrs: RefCell<Vec<Attr>>,
    /// The number of locations whose end is dropped.
    pub(crate) cut_ranges: usize,
    /// The error if something cannot be encoded.
    pub(crate) error: Option<String>,
}

impl<'a> Numbering<'a> {
    /// Numbers all entities that `root` refers to.
    pub(crate) fn new(
        ir: &'a Ir,
        root: OpRef<'a>,
        config: &'a BytecodeWriterConfig,
        version: u64,
        pinned: Option<Pinned<'a>>,
    ) -> Self {
        let bodies = ir.num_bodies();
        // Callbacks may write locations as well, and what is pinned has its number by its attribute.
        let positions = match config.attribute_callbacks.is_empty() && pinned.is_none() {
            true => Positions::new(root),
            false => Positions::Absent,
        };
        let mut numbering = Self {
            ir,
            config,
            version,
            pinned,
            attrs: Table::default(),
            positions,
            builtin: None,
            last_file: None,
            types: Table::default(),
            op_names: Table::default(),
            dialects: Vec::new(),
            dialect_index: FxHashMap::default(),
            values: vec![Vec::new(); bodies],
            num_ops: 0,
            ops: vec![OpOrder::default(); bodies],
            blocks: vec![Vec::new(); bodies],
            region_values: vec![Vec::new(); bodies],
            isolated: FxHashSet::default(),
            properties: PropertyLayouts::default(),
            resource_numbers: FxHashMap::default(),
            next_value: 0,
            string_attrs: RefCell::default(),
            cut_ranges: 0,
            error: None,
        };
        numbering.pin_tables();
        number_ops(&mut numbering, root);
        let positions = numbering.positions.reserve(numbering.num_ops as usize);
        numbering.attrs.reserve(1, positions);
        numbering.number_ir(root);
        numbering.attrs.finish();
        numbering.types.finish();
        numbering.op_names.finish();
        numbering.number_resources();
        numbering
    }

    fn number_ir(&mut self, root: OpRef<'a>) {
        self.reserve_values(root.body_id(), root.body());
        self.number_op(root);
        let mut pending: Vec<(RegionRef<'a>, u32)> = Vec::new();
        self.push_regions(root, &mut pending);
        let mut with_regions: Vec<OpRef<'a>> = Vec::new();
        while let Some((region, first)) = pending.pop() {
            self.next_value = first;
            self.reserve_values(region.body_id(), region.body());
            for (number, block) in region.blocks().enumerate() {
                let ops = self.number_block(block, &mut with_regions);
                let blocks = &mut self.blocks[region.body_id().as_u32() as usize];
                if blocks.is_empty() {
                    blocks.resize(region.body().num_blocks(), (0, 0));
                }
                blocks[block.id().as_u32() as usize] = (number as u32, ops);
            }
            let values = &mut self.region_values[region.body_id().as_u32() as usize];
            if values.is_empty() {
                values.resize(region.body().num_regions(), 0);
            }
            values[region.id().as_u32() as usize] = self.next_value - first;
            for op in with_regions.drain(..) {
                self.push_regions(op, &mut pending);
            }
        }
    }

    fn push_regions(&self, op: OpRef<'a>, pending: &mut Vec<(RegionRef<'a>, u32)>) {
        if op.num_regions() > 0 {
            let first = if self.is_isolated(op) { 0 } else { self.next_value };
            pending.extend(op.regions().map(|region| (region, first)));
        }
    }

    /// Numbers a block; returns how many ops it has, and adds those with regions.
    fn number_block(&mut self, block: BlockRef<'a>, with_regions: &mut Vec<OpRef<'a>>) -> u32 {
        for (index, arg) in block.args().enumerate() {
            self.number_value(arg.body_id(), arg.id());
            self.number_loc(block.body().arg_loc(block.id(), index));
            self.number_type(arg.ty());
        }
        let mut count = 0;
        for op in block.ops() {
            self.number_op(op);
            count += 1;
            if op.num_regions() > 0 {
                with_regions.push(op);
            }
        }
        count
    }

    fn reserve_values(&mut self, id: BodyId, body: &Body) {
        let values = &mut self.values[id.as_u32() as usize];
        if values.is_empty() {
            values.resize(body.num_values(), u32::MAX);
        }
    }

    /// Assigns the next number to a value.
    #[inline]
    fn number_value(&mut self, body: BodyId, value: Value) {
        self.values[body.as_u32() as usize][value.as_u32() as usize] = self.next_value;
        self.next_value += 1;
    }

    fn number_op(&mut self, op: OpRef<'a>) {
        self.number_name(op);
        let (body, id) = (op.body(), op.id());
        for result in body.results(id) {
            self.number_value(op.body_id(), result);
            self.number_type(body.value_type(result));
        }
        let native = self.version >= NATIVE_PROPERTIES;
        let attrs = if native { op.attrs() } else { merged_attributes(op) };
        if attrs != Attr::EMPTY_DICT {
            self.number_attr(attrs);
        }
        if native {
            let layout = self.properties.get(op.cx(), op.name());
            if matches!(*layout, PropertyLayout::Opaque)
                && let Some(AttrData::Encoded(part)) =
                    op.body().opaque_props(op.id()).map(|props| props.data(op.cx()))
                && self.pinned.as_ref().is_none_or(|pinned| pinned.origin.id != part.origin)
            {
                self.note_stray_part(part.dialect.text(op.cx()));
            }
            let mut writer = NumberingWriter { numbering: self };
            match &*layout {
                PropertyLayout::Absent => {}
                PropertyLayout::Slots(slots) => {
                    slots.for_each_attr(op.props(), &mut writer, |writer, attr| {
                        writer.numbering.number_attr(attr)
                    });
                }
                layout => {
                    layout.write(op, &mut writer);
                }
            }
        }
        self.number_loc(op.loc());
    }

    #[inline]
    fn number_name(&mut self, op: OpRef<'_>) {
        if let Some(place) = self.op_names.note(op.name()) {
            let name = op.name_text();
            let dialect = self.number_dialect(name.split_once('.').map_or(name, |(dialect, _)| dialect));
            self.op_names.set_dialect(place, dialect);
        }
    }

    fn number_dialect(&mut self, name: &str) -> u32 {
        if let Some(&known) = self.dialect_index.get(name) {
            return known;
        }
        self.push_dialect(name)
    }

    /// Adds a dialect, which may be there already.
    pub(super) fn push_dialect(&mut self, name: &str) -> u32 {
        let cx = self.ir.cx();
        let number = self.dialects.len() as u32;
        let builtin = name == "builtin";
        let interface = match builtin {
            true => None,
            false => cx.dialect_interface::<dyn BytecodeDialectInterface>(name),
        };
        let asm = cx.dialect_interface::<dyn OpAsmDialectInterface>(name);
        let has_resources = builtin || asm.is_some_and(|asm| asm.resources() == DialectResources::Blobs);
        self.dialects.push(DialectEntry {
            name: name.into(),
            interface,
            has_resources,
            resources: Vec::new(),
        });
        self.dialect_index.entry(name.into()).or_insert(number);
        number
    }

    #[inline]
    fn number_attr(&mut self, attr: Attr) {
        if attr.is_null() {
            self.error.get_or_insert_with(|| "an attribute that must be there is absent".into());
            return;
        }
        if let Some(place) = self.attrs.note(attr.into()) {
            self.number_new_attr(attr, place);
        }
    }

    fn number_new_attr(&mut self, attr: Attr, place: usize) {
        let ir = self.ir;
        let (cx, data) = (ir.cx(), attr.data(ir.cx()));
        if let AttrData::Loc(loc) = data
            && let Some(number) = self.positions.number_of_attr(cx, loc)
        {
            self.attrs.drop_last();
            self.number_position(number);
            return self.attrs.set_same(attr.into(), AttrKey::position(number));
        }
        let name = attr_dialect(cx, data);
        let mut dialect = self.number_dialect(name);
        self.attrs.set_dialect(place, dialect);
        match data {
            AttrData::Opaque { .. } => return,
            AttrData::Encoded(_) => return self.note_stray_part(name),
            AttrData::Loc(LocData::File { line, col, end_line, end_col, .. })
                if (line, col) != (end_line, end_col) && self.version < LOCATION_RANGES =>
            {
                self.cut_ranges += 1;
            }
            _ => {}
        }
        let config = self.config;
        for callback in &config.attribute_callbacks {
            let mut group = None;
            if callback(attr, &mut group, &mut NumberingWriter { numbering: self }) {
                if let Some(group) = group {
                    dialect = self.number_dialect(&group);
                    self.attrs.set_dialect(place, dialect);
                }
                return;
            }
        }
        let interface = self.dialects[dialect as usize].interface;
        let written = stacker::maybe_grow(RED_ZONE, SEGMENT, || {
            let writer = &mut NumberingWriter { numbering: self };
            match interface {
                Some(interface) => interface.write_attribute(attr, writer),
                None => name == "builtin" && builtin::attributes::write(data, writer),
            }
        });
        if !written {
            let mut text = AttrWriter::new(cx);
            text.write_attr(attr, Elide::Never);
            self.note_resources(&text.resources);
        }
    }

    fn number_loc(&mut self, loc: Loc) {
        match self.positions.number(self.ir.cx(), loc) {
            Some(number) => self.number_position(number),
            None => self.number_attr(self.ir.loc_attr(loc)),
        }
    }

    fn number_position(&mut self, number: u32) {
        let Some(place) = self.attrs.note(AttrKey::position(number)) else { return };
        let builtin = match self.builtin {
            Some(builtin) => builtin,
            None => {
                let builtin = self.number_dialect("builtin");
                *self.builtin.insert(builtin)
            }
        };
        self.attrs.set_dialect(place, builtin);
        let Some(FilePosition { file, .. }) = self.positions.get(number) else { return };
        match self.last_file {
            Some((last, place)) if last == file => self.attrs.note_again(place),
            _ => {
                let name = self.string_attr(file);
                self.number_attr(name);
                self.last_file = self.attrs.place_of(name.into()).map(|place| (file, place));
            }
        }
    }

    /// Returns the attribute that a location is written as.
    pub(super) fn loc_key(&mut self, loc: Loc) -> AttrKey {
        match self.positions.number(self.ir.cx(), loc) {
            Some(number) => AttrKey::position(number),
            None => self.ir.loc_attr(loc).into(),
        }
    }

    #[inline]
    fn number_type(&mut self, ty: Type) {
        if let Some(place) = self.types.note(ty) {
            self.number_new_type(ty, place);
        }
    }

    fn number_new_type(&mut self, ty: Type, place: usize) {
        let ir = self.ir;
        let (cx, data) = (ir.cx(), ty.data(ir.cx()));
        let name = type_dialect(cx, data);
        let mut dialect = self.number_dialect(name);
        self.types.set_dialect(place, dialect);
        match data {
            TypeData::Opaque { .. } => return,
            TypeData::Encoded(_) => return self.note_stray_part(name),
            _ => {}
        }
        if !matches!(data, TypeData::Identified { .. }) {
            let config = self.config;
            for callback in &config.type_callbacks {
                let mut group = None;
                if callback(ty, &mut group, &mut NumberingWriter { numbering: self }) {
                    if let Some(group) = group {
                        dialect = self.number_dialect(&group);
                        self.types.set_dialect(place, dialect);
                    }
                    return;
                }
            }
            let interface = self.dialects[dialect as usize].interface;
            let written = stacker::maybe_grow(RED_ZONE, SEGMENT, || {
                let writer = &mut NumberingWriter { numbering: self };
                match interface {
                    Some(interface) => interface.write_type(ty, writer),
                    None => name == "builtin" && builtin::types::write(data, writer),
                }
            });
            if written {
                return;
            }
        }
        let mut text = AttrWriter::new(cx);
        text.write_type(ty);
        self.note_resources(&text.resources);
    }

    /// Notes an error about a part of a file that is not the one whose tables are kept.
    fn note_stray_part(&mut self, dialect: &str) {
        self.error.get_or_insert_with(|| {
            format!("a part of the dialect '{dialect}', which is not registered, was read from another file")
        });
    }

    /// Notes resources that a text refers to, which are all of the dialect `builtin`.
    fn note_resources(&mut self, keys: &[Str]) {
        for &key in keys {
            self.note_resource("builtin", key);
        }
    }

    fn note_resource(&mut self, dialect: &str, key: Str) {
        let number = self.number_dialect(dialect);
        if self.resource_numbers.insert((number, key), u64::MAX).is_none() {
            self.dialects[number as usize].resources.push(key);
        }
    }

    /// Assigns a resource the number that it has in the file.
    pub(super) fn pin_resource(&mut self, dialect: u32, key: Str, number: u64) {
        self.resource_numbers.entry((dialect, key)).or_insert(number);
    }

    /// Numbers the resources: for each dialect those with data, then those that are only declared.
    fn number_resources(&mut self) {
        let resources = &self.ir.cx().resources;
        let mut next = self.pinned.as_ref().map_or(0, |pinned| pinned.resources().count() as u64);
        for (number, dialect) in
            self.dialects.iter_mut().enumerate().filter(|(_, dialect)| dialect.has_resources)
        {
            let cx = self.ir.cx();
            let has_data =
                |key: Str| resources.with_dialect(&dialect.name, |group| group.get(key.text(cx)).is_some());
            dialect.resources.sort_by_cached_key(|&key| !has_data(key));
            for &key in &dialect.resources {
                self.resource_numbers.insert((number as u32, key), next);
                next += 1;
            }
        }
    }

    /// Returns whether an op's regions are a separate scope of values.
    pub(crate) fn is_isolated(&self, op: OpRef<'_>) -> bool {
        op.has_trait(TraitSet::IsolatedFromAbove) || self.isolated.contains(&op.handle())
    }

    /// Returns the numbers of the values in the body of an op.
    #[inline]
    pub(crate) fn values_of(&self, op: OpRef<'_>) -> &[u32] {
        self.values.get(op.body_id().as_u32() as usize).map_or(&[], |values| values)
    }

    /// Returns the number of a block in its region.
    pub(crate) fn block(&self, block: BlockRef<'_>) -> u64 {
        u64::from(self.blocks[block.body_id().as_u32() as usize][block.id().as_u32() as usize].0)
    }

    /// Returns how many ops a block has.
    pub(crate) fn block_ops(&self, block: BlockRef<'_>) -> u64 {
        u64::from(self.blocks[block.body_id().as_u32() as usize][block.id().as_u32() as usize].1)
    }

    /// Returns how many values are defined right in a region that has blocks.
    pub(crate) fn region_values(&self, region: RegionRef<'_>) -> u64 {
        let values = &self.region_values[region.body_id().as_u32() as usize];
        values.get(region.id().as_u32() as usize).map_or(0, |&count| u64::from(count))
    }

    /// Returns the attribute of a string.
    pub(crate) fn string_attr(&self, text: Str) -> Attr {
        let mut known = self.string_attrs.borrow_mut();
        let at = text.index();
        if at >= known.len() {
            known.resize((at + 1).next_power_of_two(), Attr::NULL);
        }
        if known[at].is_null() {
            known[at] = self.ir.cx().str_attr(text);
        }
        known[at]
    }

    /// Returns the number of a resource that was noted.
    pub(crate) fn resource(&self, dialect: &str, key: Str) -> u64 {
        let number = self.dialect_index.get(dialect);
        number.and_then(|&number| self.resource_numbers.get(&(number, key))).copied().unwrap_or(0)
    }
}

/// Returns the number of a value among those in its body; `None` if it is not defined where it is used.
#[inline]
pub(crate) fn value_number(values: &[u32], value: Value) -> Option<u64> {
    let number = values.get(value.as_u32() as usize);
    number.filter(|&&number| number != u32::MAX).map(|&number| u64::from(number))
}

/// Stack that must be left to go one level deeper; below it, another segment is taken.
const RED_ZONE: usize = 64 << 10;
/// Size of such a segment.
const SEGMENT: usize = 4 << 20;

/// Returns the namespace of the dialect that an attribute belongs to.
pub(crate) fn attr_dialect<'c>(cx: &'c Context, data: &AttrData) -> &'c str {
    match data {
        AttrData::Opaque { dialect, .. } => dialect.text(cx),
        AttrData::Encoded(part) => part.dialect.text(cx),
        AttrData::Dialect { def, .. } => cx.attr_def(*def).name.dialect_prefix(cx).unwrap_or("builtin"),
        _ => "builtin",
    }
}

/// Returns the namespace of the dialect that a type belongs to.
pub(crate) fn type_dialect<'c>(cx: &'c Context, data: &TypeData) -> &'c str {
    match data {
        TypeData::Opaque { dialect, .. } => dialect.text(cx),
        TypeData::Encoded(part) => part.dialect.text(cx),
        TypeData::Dialect { def, .. } | TypeData::Identified { def, .. } => {
            cx.type_def(*def).name.dialect_prefix(cx).unwrap_or("builtin")
        }
        _ => "builtin",
    }
}

/// Numbers the references of an encoding, without writing it.
pub(crate) struct NumberingWriter<'n, 'a> {
    pub(crate) numbering: &'n mut Numbering<'a>,
}

impl BuiltinWriter for NumberingWriter<'_, '_> {
    fn string_attr(&self, text: Str) -> Attr {
        self.numbering.string_attr(text)
    }

    fn write_text(&mut self, _text: Str) {}
}

impl DialectBytecodeWriter for NumberingWriter<'_, '_> {
    fn cx(&self) -> &Context {
        self.numbering.ir.cx()
    }

    fn bytecode_version(&self) -> u64 {
        self.numbering.version
    }

    fn dialect_version(&self, dialect: &str) -> Option<DialectVersion> {
        self.numbering.config.dialect_version(dialect)
    }

    fn write_attribute(&mut self, attr: Attr) {
        self.numbering.number_attr(attr);
    }

    fn write_optional_attribute(&mut self, attr: Attr) {
        if !attr.is_null() {
            self.numbering.number_attr(attr);
        }
    }

    fn write_type(&mut self, ty: Type) {
        self.numbering.number_type(ty);
    }

    fn write_resource_handle(&mut self, dialect: &str, key: Str) {
        self.numbering.note_resource(dialect, key);
    }

    fn write_varint(&mut self, _value: u64) {}

    fn write_byte(&mut self, _byte: u8) {}

    fn write_string(&mut self, _text: &[u8]) {}

    fn write_blob(&mut self, _bytes: &[u8]) {}
}
