//! `ods-check`: compares the tables of ops with upstream's definitions, as `llvm-tblgen --dump-json` shows
//! them.
//!
//! It compares names and orders of slots, their constraints (by upstream's summaries), optional slots, traits
//! without arguments, memory effects and speculatability. [`mod@draft`] writes such tables.

mod draft;
mod effects;

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::Path;
use std::process::Command;

use serde_json::Value;
use terrace_ir::def::{Arity, OpDef, Optionality};

use crate::args::Args;

/// The files in which upstream defines the ops of dialects.
const SOURCES: &[(&str, &str)] = &[
    ("arith", "mlir/Dialect/Arith/IR/ArithOps.td"),
    ("builtin", "mlir/IR/BuiltinOps.td"),
    ("cf", "mlir/Dialect/ControlFlow/IR/ControlFlowOps.td"),
    ("complex", "mlir/Dialect/Complex/IR/ComplexOps.td"),
    ("func", "mlir/Dialect/Func/IR/FuncOps.td"),
    ("index", "mlir/Dialect/Index/IR/IndexOps.td"),
    ("math", "mlir/Dialect/Math/IR/MathOps.td"),
    ("scf", "mlir/Dialect/SCF/IR/SCFOps.td"),
    ("ub", "mlir/Dialect/UB/IR/UBOps.td"),
    ("gpu", "mlir/Dialect/GPU/IR/GPUOps.td"),
    ("async", "mlir/Dialect/Async/IR/AsyncOps.td"),
    ("irdl", "mlir/Dialect/IRDL/IR/IRDLOps.td"),
    ("pdl", "mlir/Dialect/PDL/IR/PDLOps.td"),
    ("pdl_interp", "mlir/Dialect/PDLInterp/IR/PDLInterpOps.td"),
    ("quant", "mlir/Dialect/Quant/IR/QuantOps.td"),
    ("sparse_tensor", "mlir/Dialect/SparseTensor/IR/SparseTensorOps.td"),
    ("llvm", "mlir/Dialect/LLVMIR/LLVMOps.td"),
    ("llvm", "mlir/Dialect/LLVMIR/LLVMIntrinsicOps.td"),
    ("affine", "mlir/Dialect/Affine/IR/AffineOps.td"),
    ("bufferization", "mlir/Dialect/Bufferization/IR/BufferizationOps.td"),
    ("memref", "mlir/Dialect/MemRef/IR/MemRefOps.td"),
    ("ptr", "mlir/Dialect/Ptr/IR/PtrOps.td"),
    ("shape", "mlir/Dialect/Shape/IR/ShapeOps.td"),
    ("tosa", "mlir/Dialect/Tosa/IR/TosaOps.td"),
    ("tensor", "mlir/Dialect/Tensor/IR/TensorOps.td"),
    ("vector", "mlir/Dialect/Vector/IR/VectorOps.td"),
    ("arm_neon", "mlir/Dialect/ArmNeon/ArmNeon.td"),
    ("arm_sme", "mlir/Dialect/ArmSME/IR/ArmSMEOps.td"),
    ("arm_sme", "mlir/Dialect/ArmSME/IR/ArmSMEIntrinsicOps.td"),
    ("arm_sve", "mlir/Dialect/ArmSVE/IR/ArmSVE.td"),
    ("x86vector", "mlir/Dialect/X86Vector/X86Vector.td"),
    ("linalg", "mlir/Dialect/Linalg/IR/LinalgOps.td"),
    ("linalg", "mlir/Dialect/Linalg/IR/LinalgRelayoutOps.td"),
    ("linalg", "mlir/Dialect/Linalg/IR/LinalgStructuredOps.td"),
    ("transform", "mlir/Dialect/Transform/IR/TransformOps.td"),
    ("transform", "mlir/Dialect/Linalg/TransformOps/LinalgMatchOps.td"),
    ("transform", "mlir/Dialect/Linalg/TransformOps/LinalgTransformOps.td"),
];

/// The traits that are compared: both sides use these names.
const TRAITS: &[&str] = &[
    "Terminator",
    "IsolatedFromAbove",
    "SymbolTable",
    "SingleBlock",
    "NoTerminator",
    "AutomaticAllocationScope",
    "NoRegionArguments",
    "Commutative",
    "ConstantLike",
    "Idempotent",
    "Involution",
    "SameTypeOperands",
    "SameOperandsAndResultType",
    "SameOperandsAndResultElementType",
    "SameOperandsElementType",
    "SameOperandsShape",
    "SameOperandsAndResultShape",
    "SameOperandsAndResultRank",
    "Elementwise",
    "Scalarizable",
    "Vectorizable",
    "Tensorizable",
    "AttrSizedOperandSegments",
    "AttrSizedResultSegments",
    "ReturnLike",
    "RecursiveMemoryEffects",
    "AffineScope",
];

