//! Reads the assembly that clang prints: instructions, with their places in the source and their loops.
//!
//! Places are those of `.loc` directives; loops, and accesses to spilled registers, are told of in LLVM's comments.

use std::collections::HashMap;

/// The directory of the headers, as locations name it.
const HEADERS: &str = "<terrace>/";
/// The discriminator of the code of remainders.
const REMAINDER: &str = "1";

/// A place in the source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SourcePlace {
    pub(super) file: String,
    pub(super) line: u64,
}

/// An instruction.
#[derive(Debug)]
pub(super) struct Instruction {
    /// The mnemonic and the operands, without a comment.
    pub(super) text: String,
    /// The place in the source, where it has one.
    pub(super) place: Option<SourcePlace>,
    /// Whether it accesses the stack for a register that is spilled.
    pub(super) is_spill: bool,
}

/// Code that is executed equally often: the part of a loop that is in no inner loop, or of a function that is in none.
#[derive(Debug)]
pub(super) struct Region {
    pub(super) function: String,
    /// The number of loops around.
    pub(super) depth: usize,
    /// The place of the branch that closes the loop.
    pub(super) loop_place: Option<SourcePlace>,
    /// Whether it is of a remainder.
    pub(super) is_remainder: bool,
    /// Whether the loop has code of remainders and other code.
    pub(super) has_remainders: bool,
    pub(super) instructions: Vec<Instruction>,
    header: Option<String>,
}

/// An assembly text.
#[derive(Debug)]
pub(super) struct Assembly {
    /// The text that begins a comment.
    pub(super) marker: String,
    /// Whether operands are written in the order of Intel's manuals.
    pub(super) is_intel: bool,
    pub(super) regions: Vec<Region>,
}

impl Assembly {
    /// Reads a text; the lines that are not understood are left out.
    pub(super) fn parse(text: &str) -> Self {
        let marker = text
            .lines()
            .find_map(|line| line.split_once("-- Begin function"))
            .and_then(|(before, _)| before.split_whitespace().last())
            .unwrap_or("#");
        let mut reader = Reader { marker, ..Reader::default() };
        text.lines().for_each(|line| reader.line(line));
        let mut regions = std::mem::take(&mut reader.regions);
        let loops: Vec<LoopPlace> =
            regions.iter().map(|region| reader.loop_place(region, &regions)).collect();
        for (region, at) in regions.iter_mut().zip(loops) {
            (region.loop_place, region.has_remainders) = at;
        }
        Self { marker: marker.to_owned(), is_intel: text.contains(".intel_syntax"), regions }
    }
}

/// The place of a loop, and whether it has parts that are in no remainder.
type LoopPlace = (Option<SourcePlace>, bool);

/// The name of a block in LLVM's comments, of its label.
fn label_id(label: &str) -> &str {
    label.trim_start_matches('.').trim_start_matches('L')
}

