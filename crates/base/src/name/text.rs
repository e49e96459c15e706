//! Text that is built at compile time: prefixed names, and the messages of compile-time errors.

/// Text of at most [`Text::CAPACITY`] bytes; a piece that does not fit is omitted.
#[must_use = "the text that is returned is the new one"]
pub struct Text {
    bytes: [u8; Self::CAPACITY],
    length: usize,
}

impl Text {
    /// The largest number of bytes.
    pub const CAPACITY: usize = 256;

    /// The empty text.
    pub const EMPTY: Self = Self { bytes: [0; Self::CAPACITY], length: 0 };

    /// Returns this text followed by `more`.
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

    /// True if the text is empty.
    pub const fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// The text as a string.
    pub const fn as_str(&self) -> &str {
        let (text, _) = self.bytes.split_at(self.length);
        match core::str::from_utf8(text) {
            Ok(text) => text,
            Err(_) => "",
        }
    }

    /// Fails to compile if the text is not empty; the text is then the message.
    ///
    /// It must be called by a function that one line of a `const` block calls: for the constant that fails,
    /// the compiler shows the first function that does not track its caller. The function with the `const`
    /// block must not be inlined, because then its caller is not shown.
    #[track_caller]
    #[doc(hidden)]
    pub const fn refuse(&self) {
        assert!(self.is_empty(), "{}", self.as_str());
    }
}
