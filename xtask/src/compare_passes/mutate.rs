//! Mutants of texts and of flags: one thing is another.

use std::ops::Range;

use terrace_progen::numbers::Numbers;

/// Element types: of another width, another class, and both.
const ELEMENTS: &[&str] =
    &["f16", "bf16", "f32", "f64", "i1", "i8", "i16", "i32", "i64", "index", "f8E4M3FN", "si8", "i4"];

const EXTENTS: &[&str] = &["?", "?", "1", "2", "3", "4", "8", "16", "0", "7"];

const NUMBERS: &[&str] = &["0", "1", "-1", "2", "3", "5", "16", "1000000", "4", "8", "10"];

const FLOATS: &[&str] = &["0.0", "-0.0", "1.0", "-1.0", "2.5", "1.0e+30", "0x7FC00000", "0x7F800000"];

/// Words of which each can stand where another does.
const FAMILIES: &[&[&str]] = &[
    &[
        "arith.addi",
        "arith.subi",
        "arith.muli",
        "arith.divsi",
        "arith.divui",
        "arith.remsi",
        "arith.remui",
        "arith.andi",
        "arith.ori",
        "arith.xori",
        "arith.shli",
        "arith.shrsi",
        "arith.shrui",
        "arith.minsi",
        "arith.maxsi",
        "arith.minui",
        "arith.maxui",
        "arith.floordivsi",
        "arith.ceildivsi",
        "arith.ceildivui",
    ],
    &[
        "arith.addf",
        "arith.subf",
        "arith.mulf",
        "arith.divf",
        "arith.remf",
        "arith.minimumf",
        "arith.maximumf",
        "arith.minnumf",
        "arith.maxnumf",
        "math.powf",
        "math.atan2",
        "math.copysign",
    ],
    &[
        "arith.extsi",
        "arith.extui",
        "arith.trunci",
        "arith.index_cast",
        "arith.index_castui",
        "arith.bitcast",
        "arith.sitofp",
        "arith.uitofp",
    ],
    &["arith.extf", "arith.truncf", "arith.fptosi", "arith.fptoui", "arith.bitcast"],
    &[
        "arith.negf",
        "math.exp",
        "math.exp2",
        "math.log",
        "math.sqrt",
        "math.rsqrt",
        "math.tanh",
        "math.sin",
        "math.cos",
        "math.absf",
        "math.floor",
        "math.ceil",
        "math.round",
        "math.roundeven",
        "math.erf",
        "math.trunc",
        "math.log1p",
        "math.expm1",
        "math.atan",
        "math.cbrt",
    ],
    &["math.absi", "math.ctlz", "math.cttz", "math.ctpop"],
    &["slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge", "eq", "ne"],
    &["olt", "ole", "ogt", "oge", "oeq", "one", "ult", "une", "ord", "uno", "ueq"],
    &[
        "<add>",
        "<mul>",
        "<minsi>",
        "<maxui>",
        "<and>",
        "<or>",
        "<xor>",
        "<minimumf>",
        "<maximumf>",
        "<minnumf>",
        "<maxsi>",
        "<minui>",
    ],
    &["\"parallel\"", "\"reduction\""],
    &["true", "false"],
    &["complex.add", "complex.sub", "complex.mul", "complex.div", "complex.pow"],
    &["linalg.add", "linalg.sub", "linalg.mul", "linalg.div", "linalg.max", "linalg.min"],
    &[
        "linalg.exp",
        "linalg.log",
        "linalg.abs",
        "linalg.ceil",
        "linalg.floor",
        "linalg.negf",
        "linalg.square",
        "linalg.tanh",
    ],
    &["affine.min", "affine.max"],
    &[
        "affine_map<(d0, d1) -> (d0, d1)>",
        "affine_map<(d0, d1) -> (d1, d0)>",
        "affine_map<(d0, d1) -> (d0)>",
        "affine_map<(d0, d1) -> (d1)>",
    ],
    &[
        "affine_map<(d0) -> (d0)>",
        "affine_map<(d0) -> (d0 + 1)>",
        "affine_map<(d0) -> (d0 floordiv 2)>",
        "affine_map<(d0) -> (d0 mod 3)>",
        "affine_map<(d0) -> (-d0)>",
        "affine_map<(d0) -> (0)>",
    ],
    &[
        "index.add",
        "index.sub",
        "index.mul",
        "index.divs",
        "index.divu",
        "index.ceildivs",
        "index.floordivs",
        "index.rems",
        "index.maxs",
        "index.minu",
        "index.shl",
        "index.shrs",
        "index.and",
    ],
    &["vector.transfer_read", "vector.load"],
    &[
        "llvm.add",
        "llvm.sub",
        "llvm.mul",
        "llvm.sdiv",
        "llvm.udiv",
        "llvm.and",
        "llvm.or",
        "llvm.xor",
        "llvm.shl",
        "llvm.lshr",
        "llvm.ashr",
    ],
    &["tensor", "memref", "vector"],
    &["memref.alloc", "memref.alloca"],
    &["private", "public", "nested"],
    &["floordiv", "ceildiv", "mod"],
    &["%arg0", "%arg1", "%arg2"],
    &["%0", "%1", "%2", "%3"],
    &["%c0", "%c1", "%c2", "%c4"],
];

