/** More messages in one second, or requests under way, than a page has any use for. */
export const MOST_A_SECOND = 200;
export const MOST_UNDER_WAY = 50;
export const MOST_FOLLOWED = 8;

/** Counts messages in a second of the clock. @returns a function that says whether one more is within the bound. */
export function messageLimit(now: () => number): () => boolean {
  let second = 0;
  let count = 0;
  return () => {
    const at = Math.floor(now() / 1000);
    if (at !== second) {
      second = at;
      count = 0;
    }
    count += 1;
    return count <= MOST_A_SECOND;
  };
}
