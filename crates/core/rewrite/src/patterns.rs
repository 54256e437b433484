//! A set of rewrite patterns, by the ops that they are tried on.

use terrace_ir::pattern::{Pattern, Root};
use terrace_ir::rule_counts::RuleKind;
use terrace_ir::{Context, Op, OpName, Rewriter};

/// The rewrite of a pattern; on `None` the IR is unchanged.
type Action = Box<dyn Fn(&mut Rewriter<'_>, Op) -> Option<()> + Send + Sync>;

/// A pattern in a set.
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// Greater is tried first.
    pub benefit: u16,
    action: Action,
}

impl Entry {
    /// Tries the pattern on an op.
    pub fn apply(&self, rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
        let counted = rw.cx().rule_class(rw.op(op));
        let cx = rw.cx();
        let matched =
            cx.apply_pattern_action(self.name, || rw.try_pattern(self.name, op, |rw| (self.action)(rw, op)));
        if let (Some(()), Some((counts, class))) = (matched, counted) {
            counts.add(RuleKind::Pattern, self.name, class);
        }
        matched
    }
}

/// Patterns, in the order in which they are tried: by benefit, then as they were added; those for one op name
/// before those for any op.
#[derive(Default)]
pub struct PatternSet {
    entries: Vec<Entry>,
    /// By the number of the name.
    by_name: Vec<Vec<u32>>,
    any: Vec<u32>,
    across_bodies: bool,
}

impl PatternSet {
    /// A set without patterns.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether there is no pattern.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Adds a pattern.
    pub fn add(&mut self, cx: &Context, pattern: &Pattern) {
        let Pattern { name, root, benefit, across_bodies, rewrite } = *pattern;
        self.across_bodies |= across_bodies;
        self.add_action(cx, name, root, benefit, Box::new(rewrite));
    }

    /// Declares that patterns change other bodies: the set is then applied by [`crate::across`].
    pub fn set_across_bodies(&mut self) {
        self.across_bodies = true;
    }

    /// Whether a pattern changes other bodies than the one of the op that it matches.
    pub fn is_across_bodies(&self) -> bool {
        self.across_bodies
    }

    /// Adds patterns.
    pub fn add_all(&mut self, cx: &Context, patterns: &[Pattern]) {
        patterns.iter().for_each(|pattern| self.add(cx, pattern));
    }

    /// Adds a pattern with captured state.
    pub fn add_action(&mut self, cx: &Context, name: &'static str, root: Root, benefit: u16, action: Action) {
        let at = self.entries.len() as u32;
        self.entries.push(Entry { name, benefit, action });
        match root {
            Root::Op(op) => self.place(at, Some(cx.op_name(op))),
            Root::Any => self.place(at, None),
            Root::Having(pred) => {
                for op in cx.loaded_dialects().iter().flat_map(|dialect| dialect.ops()) {
                    let name = cx.op_name(op.name);
                    if pred(cx.op_info(name)) {
                        self.place(at, Some(name));
                    }
                }
            }
        }
    }

    fn place(&mut self, at: u32, name: Option<OpName>) {
        let list = match name {
            Some(name) => {
                let at = name.as_u32() as usize;
                if at >= self.by_name.len() {
                    self.by_name.resize_with(at + 1, Vec::new);
                }
                &mut self.by_name[at]
            }
            None => &mut self.any,
        };
        let entries = &self.entries;
        let benefit = entries[at as usize].benefit;
        let place = list.partition_point(|&other| entries[other as usize].benefit >= benefit);
        list.insert(place, at);
    }

    /// The canonicalization patterns of the loaded dialects: first those that dialects have as such, then those of
    /// their ops. Patterns that change other bodies are left out: canonicalization works on bodies in parallel.
    pub fn canonicalization(cx: &Context, wanted: &dyn Fn(&str) -> bool) -> Self {
        let mut set = Self::new();
        set.add_canonicalization(cx, wanted);
        set
    }

    /// Adds the canonicalization patterns of all loaded dialects that are wanted, but for those that change other bodies.
    pub fn add_canonicalization(&mut self, cx: &Context, wanted: &dyn Fn(&str) -> bool) {
        let set = self;
        let dialects = cx.loaded_dialects();
        for pattern in dialects
            .iter()
            .flat_map(|dialect| dialect.canonicalization())
            .filter(|p| wanted(p.name) && !p.across_bodies)
        {
            set.add(cx, pattern);
        }
        for op in dialects.iter().flat_map(|dialect| dialect.ops()) {
            for &(name, rewrite) in op.canonicalize.iter().filter(|(name, _)| wanted(name)) {
                let at = set.entries.len() as u32;
                set.entries.push(Entry { name, benefit: 1, action: Box::new(rewrite) });
                set.place(at, Some(cx.op_name(op.name)));
            }
        }
    }

    /// The patterns to try on ops of a name, in order.
    pub fn for_op(&self, name: OpName) -> impl Iterator<Item = &Entry> {
        let own = self.by_name.get(name.as_u32() as usize).map_or(&[][..], |list| list);
        let (mut a, mut b) = (own.iter().peekable(), self.any.iter().peekable());
        std::iter::from_fn(move || {
            let next = match (a.peek(), b.peek()) {
                (Some(&&x), Some(&&y)) => {
                    let first = self.entries[x as usize].benefit >= self.entries[y as usize].benefit;
                    if first { a.next() } else { b.next() }
                }
                (Some(_), None) => a.next(),
                _ => b.next(),
            };
            next.map(|&at| &self.entries[at as usize])
        })
    }
}
