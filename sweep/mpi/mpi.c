/* The module for MPI: bytes with a tag between ranks. One thread, no thread of MPI's calls us. */
#include "sweep/wire.h"

#include <mpi.h>

#include <limits.h>

static int opened;

static int open_ranks(int *rank, int *ranks) {
  int provided;
  if (MPI_Init_thread(NULL, NULL, MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS) return 0;
  opened = 1;
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  return MPI_Comm_rank(MPI_COMM_WORLD, rank) == MPI_SUCCESS &&
         MPI_Comm_size(MPI_COMM_WORLD, ranks) == MPI_SUCCESS;
}

static int send_bytes(int to, int tag, const void *bytes, size_t count) {
  return count <= INT_MAX &&
         MPI_Send(bytes, (int)count, MPI_BYTE, to, tag, MPI_COMM_WORLD) == MPI_SUCCESS;
}

static int look(int *from, int *tag, size_t *count) {
  MPI_Status status;
  int there = 0, bytes = 0;
  if (MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status) != MPI_SUCCESS ||
      !there || MPI_Get_count(&status, MPI_BYTE, &bytes) != MPI_SUCCESS)
    return 0;
  *from = status.MPI_SOURCE;
  *tag = status.MPI_TAG;
  *count = (size_t)bytes;
  return 1;
}

static int take(int from, int tag, void *bytes, size_t count) {
  return MPI_Recv(bytes, (int)count, MPI_BYTE, from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE) ==
         MPI_SUCCESS;
}

static void close_ranks(void) {
  if (opened) MPI_Finalize();
  opened = 0;
}

static void give_up(int status) {
  if (opened) MPI_Abort(MPI_COMM_WORLD, status);
}

extern const sweep_wire rigor_sweep_wire;
__attribute__((visibility("default"))) const sweep_wire rigor_sweep_wire = {
    SWEEP_WIRE_VERSION, open_ranks, send_bytes, look, take, close_ranks, give_up};
