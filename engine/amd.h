/* The one function of SuiteSparse's AMD that the library calls, for a build without it: engine/ordering.c. */
#ifndef RIGOR_ENGINE_AMD_H
#define RIGOR_ENGINE_AMD_H

void amd_2(int n, int begin[], int lists[], int length[], int room, int entries, int nv[],
           int next[], int last[], int head[], int elen[], int degree[], int work[],
           double control[], double info[]);

#endif
