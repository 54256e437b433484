//! A mapped iterator over something with indices.

/// An iterator over the images of another one's items. Unlike [`std::iter::Map`] it passes [`Iterator::nth`] on, so
/// that `nth` and `skip` cost as much as they do there: nothing, for ranges and slices.
#[derive(Clone)]
pub(crate) struct Mapped<I, F> {
    items: I,
    map: F,
}

impl<I, F> Mapped<I, F> {
    #[inline]
    pub(crate) fn new(items: I, map: F) -> Self {
        Self { items, map }
    }
}

impl<I: Iterator, T, F: Fn(I::Item) -> T> Iterator for Mapped<I, F> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        self.items.next().map(&self.map)
    }

    #[inline]
    fn nth(&mut self, n: usize) -> Option<T> {
        self.items.nth(n).map(&self.map)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.items.size_hint()
    }

    #[inline]
    fn fold<B, G: FnMut(B, T) -> B>(self, init: B, mut fold: G) -> B {
        let map = self.map;
        self.items.fold(init, |folded, item| fold(folded, map(item)))
    }
}

impl<I: DoubleEndedIterator, T, F: Fn(I::Item) -> T> DoubleEndedIterator for Mapped<I, F> {
    #[inline]
    fn next_back(&mut self) -> Option<T> {
        self.items.next_back().map(&self.map)
    }

    #[inline]
    fn nth_back(&mut self, n: usize) -> Option<T> {
        self.items.nth_back(n).map(&self.map)
    }
}

impl<I: ExactSizeIterator, T, F: Fn(I::Item) -> T> ExactSizeIterator for Mapped<I, F> {
    #[inline]
    fn len(&self) -> usize {
        self.items.len()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::Mapped;

    #[test]
    fn what_is_skipped_is_not_mapped() {
        let calls = Cell::new(0);
        let map = |number: usize| {
            calls.set(calls.get() + 1);
            number * 2
        };
        assert_eq!(Mapped::new(0..1000, map).nth(999), Some(1998));
        assert_eq!(Mapped::new(0..1000, map).skip(998).collect::<Vec<_>>(), [1996, 1998]);
        assert_eq!(Mapped::new(0..1000, map).rev().nth(999), Some(0));
        assert_eq!(calls.get(), 4);
        assert_eq!(Mapped::new(0..1000, map).len(), 1000);
    }
}
