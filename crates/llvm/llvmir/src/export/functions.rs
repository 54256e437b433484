//! Functions.

use std::fmt::Write;
use std::sync::Arc;

use terrace_dialects_llvm::attrs::{MemoryEffectsAttr, MmraTagAttr, TargetFeaturesAttr, VScaleRangeAttr};
use terrace_dialects_llvm::enums::{FramePointerKind, ModRefInfo, UWTableKind};
use terrace_dialects_llvm::types::VoidType;
use terrace_dialects_llvm::*;
use terrace_ir::{Attr, Context, OpRef, Type, ValueRef};

use super::attributes::{AttributeSet, memory_text};
use super::control::{blocks_by_dominance, predecessors};
use super::debug_info::scope_of;
use super::forms::Form;
use super::globals::{linkage_text, unnamed_addr_text, write_visibility};
use super::metadata::{Item, Kind, Node};
use super::{Exporter, FunctionState, Local, Result, bytes_of, symbol_text};
use crate::names::write_quoted;
use crate::phi_notes::PhiNotes;

/// The column in which the predecessors of a block are named.
const PREDECESSOR_COLUMN: usize = 50;

/// The text of `memory` for a function's memory effects.
pub(super) fn effects_text(cx: &Context, effects: MemoryEffectsAttr) -> String {
    let places = [
        effects.arg_mem(cx),
        effects.inaccessible_mem(cx),
        effects.errno_mem(cx),
        effects.target_mem0(cx),
        effects.target_mem1(cx),
    ];
    memory_text(effects.other(cx), places)
}

/// Whether an attribute says that a function may do anything to memory, which is not written.
fn is_unknown(cx: &Context, effects: MemoryEffectsAttr) -> bool {
    [
        effects.other(cx),
        effects.arg_mem(cx),
        effects.inaccessible_mem(cx),
        effects.errno_mem(cx),
        effects.target_mem0(cx),
        effects.target_mem1(cx),
    ]
    .iter()
    .all(|&info| info == ModRefInfo::ModRef)
}

/// Whether a function is written with all that it has. Upstream's translation leaves out of declarations what it adds to a function
/// with the body.
fn writes_all_of(op: LLVMFuncOpView<'_>) -> bool {
    !op.is_external() || !op.0.cx().matches_upstream()
}

impl<'a> Exporter<'a> {
    /// The attributes of an argument or a result in a list of dictionaries.
    pub(super) fn parameter_attributes(&mut self, dicts: Option<Attr>, index: usize) -> AttributeSet {
        let cx = self.cx;
        let mut set = AttributeSet::default();
        let dict = dicts.and_then(|dicts| dicts.as_array(cx)).and_then(|dicts| dicts.get(index));
        for &(name, value) in dict.and_then(|dict| dict.as_dict(cx)).unwrap_or_default() {
            set.parameter(cx, &mut self.types, name.text(cx), value);
        }
        set
    }

    /// Finds what the module must have before functions are written: groups of attributes, which those of calls come after,
    /// declarations of intrinsics, and units of debug information.
    pub(super) fn visit_function(&mut self, op: LLVMFuncOpView<'a>) -> Result {
        let set = self.function_attributes(op)?;
        if !set.is_empty() {
            self.groups.number(&set);
        }
        self.function.scope = self.subprogram_of(op);
        for block in blocks_by_dominance(op.body()) {
            for argument in block.args() {
                self.location_at(argument.loc());
            }
            for op in block.ops() {
                if self.is_kept_record(op) {
                    self.location(op);
                    continue;
                }
                match self.form(op) {
                    Form::CallIntrinsic | Form::Intrinsic(_) => self.note_intrinsic(op),
                    Form::Terminator => {
                        let of_loop = op.cast::<BrOp>().map(|br| br.loop_annotation_attr());
                        let of_loop =
                            of_loop.or_else(|| op.cast::<CondBrOp>().map(|br| br.loop_annotation_attr()));
                        self.loop_attachment(of_loop.flatten());
                    }
                    _ => {}
                }
                self.location(op);
            }
        }
        Ok(())
    }

