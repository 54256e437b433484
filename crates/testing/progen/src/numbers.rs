//! Numbers that look random and follow from a seed.

/// A sequence of numbers (Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014).
#[derive(Clone, Debug)]
pub struct Numbers(u64);

impl Numbers {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(0x632B_E59B_D9B4_E019))
    }

    /// The next number.
    pub fn draw(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
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

#[cfg(test)]
mod tests {
    use super::Numbers;

    #[test]
    fn numbers_follow_from_the_seed() {
        let list = |seed| {
            let mut numbers = Numbers::new(seed);
            (0..4).map(|_| numbers.draw()).collect::<Vec<_>>()
        };
        assert_eq!(list(1), list(1));
        assert_ne!(list(1), list(2));
        let mut numbers = Numbers::new(3);
        assert!((0..1000).all(|_| (-2..=2).contains(&numbers.within(-2, 2))));
        assert_eq!(numbers.below(0), 0);
    }
}
