//! Tests of the module `mersenne`.

use terrace_bufferize::mersenne::Mersenne;

#[test]
fn the_ten_thousandth_number_is_that_of_the_standard() {
    // C++ requires it of `std::mt19937` with its default seed.
    let mut random = Mersenne::new(5489);
    let last = (0..10_000).map(|_| random.next()).last();
    assert_eq!(last, Some(4_123_659_995));
}
