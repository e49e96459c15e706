//! Lists that are built at compile time.

/// The memory of one item of a list.
///
/// It is a union and not a `MaybeUninit`, because the compiler reads a field of a union in one step, but
/// calls methods of `MaybeUninit`. The constants of models need some hundred thousand such reads.
#[derive(Clone, Copy)]
union Place<T: Copy> {
    nothing: (),
    item: T,
}

/// A list of at most `CAPACITY` items.
///
/// The places after the last item are not initialised: the compiler checks and copies every value of every
/// constant, and each node of each model has several lists, mostly of one or two items.
#[derive(Clone, Copy)]
pub struct List<T: Copy, const CAPACITY: usize> {
    items: [Place<T>; CAPACITY],
    /// The number of items: the places before it are initialised.
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

    /// The item at a place, which must be less than [`len`](Self::len).
    pub const fn get(&self, place: usize) -> T {
        assert!(place < self.length);
        // SAFETY: `push` has given every place before `length` a value.
        unsafe { self.items[place].item }
    }

    /// Adds an item; panics with the text `is_full` if the list is full.
    pub const fn push(&mut self, item: T, is_full: &'static str) {
        assert!(self.length < CAPACITY, "{}", is_full);
        self.items[self.length] = Place { item };
        self.length += 1;
    }

    /// Adds all items of another list; panics with the text `is_full` if the list is full.
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
