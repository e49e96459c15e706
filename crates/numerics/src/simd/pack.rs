//! [`Pack`]: one SIMD register of `f64`, with the operators of arithmetic.
//!
//! Formulas in this crate are written once, on `Pack<S>`, and are compiled for every instruction set that
//! [`pulp`] supports: 8 lanes with AVX-512, 4 with AVX2, 2 with NEON, 1 without SIMD. The wrapper carries
//! the pulp token, so that `x * y + 1.0` can be written instead of `simd.add_f64s(simd.mul_f64s(x, y), …)`;
//! after inlining the wrapper costs nothing.

use core::ops::{Add, BitAnd, BitOr, Div, Mul, Neg, Not, Sub};
use pulp::Simd;

/// One register of `f64` lanes under the instruction set `S`.
///
/// The operators act lane by lane and follow IEEE 754. A plain `f64` on either side is broadcast.
// Exhaustive: a register and the token of its instructions.
#[derive(Clone, Copy)]
pub struct Pack<S: Simd> {
    /// The instruction set's token (zero-sized).
    pub simd: S,
    /// The register.
    pub value: S::f64s,
}

/// One truth value per lane, the result of a comparison of two [`Pack`]s.
#[derive(Clone, Copy)]
pub struct Mask<S: Simd> {
    simd: S,
    value: S::m64s,
}

impl<S: Simd> Pack<S> {
    /// The number of lanes.
    pub const LANES: usize = S::F64_LANES;

