//! The segments of operands and results, by lists of their sizes.

use std::sync::{Arc, RwLock};

use rustc_hash::FxHashMap;

use crate::attrs::Attr;
use crate::context::Context;
use crate::context_slot;

/// The starts of the segments, cached for long lists of sizes.
#[derive(Default)]
struct SegmentStarts(RwLock<FxHashMap<Attr, Arc<[u32]>>>);

context_slot!(SegmentStarts);

impl Context {
    /// Start and length of a segment, from the sizes of all (`array<i32: ...>`; negative ones count as zero). The starts
    /// of long lists are remembered, so that all segments of an op are found in linear time.
    pub fn segment_range(&self, sizes: Attr, segment: usize) -> (usize, usize) {
        const SHORT: usize = 16;
        let Some(mut list) = sizes.i32_elements(self) else { return (0, 0) };
        if segment < SHORT {
            let before = list.by_ref().take(segment).map(|size| size.max(0) as usize).sum();
            return (before, list.next().map_or(0, |size| size.max(0) as usize));
        }
        let range = |starts: &[u32]| match starts.get(segment..) {
            Some(&[start, end, ..]) => (start as usize, (end - start) as usize),
            _ => (starts.last().map_or(0, |&end| end as usize), 0),
        };
        let cache = &self.slot::<SegmentStarts>().0;
        if let Ok(known) = cache.read()
            && let Some(starts) = known.get(&sizes)
        {
            return range(starts);
        }
        let mut end = 0u32;
        let ends = list.map(|size| {
            end = end.saturating_add(size.max(0) as u32);
            end
        });
        let starts: Arc<[u32]> = std::iter::once(0).chain(ends).collect();
        let found = range(&starts);
        if let Ok(mut known) = cache.write() {
            known.insert(sizes, starts);
        }
        found
    }
}
