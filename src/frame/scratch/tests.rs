//! Slices are divided according to the list of parts, and lengths saturate.

use super::scratch;

scratch! {
    /// Parts of all kinds of sizes.
    struct DenseScratch(n, k, kept) {
        square: n * n,
        /// A part with a documentation.
        both: 2 * n * k + 1,
        one: 1,
        room: (n * n).max(n * k),
        kept: kept * k,
    }
}

scratch! {
    struct Table and SharedTable(
        sides: (usize, usize);
        rows = sides.0,
        columns = rows + sides.1,
    ) {
        cells: rows * columns,
        sums: columns,
    }
}

fn numbers(count: usize) -> Vec<f64> {
    (0..count).map(|place| place as f64).collect()
}

#[test]
fn parts_stand_in_the_order_of_the_list_without_gaps() {
    let length = DenseScratch::length(2, 3, 1);
    assert_eq!(length, 4 + 13 + 1 + 6 + 3);
    let mut numbers = numbers(length);
    let memory = DenseScratch::divide(&mut numbers, 2, 3, 1);
    assert_eq!((memory.square.len(), memory.both.len(), memory.room.len()), (4, 13, 6));
    assert_eq!((memory.square[0], memory.both[0], memory.one[0]), (0.0, 4.0, 17.0));
    assert_eq!((memory.room[0], &*memory.kept), (18.0, &[24.0, 25.0, 26.0][..]));
}

#[test]
fn a_part_of_size_zero_is_empty() {
    assert_eq!(DenseScratch::length(0, 0, 0), 2);
    let mut numbers = numbers(DenseScratch::length(2, 3, 0));
    let memory = DenseScratch::divide(&mut numbers, 2, 3, 0);
    assert!(memory.kept.is_empty());
    assert_eq!(memory.room.len(), 6);
}

#[test]
fn a_length_that_is_too_large_is_the_largest_number() {
    let half = usize::MAX / 2;
    assert_eq!(DenseScratch::length(1 << 40, 1, 1), usize::MAX);
    assert_eq!(DenseScratch::length(1, half, 1), usize::MAX);
    assert_eq!(DenseScratch::length(0, 3, half), usize::MAX);
    assert_eq!(Table::length((half, 0)), usize::MAX);
    assert_eq!(Table::length((1, half)), usize::MAX);
}

#[test]
fn sizes_follow_from_parameters_of_any_type() {
    assert_eq!(Table::length((2, 1)), 9);
    let numbers = numbers(9);
    let table = SharedTable::divide(&numbers, (2, 1));
    assert_eq!((table.cells.len(), table.sums), (6, &[6.0, 7.0, 8.0][..]));
}

#[test]
fn the_rest_stands_behind_what_was_split_off() {
    let mut numbers = numbers(20);
    let mut rest = &mut numbers[..];
    for _ in 0..2 {
        let table = Table::split_off(&mut rest, (2, 1));
        assert_eq!(table.cells.len(), 6);
        table.sums.fill(-1.0);
    }
    assert_eq!(rest, [18.0, 19.0]);
    assert_eq!(numbers[5..10], [5.0, -1.0, -1.0, -1.0, 9.0]);
}

#[test]
#[should_panic(expected = "mid > len")]
fn a_slice_that_is_too_short_is_not_divided() {
    let numbers = numbers(8);
    SharedTable::divide(&numbers, (2, 1));
}
