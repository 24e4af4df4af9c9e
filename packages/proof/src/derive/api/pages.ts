import { type Entity, type Field, isSortable } from '@nonet/language';
import { type View, viewIn } from '../../reference/evaluate.ts';
import { couldRead } from '../../reference/could.ts';
import { mayDo, mayReadField, type Actor } from '../../reference/permissions.ts';
import { valueFor } from '../../reference/project.ts';
import { refuse } from '../../reference/refusal.ts';
import type { Answer } from '../../run/case.ts';
import { cellsFor, unlikeActors } from '../roles/cells.ts';
import { nameOf } from '../name.ts';
import { sortedPage } from './order.ts';
import { creatorsOf, plainFixture } from '../records/plain-fixtures.ts';
import { collection, refusal, CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';

/** This number of records fills several pages and needs few requests. */
const LEAST = 5;
const MOST = 16;
const PAGES = 3;

/** The derived API: each list page by page, every record once and in order; a cursor counts for its own list and actor alone. */
export function* derivePages(context: DerivationContext): Cases {
  for (const entity of context.plan.entities) {
    yield* filled(context, entity);
    for (const actor of unlikeActors(context, entity.name)) {
      // A record may have been made between two cases, so that each asks anew what is there.
      const records = context.world.living(entity.name).map(({ id }) => viewIn(context.world, id));
      if (records.length > context.mostListed) break;
      const readable = records.filter((record) => mayDo(actor, 'read', record));
      if (readable.length < 2) continue;
      const cells = records.flatMap((record) => cellsFor(context, context.world, actor, entity.name, 'read', record));
      const clauses = [...new Set([entity.clause, ...cells])];
      const builder = new CaseBuilder(context);
      const page: Extract<Answer, { kind: 'page' }> = {
        kind: 'page',
        entity: entity.name,
        ids: readable.map(({ id }) => id),
      };
      for (const field of sortingFields(context, entity, actor, readable)) {
        const valueOf = (record: View) =>
          mayReadField(actor, record, field.name) ? valueFor(actor, record, field) : null;
        for (const descending of [false, true]) {
          const order = `&order=${descending ? '-' : ''}${field.name}`;
          const sorted = sortedPage(entity.name, readable, field, valueOf, descending);
          walk(builder, entity, actor, order, sorted, [...clauses, field.clause]);
        }
      }
      walk(builder, entity, actor, '', page, clauses);
      yield builder.done(`The list of ${entity.name} page by page as ${nameOf(context, actor)} gets it`, clauses);
    }
  }
}

function walk(
  builder: CaseBuilder,
  entity: Entity,
  as: Actor,
  order: string,
  answer: Extract<Answer, { kind: 'page' }>,
  clauses: readonly string[],
): void {
  const list = `${collection(builder.context, entity.name)}?fields=id`;
  const other = builder.context.accounts.find(
    ({ id }) => id !== as && answer.ids.some((record) => builder.reads(id, record)),
  )?.id;
  builder.steps.push({
    kind: 'pages',
    at: builder.world.now,
    as,
    path: `${list}${order}`,
    limit: Math.ceil(answer.ids.length / PAGES),
    answer,
    ...(other === undefined ? {} : { other }),
    elsewhere: `${list}${elsewhere(order)}`,
    refused: refusal(refuse(builder.context.lookup, 'INVALID')),
    clauses,
  });
}

/** Another list, of the same records in another order. */
function elsewhere(order: string): string {
  // No document states this order.
  if (order === '') return '&order=-id,created_at';
  return order.includes('=-') ? order.replace('=-', '=') : order.replace('=', '=-');
}

/**
 * The first field to sort by, and the first in which records are equal or empty, so that pages also end between those.
 */
function sortingFields(context: DerivationContext, entity: Entity, actor: Actor, readable: readonly View[]): Field[] {
  const known = entity.fields.filter(
    (field) =>
      isSortable(field.type) &&
      !field.derived &&
      field.type.kind !== 'reference' &&
      couldRead(context.world, actor, entity.name, field.name),
  );
  const isAlike = (field: Field) => {
    const values = readable.map((record) =>
      mayReadField(actor, record, field.name) ? String(valueFor(actor, record, field)) : 'null',
    );
    return new Set(values).size < values.length;
  };
  const [first] = known;
  const alike = known.find((field) => field !== first && isAlike(field));
  return [first, alike].filter((field) => field !== undefined);
}

/**
 * Creates the records that are missing for several pages, by the actors who may: each of them has some of their own.
 */
function* filled(context: DerivationContext, entity: Entity): Cases {
  if (entity.owner !== null || entity.name === 'User') return;
  const creators = creatorsOf(context, entity.name);
  const enough = Math.max(LEAST, Math.min(MOST, creators.length * 2));
  const missing = enough - context.world.living(entity.name).length;
  if (missing <= 0 || creators.length === 0) return;
  const builder = new CaseBuilder(context);
  const clauses = [`6.${entity.name}.create`];
  for (let count = 0; count < missing; count += 1) {
    const as = creators[count % creators.length] ?? null;
    builder.act(
      as,
      { kind: 'create', entity: entity.name, body: plainFixture(context, entity.name, [], as).draft },
      clauses,
    );
  }
  yield builder.prepared(`Some records of ${entity.name}`, clauses);
}