#[derive(Default)]
struct Reader<'a> {
    marker: &'a str,
    files: HashMap<&'a str, String>,
    regions: Vec<Region>,
    function: Option<&'a str>,
    /// The label of the block, for a loop that it begins.
    block: &'a str,
    /// The innermost loop: the label of its header, and its depth.
    within: Option<(&'a str, usize)>,
    place: Option<SourcePlace>,
    is_remainder: bool,
    /// The innermost loops of blocks, by their labels.
    loop_of: HashMap<&'a str, &'a str>,
    /// The loops around loops.
    around: HashMap<&'a str, &'a str>,
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: &'a str) {
        let (code, comment) = match line.split_once(self.marker) {
            // AArch64's `#` and others within operands begin no comment.
            Some((code, comment)) if comment.starts_with([' ', '=', '\t']) || comment.is_empty() => {
                (code.trim(), comment.trim())
            }
            _ => (line.trim(), ""),
        };
        if let Some(name) = comment.strip_prefix("-- Begin function ") {
            (self.function, self.place, self.is_remainder) = (Some(name.trim()), None, false);
            self.enter("");
        } else if comment.starts_with("-- End function") {
            self.function = None;
        } else if code.is_empty() && comment.starts_with("%bb.") {
            self.enter("");
        }
        if let Some(label) = code.strip_suffix(':').filter(|label| !label.contains(char::is_whitespace)) {
            if label_id(label).starts_with("BB") {
                self.enter(label_id(label));
            }
            self.loops(comment);
            return;
        }
        self.loops(comment);
        if let Some(directive) = code.strip_prefix('.') {
            self.directive(directive, comment);
        } else if !code.is_empty() {
            self.instruction(code, comment);
        }
    }

    /// Enters a block.
    fn enter(&mut self, label: &'a str) {
        (self.block, self.within) = (label, None);
    }

    /// Notes what a comment tells of the loop of the block.
    fn loops(&mut self, comment: &'a str) {
        let Some((before, depth)) = comment.split_once("Depth=") else { return };
        let digits = depth.find(|c: char| !c.is_ascii_digit()).unwrap_or(depth.len());
        let Ok(depth) = depth[..digits].parse() else { return };
        if before.contains("=>") {
            self.within = Some((self.block, depth));
        } else if let Some((_, header)) = before.split_once("in Loop: Header=") {
            self.within = Some((header.trim(), depth));
        }
        if let Some((_, header)) = before.split_once("Parent Loop ") {
            // The innermost one is the last.
            self.around.insert(self.block, header.trim());
        }
        if let Some((header, _)) = self.within.filter(|_| !self.block.is_empty()) {
            self.loop_of.insert(self.block, header);
        }
    }

    /// Whether a block is in a loop.
    fn is_in(&self, block: &str, header: &str) -> bool {
        let mut within = self.loop_of.get(block).copied();
        while let Some(inner) = within.filter(|inner| *inner != header) {
            within = self.around.get(inner).copied();
        }
        within.is_some()
    }

    /// The place of the branch that closes the loop of a region, or leaves it.
    fn loop_place(&self, region: &Region, regions: &[Region]) -> LoopPlace {
        let Some(header) = region.header.as_deref() else { return (None, false) };
        let target = |inst: &Instruction| {
            let label = inst.text.split(|c: char| !c.is_alphanumeric() && c != '_').map(label_id);
            label.rev().find(|label| label.starts_with("BB")).map(str::to_owned)
        };
        let parts = || regions.iter().filter(|part| part.header.as_deref() == Some(header));
        let placed = || {
            let instructions = parts().flat_map(|part| part.instructions.iter().rev());
            instructions.filter(|inst| inst.place.is_some())
        };
        let closing = placed().find(|inst| target(inst).as_deref() == Some(header));
        let leaving = || placed().find(|inst| target(inst).is_some_and(|block| !self.is_in(&block, header)));
        let closing = closing.or_else(leaving).or_else(|| placed().next());
        (closing.and_then(|inst| inst.place.clone()), parts().count() > 1)
    }

    fn directive(&mut self, directive: &'a str, comment: &str) {
        let mut words = directive.split_whitespace();
        match words.next() {
            Some("file") => {
                let Some(number) = words.next().filter(|number| number.parse::<u32>().is_ok()) else {
                    return;
                };
                let names: Vec<&str> = directive.split('"').skip(1).step_by(2).collect();
                let name = match names[..] {
                    [dir, name] if !name.starts_with('/') => format!("{dir}/{name}"),
                    [.., name] => name.to_owned(),
                    [] => return,
                };
                self.files.insert(number, name);
            }
            Some("loc") => {
                let (Some(file), Some(line)) = (words.next(), words.next()) else { return };
                // Instructions without a line belong to those around.
                let Some(line) = line.parse().ok().filter(|line| *line != 0) else { return };
                let mut rest = words.skip_while(|word| *word != "discriminator");
                self.is_remainder = rest.nth(1) == Some(REMAINDER);
                let Some(file) = self.files.get(file) else { return };
                let place = SourcePlace { file: file.clone(), line };
                self.place = match place.file.starts_with(HEADERS) {
                    true => in_program(comment).or(Some(place)),
                    false => Some(place),
                };
            }
            _ => {}
        }
    }

    fn instruction(&mut self, code: &str, comment: &str) {
        let Some(function) = self.function else { return };
        let text = code.to_owned();
        let is_spill = comment.contains("Spill") || comment.contains("Reload");
        let header = self.within.map(|(header, _)| header);
        let known =
            self.regions.iter_mut().rev().take_while(|region| region.function == function).find(|region| {
                region.header.as_deref() == header && region.is_remainder == self.is_remainder
            });
        let instruction = Instruction { text, place: self.place.clone(), is_spill };
        match known {
            Some(region) => region.instructions.push(instruction),
            None => self.regions.push(Region {
                function: function.to_owned(),
                depth: self.within.map_or(0, |(_, depth)| depth),
                loop_place: None,
                is_remainder: self.is_remainder,
                has_remainders: false,
                instructions: vec![instruction],
                header: header.map(str::to_owned),
            }),
        }
    }
}

