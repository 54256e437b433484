//! Ops that look elements up.

use terrace_dialects_tosa::images::{GatherOp, ScatterOp, TableOp};
use terrace_interp::budget;
use terrace_interp::fault::{Fault, Outcome};
use terrace_interp::lower::{Interpret, Lowered, Lowering};
use terrace_interp::object::{Array, check_mark};
use terrace_ir::extension::OpModel;
use terrace_ir::{OpKind, OpRef};

use crate::number::{IntType, Number, NumberType};
use crate::operands::{Elements, compute, compute_marked, elements, same, sizes};

/// The lowerings of the ops.
pub(crate) static MODELS: &[OpModel<dyn Interpret>] =
    &[(GatherOp::DEF, &gather), (ScatterOp::DEF, &scatter), (TableOp::DEF, &table)];

/// Returns the positions that a tensor of indices holds, which must be less than an extent.
fn positions(indices: &Array, elements: Elements, extent: usize) -> Outcome<Vec<usize>> {
    let position = |at: usize| {
        check_mark(indices.mark(at))?;
        let index = elements.numbers.read(indices, at).int()?;
        match usize::try_from(index).ok().filter(|&index| index < extent) {
            Some(index) => Ok(index),
            None => Err(Fault::new(format!("index {index} is outside of dimension 1 of size {extent}"))),
        }
    };
    (0..indices.len()).map(position).collect()
}

fn gather(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = GatherOp::view_of(op);
    let (indices, output) = (elements(lw, view.indices())?, elements(lw, view.output())?);
    compute_marked(lw, op, move |arrays| {
        let ([batches, extent, channels], [other, count]) = (sizes(&arrays[0])?, sizes(&arrays[1])?);
        same("batches", batches, other)?;
        let positions = positions(&arrays[1], indices, extent)?;
        let mut made = output.zeros(&[batches, count, channels].map(|extent| extent as u64))?;
        for (i, &position) in positions.iter().enumerate() {
            let from = (i / count.max(1) * extent + position) * channels;
            (0..channels).for_each(|c| made.copy_element(i * channels + c, &arrays[0], from + c));
        }
        Ok(vec![made])
    })
}

/// The elements, some of which are replaced, each at most once.
fn scatter(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let indices = elements(lw, ScatterOp::view_of(op).indices())?;
    compute_marked(lw, op, move |arrays| {
        let ([batches, extent, channels], [other, count]) = (sizes(&arrays[0])?, sizes(&arrays[1])?);
        let [input_batches, input_count, input_channels] = sizes(&arrays[2])?;
        same("batches", batches, other)?;
        same("batches", batches, input_batches)?;
        same("numbers of indices and rows", count, input_count)?;
        same("channels", channels, input_channels)?;
        let positions = positions(&arrays[1], indices, extent)?;
        let mut made = Array::clone(&arrays[0]);
        budget::check((batches as u64).saturating_mul(extent as u64))?;
        let mut written = vec![false; batches * extent];
        for (i, &position) in positions.iter().enumerate() {
            let row = i / count.max(1) * extent + position;
            if std::mem::replace(&mut written[row], true) {
                return Err(Fault::new(format!("index {position} occurs twice in a scatter")));
            }
            (0..channels).for_each(|c| made.copy_element(row * channels + c, &arrays[2], i * channels + c));
        }
        Ok(vec![made])
    })
}

/// The elements of a table at the positions that bytes are; of integers of 16 bits, interpolated between neighbors 128
/// apart.
fn table(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let view = TableOp::view_of(op);
    let (from, table, output) =
        (elements(lw, view.input1())?, elements(lw, view.table())?, elements(lw, view.output())?);
    let NumberType::Int(IntType { width: width @ (8 | 16), .. }) = from.numbers else {
        return Err("'tosa.table' op of other numbers than integers of 8 or 16 bits".to_owned());
    };
    let size = if width == 8 { 256 } else { 513 };
    compute(lw, op, move |arrays| {
        let values = table.numbers(&arrays[1])?;
        if values.len() != size {
            return Err(Fault::new(format!(
                "a table of {} elements, where {size} are expected",
                values.len()
            )));
        }
        let mut made = output.zeros(&arrays[0].shape)?;
        for at in 0..made.len() {
            let value = IntType::signed(width).wrap(from.numbers.read(&arrays[0], at).int()?);
            let found = if width == 8 {
                values[(value + 128) as usize].int()?
            } else {
                let (index, fraction) = ((value + 32768) >> 7, value & 0x7f);
                let (base, next) = (values[index as usize].int()?, values[index as usize + 1].int()?);
                let slope = IntType::signed(16).fit(i128::from(next - base))?;
                (base << 7) + slope * fraction
            };
            output.numbers.write(&mut made, at, output.numbers.convert(Number::Int(found)));
        }
        Ok(vec![made])
    })
}
