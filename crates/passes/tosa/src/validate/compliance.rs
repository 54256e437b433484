//! The profiles and extensions that the element types of an op need.

use terrace_dialects_tosa::attrs::{Extension, Profile, SpecificationVersion};
use terrace_dialects_tosa::types::MxInt8Type;
use terrace_dialects_tosa::variables::VariableOp;
use terrace_ir::def::op_error;
use terrace_ir::enum_attr::EnumValue;
use terrace_ir::{CheckResult, Context, OpRef, Type, TypeData};
use terrace_support::apfloat::FloatKind;

use super::types::{EXTENSIONS, PROFILES, Row};
use crate::target::{TargetEnv, version_text};

/// The operands, results and attributes of an op whose element types matter, by name; others have all of them.
const SIGNATURES: &[(&str, &[&str])] = &[
    ("tosa.avg_pool2d", &["input", "input_zp", "output_zp", "acc_type", "output"]),
    ("tosa.conv2d", CONVOLUTION),
    ("tosa.conv3d", CONVOLUTION),
    ("tosa.depthwise_conv2d", CONVOLUTION),
    ("tosa.transpose_conv2d", CONVOLUTION),
    ("tosa.pad", &["input1", "pad_const", "output"]),
    ("tosa.reshape", MOVED),
    ("tosa.slice", MOVED),
    ("tosa.tile", MOVED),
    ("tosa.concat", MOVED),
    ("tosa.mul", &["input1", "input2", "output"]),
    ("tosa.resize", &["input", "output"]),
    ("tosa.select", &["input2", "input3", "output"]),
    ("tosa.rescale", &["input", "input_zp", "output_zp", "output"]),
    ("tosa.dim", &["input1"]),
];

const CONVOLUTION: &[&str] = &["input", "weight", "bias", "input_zp", "weight_zp", "acc_type", "output"];
const MOVED: &[&str] = &["input1", "output"];

/// An element type in the words of the tables.
fn word(cx: &Context, ty: Type) -> String {
    let float = match ty.float_kind(cx) {
        Some(FloatKind::F8E4M3FN) => "fp8e4m3",
        Some(FloatKind::F8E5M2) => "fp8e5m2",
        Some(FloatKind::F6E2M3FN) => "fp6e2m3",
        Some(FloatKind::F6E3M2FN) => "fp6e3m2",
        Some(FloatKind::F4E2M1FN) => "fp4e2m1",
        Some(FloatKind::F8E8M0FNU) => "fp8e8m0",
        _ if ty.isa::<MxInt8Type>(cx) => "mxint8",
        _ => "",
    };
    match ty.data(cx) {
        _ if !float.is_empty() => float.to_owned(),
        TypeData::Integer { width, .. } => format!("i{width}"),
        _ => cx.type_text(ty),
    }
}

/// The element types of an op that matter; empty for ops on shapes and control flow.
fn signature(op: OpRef<'_>) -> Vec<String> {
    let cx = op.cx();
    let element = |ty: Type| word(cx, ty.element_type_or_self(cx));
    if let Some(variable) = op.cast::<VariableOp>() {
        return vec![word(cx, variable.type_())];
    }
    let Some(def) = op.def() else { return Vec::new() };
    let named = |name: &str| {
        let operand = def.operands.iter().position(|slot| slot.name == name);
        let result = def.results.iter().position(|slot| slot.name == name);
        let operand = operand.and_then(|slot| op.operand_group(slot).next()).map(|value| element(value.ty()));
        let result = || result.and_then(|slot| op.result_group(slot).next()).map(|value| element(value.ty()));
        let attr = || op.inherent_attr(name).and_then(|attr| attr.as_type(cx)).map(|ty| word(cx, ty));
        operand.or_else(result).or_else(attr)
    };
    let signature = SIGNATURES.iter().find(|(name, _)| *name == op.name_text());
    match signature {
        Some((_, names)) => names.iter().filter_map(|name| named(name)).collect(),
        None => op.operands().chain(op.results()).map(|value| element(value.ty())).collect(),
    }
}

/// The profiles or extensions that support a signature.
struct Entry<M> {
    modes: Vec<M>,
    all: bool,
    version: SpecificationVersion,
}

/// Splits a signature of a table into its version and its types.
fn versioned(signature: &str) -> (SpecificationVersion, &str) {
    match signature.strip_prefix("1.1: ") {
        Some(types) => (SpecificationVersion::V1_1Draft, types),
        None => (SpecificationVersion::V1_0, signature),
    }
}

