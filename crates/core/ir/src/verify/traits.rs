//! Checks the traits an op's definition names.

use smallvec::SmallVec;

use crate::attrs::Attr;
use crate::context::Context;
use crate::def::{InferFn, OpTable, op_error, plain_error};
use crate::diag::{CheckResult, Diag};
use crate::infer::InferInput;
use crate::ir::OpRef;
use crate::traits::{Trait, TraitSet};
use crate::type_interfaces::as_builtin_shaped_type;
use crate::types::{DYNAMIC, Type, TypeData};

type Types = SmallVec<[Type; 4]>;

fn check(holds: bool, op: OpRef<'_>, message: &str) -> CheckResult {
    if holds { Ok(()) } else { Err(op_error(op, message)) }
}

fn check_with(holds: bool, op: OpRef<'_>, message: impl FnOnce() -> String) -> CheckResult {
    if holds { Ok(()) } else { Err(op_error(op, message())) }
}

/// Whether all operands and results have one type, which settles most questions about types.
pub(super) fn is_uniform(op: OpRef<'_>) -> bool {
    if op.num_operands() == 0 || op.num_results() == 0 {
        return false;
    }
    let first = op.result(0).ty();
    op.operands().chain(op.results()).all(|v| v.ty() == first)
}

/// Whether the trait holds for every op whose operands and results have one type.
pub(super) fn follows_from_one_type(t: &Trait) -> bool {
    matches!(
        t,
        Trait::SameTypeOperands
            | Trait::SameOperandsAndResultType
            | Trait::SameOperandsAndResultElementType
            | Trait::SameOperandsElementType
            | Trait::SameOperandsShape
            | Trait::SameOperandsAndResultShape
            | Trait::SameOperandsAndResultRank
            | Trait::Elementwise
    )
}

/// The types of the operand or result slot of this name, one of which must be there.
fn named_types(op: OpRef<'_>, def: &OpTable<'_>, name: &str) -> Types {
    if let Some(slot) = def.operands.iter().position(|o| o.name == name) {
        return op.operand_group(slot).map(|v| v.ty()).collect();
    }
    if let Some(slot) = def.results.iter().position(|r| r.name == name) {
        return op.result_group(slot).map(|v| v.ty()).collect();
    }
    if let Some(slot) = def.props.iter().position(|p| p.name == name) {
        return op.prop(slot).and_then(|a: Attr| a.ty(op.cx())).into_iter().collect();
    }
    Types::new()
}

fn all_of(names: &[&str], what: &str) -> String {
    format!("failed to verify that all of {{{}}} have same {what}", names.join(", "))
}

fn all_equal<T: PartialEq>(mut items: impl Iterator<Item = T>) -> bool {
    let Some(first) = items.next() else { return true };
    items.all(|item| item == first)
}