    fn function_attributes(&mut self, op: LLVMFuncOpView<'a>) -> Result<AttributeSet> {
        let cx = self.cx;
        let mut set = AttributeSet::default();
        let flags = [
            (op.convergent(), "convergent"),
            (op.no_inline(), "noinline"),
            (op.always_inline(), "alwaysinline"),
            (op.inline_hint(), "inlinehint"),
            (op.no_unwind(), "nounwind"),
            (op.will_return(), "willreturn"),
            (op.optimize_none(), "optnone"),
        ];
        flags.into_iter().filter(|(holds, _)| *holds).for_each(|(_, name)| set.flag(name));
        if writes_all_of(op) {
            self.definition_attributes(op, &mut set);
        }
        if let Some(features) =
            op.target_features_attr().and_then(|attr| attr.dyn_cast::<TargetFeaturesAttr>(cx))
        {
            let words: Vec<&str> =
                features.features(cx).iter().map(|feature| feature.as_str(cx).unwrap_or_default()).collect();
            set.string("target-features", &words.join(","));
        }
        if let Some(kind) = op.frame_pointer() {
            let text = match kind {
                FramePointerKind::None => "none",
                FramePointerKind::NonLeaf => "non-leaf",
                FramePointerKind::All => "all",
                FramePointerKind::Reserved => "reserved",
                FramePointerKind::NonLeafNoReserve => "non-leaf-no-reserve",
            };
            set.string("frame-pointer", text);
        }
        if let Some(kind) = op.uwtable_kind() {
            match kind {
                UWTableKind::None => {}
                UWTableKind::Sync => set.text("uwtable", "uwtable(sync)".into()),
                UWTableKind::Async => set.text("uwtable", "uwtable".into()),
            }
        }
        if let Some(effects) = op.memory_effects_attr().and_then(|effects| effects.dyn_cast(cx)) {
            self.memory_effects(effects, &mut set);
        }
        if let Some(list) = op.passthrough_attr() {
            self.string_attributes(op.0, "passthrough", list, &mut set)?;
        }
        Ok(set)
    }

    /// Adds the attributes that only a definition has in upstream's translation.
    fn definition_attributes(&self, op: LLVMFuncOpView<'a>, set: &mut AttributeSet) {
        let cx = self.cx;
        let states = [
            (op.arm_streaming(), "aarch64_pstate_sm_enabled"),
            (op.arm_locally_streaming(), "aarch64_pstate_sm_body"),
            (op.arm_streaming_compatible(), "aarch64_pstate_sm_compatible"),
            (op.arm_new_za(), "aarch64_new_za"),
            (op.arm_in_za(), "aarch64_in_za"),
            (op.arm_out_za(), "aarch64_out_za"),
            (op.arm_inout_za(), "aarch64_inout_za"),
            (op.arm_preserves_za(), "aarch64_preserves_za"),
        ];
        states.into_iter().filter(|(holds, _)| *holds).for_each(|(_, name)| set.string(name, ""));
        let texts = [
            (op.target_cpu(), "target-cpu"),
            (op.tune_cpu(), "tune-cpu"),
            (op.reciprocal_estimates(), "reciprocal-estimates"),
            (op.prefer_vector_width(), "prefer-vector-width"),
            (op.denormal_fp_math(), "denormal-fp-math"),
            (op.denormal_fp_math_f32(), "denormal-fp-math-f32"),
            (op.fp_contract(), "fp-contract"),
            (op.instrument_function_entry(), "instrument-function-entry"),
            (op.instrument_function_exit(), "instrument-function-exit"),
        ];
        for (text, name) in texts {
            if let Some(text) = text {
                set.string(name, text);
            }
        }
        let maths = [
            (op.no_infs_fp_math(), "no-infs-fp-math"),
            (op.no_nans_fp_math(), "no-nans-fp-math"),
            (op.no_signed_zeros_fp_math(), "no-signed-zeros-fp-math"),
        ];
        for (holds, name) in maths {
            if let Some(holds) = holds {
                set.string(name, if holds { "true" } else { "false" });
            }
        }
        if let Some(range) = op.vscale_range_attr().and_then(|range| range.dyn_cast::<VScaleRangeAttr>(cx)) {
            let bound = |bound: Attr| bound.as_i64(cx).unwrap_or(0);
            let (min, max) = (bound(range.min_range(cx)), bound(range.max_range(cx)));
            set.text("vscale_range", format!("vscale_range({min},{max})"));
        }
    }

