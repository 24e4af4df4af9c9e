import { type Expression, walk } from '@nonet/language';
import { advance } from '../../reference/advance.ts';
import { entityOf } from '../../reference/evaluate.ts';
import type { Outcome } from '../../reference/perform.ts';
import { plain } from '../../reference/plain.ts';
import type { World } from '../../reference/world.ts';
import { focusOf } from '../../search/focus.ts';
import type { CaseBuilder } from '../case-builder.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { brokenBy } from './attempt.ts';

/** The longest time, in days, that a test waits for one condition. */
export const MOST_DAYS = 800;
export const DAY_MILLISECONDS = 86_400_000;

/** By how much a wait must bring a refused step nearer, at least. */
const LEAST_GAIN = 0.25;

/** If conditions read the time, lets the shortest time pass after which it is as is sought. */
export function passed(
  builder: CaseBuilder,
  about: readonly (Expression | null)[],
  id: string,
  isMet: (world: World) => boolean,
): boolean {
  for (const until of timesFor(builder, about, id)) {
    if (builder.context.lookup.workBudget.isSpent) return false;
    if (!isMet(advance(builder.world, until).world.fork())) continue;
    builder.wait(until, []);
    return true;
  }
  return false;
}

/**
 * If a condition that reads the time refuses an event of a record (`date(at) == today()`), waits until what is sought is
 * nearest.
 *
 * @param cost Says how far the world is from what is sought then, as `from` says it before.
 * @returns Whether a time is nearer; otherwise nothing was done.
 */
export function awaitItsTime(
  builder: CaseBuilder,
  outcome: Outcome,
  id: string,
  from: number,
  cost: (world: World) => number,
): boolean {
  const { context, world } = builder;
  const about = brokenBy(context, outcome, id).broken.map(({ condition }) => condition);
  let nearest: { readonly until: string; readonly left: number } | null = null;
  // Who waits for a day in decades comes nearer with each wait, and never there.
  const least = from - LEAST_GAIN;
  for (const until of timesFor(builder, about, id)) {
    if (context.lookup.workBudget.isSpent) break;
    const left = cost(advance(world, until).world.fork());
    if (left < (nearest?.left ?? least)) nearest = { until, left };
  }
  if (nearest === null) return false;
  builder.wait(nearest.until, []);
  return true;
}

/**
 * The times that are waited for if conditions read the time: when the intervals have passed that the document mentions,
 * around the days that it states, and around the times in a record's own fields.
 */
function timesFor(
  { context, world }: CaseBuilder,
  about: readonly (Expression | null)[],
  id: string,
): readonly string[] {
  if (!context.capabilities.clock || !about.some((one) => one !== null && readsTime(context, one))) return [];
  const stated = context.mentionedValues.dates.flatMap((date) => daysAround(world, date));
  const days = [...context.mentionedValues.days, ...stated, ...daysUntil(world, id)];
  const now = Date.parse(world.now);
  // A day after an instant, a timer may have changed the record already.
  const waits = [...days.map((count) => count * DAY_MILLISECONDS), ...instantsOf(world, id).map((at) => at - now)];
  return [...new Set(waits)]
    .filter((wait) => wait > 0 && wait <= MOST_DAYS * DAY_MILLISECONDS)
    .toSorted((one, other) => one - other)
    .map((wait) => new Date(now + wait + 1000).toISOString());
}

/** The instants in a record's own fields, in milliseconds. */
function instantsOf(world: World, id: string): number[] {
  const record = world.view(id);
  return world.lookup.entity(entityOf(id)).fields.flatMap(({ name, type }) => {
    const value = type.kind === 'datetime' ? (record?.[name] ?? null) : null;
    return value === null ? [] : [Date.parse(plain(value))];
  });
}

/**
 * The numbers of days before which the times in a record's own fields come, after which they have come, and are over;
 * computed ones, too.
 */
export function daysUntil(world: World, id: string): number[] {
  const record = world.view(id);
  if (record === null) return [];
  return world.lookup.entity(entityOf(id)).fields.flatMap(({ name, type }) => {
    const value = type.kind === 'date' || type.kind === 'datetime' ? (record[name] ?? null) : null;
    if (value === null) return [];
    return daysAround(world, plain(value));
  });
}

/** The numbers of days before which a time comes, after which it has come, and is over. */
function daysAround(world: World, time: string): number[] {
  const count = Math.ceil((Date.parse(time) - Date.parse(world.now)) / DAY_MILLISECONDS);
  return [count - 1, count, count + 1];
}

/** Whether a condition reads the time, directly or through computed fields. */
function readsTime({ lookup }: DerivationContext, condition: Expression): boolean {
  const computed = [...focusOf(lookup, [condition])].flatMap((key) => {
    const [entity = '', field = ''] = key.split('.');
    return lookup.field(entity, field)?.computed ?? [];
  });
  let reads = false;
  for (const expression of [condition, ...computed])
    walk(expression, (node) => {
      reads ||= node.kind === 'call' && (node.name === 'now' || node.name === 'today');
    });
  return reads;
}
