import { ENTITIES_CODES } from '../../diagnostics/codes/entities.ts';
import type { DetailsOf } from '../../diagnostics/catalogue.ts';
import type { DaysOff, WorkingTime } from '../../expression/scope.ts';
import type { FieldType } from '../../model/entities.ts';
import type { Constant } from '../../model/constants.ts';
import { WEEKDAYS } from '../../vocabulary/weekdays.ts';
import type { Context } from '../context.ts';
import type { Setting } from '../resolve/table.ts';
import { type Part, splitList } from '../resolve/words.ts';
import { DAYS_OFF, type EntityDraft, WORKING_TIME } from './entities.ts';
import type { FieldDraft } from './field-draft.ts';

/** The names that the settings of an entity may use: its lists, other entities, constants. */
export interface Known {
  readonly fields: (entity: string) => readonly FieldDraft[] | null;
  readonly constants: readonly Constant[];
}

/** `hours (weekday, opens, closes)`: a list or an entity, and fields of its records. */
const SOURCE = /^(?<of>[A-Za-z_]\w*)\s*\(\s*(?<fields>[a-z_]\w*(?:\s*,\s*[a-z_]\w*)*)\s*\)$/;

/**
 * 3: `working time` and `days off`, which name the lists of a record that say when work is done there. Null if the
 * entity has none, `not shown` if one of the two is a gap; what can't be read is reported, and left out.
 */
export function readWorkingTime(context: Context, draft: EntityDraft, known: Known): WorkingTime | 'not shown' | null {
  const entity = draft.name.text;
  const refuse = (setting: string, words: Part, form: DetailsOf<'N313'>['form']): null => {
    const details = { setting, value: words.text, form } as const;
    context.report('N313', ENTITIES_CODES.N313, details, words.span, { clause: `3.${entity}` });
    return null;
  };
  const isOpen = [WORKING_TIME, DAYS_OFF].some((key) => draft.settings.get(key)?.value.absence === 'not shown');
  if (isOpen) return 'not shown';
  const stated = statedAs(draft.settings.get(WORKING_TIME));
  const off = statedAs(draft.settings.get(DAYS_OFF));
  if (stated === null) return off === null ? null : refuse(DAYS_OFF, off, 'daysOffAlone');
  const week = weekOf(stated, entity, known);
  if (week === null) return refuse(WORKING_TIME, stated, 'workingTime');
  const daysOff = (off === null ? [] : splitList(off)).flatMap(
    (words) => daysOffOf(words, entity, known) ?? refuse(DAYS_OFF, words, 'daysOff') ?? [],
  );
  return { week, daysOff };
}

function statedAs(setting: Setting | undefined): Part | null {
  return setting === undefined || setting.value.absence !== null ? null : setting.value;
}

function weekOf(words: Part, entity: string, known: Known): WorkingTime['week'] | null {
  const source = sourceOf(words, entity, known);
  if (source === null || source.list === null) return null;
  const [weekday, opens, closes, ...others] = source.fields;
  if (weekday === undefined || !isWeekday(weekday.type) || others.length > 0) return null;
  const list = { list: source.list, entity: source.entity, weekday: weekday.name };
  if (opens === undefined) return { ...list, hours: null };
  if (opens.type.kind !== 'time' || closes?.type.kind !== 'time') return null;
  return { ...list, hours: { opens: opens.name, closes: closes.name } };
}

function daysOffOf(words: Part, entity: string, known: Known): DaysOff | null {
  const constant = known.constants.find(({ name }) => name === words.text);
  if (constant !== undefined) return words.text === 'HOLIDAYS' ? { kind: 'constant', name: constant.name } : null;
  const source = sourceOf(words, entity, known);
  const [from, to = from, ...others] = source?.fields ?? [];
  if (source === null || from?.type.kind !== 'date' || to?.type.kind !== 'date' || others.length > 0) return null;
  const dates = { entity: source.entity, from: from.name, to: to.name };
  return source.list === null ? { kind: 'entity', ...dates } : { kind: 'list', list: source.list, ...dates };
}

interface Source {
  /** The list of the record; null for all records of the entity. */
  readonly list: string | null;
  readonly entity: string;
  readonly fields: readonly FieldDraft[];
}

/** The records that the words name, and the fields of them, each of which has a value in all of them. */
function sourceOf({ text }: Part, entity: string, { fields }: Known): Source | null {
  const { of, fields: names } = SOURCE.exec(text)?.groups ?? {};
  if (of === undefined || names === undefined) return null;
  const list = fields(entity)?.find(({ name }) => name === of);
  const read = list === undefined ? of : listed(list.type);
  const own = read === null ? null : fields(read);
  if (read === null || own === null) return null;
  const found = names.split(',').map((name) => own.find((field) => field.name === name.trim()));
  const known = found.filter((field) => field !== undefined);
  const areThere = known.every(({ required, rules }) => required && rules.when === undefined);
  return known.length === found.length && areThere ? { list: list?.name ?? null, entity: read, fields: known } : null;
}

function listed(type: FieldType): string | null {
  return type.kind === 'children' || type.kind === 'many' || type.kind === 'all' ? type.entity : null;
}

function isWeekday(type: FieldType): boolean {
  return type.kind === 'enum' && type.values.every(({ name }) => WEEKDAYS.includes(name));
}
