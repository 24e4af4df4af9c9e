import type { FieldView } from '@nonet/client';
import { compileToClosure, inOrderOfDefaults, readsItsRecord, valuesNeeded } from '@nonet/language';
import type { QueryClient } from '@tanstack/react-query';
import { client } from '../data/client.ts';
import { type Draft, draftOf, isSameDraft, wireOf } from './drafts.ts';
import type { FieldEnvironment } from './field.ts';
import type { FormValues } from './when.ts';

/** The context in which defaults are worked out. */
export interface Means extends Pick<FormValues, 'user' | 'settings'> {
  readonly environment: FieldEnvironment;
  /** When the record was begun (RFC 3339). */
  readonly now: string;
  /** A record that a field refers to, as this reader gets it: undefined until it is read, null where it can't be. */
  readonly referred: (wanted: Wanted) => Readonly<Record<string, unknown>> | null | undefined;
}

/** A record to which the draft refers, and the paths of it that defaults read. */
export interface Wanted {
  readonly entity: string;
  readonly id: string;
  readonly paths: readonly string[];
}

/** The records to which a draft refers, as far as its defaults read them. */
export function wantedFor(fields: readonly FieldView[], draft: Draft, environment: FieldEnvironment): Wanted[] {
  const record = wireOf(fields, draft, environment);
  return fields.flatMap(({ defaultReads = [] }) =>
    defaultReads.flatMap(({ field, paths }) => wantedOf(fields, record, field, paths) ?? []),
  );
}

function wantedOf(
  fields: readonly FieldView[],
  record: Readonly<Record<string, unknown>>,
  field: string,
  paths: readonly string[],
): Wanted | null {
  const entity = fields.find(({ name }) => name === field)?.entity ?? null;
  const id = record[field] ?? null;
  return entity === null || (typeof id !== 'string' && typeof id !== 'number')
    ? null
    : { entity, id: String(id), paths };
}

/** The records that have been read, by `keyOf`; null where one can't be. */
export type Referred = ReadonlyMap<string, Readonly<Record<string, unknown>> | null>;

const keyOf = ({ entity, id, paths }: Wanted): string => [entity, id, ...paths].join(' ');

export function read(referred: Referred, wanted: Wanted): ReturnType<Means['referred']> {
  return referred.get(keyOf(wanted));
}

/** Reads the records that the defaults of these drafts need, each once; `sought` has those that are read already. */
export function look(
  fields: readonly FieldView[],
  drafts: readonly Draft[],
  environment: FieldEnvironment,
  queries: Pick<QueryClient, 'fetchQuery'>,
  sought: Set<string>,
  setReferred: (next: (before: Referred) => Referred) => void,
): void {
  if (!fields.some(({ defaultReads }) => defaultReads !== undefined)) return;
  for (const wanted of drafts.flatMap((draft) => wantedFor(fields, draft, environment))) {
    const key = keyOf(wanted);
    if (sought.has(key)) continue;
    sought.add(key);
    const { path } = environment.entity(wanted.entity);
    const { id, paths } = wanted;
    const arrived = (found: Readonly<Record<string, unknown>> | null) =>
      setReferred((before) => new Map(before).set(key, found));
    void queries
      .fetchQuery({
        queryKey: ['records', path, 'one', id, { fields: paths }],
        queryFn: ({ signal }) => client.read(path, id, { fields: paths }, signal),
      })
      // The product fills in what can't be read, when the record is saved.
      .then(
        ({ record }) => arrived(record),
        () => arrived(null),
      );
  }
}

/** A draft once more has been read of what it refers to: fields that contain what was worked out before follow. */
export function renewed(fields: readonly FieldView[], draft: Draft, before: Means, means: Means): Draft {
  const follows = fields.filter((field) => field.defaultReads !== undefined && isDefault(field, fields, draft, before));
  return follows.length === 0 ? draft : { ...draft, ...defaultsOf(follows, fields, draft, means) };
}

/** A new draft, or row, with the defaults that are worked out here (3, `default`); what is `given` stays as it is. */
export function begun(fields: readonly FieldView[], draft: Draft, means: Means, given: Draft | null): Draft {
  const open = fields.filter(({ name }) => given === null || !Object.hasOwn(given, name));
  return { ...draft, ...defaultsOf(open, fields, draft, means) };
}

