import {
  type Entity,
  type Field,
  type NewNames,
  PHONE_FORM,
  type ResolvedConversion,
  readFields,
} from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { THIS } from '../run/write.ts';
import { quote, shortName } from '../sql/identifiers.ts';
import { type Change, plain, records, where } from './change.ts';
import { enteredNow } from './compare-column.ts';
import type { ColumnDescription } from './describe.ts';
import type { PlannedConversion } from './planned-conversions.ts';

/**
 * The columns in which a statement on the storage in use finds the result of a conversion, and whether that is beyond
 * the field's type.
 */
export function conversionColumns(column: string): { readonly value: string; readonly beyond: string } {
  return { value: shortName(`_from_${column}`), beyond: shortName(`_beyond_${column}`) };
}

/** The former document can't change any more, so the remedy is in the document in use. */
const REMEDY_BACK =
  'say what such records have instead in the document in use, `back if … then … else …`, and put that to use first; or change them';

/**
 * A field whose records get values from the fields of the former document (3, `from`). The values are checked against
 * the field's type, record by record; its other limits are judged as those of a new field.
 */
export function convertColumn(
  entity: Entity,
  column: ColumnDescription,
  field: Field,
  { conversion, rule, reads = [] }: PlannedConversion,
  before: PlanIndex,
): Change[] {
  const name = `${entity.name}.${field.name}`;
  const columns = conversionColumns(column.name);
  const value = `${THIS}.${quote(columns.value)}`;
  const stated = `\`${rule} ${conversion.text}\``;
  const written = conversion.elseOpen === true ? withElseOpen(conversion.text) : conversion.text;
  const isBack = rule === 'back';
  const summary = `${name} has new values: ${rule} ${written}${reads.length === 0 ? '' : ` (${reads.join('; ')})`}`;
  const refuseWhere = (condition: string, words: (count: number) => string, remedy: string): Change => ({
    ...plain(field, `${name} changed`, []),
    obstacle: where(entity, words, remedy, () => condition),
  });
  function beyond(): Change[] {
    const changes = [
      refuseWhere(
        `${THIS}.${quote(columns.beyond)}`,
        (n) => `${stated} comes to more than \`${name}\` takes: ${ofRecords(n)}`,
        isBack
          ? REMEDY_BACK
          : 'state a wider type, what such records have instead (`from if … then … else …`), or leave them without: `from … else open`',
      ),
    ];
    if (field.type.kind === 'enum' || field.type.kind === 'state') {
      const choices = field.type.values.map((choice) => `'${quote(choice.name).slice(1, -1)}'`).join(', ');
      changes.push(
        refuseWhere(
          `${value} not in (${choices || "''"})`,
          (n) => `${stated} comes to what is no choice of \`${name}\`: ${ofRecords(n)}`,
          isBack
            ? REMEDY_BACK
            : `say which choice such records have: \`from if … == "…" then "…" else …\`${field.type.kind === 'state' ? '' : '; or leave them without: `from … else open`'}`,
        ),
      );
    }
    if (field.type.kind === 'phone')
      changes.push(
        refuseWhere(
          `${value} collate "C" !~ '${PHONE_FORM}'`,
          (n) => `${stated} comes to what is no telephone number: ${ofRecords(n)}`,
          isBack
            ? REMEDY_BACK
            : 'say what such records have instead, leave them without (`from … else open`), or state the field as `text`',
        ),
      );
    return changes;
  }

  // Values without a place are deleted, so they are counted as deleted.
  const open = where(
    entity,
    (n) => `${summary}; ${records(n)} ${n === 1 ? 'is' : 'are'} left without`,
    null,
    () => `${value} is null`,
  );
  const changes = conversion.elseOpen === true ? [] : beyond();
  const hadState = before.findField(entity.name, field.name)?.type.kind === 'state';
  return [
    ...changes,
    {
      ...plain(field, summary, []),
      ...(conversion.elseOpen === true && { loses: open }),
      next: [
        { entity: entity.name, column, value: { kind: 'conversion' } },
        ...(field.type.kind === 'state' && !hadState ? [enteredNow(entity)] : []),
      ],
    },
  ];
}

/** A conversion as its document states it: it is read without the words, and with `null` for them in a last branch. */
function withElseOpen(text: string): string {
  return /\belse\s+null$/.test(text) ? text.replace(/null$/, 'open') : `${text} else open`;
}

function ofRecords(count: number): string {
  return `of ${records(count)}`;
}

/** The fields that conversions read, as `Entity.field` by their new names: what they held has a place. */
export function convertedFields(conversions: Iterable<ResolvedConversion>, names: NewNames): ReadonlySet<string> {
  return new Set(
    [...conversions].flatMap(({ expression }) =>
      expression === null
        ? []
        : readFields(expression).map(({ entity, field }) => `${names.entity(entity)}.${names.field(entity, field)}`),
    ),
  );
}
