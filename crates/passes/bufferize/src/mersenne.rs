//! The Mersenne Twister MT19937 (Matsumoto and Nishimura, 1998), by which the fuzzer orders ops as upstream does.

/// A generator of 32 random bits at a time.
pub struct Mersenne {
    state: [u32; N],
    at: usize,
}

const N: usize = 624;

impl Mersenne {
    /// The generator of a seed.
    pub fn new(seed: u32) -> Self {
        let mut state = [seed; N];
        for i in 1..N {
            let before = state[i - 1];
            state[i] = 1_812_433_253u32.wrapping_mul(before ^ (before >> 30)).wrapping_add(i as u32);
        }
        Self { state, at: N }
    }

    /// The next number.
    #[allow(clippy::should_implement_trait)] // It never ends.
    pub fn next(&mut self) -> u32 {
        if self.at == N {
            for i in 0..N {
                let y = self.state[i] & 0x8000_0000 | self.state[(i + 1) % N] & 0x7fff_ffff;
                let odd = if y & 1 == 1 { 0x9908_b0df } else { 0 };
                self.state[i] = self.state[(i + 397) % N] ^ (y >> 1) ^ odd;
            }
            self.at = 0;
        }
        let mut y = self.state[self.at];
        self.at += 1;
        y ^= y >> 11;
        y ^= (y << 7) & 0x9d2c_5680;
        y ^= (y << 15) & 0xefc6_0000;
        y ^ (y >> 18)
    }
}