    /// Adds what is done to memory.
    pub(super) fn memory_effects(&self, effects: MemoryEffectsAttr, set: &mut AttributeSet) {
        if !is_unknown(self.cx, effects) {
            set.text("memory", effects_text(self.cx, effects));
        }
    }

    /// Appends a function.
    pub(super) fn function(&mut self, op: LLVMFuncOpView<'a>) -> Result {
        let cx = self.cx;
        self.function = FunctionState::default();
        self.start_kept_of_function();
        let set = self.function_attributes(op)?;
        let Some(signature) = op.signature() else { return Ok(()) };
        let mut attached = self.function_metadata(op);
        let subprogram = self.subprogram_of(op);
        self.function.scope = subprogram;
        attached.extend(subprogram.map(|node| (Kind::Dbg, node)));
        attached.extend(self.kept_attachments(op.0));
        let is_declared = op.is_external();
        self.text("\n");
        if set.has_known() {
            self.text("; Function Attrs: ");
            set.write_comment(&mut self.out);
            self.text("\n");
        }
        let mut out = std::mem::take(&mut self.out);
        if is_declared {
            out.push_str("declare");
            self.write_attachments(&mut out, " ", std::mem::take(&mut attached));
            out.push(' ');
        } else {
            out.push_str("define ");
        }
        out.push_str(linkage_text(op.linkage()));
        write_visibility(&mut out, op.dso_local(), op.linkage(), op.visibility_());
        out.push_str(&self.dll_storage_text(op.0));
        out.push_str(&crate::conventions::text(op.c_conv() as u64));
        self.out = out;
        let results = self.parameter_attributes(op.res_attrs_attr(), 0);
        if !results.is_empty() {
            results.write(&mut self.out);
            self.text(" ");
        }
        self.ty(signature.return_type(cx));
        self.text(" ");
        let name = symbol_text(bytes_of(cx, op.sym_name_attr()));
        self.text(&name);
        self.text("(");
        let entry = op.body().entry();
        for (index, ty) in signature.params(cx).into_iter().enumerate() {
            self.text(if index > 0 { ", " } else { "" });
            self.ty(ty);
            let parameters = self.parameter_attributes(op.arg_attrs_attr(), index);
            if !parameters.is_empty() {
                self.text(" ");
                parameters.write(&mut self.out);
            }
            if entry.is_some() {
                self.text(" ");
                self.local_number(index as u32);
            }
        }
        if signature.var_arg(cx) {
            self.text(if signature.params(cx).is_empty() { "..." } else { ", ..." });
        }
        self.text(")");
        let unnamed = unnamed_addr_text(op.unnamed_addr());
        if !unnamed.is_empty() {
            self.text(" ");
            self.text(unnamed);
        }
        if let Some(space) = self.kept_string(op.0, "addrspace") {
            let _ = write!(self.out, " addrspace({space})");
        }
        if !set.is_empty() {
            let group = self.groups.number(&set);
            let _ = write!(self.out, " #{group}");
        }
        if let Some(section) = op.section().filter(|_| writes_all_of(op)) {
            self.text(" section ");
            write_quoted(&mut self.out, section.as_bytes());
        }
        let mut out = std::mem::take(&mut self.out);
        self.kept_properties(&mut out, op.0, " ");
        self.out = out;
        let comdat = self.comdat_text(op.comdat_attr(), &name, "");
        self.text(&comdat);
        if let Some(alignment) = op.alignment() {
            let _ = write!(self.out, " align {alignment}");
        }
        if let Some(collector) = op.garbage_collector() {
            self.text(" gc ");
            write_quoted(&mut self.out, collector.as_bytes());
        }
        for keyword in ["prefix", "prologue"] {
            self.kept_function_constant(op.0, keyword);
        }
        match op.personality().filter(|_| writes_all_of(op)) {
            Some(personality) => {
                self.text(" personality ptr ");
                let name = symbol_text(personality.bytes(cx));
                self.text(&name);
            }
            None => self.kept_function_constant(op.0, "personality"),
        }
        if is_declared {
            self.text("\n");
            return Ok(());
        }
        let mut out = std::mem::take(&mut self.out);
        self.write_attachments(&mut out, " ", attached);
        self.out = out;
        self.text(" {\n");
        self.body(op)?;
        self.text("}\n");
        Ok(())
    }

