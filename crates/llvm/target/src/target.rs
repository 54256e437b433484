//! The questions that targets answer.

use std::fmt::Debug;

use crate::costs::Costs;
use crate::quirks::Quirk;

/// The support for numbers of the format bfloat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bfloat {
    /// No instruction knows the format.
    Absent,
    /// Numbers are converted to it.
    Converted,
    /// Numbers are converted to it, and computed with.
    Computed,
}

/// The vectors whose length a program does not know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ScalableVectors {
    /// There are none.
    Absent,
    /// There may be some, which are not used: their number of bits for each unit is not 128, or not known.
    Unused,
    /// Their length is unknown; predicates access any number of elements.
    OfUnknownLength,
    /// The program promises that they are longer than 128 bits: LLVM keeps vectors of fixed length in them.
    Longer,
}

/// The instruction that picks bytes of registers by other bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BytePick {
    /// Picks of one register of 64 bytes, or of two.
    Permute {
        /// The intrinsic for one register, with the indices as second operand.
        of_one: &'static str,
        /// The intrinsic for two registers, with the indices between them.
        of_two: &'static str,
    },
    /// Picks of each 16 bytes of a register; 0 for an index whose highest bit is set.
    Shuffle {
        /// The intrinsic.
        intrinsic: &'static str,
        /// The number of bytes of the register.
        bytes: usize,
    },
    /// Picks of up to four registers of 16 bytes; 0 for an index past them.
    Table {
        /// The intrinsics, by the number of registers less one.
        intrinsics: [&'static str; 4],
    },
}

impl BytePick {
    /// The number of bytes that are picked at once.
    pub fn width(self) -> usize {
        match self {
            Self::Permute { .. } => 64,
            Self::Shuffle { bytes, .. } => bytes,
            Self::Table { .. } => 16,
        }
    }

    /// The number of bytes of a part of a table.
    pub fn table_bytes(self) -> usize {
        match self {
            Self::Permute { .. } => 64,
            Self::Shuffle { .. } | Self::Table { .. } => 16,
        }
    }
}

/// The way in which elements of a register for which a condition holds are moved together, or apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compression {
    /// By a branch for each element: LLVM's `masked.compressstore` and `masked.expandload`.
    Each {
        /// The number of elements of one.
        lanes: usize,
    },
    /// An instruction for each; LLVM's `vector.compress` is the one.
    Moved {
        /// The number of elements of a register.
        lanes: usize,
        /// The intrinsic that moves them apart, with those of other places and the condition as operands.
        expand: &'static str,
    },
    /// A permutation of eight numbers of 32 bits, in the order that a word's bytes have.
    Permuted {
        /// The number of elements of a register.
        lanes: usize,
        /// The intrinsic that deposits the bits of a word of 64 bits where another one has bits.
        deposit: &'static str,
        /// The intrinsic that extracts them.
        extract: &'static str,
        /// The intrinsic that permutes, with the order as second operand.
        permute: &'static str,
    },
}

impl Compression {
    /// The number of elements of a register in which so many of a width are moved: at most as many as the largest one has.
    pub fn lanes(self, count: usize, bits: u32) -> usize {
        match self {
            Self::Each { lanes } => count.min(lanes),
            Self::Moved { lanes, .. } => count.next_power_of_two().max(128 / bits as usize).min(lanes),
            Self::Permuted { lanes, .. } => lanes,
        }
    }
}

/// The intrinsics that pack two registers, half by half, as numbers of half of their width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HalfPacking {
    /// Of 32 bits with a sign to 16.
    pub to_words: &'static str,
    /// Of 16 bits to bytes with a sign.
    pub to_signed_bytes: &'static str,
    /// Of 16 bits to bytes without.
    pub to_unsigned_bytes: &'static str,
}

impl HalfPacking {
    /// The intrinsic for bytes with a sign, or without.
    pub fn to_bytes(self, is_signed: bool) -> &'static str {
        if is_signed { self.to_signed_bytes } else { self.to_unsigned_bytes }
    }
}

/// The averages of two unsigned numbers of 8 or 16 bits for which there are instructions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Averages {
    /// Those that are rounded up.
    Rounded,
    /// Those that are rounded up, and those that are rounded down.
    Both,
}

