//! The definitions, passes and flags of this side, in the words of upstream's facts.

use std::collections::BTreeSet;

use terrace::tools::process::Scratch;
use terrace_filetest::lit::{Environment, Invocation, Tool};
use terrace_ir::TraitSet;
use terrace_ir::context::OpInfo;
use terrace_ir::def::{AttrSyntax, DialectDef, EnumDef, OpTable, ParamKind};
use terrace_ir::effects::ConditionallySpeculatable;
use terrace_ir::infer::infers_result_types;
use terrace_ir::pattern::{Pattern, Root};
use terrace_pass::options::OptionKind;
use terrace_test_opt::{OptTool, TranslateTool};
use terrace_transform::TransformOpInterface;

use super::facts::{Facts, Kind, RUN};
use super::help;

/// Interfaces of upstream that are traits, slots or fields of a definition here, or have a name that does not follow.
const OTHER_NAMES: &[(&str, &str)] = &[
    ("CallOpInterface", "CallLike"),
    ("LoopLikeOpInterface", "LoopLike"),
    ("CallableOpInterface", "FunctionOp"),
    ("LinalgOp", "Structured"),
    ("IndexingMapOpInterface", "Structured"),
    ("ReifyRankedShapedTypeOpInterface", "ReifyShapes"),
    ("SubsetExtractionOpInterface", "SubsetOp"),
    ("SubsetInsertionOpInterface", "SubsetOp"),
    ("ArmSMETileOpInterface", "TileOp"),
    ("OneToOneIntrinsicOpInterface", "X86IntrinsicOp"),
    ("MemoryEffectOpInterface", "MemoryEffects"),
];

/// Interfaces that give access to one attribute, which is a slot here.
const ACCESSORS: &[(&str, &[&str])] = &[
    ("AccessGroupOpInterface", &["access_groups"]),
    ("AliasAnalysisOpInterface", &["alias_scopes", "noalias_scopes", "tbaa"]),
    ("AlignmentAttrOpInterface", &["alignment"]),
    ("ArithFastMathInterface", &["fastmath"]),
    ("ArithIntegerOverflowFlagsInterface", &["overflowFlags"]),
    ("ArithRoundingModeInterface", &["roundingmode"]),
    ("ArgAndResultAttrsOpInterface", &["arg_attrs", "res_attrs"]),
    ("DereferenceableOpInterface", &["dereferenceable"]),
    ("DisjointFlagInterface", &["isDisjoint"]),
    ("ExactFlagInterface", &["isExact"]),
    ("FPExceptionBehaviorOpInterface", &["fpExceptionBehavior"]),
    ("FastmathFlagsInterface", &["fastmathFlags"]),
    ("IntegerOverflowFlagsInterface", &["overflowFlags"]),
    ("NonNegFlagInterface", &["nonNeg"]),
    ("RoundingModeOpInterface", &["roundingmode"]),
    ("WeightedBranchOpInterface", &["branch_weights"]),
];

/// Interfaces that are traits here; one of them is enough.
const TRAITS: &[(&str, TraitSet)] = &[
    ("CastOpInterface", TraitSet::CastLike),
    ("ViewLikeOpInterface", TraitSet::ViewLike),
    ("SymbolOpInterface", TraitSet::Symbol),
    ("RegionKindInterface", TraitSet::GraphRegions),
    ("RegionBranchTerminatorOpInterface", TraitSet::ReturnLike),
    ("OpAsmOpInterface", TraitSet::OpAsmInterface),
];

/// Traits that say that an op has no effects.
const EFFECT_FREE: TraitSet = TraitSet::Pure.with(TraitSet::NoMemoryEffect);

/// Returns the facts of the driver that runs upstream's tests, as far as `wanted` asks for them: there may be more of
/// types and attributes, whose names are not listed.
pub(crate) fn read(wanted: &Facts) -> Result<Facts, Box<dyn std::error::Error>> {
    let setup = terrace_test_opt::setup();
    let cx = setup.new_context();
    let mut facts = Facts::default();
    let patterns: Vec<&Pattern> = setup
        .dialects
        .iter()
        .flat_map(|dialect| dialect.canonicalize)
        .chain(setup.extensions.iter().flat_map(|extension| extension.canonicalize))
        .collect();
    let mut enums = Vec::new();
    for op in setup.ops() {
        let Some(name) = cx.registered_op(op.name) else { continue };
        let info = cx.op_info(name);
        facts.thing(Kind::Op, op.name).extend(aspects(op, info, &patterns));
        enums.extend(op.props.iter().filter_map(|prop| match prop.constraint.syntax {
            AttrSyntax::Enum(def) => Some(def),
            _ => None,
        }));
    }
    for dialect in &setup.dialects {
        // Loads it with its types and attributes.
        cx.dialect(dialect.name);
    }
    for (kind, name) in wanted.0.keys() {
        let is_there = match kind {
            Kind::Type => cx.type_base_named(name).is_some(),
            Kind::Attr => cx.attr_base_named(name).is_some(),
            _ => false,
        };
        if is_there {
            facts.thing(*kind, name);
        }
    }
    enums.extend(setup.dialects.iter().flat_map(|dialect| enums_of(dialect)));
    for def in enums {
        let cases = def.cases.iter().map(|case| case.name.to_owned());
        facts.thing(Kind::Enum, def.name.trim_start_matches("::")).extend(cases);
    }
    let passes = setup.registry.passes().into_iter().map(|pass| (Kind::Pass, pass.name, pass.options));
    let pipelines = setup.registry.pipelines().into_iter();
    for (kind, name, options) in passes.chain(pipelines.map(|all| (Kind::Pipeline, all.name, all.options))) {
        let aspects = facts.thing(kind, name);
        for option in options {
            aspects.insert(option.name.to_owned());
            if let OptionKind::Choice(names) = option.kind {
                aspects.extend(names.iter().map(|choice| format!("{}={choice}", option.name)));
            }
        }
    }
    facts.0.extend(flags(&OptTool::with_test_dialect("terrace-opt"), Kind::OptFlag)?.0);
    facts.0.extend(flags(&TranslateTool::new("terrace-translate"), Kind::TranslateFlag)?.0);
    Ok(facts)
}

