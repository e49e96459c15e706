//! Gauss–Legendre quadrature of 40 nodes.
//!
//!   ∫₀ᴸ f(s) ds ≈ L Σᵢ wᵢ [f(L tᵢ) + f(L (1 − tᵢ))]
//!
//! It is exact for polynomials of degree 79. The integrands here fall from 1 to e⁻⁴⁰ over the interval and
//! are analytic in a neighbourhood as wide as the interval is long; the error is then below rounding. Nodes
//! and weights by Newton's method on the Legendre polynomial, Abramowitz and Stegun 25.4.30.

/// The decrease of the exponent at which an integrand is cut off: e⁻⁴⁰ = 4e-18.
pub(super) const CUT: f64 = 40.0;

/// Returns the integrals over [0, length] of the components of f.
pub fn integrate<const OUT: usize>(length: f64, f: impl Fn(f64) -> [f64; OUT]) -> [f64; OUT] {
    let mut sum = [0.0; OUT];
    for (node, weight) in NODES_AND_WEIGHTS {
        let (near, far) = (f(length * node), f(length * (1.0 - node)));
        for (sum, (near, far)) in sum.iter_mut().zip(near.into_iter().zip(far)) {
            *sum += weight * (near + far);
        }
    }
    sum.map(|sum| sum * length)
}

/// The nodes below ½ of the interval [0, 1], and their weights.
const NODES_AND_WEIGHTS: [(f64, f64); 20] = [
    (0.0008811451447203998, 0.0022606385492665955),
    (0.004636880650271497, 0.005249142265576406),
    (0.011370025008112869, 0.008210529190953945),
    (0.021041590393104173, 0.01112292459708348),
    (0.03359359586066173, 0.0139685034900117),
    (0.04895059651556285, 0.016730097641273922),
    (0.06702024839387025, 0.019391083987236008),
    (0.08769388458334416, 0.021935454092836634),
    (0.1108471742867403, 0.024347903817536116),
    (0.13634087240503645, 0.02661392349196841),
    (0.16402165769291022, 0.028719884549695776),
    (0.19372305516600988, 0.03065312124646447),
    (0.2252664374524359, 0.03240200672830052),
    (0.25846209915691065, 0.03395602290761695),
    (0.2931103978141975, 0.03530582369564339),
    (0.32900295458712076, 0.03644329119790203),
    (0.36592390749637316, 0.03736158452898413),
    (0.40365120964931445, 0.03805518095031312),
    (0.4419579646623724, 0.038519909082123986),
    (0.48061379124697456, 0.0387529739892124),
];
