//! Rust for declarations in C: functions, and structures of numbers, pointers and arrays.

use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The descriptor of a buffer, for the structures of which `terrace compile` writes one for each rank and type.
const MEMREF: &str = "\
/// A buffer with `N` dimensions, as compiled functions take it.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct MemRef<T, const N: usize> {
    /// The allocation, to be freed.
    pub allocated: *mut T,
    /// The start of the elements.
    pub aligned: *mut T,
    /// The index of the first element.
    pub offset: i64,
    /// The number of elements of each dimension.
    pub sizes: [i64; N],
    /// The distance, in elements, of neighbors in each dimension.
    pub strides: [i64; N],
}

#[allow(dead_code)]
impl<T, const N: usize> MemRef<T, N> {
    /// Describes elements in the order of rows.
    ///
    /// # Panics
    ///
    /// If there are fewer elements than the sizes say.
    pub fn new(elements: &mut [T], sizes: [usize; N]) -> Self {
        assert!(sizes.iter().product::<usize>() <= elements.len(), \"a buffer is too small\");
        let mut strides = [1; N];
        for dim in (1..N).rev() {
            strides[dim - 1] = strides[dim] * sizes[dim] as i64;
        }
        let start = elements.as_mut_ptr();
        Self { allocated: start, aligned: start, offset: 0, sizes: sizes.map(|size| size as i64), strides }
    }
}
";

/// The Rust items for declarations in C.
///
/// # Errors
///
/// A message with the first declaration that has a type of another kind.
pub(crate) fn rust(declarations: &str) -> Result<String, String> {
    let mut items = Items::default();
    for declaration in statements(declarations) {
        items.add(&declaration).map_err(|reason| format!("{reason} in `{declaration}`"))?;
    }
    let mut out = String::new();
    if items.memref {
        out += MEMREF;
    }
    out += &items.structures;
    if !items.functions.is_empty() {
        let _ = write!(out, "\nunsafe extern \"C\" {{\n{}}}\n", items.functions);
    }
    Ok(out)
}

/// The declarations of a header, each on one line: without comments, directives and the braces of `extern "C"`.
fn statements(header: &str) -> Vec<String> {
    let mut text = String::new();
    let mut rest = header;
    while let Some((before, comment)) = rest.split_once("/*") {
        text += before;
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
        text.push(' ');
    }
    text += rest;
    let line = |line: &str| {
        let line = line.split_once("//").map_or(line, |(line, _)| line).trim().to_owned();
        // The branch of C++ is the brace of `extern "C"`.
        let skipped = line.starts_with('#') || line == "extern \"C\" {";
        if skipped { String::new() } else { line }
    };
    let text = text.lines().map(line).collect::<Vec<_>>().join(" ");
    let (mut found, mut current, mut depth) = (Vec::new(), String::new(), 0);
    for letter in text.chars() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => continue,
            '}' => depth -= 1,
            ';' if depth == 0 => {
                found.push(std::mem::take(&mut current).split_whitespace().collect::<Vec<_>>().join(" "));
                continue;
            }
            _ => {}
        }
        current.push(letter);
    }
    found.retain(|declaration| !declaration.is_empty());
    found
}

#[derive(Default)]
struct Items {
    structures: String,
    functions: String,
    /// The structures that are there, so that headers may repeat them.
    names: BTreeSet<String>,
    memref: bool,
}

impl Items {
    fn add(&mut self, declaration: &str) -> Result<(), String> {
        if let Some(rest) = declaration.strip_prefix("typedef struct") {
            let (_, rest) = rest.split_once('{').ok_or("no members")?;
            let (members, name) = rest.rsplit_once('}').ok_or("no members")?;
            return self.add_structure(members, name.trim());
        }
        let (head, parameters) = declaration.split_once('(').ok_or("no function")?;
        let parameters = parameters.strip_suffix(')').ok_or("no end of the parameters")?;
        self.add_function(head.trim(), parameters.trim())
    }

    fn add_structure(&mut self, members: &str, name: &str) -> Result<(), String> {
        if !self.names.insert(name.to_owned()) {
            return Ok(());
        }
        if name.starts_with("terrace_memref_") {
            self.memref = true;
            return Ok(());
        }
        let mut fields = String::new();
        for member in members.split(';').map(str::trim).filter(|member| !member.is_empty()) {
            // The first of several names has the type before it.
            let (base, _) = split_name(member.split_once(',').map_or(member, |(first, _)| first))?;
            let base = base.trim_end_matches(['*', ' ']).to_owned();
            for declarator in member[base.len()..].split(',') {
                let (array, name_and_stars) = match declarator.split_once('[') {
                    Some((name, length)) => (length.strip_suffix(']').map(str::trim), name),
                    None => (None, declarator),
                };
                let whole = format!("{base} {}", name_and_stars.trim());
                let (ty, field) = split_name(&whole)?;
                let ty = self.ty(ty)?;
                let ty = array.map_or(ty.clone(), |length| format!("[{ty}; {length}]"));
                let _ = writeln!(fields, "    pub {field}: {ty},");
            }
        }
        let _ = write!(
            self.structures,
            "\n#[repr(C)]\n#[derive(Clone, Copy, Debug)]\n#[allow(non_camel_case_types)]\npub struct {name} {{\n{fields}}}\n"
        );
        Ok(())
    }

