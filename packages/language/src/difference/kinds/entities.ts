import type { Entity } from '../../model/entities.ts';
import type { Comparison } from '../comparison.ts';
import { isStatedAsGone } from '../../model/gone.ts';
import type { Found } from '../difference.ts';
import { added, isKept, type Kept, pairedEntities } from '../pairs.ts';
import { newOrigins } from '../stored.ts';

/** Point 3: whole entities, their settings, and where their records go. */
export function entityDifferences(comparison: Comparison): Found[] {
  const pairs = pairedEntities(comparison);
  return [
    ...pairs.flatMap((pair): Found[] => {
      const { former } = pair;
      if (isKept(pair)) return keptDifferences(pair);
      const successors = newOrigins(comparison).filter(({ origin }) => origin.of === former.name);
      if (successors.some(({ where }) => where === null))
        return [
          {
            effect: 'compatible',
            clause: successors[0]?.origin.clause ?? null,
            former: former.clause,
            text: `\`${former.name}\` is gone; ${listOf(successors.map(({ origin }) => `\`${origin.entity}\``))} is made from its records`,
          },
        ];
      if (isStatedAsGone(comparison.now, 'entity', former.name))
        return [
          {
            effect: 'behaviour',
            clause: null,
            former: former.clause,
            text: `\`${former.name}\` is gone with its records, as \`Gone\` states`,
          },
        ];
      return [
        {
          effect: 'lost',
          clause: null,
          former: former.clause,
          text: `\`${former.name}\` is gone, and nothing says where its records go. State \`was ${former.name}\` at the entity that has them now, or name it under \`Gone\``,
        },
      ];
    }),
    ...added(comparison.now.entities, pairs).map(({ name, clause }): Found => {
      const from = newOrigins(comparison).flatMap(({ origin }) => (origin.entity === name ? [`\`${origin.of}\``] : []));
      const text = `\`${name}\` is new${from.length === 0 ? '' : `; its first records are made from those of ${listOf(from)}`}`;
      return { effect: 'compatible', clause, former: null, text };
    }),
  ];
}

function listOf(names: readonly string[]): string {
  return [...new Set(names)].join(' and ');
}

function keptDifferences({ former, renamed, now }: Kept<Entity>): Found[] {
  const found: Found[] = [];
  const report = (effect: Found['effect'], text: string) =>
    found.push({ effect, clause: now.clause, former: former.clause, text });
  if (former.name !== now.name) report('compatible', `\`${now.name}\` was \`${former.name}\`; its records stay`);
  if (former.delete !== now.delete)
    report(
      former.delete === 'soft' ? 'lost' : 'behaviour',
      `\`${now.name}\`: ${DELETED[now.delete]}; formerly ${DELETED[former.delete]}${former.delete === 'soft' ? ', and what is deleted now has no place' : ''}`,
    );
  if (former.history !== now.history)
    report(
      now.history === 'none' ? 'lost' : 'compatible',
      now.history === 'none'
        ? `\`${now.name}\`: no history is kept any more`
        : `\`${now.name}\`: its history is kept from now on`,
    );
  if (
    former.signInBy !== now.signInBy &&
    (renamed.fields.some(({ name }) => name === now.signInBy) || now.signInBy === null)
  )
    if (nameOf(former, renamed, former.signInBy) !== now.signInBy)
      report('behaviour', `people sign in by \`${now.signInBy}\`, formerly by \`${former.signInBy}\``);
  if (renamed.orderByHand !== now.orderByHand)
    report(
      now.orderByHand === null ? 'behaviour' : 'compatible',
      now.orderByHand === null
        ? `\`${now.name}\`: people give its records no order by hand any more`
        : `\`${now.name}\`: people give its records an order by hand, in \`${now.orderByHand}\``,
    );
  if (renamed.commentsOn !== now.commentsOn)
    report(
      'behaviour',
      now.commentsOn === null
        ? `\`${now.name}\`: its records are no comments any more`
        : `\`${now.name}\`: its records are comments on \`${now.commentsOn}\``,
    );
  if (owner(renamed) !== owner(now))
    report(
      'lost',
      `\`${now.name}\` ${ownerWords(now)}, and formerly ${ownerWords(former)}: nothing says where its records belong`,
    );
  const unique = new Set(renamed.unique.map((fields) => fields.join(', ')));
  for (const fields of now.unique)
    if (!unique.has(fields.join(', ')))
      report(
        'stricter',
        `\`${now.name}\`: no two records may have the same ${fields.map((field) => `\`${field}\``).join(' and ')} any more`,
      );
  const stays = new Set(now.unique.map((fields) => fields.join(', ')));
  for (const fields of renamed.unique)
    if (!stays.has(fields.join(', ')))
      report(
        'compatible',
        `\`${now.name}\`: records may have the same ${fields.map((field) => `\`${field}\``).join(' and ')} now`,
      );
  return found;
}

const DELETED = {
  hard: 'what is deleted is gone for good',
  soft: 'what is deleted can be restored',
  never: 'nothing can be deleted',
} as const;

function nameOf(former: Entity, renamed: Entity, field: string | null): string | null {
  const at = former.fields.findIndex(({ name }) => name === field);
  return renamed.fields[at]?.name ?? field;
}

function owner({ owner: of }: Entity): string {
  return of === null ? '' : `${of.entity}.${of.field}`;
}

function ownerWords({ owner: of }: Entity): string {
  return of === null ? 'is an entity of its own' : `is owned by \`${of.entity}\` (\`${of.field}\`)`;
}
