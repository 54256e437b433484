//! Addresses of rows, as numbers of bytes: which of them follow each other.

use super::accesses::MAX_ROWS;
use super::lanes::Lanes;
use crate::shape::Shape;

/// The largest span of a row, as a multiple of the elements that are wanted.
const MAX_SPREAD: usize = 16;
/// The least number of elements that are accessed together where addresses do not follow the order of elements.
const MIN_RUN: usize = 4;

/// Whether each number is so many more than the one before.
pub(super) fn steps_by(numbers: &[i64], size: i64) -> bool {
    numbers.windows(2).all(|pair| pair[1].wrapping_sub(pair[0]) == size)
}

/// Why addresses do not follow each other.
pub(super) fn why(lanes: &Lanes) -> &'static str {
    if lanes.base_shape() == lanes.shape {
        "the address is computed from values that differ from element to element"
    } else if !lanes.strides.is_empty() {
        "addresses are a number of bytes apart that is known at run time only"
    } else if !lanes.base_shape().is_scalar() {
        "each row begins at an address of its own, and its elements do not follow each other"
    } else {
        "elements lie too far apart, or are not all of a range"
    }
}

/// The flat indices of the elements of a row, which `row` numbers among the elements of the outer dimensions.
pub(super) fn row_members(shape: Shape, outer: Shape, inner: Shape, row: usize) -> Vec<usize> {
    let at = outer.coordinates(row);
    (0..inner.elements())
        .map(|flat| {
            let mut all = inner.coordinates(flat);
            for dim in outer.dims() {
                all[dim] = at[dim];
            }
            shape.flat(&all)
        })
        .collect()
}

/// Elements in the order of their addresses, in groups that follow each other without a gap; `None` if groups are short
/// or elements overlap.
pub(super) fn runs(numbers: &[i64], size: i64) -> Option<Vec<Vec<usize>>> {
    let mut sorted: Vec<usize> = (0..numbers.len()).collect();
    sorted.sort_by_key(|&at| numbers[at]);
    let mut runs: Vec<Vec<usize>> = Vec::new();
    for at in sorted {
        let gap = runs.last().and_then(|run| run.last()).map(|&last| numbers[at].wrapping_sub(numbers[last]));
        match gap {
            Some(gap) if gap == size => runs.last_mut()?.push(at),
            Some(gap) if gap < size => return None,
            _ => runs.push(vec![at]),
        }
    }
    let shortest = runs.iter().map(Vec::len).min()?;
    (shortest >= MIN_RUN && runs.len() <= MAX_ROWS).then_some(runs)
}

/// The beginning of a row, its length from the first element to the last, and the place of each element in it; `None`
/// if it is too long.
pub(super) fn window(numbers: &[i64], size: i64) -> Option<(i64, usize, Vec<usize>)> {
    let start = *numbers.iter().min()?;
    let end = *numbers.iter().max()?;
    let length = usize::try_from(end.checked_sub(start)? / size).ok()?.checked_add(1)?;
    if length > numbers.len() * MAX_SPREAD {
        return None;
    }
    let place = |&number: &i64| ((number - start) % size == 0).then_some(((number - start) / size) as usize);
    Some((start, length, numbers.iter().map(place).collect::<Option<_>>()?))
}
