#!/usr/bin/env bash
# What programs with MPI need: `source` it. It installs Open MPI and libclang where they are missing and can be installed, and sets
# the environment for `cargo` and `mpirun`. Where something is still missing, MPI_MISSING says what.
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
# An empty path is taken for a path.
[ -n "${LIBCLANG_PATH:-}" ] || unset LIBCLANG_PATH
# Containers run as root, and have fewer cores than ranks are wanted.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1
