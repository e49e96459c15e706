//! Elements that the form of a matrix fixes: they are in draws and files, and have no row in what is shown.

use monomorph::Error;
use monomorph::fits::fits;
use monomorph::prelude::*;
use monomorph::report::Page;
use monomorph::sampling::Fit;

/// Labels that a reader of names could mistake for separators.
const HARD: [&str; 2] = ["a,b", "x[1]\""];

fn model(labels: &Labels) -> impl Model {
    params! {
        l: cholesky_factor_corr(labels), omega: corr_matrix(labels), sigma: cov_matrix(2),
        f: cholesky_factor_cov_of(3, 2), one: cholesky_factor_corr(1), free: real_matrix(2, 2),
    }
    let unit = Box::leak(Box::new(monomorph::faer::mat![[1.0, 0.0], [0.0, 1.0]]));
    model! {
        l     |= lkj_corr_cholesky(2.0),
        omega |= lkj_corr(2.0),
        sigma |= wishart(4.0, &*unit),
        f     |= normal(0.0, 1.0),
        one   |= lkj_corr_cholesky(1.0),
        free  |= normal(0.0, 1.0),
        correlation = l.multiply_lower_tri_self_transpose(),
        crossed     = l.tcrossprod(),
        by_dot      = l.dot(l.transpose()),
        lower       = omega.cholesky(),
        covariance  = diag_pre_multiply(data(&[1.0, 2.0]), l).tcrossprod(),
        sure        = free.column(0).at(0).greater(-1e9),
    }
}

fn fit(labels: &Labels) -> Result<Fit, Error> {
    model(labels).compile()?.nuts().chains(2).warmup(150).draws(100).seed(1).progress(false).run()
}

/// The names of the rows of a variable, without those of others.
fn rows<'s>(summary: &'s Summary, variable: &str) -> Vec<&'s str> {
    let of = |name: &&str| name.split('[').next() == Some(variable);
    summary.rows().iter().map(|row| row.name.as_str()).filter(of).collect()
}

