/**
 * The leaves of a day are stored as hashes of blocks of so many. As it is a power of two, each block is a subtree, and
 * the tree over the blocks has the root of the tree over the leaves.
 */
export const BLOCK_LEAVES = 256