pub(super) fn verify_trait(op: OpRef<'_>, def: &OpTable<'_>, t: &Trait) -> CheckResult {
    let cx = op.cx();
    let operands = || op.operands().map(|v| v.ty());
    let results = || op.results().map(|v| v.ty());
    let both = || operands().chain(results());
    match t {
        Trait::AttrSizedOperandSegments => verify_segments(op, def, true),
        Trait::AttrSizedResultSegments => verify_segments(op, def, false),
        Trait::HasParent(parents) => {
            let found = op.parent_op().is_some_and(|p| parents.contains(&p.name_text()));
            if found {
                return Ok(());
            }
            let plural = if parents.len() > 1 { "to be one of " } else { "" };
            Err(op_error(op, format!("expects parent op {plural}'{}'", parents.join(", "))))
        }
        Trait::NoRegionArguments => {
            for (i, region) in op.regions().enumerate() {
                if region.entry().is_some_and(|b| b.args().len() > 0) {
                    let which = if op.num_regions() > 1 { format!("region #{i}") } else { "region".into() };
                    return Err(op_error(op, format!("{which} should have no arguments")));
                }
            }
            Ok(())
        }
        Trait::Terminator => {
            let last = op.block().and_then(|b| b.last());
            check(last == Some(op), op, "must be the last operation in the parent block")
        }
        Trait::SameTypeOperands => {
            check(all_equal(operands()), op, "requires all operands to have the same type")
        }
        Trait::SameOperandsAndResultType => {
            at_least_one(op, true)?;
            let Some(first) = results().next() else { return Ok(()) };
            let element = first.element_type_or_self(cx);
            let same = both().all(|ty| {
                ty == first || (ty.element_type_or_self(cx) == element && compatible_shapes(cx, ty, first))
            });
            check(same, op, "requires the same type for all operands and results")?;
            if let TypeData::RankedTensor { encoding: Some(_), .. } = first.data(cx) {
                let encoding = |ty: Type| match ty.data(cx) {
                    TypeData::RankedTensor { encoding, .. } => Some(*encoding),
                    _ => None,
                };
                let same = both().all(|ty| encoding(ty).is_none_or(|e| Some(e) == encoding(first)));
                check(same, op, "requires the same encoding for all operands and results")?;
            }
            Ok(())
        }
        Trait::SameOperandsAndResultElementType => {
            at_least_one(op, true)?;
            let types = results().chain(operands()).map(|ty| as_builtin_shaped_type(cx, ty));
            let same = all_equal(types.map(|ty| ty.element_type_or_self(cx)));
            check(same, op, "requires the same element type for all operands and results")
        }
        Trait::SameOperandsElementType => {
            at_least_one(op, false)?;
            let same = all_equal(operands().map(|ty| ty.element_type_or_self(cx)));
            check(same, op, "requires the same element type for all operands")
        }
        Trait::SameOperandsShape => {
            at_least_one(op, false)?;
            let types: Types = operands().collect();
            check(compatible_types(cx, &types), op, "requires the same shape for all operands")
        }
        Trait::SameOperandsAndResultShape => {
            at_least_one(op, true)?;
            let types: Types = both().map(|ty| as_builtin_shaped_type(cx, ty)).collect();
            check(compatible_types(cx, &types), op, "requires the same shape for all operands and results")
        }
        Trait::SameOperandsAndResultRank => {
            at_least_one(op, false)?;
            let rank = |ty: Type| ty.shape(cx).map(<[i64]>::len);
            let Some(first) = operands().chain(results()).find_map(rank) else { return Ok(()) };
            let fits = |ty: Type| rank(ty).is_none_or(|r| r == first);
            check(operands().all(fits), op, "operands don't have matching ranks")?;
            check(results().all(fits), op, "result type has different rank than operands")
        }
        Trait::SingleBlock | Trait::SingleBlockImplicitTerminator(_) => verify_single_block(op),
        Trait::Elementwise => verify_elementwise(op),
        Trait::OperandsAreSignlessIntegerLike => check(
            operands().all(|ty| {
                let ty = vector_or_tensor_element(cx, ty);
                ty == Type::INDEX || ty.is_signless_integer(cx)
            }),
            op,
            "requires an integer or index type",
        ),
        Trait::OperandsAreFloatLike => check(
            operands().all(|ty| vector_or_tensor_element(cx, ty).is_float(cx)),
            op,
            "requires a float type",
        ),
        Trait::ResultsAreFloatLike => check(
            results().all(|ty| vector_or_tensor_element(cx, ty).is_float(cx)),
            op,
            "requires a floating point type",
        ),
        Trait::ResultsAreBoolLike => check(
            results().all(|ty| {
                let element = vector_or_tensor_element(cx, ty);
                matches!(element.data(cx), TypeData::Integer { width: 1, .. })
            }),
            op,
            "requires a bool result type",
        ),
        Trait::AllTypesMatch(names) => {
            let types: Types = names.iter().flat_map(|n| named_types(op, def, n)).collect();
            check_with(all_equal(types.into_iter()), op, || all_of(names, "type"))
        }
        Trait::AllShapesMatch(names) => {
            let types: Types = names.iter().flat_map(|n| named_types(op, def, n)).collect();
            check_with(all_equal(types.iter().map(|ty| ty.shape(cx))), op, || all_of(names, "shape"))
        }
        Trait::AllElementTypesMatch(names) => {
            let types: Types = names.iter().flat_map(|n| named_types(op, def, n)).collect();
            check(
                all_equal(types.iter().map(|ty| ty.element_type_or_self(cx))),
                op,
                &all_of(names, "element type"),
            )
        }
        Trait::AllRanksMatch(names) => {
            let types: Types = names.iter().flat_map(|n| named_types(op, def, n)).collect();
            let rank = |ty: &Type| ty.shape(cx).map(<[i64]>::len);
            check_with(all_equal(types.iter().map(rank)), op, || all_of(names, "rank"))
        }
        Trait::TypesMatchWith(rule) => {
            let (from, to) = (named_types(op, def, rule.from), named_types(op, def, rule.to));
            let holds = match (from.first(), to.first(), rule.count) {
                (Some(&from), _, Some(count)) => {
                    let each = (rule.transform)(cx, from);
                    to.len() == count(cx, from) && to.iter().all(|&ty| Some(ty) == each)
                }
                (Some(&from), Some(&to), None) => (rule.transform)(cx, from) == Some(to),
                // An absent optional value has no type to check.
                _ => true,
            };
            check_with(holds, op, || format!("failed to verify that {}", rule.summary))
        }
        Trait::Check(verify) => verify(op),
        Trait::Predicate(p) => {
            check_with((p.holds)(op), op, || format!("failed to verify that {}", p.summary))
        }
        _ => Ok(()),
    }
}