/// The place in the program of code of the headers that was inlined there, by the comment of a location.
fn in_program(comment: &str) -> Option<SourcePlace> {
    comment.split("@[").skip(1).find_map(|part| {
        let part = part.trim().trim_end_matches([' ', ']']);
        let (rest, _column) = part.rsplit_once(':')?;
        let (file, line) = rest.rsplit_once(':')?;
        let line = line.parse().ok()?;
        (!file.starts_with(HEADERS)).then(|| SourcePlace { file: file.to_owned(), line })
    })
}

#[cfg(test)]
mod tests {
    use super::Assembly;

    const LOOP: &str = "\
\t.globl\tf                               # -- Begin function f
f:                                      # @f
\t.file\t0 \"/\" \"/tmp/x.c\"
\t.file\t1 \"a.c\"
\t.file\t2 \"<terrace>\" \"ripple.h\"
\t.loc\t1 2 3 prologue_end              # a.c:2:3
\ttestq\t%rdi, %rdi
\tje\t.LBB0_2
.LBB0_1:                                # =>This Inner Loop Header: Depth=1
\t.loc\t2 40 1                          # <terrace>/ripple.h:40:1 @[ a.c:4:5 ]
\tvmovups\t(%rdi), %ymm0
\t.loc\t1 0 1                           # a.c:0:1
\tvmovups\t%ymm0, (%rsp)                # 32-byte Spill
\t.loc\t1 3 3                           # a.c:3:3
\tjne\t.LBB0_1
.LBB0_2:
\t.loc\t1 4 5 discriminator 1           # a.c:4:5
\tvmaskmovps\t(%rdi), %ymm1, %ymm0
\t.loc\t1 5 1                           # a.c:5:1
\tretq
                                        # -- End function
\t.quad\t1
";

    #[test]
    fn code_is_apart_by_loops_and_remainders() {
        let assembly = Assembly::parse(LOOP);
        let lines = |at: usize| {
            let instructions = assembly.regions[at].instructions.iter();
            instructions.map(|inst| inst.place.as_ref().map_or(0, |place| place.line)).collect::<Vec<_>>()
        };
        assert_eq!(assembly.regions.len(), 3);
        // Before and after the loop.
        assert_eq!((lines(0), assembly.regions[0].depth), (vec![2, 2, 5], 0));
        // What headers inline is at the line of the program, and so is what has no line.
        assert_eq!((lines(1), assembly.regions[1].depth), (vec![4, 4, 3], 1));
        assert_eq!(assembly.regions[1].loop_place.as_ref().map(|place| place.line), Some(3));
        assert!(assembly.regions[1].instructions[1].is_spill);
        assert_eq!((lines(2), assembly.regions[2].is_remainder), (vec![4], true));
    }
}
