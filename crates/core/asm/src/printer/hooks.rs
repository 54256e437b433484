//! The printer interface of custom assembly formats.

use std::sync::Arc;

use terrace_ir::asm::{AttrPrinter, OpPrinter};
use terrace_ir::print::{Elide, write_keyword_or_string, write_quoted, write_symbol};
use terrace_ir::{Attr, AttrData, BlockRef, Loc, OpRef, RegionRef, Type, ValueHandle, ValueRef};

use super::{Mark, Printer, What};

/// The printer after the [`OpPrinter`] interface.
pub(crate) struct Hooks<'p, 'a, 's> {
    pub(crate) printer: &'p mut Printer<'a, 's>,
    /// The place of the op's name in the text.
    pub(crate) name_at: usize,
}

impl<'a> Hooks<'_, 'a, '_> {
    /// Views given to hooks borrow the IR that is being written; this takes them back from it.
    fn own_op(&self, op: OpRef<'_>) -> OpRef<'a> {
        self.printer.ir.op(op.handle())
    }

    fn own_region(&self, region: RegionRef<'_>) -> Option<RegionRef<'a>> {
        let op = self.own_op(region.parent_op()?);
        Some(op.region(region.index())).filter(|r| r.id() == region.id() && r.body_id() == region.body_id())
    }
}

impl AttrPrinter for Hooks<'_, '_, '_> {
    fn text(&mut self, text: &str) {
        self.printer.w.out.push_str(text);
    }
    fn attr(&mut self, attr: Attr) {
        self.printer.w.write_attr(attr, Elide::Never);
    }
    fn alias(&mut self, attr: Attr) -> bool {
        AttrPrinter::alias(&mut self.printer.w, attr)
    }
    fn attr_without_type(&mut self, attr: Attr) {
        self.printer.w.write_attr(attr, Elide::Must);
    }
    fn attr_stripped(&mut self, attr: Attr) {
        self.printer.w.write_attr_stripped(attr);
    }
    fn ty(&mut self, ty: Type) {
        self.printer.w.write_type(ty);
    }
    fn ty_params(&mut self, ty: Type) {
        self.printer.w.write_type_params(ty);
    }
    fn start_cyclic(&mut self, ty: Type) -> bool {
        self.printer.w.start_cyclic(ty)
    }
    fn end_cyclic(&mut self) {
        self.printer.w.end_cyclic();
    }
    fn quoted(&mut self, bytes: &[u8]) {
        write_quoted(&mut self.printer.w.out, bytes);
    }
    fn symbol(&mut self, name: &[u8]) {
        write_symbol(&mut self.printer.w.out, name);
    }
    fn keyword_or_string(&mut self, text: &[u8]) {
        write_keyword_or_string(&mut self.printer.w.out, text);
    }
}

impl<'a> OpPrinter for Hooks<'_, 'a, '_> {
    fn value(&mut self, value: ValueRef<'_>) {
        self.printer.value_name(value, true);
    }

    fn value_name(&mut self, value: ValueRef<'_>) -> String {
        let (before, marks) = (std::mem::take(&mut self.printer.w.out), self.printer.marks.take());
        self.printer.value_name(value, true);
        let name = std::mem::replace(&mut self.printer.w.out, before);
        self.printer.marks = marks;
        name.trim_start_matches('%').to_owned()
    }

    fn argument(&mut self, value: ValueRef<'_>, with_type: bool) {
        self.printer.value_name(value, true);
        if with_type {
            self.printer.w.out.push_str(": ");
            self.printer.w.write_type(value.ty());
        }
    }

    fn values(&mut self, values: &mut dyn Iterator<Item = ValueRef<'_>>) {
        for (i, value) in values.enumerate() {
            if i > 0 {
                self.printer.w.out.push_str(", ");
            }
            self.printer.value_name(value, true);
        }
    }

    fn types_of(&mut self, values: &mut dyn Iterator<Item = ValueRef<'_>>) {
        for (i, value) in values.enumerate() {
            if i > 0 {
                self.printer.w.out.push_str(", ");
            }
            self.printer.w.write_type(value.ty());
        }
    }

    fn optional_arrow_types(&mut self, types: &[Type]) {
        if !types.is_empty() {
            self.arrow_types(types);
        }
    }

    fn arrow_types(&mut self, types: &[Type]) {
        self.printer.w.out.push_str(" -> ");
        self.printer.w.result_types(types);
    }

    fn attr_dict(&mut self, op: OpRef<'_>, elided: &[&str]) {
        let op = self.own_op(op);
        self.printer.attr_dict(op, elided, None, false);
    }

