//! The resolved location of a diagnostic: a tree that no longer needs the IR to be read.

use std::fmt;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

/// A location tree, cheap to clone: children are shared.
///
/// Walks, comparison and destruction use explicit stacks, since inlining nests call sites as deep as it likes.
#[derive(Clone, Default)]
pub struct Location(Option<Arc<LocationKind>>);

/// A range in a file; lines and columns are 1-based, columns count bytes, 0 means "not known".
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FileLineCol {
    /// The file's name as the location spells it.
    pub file: Arc<str>,
    /// Line of the first byte.
    pub start_line: u32,
    /// Column of the first byte.
    pub start_col: u32,
    /// Line of the end.
    pub end_line: u32,
    /// Column of the end.
    pub end_col: u32,
}

/// The kind of a [`Location`].
#[derive(Debug)]
#[non_exhaustive]
pub enum LocationKind {
    /// No location is known.
    Unknown,
    /// A position or range in a file.
    FileLineCol(FileLineCol),
    /// A name, with its child location.
    Name {
        /// The name.
        name: Arc<str>,
        /// The location named; unknown if the name stands alone.
        child: Location,
    },
    /// Code that was inlined from `callee` into `caller`.
    CallSite {
        /// The location of the inlined code.
        callee: Location,
        /// The location of the call.
        caller: Location,
    },
    /// Several locations for one entity.
    Fused {
        /// The metadata attribute as it prints.
        metadata: Option<Arc<str>>,
        /// The parts.
        locations: Vec<Location>,
    },
    /// A location outside the IR's vocabulary, with one inside it to fall back on.
    Opaque {
        /// The location shown in its place.
        fallback: Location,
    },
}

impl Location {
    /// The unknown location.
    pub fn unknown() -> Self {
        Location(None)
    }

    /// A single position in a file.
    pub fn file(file: impl Into<Arc<str>>, line: u32, col: u32) -> Self {
        Self::range(file, (line, col), (line, col))
    }

    /// A range in a file, from and to a line and column.
    pub fn range(file: impl Into<Arc<str>>, start: (u32, u32), end: (u32, u32)) -> Self {
        Self::new(LocationKind::FileLineCol(FileLineCol {
            file: file.into(),
            start_line: start.0,
            start_col: start.1,
            end_line: end.0,
            end_col: end.1,
        }))
    }

    /// A named location.
    pub fn name(name: impl Into<Arc<str>>, child: Location) -> Self {
        Self::new(LocationKind::Name { name: name.into(), child })
    }

    /// A call site.
    pub fn call_site(callee: Location, caller: Location) -> Self {
        Self::new(LocationKind::CallSite { callee, caller })
    }

    /// A fused location; no simplification is applied.
    pub fn fused(metadata: Option<Arc<str>>, locations: Vec<Location>) -> Self {
        Self::new(LocationKind::Fused { metadata, locations })
    }

    /// An opaque location with its fallback.
    pub fn opaque(fallback: Location) -> Self {
        Self::new(LocationKind::Opaque { fallback })
    }

    fn new(kind: LocationKind) -> Self {
        Location(Some(Arc::new(kind)))
    }

    /// Returns the kind of this location.
    pub fn kind(&self) -> &LocationKind {
        static UNKNOWN: LocationKind = LocationKind::Unknown;
        self.0.as_deref().unwrap_or(&UNKNOWN)
    }

    /// Whether this is the unknown location itself.
    pub fn is_unknown(&self) -> bool {
        matches!(self.kind(), LocationKind::Unknown)
    }

    /// The first position in a file, in pre-order (callee before caller), which a diagnostic points at.
    pub fn find_file(&self) -> Option<&FileLineCol> {
        self.find(|kind| match kind {
            LocationKind::FileLineCol(file) => Visit::Found(file),
            _ => Visit::Descend,
        })
    }

    /// The caller of the outermost call site that is reached through names and fused locations alone.
    pub fn call_site_caller(&self) -> Option<&Location> {
        self.find(|kind| match kind {
            LocationKind::CallSite { caller, .. } => Visit::Found(caller),
            LocationKind::Opaque { .. } => Visit::Skip,
            _ => Visit::Descend,
        })
    }

    fn find<'a, T>(&'a self, visit: impl Fn(&'a LocationKind) -> Visit<T>) -> Option<T> {
        let mut seen = FxHashSet::default();
        let mut stack = vec![self];
        while let Some(loc) = stack.pop() {
            match visit(loc.kind()) {
                Visit::Found(found) => return Some(found),
                Visit::Skip => {}
                Visit::Descend => {
                    // A location may share its parts, so that the tree is exponential in the graph.
                    if loc.has_children() && seen.insert(std::ptr::from_ref(loc.kind())) {
                        let first = stack.len();
                        loc.for_each_child(|child| stack.push(child));
                        stack[first..].reverse();
                    }
                }
            }
        }
        None
    }

    fn has_children(&self) -> bool {
        !matches!(self.kind(), LocationKind::Unknown | LocationKind::FileLineCol(_))
    }

