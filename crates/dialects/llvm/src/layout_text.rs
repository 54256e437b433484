//! The layout of a module as LLVM writes it, `e-p:64:64-i64:64`: whether LLVM would take it.

type Checked = Result<(), String>;

fn malformed(form: &str) -> String {
    format!("malformed specification, must be of the form \"{form}\"")
}

/// A decimal number below `2^bits`.
fn number(text: &str, bits: u32) -> Option<u64> {
    let digits = !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    text.parse::<u64>().ok().filter(|&value| digits && value >> bits == 0)
}

fn size(text: &str, name: &str) -> Result<u64, String> {
    if text.is_empty() {
        return Err(format!("{name} component cannot be empty"));
    }
    let size = number(text, 24).filter(|&size| size != 0);
    size.ok_or_else(|| format!("{name} must be a non-zero 24-bit integer"))
}

/// An alignment in bits; zero is one byte, where it is allowed.
fn alignment(text: &str, name: &str, allows_zero: bool) -> Result<u64, String> {
    if text.is_empty() {
        return Err(format!("{name} alignment component cannot be empty"));
    }
    match number(text, 16) {
        None => Err(format!("{name} alignment must be a 16-bit integer")),
        Some(0) if allows_zero => Ok(8),
        Some(0) => Err(format!("{name} alignment must be non-zero")),
        Some(value) if value % 8 == 0 && (value / 8).is_power_of_two() => Ok(value),
        Some(_) => Err(format!("{name} alignment must be a power of two times the byte width")),
    }
}

fn address_space(text: &str) -> Result<u64, String> {
    if text.is_empty() {
        return Err("address space component cannot be empty".to_string());
    }
    number(text, 24).ok_or_else(|| "address space must be a 24-bit integer".to_string())
}

/// The alignments at the end of a specification; the second may be missing. Returns the first.
fn alignments(texts: &[&str], allows_zero: bool) -> Result<u64, String> {
    let abi = alignment(texts[0], "ABI", allows_zero)?;
    if let Some(text) = texts.get(1)
        && alignment(text, "preferred", false)? < abi
    {
        return Err("preferred alignment cannot be less than the ABI alignment".to_string());
    }
    Ok(abi)
}

/// Integers, floating-point numbers and vectors of a size.
fn check_primitive(kind: char, rest: &str) -> Checked {
    let parts: Vec<&str> = rest.split(':').collect();
    if !(2..=3).contains(&parts.len()) {
        return Err(malformed(&format!("{kind}<size>:<abi>[:<pref>]")));
    }
    let size = size(parts[0], "size")?;
    let abi = alignment(parts[1], "ABI", false)?;
    if kind == 'i' && size == 8 && abi != 8 {
        return Err("i8 must be 8-bit aligned".to_string());
    }
    alignments(&parts[1..], false).map(|_| ())
}

fn check_aggregate(rest: &str) -> Checked {
    let parts: Vec<&str> = rest.split(':').collect();
    if !(2..=3).contains(&parts.len()) {
        return Err(malformed("a:<abi>[:<pref>]"));
    }
    if !parts[0].is_empty() && number(parts[0], 32) != Some(0) {
        return Err("size must be zero".to_string());
    }
    alignments(&parts[1..], true).map(|_| ())
}

fn check_pointer(rest: &str) -> Checked {
    let parts: Vec<&str> = rest.split(':').collect();
    if !(3..=5).contains(&parts.len()) {
        return Err(malformed("p[<n>]:<size>:<abi>[:<pref>[:<idx>]]"));
    }
    let space = parts[0].trim_start_matches(['e', 'u']);
    if let Some(flag) = space.chars().next().filter(char::is_ascii_alphabetic) {
        return Err(format!("'{flag}' is not a valid pointer specification flag"));
    }
    let has_flags = space.len() < parts[0].len();
    // The address space may have a name.
    let space = space.split_once('(').map_or(space, |(space, _)| space);
    let space = if space.is_empty() { 0 } else { address_space(space)? };
    if has_flags && space == 0 {
        return Err("address space 0 cannot be unstable or have external state".to_string());
    }
    let size_in_bits = size(parts[1], "pointer size")?;
    alignments(&parts[2..parts.len().min(4)], false)?;
    if let Some(index) = parts.get(4)
        && size(index, "index size")? > size_in_bits
    {
        return Err("index size cannot be larger than the pointer size".to_string());
    }
    Ok(())
}

fn check_non_integral(rest: &str) -> Checked {
    let Some(spaces) = rest.strip_prefix(':') else {
        return Err(malformed("ni:<address space>[:<address space>]..."));
    };
    for space in spaces.split(':') {
        if address_space(space)? == 0 {
            return Err("address space 0 cannot be non-integral".to_string());
        }
    }
    Ok(())
}

fn check_function_pointer(rest: &str) -> Checked {
    let Some(kind) = rest.chars().next() else { return Err(malformed("F<type><abi>")) };
    if !matches!(kind, 'i' | 'n') {
        return Err(format!("unknown function pointer alignment type '{kind}'"));
    }
    alignment(&rest[1..], "ABI", false).map(|_| ())
}

fn check_mangling(rest: &str) -> Checked {
    match rest.strip_prefix(':') {
        None | Some("") => Err(malformed("m:<mangling>")),
        Some("e" | "l" | "o" | "m" | "w" | "x" | "a") => Ok(()),
        Some(_) => Err("unknown mangling mode".to_string()),
    }
}

fn check_specification(text: &str) -> Checked {
    if let Some(rest) = text.strip_prefix("ni") {
        return check_non_integral(rest);
    }
    let mut chars = text.chars();
    let Some(kind) = chars.next() else { return Err("empty specification is not allowed".to_string()) };
    let rest = chars.as_str();
    match kind {
        'i' | 'f' | 'v' => check_primitive(kind, rest),
        'a' => check_aggregate(rest),
        'p' => check_pointer(rest),
        // LLVM does not look at it any more.
        's' => Ok(()),
        'e' | 'E' if rest.is_empty() => Ok(()),
        'e' | 'E' => Err("malformed specification, must be just 'e' or 'E'".to_string()),
        'n' => rest.split(':').try_for_each(|text| size(text, "size").map(|_| ())),
        'S' if rest.is_empty() => Err(malformed("S<size>")),
        'S' => alignment(rest, "stack natural", false).map(|_| ()),
        'F' => check_function_pointer(rest),
        'P' | 'A' | 'G' if rest.is_empty() => Err(malformed(&format!("{kind}<address space>"))),
        'P' | 'A' | 'G' => address_space(rest).map(|_| ()),
        'm' => check_mangling(rest),
        _ => Err(format!("unknown specifier '{kind}'")),
    }
}

/// Checks a data layout; an empty one is valid.
///
/// # Errors
///
/// LLVM's message, if LLVM would reject it.
pub fn check(text: &str) -> Checked {
    if text.is_empty() { Ok(()) } else { text.split('-').try_for_each(check_specification) }
}
