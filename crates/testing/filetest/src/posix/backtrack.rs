//! A backtracking matcher: cheap to set up, and the only one for expressions with back references.
//!
//! Work is bounded: a search returns up after a number of steps that the caller sets.

use super::byte_set::ByteSet;
use super::ere::{Ast, Node, SyntaxError};
use super::{Flags, Spans};

/// The end of a search.
pub(super) enum Search {
    Found(Spans),
    Nothing,
    /// The steps ran out.
    GaveUp,
}

#[derive(Debug)]
enum Instr {
    Byte(u8),
    Class(ByteSet),
    LineStart,
    LineEnd,
    WordStart,
    WordEnd,
    Backref(usize),
    /// Record the position in a slot.
    Save(usize),
    /// Go on at the first target; the second is tried if that fails.
    Split(usize, usize),
    Jump(usize),
    /// Fail if nothing was consumed since the slot was saved: ends a loop over the empty string.
    Progress(usize),
    Match,
}

/// A compiled expression.
#[derive(Debug)]
pub(super) struct Program {
    code: Vec<Instr>,
    groups: usize,
    slots: usize,
    ignore_case: bool,
    /// The bytes that every match begins with.
    prefix: Vec<u8>,
}

enum Job {
    Try { pc: usize, pos: usize },
    Restore { slot: usize, old: Option<usize> },
}

impl Program {
    pub(super) fn new(ast: &Ast, flags: Flags) -> Result<Self, SyntaxError> {
        if size(&ast.root) > MAX_SIZE {
            return Err(SyntaxError("out of memory"));
        }
        let mut program = Self {
            code: Vec::new(),
            groups: ast.groups,
            slots: 2 * (ast.groups + 1),
            ignore_case: flags.ignore_case,
            prefix: Vec::new(),
        };
        if !flags.ignore_case {
            literal_prefix(&ast.root, &mut program.prefix);
        }
        program.emit(&ast.root);
        program.code.push(Instr::Match);
        Ok(program)
    }

    fn emit(&mut self, node: &Node) {
        match node {
            Node::Empty => {}
            Node::Byte(byte) => {
                let byte = if self.ignore_case { byte.to_ascii_lowercase() } else { *byte };
                self.code.push(Instr::Byte(byte));
            }
            Node::Any => {
                let mut set = ByteSet::default();
                set.insert(b'\n');
                set.complement();
                self.code.push(Instr::Class(set));
            }
            Node::Class(set) => {
                let mut set = *set;
                if self.ignore_case {
                    set.fold_case();
                }
                self.code.push(Instr::Class(set));
            }
            Node::LineStart => self.code.push(Instr::LineStart),
            Node::LineEnd => self.code.push(Instr::LineEnd),
            Node::WordStart => self.code.push(Instr::WordStart),
            Node::WordEnd => self.code.push(Instr::WordEnd),
            Node::Backref(group) => self.code.push(Instr::Backref(*group)),
            Node::Group(group, inner) => {
                self.code.push(Instr::Save(2 * group));
                self.emit(inner);
                self.code.push(Instr::Save(2 * group + 1));
            }
            Node::Concat(parts) => parts.iter().for_each(|part| self.emit(part)),
            Node::Alternate(branches) => self.emit_alternate(branches),
            Node::Repeat { node, min, max } => self.emit_repeat(node, *min, *max),
        }
    }

    fn emit_alternate(&mut self, branches: &[Node]) {
        let mut jumps = Vec::new();
        for (i, branch) in branches.iter().enumerate() {
            let split = self.code.len();
            let last = i + 1 == branches.len();
            if !last {
                self.code.push(Instr::Split(split + 1, 0));
            }
            self.emit(branch);
            if !last {
                jumps.push(self.code.len());
                self.code.push(Instr::Jump(0));
                self.code[split] = Instr::Split(split + 1, self.code.len());
            }
        }
        let end = self.code.len();
        for jump in jumps {
            self.code[jump] = Instr::Jump(end);
        }
    }

    fn emit_repeat(&mut self, node: &Node, min: u32, max: Option<u32>) {
        for _ in 0..min {
            self.emit(node);
        }
        match max {
            None => {
                let slot = self.slots;
                self.slots += 1;
                let split = self.code.len();
                self.code.push(Instr::Split(split + 1, 0));
                self.code.push(Instr::Save(slot));
                self.emit(node);
                self.code.push(Instr::Progress(slot));
                self.code.push(Instr::Jump(split));
                self.code[split] = Instr::Split(split + 1, self.code.len());
            }
            Some(max) => {
                let mut splits = Vec::new();
                for _ in min..max {
                    splits.push(self.code.len());
                    self.code.push(Instr::Jump(0));
                    self.emit(node);
                }
                let end = self.code.len();
                for split in splits {
                    self.code[split] = Instr::Split(split + 1, end);
                }
            }
        }
    }