/// The terms whose sums an instruction computes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SumOfTerms {
    /// Differences of unsigned bytes, without a sign: eight in 64 bits.
    ByteDifferences,
    /// Products of signed numbers of 16 bits: two in 32 bits.
    ShortProducts,
    /// Products of unsigned bytes and of signed ones: two in 16 bits, with saturation.
    ByteProducts,
}

impl SumOfTerms {
    /// The number of bytes of a term's operand.
    pub fn operand_bytes(self) -> usize {
        match self {
            Self::ByteDifferences | Self::ByteProducts => 1,
            Self::ShortProducts => 2,
        }
    }

    /// The number of bits of a sum.
    pub fn sum_bits(self) -> u32 {
        match self {
            Self::ByteDifferences => 64,
            Self::ShortProducts => 32,
            Self::ByteProducts => 16,
        }
    }
}

/// The instruction that adds products of bytes, four at a time, to elements of 32 bits, without saturation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DotProduct {
    /// The intrinsic: the sums, and the bytes of both factors.
    pub intrinsic: &'static str,
    /// The number of bytes of each factor.
    pub bytes: usize,
    /// Whether factors are passed as elements of 32 bits: LLVM before 22 knows no other form, and later ones upgrade it.
    pub takes_words: bool,
}

/// The numbers that an instruction multiplies as an outer product, and adds to a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OuterProduct {
    /// `float`.
    F32,
    /// `double`.
    F64,
    /// Pairs of numbers of IEEE's format of 16 bits, in `float`.
    F16,
    /// Pairs of bfloat numbers, in `float`.
    BF16,
    /// Fours of integers of 8 bits, in 32 bits.
    I8 {
        /// Whether those of rows and of columns are signed.
        signed: [bool; 2],
    },
    /// Fours of integers of 16 bits, in 64 bits.
    I16 {
        /// Whether those of rows and of columns are signed.
        signed: [bool; 2],
    },
}

/// The vector registers, and what part of an accumulator they hold beside the factors of a product.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AccumulatorRegisters {
    /// The size of one.
    pub bytes: u32,
    /// The number of rows of a part.
    pub rows: u32,
    /// The number of vectors in a row of a part.
    pub vectors: u32,
    /// The largest number of vectors of an accumulator that is not divided into parts.
    pub most: u64,
    /// Instructions overwrite an operand: products of a vector with several others then take copies of it.
    pub overwrites: bool,
}

impl AccumulatorRegisters {
    /// The rows and columns of parts, if a block of so many rows and columns with elements of a size falls apart.
    pub fn parts(self, bytes: i64, sizes: [u32; 2]) -> Option<[u32; 2]> {
        let lanes = self.bytes / u32::try_from(bytes).ok()?;
        let all = u64::from(sizes[0]) * u64::from(sizes[1].div_ceil(lanes));
        if all <= self.most {
            return None;
        }
        if self.overwrites {
            return self
                .cheapest_parts([sizes[0], sizes[1] / lanes])
                .map(|[rows, vectors]| [rows, vectors * lanes]);
        }
        // Whole vectors, and enough rows to pay.
        let part = |size: u32, limit: u32, unit: u32| {
            (unit..=limit.min(size))
                .rev()
                .find(|part| size.is_multiple_of(*part) && part.is_multiple_of(unit))
        };
        let parts = [part(sizes[0], self.rows, 1)?, part(sizes[1], self.vectors * lanes, lanes)?];
        (parts[0] >= 4).then_some(parts)
    }

