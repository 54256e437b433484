//! Tests of the module `heap`.

use terrace_interp::budget::{self};
use terrace_interp::fault::Fault;
use terrace_interp::heap::*;
use terrace_ir::Loc;

fn message(fault: Fault) -> String {
    match fault {
        Fault::Undefined(undefined) => undefined.message,
        Fault::Poison(why) => why.to_owned(),
        Fault::Origin(origin) => origin.to_string(),
        _ => panic!("another fault"),
    }
}

#[test]
fn what_must_not_be_done_is_told() {
    budget::set_limit(Some(100));
    let mut heap = Heap::default();
    let handle = heap.allocate(16, 4, Lifetime::Heap, Loc::UNKNOWN).unwrap();
    assert_eq!(heap.read(handle, 0, 4).unwrap_err(), heap.read(handle, 4, 4).unwrap_err());
    heap.write(handle, 4, 4).unwrap().copy_from_slice(&[1, 2, 3, 4]);
    assert_eq!(heap.read(handle, 4, 4).unwrap(), [1, 2, 3, 4]);
    heap.forget(handle, 4, 4).unwrap();
    assert_eq!(message(heap.read(handle, 4, 4).unwrap_err()), "read of memory that was not written");
    assert_eq!(
        message(heap.write(handle, 16, 4).unwrap_err()),
        "write outside of the allocation: bytes 16 to 20 of 16"
    );
    assert!(
        message(heap.allocate(85, 1, Lifetime::Heap, Loc::UNKNOWN).unwrap_err()).starts_with("out of memory")
    );
    assert_eq!(heap.leaks().count(), 1);
    heap.free(handle, Loc::UNKNOWN).unwrap();
    assert_eq!(message(heap.read(handle, 0, 4).unwrap_err()), "read after free");
    assert_eq!(message(heap.free(handle, Loc::UNKNOWN).unwrap_err()), "double free");
    let (pool, other) = (Lifetime::Own("pool"), heap.allocate(4, 4, Lifetime::Heap, Loc::UNKNOWN).unwrap());
    let handle = heap.allocate(4, 4, pool, Loc::UNKNOWN).unwrap();
    let wrong = message(heap.free(handle, Loc::UNKNOWN).unwrap_err());
    assert_eq!(wrong, "dealloc of memory of the allocator 'pool'");
    let wrong = message(heap.free_of(pool, other, Loc::UNKNOWN).unwrap_err());
    assert_eq!(wrong, "the allocator 'pool' frees memory that it did not allocate");
    assert_eq!(heap.leaks().count(), 2);
    heap.free_of(pool, handle, Loc::UNKNOWN).unwrap();
    heap.free(other, Loc::UNKNOWN).unwrap();
    assert_eq!((heap.leaks().count(), heap.live, heap.peak), (0, 0, 16));
    assert!(heap.read(u64::MAX, u64::MAX, 8).is_err());
}

#[test]
fn ranges_are_words_with_their_bits() {
    assert_eq!(words(3..3).collect::<Vec<_>>(), []);
    assert_eq!(words(0..64).collect::<Vec<_>>(), [(0, u64::MAX)]);
    assert_eq!(words(62..131).collect::<Vec<_>>(), [(0, 3 << 62), (1, u64::MAX), (2, 7)]);
}
