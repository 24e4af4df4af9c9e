import {
  type GoneKind,
  isStatedAsGone,
  type NewNames,
  type OutboundCall,
  type Plan,
  type PlanScreen,
} from '@nonet/language';
import pg from 'pg';
import type { Statement } from '../store/pool.ts';
import { type Change, forbidden, plain } from './change.ts';

/**
 * The roles of the former document that no longer exist, or that a condition gives now: they are no longer assigned to
 * users.
 */
export function goneRoles(former: Plan, plan: Plan): string[] {
  return former.roles.flatMap(({ name }) =>
    isStatedAsGone(plan, 'role', name) &&
    !plan.roles.some((role) => role.name === name && role.given.kind === 'assigned')
      ? [name]
      : [],
  );
}

/**
 * The row that the document must state so that something may be deleted with its stored data. `goesOn`: something else
 * has its name now.
 */
export function goneRemedy(kind: GoneKind, name: string, entity: string | null = null, goesOn = false): string {
  const heading = entity === null ? '`### Gone`' : `\`#### Gone\` of \`${entity}\``;
  const isNew = goesOn ? '`was none` where its name stands now, and ' : '';
  return `write ${isNew}\`| ${name} |\` under ${heading} (\`| ${kind} |\`), and it goes with that`;
}

/**
 * Data that the engine keeps for screens and calls of the former document that no longer exist: saved views, and
 * queued requests. They are deleted if the document says so, and are an obstacle otherwise.
 */
export function compareKept(former: Plan, plan: Plan, names: NewNames): Change[] {
  const screens = former.screens.filter(
    ({ slug, derived }) => derived !== true && !plan.screens.some((screen) => screen.slug === names.screen(slug)),
  );
  const calls = former.calls.filter(({ name }) => !plan.calls.some((call) => call.name === names.call(name)));
  return [
    ...screens.map((screen) => dropScreen(screen, plan)),
    ...calls.map((call) => (call.kind === 'notice' ? dropNotice(call, plan) : dropCall(call, plan))),
  ];
}

const { escapeLiteral } = pg;
const CANCELLED = 'Cancelled: the document has no such call any more.';

function dropCall({ name, clause }: OutboundCall, plan: Plan): Change {
  const waiting = `call = ${escapeLiteral(name)} and state = 'waiting'`;
  return dropKept(isStatedAsGone(plan, 'call', name), {
    clause,
    summary: `the call ${name} is gone`,
    counted: `nonet.outbound_call where ${waiting}`,
    refused: (n) => `the call \`${name}\` is gone: ${n === 1 ? 'one request of it waits' : `${n} requests of it wait`}`,
    lost: (n) =>
      `the call ${name} is gone: ${n === 1 ? 'one request that waits is' : `${n} requests that wait are`} cancelled`,
    remedy: `state \`(was: ${name})\` at the call that makes them now; or ${goneRemedy('call', name)}`,
    statements: [
      `insert into nonet.call_attempt (call, number, at, problem) select id, attempts + 1, now(), ${escapeLiteral(CANCELLED)} from nonet.outbound_call where ${waiting} on conflict do nothing`,
      `update nonet.outbound_call set state = 'failed', problem = ${escapeLiteral(CANCELLED)}, ended_at = now(), leased_until = null where ${waiting}`,
    ],
  });
}

function dropNotice({ name, clause }: OutboundCall, plan: Plan): Change {
  const own = `call = ${escapeLiteral(name)}`;
  return dropKept(isStatedAsGone(plan, 'call', name), {
    clause,
    summary: `the notice ${name} is gone`,
    counted: `nonet.notice where ${own}`,
    refused: (n) =>
      `the notice \`${name}\` is gone: ${n === 1 ? 'it stands in an inbox' : `${n} of it stand in inboxes`}`,
    lost: (n) =>
      `the notice ${name} is gone, and ${n === 1 ? 'disappears from an inbox' : `${n} disappear from inboxes`}`,
    remedy: `state \`(was: ${name})\` at the notice that takes its place; or ${goneRemedy('call', name)}`,
    statements: [`delete from nonet.notice where ${own}`, `delete from nonet.notice_way where ${own}`],
  });
}

function dropScreen({ slug, name, clause }: PlanScreen, plan: Plan): Change {
  return dropKept(isStatedAsGone(plan, 'screen', slug), {
    clause,
    summary: `the screen ${name} is gone`,
    counted: `nonet.saved_view where screen = ${escapeLiteral(slug)}`,
    refused: (n) =>
      `the screen “${name}” is gone: ${n === 1 ? 'one saved view of it is' : `${n} saved views of it are`} left`,
    lost: (n) => `the screen ${name} is gone with ${n === 1 ? 'one saved view' : `${n} saved views`} of it`,
    remedy: `state \`(was: ${name})\` at the screen that takes its place; or ${goneRemedy('screen', name)}`,
    statements: [`delete from nonet.saved_view where screen = ${escapeLiteral(slug)}`],
  });
}

function dropKept(
  isStated: boolean,
  kept: {
    readonly clause: string;
    readonly summary: string;
    readonly counted: string;
    readonly refused: (count: number) => string;
    readonly lost: (count: number) => string;
    readonly remedy: string;
    readonly statements: readonly string[];
  },
): Change {
  const count: Statement = { text: `select count(*) as count from ${kept.counted}`, values: [], prepare: false };
  const which: Statement = {
    text: `select id::text as id from ${kept.counted} order by id`,
    values: [],
    prepare: false,
  };
  if (!isStated)
    return forbidden(kept, kept.summary, { count, which, records: null, words: kept.refused, remedy: kept.remedy });
  return { ...plain(kept, kept.summary, kept.statements), loses: { count, words: kept.lost, isKept: true } };
}
