//! Functions.

use std::sync::Arc;

use terrace_dialects_llvm::attrs::{MemoryEffectsAttr, MmraTagAttr, TargetFeaturesAttr, VScaleRangeAttr};
use terrace_dialects_llvm::enums::{FramePointerKind, ModRefInfo, UWTableKind};
use terrace_dialects_llvm::types::VoidType;
use terrace_dialects_llvm::*;
use terrace_ir::def::plain_error;
use terrace_ir::{Attr, Context, OpRef, Type, ValueRef, View};
use terrace_llvm_ir::Type as LlvmType;
use terrace_llvm_ir::attribute_names::memory_words;
use terrace_llvm_ir::model::{
    BlockId, ConstKind, Function, GlobalId, GlobalKind, LocalId, Metadata, Module, NodeId,
};

use super::attributes::AttributeSet;
use super::control::blocks_by_dominance;
use super::debug_info::scope_of;
use super::edges::SplitEdges;
use super::forms::Form;
use super::globals::unnamed_addr_keyword;
use super::module::int_metadata;
use super::{Attached, Exporter, FunctionState, Local, Result, bytes_of};
use crate::phi_notes::PhiNotes;

/// The words of `memory` for a function's memory effects.
fn effects_words(cx: &Context, effects: MemoryEffectsAttr) -> String {
    let bits = |info: ModRefInfo| match info {
        ModRefInfo::NoModRef => 0,
        ModRefInfo::Ref => 1,
        ModRefInfo::Mod => 2,
        ModRefInfo::ModRef => 3,
    };
    let places = [
        effects.arg_mem(cx),
        effects.inaccessible_mem(cx),
        effects.errno_mem(cx),
        effects.target_mem0(cx),
        effects.target_mem1(cx),
    ];
    memory_words(bits(effects.other(cx)), places.map(bits))
}

/// Whether an attribute allows arbitrary memory effects, which is the default and not printed.
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

/// Whether a function is exported with all its properties. Upstream's translation exports some of them with
/// the body only, so that declarations lack them.
fn writes_all_of(op: View<'_, LLVMFuncOp>) -> bool {
    !op.is_external() || !op.0.cx().matches_upstream()
}

impl<'a> Exporter<'a> {
    /// Collects the entities that must exist before calls: attribute groups, and called intrinsics.
    pub(super) fn visit_function(&mut self, op: View<'a, LLVMFuncOp>) -> Result {
        let set = self.function_attributes(op)?;
        self.group(set);
        for block in blocks_by_dominance(op.body()) {
            for op in block.ops() {
                let is_call = matches!(self.form(op), Form::CallIntrinsic | Form::Intrinsic(_));
                if is_call && !self.is_kept_record(op) {
                    self.note_intrinsic(op);
                }
            }
        }
        Ok(())
    }

