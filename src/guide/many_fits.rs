//! Many fits of one model: in one process, as a Slurm array, and as a job of Kubernetes.
//!
//! A service or a study fits one model to thousands of data sets: a demand for each shop, a curve for each
//! patient. The model is a function of the data that returns a posterior. It borrows nothing of them, so one
//! type stands for all.
//!
//! ```
//! use monomorph::prelude::*;
//!
//! struct Shop {
//!     name: String,
//!     is_weekend: Vec<f64>,
//!     sales: Vec<u32>,
//! }
//!
//! fn demand(shop: &Shop) -> Result<Posterior<impl BoundModel + use<>>, monomorph::Error> {
//!     params! { level: real(), weekend: real() }
//!     let model = model! {
//!         level   |= normal(1.0, 1.5),
//!         weekend |= normal(0.0, 0.5),
//!         data(&shop.sales) |= poisson_log(level + weekend * data(&shop.is_weekend)),
//!     };
//!     model.compile()
//! }
//! # let shop = Shop { name: String::new(), is_weekend: vec![0.0, 1.0], sales: vec![3, 6] };
//! # assert_eq!(demand(&shop)?.dimension(), 2);
//! # Ok::<(), monomorph::Error>(())
//! ```
//!
//! # In one process
//!
//! [`fits`](crate::fits::fits) takes keys with data, and the function. Each thread takes one data set after
//! the other. What fails is one error by its key.
//!
//! ```
//! # use monomorph::prelude::*;
//! use monomorph::fits::fits;
//!
//! # struct Shop { name: String, is_weekend: Vec<f64>, sales: Vec<u32> }
//! # fn demand(shop: &Shop) -> Result<Posterior<impl BoundModel + use<>>, monomorph::Error> {
//! #     params! { level: real(), weekend: real() }
//! #     let model = model! {
//! #         level   |= normal(1.0, 1.5),
//! #         weekend |= normal(0.0, 0.5),
//! #         data(&shop.sales) |= poisson_log(level + weekend * data(&shop.is_weekend)),
//! #     };
//! #     model.compile()
//! # }
//! # fn shop(name: &str, sales: [u32; 4]) -> Shop {
//! #     Shop { name: name.to_owned(), is_weekend: vec![0.0, 0.0, 1.0, 1.0], sales: sales.to_vec() }
//! # }
//! # let file = std::env::temp_dir().join(format!("monomorph-guide-{}.tsv", std::process::id()));
//! let shops = [shop("north", [3, 1, 4, 6]), shop("west", [9, 12, 8, 15])];
//! let run = || {
//!     fits(shops.iter().map(|shop| (&shop.name, shop)), |shop| demand(shop))
//!         .chains(2)
//!         .warmup(200)
//!         .draws(200)
//!         .record(&file)                               // results, as they come
//!         .run()
//! };
//! let found = run()?;
//! println!("{found}");                                        // how many there are, and what failed
//! for (name, shop) in found.succeeded() {
//!     println!("{name}: {:.2}", shop.summary().row("weekend")?.mean);
//! }
//! assert_eq!(run()?.resumed(), 2);                            // all of it is in the file
//! # let _ = std::fs::remove_file(file);
//! # Ok::<(), monomorph::Error>(())
//! ```
//!
//! The program may be killed at any moment: started again it reads what the file has, and runs the rest. The
//! results are those that it would have had. What is kept of each fit is a
//! [`FitSummary`](crate::fits::FitSummary); [`run_with`](crate::fits::Fits::run_with) keeps whatever a
//! function of yours makes of the posterior, all draws for instance, and
//! [`run_recorded`](crate::fits::Fits::run_recorded) writes it to the file.
//!
//! # On many machines
//!
//! Two things are needed of a cluster: a number that tells a process its part, and a folder that all of them
//! see. The program is one file without a run time, so it is copied as it is. Random numbers follow from the
//! key, so the results do not depend on how many parts there are.
//!
//! ```
//! # use monomorph::prelude::*;
//! use monomorph::fits::{FitSummary, fits, read_fits};
//! use std::path::Path;
//!
//! # struct Shop { name: String, is_weekend: Vec<f64>, sales: Vec<u32> }
//! # fn demand(shop: &Shop) -> Result<Posterior<impl BoundModel + use<>>, monomorph::Error> {
//! #     params! { level: real(), weekend: real() }
//! #     let model = model! {
//! #         level   |= normal(1.0, 1.5),
//! #         weekend |= normal(0.0, 0.5),
//! #         data(&shop.sales) |= poisson_log(level + weekend * data(&shop.is_weekend)),
//! #     };
//! #     model.compile()
//! # }
//! /// The part of this process: Slurm and Kubernetes each have a variable for it.
//! fn part() -> usize {
//!     let number = |name| std::env::var(name).ok().and_then(|text| text.parse().ok());
//!     number("SLURM_ARRAY_TASK_ID").or_else(|| number("JOB_COMPLETION_INDEX")).unwrap_or(0)
//! }
//!
//! /// Fits each shop whose place leaves the rest `part` when it is divided by the number of parts.
//! fn fit(shops: &[Shop], part: usize, parts: usize, folder: &Path) -> Result<(), monomorph::Error> {
//!     let own = shops.iter().skip(part).step_by(parts);
//!     let found = fits(own.map(|shop| (&shop.name, shop)), |shop| demand(shop))
//! #         .chains(1).warmup(100).draws(100)
//!         .record(folder.join(format!("part-{part}.tsv")))
//!         .run()?;
//!     println!("part {part}: {found}");
//!     Ok(())
//! }
//!
//! /// The results of all parts, when they are over.
//! fn collect(parts: usize, folder: &Path) -> Result<usize, monomorph::Error> {
//!     let mut count = 0;
//!     for part in 0..parts {
//!         let found = read_fits::<FitSummary>(folder.join(format!("part-{part}.tsv")))?;
//!         count += found.succeeded().count();
//!     }
//!     Ok(count)
//! }
//! # let folder = std::env::temp_dir().join(format!("monomorph-guide-parts-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder).expect("a folder");
//! # let shops: Vec<Shop> = (0..5).map(|i| Shop {
//! #     name: format!("shop {i}"), is_weekend: vec![0.0, 1.0], sales: vec![i, 2 * i],
//! # }).collect();
//! # assert_eq!(part(), 0);
//! # for part in 0..2 { fit(&shops, part, 2, &folder)?; }
//! # assert_eq!(collect(2, &folder)?, 5);
//! # let _ = std::fs::remove_dir_all(folder);
//! # Ok::<(), monomorph::Error>(())
//! ```
//!
//! ## A Slurm array
//!
//! `sbatch fits.sbatch`. A part that was preempted or ran out of time is queued again and goes on:
//!
//! ```text
//! #!/bin/bash
//! #SBATCH --job-name=fits
//! #SBATCH --array=0-99
//! #SBATCH --cpus-per-task=8
//! #SBATCH --mem=2G
//! #SBATCH --time=01:00:00
//! #SBATCH --requeue
//! #SBATCH --open-mode=append
//! srun ./fits --parts 100 --data shops.csv --results results
//! ```
//!
//! ## A job of Kubernetes
//!
//! `kubectl apply -f fits.yaml`. An image needs nothing but the program (`FROM scratch`, if it is linked
//! statically). A part whose node was taken away is started again and goes on:
//!
//! ```text
//! apiVersion: batch/v1
//! kind: Job
//! metadata:
//!   name: fits
//! spec:
//!   completionMode: Indexed
//!   completions: 100
//!   parallelism: 20
//!   backoffLimitPerIndex: 10
//!   template:
//!     spec:
//!       restartPolicy: OnFailure
//!       containers:
//!         - name: fits
//!           image: registry.example.org/fits:1
//!           args: ["--parts", "100", "--data", "/shared/shops.csv", "--results", "/shared/results"]
//!           resources:
//!             requests: { cpu: "8", memory: 2Gi }
//!             limits: { cpu: "8", memory: 2Gi }
//!           volumeMounts:
//!             - { name: shared, mountPath: /shared }
//!       volumes:
//!         - name: shared
//!           persistentVolumeClaim: { claimName: fits }
//! ```
//!
//! # One long run
//!
//! A single fit that takes hours survives in the same way, with a checkpoint in the shared folder: see
//! [`checkpoint`](crate::checkpoint).
//!
//! ```
//! # use monomorph::prelude::*;
//! use std::time::Duration;
//!
//! # params! { mu: real() }
//! # let posterior = model! { mu |= normal(0.0, 1.0) }.compile()?;
//! # let file = std::env::temp_dir().join(format!("monomorph-guide-{}.mono", std::process::id()));
//! let nuts = posterior.nuts().chains(4).seed(1);
//! # let nuts = nuts.chains(1).warmup(50).draws(50);
//! let fit = nuts.checkpoint(&file, Duration::from_secs(60)).resume(&file).run()?;
//! # assert_eq!(fit.draws().chains(), 1);
//! # let _ = std::fs::remove_file(file.with_extension("mono.draws"));
//! # let _ = std::fs::remove_file(file);
//! # Ok::<(), monomorph::Error>(())
//! ```
//!
//! One likelihood whose rows do not fit one machine is parted among the ranks of MPI: the crate
//! `monomorph-mpi` does that.
