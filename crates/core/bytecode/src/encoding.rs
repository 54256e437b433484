//! The constants of the format.

/// The magic number of a bytecode file.
pub(crate) const MAGIC: &[u8] = b"ML\xefR";

/// The newest version of the format.
pub const CURRENT_VERSION: u64 = 6;

/// The first version with dialect versions.
pub(crate) const DIALECT_VERSIONS: u64 = 1;
/// The first version in which isolated regions are separate sections.
pub(crate) const LAZY_LOADING: u64 = 2;
/// The first version with use-list orders.
pub(crate) const USE_LIST_ORDERS: u64 = 3;
/// The first version with the number of op names, and without unknown locations of block arguments.
pub(crate) const ELIDE_UNKNOWN_LOCATIONS: u64 = 4;
/// The first version with a properties section.
pub(crate) const NATIVE_PROPERTIES: u64 = 5;
/// The first version in which segment sizes are not attributes.
pub(crate) const NATIVE_SEGMENT_SIZES: u64 = 6;

/// The first version with file range locations: its readers may support them, those of older versions do not.
pub(crate) const LOCATION_RANGES: u64 = 6;

/// The byte that fills the gap before aligned data.
pub(crate) const PADDING: u8 = 0xCB;

/// The kinds of sections.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum SectionKind {
    /// Strings.
    String = 0,
    /// Dialects and names of ops.
    Dialect = 1,
    /// Attributes and types.
    AttrType = 2,
    /// The sizes of attributes and types.
    AttrTypeOffset = 3,
    /// Ops.
    Ir = 4,
    /// Resources.
    Resource = 5,
    /// The keys, kinds and sizes of resources.
    ResourceOffset = 6,
    /// The version of a dialect, nested in the section of dialects.
    DialectVersions = 7,
    /// Properties of ops.
    Properties = 8,
}

/// The number of section kinds.
pub(crate) const NUM_SECTIONS: usize = 9;

/// All kinds, in order.
pub const SECTIONS: [SectionKind; NUM_SECTIONS] = [
    SectionKind::String,
    SectionKind::Dialect,
    SectionKind::AttrType,
    SectionKind::AttrTypeOffset,
    SectionKind::Ir,
    SectionKind::Resource,
    SectionKind::ResourceOffset,
    SectionKind::DialectVersions,
    SectionKind::Properties,
];

impl SectionKind {
    /// Returns upstream's name.
    pub fn name(self) -> &'static str {
        match self {
            Self::String => "String (0)",
            Self::Dialect => "Dialect (1)",
            Self::AttrType => "AttrType (2)",
            Self::AttrTypeOffset => "AttrTypeOffset (3)",
            Self::Ir => "IR (4)",
            Self::Resource => "Resource (5)",
            Self::ResourceOffset => "ResourceOffset (6)",
            Self::DialectVersions => "DialectVersions (7)",
            Self::Properties => "Properties (8)",
        }
    }

    /// Returns whether a file of this version must have the section.
    pub(crate) fn is_required(self, version: u64) -> bool {
        match self {
            Self::Resource | Self::ResourceOffset | Self::DialectVersions => false,
            Self::Properties => version >= NATIVE_PROPERTIES,
            _ => true,
        }
    }
}

/// Bits of the mask of an encoded op: the components that follow.
pub(crate) mod mask {
    pub(crate) const ATTRS: u8 = 1;
    pub(crate) const RESULTS: u8 = 1 << 1;
    pub(crate) const OPERANDS: u8 = 1 << 2;
    pub(crate) const SUCCESSORS: u8 = 1 << 3;
    pub(crate) const REGIONS: u8 = 1 << 4;
    pub(crate) const USE_LIST_ORDERS: u8 = 1 << 5;
    pub(crate) const PROPERTIES: u8 = 1 << 6;
}

/// The kinds of resources.
pub(crate) mod resource {
    pub(crate) const BLOB: u8 = 0;
    pub(crate) const BOOL: u8 = 1;
    pub(crate) const STRING: u8 = 2;
}