/// A text with one or two things changed.
pub(super) fn text(chunk: &str, numbers: &mut Numbers) -> String {
    let mut text = chunk.to_owned();
    for _ in 0..=usize::from(numbers.percent(15)) {
        // Some changes are of things that not every text has.
        text = (0..8).find_map(|_| change(&text, numbers)).unwrap_or(text);
    }
    text
}

fn change(text: &str, numbers: &mut Numbers) -> Option<String> {
    match numbers.below(16) {
        0..4 => extent(text, numbers),
        4..6 => element(text, numbers),
        6..8 => number(text, numbers),
        8..11 => word(text, numbers),
        11 | 12 => operand(text, numbers),
        13 => attribute(text, numbers),
        14 => again(text, numbers),
        _ => without(text, numbers),
    }
}

fn with(text: &str, place: &Range<usize>, new: &str) -> String {
    format!("{}{new}{}", &text[..place.start], &text[place.end..])
}

fn is_word(c: u8) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, b'_' | b'.' | b'$')
}

/// The places of a text at which it begins and ends as a word.
fn places(text: &str, what: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let (first, last) = (what.as_bytes()[0], what.as_bytes()[what.len() - 1]);
    text.match_indices(what)
        .map(|(at, _)| at..at + what.len())
        .filter(|place| {
            let before = place.start.checked_sub(1).map(|at| bytes[at]);
            let begins = !is_word(first) || before.is_none_or(|c| !is_word(c) && !b"%@#!^".contains(&c));
            let ends = !is_word(last) || bytes.get(place.end).is_none_or(|&c| !is_word(c));
            begins && ends
        })
        .collect()
}

/// Replaces a place, or all that have the same text.
fn replace_some(text: &str, all: &[Range<usize>], numbers: &mut Numbers, new: &str) -> Option<String> {
    if all.is_empty() {
        return None;
    }
    let place = numbers.pick(all).clone();
    if numbers.percent(35) {
        return Some(with(text, &place, new));
    }
    let old = &text[place];
    let mut out = text.to_owned();
    for place in all.iter().rev().filter(|place| text[(*place).clone()] == *old) {
        out.replace_range(place.clone(), new);
    }
    Some(out)
}

/// The extents of shaped types.
fn extents(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    let is_extent = |place: &Range<usize>| {
        let before = place.start.checked_sub(1).map(|at| bytes[at]);
        let is_first = before == Some(b'<') || before == Some(b'[');
        let after_x = before == Some(b'x')
            && place
                .start
                .checked_sub(2)
                .is_some_and(|at| bytes[at].is_ascii_digit() || b"?]".contains(&bytes[at]));
        (is_first || after_x) && (bytes.get(place.end) == Some(&b'x') || bytes.get(place.end) == Some(&b']'))
    };
    let (mut all, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        let start = at;
        if bytes[at] == b'?' {
            at += 1;
        } else {
            while at < bytes.len() && bytes[at].is_ascii_digit() {
                at += 1;
            }
        }
        if start == at {
            at += 1;
        } else if is_extent(&(start..at)) {
            all.push(start..at);
        }
    }
    all
}

