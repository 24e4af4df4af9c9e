import { printExpression } from '../../expression/print.ts';
import type { Expression } from '../../expression/tree.ts';
import { and, FALSE, isOneOf, or, thisRecord, TRUE } from '../../check/analysis/build.ts';
import type { Entity } from '../../model/entities.ts';
import type { Event, Transition, Workflow } from '../../model/states.ts';
import type { Comparison } from '../comparison.ts';
import type { Found } from '../difference.ts';
import { isSameData, PLACES_AND_WORDS } from '../equal.ts';
import { type Kept, keptEntities, listed } from '../pairs.ts';
import { widened, withActor } from '../widened.ts';

/** Point 4: who may cause which event, on which condition, and what it does. Events that time causes are timers. */
export function eventDifferences(comparison: Comparison): Found[] {
  const { former, renamed, now } = comparison;
  return keptEntities(comparison).flatMap((entity) => {
    const at = former.states.findIndex((workflow) => workflow.entity === entity.former.name);
    const before = former.states[at];
    const after = now.states.find((workflow) => workflow.entity === entity.now.name);
    return eventsOf(comparison, entity, before, renamed.states[at], after);
  });
}

function eventsOf(
  comparison: Comparison,
  entity: Kept<Entity>,
  former: Workflow | undefined,
  renamed: Workflow | undefined,
  now: Workflow | undefined,
): Found[] {
  const found: Found[] = [];
  const kept = new Set<string>();
  for (const [at, event] of (former?.events ?? []).entries()) {
    const own = now?.events.find(({ name }) => name === comparison.names.event(entity.former.name, event.name));
    const clause = event.transitions[0]?.clause ?? null;
    if (own === undefined) {
      found.push({
        effect: 'narrower',
        clause: null,
        former: clause,
        text: `\`${event.name}\` of \`${entity.now.name}\` is gone: nobody may cause it any more`,
      });
      continue;
    }
    kept.add(own.name);
    if (own.name !== event.name)
      found.push({
        effect: 'compatible',
        clause: own.transitions[0]?.clause ?? null,
        former: clause,
        text: `the event \`${own.name}\` of \`${entity.now.name}\` was \`${event.name}\``,
      });
    const before = { ...(renamed?.events[at] ?? event), name: own.name };
    const rights = whoMayCause(comparison, entity.now, now ?? null, before, own);
    found.push(...rights, ...rowDifferences(comparison, entity.now.name, before, own, rights.length > 0));
  }
  for (const event of now?.events ?? []) {
    if (kept.has(event.name)) continue;
    const people = actorsOf(event).map(({ name }) => name);
    found.push({
      effect: people.length > 0 ? 'wider' : 'behaviour',
      clause: event.transitions[0]?.clause ?? null,
      former: null,
      text: `the event \`${event.name}\` of \`${entity.now.name}\` is new${people.length > 0 ? `; ${listed(people)} may cause it` : ''}`,
    });
  }
  return found;
}

interface EventActor {
  readonly kind: 'role' | 'field';
  readonly name: string;
}

function actorsOf({ transitions }: Event): readonly EventActor[] {
  const all = new Map<string, EventActor>();
  for (const { by } of transitions) {
    for (const actor of by) {
      const one =
        actor.kind === 'role'
          ? { kind: actor.kind, name: actor.role }
          : actor.kind === 'field'
            ? { kind: actor.kind, name: actor.field }
            : null;
      if (one !== null) all.set(`${one.kind} ${one.name}`, one);
    }
  }
  return [...all.values()];
}

function whoMayCause(
  comparison: Comparison,
  entity: Entity,
  workflow: Workflow | null,
  former: Event,
  now: Event,
): Found[] {
  const record = thisRecord(entity.name);
  const actors = new Map(
    [...actorsOf(former), ...actorsOf(now)].map((actor) => [`${actor.kind} ${actor.name}`, actor]),
  );
  const { rights } = comparison;
  return [...actors.values()].flatMap((actor) => {
    const isRole = actor.kind === 'role';
    // Roles that are new or gone have a line of their own, and their rows here.
    const knows = isRole
      ? comparison.now.roles.some(({ name }) => name === actor.name)
      : entity.fields.some(({ name }) => name === actor.name);
    const [before, after] = [rowsOf(former, actor), rowsOf(now, actor)];
    const was = or(...before.map((row) => guardOf(row, record, entity, workflow)));
    const is = or(...after.map((row) => guardOf(row, record, entity, workflow)));
    const given = !knows
      ? []
      : isRole
        ? [rights.now.holds(actor.name, record)]
        : [isUser(record, actor.name, rights.now.user)];
    const causes = comparison.causes(was);
    const all = widened(
      comparison.compare(was, is, given),
      {
        subject: `\`${actor.name}\``,
        wider: `may \`${now.name}\` \`${entity.name}\` where that was refused`,
        narrower: `may no longer \`${now.name}\` \`${entity.name}\` where that was allowed`,
        otherwise: `may \`${now.name}\` \`${entity.name}\` on another condition`,
      },
      {
        clause: (after[0] ?? now.transitions[0])?.clause ?? null,
        former: (before[0] ?? former.transitions[0])?.clause ?? null,
        ...(causes.length > 0 && { because: causes }),
      },
    );
    return all.map((found) => ({ ...found, example: withActor(found, actor.name) }));
  });
}

