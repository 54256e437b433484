//! `llvm-target-to-data-layout` and `llvm-target-to-target-features`: what the attribute `llvm.target` of an op says of data
//! layout and features, in the open. The tables of [`terrace_target`] have it: no LLVM is asked.

use std::sync::Arc;

use terrace_dialects_llvm::attrs::{TargetAttr, TargetFeaturesAttr};
use terrace_dialects_ptr::dlti::{DATA_LAYOUT_ENTRY, DATA_LAYOUT_SPEC};
use terrace_ir::def::plain_error;
use terrace_ir::{Attr, Context, Diag, Ir, OpHandle, TypeData};
use terrace_llvmir::data_layout_spec;
use terrace_pass::pass::EMPTY_PASS;
use terrace_pass::{Failed, IrPass, Pass, PassDef, PassRun, pass_options};
use terrace_target::features::FeatureSet;
use terrace_target::{layouts, x86_processors};

/// The attribute with the target.
const TARGET: &str = "llvm.target";
/// The attribute with the layout.
const LAYOUT: &str = "dlti.dl_spec";

pass_options! {
    /// The options of both passes.
    struct TargetOptions {
        /// Whether to pre-load all available target machines, that LLVM is configured to support, into the TargetRegistry.
        initialize("initialize-llvm-targets"): bool = "true",
    }
}

/// Sets the data layout.
pub static LLVM_TARGET_TO_DATA_LAYOUT: PassDef = PassDef {
    name: "llvm-target-to-data-layout",
    class: "LLVMTargetToDataLayout",
    doc: "Derive data layout attributes from LLVM target attributes",
    options: TargetOptions::DEFS,
    make: |options| {
        let known = TargetOptions::from(options).initialize;
        Ok(Pass::Ir(Box::new(TargetToDataLayout { known })))
    },
    ..EMPTY_PASS
};

/// Sets the features.
pub static LLVM_TARGET_TO_TARGET_FEATURES: PassDef = PassDef {
    name: "llvm-target-to-target-features",
    class: "LLVMTargetToTargetFeatures",
    doc: "Update attached #llvm.target's features per the described target",
    options: TargetOptions::DEFS,
    make: |options| {
        let known = TargetOptions::from(options).initialize;
        Ok(Pass::Ir(Box::new(TargetToTargetFeatures { known })))
    },
    ..EMPTY_PASS
};

struct TargetToDataLayout {
    /// Whether the tables may be used.
    known: bool,
}

struct TargetToTargetFeatures {
    known: bool,
}

fn text_of(cx: &Context, attr: Attr) -> &str {
    attr.as_string(cx).map_or("", |text| text.text(cx))
}

fn set(ir: &mut Ir, op: OpHandle, name: &str, attr: Attr) {
    ir.rewrite(op.body, |rw| rw.set_attr(op.op, name, attr));
}

impl IrPass for TargetToDataLayout {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = Arc::clone(ir.cx());
        let attr = ir.op(op).discardable_attr(TARGET);
        let Some(target) = attr.and_then(|attr| attr.dyn_cast::<TargetAttr>(&cx)) else {
            let message = format!("no TargetAttrInterface-implementing attribute at key \"{TARGET}\"");
            run.diags.push(plain_error(ir.op(op), message));
            return Err(Failed);
        };
        let layout = if self.known { layouts::of_triple(text_of(&cx, target.triple(&cx))) } else { None };
        let spec = layout.and_then(|layout| data_layout_spec(&cx, layout).ok());
        let Some((spec, _)) = spec else {
            let name = cx.attr_text(target.into());
            let message = format!("failed to obtain llvm::DataLayout for {name}");
            run.diags.push(plain_error(ir.op(op), message));
            return Err(Failed);
        };
        let spec = match ir.op(op).discardable_attr(LAYOUT) {
            Some(own) => combined(&cx, spec, own).unwrap_or(spec),
            None => spec,
        };
        set(ir, op, LAYOUT, spec);
        Ok(())
    }
}

