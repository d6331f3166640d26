//! The digits of a float, while compiling: the shortest that read back as it (Steele and White's way, with whole
//! numbers of any length). The running program asks the standard library, which has a faster way to the same digits.
//!
//! How digits are laid out as a number is [`numbers`](crate::numbers)' business.

/// A double takes 17 digits at most.
const MOST: usize = 17;

/// `0.d1d2d3.. × 10^point`.
pub(crate) struct Digits {
    digits: [u8; MOST],
    len: usize,
    point: i32,
}

impl Digits {
    /// The digits, as ASCII.
    pub(crate) const fn text(&self) -> &[u8] {
        self.digits.split_at(self.len).0
    }

    /// Where the point stands, counted from before the first digit.
    pub(crate) const fn point(&self) -> i32 {
        self.point
    }

    /// Of a finite number that is not negative.
    pub(crate) const fn of_f64(value: f64) -> Self {
        let bits = value.to_bits();
        Self::of(bits & ((1 << 52) - 1), (bits >> 52) as i32 & 0x7ff, 52, 1075)
    }

    /// Of a finite number that is not negative.
    pub(crate) const fn of_f32(value: f32) -> Self {
        let bits = value.to_bits();
        Self::of((bits & ((1 << 23) - 1)) as u64, (bits >> 23) as i32 & 0xff, 23, 150)
    }

    const fn of(fraction: u64, biased: i32, bits: u32, bias: i32) -> Self {
        let mut found = Self { digits: [b'0'; MOST], len: 1, point: 1 };
        if fraction == 0 && biased == 0 {
            return found;
        }
        // value = mantissa × 2^exponent
        let (mantissa, exponent) =
            if biased == 0 { (fraction, 1 - bias) } else { (fraction | 1 << bits, biased - bias) };
        // Below a power of two the neighbour is only half as far.
        let closer = fraction == 0 && biased > 1;
        let even = mantissa.is_multiple_of(2);
        let shift = 1 + closer as u32;
        // value = rest / unit, and half the way to the neighbours is above / unit and below / unit
        let up = if exponent > 0 { exponent.unsigned_abs() } else { 0 };
        let down = if exponent < 0 { exponent.unsigned_abs() } else { 0 };
        let mut rest = Whole::of(mantissa).shifted(up + shift);
        let mut unit = Whole::of(1).shifted(down + shift);
        let mut below = Whole::of(1).shifted(up);
        let mut above = Whole::of(1).shifted(up + closer as u32);

        found.point = 0;
        // the first digit is to be the first behind the point
        while reaches(&rest, &above, &unit, even) {
            unit.times_ten();
            found.point += 1;
        }
        loop {
            let (mut more, mut more_above) = (rest, above);
            more.times_ten();
            more_above.times_ten();
            if reaches(&more, &more_above, &unit, even) {
                break;
            }
            (rest, above) = (more, more_above);
            below.times_ten();
            found.point -= 1;
        }

        found.len = 0;
        loop {
            rest.times_ten();
            above.times_ten();
            below.times_ten();
            let mut digit = 0;
            while !rest.is_less(&unit) {
                rest.subtract(&unit);
                digit += 1;
            }
            let low = if even { !below.is_less(&rest) } else { rest.is_less(&below) };
            let high = reaches(&rest, &above, &unit, even);
            if low || high {
                let mut twice = rest;
                twice.add(&rest);
                if high && (!low || !twice.is_less(&unit)) {
                    digit += 1;
                }
            }
            found.digits[found.len] = b'0' + digit;
            found.len += 1;
            if low || high {
                return found;
            }
        }
    }
}

/// Whether `rest + above` is `unit` or more; at `unit` itself only where that end belongs to the number.
const fn reaches(rest: &Whole, above: &Whole, unit: &Whole, even: bool) -> bool {
    let mut sum = *rest;
    sum.add(above);
    if even { !sum.is_less(unit) } else { unit.is_less(&sum) }
}

/// The largest number here is below 10 × 2^1130.
const LIMBS: usize = 36;

/// A whole number, its least part first.
#[derive(Clone, Copy)]
struct Whole {
    limbs: [u32; LIMBS],
    len: usize,
}

impl Whole {
    const fn of(value: u64) -> Self {
        let mut limbs = [0; LIMBS];
        (limbs[0], limbs[1]) = (value as u32, (value >> 32) as u32);
        Self { limbs, len: 2 }
    }

    const fn shifted(self, by: u32) -> Self {
        let (whole, bits) = ((by / 32) as usize, by % 32);
        let mut shifted = Self { limbs: [0; LIMBS], len: self.len + whole + 1 };
        let mut i = 0;
        while i < self.len {
            let wide = (self.limbs[i] as u64) << bits;
            shifted.limbs[i + whole] |= wide as u32;
            shifted.limbs[i + whole + 1] = (wide >> 32) as u32;
            i += 1;
        }
        shifted
    }

    const fn times_ten(&mut self) {
        let mut carry = 0;
        let mut i = 0;
        while i < self.len {
            let wide = self.limbs[i] as u64 * 10 + carry;
            self.limbs[i] = wide as u32;
            carry = wide >> 32;
            i += 1;
        }
        if carry > 0 {
            self.limbs[self.len] = carry as u32;
            self.len += 1;
        }
    }

    const fn add(&mut self, other: &Self) {
        let len = if self.len > other.len { self.len } else { other.len };
        let mut carry = 0;
        let mut i = 0;
        while i < len {
            let wide = self.limbs[i] as u64 + other.limbs[i] as u64 + carry;
            self.limbs[i] = wide as u32;
            carry = wide >> 32;
            i += 1;
        }
        self.len = len;
        if carry > 0 {
            self.limbs[len] = carry as u32;
            self.len += 1;
        }
    }

    /// Takes away what is not more.
    const fn subtract(&mut self, other: &Self) {
        let mut borrow = 0;
        let mut i = 0;
        while i < self.len {
            let wide = (1 << 32) + self.limbs[i] as u64 - other.limbs[i] as u64 - borrow;
            self.limbs[i] = wide as u32;
            borrow = 1 - (wide >> 32);
            i += 1;
        }
    }

    const fn is_less(&self, other: &Self) -> bool {
        let mut i = if self.len > other.len { self.len } else { other.len };
        while i > 0 {
            i -= 1;
            if self.limbs[i] != other.limbs[i] {
                return self.limbs[i] < other.limbs[i];
            }
        }
        false
    }
}