    /// The metadata of a function besides debug information.
    fn function_metadata(&mut self, op: LLVMFuncOpView<'a>) -> Vec<(Kind, Node)> {
        let cx = self.cx;
        let mut attached = Vec::new();
        if let Some(count) = op.function_entry_count() {
            let items =
                [super::metadata::string_item(b"function_entry_count"), Item::Text(format!("i64 {count}"))];
            attached.push((Kind::Prof, self.metadata.tuple(&items)));
        }
        let sizes = [
            (Kind::WorkGroupSizeHint, op.work_group_size_hint_attr()),
            (Kind::ReqdWorkGroupSize, op.reqd_work_group_size_attr()),
        ];
        for (kind, list) in sizes {
            if let Some(list) = list.and_then(|list| list.as_i32_array(cx)) {
                let items: Vec<Item> = list.iter().map(|size| Item::Text(format!("i32 {size}"))).collect();
                attached.push((kind, self.metadata.tuple(&items)));
            }
        }
        if let Some(size) = op.intel_reqd_sub_group_size_attr().and_then(|size| size.as_i64(cx)) {
            let node = self.metadata.tuple(&[Item::Text(format!("i32 {size}"))]);
            attached.push((Kind::IntelReqdSubGroupSize, node));
        }
        if let Some(hint) =
            op.vec_type_hint_attr().and_then(|hint| hint.dyn_cast::<attrs::VecTypeHintAttr>(cx))
        {
            let mut text = String::new();
            self.types.write(cx, &mut text, hint.hint(cx).as_type(cx).unwrap_or(Type::NONE));
            text.push_str(" poison");
            let signed = format!("i32 {}", i32::from(hint.is_signed(cx)));
            let node = self.metadata.tuple(&[Item::Text(text), Item::Text(signed)]);
            attached.push((Kind::VecTypeHint, node));
        }
        attached
    }

    fn body(&mut self, op: LLVMFuncOpView<'a>) -> Result {
        let region = op.body();
        let order = blocks_by_dominance(region);
        for block in &order {
            for op in block.ops() {
                self.fold_op(op)?;
            }
        }
        self.number_values(op);
        let predecessors = predecessors(&order, &self.function.edges);
        let notes = region.body().analysis::<PhiNotes>(region.id());
        self.function.notes = Arc::clone(&notes);
        for (index, block) in region.blocks().enumerate() {
            if self.function.edges.contains_key(&block.id()) {
                continue;
            }
            if index > 0 {
                self.text("\n");
                let start = self.out.len();
                let number = self.function.blocks.get(&block.id()).copied().unwrap_or_default();
                self.number_text(u64::from(number));
                self.text(":");
                let written = self.out.len() - start;
                self.out.extend(std::iter::repeat_n(' ', PREDECESSOR_COLUMN.saturating_sub(written).max(1)));
                match predecessors.get(&block.id()) {
                    None => self.text("; No predecessors!"),
                    Some(list) => {
                        self.text("; preds = ");
                        for (index, &from) in list.iter().enumerate() {
                            self.text(if index > 0 { ", " } else { "" });
                            self.block(from);
                        }
                    }
                }
                self.text("\n");
                self.phis(block, notes.by_block.get(&block.id()).map_or(&[], |notes| &notes[..]));
            }
            for op in block.ops() {
                self.instruction(op)?;
            }
        }
        Ok(())
    }