fn extent(text: &str, numbers: &mut Numbers) -> Option<String> {
    let new = *numbers.pick(EXTENTS);
    replace_some(text, &extents(text), numbers, new)
}

/// The places of element types, alone or after an extent.
fn element(text: &str, numbers: &mut Numbers) -> Option<String> {
    let bytes = text.as_bytes();
    let all: Vec<Range<usize>> = ELEMENTS
        .iter()
        .flat_map(|element| text.match_indices(element))
        .map(|(at, element)| at..at + element.len())
        .filter(|place| {
            let before = place.start.checked_sub(1).map(|at| bytes[at]);
            let after_extent = before == Some(b'x')
                && place
                    .start
                    .checked_sub(2)
                    .is_some_and(|at| bytes[at].is_ascii_digit() || b"?]*".contains(&bytes[at]));
            (after_extent || before.is_none_or(|c| !is_word(c) && !b"%@#!^".contains(&c)))
                && bytes.get(place.end).is_none_or(|&c| !is_word(c))
        })
        .collect();
    let new = *numbers.pick(ELEMENTS);
    replace_some(text, &all, numbers, new)
}

/// Numbers outside of shapes and names.
fn number(text: &str, numbers: &mut Numbers) -> Option<String> {
    let bytes = text.as_bytes();
    let (mut integers, mut floats, mut at) = (Vec::new(), Vec::new(), 0);
    while at < bytes.len() {
        let start = at;
        while at < bytes.len() && (is_word(bytes[at]) || (at == start && bytes[at] == b'-')) {
            at += 1;
        }
        let word = &text[start..at];
        let before = start.checked_sub(1).map_or(b' ', |at| bytes[at]);
        if b" [(<,=:".contains(&before) && word.parse::<i64>().is_ok() {
            integers.push(start..at);
        } else if b" [(<,=:".contains(&before) && word.contains('.') && word.parse::<f64>().is_ok() {
            floats.push(start..at);
        }
        at = at.max(start + 1);
    }
    if !floats.is_empty() && numbers.percent(30) {
        let place = numbers.pick(&floats).clone();
        let new = *numbers.pick::<&str>(FLOATS);
        return Some(with(text, &place, new));
    }
    if integers.is_empty() {
        return None;
    }
    let place = numbers.pick(&integers).clone();
    let new = *numbers.pick::<&str>(NUMBERS);
    Some(with(text, &place, new))
}

fn word(text: &str, numbers: &mut Numbers) -> Option<String> {
    let mut all: Vec<(Range<usize>, &[&str])> = Vec::new();
    for family in FAMILIES {
        for word in *family {
            all.extend(places(text, word).into_iter().map(|place| (place, *family)));
        }
    }
    if all.is_empty() {
        return None;
    }
    let (place, family) = numbers.pick(&all).clone();
    let new = *numbers.pick::<&str>(family);
    Some(with(text, &place, new))
}

/// The uses of values: places and names.
fn uses(text: &str) -> Vec<Range<usize>> {
    let bytes = text.as_bytes();
    text.match_indices('%')
        .map(|(at, _)| {
            let len = bytes[at + 1..].iter().take_while(|&&c| is_word(c) || c == b'-' || c == b'#').count();
            at..at + 1 + len
        })
        .collect()
}

fn operand(text: &str, numbers: &mut Numbers) -> Option<String> {
    let all = uses(text);
    if all.len() < 2 {
        return None;
    }
    let at = numbers.below(all.len());
    // Values nearby have the same type more often.
    let other = numbers.below(all.len().min(at + 8) - at.saturating_sub(8)) + at.saturating_sub(8);
    (text[all[at].clone()] != text[all[other].clone()])
        .then(|| with(text, &all[at], &text[all[other].clone()]))
}

