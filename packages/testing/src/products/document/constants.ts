import { code, type ConstantDraft, type Draft, table, type ValueKind } from './draft.ts';
import { Expressions } from './expressions.ts';

const VALUES: readonly (readonly [kind: ConstantDraft['kind'], value: string])[] = [
  ['integer', '3'],
  ['integer', '250'],
  ['decimal', '0.75'],
  ['money', '500 EUR'],
  ['duration', '30 days'],
  ['duration', '2 hours'],
  ['date', '2026-12-31'],
  ['text', '"north"'],
  ['boolean', 'true'],
  ['list', '["a", "b"]'],
  ['percent', '21 %'],
];

/** The constants that the product itself reads, with values under which it is still of use. */
const SETTINGS: Readonly<Record<string, readonly string[]>> = {
  LOCALE: ['"en"', '"nl"', '"de-AT"'],
  TIME_ZONE: ['"Europe/Amsterdam"', '"Pacific/Auckland"', '"UTC"'],
  PERSONAL_TIME_ZONE: ['"allowed"', '"refused"'],
  PERSONAL_REGION: ['"allowed"', '"refused"'],
  PAGE_SIZE: ['2', '10'],
  MAX_PAGE_SIZE: ['20', '100'],
  MAX_UPLOAD: ['2 MB', '100 kB'],
  MAX_BODY: ['1 MB', '64 KiB'],
  SESSION_LENGTH: ['2 hours', '7 days'],
  SESSION_IDLE: ['30 minutes', '3 days'],
  NOTICES_KEPT: ['30 days', '12 hours'],
  DIGEST_TIME: ['"07:00"', '"23:30"'],
  BRAND_NAME: ['"Lend & Co"', '"<b>"'],
  BRAND_COLOUR: ['"#8a1c5b"', '"#000000"'],
  BRAND_LOGO: ['"data:image/png;base64,iVBORw0KGgo="'],
  LOGIN_ATTEMPTS: ['5 per minute', '10 per hour'],
  PASSWORD_LENGTH: ['8', '14'],
  COMMON_PASSWORDS: ['"refused"', '"allowed"'],
  REQUESTS_PER_MINUTE: ['600 per minute', '100 per second'],
  WORKING_DAYS: ['["monday", "tuesday", "saturday"]'],
  HOLIDAYS: ['["2026-12-25", "2027-01-01"]'],
};

/** Point 9 is drawn first: everything else may read it. */
export function drawConstants(draft: Draft): void {
  const { dice } = draft;
  draft.constants.push({ name: 'CURRENCY', value: '"EUR"', kind: 'setting', isOpen: false });
  for (const [name, values] of dice.some(Object.entries(SETTINGS), 3))
    draft.constants.push({ name, value: dice.pick(values), kind: 'setting', isOpen: false });
  for (const [kind, value] of dice.some(VALUES, 4)) {
    const isOpen = dice.once(6) && kind !== 'list';
    draft.constants.push({ name: draft.fresh('LIMIT').toUpperCase(), value, kind, isOpen });
  }
}

/**
 * Constants with a gap as their value have no type: they are used as the duration of an `after`, or in a comparison.
 */
export function writeConstants(draft: Draft): string {
  const rows = draft.constants.map(({ name, value, isOpen }) => ({ name, value: isOpen ? 'not shown' : value }));
  const parts = [table(['name', 'value', 'meaning'], rows)];
  if (draft.terms.length > 0) parts.push('### Terms');
  for (const { name, parameters, body, decisions } of draft.terms) {
    const given = parameters.map((parameter) => `${parameter.name} ${parameter.kind}`).join(', ');
    parts.push(`#### ${name}(${given})`, 'A term.', decisions ?? `\`\`\`expr\n${body}\n\`\`\``);
  }
  return parts.join('\n\n');
}

const OF_TERMS: readonly ValueKind[] = ['integer', 'decimal', 'money', 'date', 'boolean', 'text'];

/** Terms read their parameters, constants and records. */
export function drawTerms(draft: Draft): void {
  const { dice } = draft;
  const expressions = new Expressions(draft);
  if (!dice.once(2)) return;
  const kind = dice.pick(OF_TERMS);
  const parameters = (['integer', 'date', 'text'] as const)
    .slice(0, 1 + dice.below(2))
    .map((each) => ({ name: draft.fresh('given'), kind: each }));
  const scope = { here: null, names: parameters, hasQueries: true } as const;
  const name = draft.fresh('term');
  const asked = parameters[0]?.name ?? '';
  const decisions = dice.once(2) ? decisionsBy(draft, asked, () => expressions.value(kind, scope, 1)) : null;
  draft.terms.push({ name, kind, parameters, body: expressions.value(kind, scope, 2), decisions });
}

/** A table of decisions by a whole number. */
function decisionsBy(draft: Draft, asked: string, value: () => string): string {
  const { dice } = draft;
  const from = dice.below(50);
  const to = from + 1 + dice.below(50);
  const isUnique = dice.once(2);
  const [low, between, high] = isUnique
    ? [`< ${from}`, `${from}..${to}`, dice.pick([`> ${to}`, `not ..${to}`])]
    : [`${from}, ${to}`, `>= ${from}`, ''];
  return table(
    [isUnique ? 'unique' : 'first', asked, 'then'],
    [low, between, high].map((cell, at) => ({
      [isUnique ? 'unique' : 'first']: dice.once(2) ? '' : `T${at + 1}`,
      [asked]: cell === '' ? '' : code(cell),
      then: code(value()),
    })),
  );
}
