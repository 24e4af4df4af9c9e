/** Whether two JSON values are equal, except for members with these names at any depth. */
export function isSameData(left: unknown, right: unknown, without: ReadonlySet<string> = NONE): boolean {
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return false;
  if (Array.isArray(left) || Array.isArray(right))
    return (
      Array.isArray(left) &&
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => isSameData(item, right[index], without))
    );
  const [before, after] = [membersOf(left, without), membersOf(right, without)];
  return (
    before.size === after.size &&
    [...before].every(([name, value]) => after.has(name) && isSameData(value, after.get(name), without))
  );
}

const NONE: ReadonlySet<string> = new Set();

/** Properties that hold positions and texts for people. */
export const PLACES_AND_WORDS: ReadonlySet<string> = new Set([
  'clause',
  'meaning',
  'description',
  'label',
  'labels',
  'plural',
]);

function membersOf(value: object, without: ReadonlySet<string>): ReadonlyMap<string, unknown> {
  return new Map(Object.entries(value).filter(([name, member]) => member !== undefined && !without.has(name)));
}
