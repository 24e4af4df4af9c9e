import { type CallSignature, type ExactCall, type Expression, walk } from '@nonet/language';
import { answerExact } from '../../../reference/exact/answer.ts';
import type { ExactRequest } from '../../../reference/exact/request.ts';
import { shapeNamed } from '../../../reference/exact/shape.ts';
import type { World } from '../../../reference/world.ts';
import type { Signing } from '../../../run/case.ts';
import { CaseBuilder } from '../../case-builder.ts';
import type { Cases, DerivationContext } from '../../derivation-context.ts';
import { reach } from '../../records/reach.ts';
import { ask, clausesOf, type Endpoint, endpointsOf, NOTHING_SENT, targetOf, withValue } from './endpoint.ts';
import { valuesRead, withBody } from './requests.ts';

/** The records that are tried. */
const MOST_RECORDS = 24;
const MOST_READERS = 4;
/** A secret that no deployment has. */
const GUESS = 'a guess of somebody who does not know it';

interface Signed {
  readonly endpoint: Endpoint;
  readonly call: ExactCall;
  readonly signed: CallSignature;
  readonly secret: string;
  readonly clauses: readonly string[];
}

/** Point 7: calls that a service from outside signs: each once, again, unsigned, signed by a guess, and too late. */
export function* deriveSignedCalls(context: DerivationContext): Cases {
  for (const endpoint of endpointsOf(context)) {
    for (const call of endpoint.blocks) {
      const { signed } = call;
      if (signed === null) continue;
      const clauses = [...clausesOf(context, call), `9.${signed.secret}`];
      const secret = context.lookup.constants[signed.secret];
      if (call.open.length > 0 || call.does === null) context.cannot('gap', ...clauses);
      // Another server has another secret.
      else if (typeof secret !== 'string' || !context.capabilities.derived) context.cannot('elsewhere', ...clauses);
      else yield* signedCall(context, { endpoint, call, signed, secret, clauses });
    }
  }
}

function* signedCall(context: DerivationContext, tried: Signed): Cases {
  const { endpoint, call, clauses } = tried;
  const title = `${endpoint.method} ${endpoint.path}, signed`;
  const found = accepted(context, tried);
  if (found === null && call.does?.kind !== 'refuse') context.cannot('not found', ...clauses);
  const { builder, request } = found ?? { builder: new CaseBuilder(context), request: plain(context, tried) };
  const id = `msg_${context.serial()}`;
  const refused = (changed: Partial<Signing>, sent = request) =>
    ask(builder, null, endpoint, sent, clauses, { signed: { ...signingOf(tried, id), ...changed }, isUnproven: true });
  refused({ secret: GUESS });
  if (tried.signed.form === 'standard webhooks' || tried.signed.form === 't,v1') {
    refused({ age: tried.signed.withinSeconds + 60 });
    refused({ age: -tried.signed.withinSeconds - 60 });
  }
  ask(builder, null, endpoint, request, clauses, { isUnproven: true });
  const before = builder.world;
  const outcome = ask(builder, null, endpoint, request, clauses, { signed: signingOf(tried, id) });
  const changed = outcome.ids.at(-1);
  if (outcome.refused === null && changed !== undefined) {
    builder.shows(...rowsTaken(context, before, call, changed), ...entered(context, builder.world, call, changed));
    lookAt(builder, changed, clauses);
    again(builder, tried, request, id);
    lookAt(builder, changed, clauses);
  }
  yield builder.done(title, clauses);
  yield* nothingSuch(context, tried);
}

/** The same delivery once more: it is answered alike, and nothing happens. */
function again(builder: CaseBuilder, tried: Signed, request: ExactRequest, id: string): void {
  const { endpoint, call, clauses } = tried;
  const last = builder.steps.findLast(
    (step) => step.kind === 'ask' && step.signed?.id === id && step.expect.status < 400,
  );
  if (last?.kind !== 'ask' || call.answers === null) return;
  builder.ask({
    as: null,
    method: endpoint.method,
    path: last.path,
    body: request.body ?? last.body,
    signed: signingOf(tried, id),
    clauses,
    expect: last.expect,
  });
}

function lookAt(builder: CaseBuilder, id: string, clauses: readonly string[]): void {
  for (const reader of builder.context.actors.slice(0, MOST_READERS)) builder.see(reader, id, clauses);
}

/** A delivery about a record that is not there. */
function* nothingSuch(context: DerivationContext, tried: Signed): Cases {
  const { endpoint, call, clauses } = tried;
  const target = targetOf(call.does);
  if (target === null || target.start === 'user') return;
  const { entity, by } = target.start;
  const builder = new CaseBuilder(context);
  const request = withValue(
    plain(context, tried),
    by.value,
    by.field === 'id' ? `@${entity}:0` : 'nothing-of-this-name',
  );
  ask(builder, null, endpoint, request, clauses, { signed: signingOf(tried, `msg_${context.serial()}`) });
  yield builder.done(`${endpoint.method} ${endpoint.path}, signed, of a missing record`, clauses);
}