#[test]
fn elements_that_a_form_fixes_have_no_row() -> Result<(), Error> {
    let labels = Labels::from(&HARD);
    let fit = fit(&labels)?;
    let summary = fit.summary();
    let below = |variable: &str| format!(r#"{variable}["x[1]\"","a,b"]"#);
    let last = |variable: &str| format!(r#"{variable}["x[1]\"","x[1]\""]"#);
    assert_eq!(rows(&summary, "omega"), [below("omega")]);
    for variable in ["correlation", "crossed"] {
        assert_eq!(rows(&summary, variable), [below(variable)]);
    }
    for variable in ["l", "lower"] {
        assert_eq!(rows(&summary, variable), [below(variable), last(variable)]);
    }
    assert_eq!(rows(&summary, "sigma"), ["sigma[0,0]", "sigma[1,0]", "sigma[1,1]"]);
    assert_eq!(rows(&summary, "f"), ["f[0,0]", "f[1,0]", "f[2,0]", "f[1,1]", "f[2,1]"]);
    assert_eq!(rows(&summary, "one"), [""; 0]);
    assert_eq!(rows(&summary, "free").len(), 4);
    // Only the draws tell that these are symmetric; a constant is not left out for its value.
    assert_eq!(rows(&summary, "by_dot").len(), 3);
    assert_eq!(rows(&summary, "covariance").len(), 3);
    assert_eq!(rows(&summary, "sure"), ["sure"]);

    let names = fit.draws().names();
    assert_eq!(summary.rows().len() + summary.left_out().len(), names.len());
    let without = summary.left_out().iter().map(|row| &row.name);
    for name in summary.rows().iter().map(|row| &row.name).chain(without) {
        assert!(names.contains(name), "{name}");
        assert_eq!(summary.row(name)?.name, *name);
    }
    let mirrored = r#"omega["a,b","x[1]\""]"#;
    assert_eq!(summary.row(mirrored)?.mean, summary.row(&below("omega"))?.mean);
    assert_eq!(summary.of(&[mirrored])?.rows().len(), 1);
    assert!(summary.of(&["one"])?.rows().is_empty());
    Ok(())
}

#[test]
fn what_is_shown_says_how_many_are_left_out() -> Result<(), Error> {
    let fit = fit(&Labels::from(&HARD))?;
    let summary = fit.summary();
    let part = summary.of(&["omega", "l"])?;
    for text in [part.to_string(), format!("{part:#}")] {
        let note = "left out: 5 elements of `omega`, `l`, which are constant or mirror another element";
        assert!(text.contains(note), "{text}");
        assert_eq!(text.lines().filter(|line| line.starts_with("omega[")).count(), 1, "{text}");
    }
    assert!(!summary.of(&["free"])?.to_string().contains("left out"));
    assert!(summary.of(&["one"])?.to_string().contains("left out: one[0,0], which"));
    // The diagonal of a product, of which only rounding errors change, is named and not shown.
    let by_dot = summary.of(&["by_dot"])?.to_string();
    assert!(
        by_dot.contains("never change: by_dot[") || by_dot.contains("never changes: by_dot["),
        "{by_dot}"
    );
    assert_eq!(by_dot.lines().filter(|line| line.starts_with("by_dot[")).count(), 1, "{by_dot}");

    let csv = summary.to_csv();
    assert_eq!(csv.lines().count(), 1 + summary.rows().len());
    assert!(
        csv.contains("\n\"omega[\"\"x[1]\\\"\"\"\",\"\"a,b\"\"]\",") && !csv.contains("one[0,0]"),
        "{csv}"
    );

    let page = Page::of(&fit).to_html();
    let left_out = summary.left_out().len();
    let note = format!("constant or mirror another element: {left_out}, such as <code>l[");
    assert!(page.contains(&note), "{left_out}");
    let headed = |name: &str| {
        let escaped = name.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
        page.contains(&format!("\">{escaped}</th>"))
    };
    assert!(summary.rows().iter().filter(|row| !row.is_constant()).all(|row| headed(&row.name)));
    assert!(!summary.left_out().iter().any(|row| headed(&row.name)));
    Ok(())
}

#[test]
fn draws_and_files_have_all_elements() -> Result<(), Error> {
    let labels = Labels::from(&HARD);
    let (fit, posterior) = (fit(&labels)?, model(&labels).compile()?);
    let folder = std::env::temp_dir().join(format!("monomorph_fixed_{}", std::process::id()));
    let _ = std::fs::create_dir_all(&folder);
    assert_eq!(fit.draws().get("omega")?.len(), 4);
    fit.to_zarr(folder.join("fit.zarr"))?;
    let read = Draws::from_zarr(folder.join("fit.zarr"))?;
    assert_eq!(read.names(), fit.draws().names());
    // A store does not say what a matrix is. Its draws tell of mirrored elements alone.
    let (own, later) = (fit.summary(), read.summary());
    for variable in ["sigma", "covariance", "by_dot", "free"] {
        assert_eq!(rows(&later, variable), rows(&own, variable));
    }
    assert_eq!((rows(&later, "omega").len(), rows(&later, "l").len()), (3, 4));
    let printed = later.of(&["omega"])?.to_string();
    assert_eq!(printed.lines().filter(|line| line.starts_with("omega[")).count(), 1, "{printed}");

    let file = folder.join("run.mono");
    let nuts = posterior.nuts().chains(2).warmup(150).draws(100).seed(1).progress(false);
    let on_disk = nuts.checkpoint(&file, 50).run_to_disk()?.summary()?;
    assert_eq!((on_disk.to_csv(), on_disk.to_string()), (own.to_csv(), own.to_string()));

    let of_prior = model(&labels).sample_prior(20, 1)?.summary();
    assert_eq!(of_prior.left_out().len(), own.left_out().len());
    let _ = std::fs::remove_dir_all(&folder);
    Ok(())
}

#[test]
fn fits_of_many_keep_what_is_left_out() -> Result<(), Error> {
    let labels = Labels::from(&HARD);
    let path = std::env::temp_dir().join(format!("monomorph_fixed_fits_{}.tsv", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let run = || {
        let all = fits([("first", ())], |()| model(&labels).compile()).chains(2).warmup(60).draws(40);
        all.progress(false).record(&path).run()
    };
    let (made, read) = (run()?, run()?);
    assert_eq!(read.resumed(), 1);
    let (made, read) = (made.get("first")?.summary(), read.get("first")?.summary());
    assert!(!made.left_out().is_empty());
    assert_eq!((made.to_string(), made.to_csv()), (read.to_string(), read.to_csv()));
    let _ = std::fs::remove_file(&path);
    Ok(())
}

#[test]
fn modes_and_approximations_show_no_fixed_elements() -> Result<(), Error> {
    params! { l: cholesky_factor_corr(2), free: real_matrix(2, 2) }
    let model = model! { l |= lkj_corr_cholesky(2.0), free |= normal(0.0, 1.0) };
    let posterior = model.compile()?;
    let (mode, laplace) = (posterior.optimise().run()?, posterior.laplace().draws(200).seed(1).run()?);
    // At the mode all elements of `free` are 0, which does not make it symmetric.
    for text in [mode.to_string(), laplace.to_string(), format!("{laplace:#}")] {
        let shown = |name: &str| text.lines().filter(|line| line.starts_with(name)).count();
        assert_eq!((shown("l["), shown("free[")), (2, 4), "{text}");
        assert!(text.contains("left out: 2 elements of `l`"), "{text}");
    }
    assert_eq!((mode.rows().len(), laplace.rows().len()), (8, 8));
    assert_eq!((mode.value("l[0,0]")?, laplace.row("l[0,1]")?.mean), (1.0, 0.0));
    Ok(())
}
