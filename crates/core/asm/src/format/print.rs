//! Runs a format to write an op.

use smallvec::SmallVec;
use terrace_ir::attrs::NamedAttr;
use terrace_ir::def::{AttrSyntax, OpTable, Optionality};
use terrace_ir::print::{Elide, write_symbol};
use terrace_ir::{Attr, AttrData, OpRef, OptionalAttr, Str};

use super::{AnchorOf, Instr, Program, TypeList, program};
use crate::printer::{Hooks, Printer};

impl<'a> Printer<'a, '_> {
    /// Writes an op's custom form, after its name.
    pub(crate) fn op_by_format(&mut self, op: OpRef<'a>, def: &'a OpTable<'a>) {
        let program = program(op.info());
        self.run_format(&program.instrs, program, op, def);
    }

    fn run_format(&mut self, instrs: &[Instr], program: &Program, op: OpRef<'a>, def: &'a OpTable<'a>) {
        for instr in instrs {
            self.format_step(instr, program, op, def);
        }
    }

    #[inline]
    fn space(&mut self, space: bool) {
        if space {
            self.w.out.push(' ');
        }
    }

    fn format_step(&mut self, instr: &Instr, program: &Program, op: OpRef<'a>, def: &'a OpTable<'a>) {
        match instr {
            Instr::Literal { text, space, .. } => {
                self.space(*space);
                match text.as_bytes() {
                    [c] => self.w.out.push(*c as char),
                    _ => self.w.out.push_str(text),
                }
            }
            Instr::Space => self.w.out.push(' '),
            Instr::Newline => {
                self.w.out.push('\n');
                self.indentation();
            }
            Instr::Operand { slot, space } => {
                self.space(*space);
                if program.one_each && *slot < op.num_operands() {
                    return self.value_name(op.operand(*slot), true);
                }
                let operand = &def.operands[*slot];
                match operand.segments {
                    Some(name) => self.segments(op, *slot, name, |p, i| p.value_name(op.operand(i), true)),
                    None => {
                        let (start, len) = op.operand_range(*slot);
                        for i in start..start + len {
                            if i > start {
                                self.w.out.push_str(", ");
                            }
                            self.value_name(op.operand(i), true);
                        }
                    }
                }
            }
            Instr::Operands { space } => {
                self.space(*space);
                for (i, value) in op.operands().enumerate() {
                    if i > 0 {
                        self.w.out.push_str(", ");
                    }
                    self.value_name(value, true);
                }
            }
            Instr::Prop { slot, qualified, space } => {
                self.space(*space);
                if let Some(value) = op.prop(*slot) {
                    self.prop_value(&def.props[*slot].constraint.syntax, value, *qualified);
                }
            }
            Instr::Region { slot, space, .. } => {
                self.space(*space);
                let (start, len) = region_range(def, *slot, op.num_regions());
                for i in start..start + len {
                    if i > start {
                        self.w.out.push_str(", ");
                    }
                    self.format_region(op, i);
                }
            }
            Instr::Regions { space, .. } => {
                self.space(*space);
                for i in 0..op.num_regions() {
                    if i > 0 {
                        self.w.out.push_str(", ");
                    }
                    self.format_region(op, i);
                }
            }
            Instr::Successor { slot, space } => {
                self.space(*space);
                let variadic = def.successors[*slot].variadic;
                let count = if variadic { usize::MAX } else { 1 };
                for (i, block) in op.successors().skip(*slot).take(count).enumerate() {
                    if i > 0 {
                        self.w.out.push_str(", ");
                    }
                    self.block_name(block);
                }
            }
            Instr::Successors { space } => {
                self.space(*space);
                for (i, block) in op.successors().enumerate() {
                    if i > 0 {
                        self.w.out.push_str(", ");
                    }
                    self.block_name(block);
                }
            }
            Instr::Type { list, def: None, space, .. } => {
                self.space(*space);
                match list {
                    TypeList::Result(slot) if program.one_each && *slot < op.num_results() => {
                        self.w.write_type(op.result(*slot).ty());
                    }
                    _ => self.format_types(*list, op, def),
                }
            }
            Instr::Type { list, def: Some(_), space, .. } => {
                self.space(*space);
                let ty = match list {
                    TypeList::Operand(slot) => op.operand_group(*slot).next(),
                    TypeList::Result(slot) => op.result_group(*slot).next(),
                    TypeList::Operands | TypeList::Results => None,
                };
                if let Some(value) = ty {
                    let end = self.w.out.len();
                    self.w.write_type_stripped(value.ty());
                    // Without parameters there is nothing after the name to write.
                    if self.w.out.len() == end && self.w.collect.is_none() {
                        self.w.write_type(value.ty());
                    }
                }
            }
            Instr::FunctionalType { inputs, results, space } => {
                self.space(*space);
                self.w.out.push('(');
                self.format_types(*inputs, op, def);
                self.w.out.push_str(") -> ");
                let types: Vec<_> = match results {
                    TypeList::Operand(slot) => op.operand_group(*slot).map(|v| v.ty()).collect(),
                    TypeList::Result(slot) => op.result_group(*slot).map(|v| v.ty()).collect(),
                    TypeList::Operands => op.operand_types(),
                    TypeList::Results => op.result_types(),
                };
                self.w.result_types(&types);
            }
            Instr::AttrDict { keyword } => {
                let has_prop = || program.dict_props.iter().any(|&slot| op.prop(slot).is_some());
                if op.attrs() != Attr::EMPTY_DICT || has_prop() {
                    self.attr_dict(op, &[], Some(program), *keyword);
                }
            }
            Instr::PropDict { space } => {
                let mut entries: Vec<NamedAttr> = op
                    .info()
                    .prop_names
                    .iter()
                    .zip(op.props())
                    .enumerate()
                    .filter(|(i, (_, value))| {
                        !value.is_null() && !program.printed_props[*i] && !is_default(op, *i)
                    })
                    .map(|(_, (&name, &value))| (name, value))
                    .collect();
                // The space is written before an empty dictionary, too, as upstream does.
                self.space(*space);
                if entries.is_empty() {
                    return;
                }
                let cx = self.cx();
                entries.sort_by(|a, b| a.0.bytes(cx).cmp(b.0.bytes(cx)));
                self.w.out.push('<');
                self.attr_entries(&entries);
                self.w.out.push('>');
            }
            Instr::Custom { custom, space } => {
                self.space(*space);
                let name_at = self.w.out.len();
                (custom.directive.print)(&mut Hooks { printer: self, name_at }, op, &custom.args);
            }
            Instr::Optional(group) => {
                let present = is_present(&group.anchor, op, def);
                let part = if present != group.inverted { &group.then } else { &group.otherwise };
                self.run_format(part, program, op, def);
            }
            Instr::OiList(clauses) => {
                for clause in clauses {
                    if is_present(&clause.anchor, op, def) {
                        self.space(clause.keyword_space);
                        self.w.out.push_str(&clause.keyword);
                        self.run_format(&clause.instrs, program, op, def);
                    }
                }
            }
        }
    }

    fn segments(&mut self, op: OpRef<'a>, slot: usize, name: &str, mut one: impl FnMut(&mut Self, usize)) {
        let sizes = op.inherent_attr(name).optional_i32s(self.ir.cx());
        let (mut at, len) = op.operand_range(slot);
        let end = at + len;
        for (k, &size) in sizes.iter().enumerate() {
            if k > 0 {
                self.w.out.push_str(", ");
            }
            self.w.out.push('(');
            for i in 0..size.max(0) as usize {
                if at == end {
                    break;
                }
                if i > 0 {
                    self.w.out.push_str(", ");
                }
                one(self, at);
                at += 1;
            }
            self.w.out.push(')');
        }
    }

    fn format_types(&mut self, list: TypeList, op: OpRef<'a>, def: &'a OpTable<'a>) {
        match list {
            TypeList::Operand(slot) => {
                if let Some(name) = def.operands[slot].segments {
                    return self.segments(op, slot, name, |p, i| p.w.write_type(op.operand(i).ty()));
                }
                let (start, len) = op.operand_range(slot);
                for i in start..start + len {
                    if i > start {
                        self.w.out.push_str(", ");
                    }
                    self.w.write_type(op.operand(i).ty());
                }
            }
            TypeList::Result(slot) => {
                let (start, len) = op.result_range(slot);
                for i in start..start + len {
                    if i > start {
                        self.w.out.push_str(", ");
                    }
                    self.w.write_type(op.result(i).ty());
                }
            }
            TypeList::Operands => self.w.types(&op.operand_types()),
            TypeList::Results => self.w.types(&op.result_types()),
        }
    }

    fn format_region(&mut self, op: OpRef<'a>, index: usize) {
        let implied = op.info().traits.has(terrace_ir::TraitSet::SingleBlockImplicitTerminator);
        let region = op.region(index);
        // The implied terminator goes without saying when it says nothing.
        let terminators = !implied
            || region.entry().and_then(|b| b.last()).is_none_or(|last| {
                last.attrs() != Attr::EMPTY_DICT || last.num_operands() != 0 || last.num_results() != 0
            });
        self.region(region, true, terminators, false);
    }

    pub(crate) fn prop_value(&mut self, syntax: &AttrSyntax, value: Attr, qualified: bool) {
        let cx = self.cx();
        match syntax {
            AttrSyntax::SymbolName => {
                if let Some(name) = value.as_string(cx) {
                    write_symbol(&mut self.w.out, name.bytes(cx));
                }
            }
            AttrSyntax::Enum(def) if !qualified => {
                let start = self.w.out.len();
                def.write(value.as_u64(cx).unwrap_or(0), &mut self.w.out);
                let text = &self.w.out[start..];
                if def.separator.is_none() && !terrace_ir::print::is_bare_identifier(text.as_bytes()) {
                    self.w.out.insert(start, '"');
                    self.w.out.push('"');
                }
            }
            AttrSyntax::Typed(_) => self.w.write_attr(value, Elide::Must),
            AttrSyntax::Property(property) => self.property(property, value),
            AttrSyntax::DenseArray(element) if !qualified => {
                if let AttrData::DenseArray { element: found, len, data } = value.data(cx)
                    && found == element
                {
                    self.w.out.push('[');
                    self.w.dense_array_elements(*element, *len, data);
                    self.w.out.push(']');
                } else {
                    self.w.write_attr(value, Elide::Never);
                }
            }
            AttrSyntax::Unit => self.w.out.push_str("unit"),
            AttrSyntax::Dialect(_) if !qualified => self.w.write_attr_stripped(value),
            _ => self.w.write_attr(value, Elide::Never),
        }
    }

    /// Attributes that neither `elided` nor the format has written, and that are not defaults.
    pub(crate) fn attr_dict(
        &mut self,
        op: OpRef<'a>,
        elided: &[&str],
        program: Option<&Program>,
        keyword: bool,
    ) {
        let info = op.info();
        let cx = self.cx();
        let is_elided = |name: Str| {
            !elided.is_empty() && {
                let name = name.bytes(cx);
                elided.iter().any(|elided| elided.as_bytes() == name)
            }
        };
        let props = op.props();
        let mut entries: SmallVec<[NamedAttr; 8]> = SmallVec::new();
        match program {
            Some(program) => {
                for &slot in &program.dict_props {
                    // What creates an op may leave all of its slots out.
                    let value = props.get(slot).copied().unwrap_or(Attr::NULL);
                    if !value.is_null() && !is_default(op, slot) && !is_elided(info.prop_names[slot]) {
                        entries.push((info.prop_names[slot], value));
                    }
                }
            }
            None => {
                let present = info.prop_names.iter().zip(props).filter(|(_, value)| !value.is_null());
                entries.extend(
                    present.map(|(&name, &value)| (name, value)).filter(|&(name, _)| !is_elided(name)),
                );
            }
        }
        let discardable = match op.attrs() {
            Attr::EMPTY_DICT => &[],
            attrs => attrs.optional_entries(cx),
        };
        entries.extend(discardable.iter().copied().filter(|&(name, _)| !is_elided(name)));
        if entries.is_empty() {
            return;
        }
        if entries.len() > 1 {
            entries.sort_by(|a, b| a.0.bytes(cx).cmp(b.0.bytes(cx)));
        }
        self.w.out.push_str(if keyword { " attributes " } else { " " });
        self.attr_entries(&entries);
    }
}