    /// The rows and vectors of parts for which instructions that overwrite an operand take the fewest for each vector.
    fn cheapest_parts(self, sizes: [u32; 2]) -> Option<[u32; 2]> {
        let divisors = |size: u32| (1..=self.most as u32).filter(move |part| size.is_multiple_of(*part));
        let fits = |&[rows, vectors]: &[u32; 2]| {
            // Beside the factors of all rows, a factor of a column, and a product.
            let registers = u64::from(rows * vectors + rows + 2);
            (8..=self.most).contains(&u64::from(rows * vectors)) && registers <= 16
        };
        // Products and sums, a load and copies for each vector of columns, two instructions that fill a vector for each
        // row, three of the loop.
        let cost = |[rows, vectors]: [u32; 2]| 2 * rows * vectors + vectors * rows + 2 * rows + 3;
        let all = divisors(sizes[0]).flat_map(|rows| divisors(sizes[1]).map(move |vectors| [rows, vectors]));
        // Costs are compared as fractions.
        all.filter(fits).min_by(|&a, &b| (cost(a) * b[0] * b[1]).cmp(&(cost(b) * a[0] * a[1])))
    }
}

/// The target of a function.
///
/// Each target answers the questions without a default. The defaults of the others are the answers of a target that has
/// nothing special: no scalable vectors, no tiles, no instructions that fuse what programs write apart.
pub trait Target: Debug + Send + Sync {
    /// The size in bytes of the vector registers to use: the widest, unless the program prefers narrower ones. A block that
    /// fills them is reason enough, whatever LLVM prefers for loops that it finds itself.
    fn register_bytes(&self) -> usize;

    /// The least size in bytes of elements that masked loads and stores exist for; `None` if there are none.
    fn least_masked(&self) -> Option<i64>;

    /// Whether an instruction gathers elements of so many bits; otherwise back ends write a gather out.
    fn gathers(&self, _bits: u32) -> bool {
        true
    }

    /// The same for an instruction that scatters.
    fn scatters(&self, bits: u32) -> bool {
        self.gathers(bits)
    }

    /// Whether all of 4,096 bytes may be read of which one may, from a multiple of that on: memory has no tags.
    fn reads_pages(&self) -> bool {
        false
    }

    /// The vectors whose length a program does not know.
    fn scalable_vectors(&self) -> ScalableVectors {
        ScalableVectors::Absent
    }

    /// The lengths that such vectors may have, in units of 128 bits; 1 alone if there are none, or none that are
    /// used.
    fn vector_scales(&self) -> Vec<u32> {
        vec![1]
    }

    /// The support for bfloat.
    fn bfloat(&self) -> Bfloat {
        Bfloat::Absent
    }

    /// Whether vectors of bfloat are passed to functions as vectors of integers.
    fn passes_bfloat_as_bits(&self) -> bool {
        false
    }

    /// Whether a product and a sum have one rounding.
    fn fuses_multiply_add(&self) -> bool {
        false
    }

    /// Whether the lesser or greater of two numbers of IEEE's format of 16 bits is found without a call.
    fn chooses_halves(&self) -> bool;

    /// Whether the least or greatest of the elements of a vector, which may be NaN, is found in fewer steps than there are
    /// elements.
    fn reduces_choices(&self) -> bool;

    /// The instruction that picks bytes by bytes.
    fn byte_pick(&self) -> Option<BytePick>;

    /// Whether any shuffle of the bytes of two registers is few instructions.
    fn shuffles_bytes(&self) -> bool;

    /// Whether every fourth element of four registers is best picked by a shuffle of each register and exchanges of quarters
    /// of registers.
    fn exchanges_quarters(&self) -> bool {
        false
    }

    /// The bytes of each part of registers for which one instruction interleaves the halves of such parts of two registers,
    /// where an exchange of their elements takes two.
    fn interleaved_bytes(&self) -> Option<usize> {
        None
    }

    /// The instruction that multiplies fractions of 15 bits and rounds the product, with its number of lanes, which `lanes` are
    /// enough for.
    fn rounded_product(&self, lanes: usize) -> Option<(&'static str, usize)> {
        let _ = lanes;
        None
    }

    /// The instruction that sums terms next to each other, with the number of lanes of its operands, which `lanes` are enough
    /// for.
    fn sum_of_terms(&self, terms: SumOfTerms, lanes: usize) -> Option<(&'static str, usize)> {
        let _ = (terms, lanes);
        None
    }

    /// The way in which elements of so many bits for which a condition holds are moved together.
    fn compression(&self, _bits: u32) -> Compression {
        Compression::Each { lanes: 16 }
    }

