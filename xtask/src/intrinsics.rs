//! `intrinsics-table`: the names and signatures of LLVM's intrinsics, from the definitions of an LLVM installation, as the
//! table that `terrace_llvm_ir::signatures` looks up.
//!
//! A signature is the sequence of LLVM's codes for types, of the result and of each parameter, with their
//! arguments for overloaded types. The table has, in little endian: the number of intrinsics, of signatures
//! and of bytes of those (four bytes each); where each block of 16 names begins (four bytes); the signature
//! of each intrinsic (two bytes), whose first bit is set if the intrinsic is overloaded; where each signature
//! begins, and where the last one ends (two bytes); the signatures; and the names without `llvm.`, in order,
//! as the number of bytes that they share with the one before them in their block, the number of bytes that
//! follow, and those.

use std::collections::BTreeMap;
use std::error::Error;

use crate::args::Args;

/// Names in a block.
const BLOCK: usize = 16;

/// LLVM's codes for types that the reader of the table knows, in the order of their numbers.
const CODES: &str = "Done I1 I8 I16 I32 I64 F16 F32 F64 V2 V4 V8 V16 V32 PTR ARG V64 MMX TOKEN METADATA EMPTYSTRUCT STRUCT \
    EXTEND_ARG TRUNC_ARG ANYPTR V1 VARARG ONE_NTH_ELTS_VEC_ARG SAME_VEC_WIDTH_ARG VEC_OF_ANYPTRS_TO_ELT I128 V512 V1024 F128 \
    VEC_ELEMENT SCALABLE_VEC SUBDIVIDE2_ARG SUBDIVIDE4_ARG VEC_OF_BITCASTS_TO_INT V128 BF16 V256 AMX PPCF128 V3 EXTERNREF \
    FUNCREF I2 I4 AARCH64_SVCOUNT V6 V10 V2048 V4096";

/// The number of bytes after a code that belong to it.
fn operands(code: u8) -> usize {
    match code {
        15 | 21..=24 | 28 | 34 | 36..=38 => 1,
        27 | 29 => 2,
        _ => 0,
    }
}

/// Writes the table.
pub(crate) fn main(rest: &[String]) -> Result<bool, Box<dyn Error>> {
    let args = Args::parse(rest, &["--include", "--out"], &[])?;
    let include = args.value("--include").unwrap_or("/usr/include/llvm-22");
    let out = args.value("--out").unwrap_or("crates/llvm/llvm-ir/src/signatures/llvm22.bin");
    let text = std::fs::read_to_string(format!("{include}/llvm/IR/IntrinsicImpl.inc"))?;
    let table = table(&text)?;
    std::fs::write(out, &table)?;
    println!("{out}: {} bytes", table.len());
    Ok(true)
}

/// The text between the braces or quotes after a mark, up to the end of the statement.
fn section<'a>(text: &'a str, mark: &str) -> Result<&'a str, String> {
    let start = text.find(mark).ok_or_else(|| format!("no {mark}"))? + mark.len();
    let end = text[start..].find(';').ok_or_else(|| format!("no end of {mark}"))?;
    Ok(&text[start..start + end])
}

/// A number, or several that `|` and `<<` combine.
fn number(text: &str) -> Option<u64> {
    let term = |text: &str| -> Option<u64> {
        let text = text.trim().trim_matches(['(', ')']).replace('U', "");
        match text.split_once("<<") {
            Some((value, by)) => Some(number(value)? << number(by)?),
            None => match text.trim().strip_prefix("0x") {
                Some(digits) => u64::from_str_radix(digits, 16).ok(),
                None => text.trim().parse().ok(),
            },
        }
    };
    text.split('|').try_fold(0, |bits, part| Some(bits | term(part)?))
}

/// The numbers of an array.
fn numbers(text: &str, mark: &str) -> Result<Vec<u64>, String> {
    let body = section(text, mark)?.trim().trim_matches(['{', '}', '=', ' ']);
    let mut plain = String::new();
    for (at, part) in body.split("/*").enumerate() {
        plain.push_str(if at == 0 { part } else { part.split_once("*/").map_or("", |(_, rest)| rest) });
    }
    let entries = plain.trim_matches(['{', '}']).split(',').map(str::trim).filter(|entry| !entry.is_empty());
    entries.map(|entry| number(entry).ok_or_else(|| format!("no number: {entry}"))).collect()
}

