/* The list. */
#include "claims.h"
const paper_claim paper_claims[] = {{NULL, NULL, NULL, NULL, NULL, NULL}};
