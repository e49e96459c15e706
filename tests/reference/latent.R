# Log densities of TMB and a fit of glmmTMB, for tests/conditioning/peers.rs: counts on a lattice of 9 × 9
# cells, and the ticks of lme4's grouse chicks. Run benches/latent/setup.sh before.
#
#   Rscript tests/reference/latent.R target/latent > tests/reference/latent.json
folder <- commandArgs(trailingOnly = TRUE)[1]
script <- function(name, arguments, lines) {
    program <- c("--vanilla", file.path("benches/latent/r", name), arguments)
    printed <- system2("Rscript", program, stdout = TRUE, input = lines)
    lapply(strsplit(trimws(printed[printed != ""]), " +"), as.numeric)
}
list_of <- function(numbers) sprintf("[%s]", paste(sprintf("%.15g", numbers), collapse = ", "))
rows_of <- function(rows) sprintf("[\n%s\n]", paste("   ", vapply(rows, list_of, ""), collapse = ",\n"))

set.seed(7)
m <- 9
cell <- expand.grid(across = 1:m, down = 1:m)
counts <- rpois(m * m, exp(0.5 + sin(cell$down) + cos(0.7 * cell$across) + rnorm(m * m, sd = 0.3)))
points <- rbind(c(-2, 1, 0.3), c(0, 0, 0), c(-4, 2, 1), c(1.5, -1, 0.5))
writeLines(format(counts), file.path(folder, sprintf("counts_%d.txt", m)))
write.table(points, file.path(folder, "points.txt"), row.names = FALSE, col.names = FALSE)
lattice <- script("lattice.R", c(folder, m, "outside"), "points")

ticks <- script("mixed.R", character(), c("data grouseticks", "fit grouseticks glmmTMB"))
cat(sprintf('{\n"counts": %s,\n"points": %s,\n"log_densities": %s,\n', list_of(counts),
    rows_of(asplit(points, 1)), rows_of(lattice)))
# Its first number, the seconds, is left out; of the design the intercept, and what is no number of trials.
fit <- ticks[[length(ticks)]]
cat(sprintf('"ticks": %s,\n"groupings": %s,\n"columns": %s,\n"fit": %s\n}\n', list_of(ticks[[1]]),
    rows_of(ticks[4:6]), rows_of(ticks[8:10]), list_of(fit[-1])))
