//! The names of aliases: what they start with, and numbers where that is in use.

use rustc_hash::{FxHashMap, FxHashSet};

use super::write_u64;

/// The names that aliases start with, each once.
#[derive(Debug, Default)]
pub(super) struct Names {
    names: Vec<String>,
    numbers: FxHashMap<String, u32>,
    last: u32,
}

impl Names {
    /// The number of a name. Most names are that of the alias before.
    pub(super) fn number(&mut self, name: &str) -> u32 {
        if self.names.get(self.last as usize).is_some_and(|last| last == name) {
            return self.last;
        }
        self.last = match self.numbers.get(name) {
            Some(&number) => number,
            None => {
                let number = self.names.len() as u32;
                self.names.push(name.to_owned());
                self.numbers.insert(name.to_owned(), number);
                number
            }
        };
        self.last
    }

    /// By the number of a name, its place among all names in their order.
    pub(super) fn ranks(&self) -> Vec<u32> {
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by_key(|&number| &self.names[number]);
        let mut ranks = vec![0; order.len()];
        for (rank, number) in order.into_iter().enumerate() {
            ranks[number] = rank as u32;
        }
        ranks
    }
}

/// Names of aliases that are in use.
pub(super) struct UniqueNames<'a> {
    names: &'a [String],
    /// By name, the next number to append to it; zero if the name itself is not in use.
    next: Vec<u64>,
    /// The texts in use, if a name ends with a digit: otherwise a name with a number is no other one.
    used: Option<FxHashSet<String>>,
}

impl<'a> UniqueNames<'a> {
    pub(super) fn new(names: &'a Names) -> Self {
        let names = &names.names[..];
        let used = names.iter().any(|name| ends_with_digit(name)).then(FxHashSet::default);
        Self { names, next: vec![0; names.len()], used }
    }

    /// Returns a name after a prefix, with a number if it is in use.
    pub(super) fn unique(&mut self, prefix: char, name: usize) -> String {
        const DIGITS: usize = 10;
        let (name, next) = (&self.names[name], &mut self.next[name]);
        let mut text = String::with_capacity(prefix.len_utf8() + name.len() + DIGITS);
        text.push(prefix);
        text.push_str(name);
        let mut is_free =
            |text: &str| self.used.as_mut().is_none_or(|used| used.insert(text[1..].to_owned()));
        if *next == 0 {
            *next = 1;
            if is_free(&text) {
                return text;
            }
        }
        if ends_with_digit(name) {
            text.push('_');
        }
        let stem = text.len();
        loop {
            write_u64(&mut text, *next);
            *next += 1;
            if is_free(&text) {
                return text;
            }
            text.truncate(stem);
        }
    }
}

fn ends_with_digit(name: &str) -> bool {
    name.ends_with(|c: char| c.is_ascii_digit())
}
