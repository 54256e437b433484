//! Numbers that look random and follow from a seed.

/// A sequence of numbers (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
#[derive(Clone, Debug)]
pub struct Numbers {
    state: u64,
    /// Decides what the theme is, if there is one.
    theme: Option<u64>,
    /// The part of a variation that is kept of the sequence that it varies, and repeated.
    varied: Option<Box<Varied>>,
}

/// A variation: the numbers of another sequence up to a point, then others. Of the statements that begin before that point
/// one is chosen, whose first numbers often are the first ones of a later statement, too.
#[derive(Clone, Debug)]
struct Varied {
    /// The numbers that are kept, so far.
    kept: Vec<u64>,
    /// The number of them in the end, and the sequence that follows.
    length: usize,
    other: u64,
    /// The places at which statements begin among those that are kept.
    starts: Vec<usize>,
    /// Decides which statement is repeated.
    which: usize,
    /// The kept numbers that come next.
    repeated: std::ops::Range<usize>,
}

/// The bits of a seed that are its variation: of the statement that is repeated and the point up to which numbers are kept,
/// and above them of what follows.
const VARIATION: u64 = 0xFFFF << VARIATION_SHIFT;
const VARIATION_SHIFT: u32 = 40;

/// One of so many seeds has a theme, and in so many of a hundred choices among several that is chosen.
const THEMED: u64 = 4;
const THEME: usize = 60;
const SEVERAL: usize = 5;
const AGAIN_SHIFT: u32 = VARIATION_SHIFT + VARIATIONS.count_ones();

/// The number of variations of a seed, and of those of a variation.
pub const VARIATIONS: u64 = 0xFF;

/// In so many of a hundred statements of a variation an earlier one is repeated.
const REPEATS: usize = 65;

/// The seed whose sequence begins as the one of `seed` does and becomes another one, after 64 to 16,383 numbers: programs
/// that begin alike. The variation of a variation has this point, and the statement that it repeats, in common with it.
/// `which` is at most [`VARIATIONS`]; the variation zero is the seed itself. A variation of a variation is not varied.
pub fn variation(seed: u64, which: u64) -> u64 {
    let shift = if seed & VARIATION == 0 { VARIATION_SHIFT } else { AGAIN_SHIFT };
    (seed & !(VARIATIONS << shift)) | ((which & VARIATIONS) << shift)
}

/// Whether a seed is one of a variation of a variation.
pub fn is_varied_twice(seed: u64) -> bool {
    seed & (VARIATIONS << AGAIN_SHIFT) != 0
}

/// The seed that this one is a [`variation`] of, if it is one.
pub fn varied_of(seed: u64) -> Option<u64> {
    let of = if is_varied_twice(seed) { seed & !(VARIATIONS << AGAIN_SHIFT) } else { seed & !VARIATION };
    (of != seed).then_some(of)
}

/// Mixes the bits of a number.
fn mixed(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The next number of a sequence.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed(*state)
}

impl Numbers {
    /// The sequence of a seed, which may be a [`variation`] of another.
    pub fn new(seed: u64) -> Self {
        let start = |seed: u64| seed.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(0x632B_E59B_D9B4_E019);
        let base = seed & !VARIATION;
        let theme = (base % THEMED == 3).then(|| mixed(!base));
        if seed == base {
            return Self { state: start(seed), theme, varied: None };
        }
        let length = mixed(seed & !(VARIATIONS << AGAIN_SHIFT));
        let least = 64 << (length % 8);
        let varied = Varied {
            kept: Vec::new(),
            length: (least + (length >> 8) % least) as usize,
            other: start(seed),
            starts: Vec::new(),
            which: (length >> 32) as usize,
            repeated: 0..0,
        };
        Self { state: start(base), theme, varied: Some(Box::new(varied)) }
    }

    /// The next number.
    pub fn draw(&mut self) -> u64 {
        let Some(varied) = &mut self.varied else { return next(&mut self.state) };
        if let Some(at) = varied.repeated.next() {
            return varied.kept[at];
        }
        if varied.kept.len() == varied.length {
            return next(&mut varied.other);
        }
        let number = next(&mut self.state);
        varied.kept.push(number);
        number
    }

    /// Notes that a statement begins: the next numbers decide which.
    pub fn begin_statement(&mut self) {
        let Some(varied) = &mut self.varied else { return };
        if varied.kept.len() < varied.length {
            varied.starts.push(varied.kept.len());
            return;
        }
        // The statements in a repeated one belong to it.
        let draw = |other: &mut u64, bound: usize| (next(other) % bound.max(1) as u64) as usize;
        if varied.repeated.is_empty() && !varied.starts.is_empty() && draw(&mut varied.other, 100) < REPEATS {
            let which = varied.which % varied.starts.len();
            let start = varied.starts[which];
            let end = varied.starts.get(which + 1).copied().unwrap_or(varied.kept.len());
            let most = end - start;
            varied.repeated = start..start + most.min(2 + draw(&mut varied.other, most));
        }
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

    /// The place of one of them, by their weights: of the same one most of the time if the seed has a theme, and there are
    /// several.
    pub fn weighted(&mut self, weights: impl Iterator<Item = usize> + Clone) -> usize {
        let total: usize = weights.clone().sum();
        let theme = self.theme.filter(|_| weights.clone().count() >= SEVERAL);
        let mut at = match theme {
            Some(theme) if self.percent(THEME) => {
                (mixed(theme ^ total as u64) % total.max(1) as u64) as usize
            }
            _ => self.below(total),
        };
        for (place, weight) in weights.enumerate() {
            if at < weight {
                return place;
            }
            at -= weight;
        }
        0
    }

    /// One of them, such as one of the ops that a statement may write: most of the time the same one if the seed has a theme.
    pub fn choice<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.weighted(list.iter().map(|_| 1))]
    }

    /// Shuffles a list.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            let other = self.below(i + 1);
            list.swap(i, other);
        }
    }
}
