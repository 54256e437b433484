//! Conditions and loops.

use super::{Elem, Range, Value, Writer};

/// A truth value in a tensor of one element.
fn condition_of(w: &mut Writer) -> Value {
    match w.find(|value| value.elem == Elem::BOOL && value.count() == 1) {
        Some(found) if w.n.percent(70) => found,
        _ => {
            let shape = if w.n.percent(50) { vec![] } else { vec![1] };
            w.input_in(&shape, Elem::BOOL, Range::Ints(0, 1))
        }
    }
}

/// Writes statements and returns a value of the type of another one, in its range.
fn branch(w: &mut Writer, like: &Value) -> Value {
    w.depth += 1;
    let scope = w.values.len();
    let count = 1 + w.n.below(3);
    w.statements(count);
    // A type that leaves extents open is one of tensors of several shapes.
    let fits =
        |value: &Value| value.ty() == like.ty() && value.shape == like.shape && value.range == like.range;
    let found = w.values[scope..].iter().rev().find(|value| fits(value)).cloned();
    let result = found.unwrap_or_else(|| w.def_with(like.clone(), &[like], &format!("tosa.identity {like}")));
    w.values.truncate(scope);
    w.line(&format!("tosa.yield {result} : {}", result.ty()));
    w.depth -= 1;
    result
}

pub(super) fn condition(w: &mut Writer) -> Option<()> {
    if w.depth > 2 {
        return None;
    }
    let like = w.find(|value| value.elem != Elem::Int(48))?;
    let condition = condition_of(w);
    let result = Value { name: w.fresh(), ..like.clone() };
    w.line(&format!("{result} = tosa.cond_if {condition} : {} -> {} {{", condition.ty(), result.ty()));
    branch(w, &like);
    w.line("} else {");
    branch(w, &like);
    w.line("}");
    w.values.push(result);
    Some(())
}

/// A loop that counts, and carries a tensor that stays in its range.
pub(super) fn repetition(w: &mut Writer) -> Option<()> {
    if w.depth > 2 {
        return None;
    }
    let start = w.find(|value| value.elem == Elem::I32 && !value.open.contains(&true))?;
    let start = super::elements::bounded(w, &Value { open: start.open.clone(), ..start }, -1000, 1000);
    if start.open.contains(&true) {
        return None;
    }
    let times = w.n.within(0, 4);
    let (zero, limit, one) =
        (w.parameter(Elem::I32, 0), w.parameter(Elem::I32, times), w.parameter(Elem::I32, 1));
    let (result, count) = (Value { name: w.fresh(), ..start.clone() }, w.fresh());
    let (i, carried) =
        (w.fresh(), Value { name: w.fresh(), range: Range::Ints(-1000, 1000), ..start.clone() });
    let (count_ty, ty) = ("tensor<1xi32>", start.ty());
    w.line(&format!(
        "{count}, {result} = tosa.while_loop ({i} = {zero}, {carried} = {start}) : ({count_ty}, {ty}) -> ({count_ty}, \
         {ty}) {{"
    ));
    let more = w.fresh();
    w.line(&format!("  {more} = tosa.greater {limit}, {i} : ({count_ty}, {count_ty}) -> tensor<1xi1>"));
    w.line(&format!("  tosa.yield {more} : tensor<1xi1>"));
    w.line("} do {");
    w.line(&format!("^bb0({i}: {count_ty}, {carried}: {ty}):"));
    w.depth += 1;
    let scope = w.values.len();
    w.values.push(carried.clone());
    let statements = w.n.below(3);
    w.statements(statements);
    let next = w.fresh();
    w.line(&format!("{next} = tosa.add {i}, {one} : ({count_ty}, {count_ty}) -> {count_ty}"));
    let step = w.input_in(&vec![1; carried.rank()], Elem::I32, Range::Ints(-9, 9));
    let sum = Value { range: Range::Ints(-1009, 1009), ..carried.clone() };
    let sum = w.def_with(sum, &[&carried, &step], &format!("tosa.add {carried}, {step}"));
    let text = format!("tosa.clamp {sum} {{min_val = -1000 : i32, max_val = 1000 : i32}}");
    let kept = w.def_with(carried, &[&sum], &text);
    w.values.truncate(scope);
    w.line(&format!("tosa.yield {next}, {kept} : {count_ty}, {ty}"));
    w.depth -= 1;
    w.line("}");
    w.values.push(Value { range: Range::Ints(-1000, 1000), ..result });
    let (shape, open) = (vec![1], vec![false]);
    w.values.push(Value { name: count, shape, open, elem: Elem::I32, range: Range::Ints(0, 4) });
    Some(())
}
