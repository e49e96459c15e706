# TMB's log density of counts on a lattice and its gradient, asked for by lines on stdin:
#
#   points           value and gradient at each point of points.txt, a line each
#   time K           the processor's seconds for value and gradient at the first K of these points
#
# Each answer ends with an empty line. FOLDER has lattice.so, counts_M.txt and points.txt. TMB searches for
# the mode in R or, where the third argument is `inside`, on its own tape.
#
#   Rscript lattice.R FOLDER M outside|inside
suppressPackageStartupMessages({ library(Matrix); library(TMB) })
arguments <- commandArgs(trailingOnly = TRUE)
folder <- arguments[1]
m <- as.integer(arguments[2])
is_inside <- arguments[3] == "inside"

# D − W of a line, and of the lattice, whose cells are counted row by row.
line <- bandSparse(m, k = c(0, 1), diagonals = list(c(1, rep(2, m - 2), 1), rep(-1, m - 1)), symmetric = TRUE)
laplacian <- kronecker(line, Diagonal(m)) + kronecker(Diagonal(m), line)
general <- function(matrix) as(as(matrix, "generalMatrix"), "CsparseMatrix")
y <- scan(file.path(folder, sprintf("counts_%d.txt", m)), quiet = TRUE)
points <- as.matrix(read.table(file.path(folder, "points.txt")))

dyn.load(file.path(folder, "lattice.so"))
invisible(openmp(1))
objective <- MakeADFun(
    data = list(y = y, log_factorials = sum(lgamma(y + 1)), identity = general(Diagonal(m * m)),
        laplacian = general(laplacian)),
    parameters = list(log_kappa = -2, log_tau = 1, beta = 0.3, x = numeric(m * m)),
    random = "x", DLL = "lattice", intern = is_inside, silent = TRUE)
# The search begins at the last mode, which is nearer than the best one.
if (!is_inside) objective$env$random.start <- expression(last.par[random])

both <- function(row) -c(objective$fn(points[row, ]), objective$gr(points[row, ]))
input <- file("stdin", open = "r")
while (length(command <- readLines(input, n = 1)) > 0) {
    words <- strsplit(command, " ")[[1]]
    if (words[1] == "points") {
        for (row in seq_len(nrow(points))) cat(sprintf("%.17g", both(row)), "\n")
    } else {
        before <- proc.time()
        for (row in seq_len(as.integer(words[2]))) both(row)
        cat(sum((proc.time() - before)[1:2]), "\n")
    }
    cat("\n")
}
