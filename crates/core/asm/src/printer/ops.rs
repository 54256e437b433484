//! Writes operations, regions and blocks.

use rustc_hash::FxHashSet;
use terrace_ir::attrs::NamedAttr;
use terrace_ir::print::{Elide, write_quoted, write_u64};
use terrace_ir::{Attr, BlockRef, Loc, OpRef, OptionalAttr, RegionRef, TraitSet, TypeData, ValueRef};

use super::{Mark, Printer, What};
use crate::{RED_ZONE, SEGMENT};

/// Returns the name of an op without the default dialect; `None` if it is of another one.
#[inline]
fn short_name<'n>(name: &'n str, default: &str) -> Option<&'n str> {
    // Where the dialect ends tells nearly all names apart.
    if default.is_empty() || name.as_bytes().get(default.len()) != Some(&b'.') {
        return None;
    }
    name.strip_prefix(default).map(|rest| &rest[1..]).filter(|rest| !rest.contains('.'))
}

impl<'a> Printer<'a, '_> {
    pub(crate) fn indentation(&mut self) {
        const SPACES: &str = match std::str::from_utf8(&[b' '; 512]) {
            Ok(spaces) => spaces,
            Err(_) => " ",
        };
        let mut left = self.indent;
        while left > 0 {
            let n = left.min(SPACES.len());
            self.w.out.push_str(&SPACES[..n]);
            left -= n;
        }
    }

    /// The op with its results, and its location where locations are written.
    pub(crate) fn full_op_and_loc(&mut self, op: OpRef<'a>) {
        self.indentation();
        self.full_op(op);
        self.trailing_loc(op.loc(), true);
        if self.options.value_users {
            self.users_comment(op);
        }
    }

    pub(crate) fn trailing_loc(&mut self, loc: Loc, allow_alias: bool) {
        if !self.options.debuginfo {
            return;
        }
        if self.w.collect.is_some() {
            return;
        }
        let known = self.w.aliases.and_then(|aliases| aliases.loc_attr(loc));
        let attr = known.unwrap_or_else(|| self.ir.loc_attr(loc));
        self.w.out.push(' ');
        if self.options.pretty_debuginfo {
            return self.w.location(attr, true, true);
        }
        self.w.out.push_str("loc(");
        match self.w.aliases.and_then(|a| a.attr(attr)) {
            Some(alias) if allow_alias => self.w.out.push_str(alias),
            _ => self.w.location(attr, true, false),
        }
        self.w.out.push(')');
    }

    pub(crate) fn full_op(&mut self, op: OpRef<'a>) {
        let start = self.w.out.len();
        if let Some(marks) = &mut self.marks {
            marks.push(Mark { range: start..start, what: What::Op(op.handle()) });
        }
        let results = op.num_results();
        if self.w.collect.is_none() && results > 0 {
            let groups = match results {
                1 => Vec::new(),
                _ => self.names_of(op.body_id()).map_or(Vec::new(), |n| n.groups(op.id()).to_vec()),
            };
            if groups.is_empty() {
                self.result_group(op, 0, results);
            } else {
                for (i, &start) in groups.iter().enumerate() {
                    if i > 0 {
                        self.w.out.push_str(", ");
                    }
                    let end = groups.get(i + 1).map_or(results, |&g| g as usize);
                    self.result_group(op, start as usize, end - start as usize);
                }
            }
            self.w.out.push_str(" = ");
        }
        self.custom_or_generic(op);
    }

    fn result_group(&mut self, op: OpRef<'a>, start: usize, count: usize) {
        self.value_name(op.result(start), false);
        if count > 1 {
            self.w.out.push(':');
            write_u64(&mut self.w.out, count as u64);
        }
    }

    #[inline]
    pub(crate) fn value_name(&mut self, value: ValueRef<'_>, number: bool) {
        if self.w.collect.is_some() {
            return;
        }
        let start = self.w.out.len();
        match self.names.iter().rev().find(|(id, _)| *id == value.body_id()) {
            Some((_, names)) => names.write(&mut self.w.out, value.body(), value.id(), number),
            None => self.w.out.push_str("<<UNKNOWN SSA VALUE>>"),
        }
        if let Some(marks) = &mut self.marks {
            marks.push(Mark { range: start..self.w.out.len(), what: What::Value(value.handle()) });
        }
    }

    pub(crate) fn custom_or_generic(&mut self, op: OpRef<'a>) {
        if let Some(collect) = &mut self.w.collect {
            let cx = self.ir.cx();
            if self.options.debuginfo {
                let loc = collect.loc_attr(self.ir, op.loc());
                collect.visit_op_loc(cx, loc);
            }
            if collect.is_plain_op(cx, op) {
                return;
            }
            // Nothing is written while aliases are collected.
            self.w.out.clear();
        }
        let opened = self.open_body(op);
        let def = op.def().filter(|_| !self.options.generic);
        match def {
            Some(def) if def.asm.is_some() || def.format.is_some() => {
                let name = def.name;
                let default = self.default_dialects.last().copied().unwrap_or("");
                let name_at = self.w.out.len();
                self.w.out.push_str(short_name(name, default).unwrap_or(name));
                match def.asm {
                    Some((_, print)) => print(&mut super::hooks::Hooks { printer: self, name_at }, op),
                    None => self.op_by_format(op, def),
                }
            }
            _ => self.generic(op),
        }
        if opened {
            self.names.pop();
        }
    }

    pub(crate) fn generic(&mut self, op: OpRef<'a>) {
        if self.w.collect.is_some() {
            return self.collect_generic(op);
        }
        write_quoted(&mut self.w.out, op.name_text().as_bytes());
        self.generic_rest(op);
    }

    /// Aliases of a generic op are met in another order than they are written in.
    fn collect_generic(&mut self, op: OpRef<'a>) {
        if !self.options.skip_regions {
            for region in op.regions() {
                self.region(region, true, true, true);
            }
        }
        for value in op.operands().chain(op.results()) {
            self.w.write_type(value.ty());
        }
        if op.props().is_empty() {
            for &(_, value) in op.attrs().optional_entries(self.cx()) {
                self.w.write_attr(value, Elide::Never);
            }
            return;
        }
        for (_, value) in self.all_attrs(op) {
            self.w.write_attr(value, Elide::Never);
        }
    }

    fn generic_rest(&mut self, op: OpRef<'a>) {
        self.w.out.push('(');
        for (i, value) in op.operands().enumerate() {
            if i > 0 {
                self.w.out.push_str(", ");
            }
            self.value_name(value, true);
        }
        self.w.out.push(')');
        if op.num_successors() > 0 {
            self.w.out.push('[');
            for (i, block) in op.successors().enumerate() {
                if i > 0 {
                    self.w.out.push_str(", ");
                }
                self.block_name(block);
            }
            self.w.out.push(']');
        }
        self.properties(op);
        if op.num_regions() > 0 {
            self.w.out.push_str(" (");
            for (i, region) in op.regions().enumerate() {
                if i > 0 {
                    self.w.out.push_str(", ");
                }
                self.region(region, true, true, true);
            }
            self.w.out.push(')');
        }
        let attrs = op.attrs();
        if attrs != Attr::EMPTY_DICT
            && let Some(entries) = attrs.as_dict(self.ir.cx())
        {
            self.w.out.push(' ');
            self.attr_entries(entries);
        }
        self.w.out.push_str(" : ");
        self.op_type(op);
    }

    pub(crate) fn op_type(&mut self, op: OpRef<'a>) {
        self.w.out.push('(');
        for (i, value) in op.operands().enumerate() {
            if i > 0 {
                self.w.out.push_str(", ");
            }
            self.w.write_type(value.ty());
        }
        self.w.out.push_str(") -> ");
        let cx = self.ir.cx();
        let one = op.num_results() == 1;
        if one && !matches!(op.result(0).ty().data(cx), TypeData::Function { .. }) {
            return self.w.write_type(op.result(0).ty());
        }
        self.w.out.push('(');
        for (i, value) in op.results().enumerate() {
            if i > 0 {
                self.w.out.push_str(", ");
            }
            self.w.write_type(value.ty());
        }
        self.w.out.push(')');
    }

    /// The present inherent attributes, sorted by name.
    fn inherent(&self, op: OpRef<'a>) -> Vec<NamedAttr> {
        let cx = &**self.ir.cx();
        let info = op.info();
        let mut out: Vec<NamedAttr> = info
            .prop_names
            .iter()
            .zip(op.props())
            .filter(|(_, value)| !value.is_null())
            .map(|(&name, &value)| (name, value))
            .collect();
        out.sort_by(|a, b| a.0.bytes(cx).cmp(b.0.bytes(cx)));
        out
    }

    /// Inherent and discardable attributes, sorted by name.
    pub(crate) fn all_attrs(&self, op: OpRef<'a>) -> Vec<NamedAttr> {
        let cx = &**self.ir.cx();
        let all = match op.def() {
            Some(_) => self.inherent(op),
            None => op.body().opaque_props(op.id()).optional_entries(cx).to_vec(),
        };
        let discardable = op.attrs().optional_entries(cx);
        if all.is_empty() {
            return discardable.to_vec();
        }
        if discardable.is_empty() {
            return all;
        }
        // Both are sorted.
        let mut merged = Vec::with_capacity(all.len() + discardable.len());
        let mut others = discardable.iter().peekable();
        for entry in all {
            let name = entry.0.bytes(cx);
            while let Some(&other) = others.next_if(|other| other.0.bytes(cx) < name) {
                merged.push(other);
            }
            merged.push(entry);
        }
        merged.extend(others);
        merged
    }

    fn properties(&mut self, op: OpRef<'a>) {
        if op.def().is_none() {
            if let Some(props) = op.body().opaque_props(op.id()) {
                self.w.out.push_str(" <");
                self.w.write_attr(props, Elide::Never);
                self.w.out.push('>');
            }
            return;
        }
        if op.props().iter().all(|p| p.is_null()) {
            return;
        }
        let entries = self.inherent(op);
        self.w.out.push_str(" <");
        self.attr_entries(&entries);
        self.w.out.push('>');
    }

    pub(crate) fn attr_entries(&mut self, entries: &[NamedAttr]) {
        self.w.out.push('{');
        for (i, &(name, value)) in entries.iter().enumerate() {
            if i > 0 {
                self.w.out.push_str(", ");
            }
            self.w.named_attr(name, value);
        }
        self.w.out.push('}');
    }

    pub(crate) fn block_name(&mut self, block: BlockRef<'_>) {
        if self.w.collect.is_some() {
            return;
        }
        match self.names.iter().rev().find(|(id, _)| *id == block.body_id()) {
            Some((_, names)) => names.write_block(&mut self.w.out, block.id()),
            None => self.w.out.push_str("<<UNKNOWN BLOCK>>"),
        }
    }

    // ---- regions --------------------------------------------------------------------------------

    pub(crate) fn region(
        &mut self,
        region: RegionRef<'a>,
        entry_args: bool,
        terminators: bool,
        empty_block: bool,
    ) {
        if self.options.skip_regions {
            return self.w.out.push_str("{...}");
        }
        self.w.out.push_str("{\n");
        if let Some(entry) = region.entry() {
            let dialect = region.parent_op().and_then(|op| op.def()).and_then(|d| d.default_dialect);
            self.default_dialects.push(dialect.unwrap_or(""));
            stacker::maybe_grow(RED_ZONE, SEGMENT, || {
                let header =
                    (empty_block && entry.first().is_none()) || (entry_args && entry.args().len() > 0);
                self.block(entry, header, terminators);
                for block in region.blocks().skip(1) {
                    self.block(block, true, true);
                }
            });
            self.default_dialects.pop();
        }
        self.indentation();
        self.w.out.push('}');
    }

    pub(super) fn block(&mut self, block: BlockRef<'a>, header: bool, terminators: bool) {
        if self.w.collect.is_some() {
            if header {
                for (i, arg) in block.args().enumerate() {
                    self.w.write_type(arg.ty());
                    if self.options.debuginfo {
                        let loc = self.ir.loc_attr(block.body().arg_loc(block.id(), i));
                        let cx = self.ir.cx();
                        if let Some(collect) = &mut self.w.collect {
                            collect.visit_loc(cx, loc);
                        }
                    }
                }
            }
        } else if header {
            self.block_header(block);
        }
        self.indent += 2;
        if self.options.value_users {
            for arg in block.args() {
                self.indentation();
                self.argument_users(arg);
            }
        }
        let last = block.last().filter(|op| !terminators && op.has_trait(TraitSet::Terminator));
        if self.options.parallel && self.w.collect.is_none() && self.parallel_ops(block, last) {
            self.indent -= 2;
            return;
        }
        for op in block.ops() {
            if Some(op) == last {
                break;
            }
            // On the way down too: what surrounds the innermost op can be most of the text.
            self.flush_if_large();
            self.full_op_and_loc(op);
            self.w.out.push('\n');
        }
        self.flush_if_large();
        self.indent -= 2;
    }

    fn block_header(&mut self, block: BlockRef<'a>) {
        self.indentation();
        self.block_name(block);
        if block.args().len() > 0 {
            self.w.out.push('(');
            for (i, arg) in block.args().enumerate() {
                if i > 0 {
                    self.w.out.push_str(", ");
                }
                self.value_name(arg, true);
                self.w.out.push_str(": ");
                self.w.write_type(arg.ty());
                self.trailing_loc(block.body().arg_loc(block.id(), i), false);
            }
            self.w.out.push(')');
        }
        self.w.out.push(':');
        let body = block.body();
        let preds: Vec<_> = body.preds(block.id()).filter_map(|u| body.block_of(body.use_owner(u))).collect();
        match preds[..] {
            [] => {
                if block.region().and_then(|r| r.entry()) != Some(block) {
                    self.w.out.push_str("  // no predecessors");
                }
            }
            [one] => {
                self.w.out.push_str("  // pred: ");
                if let Some(names) = self.names.iter().rev().find(|(id, _)| *id == block.body_id()) {
                    names.1.write_block(&mut self.w.out, one);
                }
            }
            _ => {
                self.w.out.push_str("  // ");
                write_u64(&mut self.w.out, preds.len() as u64);
                self.w.out.push_str(" preds: ");
                if let Some((_, names)) = self.names.iter().rev().find(|(id, _)| *id == block.body_id()) {
                    let mut preds = preds.clone();
                    preds.sort_by_key(|&b| names.block_number(b));
                    for (i, &pred) in preds.iter().enumerate() {
                        if i > 0 {
                            self.w.out.push_str(", ");
                        }
                        names.write_block(&mut self.w.out, pred);
                    }
                }
            }
        }
        self.w.out.push('\n');
    }

    /// Writes the isolated ops of a block on several cores, in order. False if it is not worth it.
    fn parallel_ops(&mut self, block: BlockRef<'a>, last: Option<OpRef<'a>>) -> bool {
        use rayon::prelude::*;
        let ops: Vec<OpRef<'a>> = block.ops().take_while(|op| Some(*op) != last).collect();
        let isolated = ops.iter().filter(|op| op.inner_body().is_some()).count();
        // Numbers that depend on what was written before cannot be made in parallel.
        let sequential =
            ops.iter().filter_map(|op| op.inner_body()).map(|b| self.ir.body(b).num_ops()).sum::<usize>()
                < 2000;
        let alone = ops.iter().all(|op| op.num_operands() == 0 && op.num_results() == 0);
        if isolated < 2 || sequential || !alone || super::has_distinct(self.ir.cx()) {
            return false;
        }
        let parent = block.region().and_then(|r| self.names_of(block.body_id()).map(|n| n.start(r.id())));
        let Some(start) = parent else { return false };
        self.flush();
        let (ir, options, indent) = (self.ir, self.options, self.indent);
        let dialects = self.default_dialects.clone();
        let aliases = self.w.aliases;
        let unique = self.unique.clone();
        let write = |ops: &[OpRef<'a>]| {
            let mut printer = Printer::new(ir, options, super::Sink::Buffer);
            printer.indent = indent;
            printer.default_dialects = dialects.clone();
            printer.w.aliases = aliases;
            let names = super::Names::only_start(block.region().map(|r| r.id()), start.clone());
            printer.names.push((block.body_id(), std::sync::Arc::new(names)));
            printer.unique = unique.clone();
            for &op in ops {
                printer.full_op_and_loc(op);
                printer.w.out.push('\n');
            }
            (printer.w.out, printer.w.resources)
        };
        // While the text of one wave is handed on, the next one is made.
        let mut ready: Vec<(String, Vec<terrace_ir::Str>)> = Vec::new();
        for wave in ops.chunks(256).map(Some).chain([None]) {
            let mut next = Vec::new();
            rayon::in_place_scope(|scope| {
                if let Some(wave) = wave {
                    let (next, write) = (&mut next, &write);
                    scope.spawn(move |_| {
                        *next = wave.par_chunks(wave.len().div_ceil(16).max(1)).map(write).collect();
                    });
                }
                for (text, resources) in std::mem::take(&mut ready) {
                    self.hand_on(text);
                    for key in resources {
                        if !self.w.resources.contains(&key) {
                            self.w.resources.push(key);
                        }
                    }
                }
            });
            ready = next;
        }
        true
    }

    // ---- users ----------------------------------------------------------------------------------

    fn user_ids(&mut self, value: ValueRef<'a>) {
        if value.is_unused() {
            self.w.out.push_str("unused");
        }
        let mut seen = FxHashSet::default();
        for (i, (user, _)) in value.uses().enumerate() {
            if !seen.insert(user.id()) {
                continue;
            }
            if i > 0 {
                self.w.out.push_str(", ");
            }
            if user.num_results() == 0 {
                self.op_id(user);
            } else {
                for (k, result) in user.results().enumerate() {
                    if k > 0 {
                        self.w.out.push_str(", ");
                    }
                    self.value_name(result, true);
                }
            }
        }
    }

    fn op_id(&mut self, op: OpRef<'a>) {
        self.w.out.push('%');
        let id = self.names_of(op.body_id()).map_or(0, |n| n.op_id(op.id()));
        write_u64(&mut self.w.out, u64::from(id));
    }

    fn argument_users(&mut self, arg: ValueRef<'a>) {
        self.w.out.push_str("// ");
        self.value_name(arg, true);
        if arg.is_unused() {
            self.w.out.push_str(" is unused");
        } else {
            self.w.out.push_str(" is used by ");
            self.user_ids(arg);
        }
        self.w.out.push('\n');
    }

    fn users_comment(&mut self, op: OpRef<'a>) {
        let results = op.num_results();
        if results == 0 {
            if op.num_operands() > 0 {
                self.w.out.push_str(" // id: ");
                self.op_id(op);
            }
            return;
        }
        if op.results().all(|v| v.is_unused()) {
            return self.w.out.push_str(" // unused");
        }
        let (mut users, mut produced) = (FxHashSet::default(), 0);
        for value in op.results() {
            for (user, _) in value.uses() {
                if users.insert(user.id()) {
                    produced += user.num_results();
                }
            }
        }
        let one = results == 1 && produced <= 1 && users.len() <= 1;
        self.w.out.push_str(if one { " // user: " } else { " // users: " });
        for (i, value) in op.results().enumerate() {
            if i > 0 {
                self.w.out.push_str(", ");
            }
            if results > 1 {
                self.w.out.push('(');
            }
            self.user_ids(value);
            if results > 1 {
                self.w.out.push(')');
            }
        }
    }
}
