import type { Entity, Field } from '@nonet/language';
import type { Body } from '../../reference/body.ts';
import type { View } from '../../reference/evaluate.ts';
import { perform, type Request } from '../../reference/perform.ts';
import { mayDo, mayUpdateField, type Actor } from '../../reference/permissions.ts';
import { storedOf } from '../../reference/record-view.ts';
import type { World } from '../../reference/world.ts';
import { candidates, settable, withFiles } from '../../search/draft.ts';
import { focusOf } from '../../search/focus.ts';
import { cellsFor, fieldCellsFor, kindOf, unlikeActors } from './cells.ts';
import { deriveRecordVariants } from '../records/record-variants.ts';
import { nameOf } from '../name.ts';
import { plainFixture } from '../records/plain-fixtures.ts';
import { CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';

/** The maximum number of values of a field that are tried on one record. */
const MOST_VALUES = 8;
/** The maximum number of records of an entity that are tried: the latest are the most varied. */
const MOST_RECORDS = 12;
const DONE = 'done';
/** The test's actors must keep their roles. */
const WHO_ACTS: ReadonlySet<string> = new Set(['roles', 'disabled']);

/**
 * Point 6: a field's own `update` row, for each kind of actor: it allows them before and after the change, only
 * before, only after, and not at all. On create it judges the result.
 */
export function* deriveOwnRows(context: DerivationContext): Cases {
  const rows = context.plan.entities.flatMap((entity) => {
    const own = context.lookup.permissions(entity.name)?.fields ?? {};
    return entity.fields
      .filter(({ name }) => entity.owner === null && own[name]?.update !== undefined)
      .map((field) => ({ entity, field }));
  });
  if (rows.length === 0) return;
  yield* deriveRecordVariants(context);
  for (const { entity, field } of rows)
    for (const actor of unlikeActors(context, entity.name)) {
      yield* creating(context, entity, field, actor);
      yield* updating(context, entity, field, actor);
    }
}

type Writing = Extract<Request, { kind: 'create' | 'update' }>;

interface Try {
  readonly request: Writing;
  readonly clauses: readonly string[];
  /** A key: other tries with the same key show nothing new. */
  readonly kind: string;
}

function* creating(context: DerivationContext, entity: Entity, field: Field, actor: Actor): Cases {
  const { draft } = plainFixture(context, entity.name, [], actor);
  const tries = bodiesWith(context, entity, field, actor, null).map((body): Try => {
    const request: Writing = { kind: 'create', entity: entity.name, body: { ...draft, ...body } };
    const { after, verdict } = judged(context.world, actor, request, field);
    const cells =
      after === null ? [] : fieldCellsFor(context, context.world, actor, entity.name, 'update', after, [field.name]);
    const may = after === null ? 'not seen' : String(mayUpdateField(actor, after, field.name));
    return {
      request,
      clauses: [...cellsFor(context, context.world, actor, entity.name, 'create', after), ...cells],
      kind: `${may} ${verdict}`,
    };
  });
  yield* carriedOut(context, `Creating ${entity.name} with its ${field.label}`, field, actor, tries);
}

function* updating(context: DerivationContext, entity: Entity, field: Field, actor: Actor): Cases {
  const acting = new Set(WHO_ACTS.has(field.name) ? context.accounts.map(({ id }) => id) : []);
  const records = context.world
    .living(entity.name)
    .filter(({ id }) => !acting.has(id) && !context.unidentified.has(id));
  const tries = records.slice(-MOST_RECORDS).flatMap(({ id }): Try[] => {
    const before = context.world.view(id);
    if (before === null || !mayDo(actor, 'read', before)) return [];
    const cells = fieldCellsFor(context, context.world, actor, entity.name, 'update', before, [field.name]);
    const held = kindOf(context, context.world, actor, before);
    return bodiesWith(context, entity, field, actor, before).map((body) => {
      const request: Writing = { kind: 'update', entity: entity.name, id, body };
      const { after, verdict } = judged(context.world, actor, request, field);
      const may = [before, after].map((record) => record !== null && mayUpdateField(actor, record, field.name));
      return {
        request,
        clauses: [`6.${entity.name}`, ...cells],
        kind: [held, ...may, mayDo(actor, 'update', before), verdict].join(' '),
      };
    });
  });
  yield* carriedOut(context, `Changing the ${field.label} of ${entity.name}`, field, actor, tries);
}

/** Values of the field, each alone and with another field that its cells read. */
function bodiesWith(
  context: DerivationContext,
  entity: Entity,
  field: Field,
  actor: Actor,
  record: View | null,
): Body[] {
  const drafting = context.drafting(actor);
  const grants = context.lookup.permissions(entity.name)?.fields[field.name]?.update ?? [];
  const conditions = grants.flatMap(({ cell }) => (cell.kind === 'when' ? [cell.condition] : []));
  const focus = focusOf(context.lookup, conditions);
  const former = record === null ? {} : storedOf(record).values;
  const others = (of: Field) =>
    candidates(drafting, of)
      .filter((value) => JSON.stringify(value) !== JSON.stringify(former[of.name] ?? null))
      .slice(0, MOST_VALUES);
  const alone = others(field).map((value): Body => ({ [field.name]: value }));
  const [first] = alone;
  const otherFields = settable(drafting, entity.name, record === null).filter(
    ({ name, type }) => name !== field.name && focus.has(`${entity.name}.${name}`) && type.kind !== 'children',
  );
  if (first === undefined) return [];
  return [
    ...alone,
    ...otherFields.flatMap((other) => others(other).map((value): Body => ({ ...first, [other.name]: value }))),
  ];
}

/** The result of a request, and the record as it would be then, for which the row is judged too. */
function judged(world: World, actor: Actor, request: Writing, field: Field) {
  const copy = world.fork();
  const body = withFiles(request.body, (type) => copy.addFile({ type, by: actor }));
  const { transaction, refused } = perform(copy, actor, { ...request, body });
  const made =
    request.kind === 'update' ? request.id : [...transaction.touched.values()].find(({ isNew }) => isNew)?.id;
  const after = transaction.world.view(made ?? null);
  const verdict = refused === null ? DONE : `${refused.code} ${refused.errors.map(({ code }) => code).join()}`;
  return { after: after !== null && field.name in after ? after : null, verdict };
}

/** One request of each kind. */
function* carriedOut(
  context: DerivationContext,
  title: string,
  field: Field,
  actor: Actor,
  tries: readonly Try[],
): Cases {
  const builder = new CaseBuilder(context);
  const seen = new Set<string>();
  const clauses = new Set([field.clause]);
  // Refused requests come first, because they change nothing for the others.
  const isDone = ({ kind }: Try) => Number(kind.endsWith(DONE));
  for (const { request, clauses: about, kind } of tries.toSorted((a, b) => isDone(a) - isDone(b))) {
    if (seen.has(kind)) continue;
    seen.add(kind);
    for (const clause of about) clauses.add(clause);
    const { refused, id } = builder.act(actor, request, about);
    if (refused === null && id !== null) builder.see(actor, id, about);
  }
  if (builder.steps.length > 0) yield builder.done(`${title} as ${nameOf(context, actor)}`, [...clauses]);
}