    fn attr_dict_with_keyword(&mut self, op: OpRef<'_>, elided: &[&str]) {
        let op = self.own_op(op);
        self.printer.attr_dict(op, elided, None, true);
    }

    fn argument_attrs(&mut self, dict: Attr) {
        // Arguments' attributes use aliases that others brought about, but bring about none.
        if self.printer.w.collect.is_none() {
            self.plain_attr_dict(dict);
        }
    }

    fn plain_attr_dict(&mut self, dict: Attr) {
        let cx = self.printer.ir.cx();
        if let AttrData::Dict(entries) = dict.data(cx)
            && !entries.is_empty()
        {
            self.printer.w.out.push(' ');
            self.printer.attr_entries(entries);
        }
    }

    fn region(&mut self, region: RegionRef<'_>, entry_args: bool, terminators: bool) {
        self.region_with(region, entry_args, terminators, false);
    }

    fn region_with(&mut self, region: RegionRef<'_>, entry_args: bool, terminators: bool, empty_block: bool) {
        if let Some(region) = self.own_region(region) {
            self.printer.region(region, entry_args, terminators, empty_block);
        }
    }

    fn successor(&mut self, block: BlockRef<'_>) {
        self.printer.block_name(block);
    }

    fn newline(&mut self) {
        self.printer.w.out.push('\n');
        self.printer.indentation();
    }

    fn indent(&mut self) {
        self.printer.indent += 2;
    }

    fn outdent(&mut self) {
        self.printer.indent = self.printer.indent.saturating_sub(2);
    }

    fn argument_loc(&mut self, loc: Loc) {
        if !self.printer.options.debuginfo {
            return;
        }
        let ir = self.printer.ir;
        if let Some(collect) = &mut self.printer.w.collect {
            let attr = collect.loc_attr(ir, loc);
            return collect.visit_loc(ir.cx(), attr);
        }
        self.printer.trailing_loc(loc, false);
    }

    fn optional_loc(&mut self, loc: Loc) {
        self.printer.trailing_loc(loc, true);
    }

    fn affine_map_of_ssa_ids(&mut self, map: Attr, operands: &mut dyn Iterator<Item = ValueRef<'_>>) {
        let cx = self.printer.ir.cx().clone();
        let AttrData::AffineMap(map) = map.data(&cx) else { return };
        let (mut names, mut values): (Vec<String>, Vec<ValueHandle>) = Default::default();
        for value in operands {
            names.push(format!("%{}", self.value_name(value)));
            if self.printer.marks.is_some() {
                values.push(value.handle());
            }
        }
        let (out, marks) = (&mut self.printer.w.out, &mut self.printer.marks);
        let dims = map.num_dims as usize;
        for (i, result) in map.results.iter().enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            // Writing to a string cannot fail.
            let _ = result.write_with(out, |out, position, symbol| {
                let at = if symbol { dims + position as usize } else { position as usize };
                out.push_str(if symbol { "symbol(" } else { "" });
                let start = out.len();
                out.push_str(names.get(at).map_or("", |n| n));
                if let (Some(marks), Some(&value)) = (marks.as_mut(), values.get(at)) {
                    marks.push(Mark { range: start..out.len(), what: What::Value(value) });
                }
                out.push_str(if symbol { ")" } else { "" });
                Ok(())
            });
        }
    }

    fn generic_op(&mut self, op: OpRef<'_>) {
        let op = self.own_op(op);
        self.printer.generic(op);
    }

    fn own_generic_form(&mut self, op: OpRef<'_>) {
        let end = self.name_at;
        self.printer.w.out.truncate(end);
        if let Some(marks) = &mut self.printer.marks {
            while marks.last().is_some_and(|mark| mark.range.end > end) {
                marks.pop();
            }
        }
        self.generic_op(op);
    }

    fn custom_op(&mut self, op: OpRef<'_>) {
        let op = self.own_op(op);
        self.printer.custom_or_generic(op);
    }

    fn shadow_region_args(&mut self, region: RegionRef<'_>, values: &mut dyn Iterator<Item = ValueRef<'_>>) {
        if self.printer.w.collect.is_some() {
            return;
        }
        let Some(entry) = region.entry() else { return };
        for (arg, value) in entry.args().zip(values) {
            if arg.body_id() != value.body_id() {
                let name = self.value_name(value);
                let inner = self.printer.names.iter_mut().rev().find(|(id, _)| *id == arg.body_id());
                if let Some((_, names)) = inner {
                    Arc::make_mut(names).set_name(arg.id(), &name);
                }
                continue;
            }
            if let Some((_, names)) =
                self.printer.names.iter_mut().rev().find(|(id, _)| *id == value.body_id())
            {
                Arc::make_mut(names).shadow(arg.id(), value.id());
            }
        }
    }
}