fn at_least_one(op: OpRef<'_>, result_too: bool) -> CheckResult {
    if op.num_operands() == 0 {
        return Err(op_error(op, "expected 1 or more operands, but found 0"));
    }
    if result_too && op.num_results() == 0 {
        return Err(op_error(op, "expected 1 or more results"));
    }
    Ok(())
}

fn vector_or_tensor_element(cx: &Context, ty: Type) -> Type {
    if ty.is_vector(cx) || ty.is_tensor(cx) { ty.element_type_or_self(cx) } else { ty }
}

fn verify_segments(op: OpRef<'_>, def: &OpTable<'_>, operands: bool) -> CheckResult {
    let (name, what, count, slots) = if operands {
        ("operandSegmentSizes", "operand", op.num_operands(), def.operands.len())
    } else {
        ("resultSegmentSizes", "result", op.num_results(), def.results.len())
    };
    let sizes = verify_sizes(op, name, what, count)?;
    if sizes != slots {
        return Err(op_error(
            op,
            format!(
                "'{name}' attribute for specifying {what} segments must have {slots} elements, but got {sizes}"
            ),
        ));
    }
    Ok(())
}

/// The sizes of the groups of a variadic of variadics must add up.
pub(super) fn verify_nested_segments(op: OpRef<'_>, name: &str, slot: &str, count: usize) -> CheckResult {
    verify_sizes(op, name, slot, count).map(|_| ())
}

/// Checks an attribute of sizes against the number of values; returns the number of sizes.
fn verify_sizes(op: OpRef<'_>, name: &str, what: &str, count: usize) -> Result<usize, Box<Diag>> {
    let Some(sizes) = op.inherent_attr(name).and_then(|a| a.i32_elements(op.cx())) else {
        return Err(op_error(op, format!("requires dense i32 array attribute '{name}'")));
    };
    if sizes.clone().any(|s| s < 0) {
        return Err(op_error(op, format!("'{name}' attribute cannot have negative elements")));
    }
    let total: i64 = sizes.clone().map(i64::from).sum();
    if total != count as i64 {
        return Err(op_error(
            op,
            format!(
                "{what} count ({count}) does not match with the total size ({total}) specified in attribute '{name}'"
            ),
        ));
    }
    Ok(sizes.len())
}

fn verify_elementwise(op: OpRef<'_>) -> CheckResult {
    let cx = op.cx();
    let mapped = |ty: &Type| ty.is_vector(cx) || ty.is_tensor(cx);
    let results: Types = op.results().map(|v| v.ty()).filter(mapped).collect();
    let operands: Types = op.operands().map(|v| v.ty()).filter(mapped).collect();
    if results.is_empty() && operands.is_empty() {
        return Ok(());
    }
    if operands.is_empty() {
        return Err(op_error(op, "if a result is non-scalar, then at least one operand must be non-scalar"));
    }
    if results.is_empty() {
        return Err(op_error(
            op,
            "if an operand is non-scalar, then there must be at least one non-scalar result",
        ));
    }
    if results.len() != op.num_results() {
        return Err(op_error(op, "if an operand is non-scalar, then all results must be non-scalar"));
    }
    let all: Types = operands.iter().chain(&results).copied().collect();
    let kind = |ty: Type| std::mem::discriminant(ty.data(cx));
    let same = all.iter().all(|&ty| kind(ty) == kind(all[0])) && compatible_types(cx, &all);
    check(same, op, "all non-scalar operands/results must have the same shape and base type")
}

