//! [`Page`]: a report, assembled from results, data and the model.

use super::Reported;
use crate::error::Error;
use crate::sampling::Fit;
use core::fmt::Display;
use monomorph_report::data::{Dataset, groups};
use monomorph_report::report::Report;
use std::path::Path;

/// A model that a page can show: the graph of a model.
pub trait Pictured {
    /// The declarations of the parameters, and then the statements, a line each.
    fn text(&self) -> String;

    /// The picture of the dependencies between parameters and statements.
    fn to_svg(&self) -> String;
}

/// A report of a fit: one HTML file that needs no network, with problems first, then estimates, figures and
/// the model.
///
/// The shortest way to a report is [`Fit::report`].
#[derive(Clone, Debug)]
#[must_use = "a page is written by `to_html` or `save`"]
pub struct Page {
    report: Report,
    /// The names of variables and their units.
    units: Vec<(String, String)>,
    /// The reason why some observed data are not on the page.
    refused: Option<Error>,
}

impl Page {
    /// Makes the report of a fit, or of draws of any sampler.
    pub fn of(result: &impl Reported) -> Self {
        let version = env!("CARGO_PKG_VERSION");
        let report = Report {
            title: "Report of a fit".to_owned(),
            fits: vec![result.reported()],
            footer: format!("monomorph {version}"),
            ..Report::default()
        };
        Self { report, units: Vec::new(), refused: None }
    }

    /// Adds a second result to compare with the first; both get names for the reader.
    pub fn beside(mut self, name: &str, other_name: &str, other: &impl Reported) -> Self {
        self.report.fits[0].name = name.to_owned();
        self.report.fits.truncate(1);
        let mut other = other.reported();
        other.name = other_name.to_owned();
        self.report.fits.push(other);
        self.with_units()
    }

    /// Sets the title.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.report.title = title.into();
        self
    }

    /// Sets a line below the title.
    pub fn subtitle(mut self, subtitle: impl Into<String>) -> Self {
        self.report.subtitle = subtitle.into();
        self
    }

    /// Adds the model: its statements and a picture of their dependencies.
    pub fn model(mut self, graph: &impl Pictured) -> Self {
        self.report.model = Some(graph.text());
        self.report.graph = Some(graph.to_svg());
        self
    }

    /// Adds the explanation of what was done with each statement: `Posterior::explain`.
    pub fn explanation(mut self, explanation: &impl Display) -> Self {
        self.report.explanation = Some(explanation.to_string());
        self
    }

    /// Adds a group of draws to that of the posterior, such as predictions, for the checks that need the
    /// group: see [`groups`].
    pub fn group(mut self, name: &str, dataset: Dataset) -> Self {
        self.report.fits[0].tree.insert(name, dataset);
        self.with_units()
    }

    /// Adds observed data, under the name of their replicates in the group
    /// [`POSTERIOR_PREDICTIVE`](groups::POSTERIOR_PREDICTIVE). They replace earlier data of the same name.
    pub fn observed(mut self, name: &str, data: &[f64]) -> Self {
        let fit = &mut self.report.fits[0];
        let observed = fit.tree.get(groups::OBSERVED_DATA).cloned().unwrap_or_default();
        let (_, mut observed) = observed.split([name]);
        match observed.add_data(name, data) {
            Ok(()) => fit.tree.insert(groups::OBSERVED_DATA, observed),
            Err(error) => self.refused = self.refused.or_else(|| Some(error.into())),
        }
        self.with_units()
    }

    /// Sets the units of a variable, by name, in the table and in all figures: `.unit("sigma", "pCi/L")`.
    pub fn unit(mut self, variable: &str, units: &str) -> Self {
        self.units.push((variable.to_owned(), units.to_owned()));
        self.with_units()
    }

    /// Sets the units in all groups that the page has so far.
    fn with_units(mut self) -> Self {
        for fit in &mut self.report.fits {
            self.units.iter().for_each(|(variable, units)| fit.tree.set_unit(variable, units));
        }
        self
    }

    /// Adds a group of draws of the second result: see [`group`](Self::group). Without a second result it
    /// does nothing.
    pub fn other_group(mut self, name: &str, dataset: Dataset) -> Self {
        if let Some(fit) = self.report.fits.get_mut(1) {
            fit.tree.insert(name, dataset);
        }
        self.with_units()
    }

    /// Returns the page as HTML text.
    pub fn to_html(&self) -> String {
        self.report.to_html()
    }

    /// Writes the page into a file.
    ///
    /// # Errors
    ///
    /// [`Error::Results`] with the path of the file, or with the reason why [observed](Self::observed) data
    /// cannot be on the page, for example because they have no name.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        if let Some(error) = &self.refused {
            return Err(error.clone());
        }
        Ok(self.report.save(path)?)
    }
}

impl Fit {
    /// Writes a report of the fit, one HTML file. A [`Page`] can hold more than this report.
    ///
    /// # Errors
    ///
    /// [`Error::Results`] with the path of the file.
    ///
    /// ```
    /// use monomorph::prelude::*;
    ///
    /// params! { mu: real() }
    /// let posterior = model! { mu |= normal(0.0, 1.0) }.compile()?;
    /// let fit = posterior.nuts().chains(2).draws(200).seed(1).progress(false).run()?;
    /// fit.report(std::env::temp_dir().join("monomorph-doc.html"))?;
    /// # Ok::<(), monomorph::Error>(())
    /// ```
    pub fn report(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        Page::of(self).save(path)
    }
}