/// A signature from codes up to a zero or their end.
fn signature(codes: &[u8]) -> Vec<u8> {
    let (mut out, mut at) = (Vec::new(), 0);
    while let Some(&code) = codes.get(at) {
        // A zero is the result of a function that returns nothing; later, it is the end.
        if code == 0 && at > 0 {
            break;
        }
        let count = operands(code);
        out.push(code);
        out.extend((1..=count).map(|i| codes.get(at + i).copied().unwrap_or(0)));
        at += 1 + count;
    }
    out
}

fn table(text: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    for (number, name) in CODES.split_whitespace().enumerate() {
        if !text.contains(&format!("  IIT_{name} = {number},")) {
            return Err(format!("the code {name} is not {number}: another version of LLVM").into());
        }
    }
    let names: Vec<&str> = section(text, "IntrinsicNameTableStorage[] =")?
        .lines()
        .filter_map(|line| line.trim().strip_prefix('"')?.strip_suffix("\\0\""))
        .filter_map(|name| name.strip_prefix("llvm."))
        .collect();
    let overloaded = numbers(text, "OTable[] =")?;
    let codes = numbers(text, "IIT_Table[] =")?;
    let long: Vec<u8> =
        numbers(text, "IIT_LongEncodingTable[] =")?.into_iter().map(|code| code as u8).collect();
    let mut intrinsics = BTreeMap::new();
    for (at, name) in names.iter().enumerate() {
        let code = *codes.get(at).ok_or("fewer signatures than names")?;
        let codes: Vec<u8> = match code >> 15 {
            0 => (0..4)
                .map(|digit| code >> (4 * digit))
                .take_while(|&rest| rest != 0 || code == 0)
                .take(if code == 0 { 1 } else { 4 })
                .map(|rest| (rest & 15) as u8)
                .collect(),
            _ => long.get(code as usize & 0x7fff..).ok_or("a code beyond the table")?.to_vec(),
        };
        // The first intrinsic has the number one.
        let is_overloaded = overloaded.get((at + 1) / 8).is_some_and(|bits| bits >> ((at + 1) % 8) & 1 == 1);
        intrinsics.insert(*name, (signature(&codes), is_overloaded));
    }
    let mut signatures: BTreeMap<&[u8], usize> = BTreeMap::new();
    intrinsics.values().for_each(|(signature, _)| {
        signatures.insert(signature, 0);
    });
    signatures.values_mut().enumerate().for_each(|(number, place)| *place = number);
    let bytes: usize = signatures.keys().map(|signature| signature.len()).sum();
    let (mut blocks, mut text): (Vec<u8>, Vec<u8>) = (Vec::new(), Vec::new());
    let mut before = "";
    for (at, name) in intrinsics.keys().enumerate() {
        let shared = match at % BLOCK {
            0 => {
                blocks.extend((text.len() as u32).to_le_bytes());
                0
            }
            _ => name.bytes().zip(before.bytes()).take_while(|(a, b)| a == b).count(),
        };
        text.extend([u8::try_from(shared)?, u8::try_from(name.len() - shared)?]);
        text.extend(&name.as_bytes()[shared..]);
        before = name;
    }
    let mut out = Vec::new();
    for count in [intrinsics.len(), signatures.len(), bytes] {
        out.extend(u32::try_from(count)?.to_le_bytes());
    }
    out.extend(blocks);
    for (signature, is_overloaded) in intrinsics.values() {
        let number = u16::try_from(signatures[&signature[..]])?;
        out.extend((number | if *is_overloaded { 0x8000 } else { 0 }).to_le_bytes());
    }
    let mut offset = 0;
    for signature in signatures.keys() {
        out.extend(u16::try_from(offset)?.to_le_bytes());
        offset += signature.len();
    }
    out.extend(u16::try_from(offset)?.to_le_bytes());
    signatures.keys().for_each(|signature| out.extend(*signature));
    out.extend(text);
    Ok(out)
}
