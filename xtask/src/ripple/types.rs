//! The blocks of generated programs, and the types of their arrays.

use super::program::{ARRAYS, DIMS, Shape, Ty};
use super::random::Random;

/// The largest number of elements of a block.
const MAX_ELEMENTS: usize = 160;
/// The largest number of elements of most blocks.
const USUAL_ELEMENTS: usize = 32;

/// The sizes of a block that is not too large to be compiled.
pub(super) fn block_of_constants(random: &mut Random) -> Shape {
    let dims = 1 + random.below(DIMS);
    let mut block = [1; DIMS];
    for size in block.iter_mut().take(dims) {
        *size = random.pick(if dims == 1 { &[3, 4, 5, 8, 12, 16, 24, 31, 32] } else { &[2, 3, 4, 5, 8] });
    }
    // Compilers take long for large blocks of odd sizes, and megabytes of stack without optimizations.
    let most = if random.below(200) == 0 { MAX_ELEMENTS } else { USUAL_ELEMENTS };
    while block.iter().product::<usize>() > most {
        let largest = (0..DIMS).max_by_key(|&dim| block[dim]).unwrap_or(0);
        block[largest] = block[largest].div_ceil(2);
    }
    block
}

/// The type of a variable or an array.
pub(super) fn any_type(random: &mut Random) -> Ty {
    match random.below(20) {
        0..=1 => Ty::F32,
        2..=3 => Ty::F64,
        4 => Ty::F16,
        5 => Ty::BF16,
        _ => Ty::Int { bits: random.pick(&[8, 16, 32, 64]), signed: random.chance(60) },
    }
}

/// The types of the arrays of a program: some, one of `int32_t`, and one that destructors write.
pub(super) fn array_types(random: &mut Random) -> Vec<Ty> {
    let mut arrays: Vec<Ty> = (1..ARRAYS).map(|_| any_type(random)).collect();
    arrays.extend([Ty::I32, Ty::I32]);
    arrays
}
