//! Products of matrices.

use terrace_dialects_tosa::convolutions::{MatMulOp, MatmulTBlockScaledOp};
use terrace_interp::fault::{Fault, Outcome};
use terrace_interp::lower::{Interpret, Lowered, Lowering};
use terrace_interp::object::Array;
use terrace_ir::extension::OpModel;
use terrace_ir::{OpKind, OpRef};
use terrace_support::apfloat::FloatKind;

use crate::convolutions::{Accumulator, F32, about_zero};
use crate::number::{Number, NumberType, round};
use crate::operands::{Elements, compute, elements, same, sizes};

/// The lowerings of the ops.
pub(crate) static MODELS: &[OpModel<dyn Interpret>] =
    &[(MatMulOp::DEF, &matmul), (MatmulTBlockScaledOp::DEF, &block_scaled)];

fn matmul(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let inputs = op.operands().map(|value| elements(lw, value)).collect::<Lowered<Vec<_>>>()?;
    let output = elements(lw, op.single_result())?;
    compute(lw, op, move |arrays| {
        let operands = [0, 1, 2, 3].map(|at| (&*arrays[at], inputs[at]));
        let product = match output.numbers {
            NumberType::Int(ty) => multiply(ty, operands, output),
            NumberType::Float(FloatKind::F32) => multiply(F32, operands, output),
            NumberType::Float(kind) => multiply(kind, operands, output),
        };
        Ok(vec![product?])
    })
}

/// The products of matrices in batches, about their zero points; sums are of the type of the result.
fn multiply<A: Accumulator>(
    acc: A,
    [a, b, a_zp, b_zp]: [(&Array, Elements); 4],
    output: Elements,
) -> Outcome<Array> {
    let ([batches, rows, inner], [other_batches, other_inner, columns]) = (sizes(a.0)?, sizes(b.0)?);
    same("batches", batches, other_batches)?;
    same("columns of the first matrix and rows of the second one", inner, other_inner)?;
    let ty = output.numbers;
    let (lhs, rhs) = (about_zero(acc, ty, a, a_zp)?, about_zero(acc, ty, b, b_zp)?);
    let mut made = output.zeros(&[batches, rows, columns].map(|extent| extent as u64))?;
    let zero = acc.value(ty.convert(Number::Int(0)));
    for batch in 0..batches {
        let rhs = &rhs[batch * inner * columns..(batch + 1) * inner * columns];
        for row in batch * rows..(batch + 1) * rows {
            let mut sums = vec![zero; columns];
            for (k, &value) in lhs[row * inner..(row + 1) * inner].iter().enumerate() {
                for (sum, &other) in sums.iter_mut().zip(&rhs[k * columns..(k + 1) * columns]) {
                    *sum = acc.add_product(*sum, value, other)?;
                }
            }
            for (column, sum) in sums.into_iter().enumerate() {
                ty.write(&mut made, row * columns + column, acc.number(sum));
            }
        }
    }
    Ok(made)
}

/// The products of matrices, the second one transposed, whose blocks of elements along the sums share a scale.
fn block_scaled(lw: &mut Lowering<'_>, op: OpRef<'_>) -> Lowered {
    let block = MatmulTBlockScaledOp::view_of(op).block_size().elements() as usize;
    let inputs = op.operands().map(|value| elements(lw, value)).collect::<Lowered<Vec<_>>>()?;
    let output = elements(lw, op.single_result())?;
    let NumberType::Float(kind) = output.numbers else {
        return Err("'tosa.matmul_t_block_scaled' op of integers".to_owned());
    };
    compute(lw, op, move |arrays| {
        let [batches, rows, inner] = sizes(&arrays[0])?;
        let [other_batches, columns, other_inner] = sizes(&arrays[2])?;
        same("columns", inner, other_inner)?;
        if inner % block != 0 || (other_batches != batches && other_batches != 1) {
            return Err(Fault::new("a product of matrices whose sizes do not fit"));
        }
        let blocks = inner / block;
        for (at, scales) in [(1, batches * rows), (3, other_batches * columns)] {
            same("numbers of scales and blocks", arrays[at].len(), scales * blocks)?;
        }
        let numbers = [0, 1, 2, 3].map(|at| inputs[at].numbers(&arrays[at]));
        let [a, a_scale, b, b_scale] = numbers;
        let (a, a_scale, b, b_scale) = (a?, a_scale?, b?, b_scale?);
        let product = |a: Number, b: Number| round(kind, round(kind, a.float()) * round(kind, b.float()));
        let mut made = output.zeros(&[batches, rows, columns].map(|extent| extent as u64))?;
        for at in 0..made.len() {
            let (row, column) = (at / columns, at % columns);
            let other = if other_batches == 1 { 0 } else { at / columns / rows } * columns + column;
            let mut sum = 0.0;
            for part in 0..blocks {
                let mut of_block = 0.0;
                for i in part * block..(part + 1) * block {
                    of_block = round(kind, of_block + product(a[row * inner + i], b[other * inner + i]));
                }
                let scale = product(a_scale[row * blocks + part], b_scale[other * blocks + part]);
                sum = round(kind, sum + round(kind, of_block * scale));
            }
            output.numbers.write(&mut made, at, Number::Float(sum));
        }
        Ok(vec![made])
    })
}
