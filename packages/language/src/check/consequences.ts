import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { isWithin } from '../source/span.ts';
import { type PointName, pointNumber } from '../points.ts';
import type { SpecTree } from '../syntax/tree.ts';

/**
 * Whether the points that the model is reasoned about with are read without mistakes. Where it is not, what follows from it would
 * only be consequences of mistakes that are told already.
 */
export function isSound(tree: SpecTree, found: readonly Diagnostic[], points: readonly PointName[]): boolean {
  const sections = points.flatMap((point) => tree.points[point]?.span ?? []);
  const codes = new RegExp(`^N[${points.map(pointNumber).join('')}]`);
  return !found.some(
    ({ code, severity, span }) =>
      severity === 'error' && (codes.test(code) || sections.some((section) => isWithin(span, section))),
  );
}

/** What is said of whom nobody can do or read, where a role can never be held (N658): that is the reason. */
const OF_NOBODY: ReadonlySet<string> = new Set(['N219', 'N220', 'N351', 'N352', 'N726']);

/** The findings that do not stand where a mistake is told already, or follow from one of them: it may be the reason. */
export function besides(found: readonly Diagnostic[], reasoned: readonly Diagnostic[]): readonly Diagnostic[] {
  const errors = found.filter(({ severity }) => severity === 'error');
  const isUnheld = reasoned.some(({ code }) => code === 'N658');
  const never = new Set(reasoned.flatMap(({ code, message }) => (code === 'N451' ? (guardIn(message) ?? []) : [])));
  // Of a rule that nothing breaks or keeps that is said, and not what it reads.
  const settled = new Set(reasoned.flatMap(({ code, clause }) => (code === 'N551' || code === 'N552' ? [clause] : [])));
  const reported = reasoned.filter(
    ({ code, message, span, clause }) =>
      !(isUnheld && OF_NOBODY.has(code)) &&
      !(code === 'N456' && never.has(guardIn(message) ?? '')) &&
      !(code === 'N556' && settled.has(clause)) &&
      !errors.some((error) => isWithin(error.span, span)),
  );
  return oncePerEntity(reported);
}

/** The event whose guard a message says to hold never. */
function guardIn(message: string): string | undefined {
  return /guard of `(\w+)` never holds/.exec(message)?.[1];
}

/** Of an entity that nobody creates or reads (N351, N352), all that no screen can do for that is one error, with that beside it. */
function oncePerEntity(reasoned: readonly Diagnostic[]): readonly Diagnostic[] {
  const none = new Map(
    reasoned.flatMap((one) => (NEVER_THERE.has(one.code) ? [[(one.clause ?? '').replace(/^3\./, ''), one]] : [])),
  );
  const entityOf = ({ code, message }: Diagnostic): string =>
    code === 'N219' || code === 'N220' ? (/(\w+)\.$/.exec(message)?.[1] ?? '') : '';
  const groups = Map.groupBy(
    reasoned.filter((one) => none.has(entityOf(one))),
    entityOf,
  );
  return reasoned.flatMap((one) => {
    if (NEVER_THERE.has(one.code) && groups.has((one.clause ?? '').replace(/^3\./, ''))) return [];
    const [first, ...others] = groups.get(entityOf(one)) ?? [one];
    if (first !== one) return [];
    const reason = none.get(entityOf(one));
    const related = [...others, ...(reason ? [reason] : [])].map(({ span, message }) => ({ span, message }));
    return related.length === 0 ? one : { ...one, related: [...(one.related ?? []), ...related] };
  });
}

/** That nobody ever creates, or reads, a record of an entity. */
const NEVER_THERE: ReadonlySet<string> = new Set(['N351', 'N352']);

/** Codes about a name that there is not, by the points that state such names: all that say it of one name are one mistake. */
const STATED_IN = {
  '2': 'N213',
  '3': 'N057 N204 N205 N207 N209 N301 N314 N326 N402 N403 N411 N413 N417 N501 N604 N608 N702 N715',
  '4': 'N312 N408 N420 N503 N611 N703',
  '6': 'N068 N208 N315',
  '7': 'N717',
  '8': 'N436 N806',
  '9': 'N058 N215 N305 N732',
  '34': 'N212 N401',
  '36': 'N027 N219',
  '37': 'N085 N719 N721 N724',
  '39': 'N304 N306',
  '789': 'N729',
  '346': 'N063',
  '347': 'N433',
  '348': 'N716',
  '369': 'N409',
  '3457': 'N802',
  '34679': 'N055',
};

const POINTS_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(STATED_IN).flatMap(([points, codes]) => codes.split(' ').map((code) => [code, points] as const)),
);

/** Of codes that say other things too, the words that say it. */
const SAYS_UNKNOWN: Readonly<Record<string, RegExp>> = {
  N215: /has no such constant/,
  N315: /a role of point 6/,
  N411: / has no /,
  N716: / has no |there is no /,
  N719: / has no |there is no /,
  N721: / has no such field/,
};