function rowsOf({ transitions }: Event, actor: EventActor): readonly Transition[] {
  return transitions.filter(({ by }) =>
    by.some((one) =>
      one.kind === 'role'
        ? one.role === actor.name && actor.kind === 'role'
        : one.kind === 'field' && one.field === actor.name && actor.kind === 'field',
    ),
  );
}

function guardOf(row: Transition, record: Expression, entity: Entity, workflow: Workflow | null): Expression {
  if (row.open.length > 0) return FALSE;
  const type = entity.fields.find(({ name }) => name === workflow?.field)?.type;
  const state: Expression | null =
    workflow?.field && type?.kind === 'state'
      ? {
          kind: 'field',
          of: record,
          field: workflow.field,
          type: { kind: 'enum', values: type.values.map(({ name }) => name), nullable: false },
        }
      : null;
  const from = row.from === null || row.from === 'new' || state === null ? TRUE : isOneOf(state, row.from);
  return and(from, row.when ?? TRUE);
}

function isUser(record: Expression, field: string, user: Expression): Expression {
  const of: Expression = {
    kind: 'field',
    of: record,
    field,
    type: { kind: 'record', entity: 'User', nullable: false },
  };
  return { kind: 'binary', operator: '==', left: of, right: user, type: { kind: 'boolean', nullable: false } };
}

/** Compares rows with the same initial states: their target, the fields that they ask for, and their effects. */
function rowDifferences(
  comparison: Comparison,
  entity: string,
  former: Event,
  now: Event,
  hasRights: boolean,
): Found[] {
  const left = [...former.transitions];
  return now.transitions.flatMap((row): Found[] => {
    const at = left.findIndex((other) => isSameData(other.from, row.from) && isTimed(other) === isTimed(row));
    const [before] = at < 0 ? [] : left.splice(at, 1);
    if (before === undefined) return [];
    const subject = `\`${now.name}\` of \`${entity}\``;
    const places = { clause: row.clause, former: before.clause };
    const found: Found[] = [];
    const report = (text: string): number => found.push({ effect: 'behaviour', ...places, text: `${subject} ${text}` });
    // The same people may still cause it, but by another row, with another result.
    if (!hasRights && !isTimed(row)) {
      const { wider, narrower } = comparison.compare(before.when ?? TRUE, row.when ?? TRUE);
      if (wider.verdict !== 'never' || narrower.verdict !== 'never')
        report(
          `goes by this row ${row.when === null ? 'always' : `only when \`${printExpression(row.when)}\``}; else another row is taken, or none`,
        );
    }
    if (before.to !== row.to) report(`leads to \`${row.to}\`, formerly to \`${before.to}\``);
    if (!isSameData(before.effects, row.effects, TYPES)) report('has other effects (`then`)');
    if (!isSameData(before.asks, row.asks, ASK_WORDS)) report(askWords(before, row));
    if (before.error !== row.error)
      report(`is refused as ${errorWords(row.error)}, formerly as ${errorWords(before.error)}`);
    if (!isSameData(errorsOf(before), errorsOf(row)))
      report('is refused with other errors of the conditions of all events (`any`)');
    return found;
  });
}

const ASK_WORDS: ReadonlySet<string> = new Set([...PLACES_AND_WORDS, 'range']);

function isTimed({ by }: Transition): boolean {
  return by.some(({ kind }) => kind === 'after' || kind === 'every' || kind === 'at');
}

const TYPES: ReadonlySet<string> = new Set(['type', 'range']);

function askWords(former: Transition, now: Transition): string {
  const names = ({ asks }: Transition) => asks.map((ask) => (ask.kind === 'input' ? ask.name : ask.field));
  const [before, after] = [names(former), names(now)];
  const more = after.filter((name) => !before.includes(name));
  const fewer = before.filter((name) => !after.includes(name));
  if (more.length > 0) return `asks for ${listed(more)} as well`;
  return fewer.length > 0 ? `asks no longer for ${listed(fewer)}` : 'asks otherwise';
}

/** The errors of the conditions of all events, each with its condition. */
function errorsOf({ conditions = [] }: Transition): readonly (readonly [string, string | null])[] {
  return conditions.map(({ when, error }) => [printExpression(when), error]);
}

function errorWords(error: string | null): string {
  return error === null ? 'its standard error' : `\`${error}\``;
}
