import { isDeepStrictEqual } from 'node:util';
import { type Entity, type Field, takesFrom } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { hasSharedDefault } from '../run/known-default.ts';
import { THIS } from '../run/write.ts';
import { idSequence, defaultNumberId, quote, storedTable, SYSTEM_COLUMNS } from '../sql/identifiers.ts';
import { altering, type Change, forbidden, has, type NextValue, plain, records, where } from './change.ts';
import { compareColumn, enteredNow } from './compare-column.ts';
import { convertColumn } from './convert.ts';
import { type ColumnDescription, type TableDescription, isFieldColumn } from './describe.ts';
import { dropColumn, dropTable } from './drop-parts.ts';
import { type KeptOneWays, givenSince, restoreConverted } from './former/restore-converted.ts';
import { canBeKept, keptValue } from './former/kept-column.ts';
import type { PlannedConversion } from './planned-conversions.ts';
import { createTable } from './schema.ts';
import { storeComputed } from './store-computed.ts';

interface Basis {
  readonly conversions: ReadonlyMap<string, PlannedConversion>;
  /** The fields (`Entity.field`) whose values have a place elsewhere. */
  readonly read: ReadonlySet<string>;
  /** The column in which the storage keeps the values of a field that comes again; null if it keeps none. */
  readonly keptColumn: (entity: string, column: string) => string | null;
  /** The fields that a `from` without `back` has filled, where their former values are kept. */
  readonly oneWays: KeptOneWays;
}

/** The changes from the table of an entity to that of the next document. */
export function compareTable(
  old: TableDescription,
  now: TableDescription,
  before: PlanIndex,
  after: PlanIndex,
  { conversions, read, keptColumn, oneWays }: Basis,
): Change[] {
  const entity = now.entity;
  const changes: Change[] = [];
  // The former plan comes from jsonb, which keeps no order of keys.
  if (!isDeepStrictEqual(old.entity.owner, entity.owner)) {
    return [
      {
        ...altering(entity, `${entity.name} has another owner`, entity.name, [
          ...dropTable(old, after.plan).statements,
          ...createTable(now),
        ]),
        obstacle: where(
          entity,
          (n) =>
            entity.owner === null
              ? `\`${entity.name}\` is a list of \`${old.entity.owner?.entity}\` no more: there are ${records(n)}`
              : `\`${entity.name}\` is owned by ${old.entity.owner === null ? 'a list' : 'another list'} now: there are ${records(n)}`,
          ownerRemedy(old.entity, entity),
        ),
      },
    ];
  }
  if (old.entity.delete === 'soft' && entity.delete !== 'soft') {
    changes.push(
      forbidden(
        entity,
        `${entity.name} is no longer softly deleted`,
        where(
          entity,
          (n) => `\`${entity.name}\` is no longer \`delete: soft\`: ${records(n)} that were deleted would be back`,
          'keep `delete: soft`',
          () => `${quote(SYSTEM_COLUMNS.deletedAt)} is not null`,
        ),
      ),
    );
  }
  const wholeIds = after.hasWholeIds(entity.name);
  if (before.hasWholeIds(entity.name) !== wholeIds) {
    const next = wholeIds ? defaultNumberId(entity.name) : 'nonet.uuid()';
    changes.push({
      ...altering(entity, `${entity.name} has other ids`, entity.name, [
        `create sequence if not exists ${idSequence(entity.name)}`,
        `alter table ${storedTable(entity.name)} alter column id set default ${next}`,
      ]),
      obstacle: where(
        entity,
        (n) => `the \`id\` of \`${entity.name}\` is of another kind now: ${records(n)} ${has(n)} one`,
        'keep the former kind',
      ),
    });
  }
  const oldColumns = new Map(old.columns.map((column) => [column.name, column]));
  const newColumns = new Map(now.columns.map((column) => [column.name, column]));
  for (const column of old.columns) {
    if (column.field === null || newColumns.has(column.name)) continue;
    const dropped = dropColumn(entity, column, read, before, after);
    const since = oneWays.get(`${entity.name}.${column.name}`)?.since ?? null;
    // A value that was computed from kept ones goes without a loss, as long as nobody has changed it.
    const isOneWay = since !== null && dropped.obstacle !== null;
    changes.push(isOneWay ? { ...dropped, obstacle: givenSince(entity, column.field, before, since) } : dropped);
  }
  for (const column of now.columns) {
    if (!isFieldColumn(column)) continue;
    const conversion = conversions.get(`${entity.name}.${column.name}`);
    if (conversion !== undefined) {
      changes.push(...convertColumn(entity, column, column.field, conversion, before));
      continue;
    }
    const previous = oldColumns.get(column.name);
    const { since, kept = null } = oneWays.get(`${entity.name}.${column.name}`) ?? {};
    if (since !== undefined && kept !== null && previous !== undefined && previous.field !== null) {
      const fields = { field: column.field, previous: previous.field };
      changes.push(...restoreConverted(entity, column, fields, before, { since, kept }));
      continue;
    }
    if (previous === undefined || !isFieldColumn(previous)) {
      const former = before.findField(entity.name, column.field.name);
      if (former === null || former.computed === null)
        changes.push(addColumn(entity, column, column.field, after, keptColumn(entity.name, column.name)));
      else changes.push(...storeComputed(entity, former, column, before, after));
    } else {
      changes.push(...compareColumn(entity, previous, column, before, after));
    }
  }
  return changes;
}

