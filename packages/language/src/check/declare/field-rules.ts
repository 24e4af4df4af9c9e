import { ENTITIES_CODES } from '../../diagnostics/codes/entities.ts';
import type { Fix } from '../../diagnostics/diagnostic.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { lex } from '../../expression/lexer.ts';
import type { FieldType } from '../../model/entities.ts';
import type { Span } from '../../source/span.ts';
import type { Cell } from '../../syntax/tree.ts';
import type { Context } from '../context.ts';
import { reportTwice } from '../resolve/names.ts';
import { replacement, suggestion } from '../resolve/replacement.ts';
import type { TableRow } from '../resolve/table.ts';
import { type Part, part, spanOf, splitList, unquoted } from '../resolve/words.ts';
import { meantRule } from './rules-of-others.ts';

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
  readonly tree?: Part;
  readonly onDelete?: Part;
  readonly was?: Part;
  readonly from?: Part;
  /** The part `else open`: values that `from` can't give are left open. */
  readonly elseOpen?: Part;
  readonly requiredForNew?: Part;
  readonly boundsForNew?: Part;
  readonly matchesForNew?: Part;
  readonly back?: BackPart;
  /** `erased`, `erased as "…"`, `erased with member`: the whole rule. */
  readonly erased?: Part;
  /** `widget given by widgets/seat.html`: what stands behind `widget`. */
  readonly widget?: Part;
  readonly computed?: ComputedPart;
}

/** The first way back of a field (`back street = …`), with the others after it. */
export interface BackPart extends Part {
  readonly others: readonly Part[];
}

/** The text behind `=`. */
export interface ComputedPart extends Part {
  /** The place before the `=` and the backticks around it, where a rule can be put in. */
  readonly before: Span;
}

/** Each way back of a field: the former field that it names, if any, and its expression. */
export function waysBack({ back }: FieldRules): readonly { readonly target: string | null; readonly words: Part }[] {
  return (back === undefined ? [] : [back, ...back.others]).map((own) => {
    const [named, target = null] = /^([a-z]\w*)\s*=(?!=)\s*/.exec(own.text) ?? [];
    return { target, words: named === undefined ? own : unquoted(part(own, named.length, own.text.length)) };
  });
}

type RuleName = keyof FieldRules;

/** In the order in which they are tried; the first group is where the rule's own part begins. */
const FORMS: readonly { readonly name: Exclude<RuleName, 'computed' | 'elseOpen'>; readonly form: RegExp }[] = [
  { name: 'optional', form: /^(?=optional$)/ },
  { name: 'unique', form: /^(?=unique( ignoring case)?$)/ },
  { name: 'once', form: /^(?=once$)/ },
  { name: 'bySystem', form: /^(?=by system$)/ },
  { name: 'indexed', form: /^(?=indexed$)/ },
  { name: 'tree', form: /^(?=tree$)/ },
  { name: 'onDelete', form: /^(?=(restrict|cascade|clear)$)/ },
  { name: 'requiredForNew', form: /^(?=required for new$)/ },
  { name: 'matchesForNew', form: /^matches\s+(?=\/.*\/\s+for new$)/ },
  { name: 'matches', form: /^matches\s+(?=\/)/ },
  { name: 'default', form: /^default\s+(?!=(?!=))/ },
  { name: 'when', form: /^when\s+/ },
  { name: 'among', form: /^among\s+/ },
  { name: 'was', form: /^was\s+/ },
  { name: 'from', form: /^from\s+/ },
  { name: 'back', form: /^back\s+/ },
  { name: 'erased', form: /^(?=erased(\s|$))/ },
  { name: 'widget', form: /^widget\s+(?=given by\s)/ },
  { name: 'boundsForNew', form: /^(?=\S*(\s*([A-Z]{3}|%))?\s*\.\.\s*(\S*(\s*([A-Z]{3}|%))?\s+)?for new$)/ },
  { name: 'bounds', form: /^(?=\S*(\s*([A-Z]{3}|%))?\s*\.\.\s*\S*)/ },
];

/** Every word of the `rules` column; bounds (`1..20`) and computed values (`= …`) have no word. */
export const FIELD_RULES: readonly string[] = [
  'optional',
  'required for new',
  'unique',
  'unique ignoring case',
  'once',
  'by system',
  'indexed',
  'tree',
  'restrict',
  'cascade',
  'clear',
  'matches',
  'default',
  'when',
  'among',
  'was',
  'from',
  'back',
  'erased',
  'widget',
];