/// Drops an entry of a dictionary or list.
fn attribute(text: &str, numbers: &mut Numbers) -> Option<String> {
    let opening: Vec<usize> = text
        .match_indices(['{', '['])
        .map(|(at, _)| at)
        .filter(|&at| !text[at..].starts_with("{\n"))
        .collect();
    if opening.is_empty() {
        return None;
    }
    let open = *numbers.pick(&opening);
    let (mut depth, mut entries, mut start) = (0_i32, Vec::new(), open + 1);
    for (at, c) in text[open..].char_indices() {
        match c {
            '{' | '[' | '(' => depth += 1,
            '}' | ']' | ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 || (depth == 1 && c == ',') {
            entries.push(start..open + at);
            start = open + at + 1;
        }
        if depth == 0 {
            break;
        }
    }
    if entries.is_empty() || depth != 0 {
        return None;
    }
    let index = numbers.below(entries.len());
    let mut place = entries[index].clone();
    if index + 1 < entries.len() {
        place.end += 1;
    } else if index > 0 {
        place.start -= 1;
    }
    Some(with(text, &place, ""))
}

/// Lines with an op without regions.
fn op_lines(text: &str) -> Vec<Range<usize>> {
    let mut at = 0;
    let mut all = Vec::new();
    for line in text.split_inclusive('\n') {
        let place = at..at + line.len();
        at = place.end;
        let op = line.trim();
        let is_whole = op.matches(['(', '[', '{']).count() == op.matches([')', ']', '}']).count();
        let is_op = op.starts_with('%') || op.split(['.', ' ']).next().is_some_and(|word| word.len() > 2);
        if is_whole
            && is_op
            && op.contains('.')
            && !op.ends_with('{')
            && !op.starts_with(['}', '^', '#', '!'])
        {
            all.push(place);
        }
    }
    all
}

/// An op a second time, under another name.
fn again(text: &str, numbers: &mut Numbers) -> Option<String> {
    let lines = op_lines(text);
    if lines.is_empty() {
        return None;
    }
    let place = numbers.pick(&lines).clone();
    let line = &text[place.clone()];
    let copy = match line.split_once(" = ") {
        Some((names, op)) if names.trim().starts_with('%') && !names.contains([',', ':']) => {
            format!("{names}_copy = {op}")
        }
        Some((names, _)) if names.trim().starts_with('%') => return None,
        _ => line.to_owned(),
    };
    Some(with(text, &(place.end..place.end), &copy))
}

/// Without an op.
fn without(text: &str, numbers: &mut Numbers) -> Option<String> {
    let lines = op_lines(text);
    (!lines.is_empty()).then(|| with(text, numbers.pick(&lines), ""))
}

/// Flags with an option of a pass changed or dropped, or with a pass dropped.
pub(super) fn flags(flags: &[String], numbers: &mut Numbers) -> Vec<String> {
    let mut flags = flags.to_vec();
    let values: Vec<usize> = (0..flags.len()).filter(|&at| flags[at].contains('=')).collect();
    if values.is_empty() {
        return flags;
    }
    let at = *numbers.pick(&values);
    if let Some((name, options)) =
        flags[at].split_once('=').filter(|(name, _)| !name.contains("pass-pipeline"))
    {
        let mut options: Vec<&str> = options.split(' ').collect();
        match numbers.below(3) {
            0 => {
                options.remove(numbers.below(options.len()));
                flags[at] = if options.is_empty() {
                    name.to_owned()
                } else {
                    format!("{name}={}", options.join(" "))
                };
            }
            _ => {
                if let Some(new) = option(&options.join(" "), numbers) {
                    flags[at] = format!("{name}={new}");
                }
            }
        }
    } else if let Some(new) = option(&flags[at], numbers) {
        flags[at] = new;
    }
    flags
}

/// Another number or truth value in the text of options.
fn option(text: &str, numbers: &mut Numbers) -> Option<String> {
    let mut all: Vec<Range<usize>> = ["true", "false"].iter().flat_map(|word| places(text, word)).collect();
    let digits = text.match_indices(|c: char| c.is_ascii_digit()).map(|(at, _)| at..at + 1);
    all.extend(digits.filter(|place| text[..place.start].ends_with(['=', ','])));
    if all.is_empty() {
        return None;
    }
    let place = numbers.pick(&all).clone();
    let new = match &text[place.clone()] {
        "true" => "false",
        "false" => "true",
        _ => numbers.pick(&["0", "1", "2", "4", "7"]),
    };
    Some(with(text, &place, new))
}
