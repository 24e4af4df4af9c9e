/** In their own order for seed 0, else in an order that the seed determines. */
export function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  if (seed === 0) return items;
  let state = seed;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return items
    .map((item) => [next(), item] as const)
    .toSorted(([one], [other]) => one - other)
    .map(([, item]) => item);
}
