//! Functions and their attributes.

use terrace_dialects_llvm::attrs::{
    CConvAttr, FramePointerKindAttr, TargetFeaturesAttr, UWTableKindAttr, VScaleRangeAttr,
};
use terrace_dialects_llvm::enums::{CConv, FramePointerKind, UWTableKind};
use terrace_dialects_llvm::*;
use terrace_ir::enum_attr::{EnumValue, enum_param_attr};
use terrace_ir::{Attr, Block, BodyId, Ir, Loc, OpHandle, Type};

use super::{Importer, Result};
use terrace_llvm_ir::model::{Attribute, AttributeValue, ConstKind, Function, GlobalId, GlobalKind};

/// The function attributes that ops have as separate properties.
const EXPLICIT: &[&str] = &[
    "aarch64_in_za",
    "aarch64_inout_za",
    "aarch64_new_za",
    "aarch64_out_za",
    "aarch64_preserves_za",
    "aarch64_pstate_sm_body",
    "aarch64_pstate_sm_compatible",
    "aarch64_pstate_sm_enabled",
    "alwaysinline",
    "convergent",
    "denormal-fp-math",
    "denormal-fp-math-f32",
    "fp-contract",
    "frame-pointer",
    "inlinehint",
    "instrument-function-entry",
    "instrument-function-exit",
    "memory",
    "no-infs-fp-math",
    "no-nans-fp-math",
    "no-signed-zeros-fp-math",
    "noinline",
    "nounwind",
    "optnone",
    "target-features",
    "tune-cpu",
    "uwtable",
    "vscale_range",
    "willreturn",
];

/// Flags of functions, and their names on ops.
const FLAGS: &[(&str, &str)] = &[
    ("noinline", "no_inline"),
    ("alwaysinline", "always_inline"),
    ("inlinehint", "inline_hint"),
    ("optnone", "optimize_none"),
    ("convergent", "convergent"),
    ("nounwind", "no_unwind"),
    ("willreturn", "will_return"),
];

/// Flags, of which the first present one applies, and their names on ops.
const STREAMING: &[(&str, &str)] = &[
    ("aarch64_pstate_sm_enabled", "arm_streaming"),
    ("aarch64_pstate_sm_body", "arm_locally_streaming"),
    ("aarch64_pstate_sm_compatible", "arm_streaming_compatible"),
];

/// As [`STREAMING`], of the matrix register.
const MATRIX: &[(&str, &str)] = &[
    ("aarch64_new_za", "arm_new_za"),
    ("aarch64_in_za", "arm_in_za"),
    ("aarch64_out_za", "arm_out_za"),
    ("aarch64_inout_za", "arm_inout_za"),
    ("aarch64_preserves_za", "arm_preserves_za"),
];

/// Attributes that are strings, and their names on ops.
const STRINGS: &[(&str, &str)] = &[
    ("target-cpu", "target_cpu"),
    ("tune-cpu", "tune_cpu"),
    ("reciprocal-estimates", "reciprocal_estimates"),
    ("prefer-vector-width", "prefer_vector_width"),
    ("instrument-function-entry", "instrument_function_entry"),
    ("instrument-function-exit", "instrument_function_exit"),
    ("denormal-fp-math", "denormal_fp_math"),
    ("denormal-fp-math-f32", "denormal_fp_math_f32"),
    ("fp-contract", "fp_contract"),
];

/// Attributes that are `true` or `false` as strings, and their names on ops.
const BOOLS: &[(&str, &str)] = &[
    ("no-infs-fp-math", "no_infs_fp_math"),
    ("no-nans-fp-math", "no_nans_fp_math"),
    ("no-signed-zeros-fp-math", "no_signed_zeros_fp_math"),
];

impl<'m> Importer<'m> {
    /// Creates the ops of all functions.
    pub(super) fn functions(&mut self, ir: &mut Ir, at: (BodyId, Block)) -> Result {
        let module = self.module;
        for &id in &module.order {
            if let GlobalKind::Function(function) = &module.global(id).kind {
                self.function_op(ir, at, id, function)?;
            }
        }
        Ok(())
    }

    fn function_op(
        &mut self,
        ir: &mut Ir,
        (body, block): (BodyId, Block),
        id: GlobalId,
        function: &'m Function,
    ) -> Result {
        let (cx, module) = (self.cx, self.module);
        let global = module.global(id);
        self.at = global.offset;
        let name = self.symbol_of(id);
        if self.intrinsics.has_op(name.bytes(cx)) {
            return Ok(());
        }
        let loc = self.function_loc(global);
        let convention = self.convention(function.convention, self.place(global.offset))?;
        let mut op = LLVMFuncOp::of()
            .loc(loc)
            .sym_name_attr(cx.str_attr(name))
            .function_type(self.ty(function.ty))
            .linkage_attr(self.linkage_attr(global))
            .dso_local(global.dso_local)
            .c_conv_attr(convention)
            .garbage_collector_attr(function.gc.map(|gc| cx.str_attr(self.str(gc))))
            .unnamed_addr_attr(self.unnamed_addr(global))
            .section_attr(global.section.map(|section| cx.str_attr(self.str(section))))
            .visibility_attr(self.visibility(global))
            .comdat_attr(self.comdat(global))
            .alignment_attr(global.align.map(|align| cx.int_attr(Type::I64, align as i64)));
        let dicts: Vec<Attr> = function.arguments.iter().map(|set| self.parameter_dict(set)).collect();
        if dicts.iter().any(|&dict| dict != Attr::EMPTY_DICT) {
            op = op.arg_attrs_attr(cx.array_attr(&dicts));
        }
        if !function.result.is_empty() {
            op = op.res_attrs_attr(cx.array_attr(&[self.parameter_dict(&function.result)]));
        }
        match function.personality.map(|personality| &module.constants.get(personality).kind) {
            Some(&ConstKind::Global(personality)) => {
                op = op.personality_attr(cx.flat_symbol_ref(self.symbol_of(personality)));
            }
            Some(_) if self.keeps() => {
                if let Some(routine) = function.personality {
                    let routine = self.kept_constant(routine);
                    self.keep("personality", routine);
                }
            }
            Some(_) => self.warn(loc, "could not deduce personality, skipping it"),
            None => {}
        }
        self.keep_function(global, function);
        let (inner, regions) = ir.rewrite_across(body, |rw| {
            rw.set_insertion_point_to_end(block);
            let op = rw.build(op);
            self.function_attributes(rw, op.into(), &global.attributes);
            self.function_metadata(rw, op.into(), global);
            self.set_kept(rw, op.into());
            let handle = rw.handle(op);
            rw.with_ir(|ir| ir.add_inner_body(OpHandle { ..handle }, 1))
        });
        // It is freed when its ops are there.
        let Some(text) = self.bodies.remove(&id) else { return Ok(()) };
        let params = module.types.as_function(function.ty).expect("a function has the type of one");
        let params: Vec<Type> = params.params.iter().map(|&param| self.ty(param)).collect();
        ir.rewrite(inner, |rw| self.body(rw, regions[0], (id, &text), &params, loc))
    }

