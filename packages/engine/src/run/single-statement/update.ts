import { column, storedFields } from '../../sql/identifiers.ts';
import { or } from '../../sql/logic.ts';
import { cellsFor, compileCells } from '../cells.ts';
import type { ReadScope } from '../read-scope.ts';
import { slotOf, slots, stampColumns } from '../save.ts';
import { changeBy } from '../touch.ts';
import { OLD, THIS } from '../write.ts';
import { readValues, referencesExist } from './body.ts';
import type { Draft } from './draft.ts';

/** A changed record, where its body can be read and changes something; null if the body can't be read. */
export function draftUpdate(scope: ReadScope, entity: string, id: string, body: unknown): Draft | null {
  const { index, authority } = scope;
  const values = readValues(scope, entity, body, false);
  if (values === null || values.size === 0) return null;
  const fields = storedFields(index.entity(entity)).filter(({ name }) => values.has(name));
  const cells = cellsFor(scope, entity, 'update', [...values.keys()]);
  const before = { kind: 'row', entity, alias: OLD } as const;
  const after = { kind: 'row', entity, alias: THIS } as const;
  return {
    entity,
    id,
    isNew: false,
    change: changeBy(index, entity, 'update'),
    key: `update ${[...values.keys()].join(',')}`,
    slots: slots(values),
    columns: (parameters) =>
      new Map([
        ...fields.map((field) => [field.name, slotOf(scope, parameters, field)] as const),
        ...stampColumns(parameters, OLD),
      ]),
    references: (parameters, context) => referencesExist(scope, entity, values, parameters, context),
    // A save that changes no value has no history entry: several statements answer it, and decide whether that may
    // show.
    guard: () => [or(...fields.map(({ name }) => `${column(OLD, name)} is distinct from ${column(THIS, name)}`))],
    permission: (context) => [before, after].flatMap((record) => compileCells(context, authority, cells, record)),
  };
}
