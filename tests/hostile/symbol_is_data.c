/* verdict: crashed; says: SIGSEGV */
/* Exports the name, but what stands there is no code. */
const int attn_edges[64] = {1};
