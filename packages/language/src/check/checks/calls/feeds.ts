import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import type { KeyProblem, MissingProblem } from '../../../diagnostics/codes/calls/feeds.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Entity, Field } from '../../../model/entities.ts';
import type { Feed } from '../../../model/feeds.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';
import { possibleIn } from '../../derived/possible.ts';
import { isGiven, neededOf } from '../../derived/given-fields.ts';

/** 7: Each row of a feed can become a record or change one, found by its key (3, 4, 6). */
export function checkFeeds(model: Model, context: Context): void {
  for (const feed of model.feeds) {
    const entity = model.entities.find((each) => each.name === feed.entity);
    if (entity === undefined) continue;
    checkKey(context, feed, entity);
    checkTaken(context, feed, entity);
    checkMissing(model, context, feed, entity);
    const of = context.placeOf(`${feed.clause}.of`);
    if (of && !mayBring(model, feed, entity))
      context.report('N816', CALLS_CODES.N816, { name: feed.name, entity: entity.name }, of, { clause: feed.clause });
  }
}

function checkKey(context: Context, { clause, key, takes }: Feed, entity: Entity): void {
  const place = context.placeOf(`${clause}.key`);
  if (key === null || !place) return;
  const field = entity.fields.find(({ name }) => name === key);
  const why = field === undefined ? 'unknown' : keyProblem(field, takes);
  if (why !== null)
    context.report('N814', CALLS_CODES.N814, { text: key, entity: entity.name, why }, place, { clause });
}

function keyProblem(field: Field, takes: Feed['takes']): KeyProblem | null {
  if (field.type.kind === 'open') return null;
  if (!['text', 'email', 'integer'].includes(field.type.kind)) return 'type';
  if (field.unique === null) return 'notUnique';
  return takes.some((taken) => taken.field === field.name) ? null : 'notTaken';
}

function checkTaken(context: Context, { name, clause, takes, makesNew }: Feed, entity: Entity): void {
  const place = context.placeOf(`${clause}.takes`);
  if (!place) return;
  const closed = takes.filter(({ field }) => !isGiven(entity, field));
  for (const { field } of closed) {
    const details = { text: field, entity: entity.name, why: { because: 'notGiven' } } as const;
    context.report('N813', CALLS_CODES.N813, details, place, { clause });
  }
  const missing = neededOf(entity).filter((field) => takes.every((taken) => taken.field !== field));
  if (makesNew && missing.length > 0 && closed.length === 0)
    context.report('N815', CALLS_CODES.N815, { name, entity: entity.name, fields: missing }, place, { clause });
}

function checkMissing(model: Model, context: Context, { clause, missing }: Feed, entity: Entity): void {
  const place = context.placeOf(`${clause}.missing`);
  if (missing === null || !place) return;
  if (model.openPoints.includes('states')) return;
  const events = model.states.filter((workflow) => workflow.entity === entity.name).flatMap((each) => each.events);
  const event = events.find(({ name }) => name === missing);
  const rows = event?.transitions ?? [];
  let why: MissingProblem | null = null;
  if (event === undefined) why = 'unknown';
  else if (rows.every(({ from }) => from === 'new')) why = 'new';
  else if (rows.some(({ from, asks }) => from !== 'new' && asks.some(({ required }) => required))) why = 'asks';
  if (why === null) return;
  const offered =
    why === 'unknown'
      ? nearest(
          missing,
          events.map(({ name }) => name),
        )
      : null;
  const details = { text: missing, entity: entity.name, why, nearest: offered };
  context.report('N817', CALLS_CODES.N817, details, place, { clause });
}

/** Whether somebody might do what the feed does to its records. */
function mayBring(model: Model, { makesNew }: Feed, { name, fields }: Entity): boolean {
  if (model.openPoints.includes('roles') || model.roles.length === 0) return true;
  const possible = possibleIn(model);
  if (makesNew && possible.does(name, 'create')) return true;
  return (
    possible.does(name, 'update') ||
    fields.some((field) => possible.setsField(name, field.name, 'update') === 'somebody')
  );
}
