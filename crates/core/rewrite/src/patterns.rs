//! A set of rewrite patterns, by the ops that they are tried on.

use std::cmp::Reverse;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use terrace_ir::context::OpInfo;
use terrace_ir::pattern::{Pattern, RewriteFn, Root};
use terrace_ir::rule_counts::RuleKind;
use terrace_ir::{Context, Op, OpName, Rewriter, Str};
use terrace_support::lazy_table::LazyTable;

/// The rewrite of a pattern; on `None` the IR is unchanged.
enum Action {
    Plain(RewriteFn),
    Captured(CapturedAction),
}

/// A rewrite with captured state; on `None` the IR is unchanged.
type CapturedAction = Box<dyn Fn(&mut Rewriter<'_>, Op) -> Option<()> + Send + Sync>;

/// A pattern in a set.
pub struct Entry {
    /// Its name.
    pub name: &'static str,
    /// Greater is tried first.
    pub benefit: u16,
    action: Action,
    /// The next pattern for ops of the same name, if its root is a name.
    next: Option<u32>,
}

impl Entry {
    /// Tries the pattern on an op.
    pub fn apply(&self, rw: &mut Rewriter<'_>, op: Op) -> Option<()> {
        let counted = rw.cx().rule_class(rw.op(op));
        let cx = rw.cx();
        let matched = cx.apply_pattern_action(self.name, || {
            rw.try_pattern(self.name, op, |rw| match &self.action {
                Action::Plain(rewrite) => rewrite(rw, op),
                Action::Captured(rewrite) => rewrite(rw, op),
            })
        });
        if let (Some(()), Some((counts, class))) = (matched, counted) {
            counts.add(RuleKind::Pattern, self.name, class);
        }
        matched
    }
}

/// Patterns, in the order in which they are tried: by benefit, then as they were added; those for one op name
/// before those for any op. The list of an op name is computed when an op of the name is met.
#[derive(Default)]
pub struct PatternSet {
    entries: Vec<Entry>,
    /// The first and the last pattern whose root is a name.
    roots: FxHashMap<Str, (u32, u32)>,
    having: Vec<Having>,
    /// The patterns for any op, in the order in which they are tried.
    any: Vec<u32>,
    across_bodies: bool,
    by_name: LazyTable<Box<[u32]>>,
}

/// A pattern for the ops that satisfy a predicate, of the dialects that were loaded when it was added.
struct Having {
    predicate: fn(&OpInfo) -> bool,
    dialects: Arc<[Str]>,
    at: u32,
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
        self.push(cx, name, root, benefit, Action::Plain(rewrite));
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
    pub fn add_action(
        &mut self,
        cx: &Context,
        name: &'static str,
        root: Root,
        benefit: u16,
        action: CapturedAction,
    ) {
        self.push(cx, name, root, benefit, Action::Captured(action));
    }

    fn push(&mut self, cx: &Context, name: &'static str, root: Root, benefit: u16, action: Action) {
        // Lists that were computed lack the new pattern.
        self.by_name.clear();
        match root {
            Root::Op(op) => {
                // The patterns are for ops that may be created later, of a dialect that is loaded from now on.
                if let Some((dialect, _)) = op.split_once('.') {
                    cx.dialect(dialect);
                }
                self.push_for_op(cx.str(op), Entry { name, benefit, action, next: None });
            }
            Root::Any => {
                let at = self.push_entry(Entry { name, benefit, action, next: None });
                let entries = &self.entries;
                let place = self.any.partition_point(|&other| entries[other as usize].benefit >= benefit);
                self.any.insert(place, at);
            }
            Root::Having(predicate) => {
                let dialects = cx.loaded_dialects().iter().map(|dialect| dialect.name).collect();
                let at = self.push_entry(Entry { name, benefit, action, next: None });
                self.having.push(Having { predicate, dialects, at });
            }
        }
    }

    fn push_entry(&mut self, entry: Entry) -> u32 {
        self.entries.push(entry);
        self.entries.len() as u32 - 1
    }

    fn push_for_op(&mut self, op: Str, entry: Entry) {
        let at = self.push_entry(entry);
        let (_, last) = self.roots.entry(op).or_insert((at, at));
        let before = std::mem::replace(last, at);
        if before != at {
            self.entries[before as usize].next = Some(at);
        }
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
        set.by_name.clear();
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
                let action = Action::Plain(rewrite);
                set.push_for_op(cx.str(op.name), Entry { name, benefit: 1, action, next: None });
            }
        }
    }

    /// The patterns to try on ops of a name, in order.
    #[inline]
    pub fn for_op(&self, cx: &Context, name: OpName) -> impl Iterator<Item = &Entry> {
        let list = self.by_name.get_or_init(name.as_u32(), || self.list_for(cx.op_info(name)));
        list.iter().map(|&at| &self.entries[at as usize])
    }

    fn list_for(&self, info: &OpInfo) -> Box<[u32]> {
        let first = self.roots.get(&info.name).map(|&(first, _)| first);
        let named = std::iter::successors(first, |&at| self.entries[at as usize].next);
        let having = self.having.iter().filter(|having| {
            info.is_registered() && having.dialects.contains(&info.dialect_name()) && (having.predicate)(info)
        });
        let mut list: Vec<u32> = named.chain(having.map(|having| having.at)).collect();
        list.sort_unstable();
        // The sort keeps this order of patterns of the same benefit.
        list.extend(&self.any);
        list.sort_by_key(|&at| Reverse(self.entries[at as usize].benefit));
        list.into()
    }
}