/** The remedy if existing records would belong to another record, or to none. */
function ownerRemedy(old: Entity, now: Entity): string {
  if (now.owner === null)
    return `state an entity by another name that is made from them: \`| from | ${old.name} |\` among its settings, with a \`from\` for each of its fields (\`from parent\` for the record that the list belonged to)`;
  if (old.owner === null)
    return `keep \`${now.name}\` an entity of its own, and list its records by \`all ${now.name} by …\` of \`${now.owner.entity}\``;
  return 'keep the list, and state an entity of its own for the other one';
}

/** `kept`: the column in which the storage keeps what a former version, which is put to use again, has in it. */
function addColumn(
  entity: Entity,
  column: ColumnDescription,
  field: Field,
  after: PlanIndex,
  kept: string | null,
): Change {
  const initial = after.workflow(entity.name)?.states.find(({ kind }) => kind === 'initial') ?? null;
  const first = firstValue(field, initial);
  const value = kept !== null && canBeKept(field) ? keptValue(field, kept) : first;
  // A number is given on create: records that are there already have none.
  const needed = field.required && first.kind === 'empty' && field.when === null && field.type.kind !== 'many';
  const isState = value.kind === 'text';
  return {
    ...plain(field, `${entity.name}.${field.name} is new`, []),
    next: [{ entity: entity.name, column, value }, ...(isState ? [enteredNow(entity)] : [])],
    // Records that the former version adds have none.
    keepsFormer: !field.required,
    obstacle: needed
      ? {
          ...where(
            entity,
            (n) =>
              `\`${entity.name}.${field.name}\` is new, required and has no ${field.type.kind === 'state' ? 'initial state' : field.default === null ? 'default' : 'default that records which are there could have'}: ${records(n)} would lack it`,
            field.type.kind === 'number'
              ? 'numbers are given on create alone: state it as `text` and `optional`, for records that are there'
              : field.type.kind === 'state'
                ? 'state an `initial` state, or add `from …`: the state of records that are there'
                : neededRemedy(field),
            value.kind === 'kept' ? () => `${THIS}.${quote(value.column)} is null` : undefined,
          ),
          ...(value.kind === 'kept' ? { isOfPresent: true } : {}),
        }
      : null,
  };
}

/** The remedy if existing records would lack a new field. */
function neededRemedy({ type, default: given }: Field): string {
  const from = takesFrom(type) ? 'add `from …`, the value of records that are there' : null;
  if (given === null) return `${from === null ? '' : `${from}; or `}state a \`default\`, or \`optional\``;
  return `${from === null ? '' : `${from} (its default is for new ones); or `}state a default that is the same for all, or \`optional\``;
}

/** The value of a new field in existing records. */
function firstValue(field: Field, initial: { readonly name: string } | null): NextValue {
  if (field.type.kind === 'slug') return { kind: 'slug', of: field.type.of };
  if (hasSharedDefault(field)) return { kind: 'default', field };
  if (field.type.kind === 'state' && initial !== null) return { kind: 'text', text: initial.name };
  return { kind: 'empty' };
}