    fn add_function(&mut self, head: &str, parameters: &str) -> Result<(), String> {
        let (result, symbol) = split_name(head.trim_start_matches("extern "))?;
        let result = if result == "void" { String::new() } else { format!(" -> {}", self.ty(result)?) };
        let mut list = Vec::new();
        if !matches!(parameters, "" | "void") {
            for parameter in parameters.split(',') {
                let (ty, name) = split_name(parameter.trim())?;
                list.push(format!("{name}: {}", self.ty(ty)?));
            }
        }
        let name = symbol.strip_prefix("_mlir_ciface_").unwrap_or(symbol);
        if name != symbol {
            let _ = writeln!(self.functions, "    #[link_name = \"{symbol}\"]");
        }
        let _ = writeln!(self.functions, "    pub fn {name}({}){result};", list.join(", "));
        Ok(())
    }

    /// The type of Rust for one of C.
    fn ty(&self, text: &str) -> Result<String, String> {
        let text = text.trim();
        if let Some(pointee) = text.strip_suffix('*') {
            let pointee = pointee.trim();
            let (mutability, pointee) = match pointee.strip_prefix("const ") {
                Some(pointee) => ("const", pointee),
                None => ("mut", pointee),
            };
            let pointee = if pointee == "void" { "core::ffi::c_void".to_owned() } else { self.ty(pointee)? };
            return Ok(format!("*{mutability} {pointee}"));
        }
        if let Some(rest) = text.strip_prefix("terrace_memref_")
            && let Some((rank, element)) = rest.split_once("d_")
        {
            let element = match element {
                "index" => "i64",
                "i1" => "bool",
                // Stable Rust has no such type: the bits.
                "f16" => "u16",
                element => element,
            };
            return Ok(format!("MemRef<{element}, {rank}>"));
        }
        Ok(match text {
            "float" => "f32",
            "double" => "f64",
            "bool" | "_Bool" => "bool",
            "int8_t" => "i8",
            "uint8_t" => "u8",
            "int16_t" => "i16",
            "uint16_t" => "u16",
            "int32_t" => "i32",
            "uint32_t" => "u32",
            "int64_t" => "i64",
            "uint64_t" => "u64",
            "size_t" | "uintptr_t" => "usize",
            "ptrdiff_t" | "intptr_t" => "isize",
            "char" => "core::ffi::c_char",
            "signed char" => "core::ffi::c_schar",
            "unsigned char" => "core::ffi::c_uchar",
            "short" => "core::ffi::c_short",
            "unsigned short" => "core::ffi::c_ushort",
            "int" => "core::ffi::c_int",
            "unsigned" | "unsigned int" => "core::ffi::c_uint",
            "long" => "core::ffi::c_long",
            "unsigned long" => "core::ffi::c_ulong",
            "long long" => "core::ffi::c_longlong",
            "unsigned long long" => "core::ffi::c_ulonglong",
            name if self.names.contains(name) => name,
            other => return Err(format!("no type of Rust for `{other}`")),
        }
        .to_owned())
    }
}

/// Splits a declarator into the type and the name at its end.
fn split_name(text: &str) -> Result<(&str, &str), String> {
    let text = text.trim();
    let start = text.rfind(|letter: char| !letter.is_alphanumeric() && letter != '_').map_or(0, |at| at + 1);
    let (ty, name) = text.split_at(start);
    if ty.is_empty() || name.is_empty() {
        return Err(format!("no type and name for `{text}`"));
    }
    Ok((ty.trim(), name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_and_structures_have_the_layout_of_c() {
        let header = "/* A\n header. */\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\
            typedef struct {\n  int32_t r0; // first\n  float *a, b[3];\n} results;\n\
            void fill(results *r, size_t n, const float *x);\nunsigned long\ncount(void);\n}\n";
        let expected = "\n#[repr(C)]\n#[derive(Clone, Copy, Debug)]\n#[allow(non_camel_case_types)]\n\
            pub struct results {\n    pub r0: i32,\n    pub a: *mut f32,\n    pub b: [f32; 3],\n}\n\n\
            unsafe extern \"C\" {\n    pub fn fill(r: *mut results, n: usize, x: *const f32);\n\
            \x20   pub fn count() -> core::ffi::c_ulong;\n}\n";
        assert_eq!(rust(header), Ok(expected.to_owned()));
    }

    #[test]
    fn functions_of_mlir_have_their_own_names_and_one_kind_of_buffer() {
        let header = "typedef struct {\n  float *allocated, *aligned;\n  int64_t offset;\n} terrace_memref_1d_f32;\n\
            float _mlir_ciface_f(terrace_memref_1d_f32 *arg0, int64_t arg1);\n";
        let text = rust(&format!("{header}{header}")).unwrap();
        assert!(text.starts_with(MEMREF), "{text}");
        let function = "    #[link_name = \"_mlir_ciface_f\"]\n\
            \x20   pub fn f(arg0: *mut MemRef<f32, 1>, arg1: i64) -> f32;\n";
        assert!(text.contains(function), "{text}");
    }

    #[test]
    fn other_declarations_are_named() {
        let error = |text: &str| rust(text).unwrap_err();
        assert_eq!(error("void f(va_list x);"), "no type of Rust for `va_list` in `void f(va_list x)`");
        assert_eq!(error("int x;"), "no function in `int x`");
        assert_eq!(error("void f(int);"), "no type and name for `int` in `void f(int)`");
    }
}