    fn for_each_child<'a>(&'a self, mut f: impl FnMut(&'a Location)) {
        match self.kind() {
            LocationKind::Unknown | LocationKind::FileLineCol(_) => {}
            LocationKind::Name { child, .. } => f(child),
            LocationKind::CallSite { callee, caller } => {
                f(callee);
                f(caller);
            }
            LocationKind::Fused { locations, .. } => locations.iter().for_each(f),
            LocationKind::Opaque { fallback } => f(fallback),
        }
    }
}

enum Visit<T> {
    Found(T),
    Descend,
    Skip,
}

impl Drop for LocationKind {
    fn drop(&mut self) {
        let mut stack = Vec::new();
        self.take_children(&mut stack);
        while let Some(loc) = stack.pop() {
            if let Some(mut kind) = loc.0.and_then(Arc::into_inner) {
                kind.take_children(&mut stack);
            }
        }
    }
}

impl LocationKind {
    fn take_children(&mut self, into: &mut Vec<Location>) {
        let mut take = |loc: &mut Location| {
            if loc.0.is_some() {
                into.push(std::mem::take(loc));
            }
        };
        match self {
            LocationKind::Unknown | LocationKind::FileLineCol(_) => {}
            LocationKind::Name { child, .. } => take(child),
            LocationKind::CallSite { callee, caller } => {
                take(callee);
                take(caller);
            }
            LocationKind::Fused { locations, .. } => locations.iter_mut().for_each(take),
            LocationKind::Opaque { fallback } => take(fallback),
        }
    }
}

impl PartialEq for Location {
    fn eq(&self, other: &Self) -> bool {
        let mut seen = FxHashSet::default();
        let mut stack = vec![(self, other)];
        while let Some((a, b)) = stack.pop() {
            let (x, y) = (a.kind(), b.kind());
            if std::ptr::eq(x, y) {
                continue;
            }
            let same = match (x, y) {
                (LocationKind::Unknown, LocationKind::Unknown)
                | (LocationKind::CallSite { .. }, LocationKind::CallSite { .. })
                | (LocationKind::Opaque { .. }, LocationKind::Opaque { .. }) => true,
                (LocationKind::FileLineCol(x), LocationKind::FileLineCol(y)) => x == y,
                (LocationKind::Name { name: x, .. }, LocationKind::Name { name: y, .. }) => x == y,
                (
                    LocationKind::Fused { metadata: x, locations: a },
                    LocationKind::Fused { metadata: y, locations: b },
                ) => x == y && a.len() == b.len(),
                _ => false,
            };
            if !same {
                return false;
            }
            if a.has_children() && seen.insert((std::ptr::from_ref(x), std::ptr::from_ref(y))) {
                let (mut left, mut right) = (Vec::new(), Vec::new());
                a.for_each_child(|child| left.push(child));
                b.for_each_child(|child| right.push(child));
                stack.extend(left.into_iter().zip(right));
            }
        }
        true
    }
}

impl Eq for Location {}

impl fmt::Debug for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Longer texts of locations are not written.
const MAX_BYTES: u64 = 1 << 26;

impl Location {
    /// The number of bytes of the text, roughly; each part is counted once and for all, for parts may be shared.
    fn text_bytes(&self) -> u64 {
        let address = |loc: &Location| std::ptr::from_ref(loc.kind());
        let mut done: FxHashMap<*const LocationKind, u64> = FxHashMap::default();
        let mut pending = vec![self];
        while let Some(&loc) = pending.last() {
            if done.contains_key(&address(loc)) {
                pending.pop();
                continue;
            }
            let before = pending.len();
            loc.for_each_child(|part| {
                if !done.contains_key(&address(part)) {
                    pending.push(part);
                }
            });
            if pending.len() > before {
                continue;
            }
            pending.pop();
            let mut size: u64 = match loc.kind() {
                LocationKind::Name { name, .. } => name.len() as u64 + 2,
                LocationKind::FileLineCol(file) => file.file.len() as u64 + 4,
                _ => 4,
            };
            loc.for_each_child(|part| size = size.saturating_add(done[&address(part)]));
            done.insert(address(loc), size);
        }
        done[&address(self)]
    }
}