    /// The intrinsics that pack registers of 32 bytes half by half, if numbers are narrowed by these.
    fn packs_halves(&self) -> Option<HalfPacking> {
        None
    }

    /// Whether instructions round the floats of a vector to whole ones: up, down, to zero or to the nearest.
    fn rounds_floats(&self) -> bool {
        true
    }

    /// Whether one instruction converts the floats of a vector to integers of 32 bits, rounded as the mode of the processor
    /// says.
    fn rounds_to_integers(&self) -> bool {
        false
    }

    /// The averages for which there are instructions.
    fn averages(&self) -> Option<Averages> {
        None
    }

    /// Whether there are instructions that multiply by powers of two, with one rounding, as
    /// [`scale_by_power`](crate::x86::scale_by_power) names them.
    fn scales_by_powers(&self) -> bool {
        false
    }

    /// Whether conditions on elements become the bits of a word in an instruction or two, and are counted in another.
    fn counts_conditions(&self) -> bool {
        false
    }

    /// The instruction that adds products of bytes, the first and second factors of which have a sign or not, if so many bytes
    /// of each are enough for one.
    fn dot_product(&self, _signed: [bool; 2], _bytes: usize) -> Option<DotProduct> {
        None
    }

    /// The instruction that adds neighbors among the integers of so many bits of a register of 16 bytes, to integers twice as
    /// wide.
    fn sum_of_neighbors(&self, _bits: u32, _is_signed: bool) -> Option<&'static str> {
        None
    }

    /// Whether there are instructions that divide the integers of vectors.
    fn divides_integers(&self) -> bool {
        false
    }

    /// The flag of clang for instructions with which vectors of integers of 64 bits are ordered, or multiplied, shifted and
    /// stored under conditions too, faster than one integer after the other; `None` if the target has those that order them.
    fn flag_for_wide_integers(&self, _orders_only: bool) -> Option<&'static str> {
        None
    }

    /// Whether one instruction counts the set bits of each element of so many bits of a vector.
    fn counts_bits(&self, _bits: u32) -> bool {
        false
    }

    /// Whether the set bits of a mask of bytes are counted in a general register.
    fn counts_masks(&self) -> bool {
        false
    }

    /// The numbers that decide between forms of code.
    fn costs(&self) -> Costs {
        Costs::of_registers(self.register_bytes())
    }

    /// Whether there are tiles.
    fn has_tiles(&self) -> bool {
        false
    }

    /// The least number of rows and of columns of a block that is transposed in tiles; `None` if there are none.
    fn least_transposed(&self) -> Option<u32> {
        None
    }

    /// The intrinsic that adds an outer product to a tile.
    fn outer_product(&self, product: OuterProduct) -> Option<&'static str> {
        let _ = product;
        None
    }

    /// The registers for accumulators, if it is known how many there are.
    fn accumulator_registers(&self) -> Option<AccumulatorRegisters> {
        None
    }

    /// Whether elements that are not next to each other are read where they are used. Vectors of 512 bits are faster read as
    /// they are in memory, and taken apart.
    fn reads_slices(&self) -> bool {
        self.has_tiles() || self.accumulator_registers().is_some_and(|registers| registers.bytes < 64)
    }

    /// Whether a fault of LLVM concerns the target.
    fn has_quirk(&self, quirk: Quirk) -> bool {
        quirk.is_everywhere()
    }
}

/// The properties of a function that targets are made of.
#[derive(Clone, Debug, Default)]
pub struct Machine<'f> {
    /// The features, each preceded by `+` or `-`.
    pub features: Vec<&'f str>,
    /// The bits of vectors that the program prefers at most (`-mprefer-vector-width`).
    pub preferred_bits: Option<usize>,
    /// The least and the largest length of scalable vectors in units of 128 bits; 0 for no largest one.
    pub scales: Option<[u32; 2]>,
    /// Whether general registers have 32 bits.
    pub is_narrow: bool,
}

impl Machine<'_> {
    /// The bytes of a register, at most as many as the program prefers and at least 16.
    pub(crate) fn preferred(&self, widest: usize) -> usize {
        self.preferred_bits.map_or(widest, |limit| widest.min(limit / 8)).max(16)
    }
}
