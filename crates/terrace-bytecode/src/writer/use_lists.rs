//! Orders of uses that differ from the one in which a reader makes them.

use terrace_ir::ValueRef;

use super::Writer;
use super::emitter::{push_varint, push_varint_with_flag};

impl Writer<'_> {
    /// Writes the orders of the uses of some results or arguments; false, with nothing written, if all are as a reader makes
    /// them: the last use in pre-order first.
    pub(super) fn write_use_list_orders<'v>(
        &self,
        values: impl ExactSizeIterator<Item = ValueRef<'v>>,
        out: &mut Vec<u8>,
    ) -> bool {
        let single = values.len() == 1;
        let mut orders: Vec<(usize, Vec<u32>)> =
            values.enumerate().filter_map(|(index, value)| Some((index, self.use_order(value)?))).collect();
        if orders.is_empty() {
            return false;
        }
        if !single {
            push_varint(out, orders.len() as u64);
        }
        // Upstream goes through a table of at least 64 buckets, a quarter of them free; files compare equal this way.
        let buckets = (orders.len() * 4 / 3 + 1).next_power_of_two().max(64);
        orders.sort_by_key(|&(index, _)| (index * 37) & (buckets - 1));
        for (index, order) in orders {
            if !single {
                push_varint(out, index as u64);
            }
            let moved = || order.iter().enumerate().filter(|(at, place)| *at != **place as usize);
            let count = moved().count();
            if count < order.len() / 2 {
                push_varint_with_flag(out, 2 * count as u64, true);
                for (at, &place) in moved() {
                    push_varint(out, u64::from(place));
                    push_varint(out, at as u64);
                }
            } else {
                push_varint_with_flag(out, order.len() as u64, false);
                order.iter().for_each(|&place| push_varint(out, u64::from(place)));
            }
        }
        true
    }

    /// Returns the places of a value's uses in its list, in the order in which a reader finds them; `None` if that is the
    /// order of the list.
    fn use_order(&self, value: ValueRef<'_>) -> Option<Vec<u32>> {
        let body = value.body();
        let first = body.first_use(value.id())?;
        let mut uses = body.uses(value.id()).skip(1).peekable();
        uses.peek()?;
        let numbers = &self.numbering.ops[value.body_id().as_u32() as usize];
        let number = |used| {
            let op = numbers[body.use_owner(used).as_u32() as usize];
            u64::from(op) << 32 | body.use_index(used) as u64
        };
        let mut last = number(first);
        let sorted = uses.all(|used| {
            let this = number(used);
            let descends = last > this;
            last = this;
            descends
        });
        if sorted {
            return None;
        }
        let mut order: Vec<(u64, u32)> =
            body.uses(value.id()).enumerate().map(|(at, used)| (number(used), at as u32)).collect();
        order.sort_unstable_by_key(|&(number, _)| std::cmp::Reverse(number));
        Some(order.into_iter().map(|(_, at)| at).collect())
    }
}
