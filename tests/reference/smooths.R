# Fits of mgcv, for tests/conditioning/smooths.rs: smoothing parameters of penalties that are not rescaled.
# MASS has the motorcycle accidents.
#
#   Rscript tests/reference/smooths.R > tests/reference/smooths.json
suppressMessages({
    library(mgcv)
    library(MASS)
})
list_of <- function(numbers) sprintf("[%s]", paste(sprintf("%.15g", numbers), collapse = ", "))
object_of <- function(fields) {
    lines <- mapply(function(name, text) sprintf('    "%s": %s', name, text), names(fields), fields)
    sprintf("{\n%s\n}", paste(lines, collapse = ",\n"))
}
control <- gam.control(scalePenalty = FALSE, epsilon = 1e-13, newton = list(conv.tol = 1e-9))

# A fit with a given smoothing parameter: fitted values, effective degrees of freedom, predictions.
given <- function(basis, k, x, y, ahead, lambda, ends) {
    fit <- gam(y ~ s(x, bs = basis, k = k), sp = lambda, knots = ends, control = control)
    list(fitted = list_of(fitted(fit)), edf = sprintf("%.15g", sum(fit$edf)),
         ahead = list_of(ahead), predicted = list_of(predict(fit, data.frame(x = ahead))))
}
# What mgcv's random effects tell of the trend, as its mixed model has them: Z Zᵀl of its columns Z, which are
# not orthogonal to the line l. ML depends on that, REML does not.
trend_of <- function(basis, k, x, ends) {
    term <- eval(substitute(s(x, bs = basis, k = k), list(basis = basis, k = k)))
    smooth <- smoothCon(term, data.frame(x = x), ends, absorb.cons = TRUE, scale.penalty = FALSE)[[1]]
    columns <- smooth2random(smooth, "", type = 2)$rand[[1]]
    line <- (x - mean(x)) / sqrt(mean((x - mean(x))^2))
    list_of(columns %*% crossprod(columns, line))
}
# The smoothing parameter that maximises a marginal likelihood, with minus its logarithm.
estimated <- function(method, basis, k, x, y, family, ends) {
    fit <- gam(y ~ s(x, bs = basis, k = k), method = method, family = family, knots = ends, control = control)
    c(fit$sp, fit$reml.scale, fit$gcv.ubre)
}

set.seed(11)
season <- runif(80, 0, 12)
cold <- 2 + sin(pi * season / 6) + 0.4 * cos(pi * season / 2) + rnorm(80, sd = 0.5)
# Skewed, so that knots at quantiles are near to each other and far apart.
skewed <- round(exp(rnorm(100, sd = 1.5)), 3)
ticks <- rpois(100, exp(0.5 + sin(2 * log(skewed))))
log_skewed <- log(skewed)

cases <- list(
    list("cr", 20, mcycle$times, mcycle$accel, c(-4, 2.4, 3, 17.5, 33.3, 57.6, 70), 30, NULL),
    list("ps", 20, mcycle$times, mcycle$accel, c(-4, 2.4, 3, 17.5, 33.3, 57.6, 70), 0.7, NULL),
    list("cc", 9, season, cold, c(0, 0.5, 6, 11.9, 12), 0.2, list(x = c(0, 12))),
    list("cr", 10, skewed, log1p(ticks), c(0.001, 0.5, 5, 100), 5, NULL)
)
texts <- lapply(cases, function(case) {
    names(case) <- c("basis", "k", "x", "y", "ahead", "lambda", "ends")
    c(list(basis = sprintf('"%s"', case$basis), k = case$k, x = list_of(case$x), y = list_of(case$y),
           lambda = case$lambda),
      list(trend = trend_of(case$basis, case$k, case$x, case$ends)), do.call(given, case),
      list(ml = list_of(estimated("ML", case$basis, case$k, case$x, case$y, gaussian(), case$ends)),
           reml = list_of(estimated("REML", case$basis, case$k, case$x, case$y, gaussian(), case$ends))))
})

# Counts: the smoothing parameter, minus the logarithm of Laplace's approximation at the estimates, and these.
counted <- function(method) {
    fit <- gam(ticks ~ s(log_skewed, bs = "cr", k = 12), family = poisson(), method = method, control = control)
    list_of(c(fit$sp, fit$gcv.ubre, as.vector(fit$linear.predictors)))
}
counts <- list(x = list_of(log_skewed), y = list_of(ticks),
               trend = trend_of("cr", 12, log_skewed, NULL), ml = counted("ML"), reml = counted("REML"))
cat(sprintf('{\n"normal": [%s],\n"counts": %s\n}\n',
    paste(vapply(texts, object_of, ""), collapse = ", "), object_of(counts)))