function signingOf({ signed, secret }: Signed, id: string): Signing {
  return { form: signed.form, header: signed.header, secret, id, age: 0 };
}

/** A delivery that the call takes, with the steps that make its record if none is there. */
function accepted(
  context: DerivationContext,
  tried: Signed,
): { readonly builder: CaseBuilder; readonly request: ExactRequest } | null {
  const builder = new CaseBuilder(context);
  const here = requestsIn(context, tried, builder.world, null).find((request) =>
    isTaken(context, builder.world, tried, request),
  );
  if (here !== undefined) return { builder, request: here };
  const target = targetOf(tried.call.does);
  if (target === null || target.start === 'user') return null;
  const fits = (world: World, id: string) =>
    requestsIn(context, tried, world, id).find((request) => isTaken(context, world, tried, request));
  const reached = reach(context, {
    entity: target.start.entity,
    state: null,
    budget: 80,
    want: (world, id) => (fits(world, id) === undefined ? 0.5 : 0),
  });
  if (reached === null) return null;
  const request = fits(reached.builder.world, reached.id);
  return request === undefined ? null : { builder: reached.builder, request };
}

/** Deliveries about the records of a world, the latest first; or about one of them. */
function requestsIn(context: DerivationContext, tried: Signed, world: World, only: string | null): ExactRequest[] {
  const base = plain(context, tried);
  const target = targetOf(tried.call.does);
  const about =
    target === null || target.start === 'user'
      ? [base]
      : world
          .living(target.start.entity)
          .filter(({ id }) => only === null || id === only)
          .toReversed()
          .slice(0, MOST_RECORDS)
          .flatMap(({ id, values }) => {
            if (target.start === 'user' || (context.unidentified.has(id) && target.start.by.field === 'id')) return [];
            const { field, value } = target.start.by;
            const known = field === 'id' ? id : (values[field] ?? null);
            return known === null ? [] : [withValue(base, value, known)];
          });
  return about.flatMap((request) => chosenBy(tried.call.when, request));
}

/** The request with the values that `when` compares, in each way; without them first. */
function chosenBy(when: Expression | null, request: ExactRequest): ExactRequest[] {
  if (when === null) return [request];
  const literals: unknown[] = [];
  walk(when, (node) => {
    if (node.kind === 'literal' && node.value !== null) literals.push(node.value);
  });
  return valuesRead(when).reduce<ExactRequest[]>(
    (requests, value) => requests.flatMap((one) => [one, ...literals.map((literal) => withValue(one, value, literal))]),
    [request],
  );
}

/** The body by the call's shape, with a name of its own for what it tells. */
function plain(context: DerivationContext, { call, signed }: Signed): ExactRequest {
  const sent = withBody(context, null, call, { ...NOTHING_SENT, body: {} });
  return signed.once === null ? sent : withValue(sent, signed.once, `event-${context.serial()}`);
}

function isTaken(context: DerivationContext, world: World, { endpoint, call }: Signed, request: ExactRequest): boolean {
  const options = { clock: context.capabilities.clock, nextToken: '@token:0' };
  const outcome = answerExact(world.fork(), null, endpoint.blocks, request, options);
  return outcome.refused === null && outcome.call === call;
}

/** The state that the record is in then, and the shape that its values came by. */
function entered(context: DerivationContext, world: World, { does }: ExactCall, id: string): readonly string[] {
  if (does?.kind !== 'fire') return [];
  const { lookup } = context;
  const workflow = lookup.workflow(does.entity);
  const field = workflow?.field ?? null;
  const state = field === null ? null : (world.get(id)?.values[field] ?? null);
  const states = workflow?.states.filter(({ name }) => name === state).map(({ clause }) => clause) ?? [];
  if (does.body === null) return states;
  const { clause, properties } = shapeNamed(lookup, does.body.shape);
  return [...states, clause, ...properties.map((property) => property.clause)];
}

/** The row of point 4 that the product takes, where only one leads out of the state that the record was in. */
function rowsTaken(context: DerivationContext, before: World, { does }: ExactCall, id: string): readonly string[] {
  if (does?.kind !== 'fire') return [];
  const field = context.lookup.workflow(does.entity)?.field ?? null;
  const state = field === null ? null : (before.get(id)?.values[field] ?? null);
  const rows = context.lookup.event(does.entity, does.event)?.transitions ?? [];
  const own = rows.filter(
    ({ by, from }) =>
      by.some(({ kind }) => kind === 'system') &&
      (from === null || (from === 'new' ? before.get(id) === null : from.some((name) => name === state))),
  );
  const [row] = own;
  return row !== undefined && own.length === 1 ? [row.clause] : [];
}