/** Whether an error says that there is no such name. */
export function isUnknownName({ code, severity, message }: Diagnostic): boolean {
  const says = SAYS_UNKNOWN[code];
  return severity === 'error' && POINTS_OF.has(code) && (says === undefined || says.test(message));
}

/** Codes about an entity that there is not: entities are stated by headings, and by no row. */
const OF_ENTITIES: ReadonlySet<string> = new Set('N204 N207 N301 N402 N501 N604 N702'.split(' '));

/** Whether an error says that there is no such entity. */
export function isOfEntity({ code }: Diagnostic): boolean {
  return OF_ENTITIES.has(code);
}

/** The numbers of the points that may state what an error says that there is not, such as `36`. */
export function pointsOf({ code }: Diagnostic): string {
  return POINTS_OF.get(code) ?? '';
}

/** What is said in the same words of several records of an entity: a reference that leads nowhere, a field without its value. */
const OF_RECORDS: ReadonlySet<string> = new Set(['N316', 'N317']);

/**
 * One error for each unknown name, at its first place; the further ones are told beside it, and fixed with it. So is what
 * several records lack. `found` is in the order of the text.
 */
export function oncePerName(tree: SpecTree, found: readonly Diagnostic[]): readonly Diagnostic[] {
  const merged = new Map<Diagnostic, Diagnostic | null>();
  const merge = (groups: Iterable<readonly Diagnostic[]>, also: string): void => {
    for (const [first, ...others] of groups) {
      if (first === undefined || others.length === 0) continue;
      merged.set(first, together(first, others, also));
      for (const other of others) merged.set(other, null);
    }
  };
  const ofRecords = found.filter(({ code }) => OF_RECORDS.has(code));
  merge(Map.groupBy(found.filter(isUnknownName), (one) => nameOf(tree, one)).values(), 'It is not known here either.');
  // One habit of writing the same thing otherwise is one mistake.
  const ofHabit = found.filter(({ code, fix }) => code === 'N701' && fix !== undefined);
  merge([ofHabit], 'This too.');
  // A guard that stands elsewhere in the section is one for all that is read there.
  const ofSection = found.filter(({ code, message }) => code === 'N064' && GUARDED_ELSEWHERE.test(message));
  merge(Map.groupBy(ofSection, (one) => `${sectionOf(tree, one)} ${one.message}`).values(), 'Here too.');
  merge(Map.groupBy(ofRecords, ({ message, clause = '' }) => `${entityIn(clause)} ${message}`).values(), 'Here too.');
  return found.flatMap((diagnostic) => {
    const one = merged.get(diagnostic);
    return one === undefined ? [diagnostic] : (one ?? []);
  });
}

/** That what is missing is guarded in another part of what it stands in: behind a cause of its call. */
const GUARDED_ELSEWHERE = /behind .* in `when`/;

/** The section that a diagnostic stands in, by its heading. */
function sectionOf(tree: SpecTree, { span }: Diagnostic): string {
  const text = tree.files.find(({ path }) => path === span.file)?.text.slice(0, span.start) ?? '';
  return `${span.file} ${Math.max(text.lastIndexOf('\n### '), text.lastIndexOf('\n#### '))}`;
}

/** The entity of a clause of point 3: `Claim` of `3.Claim.total`. */
function entityIn(clause: string): string {
  return clause.split('.')[1] ?? '';
}

function together(first: Diagnostic, others: readonly Diagnostic[], also: string): Diagnostic {
  const related = others.map(({ span }) => ({ span, message: also }));
  const { fix = others.find((other) => other.fix !== undefined)?.fix } = first;
  const edits = [first, ...others].flatMap((one) => one.fix?.edits ?? []);
  return {
    ...first,
    related: [...(first.related ?? []), ...related],
    ...(fix && { fix: { ...fix, edits } }),
  };
}

function wordsIn(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** The name that is not known, in small letters: a parameter of a route is its entity's. */
export function nameOf(tree: SpecTree, { message, span, fix, offered = '' }: Diagnostic): string {
  const edit = fix?.edits.length === 1 ? fix.edits[0] : undefined;
  const place = edit?.span ?? span;
  const text = tree.files.find((file) => file.path === place.file)?.text.slice(place.start, place.end) ?? '';
  // Of `Claim approve`, `article.slug` and `list of Line` it is the last word, of bounds the constant that is not there,
  // of paths the entity whose collection has them, of bodies their shape.
  const named =
    /(?:no constant |state `|raises “|has no (?:field|event) “|has no list `|the collection of |no `### \w+\.|^“(?=\w+” says nothing))(\w+)/.exec(
      message,
    )?.[1];
  const known = wordsIn(offered === '' ? (edit?.text ?? '') : offered);
  const words = wordsIn(text);
  return (named ?? words.findLast((word) => !known.includes(word)) ?? words.at(-1) ?? text).toLowerCase();
}