/// The key and the value of each entry.
fn entries(cx: &Context, spec: Attr) -> Option<Vec<(Attr, Attr)>> {
    let &[list] = cx.attr_params(spec, &DATA_LAYOUT_SPEC)? else { return None };
    let entry = |&entry: &Attr| match cx.attr_params(entry, &DATA_LAYOUT_ENTRY)? {
        &[key, value] => Some((key, value)),
        _ => None,
    };
    list.as_array(cx)?.iter().map(entry).collect()
}

/// The entries of two specifications, those of the second in place of those of the first: names first, then types by their
/// kind.
fn combined(cx: &Context, first: Attr, second: Attr) -> Option<Attr> {
    let mut all = entries(cx, first)?;
    for (key, value) in entries(cx, second)? {
        match all.iter_mut().find(|(known, _)| *known == key) {
            Some(entry) => entry.1 = value,
            None => all.push((key, value)),
        }
    }
    let kind = |key: Attr| {
        key.as_type(cx).map(|ty| match ty.data(cx) {
            TypeData::Integer { .. } => 0,
            TypeData::Index => 1,
            // Each format is a kind of its own.
            TypeData::Float(format) => 16 + *format as usize,
            _ => 2,
        })
    };
    let mut groups: Vec<(Option<usize>, Vec<Attr>)> = vec![(None, Vec::new())];
    for (key, value) in all {
        let entry = cx.dialect_attr(&DATA_LAYOUT_ENTRY, &[key, value]).ok()?;
        let kind = kind(key);
        match groups.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, list)) => list.push(entry),
            None => groups.push((kind, vec![entry])),
        }
    }
    let all: Vec<Attr> = groups.into_iter().flat_map(|(_, list)| list).collect();
    cx.dialect_attr(&DATA_LAYOUT_SPEC, &[cx.array_attr(&all)]).ok()
}

impl IrPass for TargetToTargetFeatures {
    fn run(&self, ir: &mut Ir, op: OpHandle, run: &mut PassRun<'_>) -> Result<(), Failed> {
        let cx = Arc::clone(ir.cx());
        let attr = ir.op(op).discardable_attr(TARGET);
        let Some(target) = attr.and_then(|attr| attr.dyn_cast::<TargetAttr>(&cx)) else {
            let message = format!("no LLVM::TargetAttr attribute at key \"{TARGET}\"");
            run.diags.push(plain_error(ir.op(op), message));
            return Err(Failed);
        };
        let (triple, chip) = (target.triple(&cx), target.chip(&cx));
        let triple_text = text_of(&cx, triple);
        let arch = triple_text.split_once('-').map_or(triple_text, |(arch, _)| arch);
        if !self.known || !matches!(arch, "x86_64" | "amd64") {
            let name = cx.attr_text(target.into());
            let message = format!("failed to obtain llvm::TargetMachine for {name}");
            run.diags.push(plain_error(ir.op(op), message));
            return Err(Failed);
        }
        let mut features = FeatureSet::new(&x86_processors::FEATURES);
        let loc = ir.op(op).loc();
        let mut ignored = |what: &str, name: &str| {
            let message = format!("'{name}' is not a recognized {what} for this target (ignoring {what})");
            run.diags.push(Diag::warning(loc, message));
        };
        match x86_processors::PROCESSORS.iter().find(|(name, _)| *name == text_of(&cx, chip)) {
            Some((_, bits)) => features = FeatureSet::of_bits(&x86_processors::FEATURES, *bits),
            None => {
                ignored("processor", text_of(&cx, chip));
                ["64bit-mode", "sse2"].iter().for_each(|name| features.enable(name));
            }
        }
        let own = target.features(&cx).into_iter().flat_map(|features| features.features(&cx));
        for feature in own {
            let feature = text_of(&cx, feature);
            let (sign, name) = feature.split_at(feature.len().min(1));
            match (x86_processors::FEATURES.position(name), sign) {
                (None, _) => ignored("feature", feature),
                (Some(_), "-") => features.disable(name),
                (Some(_), _) => features.enable(name),
            }
        }
        let names: Vec<_> = features.names().map(|name| cx.string_attr(&format!("+{name}"))).collect();
        let features = TargetFeaturesAttr::get(&cx, names);
        set(ir, op, TARGET, TargetAttr::get(&cx, triple, chip, Some(features)).into());
        Ok(())
    }
}
