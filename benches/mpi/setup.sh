#!/usr/bin/env bash
# The set-up for programs with MPI: `source` it. It installs Open MPI and libclang if they are missing and can be installed, and sets
# the environment for `cargo` and `mpirun`. If something is still missing, MPI_MISSING names it.
missing() {
    command -v mpicc >/dev/null && command -v mpirun >/dev/null || { echo "there is no Open MPI"; return; }
    ldconfig -p | grep -q libclang || ls /usr/lib/llvm-*/lib/libclang* >/dev/null 2>&1 || echo "there is no libclang"
}
if [ -n "$(missing)" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        libopenmpi-dev openmpi-bin libclang-dev; } >/dev/null 2>&1 || true
fi
MPI_MISSING=$(missing)
export MPI_MISSING
# An empty path would count as a path.
[ -n "${LIBCLANG_PATH:-}" ] || unset LIBCLANG_PATH
# Containers run as root, and have fewer cores than the programs have ranks.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
