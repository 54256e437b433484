//! Other sizes of the blocks of a program, for advice about them: in the text of its LLVM IR.

/// The numbers that sizes are multiplied by, and divided by.
pub(super) const FACTORS: [(u64, u64); 4] = [(1, 2), (2, 1), (4, 1), (8, 1)];
/// The largest size that is tried.
const LARGEST: u64 = 1024;
/// The call that sets a shape, before the size.
const SET_SHAPE: &str = "@llvm.ripple.block.setshape.i64(i64 noundef 0, i64 noundef ";
/// The constructs whose meaning depends on no size: those of other functions are not tried.
const INDEPENDENT: [&str; 4] = ["block.setshape.", "loop.mark(", "broadcast.", "reduce."];

/// A function whose block may have another size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Sized {
    pub function: String,
    pub size: u64,
}

/// Returns the functions of a module with one block of constant size that only annotated loops, broadcasts and
/// reductions use.
pub(super) fn sized_functions(module: &str) -> Vec<Sized> {
    functions(module).filter_map(sized).collect()
}

/// Returns the module with other sizes; `None` if no function can have them.
pub(super) fn resized(module: &str, factor: (u64, u64)) -> Option<String> {
    let mut text = module.to_owned();
    let mut is_changed = false;
    for body in functions(module) {
        let Some(size) = sized(body).and_then(|sized| scaled(sized.size, factor).map(|to| (sized.size, to)))
        else {
            continue;
        };
        let (from, to) = (format!("{SET_SHAPE}{}", size.0), format!("{SET_SHAPE}{}", size.1));
        text = text.replace(body, &body.replace(&from, &to));
        is_changed = true;
    }
    is_changed.then_some(text)
}

/// Returns a size times a factor; `None` if it is no size to try.
pub(super) fn scaled(size: u64, (by, divisor): (u64, u64)) -> Option<u64> {
    let scaled = size * by / divisor;
    ((size * by).is_multiple_of(divisor) && (2..=LARGEST).contains(&scaled)).then_some(scaled)
}

/// The definitions of a module.
fn functions(module: &str) -> impl Iterator<Item = &str> {
    module.split("\ndefine ").skip(1).filter_map(|text| text.split("\n}").next())
}

fn sized(body: &str) -> Option<Sized> {
    let name = body.lines().next()?.split_once('@')?.1.split_once('(')?.0;
    let mut uses = body.split("@llvm.ripple.").skip(1);
    if !uses.all(|call| INDEPENDENT.iter().any(|known| call.starts_with(known))) {
        return None;
    }
    let mut shapes = body.split(SET_SHAPE).skip(1);
    let (shape, None) = (shapes.next()?, shapes.next()) else { return None };
    let sizes: Vec<u64> = shape
        .split_once(')')?
        .0
        .split(',')
        .map(|size| size.trim().trim_start_matches("i64 noundef ").parse().ok())
        .collect::<Option<_>>()?;
    let (&size, others) = sizes.split_first()?;
    (size > 1 && others.iter().all(|&other| other == 1))
        .then(|| Sized { function: name.trim_matches('"').to_owned(), size })
}

#[cfg(test)]
mod tests {
    use super::{Sized, resized, sized_functions};

    fn module(call: &str) -> String {
        let ones = ", i64 noundef 1".repeat(9);
        format!(
            "\ndefine dso_local void @f(i64 noundef %n) #0 {{\n  %b = call ptr @llvm.ripple.block.setshape.i64(i64 noundef 0, \
             i64 noundef 8{ones})\n  {call}\n}}\n"
        )
    }

    #[test]
    fn a_block_is_resized_if_only_annotated_loops_depend_on_its_size() {
        let annotated = module("call i1 @llvm.ripple.loop.mark(ptr %b, i32 1)");
        assert_eq!(sized_functions(&annotated), [Sized { function: "f".to_owned(), size: 8 }]);
        let larger = resized(&annotated, (4, 1)).expect("a function has another size");
        assert!(larger.contains("i64 noundef 0, i64 noundef 32, i64 noundef 1"), "{larger}");
        let indexed = module("call i64 @llvm.ripple.block.index.i64(ptr %b, i64 0)");
        assert_eq!(resized(&indexed, (4, 1)), None);
    }
}
