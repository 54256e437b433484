//! Smaller kernels of which something is still true.

use super::Program;
use super::program::{Expr, Kernel, Stmt};

/// Returns the smallest program found for which `test` is true, as it is for `program`.
pub(super) fn shrink(program: Program, mut test: impl FnMut(&Program) -> bool) -> Program {
    match program {
        Program::Elements(kernel) => {
            Program::Elements(shrink_kernel(kernel, |kernel| test(&Program::Elements(kernel.clone()))))
        }
        Program::Scalable(mut program) => {
            let mut at = 0;
            while program.parts.len() > 1 && at < program.parts.len() {
                let mut smaller = program.clone();
                smaller.parts.remove(at);
                if test(&Program::Scalable(smaller.clone())) {
                    program = smaller;
                } else {
                    at += 1;
                }
            }
            for at in 0..program.parts.len() {
                let with = |kernel: Kernel| {
                    let mut smaller = program.clone();
                    smaller.parts[at].kernel = kernel;
                    smaller
                };
                let kernel = program.parts[at].kernel.clone();
                let kernel = shrink_kernel(kernel, |kernel| test(&Program::Scalable(with(kernel.clone()))));
                program = with(kernel);
            }
            Program::Scalable(program)
        }
        Program::Memory(mut program) => {
            while let Some(smaller) =
                program.smaller().into_iter().find(|smaller| test(&Program::Memory(smaller.clone())))
            {
                program = smaller;
            }
            Program::Memory(program)
        }
        other => other,
    }
}

fn shrink_kernel(mut kernel: Kernel, mut test: impl FnMut(&Kernel) -> bool) -> Kernel {
    loop {
        let before = size(&kernel);
        let mut at = 0;
        while let Some(smaller) = without_statement(&kernel, at) {
            if test(&smaller) {
                kernel = smaller;
            } else {
                at += 1;
            }
        }
        let mut at = 0;
        while let Some(candidates) = with_simpler_expr(&kernel, at) {
            match candidates.into_iter().find(|smaller| test(smaller)) {
                Some(smaller) => kernel = smaller,
                None => at += 1,
            }
        }
        if size(&kernel) >= before {
            return kernel;
        }
    }
}

fn size(kernel: &Kernel) -> usize {
    kernel.text("kernel").len()
}

/// The kernel without its statement number `at`, or with its nested statements instead.
fn without_statement(kernel: &Kernel, at: usize) -> Option<Kernel> {
    let mut smaller = kernel.clone();
    let mut left = at;
    remove(&mut smaller.body, &mut left).then_some(smaller)
}

fn remove(body: &mut Vec<Stmt>, left: &mut usize) -> bool {
    let mut place = 0;
    while place < body.len() {
        if *left == 0 {
            body.remove(place);
            return true;
        }
        *left -= 1;
        if let Stmt::If(_, yes, no) = &body[place] {
            // An `if` counts twice more: each of its branches may replace it.
            if *left < 2 {
                let branch = if *left == 0 { yes.clone() } else { no.clone() };
                body.splice(place..=place, branch);
                return true;
            }
            *left -= 2;
        }
        let found = match &mut body[place] {
            Stmt::If(_, yes, no) | Stmt::Scope(_, yes, no) => remove(yes, left) || remove(no, left),
            Stmt::For(_, _, body)
            | Stmt::While(_, _, _, body)
            | Stmt::Strip(_, _, _, _, body)
            | Stmt::Parallel(_, _, _, _, _, body) => remove(body, left),
            _ => false,
        };
        if found {
            return true;
        }
        place += 1;
    }
    false
}

fn with_simpler_expr(kernel: &Kernel, at: usize) -> Option<Vec<Kernel>> {
    let mut copy = kernel.clone();
    let mut left = at;
    let target = find(&mut copy.body, &mut left)?.clone();
    let ty = kernel.ty(&target);
    let mut choices: Vec<Expr> = Vec::new();
    if !matches!(target, Expr::Const(..)) && ty != super::program::Ty::Bool {
        choices.push(Expr::Const(ty, 1));
    }
    for child in target.children() {
        if kernel.ty(child) == ty {
            choices.push(child.clone());
        }
    }
    let shape = kernel.shape(&target);
    let fits = |choice: &Expr| {
        super::program::within(kernel.shape(choice), shape) && kernel.shape(choice) != shape
            || kernel.shape(choice) == shape
    };
    Some(
        choices
            .into_iter()
            .filter(fits)
            .map(|choice| {
                let mut smaller = kernel.clone();
                let mut left = at;
                if let Some(place) = find(&mut smaller.body, &mut left) {
                    *place = choice;
                }
                smaller
            })
            .collect(),
    )
}

fn find<'a>(body: &'a mut [Stmt], left: &mut usize) -> Option<&'a mut Expr> {
    for statement in body {
        let found = match statement {
            Stmt::Assign(_, a)
            | Stmt::StoreAt(_, _, a)
            | Stmt::Break(a)
            | Stmt::Continue(a)
            | Stmt::Jump(a)
            | Stmt::Return(a) => find_in(a, left),
            Stmt::Leave(_, _, a) => find_in(a, left),
            Stmt::Store(_, a, b) => find_in(a, left).or_else(|| find_in(b, left)),
            Stmt::If(a, yes, no) => find_in(a, left).or_else(|| find(yes, left)).or_else(|| find(no, left)),
            Stmt::Scope(_, body, rest) => find(body, left).or_else(|| find(rest, left)),
            Stmt::While(_, _, a, body) => find_in(a, left).or_else(|| find(body, left)),
            Stmt::For(_, _, body) | Stmt::Strip(_, _, _, _, body) | Stmt::Parallel(_, _, _, _, _, body) => {
                find(body, left)
            }
        };
        if found.is_some() {
            return found;
        }
    }
    None
}

fn find_in<'a>(expr: &'a mut Expr, left: &mut usize) -> Option<&'a mut Expr> {
    if *left == 0 {
        return Some(expr);
    }
    *left -= 1;
    match expr {
        Expr::Const(..) | Expr::Var(_) | Expr::Id(..) | Expr::Size(..) | Expr::LoadAt(..) => None,
        Expr::Load(_, a)
        | Expr::Cast(_, a)
        | Expr::Reduce(_, _, a)
        | Expr::Shuffle(_, a)
        | Expr::Slice(_, _, a) => find_in(a, left),
        Expr::Bin(_, a, b)
        | Expr::Cmp(_, a, b)
        | Expr::Both(a, b)
        | Expr::Either(a, b)
        | Expr::Call(_, a, b)
        | Expr::Library(_, _, a, b) => find_in(a, left).or_else(|| find_in(b, left)),
        Expr::Choose(a, b, c) => find_in(a, left).or_else(|| find_in(b, left)).or_else(|| find_in(c, left)),
    }
}
