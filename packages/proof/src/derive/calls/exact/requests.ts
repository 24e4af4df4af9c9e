import { isView, type View } from '../../../reference/evaluate.ts';
import { type ExactCall, type Expression, isObject, type RequestValue, type Target, walk } from '@nonet/language';
import { type ExactRequest, isGiven } from '../../../reference/exact/request.ts';
import { shapeNamed } from '../../../reference/exact/shape.ts';
import { listOf, readable } from '../../../reference/exact/target.ts';
import type { Actor } from '../../../reference/permissions.ts';
import type { CaseBuilder } from '../../case-builder.ts';
import type { DerivationContext } from '../../derivation-context.ts';
import { plainBody, wrapped } from './bodies.ts';
import { type Endpoint, NOTHING_SENT, targetOf, trial, withValue } from './endpoint.ts';

const MOST_TRIALS = 24;

/** A request that a block accepts, with the latest records that fit; or else the first possible one. */
export function plainRequest(builder: CaseBuilder, as: Actor, endpoint: Endpoint, call: ExactCall): ExactRequest {
  const { context } = builder;
  // Path parameters that name no record get new values.
  const path = Object.fromEntries(call.parameters.map((name) => [name, `new-${context.serial()}`]));
  const base = withBody(context, as, call, { ...NOTHING_SENT, path });
  const filled = [base, ...enteredBy(builder, as, call, base)]
    .toReversed()
    .flatMap((one) => addressed(builder, as, call, one));
  const fits = (request: ExactRequest) => {
    const outcome = trial(builder, as, endpoint, request);
    return outcome.refused === null && outcome.call === call;
  };
  const found = filled.find(fits);
  if (found !== undefined) return found;
  const [first = ofNothing(base, targetOf(call.does))] = filled;
  // The values that `when` reads decide which block answers.
  if (call.when === null) return first;
  const wanted = withWhen(builder, as, endpoint, call, first);
  return wanted ?? first;
}

/** How many values are tried for each that a call compares with records. */
const MOST_COMPARED = 4;

/**
 * The request with values that the body's shape leaves out and the call itself compares with those of records
 * (`create Session(track: first(Track where name == body.track))`).
 */
function enteredBy({ world }: CaseBuilder, as: Actor, { does }: ExactCall, base: ExactRequest): ExactRequest[] {
  const entered = does?.kind === 'create' ? Object.values(does.values).flatMap(comparedWith) : [];
  let requests: ExactRequest[] = [];
  for (const { value, entity, field } of entered) {
    if (isObject(base.body) && value.name in base.body) continue;
    const known = readable(world, as, entity).flatMap((record) => {
      const own = record[field] ?? null;
      return isGiven(own) ? [own] : [];
    });
    const from = requests.length === 0 ? [base] : requests;
    requests = from.flatMap((request) => known.slice(-MOST_COMPARED).map((one) => withValue(request, value, one)));
  }
  return requests.slice(0, MOST_TRIALS);
}

interface Compared {
  readonly value: RequestValue;
  readonly entity: string;
  readonly field: string;
}

/** The values of a body that an expression compares with a field of records, each with that field. */
function comparedWith(expression: Expression): Compared[] {
  const found: Compared[] = [];
  walk(expression, (node) => {
    if (node.kind !== 'binary' || node.operator !== '==') return;
    for (const [own, other] of [[node.left, node.right] as const, [node.right, node.left] as const])
      if (own.kind === 'field' && own.of.type.kind === 'record')
        for (const value of valuesRead(other))
          if (value.from === 'body') found.push({ value, entity: own.of.type.entity, field: own.field });
  });
  return found;
}

/** The request with the values with which a block's `when` holds, no block before it answers, and this one does. */
function withWhen(
  builder: CaseBuilder,
  as: Actor,
  endpoint: Endpoint,
  call: ExactCall,
  base: ExactRequest,
): ExactRequest | null {
  if (call.when === null) return null;
  let refused: ExactRequest | null = null;
  const pool = [...poolOf(builder, as), 1, true];
  for (const value of valuesRead(call.when))
    for (const one of pool) {
      const request = withValue(base, value, one);
      const outcome = trial(builder, as, endpoint, request);
      if (outcome.call !== call) continue;
      if (outcome.refused === null) return request;
      refused ??= request;
    }
  return refused;
}

