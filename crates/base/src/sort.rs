//! A stable sort whose code is compiled once for all types, for lists that are sorted when a model is
//! compiled. Each type and each key that the standard library sorts adds 8 kB to a shared library.

use core::cmp::Ordering;

/// Sorts `items` by a key, which is computed once for each item. Items with equal keys keep their order.
pub fn sort_by_key<Item, Key: Ord>(items: &mut [Item], key: impl Fn(&Item) -> Key) {
    let keys: Vec<Key> = items.iter().map(key).collect();
    let mut order = sorted(items.len(), &|a, b| keys[a].cmp(&keys[b]));
    // Each cycle of the permutation is followed once: `order[place]` is where the item of a place stands.
    for start in 0..items.len() {
        let mut place = start;
        loop {
            let from = core::mem::replace(&mut order[place], place);
            if from == start {
                break;
            }
            items.swap(place, from);
            place = from;
        }
    }
}

/// The places of `count` items in the order that `compare` tells of the items at two places.
pub fn sorted(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    order.sort_by(|&a, &b| compare(a, b));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The order is that of the standard library's stable sort, with keys that are equal for many items.
    #[test]
    fn the_order_is_that_of_a_stable_sort() {
        for count in 0..70 {
            let items: Vec<(usize, usize)> = (0..count).map(|place| (place * 37 % 11, place)).collect();
            let (mut own, mut expected) = (items.clone(), items);
            sort_by_key(&mut own, |item| item.0);
            expected.sort_by_key(|item| item.0);
            assert_eq!(own, expected);
        }
    }
}
