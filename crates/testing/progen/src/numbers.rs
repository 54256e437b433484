//! Numbers that look random and follow from a seed.

/// A sequence of numbers (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
#[derive(Clone, Debug)]
pub struct Numbers {
    state: u64,
    /// The number of draws until the sequence becomes the one of `other`.
    kept: u64,
    other: u64,
}

/// The bits of a seed that are its variation.
const VARIATION: u64 = 0xFFFF << VARIATION_SHIFT;
const VARIATION_SHIFT: u32 = 40;

/// The number of variations of a seed.
pub const VARIATIONS: u64 = 0xFFFF;

/// The seed whose sequence begins as the one of `seed` does and becomes another one, after 64 to 16,383 numbers: programs
/// that begin alike. `variation` is at most [`VARIATIONS`]; the variation zero is the seed itself.
pub fn variation(seed: u64, variation: u64) -> u64 {
    (seed & !VARIATION) | (variation << VARIATION_SHIFT & VARIATION)
}

/// Mixes the bits of a number.
fn mixed(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl Numbers {
    /// The sequence of a seed, which may be a [`variation`] of another.
    pub fn new(seed: u64) -> Self {
        let start = |seed: u64| seed.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(0x632B_E59B_D9B4_E019);
        if seed & VARIATION == 0 {
            return Self { state: start(seed), kept: u64::MAX, other: 0 };
        }
        let length = mixed(seed);
        let least = 64 << (length % 8);
        Self { state: start(seed & !VARIATION), kept: least + (length >> 8) % least, other: start(seed) }
    }

    /// The next number.
    pub fn draw(&mut self) -> u64 {
        if self.kept == 0 {
            (self.state, self.kept) = (self.other, u64::MAX);
        }
        self.kept -= 1;
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        mixed(self.state)
    }

    /// Below `bound`, which may be zero.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.draw() % (bound.max(1) as u64)) as usize
    }

    /// From `low` to `high`, both included.
    pub fn within(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1).max(1) as usize) as i64
    }

    /// True this often in a hundred.
    pub fn percent(&mut self, often: usize) -> bool {
        self.below(100) < often
    }

    /// One of them.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }

    /// Shuffles a list.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            let other = self.below(i + 1);
            list.swap(i, other);
        }
    }
}
