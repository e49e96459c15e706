//! A triangulated part of a plane, with the matrices of linear finite elements on it.

use faer::Mat;
use faer::sparse::{SparseColMat, Triplet};

/// A mesh with its lumped mass, stiffness, and stiffness of second order.
pub struct Mesh {
    pub nodes: Vec<[f64; 2]>,
    pub triangles: Vec<[usize; 3]>,
    pub c0: Mat<f64>,
    pub g1: Mat<f64>,
    pub g2: Mat<f64>,
}

impl Mesh {
    /// Makes a mesh with this many columns and rows of nodes, none of which are on a line.
    pub fn new(columns: usize, rows: usize) -> Self {
        let shift = |place: usize| ((place * 37 % 23) as f64 - 11.0) / 40.0;
        let node = |place: usize| {
            [(place % columns) as f64 + shift(place), (place / columns) as f64 + shift(place + 7)]
        };
        let nodes: Vec<[f64; 2]> = (0..columns * rows).map(node).collect();
        let corners = (0..(rows - 1) * columns).filter(|corner| corner % columns + 1 < columns);
        let halves = |corner: usize| {
            let across = corner + columns + 1;
            [[corner, corner + 1, across], [corner, across, corner + columns]]
        };
        let triangles: Vec<[usize; 3]> = corners.flat_map(halves).collect();
        let n = nodes.len();
        let (mut c0, mut g1) = (Mat::<f64>::zeros(n, n), Mat::<f64>::zeros(n, n));
        for triangle in &triangles {
            let [a, b, c] = triangle.map(|node| nodes[node]);
            // The side across of each corner.
            let sides = [[c[0] - b[0], c[1] - b[1]], [a[0] - c[0], a[1] - c[1]], [b[0] - a[0], b[1] - a[1]]];
            let area = area([a, b, c]);
            assert!(area > 0.1);
            for (i, &row) in triangle.iter().enumerate() {
                c0[(row, row)] += area / 3.0;
                for (j, &column) in triangle.iter().enumerate() {
                    let product = sides[i][0] * sides[j][0] + sides[i][1] * sides[j][1];
                    g1[(row, column)] += product / (4.0 * area);
                }
            }
        }
        let g2 = &g1 * Mat::from_fn(n, n, |i, j| g1[(i, j)] / c0[(i, i)]);
        Self { nodes, triangles, c0, g1, g2 }
    }

    /// Returns the nodes of the triangle of a place, and their weights at the place, whose sum is 1.
    pub fn locate(&self, place: [f64; 2]) -> Option<([usize; 3], [f64; 3])> {
        self.triangles.iter().find_map(|&triangle| {
            let corners = triangle.map(|node| self.nodes[node]);
            let near = [0, 1, 2].map(|corner| {
                let mut part = corners;
                part[corner] = place;
                area(part) / area(corners)
            });
            near.iter().all(|&near| near >= 0.0).then_some((triangle, near))
        })
    }
}

fn area([a, b, c]: [[f64; 2]; 3]) -> f64 {
    0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]))
}

/// Returns the sparse matrix of the nonzero elements.
pub fn sparse(matrix: &Mat<f64>) -> SparseColMat<usize, f64> {
    let (rows, columns) = (matrix.nrows(), matrix.ncols());
    let cells = (0..columns).flat_map(|column| (0..rows).map(move |row| (row, column)));
    let cells: Vec<_> = cells.filter(|&cell| matrix[cell] != 0.0).collect();
    let triplets: Vec<_> = cells.iter().map(|&cell| Triplet::new(cell.0, cell.1, matrix[cell])).collect();
    SparseColMat::try_new_from_triplets(rows, columns, &triplets).unwrap()
}
