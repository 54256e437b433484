//! The numbers that decide between forms of code.

/// The numbers that decide between forms of the code for a target.
///
/// Those in registers scale with the size of the registers that are used; an architecture that differs has its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Costs {
    /// The largest number of elements of a gather; more are read in a loop. `None` where instructions gather.
    ///
    /// Back ends write a gather without an instruction out: functions of 40 MB without optimization, whose frames did not fit
    /// the stack.
    pub most_gathered: Option<usize>,
    /// The largest number of elements of a scatter; more are written in a loop.
    pub most_scattered: usize,
    /// The largest number of elements of a masked access that is left to a back end without instructions for it, which writes a branch
    /// for each element.
    ///
    /// Those of large blocks took most of the time of a compilation for baseline x86.
    pub most_masked_one_by_one: usize,
    /// The least number of bytes of values that are selected in memory where there are no masks: of fewer, masks take less.
    ///
    /// Chosen on the kernels of `benches/ripple` with blocks of 16 bytes, which shrank from 26 to 19 KB.
    pub least_selected_in_memory: usize,
    /// The largest number of bytes that lie between each other and are read at once, to be taken apart.
    pub most_read_at_once: usize,
    /// The largest number of vectors that lie between each other and are left to a back end to take apart; more are taken apart in
    /// rounds of shuffles.
    pub most_interleaved: usize,
    /// The least number of bytes that are looked up at once in a table in registers.
    pub least_looked_up: usize,
    /// The largest number of bytes of a table in registers: what a byte can be an index of.
    pub largest_table: usize,
}

impl Costs {
    /// The costs for registers of so many bytes.
    pub(crate) fn of_registers(bytes: usize) -> Self {
        // Sixteen registers of addresses; those with registers of 16 bytes have no instructions that gather.
        let addresses = 16 * bytes / 8;
        Self {
            most_gathered: (bytes <= 16).then_some(addresses),
            most_scattered: addresses,
            most_masked_one_by_one: 8,
            least_selected_in_memory: 4 * bytes,
            most_read_at_once: 64,
            most_interleaved: 4,
            least_looked_up: 16,
            largest_table: 256,
        }
    }
}