/// The enums of a dialect's attributes.
fn enums_of(dialect: &DialectDef) -> Vec<&'static EnumDef> {
    fn of_kind(kind: &'static ParamKind, found: &mut Vec<&'static EnumDef>) {
        match kind {
            ParamKind::Enum(def) => found.push(def),
            ParamKind::EnumField(field) => found.push(field.def),
            ParamKind::Array(inner) | ParamKind::Bracketed(inner) => of_kind(inner, found),
            _ => {}
        }
    }
    let mut found = Vec::new();
    for param in dialect.attrs.iter().chain(dialect.types).flat_map(|def| def.params) {
        of_kind(&param.kind, &mut found);
    }
    found
}

/// The flags on the help page of a tool, hidden ones among them.
fn flags(tool: &dyn Tool, kind: Kind) -> Result<Facts, Box<dyn std::error::Error>> {
    let directory = Scratch::new()?;
    let mut facts = Facts::default();
    for flag in ["--help", "--help-hidden"] {
        let (mut stdout, mut stderr) = (Vec::new(), Vec::new());
        let env = Environment::default();
        let args = [flag.to_owned()];
        let cwd = directory.path();
        tool.run(Invocation {
            args: &args,
            stdin: &[],
            cwd,
            env: &env,
            stdout: &mut stdout,
            stderr: &mut stderr,
        });
        let page = help::read(&String::from_utf8_lossy(&stdout), kind);
        facts.0.extend(page.0.into_iter().filter(|((found, _), _)| *found == kind));
    }
    Ok(facts)
}

fn aspects(op: &'static OpTable<'static>, info: &OpInfo, patterns: &[&Pattern]) -> BTreeSet<String> {
    let is_root = |pattern: &&&Pattern| match pattern.root {
        Root::Op(name) => name == op.name,
        Root::Having(pred) => pred(info),
        Root::Any => false,
    };
    let is_canonicalized = !op.canonicalize.is_empty() || patterns.iter().any(|pattern| is_root(&pattern));
    let all = [
        ("format", op.format.is_some() || op.asm.is_some()),
        ("verifier", op.verify.is_some() || op.verify_regions.is_some()),
        ("folder", op.fold.is_some()),
        ("canonicalization", is_canonicalized),
        ("InferTypeOpInterface", infers_result_types(op)),
        ("MemoryEffectOpInterface", !op.effects.is_empty() || info.traits.has_any(EFFECT_FREE)),
        ("ConditionallySpeculatable", is_speculatable(info)),
        ("SymbolUserOpInterface", info.uses_symbols()),
    ];
    let mut found: BTreeSet<String> =
        all.iter().filter(|(_, has)| *has).map(|(aspect, _)| (*aspect).to_owned()).collect();
    let traits = TRAITS.iter().filter(|(_, traits)| info.traits.has_any(*traits));
    found.extend(traits.map(|(name, _)| (*name).to_owned()));
    if op.result_names.is_some() || op.block_names.is_some() || op.default_dialect.is_some() {
        found.insert("OpAsmOpInterface".to_owned());
    }
    let has_slots = |names: &&[&str]| names.iter().all(|name| op.props.iter().any(|prop| prop.name == *name));
    let accessors = ACCESSORS.iter().filter(|(_, slots)| has_slots(slots));
    found.extend(accessors.map(|(name, _)| (*name).to_owned()));
    if info.interface::<dyn TransformOpInterface>().is_some() {
        found.insert(RUN.to_owned());
    }
    for name in info.interface_names() {
        // `BranchOp` here is `BranchOpInterface` there, `ValueBounds` is `ValueBoundsOpInterface`.
        found.extend(["", "Interface", "OpInterface"].map(|end| format!("{name}{end}")));
        let others = OTHER_NAMES.iter().filter(|(_, ours)| *ours == name);
        found.extend(others.map(|(theirs, _)| (*theirs).to_owned()));
    }
    found
}

fn is_speculatable(info: &OpInfo) -> bool {
    let traits = TraitSet::Pure.with(TraitSet::AlwaysSpeculatable).with(TraitSet::RecursivelySpeculatable);
    info.traits.has_any(traits) || info.interface::<dyn ConditionallySpeculatable>().is_some()
}
