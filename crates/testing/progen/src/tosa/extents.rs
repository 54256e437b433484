//! Shapes that are computed.

use super::Writer;

/// Ops on shapes, with the two extents of which each computes one.
const OPS: &[(&str, fn(i64) -> [i64; 2])] = &[
    ("add", |extent| [extent / 2, extent - extent / 2]),
    ("sub", |extent| [extent + 3, 3]),
    ("mul", |extent| if extent % 2 == 0 { [2, extent / 2] } else { [extent, 1] }),
    ("div_floor", |extent| [2 * extent + 1, 2]),
    ("div_ceil", |extent| [3 * extent, 3]),
    ("mod", |extent| [2 * extent + 1, extent + 1]),
    ("max", |extent| [extent, extent / 2]),
    ("min", |extent| [extent + 1, extent]),
];

/// Writes ops that compute a shape; returns its name and its type.
pub(super) fn computed(w: &mut Writer, extents: &[i64]) -> (String, String) {
    let ty = format!("!tosa.shape<{}>", extents.len());
    let (op, operands) = *w.n.pick(OPS);
    let halves = [0, 1].map(|at| extents.iter().map(|&extent| operands(extent)[at]).collect::<Vec<_>>());
    let [(a, _), (b, _)] = halves.map(|half| w.constant_shape(&half));
    let name = w.fresh();
    w.line(&format!("{name} = tosa.{op}_shape {a}, {b} : ({ty}, {ty}) -> {ty}"));
    (name, ty)
}

/// Writes a shape in two parts, of which one may be extents of a tensor; returns its name and its type.
pub(super) fn concatenated(w: &mut Writer, extents: &[i64]) -> (String, String) {
    let (head, tail) = extents.split_at(extents.len() / 2);
    let dim = tail.first().copied().and_then(|extent| {
        let value = w.find(|value| value.shape.contains(&extent))?;
        let axis = value.shape.iter().position(|&other| other == extent)?;
        let name = w.fresh();
        w.line(&format!(
            "{name} = tosa.dim {value} {{axis = {axis} : i32}} : ({}) -> !tosa.shape<1>",
            value.ty()
        ));
        Some((name, "!tosa.shape<1>".to_owned()))
    });
    let rest = if dim.is_some() { &tail[1..] } else { tail };
    let parts: Vec<(String, String)> =
        [Some(w.constant_shape(head)), dim, Some(w.constant_shape(rest))].into_iter().flatten().collect();
    let names: Vec<&str> = parts.iter().map(|(name, _)| &**name).collect();
    let types: Vec<&str> = parts.iter().map(|(_, ty)| &**ty).collect();
    let (name, ty) = (w.fresh(), format!("!tosa.shape<{}>", extents.len()));
    w.line(&format!("{name} = tosa.concat_shape {} : ({}) -> {ty}", names.join(", "), types.join(", ")));
    (name, ty)
}
