# Generalised linear mixed models of data that lme4 and glmmTMB bring along, asked for by lines on stdin:
#
#   data NAME             rows of numbers: the answers; how many trials each has, or nothing of use; then how
#                         many groupings and columns there are, the groupings, and the columns of the design
#   fit NAME PACKAGE      the processor's seconds of the fit, the log likelihood, the coefficients, and the
#                         standard deviations of the groupings in their order
#
# Of normal answers their own standard deviation follows. Each answer ends with an empty line. PACKAGE is lme4 or
# glmmTMB, neither of which is asked for standard
# errors. glmer's search for the modes of effects ends at 1e-10: with 1e-7, its default, the log likelihood of
# cbpp has five digits.
suppressPackageStartupMessages({ library(lme4); library(glmmTMB) })
grouseticks$height <- as.numeric(scale(grouseticks$HEIGHT))
models <- list(
    cbpp = list(cbind(incidence, size - incidence) ~ period + (1 | herd), cbpp, binomial()),
    grouseticks = list(TICKS ~ YEAR + height + (1 | INDEX) + (1 | BROOD) + (1 | LOCATION), grouseticks,
        poisson()),
    Salamanders = list(count ~ spp + mined + (1 | site), Salamanders, poisson()),
    InstEval = list(y ~ service + (1 | s) + (1 | d), InstEval, gaussian()),
    VerbAgg = list(r2 ~ btype + situ + mode + (1 | id) + (1 | item), VerbAgg, binomial()))

numbers <- function(...) cat(sprintf("%.17g", c(...)), "\n")
groupings <- function(name) vapply(findbars(models[[name]][[1]]), function(bar) deparse(bar[[3]]), "")

describe <- function(name) {
    model <- models[[name]]
    frame <- model.frame(subbars(model[[1]]), model[[2]])
    answer <- model.response(frame)
    if (is.matrix(answer)) {
        numbers(answer[, 1])
        numbers(rowSums(answer))
    } else {
        numbers(if (is.factor(answer)) as.integer(answer) - 1 else answer)
        numbers(rep(1, nrow(frame)))
    }
    design <- model.matrix(nobars(model[[1]]), model[[2]])
    numbers(length(groupings(name)), ncol(design))
    for (grouping in groupings(name)) numbers(as.integer(droplevels(factor(frame[[grouping]]))) - 1)
    for (column in seq_len(ncol(design))) numbers(design[, column])
}

fit <- function(name, package) {
    model <- models[[name]]
    before <- proc.time()
    is_normal <- model[[3]]$family == "gaussian"
    is_lme4 <- package == "lme4"
    fitted <- if (is_lme4 && is_normal) {
        lmer(model[[1]], model[[2]], REML = FALSE, control = lmerControl(calc.derivs = FALSE))
    } else if (is_lme4) {
        control <- glmerControl(calc.derivs = FALSE, tolPwrss = 1e-10)
        glmer(model[[1]], model[[2]], model[[3]], control = control)
    } else {
        glmmTMB(model[[1]], model[[2]], model[[3]], se = FALSE)
    }
    seconds <- sum((proc.time() - before)[1:2])
    scales <- if (is_lme4) VarCorr(fitted) else VarCorr(fitted)$cond
    deviations <- vapply(groupings(name), function(grouping) attr(scales[[grouping]], "stddev"), 0)
    coefficients <- if (is_lme4) fixef(fitted) else fixef(fitted)$cond
    numbers(seconds, logLik(fitted), coefficients, deviations, if (is_normal) sigma(fitted))
}

input <- file("stdin", open = "r")
while (length(command <- readLines(input, n = 1)) > 0) {
    words <- strsplit(command, " ")[[1]]
    if (words[1] == "data") describe(words[2]) else fit(words[2], words[3])
    cat("\n")
}
