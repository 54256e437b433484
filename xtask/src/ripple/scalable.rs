//! Generated programs whose blocks depend on the length of vectors, and their results for each length.
//!
//! A program consists of kernels, each with a separate block: in one function, or in callees. They work on
//! the same arrays, one after the other.

use std::fmt::Write;

use super::emulate;
use super::generate;
use super::program::{DIMS, Kernel, Ty};
use super::random::Random;
use super::sizes::Size;
use super::text::parameters;
use super::types::array_types;

/// The function that a kernel is in.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Form {
    /// In the function that others are called by.
    Scope,
    /// In a function that may be inlined.
    Function,
    /// In a function that is called.
    Outlined,
    /// In a function that gets the block.
    Passed,
}

/// One of the kernels of a program.
#[derive(Clone)]
pub(super) struct KernelPart {
    pub(super) kernel: Kernel,
    form: Form,
    /// Whether it is executed once for each 128 bits of a vector.
    repeats: bool,
    /// The least length of vectors, in units of 128 bits, with which it is executed.
    least: usize,
}

/// A program whose blocks depend on the length of vectors.
#[derive(Clone)]
pub(super) struct ScalableProgram {
    pub(super) arrays: Vec<Ty>,
    pub(super) parts: Vec<KernelPart>,
}

fn size(random: &mut Random, is_first: bool) -> Size {
    if !random.chance(if is_first { 85 } else { 45 }) {
        return Size::fixed(random.pick(&[1, 2, 3, 4, 5, 8]));
    }
    Size {
        per_granule: random.pick(&[1, 1, 2, 2, 3, 4, 4, 4, 8, 16]),
        plus: if random.chance(15) { 1 + random.below(3) } else { 0 },
        most: random.chance(12).then(|| 2 + random.below(11)),
        form: random.below(24),
    }
}

/// The sizes of a block that is not too large to be compiled for the longest vectors.
fn sizes(random: &mut Random) -> [Size; DIMS] {
    let dims = random.pick(&[1, 1, 1, 2, 2, 3]);
    let mut sizes = [Size::fixed(1); DIMS];
    for (dim, chosen) in sizes.iter_mut().enumerate().take(dims) {
        *chosen = size(random, dim == 0);
    }
    let most = random.pick(&[32, 48, 64, 64, 64, 64, 128, 256]);
    let largest = |sizes: &[Size; DIMS]| sizes.map(|size| size.at(super::sizes::MOST_GRANULES));
    while largest(&sizes).iter().product::<usize>() > most {
        let all = largest(&sizes);
        let dim = (0..DIMS).max_by_key(|&dim| all[dim]).unwrap_or(0);
        sizes[dim] = match sizes[dim] {
            Size { per_granule: 0, plus, .. } => Size::fixed(plus.div_ceil(2)),
            Size { per_granule: 1, plus: 0, .. } => Size::fixed(random.pick(&[2, 3, 4])),
            size => Size { per_granule: size.per_granule.div_ceil(2), plus: 0, ..size },
        };
    }
    sizes
}

/// Generates a program.
pub(super) fn program(seed: u64) -> ScalableProgram {
    let mut random = Random::new(seed);
    let arrays = array_types(&mut random);
    let count = random.pick(&[1, 1, 2, 2, 3]);
    let part = |number: u64| {
        let form = random.pick(&[Form::Scope, Form::Scope, Form::Function, Form::Outlined, Form::Passed]);
        let sizes = sizes(&mut random);
        let repeats = random.chance(10);
        let least = random.pick(&[1, 1, 1, 1, 1, 1, 1, 2, 4]);
        let random = Random::new(seed.wrapping_mul(8).wrapping_add(number + (1 << 40)));
        let kernel = generate::scalable(random, sizes, arrays.clone(), form != Form::Scope);
        KernelPart { kernel, form, repeats, least }
    };
    let parts = (0..count).map(part).collect();
    ScalableProgram { arrays, parts }
}

impl ScalableProgram {
    /// The program as functions in C, of which the last one has the name.
    pub(super) fn text(&self, name: &str) -> String {
        let (mut functions, mut body) = (String::new(), String::new());
        let arguments: Vec<String> = (0..self.arrays.len()).map(|at| format!("A{at}")).collect();
        let (parameters, arguments) = (parameters(&self.arrays), arguments.join(", "));
        for (number, part) in self.parts.iter().enumerate() {
            if part.least > 1 {
                let _ = writeln!(body, "  if (svcntd() >= {})", 2 * part.least);
            }
            if part.repeats {
                body.push_str("  for (size_t n = 0; n < ripple_scalable(1); ++n)\n");
            }
            let (block, kernel) = (part.kernel.block_text(), part.kernel.body_text());
            match part.form {
                Form::Scope => {
                    let _ = writeln!(body, "  {{\n{block}{kernel}  }}");
                }
                Form::Function | Form::Outlined => {
                    let inlined = if part.form == Form::Outlined { "__attribute__((noinline)) " } else { "" };
                    let _ = write!(
                        functions,
                        "{inlined}static void {name}_{number}({parameters}) {{\n{block}{kernel}}}\n"
                    );
                    let _ = writeln!(body, "  {name}_{number}({arguments});");
                }
                Form::Passed => {
                    let _ = write!(
                        functions,
                        "static void {name}_{number}(ripple_block_t B, {parameters}) {{\n{kernel}}}\n"
                    );
                    let _ = writeln!(body, "  {{\n{block}  {name}_{number}(B, {arguments});\n  }}");
                }
            }
        }
        format!("{functions}void {name}({parameters}) {{\n{body}}}\n")
    }

    /// Returns the arrays after the program has run with vectors of `granules` times 128 bits.
    pub(super) fn run(&self, granules: usize) -> Vec<Vec<u64>> {
        let mut arrays: Vec<Vec<u64>> =
            self.arrays.iter().enumerate().map(|(at, &ty)| emulate::initial(at, ty)).collect();
        for part in self.parts.iter().filter(|part| part.least <= granules) {
            let kernel = part.kernel.at(granules);
            for _ in 0..if part.repeats { granules } else { 1 } {
                arrays = emulate::run(&kernel, arrays);
            }
        }
        arrays
    }
}
