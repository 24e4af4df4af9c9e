import { ENTITIES_CODES } from '../../diagnostics/codes/entities.ts';
import type { DetailsOf } from '../../diagnostics/catalogue.ts';
import { KEPT_UNTIL } from '../../model/entities.ts';
import type { Cell } from '../../syntax/tree.ts';
import type { Context } from '../context.ts';
import type { Setting, TableRow } from '../resolve/table.ts';
import { joined, part, type Part, unquoted, wordsAt } from '../resolve/words.ts';
import { type EntityDraft, KEPT_FOR, KEPT_WHILE } from './entities.ts';

/** Fields of every entity that hold an instant, and are never empty. */
const DERIVED_MOMENTS: ReadonlySet<string> = new Set(['created_at', 'updated_at']);

/** `2 years after returned_on`, separated: the duration, and the field that it counts from. */
export interface KeptFor {
  readonly span: Part;
  readonly field: Part;
}

/** The parts of `kept for`; null if it states nothing, or has another form. */
export function readKeptFor(settings: ReadonlyMap<string, Setting>): KeptFor | null {
  const value = settings.get(KEPT_FOR)?.value;
  if (!value || value.absence !== null) return null;
  const [, span = '', gap = ''] = /^(.+?)(\s+after\s+)[a-z_]\w*$/.exec(value.text) ?? [];
  if (span === '') return null;
  return { span: part(value, 0, span.length), field: part(value, span.length + gap.length, value.text.length) };
}

/**
 * 3: `kept for` gives an entity the computed field `kept_until`: `returned_on + 2 years`, and empty as long as
 * `returned_on` is, or the condition of `kept while` holds.
 */
export function withKeptUntil(context: Context, entity: EntityDraft, isOwned: boolean): EntityDraft {
  const { name, settings, rows } = entity;
  const erases =
    name.text === 'User' || rows.some(({ cells }) => /(?:^|,)\s*erased\b/.test(cells['rules']?.text ?? ''));
  const value = settings.get(KEPT_FOR)?.value;
  const hold = settings.get(KEPT_WHILE)?.value;
  const refuse = (setting: string, words: Cell | Part, form: DetailsOf<'N313'>['form']): EntityDraft => {
    const details = { setting, value: words.text, form } as const;
    context.report('N313', ENTITIES_CODES.N313, details, words.span, { clause: `3.${name.text}` });
    return entity;
  };
  if (!value || value.absence !== null) {
    const isPointless = hold?.absence === null && value?.absence !== 'not shown' && !erases;
    return isPointless ? refuse(KEPT_WHILE, hold, 'keptWhile') : entity;
  }
  if (isOwned) return refuse(KEPT_FOR, value, 'keptForOfOwned');
  const moments = momentsOf(rows);
  const stated = readKeptFor(settings);
  const moment = stated === null ? undefined : moments.get(stated.field.text);
  if (stated === null || moment === undefined)
    return refuse(KEPT_FOR, value, { because: 'keptFor', fields: [...moments.keys()] });
  const words = (text: string): Part => wordsAt(text, stated.field);
  const { field, span } = stated;
  const conditions = [
    ...(moment.isOptional ? [joined([field, words(' == null')])] : []),
    ...(hold?.absence === null ? [joined([words('('), unquoted(part(hold, 0, hold.text.length)), words(')')])] : []),
  ];
  const computed = joined([
    ...conditions.flatMap((condition) => [words('if '), condition, words(' then null else ')]),
    field,
    words(' + '),
    span,
  ]);
  const row: TableRow = {
    cells: {
      field: cellOf(words(KEPT_UNTIL)),
      type: cellOf(words(moment.type)),
      // Another place than that of the sign, by which the sign is found.
      rules: cellOf(joined([wordsAt('optional, ', value), words('= '), computed])),
    },
    span: value.span,
  };
  // A hold that is not shown leaves open until when any record is kept.
  const isOpen = hold?.absence === 'not shown';
  return { ...entity, rows: [...rows, isOpen ? { ...row, cells: { ...row.cells, type: { ...hold } } } : row] };
}

interface Moment {
  readonly type: 'date' | 'datetime';
  readonly isOptional: boolean;
}

/** The dates and instants of an entity, by name. */
function momentsOf(rows: readonly TableRow[]): ReadonlyMap<string, Moment> {
  const moments = new Map<string, Moment>();
  for (const { cells } of rows) {
    const name = /^[a-z]\w*/.exec(cells['field']?.text ?? '')?.[0];
    const type = cells['type']?.text;
    const isOptional = /(?:^|,)\s*(?:(?:optional|required for new)\s*(?:,|$)|when\s)/.test(cells['rules']?.text ?? '');
    if (name !== undefined && (type === 'date' || type === 'datetime')) moments.set(name, { type, isOptional });
  }
  for (const name of DERIVED_MOMENTS) moments.set(name, { type: 'datetime', isOptional: false });
  return moments;
}

function cellOf(words: Part): Cell {
  return { ...words, quoted: false, absence: null };
}