    /// Numbers arguments, blocks and results in the order in which they are written.
    fn number_values(&mut self, op: LLVMFuncOpView<'a>) {
        for (index, block) in op.body().blocks().enumerate() {
            if let Some(edge) = self.kept_edge(block) {
                self.function.edges.insert(block.id(), edge);
                continue;
            }
            if index == 0 {
                block.args().for_each(|arg| self.number_value(arg));
            }
            self.function.blocks.insert(block.id(), self.function.next);
            self.function.next += 1;
            if index > 0 {
                block.args().for_each(|arg| self.number_value(arg));
            }
            for op in block.ops() {
                if let Some(result) = op.results().next()
                    && self.constant_of(result).is_none()
                    && self.is_instruction(op)
                {
                    self.number_value(result);
                }
            }
        }
    }

    /// Whether an op with a result becomes an instruction with one.
    fn is_instruction(&self, op: OpRef<'_>) -> bool {
        op.results().next().is_some_and(|result| !result.ty().isa::<VoidType>(self.cx))
    }

    fn number_value(&mut self, value: ValueRef<'_>) {
        let number = self.function.next;
        self.function.next += 1;
        self.set_local(value, Local::Number(number));
    }

    /// Notes the numbers of blocks with tags, so that other functions and globals can take their addresses.
    pub(super) fn number_tagged_blocks(&mut self, op: LLVMFuncOpView<'a>) {
        let is_tagged = |op: OpRef<'_>| op.isa::<BlockTagOp>();
        if !op.body().blocks().flat_map(|block| block.ops()).any(is_tagged) {
            return;
        }
        self.function = FunctionState::default();
        for block in blocks_by_dominance(op.body()) {
            for op in block.ops() {
                let _ = self.fold_op(op);
            }
        }
        self.number_values(op);
        let name = symbol_text(bytes_of(self.cx, op.sym_name_attr()));
        for block in op.body().blocks() {
            let tag = block.ops().find_map(|op| op.cast::<BlockTagOp>());
            let tag = tag.and_then(|tag| tag.tag_attr().dyn_cast::<attrs::BlockTagAttr>(self.cx));
            if let (Some(tag), Some(&number)) = (tag, self.function.blocks.get(&block.id())) {
                self.tags.insert((name.clone(), tag.id(self.cx)), number);
            }
        }
    }

    /// Relaxations of the memory model that an op has.
    pub(super) fn relaxations(&mut self, op: OpRef<'_>) -> Option<(Kind, Node)> {
        let cx = self.cx;
        let value = op.discardable_attr("llvm.mmra")?;
        let tag = |metadata: &mut super::metadata::Metadata, attr: Attr| {
            let tag = attr.dyn_cast::<MmraTagAttr>(cx)?;
            let items = [
                super::metadata::string_item(tag.prefix(cx).as_bytes()),
                super::metadata::string_item(tag.suffix(cx).as_bytes()),
            ];
            Some(metadata.tuple(&items))
        };
        let node = match value.as_array(cx) {
            Some([one]) => tag(&mut self.metadata, *one)?,
            Some(list) => {
                let nodes: Vec<Item> =
                    list.iter().filter_map(|&one| Some(Item::Node(tag(&mut self.metadata, one)?))).collect();
                self.metadata.tuple(&nodes)
            }
            None => tag(&mut self.metadata, value)?,
        };
        Some((Kind::Mmra, node))
    }

    /// The debug information of a function.
    fn subprogram_of(&mut self, op: LLVMFuncOpView<'a>) -> Option<Node> {
        let scope = scope_of(self.cx, op.0.loc())?;
        self.subprogram(scope)
    }

    /// The type of a result, which is `void` where there is none.
    pub(super) fn result_type(&mut self, op: OpRef<'_>) {
        match op.results().next() {
            Some(result) => self.ty(result.ty()),
            None => self.text("void"),
        }
    }
}