/** Separates the rules of a field of a type (3). Unknown and double rules are reported. */
export function readFieldRules(context: Context, cell: Cell | undefined, type: FieldType): FieldRules {
  const rules: { [Name in Exclude<RuleName, 'computed' | 'back' | 'elseOpen'>]?: Part } = {};
  const back: Part[] = [];
  if (!cell || cell.absence !== null) return rules;
  const { listed, computed } = splitComputed(cell);
  for (const [index, item] of listed.entries()) {
    if (item.text === '') continue;
    const text = item.text.replace(/\s+/g, ' ');
    const rule = FORMS.find(({ form }) => form.test(text));
    if (!rule) {
      reportUnknown(context, item, text, type, () => without(cell, listed, index));
      continue;
    }
    const skipped = rule.form.exec(item.text)?.[0].length ?? 0;
    const own = unquoted(part(item, skipped, item.text.length));
    // A field that combines several fields has a way back to each.
    if (rule.name === 'back') back.push(own);
    else if (rules[rule.name]) reportTwice(context, 'rule', item, rules[rule.name]);
    else rules[rule.name] = /^(?:bounds|matches)ForNew$/.test(rule.name) ? before(own, /\s*for new$/) : own;
  }
  const [first, ...others] = back;
  return {
    ...rules,
    ...(rules.from && readElseOpen(rules.from)),
    ...(first && { back: { ...first, others } }),
    ...(computed && { computed }),
  };
}

function before(words: Part, suffix: RegExp): Part {
  return part(words, 0, words.text.search(suffix));
}

/**
 * `from if … then … else open`: without another branch the value is missing. Behind a complete expression, `else open`
 * is a rule of its own.
 */
function readElseOpen(from: Part): Pick<FieldRules, 'from' | 'elseOpen'> {
  const at = from.text.search(/\s+else\s+open$/);
  if (at < 0) return { from };
  const elseOpen = part(from, at, from.text.length);
  const count = (word: string) => lex(from.text.slice(0, at)).tokens.filter(({ text }) => text === word).length;
  // The replacement has as many letters, so that positions stay valid.
  if (count('if') > count('else')) return { from: { ...from, text: from.text.replace(/open$/, 'null') }, elseOpen };
  return { from: part(from, 0, at), elseOpen };
}

/** Edits that write a rule before the others of a field; none if the field has it already. */
export function withRule(cell: Cell, rule: string): Fix['edits'] {
  if (cell.absence !== null || cell.text === '') return [{ span: cell.span, text: ` ${rule} ` }];
  const { listed, computed } = splitComputed(cell);
  if (listed.some(({ text }) => text === rule)) return [];
  const first = listed.find(({ text }) => text !== '');
  const before = first === undefined ? computed?.before : { ...first.span, end: first.span.start };
  return before ? [{ span: before, text: `${rule}, ` }] : [];
}

/** Edits that remove a rule with the comma beside it; none if a rule is quoted in backticks. */
function without(cell: Cell, listed: readonly Part[], index: number): { readonly fix?: Fix } {
  const [before, item, after] = [listed[index - 1], listed[index], listed[index + 1]];
  if (item === undefined || cell.text.includes('`')) return {};
  const start = after === undefined && before !== undefined ? before.span.end : item.span.start;
  const end = after === undefined ? item.span.end : after.span.start;
  return { fix: { title: `Leave out “${item.text}”`, edits: [{ span: { ...item.span, start, end }, text: '' }] } };
}

/** An unknown rule. In one with a value, as in `defualt 0`, the fix replaces the first word. */
function reportUnknown(
  context: Context,
  item: Part,
  text: string,
  type: FieldType,
  withoutIt: () => { readonly fix?: Fix },
): void {
  const meant = meantRule(text, type);
  if (meant !== null) {
    const { rule, why, isGuess } = meant;
    const details = { rule: text, nearest: rule, ...(why !== undefined && { needless: why }) };
    const fix = rule === null ? withoutIt() : isGuess ? suggestion(item.span, rule) : replacement(item.span, rule);
    context.report('N302', ENTITIES_CODES.N302, details, item.span, fix);
    return;
  }
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
  /^(?:optional|unique(?: ignoring case)?|once|by system|indexed|tree|restrict|cascade|clear|matches \/.*\/|[\w.]*\.\.[\w.]*)$/;

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

/** `= expr` is last: everything behind its sign belongs to it. */
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
