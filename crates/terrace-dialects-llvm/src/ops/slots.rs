//! Variables on the stack as memory slots: what reads, writes and points into them.
