//! Differences of two texts by lines.

use std::ops::Range;

use rustc_hash::FxHashMap;

/// The lines around a change that are shown.
const CONTEXT: usize = 3;

/// The largest product of the lengths of two parts whose longest common subsequence is computed: others are replaced whole.
const MOST_CELLS: usize = 1 << 20;

/// Differences of two texts.
pub(super) struct Diff {
    /// The unified form; empty if the texts are equal.
    pub(super) text: String,
    pub(super) added: usize,
    pub(super) removed: usize,
}

/// Lines that differ: those of the old text are replaced by those of the new one.
struct Change {
    old: Range<usize>,
    new: Range<usize>,
}

/// Compares texts by lines, in near-linear time; `names` are those of the texts.
///
/// Lines that are in each text once are anchors, of which a longest increasing sequence is kept (patience diff); a longest
/// common subsequence is computed between anchors, if the parts there are short.
pub(super) fn diff(names: [&str; 2], old: &str, new: &str) -> Diff {
    let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
    let [a, b] = [old, new].map(|text| numbered(text, &mut numbers));
    let changes = changes(&a, &b);
    let (mut added, mut removed) = (0, 0);
    for change in &changes {
        added += change.new.len();
        removed += change.old.len();
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    Diff { text: unified(names, &old, &new, &changes), added, removed }
}

/// The lines of a text as numbers, equal ones for equal lines.
fn numbered<'t>(text: &'t str, numbers: &mut FxHashMap<&'t str, u32>) -> Vec<u32> {
    let number = |line| {
        let next = numbers.len() as u32;
        *numbers.entry(line).or_insert(next)
    };
    text.lines().map(number).collect()
}

fn unified(names: [&str; 2], old: &[&str], new: &[&str], changes: &[Change]) -> String {
    let mut out = String::new();
    if !changes.is_empty() {
        out.push_str(&format!("--- {}\n+++ {}\n", names[0], names[1]));
    }
    let marked = |out: &mut String, mark: char, lines: &[&str]| {
        for line in lines {
            out.push(mark);
            out.push_str(line);
            out.push('\n');
        }
    };
    let near = |[one, next]: [&Change; 2]| next.old.start - one.old.end <= 2 * CONTEXT;
    for hunk in changes.chunk_by(|one, next| near([one, next])) {
        let (first, last) = (&hunk[0], &hunk[hunk.len() - 1]);
        let before = first.old.start.min(CONTEXT);
        let after = (old.len() - last.old.end).min(CONTEXT);
        let shown_old = first.old.start - before..last.old.end + after;
        let shown_new = first.new.start - before..last.new.end + after;
        out.push_str(&format!("@@ -{} +{} @@\n", place(&shown_old), place(&shown_new)));
        let mut at = shown_old.start;
        for change in hunk {
            marked(&mut out, ' ', &old[at..change.old.start]);
            marked(&mut out, '-', &old[change.old.clone()]);
            marked(&mut out, '+', &new[change.new.clone()]);
            at = change.old.end;
        }
        marked(&mut out, ' ', &old[at..shown_old.end]);
    }
    out
}

/// The first line and the number of lines; of no lines, the line before.
fn place(lines: &Range<usize>) -> String {
    match lines.len() {
        0 => format!("{},0", lines.start),
        1 => format!("{}", lines.start + 1),
        length => format!("{},{length}", lines.start + 1),
    }
}

/// Computes the changes, in order and apart from each other.
fn changes(a: &[u32], b: &[u32]) -> Vec<Change> {
    let prefix = a.iter().zip(b).take_while(|(one, other)| one == other).count();
    let rest = [&a[prefix..], &b[prefix..]];
    let suffix =
        rest[0].iter().rev().zip(rest[1].iter().rev()).take_while(|(one, other)| one == other).count();
    let mut pairs = Vec::new();
    let (mut x, mut y) = (prefix, prefix);
    let ends = (a.len() - suffix, b.len() - suffix);
    for (to_x, to_y) in anchors(a, b, prefix..ends.0, prefix..ends.1).into_iter().chain([ends]) {
        // Lines that are equal next to the anchor belong to it.
        let gap = [&a[x..to_x], &b[y..to_y]];
        let skip = gap[0].iter().zip(gap[1]).take_while(|(one, other)| one == other).count();
        pairs.extend((0..skip).map(|step| (x + step, y + step)));
        pairs.extend(
            common(&gap[0][skip..], &gap[1][skip..]).into_iter().map(|(i, j)| (x + skip + i, y + skip + j)),
        );
        if (to_x, to_y) != ends {
            pairs.push((to_x, to_y));
            (x, y) = (to_x + 1, to_y + 1);
        }
    }
    let mut changes = Vec::new();
    let (mut x, mut y) = (prefix, prefix);
    for (to_x, to_y) in pairs.into_iter().chain([ends]) {
        if x < to_x || y < to_y {
            changes.push(Change { old: x..to_x, new: y..to_y });
        }
        (x, y) = (to_x + 1, to_y + 1);
    }
    changes
}

/// A longest sequence of lines that are once in each range, in the order of both.
fn anchors(a: &[u32], b: &[u32], of_a: Range<usize>, of_b: Range<usize>) -> Vec<(usize, usize)> {
    // The number of uses and the last place, in each text.
    let mut places: FxHashMap<u32, [(usize, usize); 2]> = FxHashMap::default();
    for (side, (lines, range)) in [(a, of_a.clone()), (b, of_b)].into_iter().enumerate() {
        for at in range {
            let place = &mut places.entry(lines[at]).or_default()[side];
            *place = (place.0 + 1, at);
        }
    }
    let once = of_a.filter_map(|at| match places.get(&a[at]) {
        Some(&[(1, _), (1, other)]) => Some((at, other)),
        _ => None,
    });
    // The pairs, each with the last pair of the sequence before it.
    let mut pairs: Vec<(usize, usize, Option<usize>)> = Vec::new();
    // The pair that ends the sequence of each length with the smallest place.
    let mut ends: Vec<usize> = Vec::new();
    for (at, other) in once {
        let length = ends.partition_point(|&end| pairs[end].1 < other);
        pairs.push((at, other, length.checked_sub(1).map(|before| ends[before])));
        match ends.get_mut(length) {
            Some(end) => *end = pairs.len() - 1,
            None => ends.push(pairs.len() - 1),
        }
    }
    let mut found = Vec::new();
    let mut next = ends.last().copied();
    while let Some(pair) = next {
        found.push((pairs[pair].0, pairs[pair].1));
        next = pairs[pair].2;
    }
    found.reverse();
    found
}

/// A longest common subsequence of short parts, by dynamic programming; none of long ones.
fn common(a: &[u32], b: &[u32]) -> Vec<(usize, usize)> {
    if a.is_empty() || b.is_empty() || a.len().saturating_mul(b.len()) > MOST_CELLS {
        return Vec::new();
    }
    let width = b.len() + 1;
    // The lengths for the ends of both from each place on.
    let mut lengths = vec![0u32; (a.len() + 1) * width];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            lengths[i * width + j] = match a[i] == b[j] {
                true => lengths[(i + 1) * width + j + 1] + 1,
                false => lengths[(i + 1) * width + j].max(lengths[i * width + j + 1]),
            };
        }
    }
    let (mut i, mut j, mut found) = (0, 0, Vec::new());
    while i < a.len() && j < b.len() {
        if a[i] == b[j] {
            found.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if lengths[(i + 1) * width + j] >= lengths[i * width + j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    found
}
