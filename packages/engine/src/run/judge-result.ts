import { type Action, type Field, type Grant, neededByCell } from '@nonet/language';
import { fieldGapClause, fieldPredicate, gapClause, mightAllow, recordPredicate } from '../sql/permissions.ts';
import { column, columnOf } from '../sql/identifiers.ts';
import { and } from '../sql/logic.ts';
import type { Parameters, Slots } from '../sql/parameters.ts';
import { type JudgedCells, refuseCell, refuseField, thisRecord } from './cells.ts';
import { required } from './validation/field-limits.ts';
import { fieldError, refuseFields } from './refuse.ts';
import { settableFor } from './settable.ts';
import { authorityKey, clauseContext, fromThis, perform, THIS, type Write } from './write.ts';

/** A record as it would be saved, instead of the one in its table. */
export interface Draft {
  /** The further inputs of its text, in addition to the entity. */
  readonly key: string;
  readonly slots: Slots;
  /** The text behind `select`: one row under the alias of the record, with all columns of its table. */
  from(parameters: Parameters): string;
}

/** Judges the record in its present state: the result of a create, the state after an update. */
export async function judgeResult(
  write: Write,
  entity: string,
  id: string,
  cells: JudgedCells,
  draft: Draft | null = null,
): Promise<void> {
  if (write.system) return;
  const { action, entityCell, fields: own } = cells;
  if (!entityCell && own.length === 0) return;
  const needed = neededFields(write, entity, action, entityCell ? action : null, own);
  const [row] = await perform(
    write,
    `judge ${entity} ${action} ${entityCell} ${own.map((field) => field.name).join(',')} ${authorityKey(write)} ${draft?.key ?? ''}`,
    (parameters) => {
      parameters.carryOut(`6.${entity}.${action}`);
      const context = clauseContext(write, parameters, entity);
      // Point 6 judges it before its limits are judged.
      const record = thisRecord(entity, { lacking: true });
      const selected = own.flatMap((field, place) => [
        `${fieldPredicate(context, write.authority, field.name, 'update', record)} as allowed_${place}`,
        `(${fieldGapClause(context, write.authority, field.name, 'update', record)})::text as gap_${place}`,
      ]);
      if (entityCell)
        selected.push(
          `${recordPredicate(context, write.authority, action, record)} as allowed`,
          `(${gapClause(context, write.authority, action, record)})::text as gap`,
        );
      selected.push(
        ...needed.map(
          ({ field, grants }, place) =>
            `(${and(`${column(THIS, columnOf(field))} is null`, mightAllow(context, write.authority, grants, record))}) as missing_${place}`,
        ),
      );
      const from =
        draft?.from(parameters) ?? `${fromThis(entity)} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}`;
      return `select ${selected.join(', ')} ${from}`;
    },
    { ...draft?.slots, id: id === '' ? null : id },
  );
  if (row === undefined) throw new Error(`${entity} ${id} is gone.`);
  const isRefused =
    (entityCell && row.allowed !== true) || own.some((_field, place) => row[`allowed_${place}`] !== true);
  const missing = isRefused ? needed.filter((_needed, place) => row[`missing_${place}`] === true) : [];
  if (missing.length > 0)
    throw refuseFields(
      write.index,
      missing.map(({ field }) => fieldError(write.index, 'REQUIRED', field, field.name, required(field).message)),
    );
  if (entityCell && row.allowed !== true) throw refuseCell(write, entity, action, row.gap);
  own.forEach((field, place) => {
    if (row[`allowed_${place}`] !== true) throw refuseField(write, entity, field, row[`gap_${place}`]);
  });
}

/** A field without which cells can't be judged, and the grants with those cells. */
interface Needed {
  readonly field: Field;
  readonly grants: readonly Grant[];
}

/** The fields that the writer may enter and that decide about cells: of the entity's own, and of rows of fields. */
function neededFields(
  write: Write,
  entity: string,
  action: 'create' | 'update' | 'import',
  cell: Action | null,
  own: readonly Field[],
): Needed[] {
  const found = write.index.entity(entity);
  // An owned child is named by its place, which is not known here.
  if (found.owner !== null) return [];
  const permissions = write.index.permissions(entity);
  const grants = [
    ...(cell === null ? [] : (permissions?.actions?.[cell] ?? [])),
    ...own.flatMap(({ name }) => permissions?.fields[name]?.update ?? []),
  ];
  const settable = settableFor(write);
  return found.fields.flatMap((field) => {
    const reading = grants.filter((grant) => neededByCell(found, grant.cell).has(field.name));
    return reading.length > 0 && settable(entity, field, action !== 'update') === 'yes'
      ? [{ field, grants: reading }]
      : [];
  });
}
