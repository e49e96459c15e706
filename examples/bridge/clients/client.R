# Calls the functions for R by `.C`, with arguments of the types that BridgeStan's R package gives, and prints what they
# say as JSON for check.py: Rscript client.R LIBRARY DATA.json
arguments <- commandArgs(TRUE)
dyn.load(arguments[1])
library_name <- tools::file_path_sans_ext(basename(arguments[1]))
call <- function(name, ...) .C(paste0("bs_", name, "_R"), ..., PACKAGE = library_name)
construct <- function(data) {
  call("model_construct", as.character(data), as.integer(1), model = raw(8), message = as.character(""), kept = raw(8))
}
checked <- function(result) {
  if (result$code != 0) stop(result$message)
  result
}
# What each call that can fail ends with.
coded <- function(name, ...) {
  checked(call(name, model, ..., code = as.integer(0), message = as.character(""), kept = raw(8)))
}

version <- call("version", major = as.integer(0), minor = as.integer(0), patch = as.integer(0))
stopifnot(version$major == 2, version$minor == 9)
model <- construct(paste(readLines(arguments[2], warn = FALSE), collapse = " "))$model
stopifnot(any(model != 0))
number <- function(name, ...) call(name, model, ..., number = as.integer(0))$number
n <- number("param_unc_num")
names <- call("param_names", model, as.logical(TRUE), as.logical(FALSE), names = as.character(""))$names
q <- 0.3 * (seq_len(n) - 1) - 1

density <- coded("log_density_gradient", TRUE, TRUE, as.numeric(q), value = double(1), gradient = double(n))
stopifnot(density$value == coded("log_density", TRUE, TRUE, as.numeric(q), value = double(1))$value)
second <- coded("log_density_hessian", TRUE, TRUE, as.numeric(q), value = double(1), gradient = double(n),
                hessian = double(n * n))
v <- cos(seq_len(n))
product <- coded("log_density_hessian_vector_product", TRUE, TRUE, as.numeric(q), as.numeric(v), value = double(1),
                 product = double(n))$product
stopifnot(max(abs(matrix(second$hessian, n) %*% v - product)) < 1e-7)
# Where nothing is generated the client gives a pointer to nothing of the kind.
constrain <- function(has_definitions) {
  count <- number("param_num", has_definitions, FALSE)
  coded("param_constrain", has_definitions, FALSE, as.numeric(q), values = double(count), rng = as.character(""))$values
}
back <- coded("param_unconstrain", as.numeric(constrain(FALSE)), q = double(n))$q
wrong <- construct("{")
stopifnot(all(wrong$model == 0))
invisible(call("free_error_msg", wrong$kept))

numbers <- function(x) paste0("[", paste(sprintf("%.17g", x), collapse = ", "), "]")
cat(sprintf(
  '{"names": "%s", "point": %s, "value": %.17g, "gradient": %s, "values": %s, "back": %s, "error": "%s"}\n',
  names, numbers(q), density$value, numbers(density$gradient), numbers(constrain(TRUE)), numbers(back), wrong$message
))
invisible(call("model_destruct", model))
