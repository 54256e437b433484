//! Numbers whose blocks share a scale.

use super::{Elem, Range, Value, Writer};

/// The elements of a block.
const BLOCK: i64 = 32;

/// The types of data.
const DATA: &[&str] = &["f8E4M3FN", "f8E5M2", "f4E2M1FN", "f6E2M3FN", "f6E3M2FN"];

/// Writes a cast of floats to blocks; returns the types and names of data and scales.
fn to_blocks(w: &mut Writer, floats: &Value, data: &str) -> [(String, String); 2] {
    let extents: String =
        floats.shape[..floats.rank() - 1].iter().map(|extent| format!("{extent}x")).collect();
    let last = floats.shape.last().copied().unwrap_or(BLOCK);
    let data = (w.fresh(), format!("tensor<{extents}{last}x{data}>"));
    let scale = (w.fresh(), format!("tensor<{extents}{}xf8E8M0FNU>", last / BLOCK));
    w.line(&format!(
        "{}, {} = tosa.cast_to_block_scaled {floats} {{block_size = BLOCK_SIZE_32}} : ({}) -> ({}, {})",
        data.0,
        scale.0,
        floats.ty(),
        data.1,
        scale.1
    ));
    [data, scale]
}

fn floats(w: &mut Writer, shape: &[i64]) -> Value {
    w.input_in(shape, Elem::F32, Range::Exact { bound: 8.0, digits: 1 })
}

/// Writes a product of matrices in blocks, or casts to blocks and back.
pub(super) fn scaled(w: &mut Writer) -> Option<()> {
    if !w.has_blocks {
        return None;
    }
    let (batch, width) = (w.n.within(1, 2), BLOCK * w.n.within(1, 2));
    let ty = w.n.pick(DATA);
    let rows = w.n.within(1, 3);
    let a = floats(w, &[batch, rows, width]);
    let [data, scale] = to_blocks(w, &a, ty);
    let range = Range::Any { nan: true };
    let (shape, text, types) = if w.n.percent(50) {
        let columns = w.n.within(1, 3);
        let b = floats(w, &[batch, columns, width]);
        let [other, other_scale] = to_blocks(w, &b, ty);
        let operands = [&data, &scale, &other, &other_scale];
        let names = operands.map(|(name, _)| &**name).join(", ");
        let types = operands.map(|(_, ty)| &**ty).join(", ");
        let text = format!("tosa.matmul_t_block_scaled {names} {{block_size = BLOCK_SIZE_32}}");
        (vec![batch, rows, columns], text, types)
    } else {
        let text =
            format!("tosa.cast_from_block_scaled {}, {} {{block_size = BLOCK_SIZE_32}}", data.0, scale.0);
        (a.shape.clone(), text, format!("{}, {}", data.1, scale.1))
    };
    let open = vec![false; shape.len()];
    let result = Value { name: w.fresh(), shape, open, elem: Elem::F32, range };
    w.line(&format!("{result} = {text} : ({types}) -> {}", result.ty()));
    w.values.push(result);
    Some(())
}
