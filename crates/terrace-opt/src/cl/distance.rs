//! The edit distance behind "Did you mean".

/// The number of insertions, deletions and replacements that turn `a` into `b`, or `None` if it exceeds `limit`.
pub(super) fn edit_distance(a: &[u8], b: &[u8], limit: usize) -> Option<usize> {
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

#[cfg(test)]
mod tests {
    use super::edit_distance;

    #[test]
    fn distances() {
        assert_eq!(edit_distance(b"canonicalise", b"canonicalize", 9), Some(1));
        assert_eq!(edit_distance(b"", b"abc", 9), Some(3));
        assert_eq!(edit_distance(b"cse", b"cs", 9), Some(1));
        assert_eq!(edit_distance(b"kitten", b"sitting", 9), Some(3));
        assert_eq!(edit_distance(b"kitten", b"sitting", 2), None);
    }
}
