//! Words of documents: each is about one of two topics, which is summed over.

use super::case::*;
use monomorph::functions::log_sum_exp;

posteriors! { lda_k2: ["three_docs1200-ldaK2", "three_men1-ldaK2", "three_men2-ldaK2"] }

fn lda_k2(case: &Case, task: &mut impl Task) {
    let (word, document) = (case.indices("w"), case.indices("doc"));
    let [first, second] = [0_u32, 1].map(|topic| vec![topic; word.len()]);
    params! { theta: simplex(2).rows(case.size("M")), phi: simplex(case.size("V")).rows(2) }
    task.run(model! {
        theta |= dirichlet(1.0),
        phi   |= dirichlet(1.0),
        topic_in_document = theta.log(),
        word_in_topic = phi.log(),
        increment(log_sum_exp(
            topic_in_document.cells(&document, &first) + word_in_topic.cells(&first, &word),
            topic_in_document.cells(&document, &second) + word_in_topic.cells(&second, &word),
        )),
    });
}
