//! Suggestions for misspelled names: the edit distance and the nearest of several candidates.

/// Returns the number of insertions, deletions and replacements that turn `a` into `b` (Levenshtein's distance), or
/// `None` if it exceeds `limit`. Takes time proportional to the product of the lengths.
pub fn edit_distance(a: &[u8], b: &[u8], limit: usize) -> Option<usize> {
    if a.len().abs_diff(b.len()) > limit {
        return None;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, &x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        let mut best = row[0];
        for (j, &y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
            best = best.min(row[j + 1]);
        }
        if best > limit {
            return None;
        }
    }
    row.last().copied().filter(|&distance| distance <= limit)
}

/// Returns the candidate with the least edit distance to `name`, the first of several; `None` if even that one differs
/// in more than a third of the letters, or if the name is longer than a line.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 120;
    if name.is_empty() || name.len() > LONGEST {
        return None;
    }
    let mut limit = name.len().div_ceil(3);
    let mut best = None;
    for candidate in candidates {
        if candidate == name || candidate.len() > LONGEST {
            continue;
        }
        if let Some(distance) = edit_distance(candidate.as_bytes(), name.as_bytes(), limit) {
            best = Some(candidate);
            if distance == 0 {
                break;
            }
            limit = distance - 1;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::{edit_distance, nearest};

    #[test]
    fn distances() {
        assert_eq!(edit_distance(b"canonicalise", b"canonicalize", 9), Some(1));
        assert_eq!(edit_distance(b"", b"abc", 9), Some(3));
        assert_eq!(edit_distance(b"cse", b"cs", 9), Some(1));
        assert_eq!(edit_distance(b"kitten", b"sitting", 9), Some(3));
        assert_eq!(edit_distance(b"kitten", b"sitting", 2), None);
    }

    #[test]
    fn the_nearest_of_several_is_the_first_at_the_least_distance() {
        assert_eq!(nearest("addq", ["subi", "addf", "addi"]), Some("addf"));
        assert_eq!(nearest("muli", ["muli", "mulf"]), Some("mulf"));
        assert_eq!(nearest("frobnicate", ["addi", "mulf"]), None);
        assert_eq!(nearest("", ["a"]), None);
    }
}
