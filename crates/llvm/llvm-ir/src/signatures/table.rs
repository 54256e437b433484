//! Looks intrinsics up by name. `cargo xtask intrinsics-table` describes and writes the table.

/// The table.
static TABLE: &[u8] = include_bytes!("llvm22.bin");

/// Names in a block, the first of which has all of its bytes.
const BLOCK: usize = 16;

/// An intrinsic of the table.
pub(super) struct Found {
    /// Its name without `llvm.` and types.
    pub(super) name: String,
    /// Whether types follow its name.
    pub(super) is_overloaded: bool,
    /// The codes of the types of its result and parameters.
    pub(super) signature: &'static [u8],
}

fn u16_at(at: usize) -> usize {
    TABLE.get(at..at + 2).map_or(0, |bytes| usize::from(u16::from_le_bytes([bytes[0], bytes[1]])))
}

fn u32_at(at: usize) -> usize {
    TABLE
        .get(at..at + 4)
        .map_or(0, |bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as usize)
}

/// The offsets of the parts of the table.
struct Layout {
    count: usize,
    blocks: usize,
    intrinsics: usize,
    offsets: usize,
    signatures: usize,
    names: usize,
}

fn layout() -> Layout {
    let (count, distinct, bytes) = (u32_at(0), u32_at(4), u32_at(8));
    let blocks = 12;
    let intrinsics = blocks + 4 * count.div_ceil(BLOCK);
    let offsets = intrinsics + 2 * count;
    let signatures = offsets + 2 * (distinct + 1);
    Layout { count, blocks, intrinsics, offsets, signatures, names: signatures + bytes }
}

/// The first intrinsic whose name is not before a prefix, if its name begins with that: its number and its name.
fn first_with(layout: &Layout, prefix: &[u8]) -> Option<(usize, Vec<u8>)> {
    let entry = |at: usize| -> Option<(usize, &'static [u8])> {
        let (shared, rest) = (*TABLE.get(at)?, *TABLE.get(at + 1)?);
        Some((usize::from(shared), TABLE.get(at + 2..at + 2 + usize::from(rest))?))
    };
    let start = |block: usize| layout.names + u32_at(layout.blocks + 4 * block);
    let blocks = layout.count.div_ceil(BLOCK);
    // The last block whose first name is before the prefix: the result is in it, or the first of the next
    // one.
    let (mut low, mut high) = (0, blocks);
    while low + 1 < high {
        let middle = usize::midpoint(low, high);
        match entry(start(middle))?.1 < prefix {
            true => low = middle,
            false => high = middle,
        }
    }
    let (mut at, mut name): (usize, Vec<u8>) = (start(low), Vec::new());
    for number in low * BLOCK..layout.count.min((low + 2) * BLOCK) {
        let (shared, rest) = entry(at)?;
        name.truncate(shared);
        name.extend(rest);
        if name.as_slice() >= prefix {
            return name.starts_with(prefix).then_some((number, name));
        }
        at += 2 + rest.len();
    }
    None
}

/// The intrinsic that a name begins with, followed by types if it is overloaded; `None` if there is none.
///
/// As `llvm::Intrinsic::lookupIntrinsicID`: of the intrinsics that begin with as many parts of the name as any does, it is the
/// first one.
pub(super) fn find(name: &str) -> Option<Found> {
    let name = name.strip_prefix("llvm.")?;
    let layout = layout();
    let mut prefix = name;
    loop {
        let Some((number, found)) = first_with(&layout, prefix.as_bytes()) else {
            prefix = &prefix[..prefix.rfind('.')?];
            continue;
        };
        let types = name.as_bytes().strip_prefix(&found[..])?;
        let entry = u16_at(layout.intrinsics + 2 * number);
        let (signature, is_overloaded) = (entry & 0x7fff, entry >> 15 == 1);
        if !(types.is_empty() || is_overloaded && types.starts_with(b".")) {
            return None;
        }
        let offset = |at: usize| layout.signatures + u16_at(layout.offsets + 2 * at);
        let signature = TABLE.get(offset(signature)..offset(signature + 1))?;
        return Some(Found { name: name[..found.len()].to_owned(), is_overloaded, signature });
    }
}
