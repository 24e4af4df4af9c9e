import { fieldPredicate, recordPredicate } from '../../sql/authority.ts';
import { column, SYSTEM_COLUMNS, storedFields } from '../../sql/identifiers.ts';
import { or } from '../../sql/logic.ts';
import type { Parameters } from '../../sql/parameters.ts';
import { ownUpdateRows } from '../authorize.ts';
import type { ReadScope } from '../read-scope.ts';
import { slotOf, slots } from '../save.ts';
import { OLD, THIS } from '../write.ts';
import { readValues, referencesExist } from './body.ts';
import type { Draft } from './draft.ts';

/** A changed record, where its body can be read and changes something; null where the body can't be read. */
export function draftUpdate(scope: ReadScope, entity: string, id: string, body: unknown): Draft | null {
  const { index, authority } = scope;
  const values = readValues(scope, entity, body, false);
  if (values === null || values.size === 0) return null;
  const fields = storedFields(index.entity(entity)).filter(({ name }) => values.has(name));
  const own = new Set(ownUpdateRows(scope, entity).map(({ name }) => name));
  const clause = `6.${entity}.update`;
  const before = { kind: 'row', entity, alias: OLD } as const;
  const after = { kind: 'row', entity, alias: THIS } as const;
  return {
    entity,
    id,
    isNew: false,
    cause: 'update',
    action: 'update',
    clause: clause in index.plan.clauses ? clause : index.entity(entity).clause,
    key: `update ${[...values.keys()].join(',')}`,
    slots: slots(values),
    columns: (parameters) =>
      new Map([
        ...fields.map((field) => [field.name, slotOf(scope, parameters, field)] as const),
        ...stampColumns(parameters),
      ]),
    premises: (parameters, context) => referencesExist(scope, entity, values, parameters, context),
    conditions: (_parameters, context) => {
      // A field's own row replaces the entity's for that field (6); both judge the record before and after.
      const allowed = [before, after].flatMap((record) =>
        fields.map(({ name }) =>
          own.has(name)
            ? fieldPredicate(context, authority, name, 'update', record)
            : recordPredicate(context, authority, 'update', record),
        ),
      );
      const changes = fields.map(({ name }) => `${column(OLD, name)} is distinct from ${column(THIS, name)}`);
      return [recordPredicate(context, authority, 'read', before), ...allowed, or(...changes)];
    },
  };
}

/** `updated_at`, `updated_by` and `version` of whatever changes a record. */
export function stampColumns(parameters: Parameters): [string, string][] {
  return [
    [SYSTEM_COLUMNS.updatedAt, parameters.slot('now', 'timestamptz')],
    [SYSTEM_COLUMNS.updatedBy, parameters.slot('user', 'uuid')],
    [SYSTEM_COLUMNS.version, `${column(OLD, SYSTEM_COLUMNS.version)} + 1`],
  ];
}