export function valuesRead(expression: Expression): RequestValue[] {
  const found: RequestValue[] = [];
  walk(expression, (node) => {
    if (node.kind !== 'field' || node.of.kind !== 'variable') return;
    const from = (['path', 'query', 'body'] as const).find(
      (name) => node.of.kind === 'variable' && node.of.name === name,
    );
    if (from !== undefined) found.push({ from, name: node.field });
  });
  return found;
}

/**
 * Values that could mean something: those of the records that somebody may read, parts of texts, and ids of nothing.
 */
export function poolOf({ context, world }: CaseBuilder, as: Actor): unknown[] {
  const values = context.plan.entities.flatMap(({ name, fields }) =>
    readable(world, as, name)
      .filter(({ id }) => !context.unidentified.has(id))
      .flatMap((record) =>
        fields.flatMap((field): readonly (string | number | boolean)[] => {
          const value = record[field.name];
          if (typeof value === 'string') return [value, ...(value.length > 3 ? [value.slice(0, 2)] : [])];
          return typeof value === 'number' || typeof value === 'boolean' ? [value] : idOf(value);
        }),
      ),
  );
  const nothing = context.plan.entities.map(({ name }) => `@${name}:0`);
  return [...new Set([...values.slice(0, 600), ...nothing])].filter(isGiven);
}

function idOf(value: unknown): string[] {
  return isView(value) ? [value.id] : [];
}

/** The request with a plain body, where the call reads one. */
export function withBody(
  context: DerivationContext,
  as: Actor,
  { does }: ExactCall,
  request: ExactRequest,
): ExactRequest {
  if (does === null) return request;
  if (does.kind === 'sign in') return request;
  const source = 'body' in does ? does.body : null;
  if (source === null) return request;
  const inner = plainBody(context, shapeNamed(context.lookup, source.shape), as);
  const each = does.kind === 'create' && does.each;
  return { ...request, body: wrapped(source, each ? [inner] : inner) };
}

/** The request with the places of its records filled in, those that came last first. */
export function addressed(builder: CaseBuilder, as: Actor, call: ExactCall, base: ExactRequest): ExactRequest[] {
  const target = targetOf(call.does);
  const what = call.does?.kind === 'add' || call.does?.kind === 'remove' ? call.does.what : null;
  const first = target === null ? [base] : chains(builder, as, target).map((chain) => placed(base, target, chain));
  if (what === null || what.start === 'user') return first.slice(0, MOST_TRIALS);
  return first
    .flatMap((request) =>
      chains(builder, as, what)
        .slice(0, 4)
        .map((chain) => placed(request, what, chain)),
    )
    .slice(0, MOST_TRIALS);
}

/** The request with names of records that do not exist, for calls whose records do not exist yet. */
function ofNothing(request: ExactRequest, target: Target | null): ExactRequest {
  const finders = target === null ? [] : [...(target.start === 'user' ? [] : [target.start]), ...target.steps];
  return finders.reduce(
    (filled, { entity, by }) =>
      withValue(filled, by.value, by.field === 'id' ? `@${entity}:0` : 'nothing-of-this-name'),
    request,
  );
}

function placed(request: ExactRequest, { start, steps }: Target, chain: readonly View[]): ExactRequest {
  const finders = [...(start === 'user' ? [] : [start.by]), ...steps.map(({ by }) => by)];
  const records = start === 'user' ? chain.slice(1) : chain;
  return finders.reduce((filled, { field, value }, place) => {
    const found = records[place]?.[field];
    return withValue(filled, value, field === 'id' ? records[place]?.id : found);
  }, request);
}

/** The ways to a target through records that a reader may read. */
function chains({ context, world }: CaseBuilder, as: Actor, { start, steps }: Target): View[][] {
  const own = world.view(as);
  const isNamed = ({ id }: View): boolean => !context.unidentified.has(id);
  let found: View[][] =
    start === 'user'
      ? own === null
        ? []
        : [[own]]
      : readable(world, as, start.entity)
          .filter(isNamed)
          .map((record) => [record]);
  found.reverse();
  for (const { list } of steps)
    found = found.flatMap((chain) => {
      const parent = chain.at(-1);
      const listed = parent === undefined ? [] : listOf({ world, actor: as }, parent, list);
      return listed
        .filter(isNamed)
        .toReversed()
        .map((record) => [...chain, record]);
    });
  return found.slice(0, 60);
}
