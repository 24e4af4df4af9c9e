import { type Field, message, type Message, hasValue } from '@nonet/language';
import type { FieldError } from '../refusal.ts';
import { recordPredicate } from '../sql/permissions.ts';
import { column, storedFields, SYSTEM_COLUMNS, table } from '../sql/identifiers.ts';
import { run } from '../store/pool.ts';
import { acceptsFile } from '../files/types.ts';
import type { RecordValues } from './body.ts';
import type { Finding } from './find-record.ts';
import type { StoredValue } from './values/reading.ts';
import { authorityKey, clauseContext, fromThis, isOneOf, literal, oneOf, perform, THIS, type Write } from './write.ts';

/** A record or a file that a request names, and where it names it. */
export interface Use {
  readonly field: Field;
  readonly id: string;
  readonly path: string;
}

/** Checks the references and files of a body. */
export async function checkReferences(
  write: Write,
  entity: string,
  id: string | null,
  body: RecordValues,
  errors: FieldError[],
): Promise<void> {
  const uses: Use[] = [];
  const records = new Set<string>(id === null ? [] : [recordKey(entity, id)]);
  collect(write, entity, body, '', uses, records);
  await checkUses(write, uses, [...records], errors);
}

/**
 * A record that the caller may not read is refused like an unknown one. A file must be the caller's own, not in use
 * outside `records` (their keys), and of a type that its field takes.
 */
export async function checkUses(
  write: Write,
  uses: readonly Use[],
  records: readonly string[],
  errors: FieldError[],
): Promise<void> {
  const targets = Map.groupBy(uses, ({ field: { type } }) =>
    type.kind === 'reference' || type.kind === 'many' ? type.entity : null,
  );
  for (const [target, references] of targets) {
    if (target === null) continue;
    const found = await readable(
      write,
      target,
      references.map((use) => use.id),
    );
    for (const use of references)
      if (!found.has(use.id)) errors.push(problem(use, message('missing', { label: use.field.label })));
  }
  const files = targets.get(null) ?? [];
  if (files.length > 0) await checkFiles(write, files, records, errors);
}

function collect(
  write: Write,
  entity: string,
  body: RecordValues,
  path: string,
  uses: Use[],
  records: Set<string>,
): void {
  for (const [name, value] of body.values) {
    const field = write.index.field(entity, name);
    uses.push(...usesOf(field, value, `${path}${name}`));
  }
  for (const [name, children] of body.children) {
    const { type } = write.index.field(entity, name);
    if (type.kind !== 'children') continue;
    for (const child of children) {
      if (child.id !== null) records.add(recordKey(type.entity, child.id));
      collect(write, type.entity, child.body, child.path, uses, records);
    }
  }
}

/** The records and files that a value names. */
export function usesOf(field: Field, value: StoredValue, path: string): Use[] {
  if (field.type.kind === 'many' && Array.isArray(value))
    return value.map((id: string, place) => ({ field, id, path: `${path}.${place}` }));
  const isUse = typeof value === 'string' && hasValue(field.type, 'reference', 'file');
  return isUse ? [{ field, id: value, path }] : [];
}

/**
 * Keeps the records of a `many` that the actor may not read: they do not exist for the actor (6), so a new list must
 * not remove them. `before` is the record before the write, as JSON text.
 */
export async function keepUnseen(
  write: Write,
  entity: string,
  before: string | null,
  values: ReadonlyMap<string, StoredValue>,
): Promise<ReadonlyMap<string, StoredValue>> {
  if (write.system || before === null) return values;
  const kept = new Map(values);
  for (const [name, given] of values) {
    const { type } = write.index.field(entity, name);
    if (type.kind !== 'many' || !Array.isArray(given)) continue;
    const former = (JSON.parse(before) as Record<string, unknown>)[name];
    const gone = (Array.isArray(former) ? former : []).map(String).filter((id) => !given.includes(id));
    if (gone.length === 0) continue;
    const seen = await readable(write, type.entity, gone);
    kept.set(name, [...given, ...gone.filter((id) => !seen.has(id))]);
  }
  return kept;
}

function problem({ field, path }: Use, words: Message): FieldError {
  return { field: path, code: 'INVALID', message: words, clause: field.clause };
}

/** The records among these that the actor may read. */
export async function readable(write: Finding, entity: string, ids: readonly string[]): Promise<Set<string>> {
  const asked = [...new Set(ids)];
  const rows = await perform<{ id: string }>(
    write,
    `readable ${entity} ${write.system ? 'system' : authorityKey(write)} ${asked.length === 1}`,
    (parameters) => {
      const may = write.system
        ? 'true'
        : recordPredicate(clauseContext(write, parameters, entity), write.authority, 'read', {
            kind: 'row',
            entity,
            alias: THIS,
          });
      return `select ${column(THIS, 'id')} ${fromThis(entity)} where ${isOneOf(parameters, asked)} and ${column(THIS, SYSTEM_COLUMNS.deletedAt)} is null and ${may}`;
    },
    oneOf(asked),
  );
  return new Set(rows.map((row) => row.id));
}

async function checkFiles(
  write: Write,
  uses: readonly Use[],
  records: readonly string[],
  errors: FieldError[],
): Promise<void> {
  const ids = uses.map((use) => use.id);
  const rows = await run<{ id: string; type: string; name: string; own: boolean; used: boolean; here: boolean }>(
    write.client,
    {
      text: `select f.id, f.type, f.name, (f.uploaded_by is not distinct from $3::uuid and f.paper is null) as own, exists(${attachments(write)} and not (t.record = any($2::text[]))) as used,
             exists(${attachments(write)} and t.record = any($2::text[])) as here
           from nonet.file f where f.id = any($1::uuid[])`,
      values: [ids, records, write.actor.userId],
    },
  );
  const files = new Map(rows.map((row) => [row.id, row]));
  const seen = new Set<string>();
  for (const use of uses) {
    const file = files.get(use.id);
    const { label } = use.field;
    // A file that somebody else uploaded does not exist for this actor, unless this record holds it already.
    if (file === undefined || (!write.system && !file.own && !file.here))
      errors.push(problem(use, message('noUpload', { label })));
    else if (file.used || seen.has(use.id)) errors.push(problem(use, message('usedFile', { label })));
    else if (!acceptsFile(use.field.type, file.type)) errors.push(problem(use, otherType(use.field, file.name)));
    seen.add(use.id);
  }
}

function otherType({ label, type }: Field, file: string): Message {
  return type.kind === 'file'
    ? message('fileType', { label, types: type.types, file })
    : message('noImage', { label, file });
}

/** A key that identifies a record among those of all entities, whose ids may be equal. */
export function recordKey(entity: string, id: string): string {
  return `${entity}_${id}`;
}

/** A subselect of everything that holds the file `f`, for an `exists`. */
function attachments(write: Write): string {
  return `select from (${attachedFiles(write.index.plan.entities)}) t where t.file = f.id`;
}

/** The record (its `recordKey`) that holds each file: `select file, record …`, over all file fields of the plan. */
export function attachedFiles(entities: Write['index']['plan']['entities']): string {
  const parts = entities.flatMap((entity) =>
    storedFields(entity)
      .filter((field) => field.type.kind === 'file' || field.type.kind === 'image')
      .map(
        (field) =>
          `select ${column('a', field.name)} as file, (${literal(`${entity.name}_`)} || a.id) as record from ${table(entity.name)} a where ${column('a', field.name)} is not null`,
      ),
  );
  return parts.length === 0 ? 'select null::uuid as file, null::text as record where false' : parts.join(' union all ');
}
