//! Writing bits.

/// Bits, the lowest of each byte first.
#[derive(Default)]
pub struct Bits {
    bytes: Vec<u8>,
    len: usize,
}

impl Bits {
    pub fn push(&mut self, bit: bool) {
        if self.len.is_multiple_of(8) {
            self.bytes.push(0);
        }
        if bit && let Some(last) = self.bytes.last_mut() {
            *last |= 1 << (self.len % 8);
        }
        self.len += 1;
    }

    /// The lowest bits of a number.
    pub fn number(&mut self, number: u32, bits: u32) {
        (0..bits).for_each(|bit| self.push(number >> bit & 1 == 1));
    }

    /// A number of ones, then a zero.
    pub fn unary(&mut self, number: u32) {
        (0..number).for_each(|_| self.push(true));
        self.push(false);
    }

    /// A number below 2^31, first how many binary digits it has when one is added (Elias's gamma
    /// code).
    pub fn gamma(&mut self, number: u32) {
        let digits = (number + 1).ilog2();
        self.unary(digits);
        self.number(number + 1, digits);
    }

    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}
