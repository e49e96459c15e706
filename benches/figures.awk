# figure[name] = f(cells of the reports' tables). `figures.sh` gives the reports, and then a document, `page`.

FNR == 1 {
    report = FILENAME
    sub(/.*\//, "", report)
    sub(/\.md$/, "", report)
    section = ""
}
FILENAME == page {
    if (FNR == 1) define()
    write($0)
    next
}

# A table that a report has between marks of its own.
/^<!-- \/peers -->$/ { is_marked = 0 }
is_marked { table["peers"] = table["peers"] $0 "\n" }
/^<!-- peers -->$/ { is_marked = 1 }

# The cells of tables: cell[report, section, row, heading]. A section begins at a heading behind the title.
/^#/ && FNR > 1 {
    section = $0
    sub(/^#+ */, "", section)
}
/^\|[-:|]+$/ { next }
/^\|/ {
    count = split($0, parts, / *\| */)
    if (!is_table) for (i = 2; i < count; i++) headings[i] = parts[i]
    else {
        row = ++rows[report, section]
        names[report, section, row] = parts[2]
        # Of columns with one heading the first counts.
        for (i = count - 1; i > 1; i--) cell[report, section, row, headings[i]] = parts[i]
    }
}
{ is_table = /^\|/ }
/^- processor: / { figure[report ".processor"] = substr($0, 14) }
/^- date: / { figure[report ".date"] = substr($0, 9) }

END {
    if (!failed && ending != "") fail("no line " ending)
    exit failed
}

# Defines all figures and tables.
function define(    n, i) {
    n = column("compile", "", "user seconds")
    figure["compile.models"] = n
    figure["compile.least"] = sprintf("%.1f", sorted[1])
    figure["compile.largest"] = sprintf("%.1f", sorted[n])

    figure["peers.models"] = column("peers", "", "stanli")

    n = column("sampling", "", "ratio")
    figure["sampling.models"] = n
    figure["sampling.median"] = sprintf("%.1f", median(n))
    figure["sampling.least"] = sprintf("%.1f", sorted[1])
    seconds("eight_schools", "eight schools, non-centred")
    seconds("radon", "radon, varying intercepts, 919 in 85 groups")
    seconds("irt", "irt_2pl-irt_2pl")
    n = column("sampling", "Beside nuts-rs, on the same gradients", "ratio")
    figure["sampling.nuts_rs.median"] = sprintf("%.1f", median(n))
    figure["sampling.nuts_rs.least"] = sprintf("%.1f", sorted[1])
    figure["sampling.nuts_rs.largest"] = sprintf("%.0f", sorted[n])

    figure["scale.one_point"] = sprintf("%.0f", at("scale", "Points in one pass", "1", "one by one, ms"))
    figure["scale.four_points"] = sprintf("%.0f", at("scale", "Points in one pass", "4", "in one pass, ms"))

    table["peers.kernels"] = head("a gradient", "AVX2, the default", "AVX-512") \
        gradients("eight schools", "eight_schools") \
        gradients("radon, varying intercepts in 85 counties", "radon, varying intercepts") \
        gradients("logistic regression, 10 000 × 20", "logistic") \
        gradients("hidden Markov model of 416 steps", "bball_drive_event_0-hmm_drive_0") \
        gradients("Gaussian process of 200 points", "gp") "\n"
    table["peers.by_hand"] = head("a gradient", "AVX2, the default", "AVX-512", "by hand") \
        gradients("eight schools", "eight_schools", "by hand") \
        gradients("linear regression, 10 000 × 20", "linear", "by hand") \
        gradients("logistic regression, 10 000 × 20", "logistic", "by hand") \
        gradients("stochastic volatility, 1 000 days", "volatility", "by hand") \
        gradients("mixture of three, 1 000 observations", "mixture", "by hand") "\n"
    table["peers.translated"] = "\n| a gradient | its README | by hand, here | AVX2, the default | AVX-512 |\n" \
        "|-|-:|-:|-:|-:|\n" translated("100 normal numbers", 140, "100 numbers") \
        translated("a line through 200 points", 330, "a line") \
        translated("intercepts of eight groups", 760, "groups") \
        translated("a Gaussian process of 50 points", 35310, "a process") "\n"
    table["approximate"] = "\n| monomorph's time, divided by stanli's | median | worst |\n|-|-:|-:|\n" \
        approximations("mode") approximations("Laplace") approximations("Pathfinder") "\n"
    table["latent.lattice"] = head("cells", "AVX2, the default", "AVX-512", "TMB")
    for (i = 1; i <= rows["latent", "Counts on a lattice"]; i++) lattice(i)
    table["latent.lattice"] = table["latent.lattice"] "\n"
}

# The seconds of our run, the first of two numbers.
function seconds(name, row,    numbers) {
    split(at("sampling", "", row, "seconds"), numbers, ", ")
    figure["sampling.seconds." name] = numbers[1]
}

# The ratios of times of one method.
function approximations(method,    n) {
    n = column("approximate", "", "ratio", "method", method)
    return sprintf("| %s, %d posteriors | %.2f | %.2f |\n", method, n, median(n), sorted[n])
}

function gradients(title, row, third,    line) {
    line = "| " title " | " ours(row, "AVX2") " | " ours(row, "AVX-512") " |"
    return line (third == "" ? "" : " " ours(row, third) " |") "\n"
}

# A model of pymc-rust-ai-compiler, with the nanoseconds that its README gives.
function translated(title, theirs, row) {
    row = "translated, " row
    return "| " title " | " time(theirs) " | " ours(row, "by hand") " | " ours(row, "AVX2") " | " \
        ours(row, "AVX-512") " |\n"
}

function ours(row, heading) { return time(at("peers", "", row, heading)) }

function lattice(i,    row, theirs, numbers) {
    row = names["latent", "Counts on a lattice", i]
    theirs = of_lattice(row, "TMB, mode in R")
    if (of_lattice(row, "on its tape") < theirs) theirs = of_lattice(row, "on its tape")
    numbers = time(of_lattice(row, "ours, AVX2")) " | " time(of_lattice(row, "AVX-512")) " | " time(theirs)
    table["latent.lattice"] = table["latent.lattice"] "| " row " | " numbers " |\n"
}
function of_lattice(row, heading) { return 1e6 * at("latent", "Counts on a lattice", row, heading) }

# The heading of a table.
function head(first, second, third, fourth) {
    if (fourth == "") return "\n| " first " | " second " | " third " |\n|-|-:|-:|\n"
    return "\n| " first " | " second " | " third " | " fourth " |\n|-|-:|-:|-:|\n"
}

# A time of nanoseconds with its unit.
function time(ns) {
    return ns < 1000 ? digits(ns) " ns" : ns < 1e6 ? digits(ns / 1e3) " µs" : digits(ns / 1e6) " ms"
}

# A number with two digits or more.
function digits(x) { return sprintf(x < 9.95 ? "%.1f" : "%.0f", x) }

# The cell below a heading in the row that begins with a name.
function at(report, section, name, heading,    i) {
    for (i = 1; i <= rows[report, section]; i++)
        if (names[report, section, i] == name && (report, section, i, heading) in cell)
            return cell[report, section, i, heading]
    fail("benches/report/" report ".md has no row " name " with a column " heading)
}

# Sorts the numbers below a heading into `sorted`, those of rows with `value` in the column `key` if there is
# a key, and counts them.
function column(report, section, heading, key, value,    i, j, n, number) {
    n = 0
    for (i = 1; i <= rows[report, section]; i++) {
        if (!((report, section, i, heading) in cell)) continue
        if (key != "" && cell[report, section, i, key] != value) continue
        number = cell[report, section, i, heading] + 0
        for (j = n++; j > 0 && sorted[j] > number; j--) sorted[j + 1] = sorted[j]
        sorted[j + 1] = number
    }
    if (n == 0) fail("benches/report/" report ".md has no column " heading)
    return n
}

# The median of an odd count of sorted numbers, and of an even one the larger of both in the middle.
function median(n) { return sorted[int(n / 2) + 1] }

# Writes a line with its figures, or with the table that stands below it.
function write(line,    name) {
    if (ending != "" && line != ending) return
    ending = ""
    if (line ~ /^<!-- [a-z_0-9.]+ -->$/) {
        name = substr(line, 6, length(line) - 9)
        if (!(name in table)) fail("there is no table " name)
        printf "%s\n%s", line, table[name]
        ending = "<!-- /" name " -->"
        return
    }
    while (match(line, /<!-- [a-z_0-9.]+ -->[^<]*<!-- -->/)) {
        name = substr(line, RSTART + 5)
        sub(/ -->.*/, "", name)
        if (!(name in figure)) fail("there is no figure " name)
        printf "%s<!-- %s -->%s<!-- -->", substr(line, 1, RSTART - 1), name, figure[name]
        line = substr(line, RSTART + RLENGTH)
    }
    print line
}

function fail(text) {
    print page ": " text >"/dev/stderr"
    failed = 1
    exit 1
}
