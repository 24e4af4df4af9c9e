/** Sums, groups, and what is at hand. */
export const overview = {};
