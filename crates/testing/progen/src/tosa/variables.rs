//! Variables, which are written and read.

use std::fmt::Write;

use super::{Elem, Range, Value, Writer};

/// Whether all numbers of a range are in another one.
fn is_within(range: Range, other: Range) -> bool {
    match (range, other) {
        (Range::Ints(low, high), Range::Ints(least, most)) => least <= low && high <= most,
        _ => range == other,
    }
}

fn declare(w: &mut Writer) -> Option<()> {
    let like = w.find(|value| !value.open.contains(&true) && value.elem != Elem::Int(48))?;
    let name = format!("@s{}", w.variables.len());
    let values = w.dense(&like.shape, like.range, false);
    let _ = writeln!(w.functions, "tosa.variable {name} = dense<{values}> : {}", like.ty());
    w.variables.push(Value { name, ..like });
    Some(())
}

/// Writes an access to a variable, or declares one.
pub(super) fn access(w: &mut Writer) -> Option<()> {
    if !w.has_variables {
        return None;
    }
    if w.variables.is_empty() || w.variables.len() < 3 && w.n.percent(25) {
        return declare(w);
    }
    let variable = w.n.pick(&w.variables).clone();
    let ty = variable.ty();
    if w.n.percent(50) {
        let fits = |value: &Value| value.ty() == ty && is_within(value.range, variable.range);
        let value = w.find(fits)?;
        w.line(&format!("tosa.variable_write {variable}, {value} : {ty}"));
        return Some(());
    }
    let read = Value { name: w.fresh(), ..variable.clone() };
    w.line(&format!("{read} = tosa.variable_read {variable} : {ty}"));
    w.values.push(read);
    Some(())
}