/// Prints `loc(...)` as it reads inside a diagnostic: no aliases, no line breaks. A location that shares its parts so that
/// this would be more than 2^26 bytes is printed as unknown.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        enum PrintStep<'a> {
            Loc(&'a Location),
            Text(&'static str),
        }
        if self.has_children() && self.text_bytes() > MAX_BYTES {
            return f.write_str("loc(unknown)");
        }
        f.write_str("loc(")?;
        let mut stack = vec![PrintStep::Text(")"), PrintStep::Loc(self)];
        while let Some(step) = stack.pop() {
            let loc = match step {
                PrintStep::Text(text) => {
                    f.write_str(text)?;
                    continue;
                }
                PrintStep::Loc(loc) => loc,
            };
            match loc.kind() {
                LocationKind::Unknown => f.write_str("unknown")?,
                LocationKind::FileLineCol(file) => write!(f, "{file}")?,
                LocationKind::Name { name, child } => {
                    write_quoted(f, name)?;
                    if !child.is_unknown() {
                        f.write_str("(")?;
                        stack.extend([PrintStep::Text(")"), PrintStep::Loc(child)]);
                    }
                }
                LocationKind::CallSite { callee, caller } => {
                    f.write_str("callsite(")?;
                    stack.extend([
                        PrintStep::Text(")"),
                        PrintStep::Loc(caller),
                        PrintStep::Text(" at "),
                        PrintStep::Loc(callee),
                    ]);
                }
                LocationKind::Fused { metadata, locations } => {
                    f.write_str("fused")?;
                    if let Some(metadata) = metadata {
                        write!(f, "<{metadata}>")?;
                    }
                    f.write_str("[")?;
                    stack.push(PrintStep::Text("]"));
                    for (index, part) in locations.iter().enumerate().rev() {
                        stack.push(PrintStep::Loc(part));
                        if index > 0 {
                            stack.push(PrintStep::Text(", "));
                        }
                    }
                }
                LocationKind::Opaque { fallback } => stack.push(PrintStep::Loc(fallback)),
            }
        }
        Ok(())
    }
}

impl fmt::Display for FileLineCol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_quoted(f, &self.file)?;
        write!(f, ":{}:{}", self.start_line, self.start_col)?;
        if (self.start_line, self.start_col) == (self.end_line, self.end_col) {
            Ok(())
        } else if self.start_line == self.end_line {
            write!(f, " to :{}", self.end_col)
        } else {
            write!(f, " to {}:{}", self.end_line, self.end_col)
        }
    }
}

/// Writes a string literal with LLVM's escapes: printable ASCII verbatim, the rest as `\XX`.
fn write_quoted(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str("\"")?;
    for byte in text.bytes() {
        match byte {
            b'\\' => f.write_str("\\\\")?,
            b' '..=b'~' if byte != b'"' => fmt::Write::write_char(f, byte as char)?,
            _ => write!(f, "\\{byte:02X}")?,
        }
    }
    f.write_str("\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_as_upstream() {
        let name = |text: &str| Location::name(text, Location::unknown());
        let cases = [
            (name("nm"), r#"loc("nm")"#),
            (name("na\"me\n"), r#"loc("na\22me\0A")"#),
            (name("back\\slash"), r#"loc("back\\slash")"#),
            (
                Location::fused(Some("\"meta\"".into()), vec![name("a"), name("b")]),
                r#"loc(fused<"meta">["a", "b"])"#,
            ),
            (
                Location::fused(None, vec![name("a"), Location::call_site(name("foo"), name("bar"))]),
                r#"loc(fused["a", callsite("foo" at "bar")])"#,
            ),
            (
                Location::call_site(Location::unknown(), Location::unknown()),
                "loc(callsite(unknown at unknown))",
            ),
            (Location::name("n", Location::file("a", 1, 2)), r#"loc("n"("a":1:2))"#),
            (Location::range("a", (1, 2), (1, 4)), r#"loc("a":1:2 to :4)"#),
            (Location::range("a", (1, 2), (3, 4)), r#"loc("a":1:2 to 3:4)"#),
            (Location::opaque(name("x")), r#"loc("x")"#),
        ];
        for (loc, text) in cases {
            assert_eq!(loc.to_string(), text);
        }
    }

    #[test]
    fn shared_parts_do_not_print_for_ever() {
        let call = |part: Location, _| Location::call_site(part.clone(), part);
        let leaf = || Location::name("a", Location::unknown());
        assert_eq!((0..60).fold(leaf(), call).to_string(), "loc(unknown)");
        assert_eq!((0..2).fold(leaf(), call).to_string().matches("\"a\"").count(), 4);
    }

    #[test]
    fn finds_the_callee_first() {
        let loc = Location::call_site(
            Location::name("n", Location::file("callee", 1, 1)),
            Location::file("caller", 2, 2),
        );
        assert_eq!(&*loc.find_file().unwrap().file, "callee");
        let fused = Location::fused(None, vec![Location::unknown(), loc]);
        assert_eq!(fused.call_site_caller(), Some(&Location::file("caller", 2, 2)));
        assert_eq!(Location::unknown().find_file(), None);
    }

    #[test]
    fn depth_and_sharing_are_harmless() {
        let build = || {
            let mut deep = Location::file("f", 1, 1);
            for _ in 0..200_000 {
                deep = Location::call_site(Location::unknown(), deep);
            }
            deep
        };
        let (a, b) = (build(), build());
        assert!(a == b);
        assert!(a.find_file().is_some());
        assert!(a.to_string().ends_with("))))"));
        let shared = || {
            let mut loc = Location::name("leaf", Location::unknown());
            for _ in 0..100 {
                loc = Location::fused(None, vec![loc.clone(), loc]);
            }
            loc
        };
        let (a, b) = (shared(), shared());
        assert!(a.find_file().is_none() && a.call_site_caller().is_none());
        assert!(a == b);
    }
}
