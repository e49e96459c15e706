//! Text that is put together at compile time: prefixed names, and the messages of compile-time errors.

/// Text of at most [`Text::CAPACITY`] bytes; a piece that does not fit is left out.
pub struct Text {
    bytes: [u8; Self::CAPACITY],
    length: usize,
}

impl Text {
    /// The most bytes that are kept.
    pub const CAPACITY: usize = 256;

    /// The text without letters.
    pub const EMPTY: Self = Self { bytes: [0; Self::CAPACITY], length: 0 };

    /// This text followed by `more`.
    pub const fn then(mut self, more: &str) -> Self {
        let more = more.as_bytes();
        let mut i = 0;
        let fits = self.length + more.len() <= Self::CAPACITY;
        while fits && i < more.len() {
            self.bytes[self.length] = more[i];
            self.length += 1;
            i += 1;
        }
        self
    }

    /// True if there is no text.
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The text.
    pub const fn as_str(&self) -> &str {
        let (text, _) = self.bytes.split_at(self.length);
        match core::str::from_utf8(text) {
            Ok(text) => text,
            Err(_) => "",
        }
    }

    /// Does not compile if there is any text, which is the message.
    ///
    /// What calls it is a function that is called in one line of a `const` block: of the constant that fails,
    /// the compiler shows the first function that does not track its caller. The function with the block is
    /// never inlined: its caller would be lost.
    #[track_caller]
    #[doc(hidden)]
    pub const fn refuse(&self) {
        assert!(self.is_empty(), "{}", self.as_str());
    }
}
