/** A released version: three numbers, none of which begins with 0 (semver.org, 2). */
const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;

/** Whether a version comes after another one. */
export function isLater(version: string, than: string): boolean {
  const [a, b] = [numbersOf(version), numbersOf(than)];
  const at = a.findIndex((number, place) => number !== b[place]);
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0);
}

export function isVersion(text: string): boolean {
  return VERSION.test(text);
}

function numbersOf(version: string): number[] {
  return version.split('.').map(Number);
}

/**
 * The text of a `package.json`, or of the lockfile, in which the packages of this repository have another version, and
 * name each other by it.
 *
 * @param former The version that they all have now.
 */
export function withVersion(text: string, former: string, version: string): string {
  const own = former.replaceAll('.', String.raw`\.`);
  // The version of a package of ours stands beside its name; one of a library may happen to be the same.
  return text
    .replaceAll(new RegExp(String.raw`("name": "(?:nonet|@nonet/\w+)",\s+"version": )"${own}"`, 'g'), `$1"${version}"`)
    .replaceAll(new RegExp(String.raw`("@nonet/\w+": )"${own}"`, 'g'), `$1"${version}"`);
}

const UNRELEASED = '## Unreleased\n';

/**
 * The changelog in which what was unreleased is that of a version.
 *
 * @returns Null if nothing is unreleased.
 */
export function releasedChangelog(text: string, version: string, day: string): string | null {
  const begin = text.indexOf(UNRELEASED);
  if (begin < 0) return null;
  const end = text.indexOf('\n## ', begin + UNRELEASED.length);
  const entries = text.slice(begin + UNRELEASED.length, end < 0 ? undefined : end);
  if (entries.trim() === '') return null;
  return text.replace(UNRELEASED, `${UNRELEASED}\n## ${version} (${day})\n`);
}
