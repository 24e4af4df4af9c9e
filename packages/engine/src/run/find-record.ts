import { identitySlots } from '../row-security/held-roles.ts';
import { readableRows } from '../sql/context.ts';
import { type Entity, type Field, type FieldType, hasValue } from '@nonet/language';
import { fieldPredicate, recordPredicate } from '../sql/permissions.ts';
import type { SqlContext } from '../sql/context.ts';
import { and } from '../sql/logic.ts';
import { compileTitle } from '../sql/title.ts';
import { column, columnOf, isStored, type StoredField, storedFields, SYSTEM_COLUMNS } from '../sql/identifiers.ts';
import type { Parameters } from '../sql/parameters.ts';
import { type CompiledStatement, keptStatement } from '../sql/statement.ts';
import { run } from '../store/pool.ts';
import { type ActorContext, authorityKey, clauseContext, type Performing, THIS } from './write.ts';

/**
 * The records that a text refers to: by a unique field, or by their title (3: references by title or unique field).
 * Only records and fields that the actor may read count (6).
 */
export async function findRecords(write: Finding, entity: string, text: string): Promise<readonly string[]> {
  return (await findManyRecords(write, entity, [text])).get(text) ?? [];
}

/** The records that each of these texts refers to; a text that refers to none is left out. */
export async function findManyRecords(
  write: Finding,
  entity: string,
  texts: readonly string[],
): Promise<Map<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  // PostgreSQL can't store this character, so no record has it in its name.
  let sought = [...new Set(texts)].filter((text) => !text.includes('\u0000'));
  for (const statement of statementsOf(write, entity)) {
    if (sought.length === 0) break;
    const values = statement.parameters.values({
      now: write.now,
      ...identitySlots(write.index, write.actor),
      texts: sought,
    });
    const rows = await run<Found>(write.client, { text: statement.text, values });
    for (const [text, same] of Map.groupBy(rows, (row) => row.text))
      found.set(
        text,
        same.map(({ id }) => id),
      );
    sought = sought.filter((text) => !found.has(text));
  }
  return found;
}

/** The records with this value of a unique field that the actor may find by it (6): texts, addresses and whole numbers. */
export async function findByKey(
  write: Finding,
  entity: string,
  name: string,
  text: string,
): Promise<readonly string[]> {
  const field = storedFields(write.index.entity(entity)).find((each) => each.name === name);
  if (field === undefined) throw new Error(`${name} is no stored field of ${entity}.`);
  if (text.includes('\u0000')) return [];
  const statement = statementBy(write, entity, field);
  const values = statement.parameters.values({ now: write.now, user: write.actor.userId, texts: [text] });
  return (await run<Found>(write.client, { text: statement.text, values })).map(({ id }) => id);
}

/** The actor who looks records up, and where. */
export type Finding = ActorContext & Performing;

interface Found {
  readonly text: string;
  readonly id: string;
}

/**
 * The tables whose changes decide what texts refer to among the records of an entity; null if that hangs on the time,
 * too.
 */
export function tablesOfNames(write: Finding, entity: string): ReadonlySet<string> | null {
  const all = statementsOf(write, entity).map(({ parameters }) => parameters);
  if (all.some((parameters) => parameters.hasSlot('now'))) return null;
  return new Set(all.flatMap(({ tables }) => [...tables]));
}

/** The statements that look texts up, in their order: by each unique field, and by the title. */
function statementsOf(write: Finding, entity: string): CompiledStatement[] {
  const unique = storedFields(write.index.entity(entity)).filter(
    (field) => (field.unique !== null || field.type.kind === 'number') && isText(field.type),
  );
  return [...unique.map((field) => statementBy(write, entity, field)), statementByTitle(write, entity)];
}

function statementBy(write: Finding, entity: string, field: StoredField): CompiledStatement {
  const ignoresCase = field.unique === 'ignoring case' || field.type.kind === 'email';
  const own = field.type.kind === 'integer' ? `${column(THIS, field.name)}::text` : column(THIS, field.name);
  const condition = ignoresCase ? `lower(${own}) = lower(sought_.text)` : `${own} = sought_.text`;
  return keptStatement(write.index, `find ${entity} by ${field.name} ${rightsOf(write)}`, (parameters) => {
    const context = clauseContext(write, parameters, entity);
    const mayKnow = known(write, context, entity, field);
    return `${soughtIn(parameters, rowsOf(write, context, entity))} ${condition} and ${isAlive()} and ${mayKnow}`;
  });
}

function statementByTitle(write: Finding, entity: string): CompiledStatement {
  return keptStatement(write.index, `find ${entity} by title ${rightsOf(write)}`, (parameters) => {
    const context = clauseContext(write, parameters, entity);
    const title = write.system
      ? (plainTitle(write.index.entity(entity)) ?? compileTitle(context, thisRecord(entity)))
      : compileTitle({ ...context, authority: write.authority }, thisRecord(entity));
    return `${soughtIn(parameters, rowsOf(write, context, entity))} ${title} = sought_.text and ${isAlive()} and ${known(write, context, entity, null)}`;
  });
}

/** A title that is one required text, as its column: an index of it finds the texts that are looked up, none of which is empty. */
function plainTitle({ title, fields }: Entity): string | null {
  const [part] = title;
  if (title.length !== 1 || part === undefined || typeof part === 'string' || part.kind !== 'field') return null;
  if (part.of.kind !== 'variable' || part.of.name !== 'this') return null;
  const field = fields.find(({ name }) => name === part.field);
  return field !== undefined && isStored(field) && field.type.kind === 'text' && field.required && !part.type.nullable
    ? column(THIS, columnOf(field))
    : null;
}

function soughtIn(parameters: Parameters, from: string): string {
  return `select sought_.text, ${column(THIS, 'id')} as id from unnest(${parameters.listSlot('texts', 'text')}) sought_ (text) join ${from} ${THIS} on`;
}

/** The records among which somebody looks: those that they may read, or all where the product itself looks. */
function rowsOf(write: Finding, context: SqlContext, entity: string): string {
  return readableRows(entity, false, write.system ? context : { ...context, authority: write.authority });
}

function isAlive(): string {
  return `${column(THIS, SYSTEM_COLUMNS.deletedAt)} is null`;
}

function rightsOf(write: Finding): string {
  return write.system ? 'system' : authorityKey(write);
}

/** The SQL of whether the actor may read the record, and the field by which it is looked up. */
function known(write: Finding, context: SqlContext, entity: string, field: Field | null): string {
  if (write.system) return 'true';
  const record = { kind: 'row', entity, alias: THIS } as const;
  const readable = recordPredicate(context, write.authority, 'read', record);
  return field === null
    ? readable
    : and(readable, fieldPredicate(context, write.authority, field.name, 'read', thisRecord(entity)));
}

/** The sought record, of which the statement makes sure that it may be read. */
function thisRecord(entity: string) {
  return { kind: 'row', entity, alias: THIS, readable: true } as const;
}

function isText(type: FieldType): boolean {
  return hasValue(type, 'text', 'made text');
}