    /// Wraps a register.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn new(simd: S, value: S::f64s) -> Self {
        Self { simd, value }
    }

    /// Makes a register with one number in every lane.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn splat(simd: S, value: f64) -> Self {
        Self::new(simd, simd.splat_f64s(value))
    }

    /// Makes a register with zero in every lane.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn zero(simd: S) -> Self {
        Self::splat(simd, 0.0)
    }

    /// Makes a register with another number in every lane, with this pack's token.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn constant(self, value: f64) -> Self {
        Self::splat(self.simd, value)
    }

    /// Returns `self · factor + term`: fused if the instruction set has fused operations, else with two
    /// roundings.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn mul_add(self, factor: impl IntoPack<S>, term: impl IntoPack<S>) -> Self {
        let (factor, term) = (factor.into_pack(self.simd), term.into_pack(self.simd));
        Self::new(self.simd, self.simd.mul_add_e_f64s(self.value, factor.value, term.value))
    }

    /// `1 / self`.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn recip(self) -> Self {
        self.constant(1.0) / self
    }

    /// `self²`.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn square(self) -> Self {
        self * self
    }

    /// The square root; NaN for negative lanes.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn sqrt(self) -> Self {
        Self::new(self.simd, self.simd.sqrt_f64s(self.value))
    }

    /// The absolute value.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn abs(self) -> Self {
        // All bits except the sign are kept. pulp's `abs_f64s` calls `not_f64s` on a sign, which is a call
        // if the compiler does not inline it; the registers of a kernel are then saved around the call,
        // which doubled the time of a small binomial model.
        let magnitude = self.simd.splat_f64s(f64::from_bits(u64::MAX >> 1));
        Self::new(self.simd, self.simd.and_f64s(magnitude, self.value))
    }

    /// Returns this absolute value with the sign of `sign`. `self` must not be negative, unless `sign` is.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn with_sign_of(self, sign: Self) -> Self {
        let bit = self.simd.and_f64s(self.simd.splat_f64s(-0.0), sign.value);
        Self::new(self.simd, self.simd.or_f64s(self.value, bit))
    }

    /// Changes the sign of this number in the lanes in which `sign`, which is ±0, is −0.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn flip_sign(self, sign: Self) -> Self {
        Self::new(self.simd, self.simd.xor_f64s(self.value, sign.value))
    }

    /// The bit patterns of the lanes.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn to_bits(self) -> S::u64s {
        self.simd.transmute_u64s_f64s(self.value)
    }

    /// Makes a pack from the bit patterns of the lanes.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn from_bits(simd: S, bits: S::u64s) -> Self {
        Self::new(simd, simd.transmute_f64s_u64s(bits))
    }

    /// `self < other`, false where either is NaN.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn lt(self, other: impl IntoPack<S>) -> Mask<S> {
        let other = other.into_pack(self.simd);
        Mask::new(self.simd, self.simd.less_than_f64s(self.value, other.value))
    }

    /// `self ≤ other`, false where either is NaN.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn le(self, other: impl IntoPack<S>) -> Mask<S> {
        let other = other.into_pack(self.simd);
        Mask::new(self.simd, self.simd.less_than_or_equal_f64s(self.value, other.value))
    }

    /// `self > other`, false where either is NaN.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn gt(self, other: impl IntoPack<S>) -> Mask<S> {
        let other = other.into_pack(self.simd);
        Mask::new(self.simd, self.simd.greater_than_f64s(self.value, other.value))
    }

    /// `self ≥ other`, false where either is NaN.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn ge(self, other: impl IntoPack<S>) -> Mask<S> {
        let other = other.into_pack(self.simd);
        Mask::new(self.simd, self.simd.greater_than_or_equal_f64s(self.value, other.value))
    }

    /// `self = other`, false where either is NaN.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn eq(self, other: impl IntoPack<S>) -> Mask<S> {
        let other = other.into_pack(self.simd);
        Mask::new(self.simd, self.simd.equal_f64s(self.value, other.value))
    }

    /// The sum of the lanes.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn sum(self) -> f64 {
        self.simd.reduce_sum_f64s(self.value)
    }

    /// The first lane.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn first(self) -> f64 {
        first_lane::<S>(self.value)
    }

    /// The last lane.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn last(self) -> f64 {
        self.to_array()[Self::LANES - 1]
    }

    /// Moves each lane up by `BY` places; the first lanes become the last lanes of the previous register.
    ///
    /// The lanes are named one by one, which the compiler combines to one instruction. It cannot see what
    /// pulp's rotations move, since they load it from a table.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn moved_up<const BY: usize>(self, before: Self) -> Self {
        let (own, before) = (self.to_array(), before.to_array());
        let mut lanes = [0.0; MAX_LANES];
        for (lane, number) in lanes[..Self::LANES].iter_mut().enumerate() {
            *number = if lane >= BY { own[lane - BY] } else { before[Self::LANES + lane - BY] };
        }
        Self::from_array(self.simd, lanes)
    }

    /// Moves each lane down by `BY` places; the last lanes become the first lanes of the next register.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn moved_down<const BY: usize>(self, after: Self) -> Self {
        let (own, after) = (self.to_array(), after.to_array());
        let mut lanes = [0.0; MAX_LANES];
        for (lane, number) in lanes[..Self::LANES].iter_mut().enumerate() {
            *number = if lane + BY < Self::LANES { own[lane + BY] } else { after[lane + BY - Self::LANES] };
        }
        Self::from_array(self.simd, lanes)
    }

    /// Returns the lanes as the first [`LANES`](Self::LANES) entries of an array of eight.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn to_array(self) -> [f64; MAX_LANES] {
        let mut lanes = [0.0; MAX_LANES];
        // The length is a constant of `S`, so this store compiles to one instruction.
        let (registers, _) = S::as_mut_simd_f64s(&mut lanes[..S::F64_LANES]);
        registers[0] = self.value;
        lanes
    }

    /// Makes a pack from the first [`LANES`](Self::LANES) entries of an array.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn from_array(simd: S, lanes: [f64; MAX_LANES]) -> Self {
        let (registers, _) = S::as_simd_f64s(&lanes[..S::F64_LANES]);
        Self::new(simd, registers[0])
    }
}

/// The largest number of lanes of any instruction set; vectors in the cache are padded to a multiple of it.
pub const MAX_LANES: usize = 8;

/// The numbers of the lanes, from 0.
const LANE_NUMBERS: [u64; MAX_LANES] = [0, 1, 2, 3, 4, 5, 6, 7];

#[cfg_attr(not(monomorph_outlined), inline(always))]
fn first_lane<S: Simd>(register: S::f64s) -> f64 {
    let registers = [register];
    let lanes: &[f64] = pulp::bytemuck::cast_slice(&registers);
    lanes[0]
}