/// Upstream's ops that have no definition to compare with.
const HAND_WRITTEN: &[&str] = &["affine.dma_start", "affine.dma_wait"];

/// The compared properties of an op, as lines of text by aspect.
type Shape = BTreeMap<&'static str, Vec<String>>;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// The program that reads upstream's definitions, and their directory.
fn tools(args: &Args) -> (&str, &str) {
    let include = args.value("--include").unwrap_or("/usr/lib/llvm-22/include");
    (args.value("--tblgen").unwrap_or("/usr/lib/llvm-22/bin/llvm-tblgen"), include)
}

/// `ods-draft`.
pub(crate) fn draft(args: &[String]) -> Outcome<bool> {
    let args = Args::parse(args, &["--include", "--tblgen"], &[])?;
    let (tblgen, include) = tools(&args);
    args.rest.iter().try_for_each(|dialect| draft::draft(tblgen, include, dialect))?;
    Ok(true)
}

pub(crate) fn main(args: &[String]) -> Outcome<bool> {
    let args = Args::parse(args, &["--include", "--tblgen"], &[])?;
    let (tblgen, include) = tools(&args);
    let (mut compared, mut different) = (0, 0);
    for dialect in terrace::dialects::all() {
        if !args.rest.is_empty() && !args.rest.iter().any(|name| name == dialect.name) {
            continue;
        }
        let mut theirs = BTreeMap::new();
        for (_, source) in SOURCES.iter().filter(|(name, _)| *name == dialect.name) {
            theirs.extend(upstream(tblgen, include, source)?);
        }
        if theirs.is_empty() {
            println!("{}: upstream's file is not known", dialect.name);
            continue;
        }
        let mut missing: BTreeSet<&str> = theirs.keys().map(String::as_str).collect();
        for op in dialect.ops {
            missing.remove(op.name);
            let Some(theirs) = theirs.get(op.name) else {
                if !HAND_WRITTEN.contains(&op.name) {
                    println!("{}: not upstream's", op.name);
                    different += 1;
                }
                continue;
            };
            compared += 1;
            let ours = ours(op);
            let before = different;
            for (aspect, theirs) in theirs {
                let ours = &ours[aspect];
                let same = match *aspect {
                    "effects" => effects::agree(op.name, ours, theirs),
                    _ => ours == theirs,
                };
                if !same {
                    println!("{}: {aspect}: {ours:?}\n    upstream: {theirs:?}", op.name);
                    different = before + 1;
                }
            }
        }
        let prefix = format!("{}.", dialect.name);
        for name in missing.into_iter().filter(|name| name.starts_with(&prefix)) {
            println!("{name}: missing");
            different += 1;
        }
    }
    println!("{compared} ops compared, {different} differ");
    Ok(different == 0)
}

fn arity(arity: Arity) -> &'static str {
    match arity {
        Arity::One => "",
        Arity::Optional => "?",
        Arity::Variadic => "*",
    }
}

/// A value slot of ours, in the words in which the verifier speaks of it.
fn slot(name: &str, found: Arity, summary: &str) -> String {
    let variadic = if found == Arity::Variadic { "variadic of " } else { "" };
    format!("{name}{}: {variadic}{summary}", arity(found))
}

fn ours(op: &OpDef) -> Shape {
    let many = |variadic: bool| if variadic { "*" } else { "" };
    let operands = op.operands.iter();
    // Segment sizes are a slot of ours, but no argument of upstream's.
    let props = op.props.iter().filter(|prop| !prop.name.ends_with("SegmentSizes"));
    let results = op.results.iter();
    let mut traits: Vec<String> = op.traits.iter().map(|found| found.name().to_owned()).collect();
    traits.retain(|name| TRAITS.contains(&name.as_str()));
    traits.sort();
    BTreeMap::from([
        ("operands", operands.map(|o| slot(o.name, o.arity, o.constraint.summary)).collect()),
        (
            "attributes",
            props
                .map(|prop| match prop.presence {
                    Optionality::Required => format!("{}: {}", prop.name, prop.constraint.summary),
                    Optionality::Optional | Optionality::OptionalDefault(_) => {
                        format!("{}?: {}", prop.name, prop.constraint.summary)
                    }
                    Optionality::Default(_) => format!("{}=: {}", prop.name, prop.constraint.summary),
                })
                .collect(),
        ),
        (
            "results",
            // Unnamed results of upstream have a name here that marks them as unused.
            results.map(|r| slot(r.name.trim_start_matches('_'), r.arity, r.constraint.summary)).collect(),
        ),
        ("regions", op.regions.iter().map(|r| format!("{}{}", r.name, many(r.variadic))).collect()),
        ("successors", op.successors.iter().map(|s| format!("{}{}", s.name, many(s.variadic))).collect()),
        ("traits", traits),
        ("effects", effects::ours(op)),
        ("speculation", effects::our_speculation(op)),
    ])
}