    /// Keeps the parts of a function other than its attributes and attachments.
    fn keep_function(&mut self, global: &terrace_llvm_ir::model::Global, function: &Function) {
        // Attachments are considered one by one.
        self.keep_global(global, |_| true);
        if !self.keeps() {
            return;
        }
        for (name, data) in [("prefix", function.prefix), ("prologue", function.prologue)] {
            if let Some(data) = data {
                let data = self.kept_constant(data);
                self.keep(name, data);
            }
        }
        if global.space != 0 {
            let space = self.cx.int_attr(Type::I32, i64::from(global.space));
            self.keep("addrspace", space);
        }
    }

    /// A calling convention by its number.
    ///
    /// # Errors
    ///
    /// If the dialect does not have it.
    pub(super) fn convention(&mut self, number: u32, loc: Loc) -> Result<Attr> {
        match CConv::from_int(u64::from(number)) {
            Some(convention) => Ok(enum_param_attr(self.cx, convention, CConvAttr::DEF)),
            None => {
                let name = terrace_llvm_ir::conventions::text(u64::from(number));
                self.error(loc, format!("unsupported calling convention '{}'", name.trim_end()))
            }
        }
    }

    fn function_attributes(
        &mut self,
        rw: &mut terrace_ir::Rewriter<'_>,
        op: terrace_ir::Op,
        set: &terrace_llvm_ir::model::AttributeSet,
    ) {
        let cx = self.cx;
        let attributes = self.sorted(set);
        let find = |name: &str| {
            attributes.iter().find(|attribute| self.module.bytes(attribute.name) == name.as_bytes())
        };
        let text = |name: &str| match find(name).map(|attribute| &attribute.value) {
            Some(&AttributeValue::Text(text)) => Some(text),
            _ => None,
        };
        let mut put = |name: &str, attr: Attr| rw.set_attr(op, name, attr);
        if let Some(effects) = self.memory_effects(&attributes) {
            put("memory_effects", effects);
        }
        if let Some(list) = self.attribute_list_of(&attributes, EXPLICIT) {
            put("passthrough", list);
        }
        for (name, prop) in FLAGS {
            if find(name).is_some() {
                put(prop, Attr::UNIT);
            }
        }
        for group in [STREAMING, MATRIX] {
            if let Some((_, prop)) = group.iter().find(|(name, _)| find(name).is_some()) {
                put(prop, Attr::UNIT);
            }
        }
        if let Some(Attribute { value: AttributeValue::Words(words), .. }) = find("vscale_range") {
            let words = String::from_utf8_lossy(self.module.bytes(*words)).into_owned();
            let bound = |text: &str| text.trim().parse::<u32>().expect("the reader checks the bounds");
            let (low, high) = words.split_once(',').unwrap_or((&words, &words));
            let [low, high] = [low, high].map(|text| cx.int_attr(Type::I32, i64::from(bound(text))));
            put("vscale_range", VScaleRangeAttr::get(cx, low, high).into());
        }
        if let Some(kind) = text("frame-pointer").and_then(|kind| {
            FramePointerKind::from_keyword(&String::from_utf8_lossy(self.module.bytes(kind)))
        }) {
            put("frame_pointer", enum_param_attr(cx, kind, FramePointerKindAttr::DEF));
        }
        for (name, prop) in STRINGS {
            if let Some(value) = text(name) {
                put(prop, cx.str_attr(self.str(value)));
            }
        }
        if let Some(features) = text("target-features") {
            let features = String::from_utf8_lossy(self.module.bytes(features)).into_owned();
            let list: Vec<Attr> = features
                .split(',')
                .filter(|part| !part.is_empty())
                .map(|part| cx.string_attr(part))
                .collect();
            put("target_features", TargetFeaturesAttr::get(cx, list).into());
        }
        for (name, prop) in BOOLS {
            if let Some(value) = text(name) {
                put(prop, cx.bool_attr(self.module.bytes(value) == b"true"));
            }
        }
        if let Some(attribute) = find("uwtable") {
            let kind = match &attribute.value {
                AttributeValue::Words(words) if self.module.bytes(*words) == b"sync" => UWTableKind::Sync,
                _ => UWTableKind::Async,
            };
            put("uwtable_kind", enum_param_attr(cx, kind, UWTableKindAttr::DEF));
        }
    }
}
