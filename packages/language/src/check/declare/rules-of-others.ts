import type { FieldType } from '../../model/entities.ts';
import type { DetailsOf } from '../../diagnostics/catalogue.ts';

type NeedlessReason = NonNullable<DetailsOf<'N302'>['needless']>;

/** The meaning of a rule in the words of a database, a schema or a programming language. */
export interface MeantRule {
  /** The rule of this language; null if none is needed. */
  readonly rule: string | null;
  /** Why none is needed. */
  readonly why?: NeedlessReason;
  /** Whether something else may be meant as well. */
  readonly isGuess?: true;
}

/** Rules that other languages need and this one does not. */
const NEEDLESS: readonly { readonly form: RegExp; readonly why: NeedlessReason }[] = [
  {
    form: /^(?:required|mandatory|compulsory|not[ _-]?null(?:able)?|non-?null(?:able)?|not[ -]?empty|non-?empty|required[:=] ?true|(?:null(?:able)?|optional)[:=] ?false)$/i,
    why: 'required',
  },
  { form: /^(?:pk|primary(?: key)?|auto[ _-]?increment|identity|serial)$/i, why: 'key' },
  { form: /^(?:fk|foreign key|(?:fk|foreign key|references?|belongs to)\b.*|many[ -]to[ -]one)$/i, why: 'reference' },
];

/** Words for a rule that says one thing. */
const PLAIN: readonly { readonly form: RegExp; readonly rule: string; readonly isGuess?: true }[] = [
  {
    form: /^(?:null(?:able)?|nillable|can be null|may be (?:null|empty)|not required|opt|(?:null(?:able)?|optional)[:=] ?true|required[:=] ?false)$/i,
    rule: 'optional',
  },
  { form: /^(?:unique[:=] ?true|unique(?: key| index| constraint)|uniq|distinct)$/i, rule: 'unique' },
  {
    form: /^(?:ci[ -]?unique|unique ?\(?(?:case[ -]?insensitive|ci)\)?|case[ -]?insensitive unique)$/i,
    rule: 'unique ignoring case',
  },
  { form: /^(?:immutable|final|frozen|write[ -]?once|set[ -]?once|never changes?|create[ -]?only)$/i, rule: 'once' },
  {
    form: /^(?:read[ _-]?only|system|internal|auto(?:matic(?:ally)?)?|generated|set by (?:the )?system|not editable)$/i,
    rule: 'by system',
    // It may mean that people state it once.
    isGuess: true,
  },
  { form: /^(?:index|index[:=] ?true|idx)$/i, rule: 'indexed' },
  { form: /^(?:acyclic|no (?:cycles?|circles?|loops?)|hierarch(?:y|ical)|nested set|ltree)$/i, rule: 'tree' },
  { form: /^on delete cascade$/i, rule: 'cascade' },
  { form: /^on delete (?:set null|nullify|clear)$/i, rule: 'clear' },
  { form: /^on delete (?:restrict|no action)$/i, rule: 'restrict' },
];

const NUMBER = String.raw`(-?\d+(?:\.\d+)?)`;
const UNIT = String.raw`(?: ?(?:chars?|characters?|letters?|items?))?`;
const LEAST = new RegExp(
  String.raw`^(?:min(?:imum)?(?:[ _-]?(?:length|len|value|size|items))?[ :=(]*|at least |(?:length|len|size|value)? ?(?:>=|≥) ?)${NUMBER}${UNIT}\)?$`,
  'i',
);
const MOST = new RegExp(
  String.raw`^(?:max(?:imum)?(?:[ _-]?(?:length|len|value|size|items))?[ :=(]*|at most |up to |(?:length|len|size|value)? ?(?:<=|≤) ?)${NUMBER}${UNIT}\)?$`,
  'i',
);
const BETWEEN = new RegExp(
  String.raw`^(?:(?:between|from|length|len|size|range)[ :=(]*)?${NUMBER} ?(?:and|to|-|–|—|,) ?${NUMBER}${UNIT}\)?$`,
  'i',
);
const ABOVE = new RegExp(String.raw`^> ?${NUMBER}$`);
const BELOW = new RegExp(String.raw`^< ?${NUMBER}$`);

/**
 * The rule that a notation of other tools means for a field of this type, such as `NOT NULL`, `max 60` or `> 0`. Null
 * if it is not known.
 */
export function meantRule(rule: string, type: FieldType): MeantRule | null {
  const needless = NEEDLESS.find(({ form }) => form.test(rule));
  if (needless) return { rule: null, why: needless.why };
  const plain = PLAIN.find(({ form }) => form.test(rule));
  if (plain) return { rule: plain.rule, ...(plain.isGuess && { isGuess: true }) };
  const written = boundsOf(rule, type) ?? withValue(rule);
  return written === undefined ? null : { rule: written };
}

function boundsOf(rule: string, type: FieldType): string | undefined {
  const least = LEAST.exec(rule)?.[1];
  if (least !== undefined) return `${least}..`;
  const most = MOST.exec(rule)?.[1];
  if (most !== undefined) return `..${most}`;
  const [, from, to] = BETWEEN.exec(rule) ?? [];
  if (from !== undefined && to !== undefined) return `${from}..${to}`;
  const above = ABOVE.exec(rule)?.[1];
  if (above !== undefined) return beside(above, 1, type)?.concat('..');
  const below = BELOW.exec(rule)?.[1];
  const last = below === undefined ? undefined : beside(below, -1, type);
  return last === undefined ? undefined : `..${last}`;
}

/** The next number that a field of this type can have: bounds include what they name. */
function beside(number: string, direction: 1 | -1, type: FieldType): string | undefined {
  const places = type.kind === 'money' ? 2 : type.kind === 'decimal' ? type.scale : hasSteps(type) ? 0 : null;
  if (places === null || (number.split('.')[1] ?? '').length > places) return undefined;
  return (Number(number) + direction * 10 ** -places).toFixed(places);
}

/** A gap, or a type that could not be read, may be any number. */
function hasSteps({ kind }: FieldType): boolean {
  return kind !== 'percent' && kind !== 'open';
}

/** Rules with a value that begin with another word. */
function withValue(rule: string): string | undefined {
  const value = /^(?:defaults? to|default(?: value)?|initial(?:ly| value)?)(?: ?[:=] ?| )(.+)$/i.exec(rule)?.[1];
  if (value !== undefined) return `default ${value}`;
  const pattern = /^(?:matches|match(?:es)?|pattern|regex(?:p)?|format)(?: ?[:=] ?| |\()(.+?)\)?$/i.exec(rule)?.[1];
  const bare = pattern === undefined ? undefined : /^(["'/]?)(.+)\1$/.exec(pattern)?.[2];
  if (bare !== undefined && /[\^$[\\]/.test(bare)) return `matches /${bare.replaceAll(/(?<!\\)\//g, '\\/')}/`;
  const former = /^(?:renamed from|formerly|previously) (?:`)?([a-z]\w*)(?:`)?$/i.exec(rule)?.[1];
  if (former !== undefined) return `was ${former}`;
  const condition = /^(?:only |required |visible |shown |asked )?(?:if|only when) (.+)$/i.exec(rule)?.[1];
  return condition === undefined ? undefined : `when ${condition}`;
}
