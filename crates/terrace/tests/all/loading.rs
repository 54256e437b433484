//! Dialects that several threads ask for at once are whole for all of them.

use std::sync::Barrier;

use terrace_ir::Context;

#[test]
fn threads_see_whole_dialects() {
    let dialects = terrace::dialects::all();
    for _ in 0..200 {
        let cx = Context::new(&dialects);
        let barrier = Barrier::new(4);
        std::thread::scope(|scope| {
            for first in 0..4 {
                let (cx, barrier, dialects) = (&cx, &barrier, &dialects);
                scope.spawn(move || {
                    barrier.wait();
                    // Each begins elsewhere, so that they meet in what dialects need of each other.
                    for i in 0..dialects.len() {
                        let dialect = dialects[(first * 3 + i) % dialects.len()];
                        if let Some(op) = dialect.ops.last() {
                            assert!(cx.registered_op(op.name).is_some(), "{} is unknown", op.name);
                        }
                    }
                });
            }
        });
    }
}
