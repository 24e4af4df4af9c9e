import type { Draft, EntityDraft, FieldDraft } from './draft.ts';

/** Values of each type as a cell of a record writes them, the place distinguishing one record from the next. */
const VALUES: Readonly<Record<string, (place: number) => string>> = {
  text: (place) => `Ab ${place}`,
  'long text': (place) => `A longer text ${place}`,
  markdown: (place) => `Some **words** ${place}`,
  integer: (place) => String(place),
  'decimal(8, 2)': (place) => `${place}.25`,
  'decimal(12, 4)': (place) => `${place}.5`,
  money: (place) => `${place}.50`,
  'money in EUR': (place) => `${place}`,
  percent: () => '0.1',
  boolean: (place) => (place % 2 === 0 ? 'true' : 'false'),
  date: (place) => `2026-03-0${place}`,
  time: (place) => `0${place}:30`,
  datetime: (place) => `2026-03-0${place}T09:30:00Z`,
  duration: (place) => `${place} days`,
  email: (place) => `record${place}@example.com`,
  url: (place) => `https://example.com/${place}`,
  phone: (place) => `+3120123456${place}`,
  json: (place) => `{"a": ${place}}`,
};

/** `#### Records` and `#### Demo records`: where every field that needs a value can be given one. */
export function drawRecords(draft: Draft): void {
  const { dice } = draft;
  for (const entity of draft.roots) {
    if (!dice.once(3)) continue;
    const isDemo = entity.name === 'User' || dice.once(2);
    const rows = [1, 2].map((place) => rowOf(draft, entity, place, isDemo));
    if (rows.some((row) => row === null)) continue;
    const records = isDemo ? entity.demoRecords : entity.records;
    records.push(...rows.filter((row) => row !== null));
  }
}

function rowOf(draft: Draft, entity: EntityDraft, place: number, isDemo: boolean): Map<string, string> | null {
  const { dice } = draft;
  const row = new Map<string, string>();
  for (const field of entity.fields) {
    const value = valueOf(draft, field, place, isDemo);
    const isNeeded =
      !field.isOptional &&
      field.computed === null &&
      field.type !== 'state' &&
      !/^(number|slug)/.test(field.type) &&
      !field.rules.some((rule) => rule.startsWith('default'));
    if (value === null && isNeeded) return null;
    if (value !== null && (isNeeded || dice.once(2) || field.isUnique)) row.set(field.name, value);
  }
  const state = entity.fields.find(({ type }) => type === 'state');
  if (state !== undefined && !draft.hasStart(entity)) row.set(state.name, state.values?.[0] ?? '');
  if (row.size === 0) return null;
  if (entity.name === 'User') {
    const roles = draft.roles.filter(({ kind }) => kind === 'assigned').map(({ name }) => name);
    row.set('roles', place === 1 ? roles.join(', ') : 'none');
  }
  return row;
}

function valueOf(draft: Draft, field: FieldDraft, place: number, isDemo: boolean): string | null {
  const { rules, type, kind } = field;
  if (field.computed !== null || rules.some((rule) => rule.startsWith('when'))) return null;
  if (kind === 'choice') return field.values?.[0] ?? null;
  if (kind === 'reference') return referred(draft, field, isDemo);
  if (field.name === 'email') return `demo${place}@example.com`;
  if (field.name === 'name') return `Demo ${place}`;
  return VALUES[type]?.(place) ?? null;
}

/** The unique text of a record that is there by then. */
function referred(draft: Draft, { entity, rules }: FieldDraft, isDemo: boolean): string | null {
  if (rules.some((rule) => rule.startsWith('among'))) return null;
  const target = draft.entity(entity ?? '');
  const key = target.fields.find(({ isUnique, type, name }) => isUnique && (type === 'text' || name === 'email'));
  const [record] = [...target.records, ...(isDemo ? target.demoRecords : [])];
  return key === undefined ? null : (record?.get(key.name) ?? null);
}