    fn function_attributes(&mut self, op: View<'a, LLVMFuncOp>) -> Result<AttributeSet> {
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
        flags.into_iter().filter(|(holds, _)| *holds).for_each(|(_, name)| set.flag(&mut self.module, name));
        if writes_all_of(op) {
            self.definition_attributes(op, &mut set);
        }
        if let Some(features) =
            op.target_features_attr().and_then(|attr| attr.dyn_cast::<TargetFeaturesAttr>(cx))
        {
            let words = features.features(cx);
            let words: Vec<_> =
                words.iter().map(|word| String::from_utf8_lossy(bytes_of(cx, *word))).collect();
            set.string(&mut self.module, "target-features", &words.join(","));
        }
        if let Some(kind) = op.frame_pointer() {
            let text = match kind {
                FramePointerKind::None => "none",
                FramePointerKind::NonLeaf => "non-leaf",
                FramePointerKind::All => "all",
                FramePointerKind::Reserved => "reserved",
                FramePointerKind::NonLeafNoReserve => "non-leaf-no-reserve",
            };
            set.string(&mut self.module, "frame-pointer", text);
        }
        if let Some(kind) = op.uwtable_kind() {
            match kind {
                UWTableKind::None => {}
                UWTableKind::Sync => set.words(&mut self.module, "uwtable", "sync"),
                UWTableKind::Async => set.flag(&mut self.module, "uwtable"),
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
    fn definition_attributes(&mut self, op: View<'a, LLVMFuncOp>, set: &mut AttributeSet) {
        let (cx, module) = (self.cx, &mut self.module);
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
        states.into_iter().filter(|(holds, _)| *holds).for_each(|(_, name)| set.string(module, name, ""));
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
                set.string(module, name, text);
            }
        }
        let maths = [
            (op.no_infs_fp_math(), "no-infs-fp-math"),
            (op.no_nans_fp_math(), "no-nans-fp-math"),
            (op.no_signed_zeros_fp_math(), "no-signed-zeros-fp-math"),
        ];
        for (holds, name) in maths {
            if let Some(holds) = holds {
                set.string(module, name, if holds { "true" } else { "false" });
            }
        }
        if let Some(range) = op.vscale_range_attr().and_then(|range| range.dyn_cast::<VScaleRangeAttr>(cx)) {
            let bound = |bound: Attr| bound.as_i64(cx).expect("a bound of a range of scales is an integer");
            let (min, max) = (bound(range.min_range(cx)), bound(range.max_range(cx)));
            set.words(module, "vscale_range", &format!("{min},{max}"));
        }
    }

    /// Adds the memory effects.
    pub(super) fn memory_effects(&mut self, effects: MemoryEffectsAttr, set: &mut AttributeSet) {
        if !is_unknown(self.cx, effects) {
            let words = effects_words(self.cx, effects);
            set.words(&mut self.module, "memory", &words);
        }
    }

    /// Builds a function.
    pub(super) fn function(&mut self, op: View<'a, LLVMFuncOp>) -> Result {
        let cx = self.cx;
        self.function = FunctionState::default();
        self.start_kept_of_function();
        let set = self.function_attributes(op)?;
        let Some(signature) = op.signature() else { return Ok(()) };
        let mut global = self.linked(op.0, op.linkage(), op.visibility_(), op.dso_local());
        global.attachments = self.function_metadata(op);
        let subprogram = self.subprogram_of(op);
        self.function.scope = subprogram;
        let dbg = self.module.str("dbg");
        global.attachments.extend(subprogram.map(|node| (dbg, node)));
        global.attachments.extend(self.kept_attachments(op.0));
        self.sort_attachments(&mut global.attachments);
        global.attributes = self.group(set);
        global.unnamed_addr = unnamed_addr_keyword(op.unnamed_addr());
        if let Some(space) = self.kept_entry(op.0, "addrspace").and_then(|space| space.as_u64(cx)) {
            global.space =
                u32::try_from(space).map_err(|_| plain_error(op.0, "address space is too large"))?;
        }
        global.section = op.section().filter(|_| writes_all_of(op)).map(|section| self.module.str(section));
        global.comdat = self.comdat_of(op.comdat_attr());
        global.align = op.alignment().map(i64::unsigned_abs);
        let ty = self.ty(signature.into());
        let params = signature.params(cx).len();
        let arguments =
            (0..params).map(|index| self.parameter_attributes(op.arg_attrs_attr(), index).into_items());
        let arguments = arguments.collect();
        let personality = match op.personality().filter(|_| writes_all_of(op)) {
            Some(personality) => Some(self.symbol_constant(LlvmType::PTR, personality.bytes(cx))),
            None => self.kept_constant(op.0, "personality"),
        };
        let mut function = Box::new(Function {
            ty,
            convention: op.c_conv() as u32,
            result: self.parameter_attributes(op.res_attrs_attr(), 0).into_items(),
            arguments,
            preferred_align: None,
            gc: op.garbage_collector().map(|collector| self.module.str(collector)),
            personality,
            prefix: self.kept_constant(op.0, "prefix"),
            prologue: self.kept_constant(op.0, "prologue"),
            body: None,
            attached: Box::default(),
        });
        if !op.is_external() {
            self.body(op)?;
            function.body = Some(std::mem::take(&mut self.function.body));
        }
        global.kind = GlobalKind::Function(function);
        let id = self.declared(bytes_of(cx, op.sym_name_attr()));
        self.define(id, global);
        Ok(())
    }

    /// The metadata of a function besides debug information.
    fn function_metadata(&mut self, op: View<'a, LLVMFuncOp>) -> Attached {
        let cx = self.cx;
        let mut attached = Vec::new();
        if let Some(count) = op.function_entry_count() {
            let name = self.module.text(b"function_entry_count");
            let count = int_metadata(&mut self.module, 64, count);
            let node = self.module.tuple_node(&[name, count]);
            attached.push((self.module.str("prof"), node));
        }
        let sizes = [
            ("work_group_size_hint", op.work_group_size_hint_attr().and_then(|list| list.as_i32_array(cx))),
            ("reqd_work_group_size", op.reqd_work_group_size_attr().and_then(|list| list.as_i32_array(cx))),
        ];
        for (kind, list) in sizes {
            if let Some(list) = list {
                let items = list.iter().map(|&size| int_metadata(&mut self.module, 32, i64::from(size)));
                let items: Vec<Metadata> = items.collect();
                attached.push((self.module.str(kind), self.module.tuple_node(&items)));
            }
        }
        if let Some(size) = op.intel_reqd_sub_group_size_attr().and_then(|size| size.as_i64(cx)) {
            let size = int_metadata(&mut self.module, 32, size);
            attached.push((self.module.str("intel_reqd_sub_group_size"), self.module.tuple_node(&[size])));
        }
        if let Some(hint) =
            op.vec_type_hint_attr().and_then(|hint| hint.dyn_cast::<attrs::VecTypeHintAttr>(cx))
        {
            let ty = hint.hint(cx).as_type(cx).expect("a hint at a type for vectors is a type");
            let ty = self.ty(ty);
            let poison = Metadata::Const(self.module.constant(ty, ConstKind::Poison));
            let signed = int_metadata(&mut self.module, 32, i64::from(hint.is_signed(cx)));
            attached.push((self.module.str("vec_type_hint"), self.module.tuple_node(&[poison, signed])));
        }
        attached
    }

    /// Builds the blocks of a function.
    fn body(&mut self, op: View<'a, LLVMFuncOp>) -> Result {
        let region = op.body();
        let order = blocks_by_dominance(region);
        for block in &order {
            for op in block.ops() {
                self.fold_op(op)?;
            }
        }
        self.create_blocks(op);
        self.create_values(op);
        self.create_split_values(region);
        let notes = region.body().analysis::<PhiNotes>(region.id());
        self.function.notes = Arc::clone(&notes);
        for (index, block) in region.blocks().enumerate() {
            if self.function.edges.contains_key(&block.id()) {
                continue;
            }
            let first = self.function.body.insts.len() as u32;
            if index > 0 {
                self.phis(block, notes.by_block.get(&block.id()).map_or(&[], |notes| &notes[..]));
            }
            for op in block.ops() {
                self.instruction(op)?;
            }
            self.finish_block(self.block(block.id()), first);
        }
        self.split_blocks(region);
        self.set_predecessors();
        Ok(())
    }

    /// Moves the instructions from an index on to a block.
    pub(super) fn finish_block(&mut self, block: BlockId, first: u32) {
        let body = &mut self.function.body;
        body.blocks[block.0 as usize].insts = first..body.insts.len() as u32;
    }

    /// Creates handles for the blocks of the text, in its order.
    fn create_blocks(&mut self, op: View<'a, LLVMFuncOp>) {
        for block in op.body().blocks() {
            match self.kept_edge(block) {
                Some(edge) => {
                    self.function.edges.insert(block.id(), edge);
                }
                None => {
                    let id = BlockId(self.function.blocks.len() as u32);
                    self.function.blocks.insert(block.id(), id);
                }
            }
        }
        self.function.split = SplitEdges::of(op.body(), self.function.blocks.len() as u32);
        let count = self.function.blocks.len() + self.function.split.edges.len();
        self.function.body.blocks.resize_with(count, Default::default);
        self.function.body.order = (0..count as u32).map(BlockId).collect();
    }

    /// Creates handles for arguments and results.
    fn create_values(&mut self, op: View<'a, LLVMFuncOp>) {
        for block in op.body().blocks() {
            if self.function.edges.contains_key(&block.id()) {
                continue;
            }
            block.args().for_each(|arg| self.create_value(arg));
            for op in block.ops() {
                if let Some(result) = op.results().next()
                    && self.constant_of(result).is_none()
                    && !result.ty().isa::<VoidType>(self.cx)
                {
                    self.create_value(result);
                }
            }
        }
    }

    fn create_value(&mut self, value: ValueRef<'_>) {
        let local = self.new_local(value.ty());
        self.set_local(value, Local::Value(local));
    }

    /// A new value of the function.
    pub(super) fn new_local(&mut self, ty: Type) -> LocalId {
        let ty = self.ty(ty);
        let locals = &mut self.function.body.locals;
        locals.push(ty);
        LocalId(locals.len() as u32 - 1)
    }

    /// Notes the blocks with tags, so that other functions and globals can take their addresses.
    pub(super) fn take_addresses(&mut self, id: GlobalId, op: View<'a, LLVMFuncOp>) {
        let is_tagged = |op: OpRef<'_>| op.isa::<BlockTagOp>();
        if !op.body().blocks().flat_map(|block| block.ops()).any(is_tagged) {
            return;
        }
        self.function = FunctionState::default();
        self.create_blocks(op);
        let mut taken = Vec::new();
        for block in op.body().blocks() {
            let tag = block.ops().find_map(|op| op.cast::<BlockTagOp>());
            let tag = tag.and_then(|tag| tag.tag_attr().dyn_cast::<attrs::BlockTagAttr>(self.cx));
            if let (Some(tag), Some(&block)) = (tag, self.function.blocks.get(&block.id())) {
                self.tags.insert((id, tag.id(self.cx)), taken.len() as u32);
                taken.push(block);
            }
        }
        self.module.addresses.insert(id, taken);
    }

    /// Relaxations of the memory model that an op has.
    pub(super) fn relaxations(&mut self, op: OpRef<'_>) -> Option<NodeId> {
        let cx = self.cx;
        let value = op.discardable_attr("llvm.mmra")?;
        let tag = |module: &mut Module, attr: Attr| {
            let tag = attr.dyn_cast::<MmraTagAttr>(cx)?;
            let items = [tag.prefix(cx), tag.suffix(cx)].map(|text| module.text(text.as_bytes()));
            Some(module.tuple_node(&items))
        };
        match value.as_array(cx) {
            Some([one]) => tag(&mut self.module, *one),
            Some(list) => {
                let nodes = list.iter().filter_map(|&one| tag(&mut self.module, one)).map(Metadata::Node);
                let nodes: Vec<Metadata> = nodes.collect();
                Some(self.module.tuple_node(&nodes))
            }
            None => tag(&mut self.module, value),
        }
    }

    /// The debug information of a function.
    fn subprogram_of(&mut self, op: View<'a, LLVMFuncOp>) -> Option<NodeId> {
        let scope = scope_of(self.cx, op.0.loc())?;
        self.subprogram(scope)
    }
}
