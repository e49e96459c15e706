use super::Snapshot;
use crate::labels::SideLevels;
use crate::trace::VariableInfo;
use std::path::Path;

/// Files with matrices from before these went column after column are refused, and say why; those without any
/// are as they were.
#[test]
fn matrices_of_earlier_files_are_refused() {
    let run = |columns| {
        let info = VariableInfo {
            name: "m",
            length: Some(6),
            columns,
            is_defined: false,
            offset: 0,
            levels: SideLevels::NONE,
        };
        Snapshot::new(&[info], vec![("sampler".to_owned(), "nuts".to_owned())], 1)
    };
    let matrix = run(Some(3));
    let mut earlier = matrix.clone();
    earlier.facts.truncate(1);
    let why = earlier.differs_from(&matrix).expect("a difference");
    assert!(why.contains("row after row"), "{why}");
    let error = earlier.check(Path::new("run.mono"), &matrix).expect_err("an error").to_string();
    assert!(error.contains("run.mono") && error.contains("row after row"), "{error}");
    assert_eq!(matrix.differs_from(&matrix), None);
    let vector = run(None);
    assert_eq!(vector.facts.len(), 1);
    assert_eq!(vector.differs_from(&vector), None);
}
