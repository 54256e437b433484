//! Level types: how the storage of a sparse tensor holds one of its levels.

/// The format of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LevelFormat {
    /// All entries are stored and linearized.
    Dense,
    /// All entries are stored, but not linearized.
    Batch,
    /// Coordinates of nonzeros are stored, with the positions where the coordinates of each parent start.
    Compressed,
    /// One coordinate for each coordinate of the level before.
    Singleton,
    /// Like `Compressed`, but each parent has the positions of the start and of the end.
    LooseCompressed,
    /// A number of nonzeros in each block of another number.
    NOutOfM,
}

impl LevelFormat {
    /// The formats, in the order of their bits.
    pub const ALL: [Self; 6] =
        [Self::Dense, Self::Batch, Self::Compressed, Self::Singleton, Self::LooseCompressed, Self::NOutOfM];

    /// The keyword of the format.
    pub const fn keyword(self) -> &'static str {
        match self {
            Self::Dense => "dense",
            Self::Batch => "batch",
            Self::Compressed => "compressed",
            Self::Singleton => "singleton",
            Self::LooseCompressed => "loose_compressed",
            Self::NOutOfM => "structured",
        }
    }

    /// The bit of the format in [`LevelType::bits`].
    const fn bit(self) -> u64 {
        1 << (16 + self as u32)
    }

    /// Whether levels of the format may have properties.
    const fn has_properties(self) -> bool {
        matches!(self, Self::Compressed | Self::Singleton | Self::LooseCompressed)
    }
}

/// A property of a level, none of which a level has by default.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LevelProperty {
    /// The same coordinate may be stored more than once.
    Nonunique,
    /// Coordinates are stored in any order.
    Nonordered,
    /// The coordinates of a singleton level have an array of their own.
    SoA,
}

impl LevelProperty {
    /// The properties, in the order in which they are printed.
    pub const ALL: [Self; 3] = [Self::Nonunique, Self::Nonordered, Self::SoA];

    /// The keyword of the property.
    pub const fn keyword(self) -> &'static str {
        match self {
            Self::Nonunique => "nonunique",
            Self::Nonordered => "nonordered",
            Self::SoA => "soa",
        }
    }

    const fn bit(self) -> u64 {
        1 << (self as u32)
    }
}

/// A format with properties, and the sizes of a structured level.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LevelType {
    format: LevelFormat,
    properties: u64,
    n: u8,
    m: u8,
}

impl LevelType {
    /// Returns a level type; `None` if levels of the format cannot have the properties.
    pub fn new(format: LevelFormat, properties: &[LevelProperty], [n, m]: [u8; 2]) -> Option<Self> {
        let bits = properties.iter().fold(0, |bits, property| bits | property.bit());
        (bits == 0 || format.has_properties()).then_some(Self { format, properties: bits, n, m })
    }

    /// Returns the bits: properties in 16, the format in 16, and the two sizes in 8 each.
    pub fn bits(self) -> u64 {
        self.properties | self.format.bit() | u64::from(self.n) << 32 | u64::from(self.m) << 40
    }

    /// Returns the level type of these bits; `None` if there is none.
    pub fn from_bits(bits: u64) -> Option<Self> {
        let format = LevelFormat::ALL.into_iter().find(|format| bits & 0xffff_0000 == format.bit())?;
        let properties: Vec<LevelProperty> =
            LevelProperty::ALL.into_iter().filter(|property| bits & property.bit() != 0).collect();
        let level = Self::new(format, &properties, [(bits >> 32) as u8, (bits >> 40) as u8])?;
        (level.bits() == bits).then_some(level)
    }

    /// Returns how the level is stored.
    pub fn format(self) -> LevelFormat {
        self.format
    }

    /// Whether the level has a property.
    pub fn has(self, property: LevelProperty) -> bool {
        self.properties & property.bit() != 0
    }

    /// Returns the number of nonzeros in a block of a structured level, and the length of a block.
    pub fn structured_sizes(self) -> [u8; 2] {
        [self.n, self.m]
    }

    /// Returns the text of the level type.
    pub fn text(self) -> String {
        let mut text = self.format.keyword().to_owned();
        if self.format == LevelFormat::NOutOfM {
            text.push_str(&format!("[{}, {}]", self.n, self.m));
        }
        let properties = LevelProperty::ALL.into_iter().filter(|&property| self.has(property));
        let properties: Vec<&str> = properties.map(LevelProperty::keyword).collect();
        if !properties.is_empty() {
            text.push_str(&format!("({})", properties.join(", ")));
        }
        text
    }
}