/**
 * A draft after a change of some of its fields: defaults that read these follow, as long as they contain what was
 * worked out before, so that nobody has entered anything else.
 */
export function followed(
  fields: readonly FieldView[],
  before: Draft,
  after: Draft,
  changed: ReadonlySet<string>,
  means: Means,
): Draft {
  const follows = fields.filter(
    (field) =>
      field.default !== null &&
      readsItsRecord(field.default) &&
      !changed.has(field.name) &&
      isDefault(field, fields, before, means),
  );
  return follows.length === 0 ? after : { ...after, ...defaultsOf(follows, fields, after, means) };
}

/** Whether a field contains the value that the product would compute for it; `fields`: all of its form. */
export function isDefault(field: FieldView, fields: readonly FieldView[], draft: Draft, means: Means): boolean {
  if (field.default === null) return false;
  return isSameDraft([field], draft, defaultsOf([field], fields, draft, means), means.environment);
}

/**
 * The defaults of `wanted` in the form of their inputs, by the other values of the draft. One that reads a required
 * value which is not there yet is empty.
 */
function defaultsOf(wanted: readonly FieldView[], fields: readonly FieldView[], draft: Draft, means: Means): Draft {
  const { environment, user, settings, now } = means;
  const expressions = fields.map((field) => ({ field, name: field.name, default: field.default, computed: null }));
  const open = expressions.filter(({ field }) => field.default !== null && wanted.includes(field));
  const worked: Record<string, unknown> = {};
  for (const { field, default: expression } of inOrderOfDefaults(open, expressions)) {
    if (expression === null) continue;
    const record = wireOf(fields, { ...draft, ...worked }, environment);
    const referred = referredBy(field, fields, record, means);
    const isKnown =
      referred !== null &&
      [...valuesNeeded(expression, expressions)].every((name) => {
        const read = fields.find((other) => other.name === name);
        return read !== undefined && (!read.required || (record[name] ?? null) !== null);
      });
    const values = { variables: { user, this: { ...record, ...referred } }, constants: {}, now, ...settings };
    const value = isKnown ? compileToClosure(expression)(values) : null;
    // A record, such as the user who fills in the form, is its id on the wire.
    const wire = isKnown ? environment.parts(field.kind).toWire(value, field, environment) : null;
    worked[field.name] = draftOf([field], { [field.name]: asEntered(wire, field) }, environment)[field.name];
  }
  return worked;
}

/** An amount has all places of its currency: `50.00`. */
function asEntered(wire: unknown, { kind, scale }: FieldView): unknown {
  if (kind !== 'money' || scale === null || typeof wire !== 'string') return wire;
  const [whole = '', places = ''] = wire.split('.');
  return scale === 0 ? wire : `${whole}.${places.padEnd(scale, '0')}`;
}

/** The records that a default reads through; null if one of them, or of its values, is not known to this reader. */
function referredBy(
  { defaultReads = [] }: FieldView,
  fields: readonly FieldView[],
  record: Readonly<Record<string, unknown>>,
  { referred, environment }: Means,
): Readonly<Record<string, unknown>> | null {
  const read: Record<string, unknown> = {};
  for (const { field, paths } of defaultReads) {
    const wanted = wantedOf(fields, record, field, paths);
    if (wanted === null) continue;
    const found = referred(wanted);
    if (!found || !paths.every((path) => isRead(found, wanted.entity, path.split('.'), environment))) return null;
    read[field] = found;
  }
  return read;
}

/** Whether an answer has the value at the end of a path: what its reader may not read is absent, or leads nowhere. */
function isRead(
  at: unknown,
  entity: string,
  [name = '', ...rest]: readonly string[],
  environment: FieldEnvironment,
): boolean {
  if (typeof at !== 'object' || at === null || !(name in at)) return false;
  const value = Object.entries(at).find(([key]) => key === name)?.[1];
  const field = environment.entity(entity).fields.find((each) => each.name === name);
  if (value === null || rest.length === 0) return value !== null || field?.required !== true;
  return isRead(value, field?.entity ?? '', rest, environment);
}
