import type { Entity, Field } from '@nonet/language';
import type { PlanIndex } from '../../plan-index.ts';
import { quote, shortName, tableName } from '../../sql/identifiers.ts';
import { type Change, forbidden, plain, records, where } from '../change.ts';
import { compareLimits } from '../compare-limits.ts';
import { convertColumn } from '../convert.ts';
import { nextName } from '../next-name.ts';
import type { MadeEntity } from './made-entities.ts';

/** The changes that make an entity from the records of others, and what these records must not be. */
export function makeEntity(
  made: MadeEntity,
  before: PlanIndex,
  after: PlanIndex,
): { readonly moves: readonly Change[]; readonly demands: readonly Change[] } {
  const { entity, origins, columns } = made;
  const sources = [...new Set(origins.map((origin) => `\`${origin.entity}\``))].join(' and ');
  const name = tableName(entity.name);
  const planned = new Map(origins.flatMap(({ conversions }) => [...conversions]));
  const moves: Change[] = [
    {
      ...plain({ clause: `${entity.clause}.settings.from` }, `${entity.name} is new, made from ${sources}`, [
        `alter table product.${quote(nextName(name))} rename to ${quote(name)}`,
        `alter index product.${quote(primaryKey(nextName(name)))} rename to ${quote(primaryKey(name))}`,
      ]),
    },
    ...unmade(made, after),
  ];
  const demands: Change[] = [];
  for (const { column, value } of columns) {
    const { field } = column;
    if (field === null) continue;
    const conversion = planned.get(field.name);
    if (conversion !== undefined)
      moves.push(
        ...convertColumn(entity, column, field, conversion, before).flatMap((each) =>
          each.obstacle === null && each.loses === undefined ? [] : [{ ...each, next: [] }],
        ),
      );
    const isLacking = value.kind === 'empty' && field.required && field.when === null && field.type.kind !== 'many';
    if (isLacking && !isUnmade(field)) moves.push(lacking(entity, field));
    demands.push(
      ...compareLimits(entity, null, field, after, value.kind === 'conversion' ? 'conversion' : 'other').filter(
        () => !isLacking,
      ),
    );
  }
  return { moves, demands };
}

/** The name of the index of a table's ids. */
export function primaryKey(table: string): string {
  return shortName(`${table}_pkey`);
}

function lacking(entity: Entity, field: Field): Change {
  const name = `${entity.name}.${field.name}`;
  return forbidden(
    field,
    `${name} is required`,
    where(
      entity,
      (n) =>
        `\`${name}\` is required and has no default: ${records(n)} that ${n === 1 ? 'is' : 'are'} made would lack it`,
      'add `from …`, its value in terms of the former record; or state a `default`, or `optional`',
    ),
  );
}

function isUnmade({ type }: Field): boolean {
  return type.kind === 'number' || type.kind === 'slug' || type.kind === 'serial';
}

/** Refuses the features that an entity made from other records can't have. */
function unmade({ entity }: MadeEntity, after: PlanIndex): Change[] {
  const refuse = (of: { readonly clause: string }, words: string, remedy: string) =>
    forbidden(
      of,
      words,
      where(entity, (n) => `${words}: ${records(n)} ${n === 1 ? 'is' : 'are'} made`, remedy),
    );
  return [
    ...(entity.owner === null
      ? []
      : [
          refuse(
            entity,
            `\`${entity.name}\` is a list of \`${entity.owner.entity}\`, and records of a list are not made from others`,
            `keep the former entity, and show its records by \`all … by …\` of \`${entity.owner.entity}\``,
          ),
        ]),
    ...(after.hasWholeIds(entity.name)
      ? [
          refuse(
            entity,
            `\`${entity.name}\` has \`id: integer\`, and a record that is made has another id`,
            'leave the setting `id` out',
          ),
        ]
      : []),
    ...entity.fields.flatMap((field) => {
      if (field.type.kind === 'number')
        return [
          refuse(
            field,
            `\`${entity.name}.${field.name}\` is a number, which is given on create alone`,
            'state it as `text`',
          ),
        ];
      if (field.type.kind === 'slug')
        return [
          refuse(
            field,
            `\`${entity.name}.${field.name}\` is a slug, which is looked for among the records that are there`,
            'leave it out, and add it with the next version',
          ),
        ];
      return [];
    }),
  ];
}