fn rows<'a>(table: &'static [Row], op: &'a str) -> impl Iterator<Item = &'static Row> + use<'a> {
    table.iter().filter(move |row| row.op == op)
}

/// Returns what supports the element types of an op, by a table: `Some(None)` if nothing does, `None` if the table does not
/// have the op.
fn find<M: EnumValue>(table: &'static [Row], op: OpRef<'_>) -> Option<Option<Entry<M>>> {
    let name = op.name_text();
    rows(table, name).next()?;
    let types = signature(op).join(" ");
    for row in rows(table, name) {
        for (version, candidate) in row.types.split(", ").map(versioned) {
            if !types.is_empty() && candidate == types {
                let modes = row.modes.split([' ', '|', '&']).filter_map(M::from_keyword).collect();
                return Some(Some(Entry { modes, all: row.modes.contains('&'), version }));
            }
        }
    }
    Some(None)
}

/// The profiles that have an op, whatever its types; empty if that does not matter.
fn op_profiles(op: &str) -> &'static [Profile] {
    use Profile::{ProFp, ProInt};
    match op {
        "apply_scale" | "fft2d" | "cond_if" | "rfft2d" | "while_loop" | "yield" => &[],
        "arithmetic_right_shift"
        | "bitwise_and"
        | "bitwise_not"
        | "bitwise_or"
        | "bitwise_xor"
        | "clz"
        | "rescale"
        | "table" => &[ProInt],
        "cast_from_block_scaled"
        | "cast_to_block_scaled"
        | "ceil"
        | "cos"
        | "erf"
        | "exp"
        | "floor"
        | "log"
        | "matmul_t_block_scaled"
        | "pow"
        | "reciprocal"
        | "reduce_product"
        | "rsqrt"
        | "sigmoid"
        | "sin"
        | "tanh" => &[ProFp],
        _ => &[ProInt, ProFp],
    }
}

/// The extensions that have an op, whatever its types.
fn op_extensions(op: &str) -> &'static [Extension] {
    use Extension::*;
    match op {
        "apply_scale" | "const_shape" | "custom" | "logical_and" | "logical_not" | "logical_or"
        | "logical_xor" | "reduce_all" | "reduce_any" | "yield" => &[],
        "argmax" => &[Int16, Fp8E4M3, Fp8E5M2, Bf16, Int64],
        "arithmetic_right_shift"
        | "bitwise_and"
        | "bitwise_not"
        | "bitwise_or"
        | "bitwise_xor"
        | "clz"
        | "intdiv"
        | "logical_left_shift"
        | "logical_right_shift" => &[Int64],
        "avg_pool2d" | "matmul" | "max_pool2d" => &[Int16, Fp8E4M3, Fp8E5M2, Bf16],
        "cast_from_block_scaled" | "cast_to_block_scaled" => &[Bf16, MxFp],
        "cast" | "gather" | "pad" | "reshape" | "reverse" | "scatter" | "slice" | "tile" | "transpose" => {
            &[Fp8E4M3, Fp8E5M2, Bf16, Int64]
        }
        "ceil" | "cos" | "erf" | "exp" | "floor" | "log" | "pow" | "reciprocal" | "reduce_product"
        | "rsqrt" | "sigmoid" | "sin" | "tanh" => &[Bf16],
        "clamp" | "resize" => &[Int16, Bf16],
        "concat" => &[Fp8E4M3, Fp8E5M2, Bf16, Int16, Int64],
        "const" => &[Int4, Int16, Fp8E4M3, Fp8E5M2, Bf16, MxFp, Int64],
        "conv2d" | "conv3d" | "depthwise_conv2d" | "transpose_conv2d" => {
            &[Int4, Int16, Fp8E4M3, Fp8E5M2, Bf16]
        }
        "fft2d" | "rfft2d" => &[Fft],
        "identity" => &[Int4, Int16, Fp8E4M3, Fp8E5M2, Bf16, Int64],
        "cond_if" | "while_loop" => &[ControlFlow],
        "matmul_t_block_scaled" => &[MxFp],
        "rescale" | "table" => &[Int16],
        "variable" | "variable_read" | "variable_write" => &[Variable],
        _ if op.ends_with("_shape") || op == "dim" => &[Shape],
        _ => &[Bf16, Int64],
    }
}

/// Returns the profiles and the extensions that have an op of the dialect, by its name without the dialect's, whatever its
/// types; empty where that does not matter.
pub fn modes_of(op: &str) -> (&'static [Profile], &'static [Extension]) {
    (op_profiles(op), op_extensions(op))
}

