//! CRC-64 of the XZ format: the polynomial 0x42f0e1eba9ea3693, bits reflected, all ones at the beginning and
//! inverted at the end.
//!
//! Source of the polynomial: ECMA-182 (1992), annex B. The checksum detects every change of up to 64
//! consecutive bits, and so of each single byte.

const REFLECTED: u64 = 0xc96c_5795_d787_0f42;

const TABLE: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut remainder = byte as u64;
        let mut bit = 0;
        while bit < 8 {
            remainder = (remainder >> 1) ^ (REFLECTED & (remainder & 1).wrapping_neg());
            bit += 1;
        }
        table[byte] = remainder;
        byte += 1;
    }
    table
};

/// The checksum of all bytes added so far.
#[derive(Clone, Copy, Debug)]
pub struct Checksum(u64);

/// The checksum of no bytes.
impl Default for Checksum {
    fn default() -> Self {
        Self(!0)
    }
}

impl Checksum {
    /// Returns the checksum of some bytes.
    pub fn of(bytes: &[u8]) -> u64 {
        let mut checksum = Self::default();
        checksum.add(bytes);
        checksum.value()
    }

    /// Adds bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 >> 8) ^ TABLE[usize::from(self.0 as u8 ^ byte)];
        }
    }

    /// Adds the number of bytes of a text, then the bytes.
    pub fn add_text(&mut self, text: &str) {
        self.add(&(text.len() as u64).to_le_bytes());
        self.add(text.as_bytes());
    }

    /// Adds the count of some numbers, then their bits.
    pub fn add_numbers(&mut self, numbers: &[f64]) {
        self.add(&(numbers.len() as u64).to_le_bytes());
        numbers.iter().for_each(|number| self.add(&number.to_bits().to_le_bytes()));
    }

    /// The checksum of the bytes so far.
    pub fn value(self) -> u64 {
        !self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The check value of the catalogue of parametrised CRC algorithms.
    #[test]
    fn the_checksum_is_that_of_xz() {
        assert_eq!(Checksum::of(b"123456789"), 0x995d_c9bb_df19_39fa);
    }

    #[test]
    fn lists_of_the_same_numbers_that_are_parted_otherwise_differ() {
        let of = |lists: &[&[f64]]| {
            let mut checksum = Checksum::default();
            lists.iter().for_each(|list| checksum.add_numbers(list));
            checksum.value()
        };
        let all = [
            of(&[&[1.0, 2.0]]),
            of(&[&[1.0], &[2.0]]),
            of(&[&[1.0], &[-2.0]]),
            of(&[&[0.0]]),
            of(&[&[-0.0]]),
        ];
        for (i, one) in all.iter().enumerate() {
            assert!(!all[..i].contains(one), "{i}");
        }
    }
}