fn is_default(op: OpRef<'_>, slot: usize) -> bool {
    let info = op.info();
    info.def().is_some_and(|d| match d.props[slot].presence {
        Optionality::Default(_) => op.props()[slot] == info.prop_defaults[slot],
        Optionality::OptionalDefault(make) => op.props()[slot] == make(op.cx()),
        Optionality::Required | Optionality::Optional => false,
    })
}

fn region_range(def: &OpTable<'_>, slot: usize, count: usize) -> (usize, usize) {
    if !def.regions[slot].variadic {
        return if slot < count { (slot, 1) } else { (count, 0) };
    }
    (slot.min(count), count.saturating_sub(slot))
}

/// Whether the anchor of an optional group is present.
fn is_present(anchor: &AnchorOf, op: OpRef<'_>, def: &OpTable<'_>) -> bool {
    match anchor {
        AnchorOf::Operand(slot) => op.operand_range(*slot).1 > 0,
        AnchorOf::Result(slot) => op.result_range(*slot).1 > 0,
        AnchorOf::Prop(slot) => op.prop(*slot).is_some() && !is_default(op, *slot),
        AnchorOf::Region(slot) => {
            let (start, len) = region_range(def, *slot, op.num_regions());
            if def.regions[*slot].variadic { len > 0 } else { len > 0 && !op.region(start).is_empty() }
        }
        AnchorOf::Successor(slot) => op.num_successors() > *slot,
        AnchorOf::Any(anchors) => anchors.iter().any(|a| is_present(a, op, def)),
        AnchorOf::Never => false,
    }
}