/// The profiles that an extension works with.
fn cooperative_profiles(extension: Extension) -> &'static [Profile] {
    use Extension::*;
    match extension {
        None => &[],
        Int16 | Int4 | DoubleRound | InexactRound => &[Profile::ProInt],
        Bf16 | Fp8E4M3 | Fp8E5M2 | Fft | MxFp => &[Profile::ProFp],
        Variable | ControlFlow | Dynamic | Int64 | Shape => &[Profile::ProFp, Profile::ProInt],
    }
}

/// Names in brackets.
fn bracketed<M: EnumValue>(modes: &[M]) -> String {
    format!("[{}]", modes.iter().map(|mode| mode.keyword()).collect::<Vec<_>>().join(", "))
}

/// Checks that a target has what the table requires for an op; returns what that is.
fn check_modes<M: EnumValue>(
    op: OpRef<'_>,
    table: &'static [Row],
    target: &TargetEnv,
    (of_op, enabled): (&[M], &[M]),
) -> Result<Vec<M>, Box<terrace_ir::Diag>> {
    let allows = |mode: &M| enabled.contains(mode);
    let missing = |modes: &[M], what: &str| {
        let what = if modes.len() > 1 { what } else { " " };
        op_error(op, format!("illegal: requires{what}{} but not enabled in target", bracketed(modes)))
    };
    if of_op.is_empty() {
        return Ok(Vec::new());
    }
    let Some(found) = find::<M>(table, op) else {
        return if of_op.iter().any(allows) { Ok(Vec::new()) } else { Err(missing(of_op, " any of ")) };
    };
    let Some(entry) = found else { return Ok(Vec::new()) };
    if entry.all && !entry.modes.iter().all(allows) {
        return Err(missing(&entry.modes, " all of "));
    }
    if !entry.all && !entry.modes.iter().any(allows) {
        return Err(missing(&entry.modes, " any of "));
    }
    if entry.version > target.version {
        let (target, needed) = (version_text(target.version), version_text(entry.version));
        let message =
            format!("illegal: the target specification version ({target}) is not backwards compatible with");
        return Err(op_error(op, format!("{message} the op compliance specification version ({needed})")));
    }
    Ok(entry.modes)
}

fn name_in_dialect<'a>(op: OpRef<'a>) -> &'a str {
    op.name_text().split_once('.').map_or("", |(_, name)| name)
}

/// Checks that a target has a profile with an op on its types.
pub(super) fn check_profile(op: OpRef<'_>, target: &TargetEnv) -> CheckResult {
    let of_op = op_profiles(name_in_dialect(op));
    check_modes::<Profile>(op, PROFILES, target, (of_op, &target.profiles)).map(|_| ())
}

/// Checks that a target has the extensions with an op on its types, and a profile that each works with.
pub(super) fn check_extension(op: OpRef<'_>, target: &TargetEnv) -> CheckResult {
    let of_op = op_extensions(name_in_dialect(op));
    let modes = check_modes::<Extension>(op, EXTENSIONS, target, (of_op, &target.extensions))?;
    for mode in modes {
        let profiles = cooperative_profiles(mode);
        if !profiles.iter().any(|profile| target.profiles.contains(profile)) {
            let message =
                format!("illegal: requires {} to work with but not enabled in target", bracketed(profiles));
            return Err(op_error(op, message));
        }
    }
    Ok(())
}

/// Checks that some profile or extension has an op on its types.
pub(super) fn check_types(op: OpRef<'_>) -> CheckResult {
    let (profile, extension) = (find::<Profile>(PROFILES, op), find::<Extension>(EXTENSIONS, op));
    let is_listed = profile.is_some() || extension.is_some();
    if !is_listed || profile.flatten().is_some() || extension.flatten().is_some() {
        return Ok(());
    }
    let (found, name) = (signature(op), op.name_text());
    // The first signature with the most types in common.
    let mut best: (Option<usize>, &str) = (None, "");
    for row in rows(PROFILES, name).chain(rows(EXTENSIONS, name)) {
        for (_, types) in row.types.split(", ").map(versioned) {
            let matches = types.split(' ').zip(&found).filter(|(one, other)| one == other).count();
            if best.0.is_none_or(|most| matches > most) {
                best = (Some(matches), types);
            }
        }
    }
    let (found, best) = (found.join(","), best.1.replace(' ', ","));
    Err(op_error(
        op,
        format!(
            "illegal: operation operand/result data types did not align with any profile or extension, got ({found}), \
             did you mean ({best})? Otherwise, please refer to the 'supported data types' for '{name}' in the \
             specification."
        ),
    ))
}
