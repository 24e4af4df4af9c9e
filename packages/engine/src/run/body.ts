import { type Field, message, type Message, nearest, isFromPeople } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import type { FieldError } from '../refusal.ts';
import { hinted } from './hinted.ts';
import { refuse } from './refuse.ts';
import { readValue } from './values.ts';
import { readId } from './values/identifier.ts';
import type { StoredValue } from './values/reading.ts';

/** The values of a body for one record: by field, in the form that the database takes; absent fields are kept. */
export interface RecordValues {
  readonly values: ReadonlyMap<string, StoredValue>;
  /** The owned children by list field: the whole list, in order. */
  readonly children: ReadonlyMap<string, readonly ChildValues[]>;
}

/** The fields that a body names: values and lists of owned children. */
export function namedIn({ values, children }: RecordValues): readonly string[] {
  return [...values.keys(), ...children.keys()];
}

export interface ChildValues {
  /** Null: a new one. */
  readonly id: string | null;
  /** The place in the request: `lines.0.`. */
  readonly path: string;
  readonly body: RecordValues;
}

/**
 * A body that is read only when its turn comes, so that its errors are not shown to actors who may not write at all
 * (6: the order of refusal). Adds all its errors to `errors`.
 */
export class LateBody {
  readonly read: (errors: FieldError[]) => Promise<unknown>;

  constructor(read: (errors: FieldError[]) => Promise<unknown>) {
    this.read = read;
  }
}

/** A request's body, made now where it is a late one. */
export async function bodyNow(body: unknown, errors: FieldError[]): Promise<unknown> {
  return body instanceof LateBody ? body.read(errors) : body;
}

/** Whether a field can be set. `unknown` is answered as if there were no such field; a gap decides about any value. */
export type Settable = 'yes' | 'no' | 'unknown' | { readonly gap: string };

/** Whether a value may be given at all. If a gap decides, the later judgement refuses with NOT_SPECIFIED. */
export function mayBeGiven(settable: Settable): boolean {
  return settable === 'yes' || typeof settable === 'object';
}

export interface BodyReader {
  readonly index: PlanIndex;
  /** Whether the caller may ever set a field, by its entity, for a new record or an existing one. */
  readonly settable: (entity: string, field: Field, creates: boolean) => Settable;
  readonly errors: FieldError[];
}

/** Reads a request's body as values of an entity; adds all faults to `errors` (6: INVALID). */
export function readBody(reader: BodyReader, entity: string, body: unknown, creates: boolean, path = ''): RecordValues {
  const values = new Map<string, StoredValue>();
  const children = new Map<string, readonly ChildValues[]>();
  const { index, errors } = reader;
  const label = index.entity(entity).label;
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    errors.push({
      field: path.replace(/\.$/, '') || null,
      code: 'INVALID',
      message: message('object', { label }),
      clause: index.entity(entity).clause,
    });
    return { values, children };
  }
  for (const [key, value] of Object.entries(body)) {
    if (path !== '' && key === 'id') continue;
    const field = index.findField(entity, key);
    const settable = field === null ? 'unknown' : reader.settable(entity, field, creates);
    if (field === null || !mayBeGiven(settable)) {
      errors.push(unsettable(reader, entity, key, settable === 'no' ? field : null, creates, path));
      continue;
    }
    // 6: NOT_SPECIFIED comes before what can't be read.
    if (typeof settable === 'object') throw refuse(index, 'NOT_SPECIFIED', { clause: settable.gap });
    if (field.type.kind === 'open')
      throw refuse(index, 'NOT_SPECIFIED', {
        clause: field.gap ?? field.clause,
        words: message('leftOpen', { label: field.label }),
      });
    if (field.type.kind === 'children') {
      children.set(key, readChildren(reader, field, field.type.entity, value, path));
      continue;
    }
    const reading = readValue(index, field, value);
    if (reading.ok) values.set(key, reading.value);
    else errors.push({ field: `${path}${key}`, code: 'INVALID', message: reading.problem, clause: field.clause });
  }
  return { values, children };
}

function readChildren(reader: BodyReader, field: Field, entity: string, value: unknown, path: string): ChildValues[] {
  const problem = (words: Message, at: string) =>
    reader.errors.push({ field: at, code: 'INVALID', message: words, clause: field.clause });
  if (value === null) return [];
  if (!Array.isArray(value)) {
    problem(message('list', { label: field.label }), `${path}${field.name}`);
    return [];
  }
  const seen = new Set<string>();
  return value.map((item: unknown, position) => {
    const childPath = `${path}${field.name}.${position}.`;
    const id = typeof item === 'object' && item !== null && 'id' in item ? item.id : null;
    const known = readId(id);
    if (id !== null && (known === null || seen.has(known))) {
      problem(message(known === null ? 'noEntry' : 'entryTwice'), `${childPath}id`);
    }
    if (known !== null) seen.add(known);
    return { id: known, path: childPath, body: readBody(reader, entity, item, known === null, childPath) };
  });
}

/** The error of a key that names no field, or a field that can't be set. */
export function unsettable(
  reader: BodyReader,
  entity: string,
  key: string,
  field: Field | null,
  creates: boolean,
  path: string,
): FieldError {
  const at = `${path}${key}`;
  if (field !== null)
    return {
      field: at,
      code: 'INVALID',
      message: message('notSettable', { label: field.label }),
      clause: field.clause,
    };
  const { index } = reader;
  const names = index
    .entity(entity)
    .fields.filter((candidate) => reader.settable(entity, candidate, creates) === 'yes')
    .map((candidate) => candidate.name);
  const unknown = message('noFieldToSet', { name: JSON.stringify(key.slice(0, 80)) });
  return {
    field: at,
    code: 'INVALID',
    message: hinted(unknown, nearest(key, names)),
    clause: index.entity(entity).clause,
  };
}

/** The fields of a user that need `update` rows of their own (6). */
const ACCOUNT_FIELDS: ReadonlySet<string> = new Set(['email', 'roles', 'disabled']);

/** Whether the language ever lets a person set the field (3, 4). The permissions of point 6 are checked in addition. */
export function isWritable(index: PlanIndex, entity: string, field: Field, creates: boolean): boolean {
  if (field.derived || field.computed !== null || field.bySystem || (field.once && !creates)) return false;
  const isMade = !isFromPeople(field.type) && field.type.kind !== 'open';
  if (isMade || field.name === index.stateField(entity)) return false;
  const closed = field.closed || (entity === 'User' && ACCOUNT_FIELDS.has(field.name));
  return !closed || index.permissions(entity)?.fields[field.name]?.update !== undefined;
}