/// Every record of one of upstream's files by name.
fn records(tblgen: &str, include: &str, source: &str) -> Outcome<Value> {
    let path = Path::new(include).join(source);
    // A dialect's files may include each other by their bare names.
    let beside = path.parent().unwrap_or(&path);
    let output =
        Command::new(tblgen).args(["--dump-json", "-I", include, "-I"]).arg(beside).arg(&path).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// Upstream's ops of one file by full name.
fn upstream(tblgen: &str, include: &str, source: &str) -> Outcome<BTreeMap<String, Shape>> {
    let records = records(tblgen, include, source)?;
    let names = records["!instanceof"]["Op"].as_array().cloned().unwrap_or_default();
    let mut ops = BTreeMap::new();
    for record in names.iter().filter_map(Value::as_str).map(|name| &records[name]) {
        let dialect = records[text(&record["opDialect"]["def"])]["name"].as_str().unwrap_or_default();
        ops.insert(format!("{dialect}.{}", text(&record["opName"])), theirs(&records, record));
    }
    Ok(ops)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn is_a(record: &Value, class: &str) -> bool {
    record["!superclasses"].as_array().is_some_and(|classes| classes.iter().any(|found| found == class))
}

/// The arguments of a dag: name and record.
fn arguments<'a>(records: &'a Value, dag: &'a Value) -> Vec<(&'a str, &'a Value)> {
    let args = dag["args"].as_array().map_or(&[][..], Vec::as_slice);
    args.iter().map(|arg| (text(&arg[1]), decorated(&records[text(&arg[0]["def"])], records))).collect()
}

/// An argument with a decorator (`Arg<..>`, `Res<..>`) is replaced by the decorated constraint.
fn decorated<'a>(record: &'a Value, records: &'a Value) -> &'a Value {
    if is_a(record, "OpVariable") { &records[text(&record["constraint"]["def"])] } else { record }
}

fn value_slot((name, record): (&str, &Value)) -> String {
    let arity = match (is_a(record, "Variadic"), is_a(record, "Optional")) {
        (true, _) => "*",
        (_, true) => "?",
        _ => "",
    };
    format!("{name}{arity}: {}", text(&record["summary"]))
}

/// The constraint of an attribute that may be absent, or has a default: its summary is the one that is shown.
fn constrained<'a>(records: &'a Value, record: &'a Value) -> &'a Value {
    let mut found = record;
    while (is_a(found, "OptionalAttr")
        || is_a(found, "DefaultValuedAttr")
        || is_a(found, "DefaultValuedOptionalAttr"))
        && let Some(inner) = found["baseAttr"]["def"].as_str()
    {
        found = &records[inner];
    }
    found
}

fn attribute_slot(records: &Value, (name, record): (&str, &Value)) -> String {
    let is_unit = text(&record["!name"]) == "UnitAttr";
    let mark = match (record["isOptional"] == 1 || is_unit, record["defaultValue"].is_string() && !is_unit) {
        (true, _) => "?",
        (_, true) => "=",
        _ => "",
    };
    format!("{name}{mark}: {}", text(&constrained(records, record)["summary"]))
}

fn theirs(records: &Value, record: &Value) -> Shape {
    let all = arguments(records, &record["arguments"]);
    let operands = all.iter().filter(|(_, record)| is_a(record, "TypeConstraint"));
    let others = all.iter().filter(|(_, record)| !is_a(record, "TypeConstraint"));
    let mut traits = BTreeSet::new();
    for found in record["traits"].as_array().map_or(&[][..], Vec::as_slice) {
        let name = text(&found["def"]);
        if TRAITS.contains(&name) {
            traits.insert(name.to_owned());
        }
    }
    let many = |(name, record): (&str, &Value), class| {
        format!("{name}{}", if is_a(record, class) { "*" } else { "" })
    };
    let regions = arguments(records, &record["regions"]);
    let successors = arguments(records, &record["successors"]);
    BTreeMap::from([
        ("operands", operands.map(|&slot| value_slot(slot)).collect()),
        ("attributes", others.map(|&slot| attribute_slot(records, slot)).collect()),
        ("results", arguments(records, &record["results"]).into_iter().map(value_slot).collect()),
        ("regions", regions.into_iter().map(|slot| many(slot, "VariadicRegion")).collect()),
        ("successors", successors.into_iter().map(|slot| many(slot, "VariadicSuccessor")).collect()),
        ("traits", traits.into_iter().collect()),
        ("effects", effects::theirs(records, record)),
        ("speculation", effects::their_speculation(records, record)),
    ])
}
