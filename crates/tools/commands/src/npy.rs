//! Arrays in the files of NumPy.
//!
//! The format is that of NumPy's NEP 1: a magic text, a version, a header that is a dictionary of three
//! entries, and the elements. Written by hand, since the available readers depend on a parser of Python
//! literals.

use terrace_interp::layout::{Element, Scalar};
use terrace_interp::object::Array;
use terrace_support::apfloat::FloatKind;

const MAGIC: &[u8] = b"\x93NUMPY";

/// The array that a file holds, whose elements must be these.
///
/// # Errors
///
/// If it is no such file, or has elements of another type.
pub fn read(file: &[u8], element: Element) -> Result<Array, String> {
    let no_array = || "it is no .npy file".to_owned();
    let rest = file.strip_prefix(MAGIC).ok_or_else(no_array)?;
    let (&[major, _], rest) = rest.split_first_chunk().ok_or_else(no_array)?;
    let (length, rest) = if major == 1 {
        let (&length, rest) = rest.split_first_chunk::<2>().ok_or_else(no_array)?;
        (usize::from(u16::from_le_bytes(length)), rest)
    } else {
        let (&length, rest) = rest.split_first_chunk::<4>().ok_or_else(no_array)?;
        (u32::from_le_bytes(length) as usize, rest)
    };
    let (header, data) = rest.split_at_checked(length).ok_or_else(no_array)?;
    let header = std::str::from_utf8(header).map_err(|_| no_array())?;
    let kind =
        entry(header, "descr").and_then(|text| text.trim_start().strip_prefix('\'')?.split('\'').next());
    let kind = kind.ok_or("its elements have no simple type")?;
    let expected = descr(element).ok_or("its elements have no type in such files")?;
    let name = |kind: &str| kind.trim_start_matches(['<', '|', '=']).to_owned();
    // Our integer types are signless.
    if name(kind).replace('u', "i") != name(expected) {
        return Err(format!("its elements are '{kind}', and '{expected}' is expected"));
    }
    let by_column = entry(header, "fortran_order").is_some_and(|text| text.trim_start().starts_with("True"));
    let shape =
        entry(header, "shape").and_then(|text| text.trim_start().strip_prefix('(')?.split(')').next());
    let shape = shape.ok_or_else(no_array)?;
    let shape: Vec<u64> = shape
        .split(',')
        .map(str::trim)
        .filter(|extent| !extent.is_empty())
        .map(|extent| extent.parse().map_err(|_| no_array()))
        .collect::<Result<_, _>>()?;
    let count = shape.iter().try_fold(element.bytes() as u64, |n, &extent| n.checked_mul(extent));
    if count != Some(data.len() as u64) {
        return Err("its elements are not all there".to_owned());
    }
    let array = Array::new(element, shape, data.to_vec());
    Ok(if by_column { from_columns(&array) } else { array })
}

/// The text after a key of the header.
fn entry<'a>(header: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = header.split_once(&format!("'{key}'"))?;
    rest.trim_start().strip_prefix(':')
}

/// An array in row-major order, of one whose first index runs fastest.
fn from_columns(array: &Array) -> Array {
    let mut out = array.clone();
    let mut index = vec![0u64; array.shape.len()];
    for at in 0..array.len() {
        let steps = index.iter().zip(&array.shape).rev();
        let from = steps.fold(0, |from, (&i, &extent)| from * extent + i);
        out.copy_element(at, array, from as usize);
        for (i, &extent) in index.iter_mut().zip(&array.shape).rev() {
            *i += 1;
            if *i < extent {
                break;
            }
            *i = 0;
        }
    }
    out
}

/// The file that holds an array.
///
/// # Errors
///
/// The elements have no type in such files.
pub fn write(array: &Array) -> Result<Vec<u8>, String> {
    let kind = descr(array.element).ok_or("its elements have no type in .npy files")?;
    let extents: String = array.shape.iter().map(|extent| format!("{extent}, ")).collect();
    let shape = match array.shape.len() {
        0 => String::new(),
        1 => extents.trim_end().to_owned(),
        _ => extents.trim_end_matches(", ").to_owned(),
    };
    let mut header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({shape}), }}");
    // The elements begin at a multiple of 64.
    let begin = (MAGIC.len() + 4 + header.len() + 1).next_multiple_of(64);
    header.push_str(&" ".repeat(begin - (MAGIC.len() + 4 + header.len() + 1)));
    header.push('\n');
    let length = u16::try_from(header.len()).map_err(|_| "it has too many dimensions")?;
    let mut file = MAGIC.to_vec();
    file.extend([1, 0]);
    file.extend(length.to_le_bytes());
    file.extend(header.as_bytes());
    file.extend(&array.bytes);
    Ok(file)
}

/// Returns the NumPy type string of elements; `None` if NumPy has no such type.
fn descr(element: Element) -> Option<&'static str> {
    Some(match (element.scalar, element.parts) {
        (Scalar::Int(1), 1) => "|b1",
        (Scalar::Int(8), 1) => "|i1",
        (Scalar::Int(16), 1) => "<i2",
        (Scalar::Int(32), 1) => "<i4",
        (Scalar::Int(64), 1) => "<i8",
        (Scalar::Float(FloatKind::F16), 1) => "<f2",
        (Scalar::Float(FloatKind::F32), 1) => "<f4",
        (Scalar::Float(FloatKind::F64), 1) => "<f8",
        (Scalar::Float(FloatKind::F32), 2) => "<c8",
        (Scalar::Float(FloatKind::F64), 2) => "<c16",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const INTS: Element = Element { scalar: Scalar::Int(16), parts: 1 };

    #[test]
    fn arrays_come_back() {
        for shape in [vec![], vec![3], vec![2, 3]] {
            let count = shape.iter().product::<u64>() as usize;
            let array = Array::new(INTS, shape, (0..count as u8 * 2).collect());
            let file = write(&array).unwrap();
            assert_eq!((file.len() - array.bytes.len()) % 64, 0);
            assert_eq!(read(&file, INTS), Ok(array));
        }
    }

    #[test]
    fn other_orders_are_read_and_nonsense_is_refused() {
        let array = Array::new(INTS, vec![2, 3], vec![0, 0, 3, 0, 1, 0, 4, 0, 2, 0, 5, 0]);
        let file = write(&array).unwrap();
        let text = |from: &str, to: &str| {
            let at = file.windows(from.len()).position(|part| part == from.as_bytes()).unwrap();
            [&file[..at], to.as_bytes(), &file[at + from.len()..]].concat()
        };
        let read_back = read(&text("False", "True "), INTS).unwrap();
        assert_eq!(read_back.bytes, [0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0]);
        assert_eq!(read(&text("<i2", "<u2"), INTS), Ok(array.clone()));
        assert!(read(&text("<i2", ">i2"), INTS).unwrap_err().contains("'>i2'"));
        assert!(read(&text("(2, 3)", "(2, 4)"), INTS).is_err());
        assert!(read(&text("(2, 3)", "(x, 3)"), INTS).is_err());
        for end in 0..80 {
            assert!(read(&file[..end], INTS).is_err());
        }
    }
}
