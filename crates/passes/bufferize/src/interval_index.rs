//! Mergeable sets of intervals with stabbing queries.
//!
//! A set is a few sorted arrays, each at least twice as long as the next, with a tree of the greatest end in
//! each part of an array (the logarithmic method of Bentley and Saxe). Merging two sets merges arrays of
//! similar lengths, so that an interval is moved O(log n) times; a query takes O(log^2 n) plus the number of
//! results.

/// A closed interval, with its key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Interval<K> {
    /// The first point.
    pub lo: u32,
    /// The last point.
    pub hi: u32,
    /// The payload of the interval.
    pub key: K,
}

/// A sorted array with its tree.
#[derive(Debug)]
struct Layer<K> {
    items: Vec<Interval<K>>,
    /// The greatest end in each node of a binary tree whose leaves are the items, from index `items.len()` on.
    greatest: Vec<u32>,
}

/// A set of intervals.
#[derive(Debug)]
pub struct Layers<K> {
    /// The layers from the longest to the shortest.
    layers: Vec<Layer<K>>,
}

impl<K> Default for Layers<K> {
    fn default() -> Self {
        Self { layers: Vec::new() }
    }
}

impl<K: Copy + Ord> Layer<K> {
    fn new(items: Vec<Interval<K>>) -> Self {
        let n = items.len();
        let mut greatest = vec![0; 2 * n];
        for (leaf, item) in greatest[n..].iter_mut().zip(&items) {
            *leaf = item.hi;
        }
        for i in (1..n).rev() {
            greatest[i] = greatest[2 * i].max(greatest[2 * i + 1]);
        }
        Self { items, greatest }
    }

    /// Visits the intervals among the items from `from` to `to` that end at `point` or after it.
    fn visit(&self, range: std::ops::Range<usize>, point: u32, visit: &mut impl FnMut(K) -> bool) -> bool {
        let n = self.items.len();
        // The nodes that make up the range, each then searched downwards.
        let (mut a, mut b) = (range.start + n, range.end + n);
        while a < b {
            if a & 1 == 1 {
                if !self.visit_below(a, point, visit) {
                    return false;
                }
                a += 1;
            }
            if b & 1 == 1 {
                b -= 1;
                if !self.visit_below(b, point, visit) {
                    return false;
                }
            }
            a /= 2;
            b /= 2;
        }
        true
    }

    fn visit_below(&self, node: usize, point: u32, visit: &mut impl FnMut(K) -> bool) -> bool {
        if self.greatest[node] < point {
            return true;
        }
        if node >= self.items.len() {
            return visit(self.items[node - self.items.len()].key);
        }
        self.visit_below(2 * node, point, visit) && self.visit_below(2 * node + 1, point, visit)
    }
}

impl<K: Copy + Ord> Layers<K> {
    /// The number of layers, at most logarithmic in the number of intervals.
    pub fn depth(&self) -> usize {
        self.layers.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.layers.is_empty()
    }

    /// The number of intervals.
    pub fn len(&self) -> usize {
        self.layers.iter().map(|layer| layer.items.len()).sum()
    }

    /// All intervals, in unspecified order.
    pub fn iter(&self) -> impl Iterator<Item = &Interval<K>> {
        self.layers.iter().flat_map(|layer| &layer.items)
    }

    /// Adds intervals.
    pub fn add(&mut self, mut items: Vec<Interval<K>>) {
        if !items.is_empty() {
            items.sort_unstable();
            self.push(Layer::new(items));
        }
    }

    /// Adds all of another set.
    pub fn merge(&mut self, other: Layers<K>) {
        other.layers.into_iter().for_each(|layer| self.push(layer));
    }

    fn push(&mut self, mut layer: Layer<K>) {
        while let Some(last) = self.layers.pop_if(|last| last.items.len() < 2 * layer.items.len()) {
            let mut items = Vec::with_capacity(last.items.len() + layer.items.len());
            let (mut a, mut b) = (last.items.into_iter().peekable(), layer.items.into_iter().peekable());
            loop {
                let next = match (a.peek(), b.peek()) {
                    (Some(x), Some(y)) if x <= y => a.next(),
                    (_, Some(_)) => b.next(),
                    _ => a.next(),
                };
                match next {
                    Some(item) => items.push(item),
                    None => break,
                }
            }
            layer = Layer::new(items);
        }
        self.layers.push(layer);
    }

    /// Visits the intervals that contain `point`, until `visit` returns false.
    pub fn over(&self, point: u32, visit: &mut impl FnMut(K) -> bool) -> bool {
        self.layers.iter().all(|layer| {
            let end = layer.items.partition_point(|item| item.lo <= point);
            layer.visit(0..end, point, visit)
        })
    }

    /// Visits the intervals that begin after `from` and not after `to`.
    pub fn beginning(&self, from: u32, to: u32, visit: &mut impl FnMut(K) -> bool) -> bool {
        self.layers.iter().all(|layer| {
            let start = layer.items.partition_point(|item| item.lo <= from);
            let end = layer.items.partition_point(|item| item.lo <= to);
            start >= end || layer.items[start..end].iter().all(|item| visit(item.key))
        })
    }
}
