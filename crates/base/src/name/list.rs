//! Lists that are put together at compile time.

/// A place of a list.
///
/// It is a union and no `MaybeUninit`, because the compiler reads a field in one step, and calls methods of
/// the other. Constants of models take some hundred thousands of such reads.
#[derive(Clone, Copy)]
union Place<T: Copy> {
    nothing: (),
    item: T,
}

/// A list of at most `CAPACITY` items.
///
/// The places behind the last item are without a value: the compiler checks and copies every value of every
/// constant, and each node of each model has some lists, mostly of one or two items.
#[derive(Clone, Copy)]
pub struct List<T: Copy, const CAPACITY: usize> {
    items: [Place<T>; CAPACITY],
    /// The items before this place have values.
    length: usize,
}

#[expect(clippy::len_without_is_empty, reason = "no list is asked whether it is empty")]
impl<T: Copy, const CAPACITY: usize> List<T, CAPACITY> {
    /// The list without items.
    pub const EMPTY: Self = Self { items: [Place { nothing: () }; CAPACITY], length: 0 };

    /// The number of items.
    pub const fn len(&self) -> usize {
        self.length
    }

    /// The item in a place.
    pub const fn get(&self, place: usize) -> T {
        assert!(place < self.length);
        // SAFETY: `push` has given every place before `length` a value.
        unsafe { self.items[place].item }
    }

    /// Adds an item; fails with the text `is_full` if there is no place left.
    pub const fn push(&mut self, item: T, is_full: &'static str) {
        assert!(self.length < CAPACITY, "{}", is_full);
        self.items[self.length] = Place { item };
        self.length += 1;
    }

    /// Adds all items of another list, likewise.
    pub const fn append(&mut self, others: &Self, is_full: &'static str) {
        let mut place = 0;
        while place < others.length {
            self.push(others.get(place), is_full);
            place += 1;
        }
    }
}

impl<T: Copy + core::fmt::Debug, const CAPACITY: usize> core::fmt::Debug for List<T, CAPACITY> {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        formatter.debug_list().entries((0..self.length).map(|place| self.get(place))).finish()
    }
}