impl<S: Simd> Mask<S> {
    /// Wraps a mask register.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn new(simd: S, value: S::m64s) -> Self {
        Self { simd, value }
    }

    /// Makes a mask that is true in the first `count` lanes, and in all lanes if there are fewer.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn first(simd: S, count: usize) -> Self {
        // The mask is a comparison, which the compiler evaluates if it knows the count. pulp's own masks
        // are loaded from a table whose contents other crates cannot see, so even a mask of all lanes would
        // be a load in every loop.
        let (numbers, _) = S::as_simd_u64s(&LANE_NUMBERS[..S::U64_LANES]);
        Self::new(simd, simd.less_than_u64s(numbers[0], simd.splat_u64s(count as u64)))
    }

    /// Returns true if any lane is true.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn any(self) -> bool {
        self.simd.first_true_m64s(self.value) < S::F64_LANES
    }

    /// The mask in the form that masked loads and stores need.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn to_memory(self) -> pulp::MemMask<S::m64s> {
        pulp::MemMask::new(self.value)
    }

    /// Returns `yes` in the lanes in which the mask is true, `no` in the others.
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    pub fn select(self, yes: impl IntoPack<S>, no: impl IntoPack<S>) -> Pack<S> {
        let (yes, no) = (yes.into_pack(self.simd), no.into_pack(self.simd));
        Pack::new(self.simd, self.simd.select_f64s(self.value, yes.value, no.value))
    }
}

impl<S: Simd> BitAnd for Mask<S> {
    type Output = Self;
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn bitand(self, other: Self) -> Self {
        Self::new(self.simd, self.simd.and_m64s(self.value, other.value))
    }
}

impl<S: Simd> BitOr for Mask<S> {
    type Output = Self;
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn bitor(self, other: Self) -> Self {
        Self::new(self.simd, self.simd.or_m64s(self.value, other.value))
    }
}

impl<S: Simd> Not for Mask<S> {
    type Output = Self;
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn not(self) -> Self {
        Self::new(self.simd, self.simd.not_m64s(self.value))
    }
}

/// A pack, or a number that is broadcast to one.
pub trait IntoPack<S: Simd> {
    /// Converts the value to a pack with the token `simd`.
    fn into_pack(self, simd: S) -> Pack<S>;
}

impl<S: Simd> IntoPack<S> for Pack<S> {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn into_pack(self, _: S) -> Pack<S> {
        self
    }
}

impl<S: Simd> IntoPack<S> for f64 {
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn into_pack(self, simd: S) -> Pack<S> {
        Pack::splat(simd, self)
    }
}

/// Implements an operator for pack ∘ pack, pack ∘ number and number ∘ pack.
macro_rules! operator {
    ($($Operator:ident::$method:ident => $instruction:ident),* $(,)?) => {$(
        impl<S: Simd> $Operator for Pack<S> {
            type Output = Self;
            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn $method(self, other: Self) -> Self {
                Self::new(self.simd, self.simd.$instruction(self.value, other.value))
            }
        }
        impl<S: Simd> $Operator<f64> for Pack<S> {
            type Output = Self;
            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn $method(self, other: f64) -> Self {
                $Operator::$method(self, self.constant(other))
            }
        }
        impl<S: Simd> $Operator<Pack<S>> for f64 {
            type Output = Pack<S>;
            #[cfg_attr(not(monomorph_outlined), inline(always))]
            fn $method(self, other: Pack<S>) -> Pack<S> {
                $Operator::$method(other.constant(self), other)
            }
        }
    )*};
}

operator! {
    Add::add => add_f64s,
    Sub::sub => sub_f64s,
    Mul::mul => mul_f64s,
    Div::div => div_f64s,
}

impl<S: Simd> Neg for Pack<S> {
    type Output = Self;
    #[cfg_attr(not(monomorph_outlined), inline(always))]
    fn neg(self) -> Self {
        let sign = self.simd.splat_f64s(-0.0);
        Self::new(self.simd, self.simd.xor_f64s(self.value, sign))
    }
}
