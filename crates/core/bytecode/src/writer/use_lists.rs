//! Use-list orders that differ from the default order of a reader.

use terrace_ir::ValueRef;

use super::Writer;
use super::emitter::{push_varint, push_varint_with_flag};

impl Writer<'_> {
    /// Writes the use-list orders of some results or arguments; false, without output, if all are in a
    /// reader's default order: the last use in pre-order first.
    pub(super) fn write_use_list_orders<'v>(
        &mut self,
        mut values: impl ExactSizeIterator<Item = ValueRef<'v>>,
        out: &mut Vec<u8>,
    ) -> bool {
        let mut order = std::mem::take(&mut self.use_order);
        let written = if values.len() == 1 {
            let moved = values.next().is_some_and(|value| self.find_use_order(value, &mut order));
            if moved {
                write_order(&order, out);
            }
            moved
        } else {
            let mut orders: Vec<(usize, Vec<(u64, u32)>)> = Vec::new();
            for (index, value) in values.enumerate() {
                if self.find_use_order(value, &mut order) {
                    orders.push((index, order.clone()));
                }
            }
            write_orders(orders, out)
        };
        self.use_order = order;
        written
    }

    /// Finds the places of a value's uses in its list, in the order in which a reader finds them: each after the number
    /// that the order is by. False if that is the order of the list.
    fn find_use_order(&self, value: ValueRef<'_>, order: &mut Vec<(u64, u32)>) -> bool {
        let body = value.body();
        let Some(first) = body.first_use(value.id()) else { return false };
        let mut uses = body.uses(value.id()).skip(1).peekable();
        if uses.peek().is_none() {
            return false;
        }
        let numbers = &self.numbering.ops[value.body_id().as_u32() as usize];
        let number = |used| {
            let op = numbers.number(body.use_owner(used));
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
            return false;
        }
        order.clear();
        order.extend(body.uses(value.id()).enumerate().map(|(at, used)| (number(used), at as u32)));
        order.sort_unstable_by_key(|&(number, _)| std::cmp::Reverse(number));
        true
    }
}

/// Writes the orders of several values; false if there are none.
fn write_orders(mut orders: Vec<(usize, Vec<(u64, u32)>)>, out: &mut Vec<u8>) -> bool {
    if orders.is_empty() {
        return false;
    }
    push_varint(out, orders.len() as u64);
    // Upstream goes through a table of at least 64 buckets, a quarter of them free; files compare equal this way.
    let buckets = (orders.len() * 4 / 3 + 1).next_power_of_two().max(64);
    orders.sort_by_key(|&(index, _)| (index * 37) & (buckets - 1));
    for (index, order) in orders {
        push_varint(out, index as u64);
        write_order(&order, out);
    }
    true
}

fn write_order(order: &[(u64, u32)], out: &mut Vec<u8>) {
    let moved = || order.iter().enumerate().filter(|(at, (_, place))| *at != *place as usize);
    let count = moved().count();
    if count < order.len() / 2 {
        push_varint_with_flag(out, 2 * count as u64, true);
        for (at, &(_, place)) in moved() {
            push_varint(out, u64::from(place));
            push_varint(out, at as u64);
        }
    } else {
        push_varint_with_flag(out, order.len() as u64, false);
        order.iter().for_each(|&(_, place)| push_varint(out, u64::from(place)));
    }
}
