import { type Entity, type Field, PHONE_FORM, readFields, type ResolvedConversion } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { quote, shortName } from '../sql/identifiers.ts';
import { THIS } from '../run/write.ts';
import { type Change, plain, records, where } from './change.ts';
import { enteredNow } from './compare-column.ts';
import type { ColumnDescription } from './describe.ts';

/** Where a statement on the storage in use finds what a conversion comes to, and whether that is beyond the field's type. */
export function conversionColumns(column: string): { readonly value: string; readonly beyond: string } {
  return { value: shortName(`_from_${column}`), beyond: shortName(`_beyond_${column}`) };
}

/**
 * A field whose records are given values out of the fields of the former document (3, `from`). What it comes to is judged
 * by what the field takes, record by record; its other limits are judged as those of a new field.
 */
export function convertColumn(
  entity: Entity,
  column: ColumnDescription,
  field: Field,
  { conversion }: ResolvedConversion,
  before: PlanIndex,
): Change[] {
  const name = `${entity.name}.${field.name}`;
  const columns = conversionColumns(column.name);
  const value = `${THIS}.${quote(columns.value)}`;
  const stated = `\`from ${conversion.text}\``;
  const refuseWhere = (condition: string, words: (count: number) => string, remedy: string): Change => ({
    ...plain(field, `${name} changed`, []),
    obstacle: where(entity, words, remedy, () => condition),
  });
  const changes = [
    refuseWhere(
      `${THIS}.${quote(columns.beyond)}`,
      (n) => `${stated} comes to more than \`${name}\` takes: ${ofRecords(n)}`,
      'state a wider type, or what such records have instead: `from if … then … else …`',
    ),
  ];
  if (field.type.kind === 'enum' || field.type.kind === 'state') {
    const choices = field.type.values.map((choice) => `'${quote(choice.name).slice(1, -1)}'`).join(', ');
    changes.push(
      refuseWhere(
        `${value} not in (${choices || "''"})`,
        (n) => `${stated} comes to what is no choice of \`${name}\`: ${ofRecords(n)}`,
        `say which choice such records have: \`from if … == "…" then "…" else …\``,
      ),
    );
  }
  if (field.type.kind === 'phone')
    changes.push(
      refuseWhere(
        `${value} collate "C" !~ '${PHONE_FORM}'`,
        (n) => `${stated} comes to what is no telephone number: ${ofRecords(n)}`,
        'say what such records have instead, or state the field as `text`',
      ),
    );
  const hadState = before.findField(entity.name, field.name)?.type.kind === 'state';
  return [
    ...changes,
    {
      ...plain(field, `${name} has new values: from ${conversion.text}`, []),
      next: [
        { entity: entity.name, column, value: { kind: 'conversion' } },
        ...(field.type.kind === 'state' && !hadState ? [enteredNow(entity)] : []),
      ],
    },
  ];
}

function ofRecords(count: number): string {
  return `of ${records(count)}`;
}

/** The fields that conversions read, as `Entity.field` by their former names: what they held has a place. */
export function convertedFields(conversions: Iterable<ResolvedConversion>): ReadonlySet<string> {
  return new Set(
    [...conversions].flatMap(({ expression }) =>
      expression === null ? [] : readFields(expression).map(({ entity, field }) => `${entity}.${field}`),
    ),
  );
}