    /// Finds the leftmost match within a number of steps.
    pub(super) fn captures(&self, text: &[u8], mut steps: usize) -> Search {
        let finder = memchr::memmem::Finder::new(&self.prefix);
        let mut start = 0;
        while start <= text.len() {
            match finder.find(&text[start..]) {
                Some(skip) => start += skip,
                None => return Search::Nothing,
            }
            if let Some(spans) = self.match_at(text, start, &mut steps) {
                return Search::Found(spans);
            }
            if steps == 0 {
                return Search::GaveUp;
            }
            start += 1;
        }
        Search::Nothing
    }

    fn match_at(&self, text: &[u8], start: usize, steps: &mut usize) -> Option<Spans> {
        let mut slots: Vec<Option<usize>> = vec![None; self.slots];
        let mut jobs = vec![Job::Try { pc: 0, pos: start }];
        while let Some(job) = jobs.pop() {
            let (mut pc, mut pos) = match job {
                Job::Restore { slot, old } => {
                    slots[slot] = old;
                    continue;
                }
                Job::Try { pc, pos } => (pc, pos),
            };
            loop {
                *steps = steps.saturating_sub(1);
                if *steps == 0 {
                    return None;
                }
                let ahead = text.get(pos).copied();
                let hit = match &self.code[pc] {
                    Instr::Byte(byte) => {
                        pos += 1;
                        ahead.is_some_and(|c| {
                            c == *byte || self.ignore_case && c.to_ascii_lowercase() == *byte
                        })
                    }
                    Instr::Class(set) => {
                        pos += 1;
                        ahead.is_some_and(|c| set.contains(c))
                    }
                    Instr::LineStart => pos == 0 || text[pos - 1] == b'\n',
                    Instr::LineEnd => ahead.is_none_or(|c| c == b'\n'),
                    Instr::WordStart => !(pos > 0 && is_word(text[pos - 1])) && ahead.is_some_and(is_word),
                    Instr::WordEnd => pos > 0 && is_word(text[pos - 1]) && !ahead.is_some_and(is_word),
                    Instr::Backref(group) => match (slots[2 * group], slots[2 * group + 1]) {
                        (Some(from), Some(to)) => {
                            let wanted = &text[from..to];
                            let found = text.get(pos..pos + wanted.len());
                            pos += wanted.len();
                            found.is_some_and(|found| {
                                found == wanted || self.ignore_case && found.eq_ignore_ascii_case(wanted)
                            })
                        }
                        _ => false,
                    },
                    Instr::Save(slot) => {
                        jobs.push(Job::Restore { slot: *slot, old: slots[*slot] });
                        slots[*slot] = Some(pos);
                        true
                    }
                    Instr::Split(first, second) => {
                        jobs.push(Job::Try { pc: *second, pos });
                        pc = *first;
                        continue;
                    }
                    Instr::Jump(target) => {
                        pc = *target;
                        continue;
                    }
                    Instr::Progress(slot) => slots[*slot] != Some(pos),
                    Instr::Match => {
                        slots[0] = Some(start);
                        slots[1] = Some(pos);
                        return Some((0..=self.groups).map(|i| slots[2 * i].zip(slots[2 * i + 1])).collect());
                    }
                };
                if !hit {
                    break;
                }
                pc += 1;
            }
        }
        None
    }
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Collects the literal start of an expression; false when what follows is not literal.
fn literal_prefix(node: &Node, out: &mut Vec<u8>) -> bool {
    match node {
        Node::Empty => true,
        Node::Byte(byte) => {
            out.push(*byte);
            true
        }
        Node::Group(_, inner) => literal_prefix(inner, out),
        Node::Concat(parts) => parts.iter().all(|part| literal_prefix(part, out)),
        _ => false,
    }
}

/// Instructions beyond this are refused: nested bounds multiply.
const MAX_SIZE: usize = 1 << 20;

/// About how many instructions an expression needs.
fn size(node: &Node) -> usize {
    match node {
        Node::Concat(parts) | Node::Alternate(parts) => {
            parts.iter().fold(0, |sum: usize, part| sum.saturating_add(size(part)).saturating_add(2))
        }
        Node::Group(_, inner) => size(inner).saturating_add(2),
        Node::Repeat { node, min, max } => {
            let times = max.unwrap_or(*min + 1).max(1) as usize;
            size(node).saturating_add(4).saturating_mul(times)
        }
        _ => 1,
    }
}