/// Whether two types' shapes are equal where both are static. A type without a shape is compatible only with another
/// one.
pub fn compatible_shapes(cx: &Context, a: Type, b: Type) -> bool {
    match (a.is_shaped(cx), b.is_shaped(cx)) {
        (false, false) => true,
        (true, true) => match (a.shape(cx), b.shape(cx)) {
            (Some(a_shape), Some(b_shape)) => {
                let scalable = |ty: Type| match ty.data(cx) {
                    TypeData::Vector { scalable, .. } => Some(scalable),
                    _ => None,
                };
                a_shape.len() == b_shape.len()
                    && a_shape.iter().zip(b_shape).all(|(&x, &y)| x == y || x == DYNAMIC || y == DYNAMIC)
                    && (scalable(a) == scalable(b) || scalable(a).is_none() || scalable(b).is_none())
            }
            _ => true,
        },
        _ => false,
    }
}

/// Whether the shapes of all types are equal where they are known.
pub fn compatible_types(cx: &Context, types: &[Type]) -> bool {
    let shaped = types.iter().filter(|ty| ty.is_shaped(cx)).count();
    if shaped == 0 {
        return true;
    }
    if shaped != types.len() {
        return false;
    }
    let ranked: Types = types.iter().copied().filter(|ty| ty.shape(cx).is_some()).collect();
    // Every extent must have at most one known value, whatever the order.
    let Some(&first) = ranked.first() else { return true };
    let rank = first.shape(cx).map_or(0, <[i64]>::len);
    if ranked.iter().any(|ty| ty.shape(cx).map_or(0, <[i64]>::len) != rank) {
        return false;
    }
    if !ranked.iter().all(|&ty| compatible_shapes(cx, ty, first)) && ranked.iter().all(|ty| ty.is_vector(cx))
    {
        return false;
    }
    (0..rank).all(|d| {
        all_equal(
            ranked.iter().filter_map(|ty| ty.shape(cx).map(|s| s[d])).filter(|&extent| extent != DYNAMIC),
        )
    })
}

/// Each region has at most one block, which is not empty unless it may lack a terminator.
fn verify_single_block(op: OpRef<'_>) -> CheckResult {
    let no_terminator = op.has_trait(TraitSet::NoTerminator);
    for (i, region) in op.regions().enumerate() {
        let Some(block) = region.entry() else { continue };
        if !region.has_one_block() {
            return Err(op_error(op, format!("expects region #{i} to have 0 or 1 blocks")));
        }
        if !no_terminator && block.first().is_none() {
            return Err(op_error(op, "expects a non-empty block"));
        }
    }
    Ok(())
}

/// Each region ends with the op that stands there where nothing is written.
pub(super) fn verify_implicit_terminator(op: OpRef<'_>, expected: &str) -> CheckResult {
    for region in op.regions() {
        let last = region.entry().and_then(|block| block.last());
        if let Some(last) = last
            && last.name_text() != expected
        {
            let message = format!("expects regions to end with '{expected}', found '{}'", last.name_text());
            let note = format!("in custom textual format, the absence of terminator implies '{expected}'");
            return Err(op_error(op, message).note(op.loc(), note));
        }
    }
    Ok(())
}

/// Verifies the result types against inference. On failure, the first error is that of the inference, and the second
/// reports the op.
pub(super) fn verify_inferred(
    op: OpRef<'_>,
    def: &OpTable<'_>,
    infer: InferFn,
) -> Result<(), [Box<Diag>; 2]> {
    let cx = op.cx();
    if op.has_trait(TraitSet::SameOperandsAndResultType)
        && op.num_operands() > 0
        && op.results().all(|r| r.ty() == op.operand(0).ty())
    {
        return Ok(());
    }
    let yields: Vec<Vec<Type>> = op
        .regions()
        .map(|r| r.entry().and_then(|b| b.last()).map_or(Vec::new(), |t| t.operand_types()))
        .collect();
    let operands: Types = op.operands().map(|v| v.ty()).collect();
    let input = InferInput { cx, def, operands: &operands, props: op.props(), yields: &yields };
    let found: Types = op.results().map(|v| v.ty()).collect();
    let compatible = |inferred: &[Type]| match def.compatible {
        Some(compatible) => compatible(cx, inferred, &found),
        None => inferred == &found[..],
    };
    let mut why = match infer(&input) {
        Ok(inferred) if compatible(&inferred) => return Ok(()),
        Ok(inferred) => {
            let (inferred, found) = (cx.types_text(&inferred), cx.types_text(&found));
            op_error(
                op,
                format!(
                    "inferred type(s) {inferred} are incompatible with return type(s) of operation {found}"
                ),
            )
        }
        Err(message) => plain_error(op, message),
    };
    why.op = None;
    Err([why, op_error(op, "failed to infer returned types")])
}
