import { ENTITIES_CODES } from '../../diagnostics/codes/entities.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import type { Cell } from '../../syntax/tree.ts';
import type { Context } from '../context.ts';
import { reportTwice } from '../resolve/names.ts';
import { replacement } from '../resolve/replacement.ts';
import type { TableRow } from '../resolve/table.ts';
import type { Span } from '../../source/span.ts';
import { type Part, part, spanOf, splitList, unquoted } from '../resolve/words.ts';

/** A field's rules, separated but not yet resolved. Each part is what follows the rule's word, or the rule itself. */
export interface FieldRules {
  readonly optional?: Part;
  readonly unique?: Part;
  readonly bounds?: Part;
  readonly matches?: Part;
  readonly default?: Part;
  readonly once?: Part;
  readonly bySystem?: Part;
  readonly when?: Part;
  readonly among?: Part;
  readonly indexed?: Part;
  readonly onDelete?: Part;
  readonly was?: Part;
  readonly from?: Part;
  readonly computed?: ComputedPart;
}

/** What stands behind `=`. */
export interface ComputedPart extends Part {
  /** The place before the `=` and the backticks around it, where a rule can be put in. */
  readonly before: Span;
}

type RuleName = keyof FieldRules;

/** In the order in which they are tried; the first group is where the rule's own part begins. */
const FORMS: readonly { readonly name: Exclude<RuleName, 'computed'>; readonly form: RegExp }[] = [
  { name: 'optional', form: /^(?=optional$)/ },
  { name: 'unique', form: /^(?=unique( ignoring case)?$)/ },
  { name: 'once', form: /^(?=once$)/ },
  { name: 'bySystem', form: /^(?=by system$)/ },
  { name: 'indexed', form: /^(?=indexed$)/ },
  { name: 'onDelete', form: /^(?=(restrict|cascade|clear)$)/ },
  { name: 'matches', form: /^matches\s+(?=\/)/ },
  { name: 'default', form: /^default\s+/ },
  { name: 'when', form: /^when\s+/ },
  { name: 'among', form: /^among\s+/ },
  { name: 'was', form: /^was\s+/ },
  { name: 'from', form: /^from\s+/ },
  { name: 'bounds', form: /^(?=\S*(\s*([A-Z]{3}|%))?\s*\.\.\s*\S*)/ },
];

/** Every word of the `rules` column; besides them stand bounds (`1..20`) and what is computed (`= …`). */
export const FIELD_RULES: readonly string[] = [
  'optional',
  'unique',
  'unique ignoring case',
  'once',
  'by system',
  'indexed',
  'restrict',
  'cascade',
  'clear',
  'matches',
  'default',
  'when',
  'among',
  'was',
  'from',
];

/** Separates a field's rules (3). Unknown and double rules are reported. */
export function readFieldRules(context: Context, cell: Cell | undefined): FieldRules {
  const rules: { [Name in Exclude<RuleName, 'computed'>]?: Part } = {};
  if (!cell || cell.absence !== null) return rules;
  const { listed, computed } = splitComputed(cell);
  for (const item of listed) {
    if (item.text === '') continue;
    const text = item.text.replace(/\s+/g, ' ');
    const rule = FORMS.find(({ form }) => form.test(text));
    if (!rule) {
      reportUnknown(context, item, text);
      continue;
    }
    if (rules[rule.name]) {
      reportTwice(context, 'rule', item, rules[rule.name]);
      continue;
    }
    const skipped = rule.form.exec(item.text)?.[0].length ?? 0;
    rules[rule.name] = unquoted(part(item, skipped, item.text.length));
  }
  return computed ? { ...rules, computed } : rules;
}

/** An unknown rule. In one with a value, as in `defualt 0`, the fix replaces the first word. */
function reportUnknown(context: Context, item: Part, text: string): void {
  const [word = text] = /^\S+/.exec(text) ?? [];
  const [whole, first] = [nearest(text, FIELD_RULES), nearest(word, FIELD_RULES)];
  let fix = {};
  if (first !== null && word !== text && isRule(`${first}${text.slice(word.length)}`))
    fix = replacement(part(item, 0, word.length).span, first);
  else if (whole !== null && isRule(whole)) fix = replacement(item.span, whole);
  context.report('N302', ENTITIES_CODES.N302, { rule: text, nearest: whole ?? first }, item.span, fix);
}

/** Rules that nobody writes as prose. */
const PLAIN_RULE =
  /^(?:optional|unique(?: ignoring case)?|once|by system|indexed|restrict|cascade|clear|matches \/.*\/|[\w.]*\.\.[\w.]*)$/;

/** Reports a meaning that reads as rules, where the field has none: the two cells may have changed places. */
export function reportMisplacedRules(context: Context, field: string, { cells }: TableRow): void {
  const { rules, meaning } = cells;
  if (!meaning || meaning.absence !== null || (rules && rules.text !== '')) return;
  const items = splitList(meaning);
  if (!items.some(({ text }) => PLAIN_RULE.test(text)) || !items.every(({ text }) => isRule(text))) return;
  const edits = rules && [
    { span: rules.span, text: ` ${meaning.text} ` },
    { span: meaning.span, text: '' },
  ];
  const fix = edits && { title: 'Write it under “rules”', isOffer: true as const, edits };
  context.report('N328', ENTITIES_CODES.N328, { text: meaning.text, field }, meaning.span, fix ? { fix } : {});
}

function isRule(text: string): boolean {
  return FORMS.some(({ form }) => form.test(text));
}

/** `= expr` stands last: everything behind its sign belongs to it. */
function splitComputed(cell: Cell): { listed: Part[]; computed: ComputedPart | null } {
  const parts = splitList(cell);
  const index = parts.findIndex((item) => /^`?=(?!=)/.test(item.text));
  const first = parts[index];
  if (!first) return { listed: parts, computed: null };
  const whole: Part = { ...cell };
  const offset = whole.offsets ? whole.offsets.indexOf(first.span.start) : first.span.start - cell.span.start;
  // Its own backticks begin before its sign.
  const start = cell.text[offset - 1] === '`' ? offset - 1 : offset;
  const expression = unquoted(part(whole, start, cell.text.length));
  const at = spanOf(whole, start, start).start - (start === 0 && cell.quoted ? 1 : 0);
  const before = { file: cell.span.file, start: at, end: at };
  return { listed: parts.slice(0, index), computed: { ...part(expression, 1, expression.text.length), before } };
}
