//! Fourier transforms of integers along one, two or four elements: exact results are integers, to which computed ones are
//! rounded, in whatever order they were summed.

use super::{Elem, Range, Value, Writer};

/// Writes `tosa.fft2d` or `tosa.rfft2d`, and casts of both results.
pub(super) fn transform(w: &mut Writer) -> Option<()> {
    let mut extent = || *w.n.pick(&[1, 2, 4]);
    let (height, width) = (extent(), extent());
    let shape = [w.n.within(1, 2), height, width];
    let input = |w: &mut Writer| w.input_in(&shape, Elem::F32, Range::Exact { bound: 8.0, digits: 0 });
    let real = input(w);
    let (text, operands, width) = match w.n.percent(50) {
        true => (format!("tosa.rfft2d {real}"), real.ty(), width / 2 + 1),
        false => {
            let imaginary = input(w);
            let inverse = w.n.percent(50);
            let text = format!("tosa.fft2d {real}, {imaginary} {{inverse = {inverse}}}");
            (text, format!("{}, {}", real.ty(), imaginary.ty()), width)
        }
    };
    let shape = [shape[0], height, width];
    let part = |name: String| Value {
        name,
        shape: shape.to_vec(),
        open: vec![false; 3],
        elem: Elem::F32,
        range: Range::Any { nan: false },
    };
    let parts = [part(w.fresh()), part(w.fresh())];
    let [re, im] = &parts;
    w.line(&format!("{re}, {im} = {text} : ({operands}) -> ({}, {})", re.ty(), im.ty()));
    for part in &parts {
        w.def(&shape, Elem::I32, Range::Ints(-1000, 1000), &[part], &format!("tosa.cast {part}"));
    }
    Some(())
}
