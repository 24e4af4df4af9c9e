import {
  ANSWERED_ACTIONS,
  type AnsweredAction,
  type Event,
  type EventCondition,
  type Transition,
  openPart,
} from '@nonet/language';
import type { Clock } from '../clock.ts';
import type { Can, Actor, Verdict } from '../engine.ts';
import type { PlanIndex } from '../plan-index.ts';
import { erasesPeople, refuseHeld } from '../people/erase-person.ts';
import { mayMakePaper } from '../papers/may-make.ts';
import { Refusal } from '../refusal.ts';
import { USER } from '../session/user.ts';
import { fieldPredicate, gapClause, recordPredicate } from '../sql/permissions.ts';
import type { SqlContext } from '../sql/context.ts';
import { living } from '../sql/admits.ts';
import { compileFieldValue } from '../sql/expression.ts';
import { column } from '../sql/identifiers.ts';
import { and } from '../sql/logic.ts';
import type { Parameters } from '../sql/parameters.ts';
import { type Pool, transaction } from '../store/pool.ts';
import { beginWrite } from './begin.ts';
import { isWritable } from './body.ts';
import { fits, knownGuard, knownPart, type RowVariable } from './events/possible-event.ts';
import { refuseUnreadable, type ReadScope } from './read-scope.ts';
import { refuse, statusOf } from './refuse.ts';
import { catalogueMessage } from './validation/rules.ts';
import { rowsFrom } from './events/transition.ts';
import { readId } from './values/identifier.ts';
import { authorityKey, clauseContext, fromThis, perform, THIS, type Write } from './write.ts';

export async function readCan(
  parts: { index: PlanIndex; pool: Pool; clock: Clock; secret: Buffer },
  actor: Actor,
  entity: string,
  id: string,
): Promise<Can> {
  const { index, pool, clock, secret } = parts;
  return transaction(
    pool,
    async (client) => {
      const write = beginWrite(index, client, clock, actor);
      const { now, authority } = write;
      const scope: ReadScope = {
        index,
        client,
        now,
        actor,
        authority,
        secret,
        confirmation: { done: true, isApart: false },
        batcher: null,
        texts: null,
        kept: null,
        replicas: null,
      };
      refuseUnreadable(scope, entity);
      const known = readId(id);
      if (known === null) throw refuse(index, 'NOT_FOUND');
      return judge(write, entity, known);
    },
    { isolation: 'repeatable read', readOnly: true },
  );
}

/** @param id As it is stored: the number of a record with whole-number ids is in it. */
async function judge(write: Write, entity: string, id: string): Promise<Can> {
  const { index } = write;
  // Naming a field whose type is open is NOT_SPECIFIED: nothing can be entered there.
  const writable = index
    .entity(entity)
    .fields.filter((field) => field.type.kind !== 'open' && isWritable(index, entity, field, false));
  const events = (index.workflow(entity)?.events ?? []).filter((event) =>
    event.transitions.some((row) => row.from !== 'new' && isPersonal(row)),
  );
  const papers = index.plan.papers.filter(({ entity: of, content }) => of === entity && content !== null);
  const [row] = await perform(
    write,
    `can ${entity} ${authorityKey(write)}`,
    (parameters) => {
      parameters.carryOut(index.entity(entity).clause, 'can');
      const context = clauseContext(write, parameters, entity);
      const record: RowVariable = { kind: 'row', entity, alias: THIS };
      const may = recordPredicate(context, write.authority, 'read', record);
      const stateField = index.stateField(entity);
      const selected = [
        `${stateField === null ? 'null::text' : compileFieldValue(record, stateField, context)} as state`,
        ...ANSWERED_ACTIONS.flatMap((action) => [
          `${recordPredicate(context, write.authority, action, record)} as may_${action}`,
          `${gapClause(context, write.authority, action, record)} as gap_${action}`,
        ]),
        ...writable.map(
          (field, place) =>
            `${fieldPredicate(context, write.authority, field.name, 'update', record)} as field_${place}`,
        ),
        ...papers.map((paper, place) => `${mayMakePaper(context, write.authority, paper, record)} as paper_${place}`),
        ...events.flatMap((event, place) =>
          event.transitions.flatMap((transition, number) => [
            `${fits(write, transition, context, record)} as fits_${place}_${number}`,
            ...guardColumns(transition, context, parameters).map(
              ([sql, name]) => `${sql} as ${name}_${place}_${number}`,
            ),
            ...(transition.conditions ?? []).map(
              (condition, at) =>
                `${knownPart(condition.when, transition, context).holds} as condition_${place}_${number}_${at}`,
            ),
          ]),
        ),
      ];
      return `select ${selected.join(', ')} ${fromThis(entity)} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')} and ${and(living(record, context), may)}`;
    },
    { id },
  );
  if (row === undefined) throw refuse(index, 'NOT_FOUND');

  const fields = writable.filter((_field, place) => row[`field_${place}`] === true).map((field) => field.name);
  const verdicts: Record<string, Verdict> = {};
  for (const [place, event] of events.entries()) {
    const fitting = event.transitions.filter((_transition, number) => row[`fits_${place}_${number}`] === true);
    const guarded = new Set(
      event.transitions.filter((_transition, number) => row[`guard_${place}_${number}`] === true),
    );
    const unknown = new Map(
      event.transitions.flatMap((transition, number) => {
        const gap = row[`gap_${place}_${number}`];
        return typeof gap === 'string' ? [[transition, gap] as const] : [];
      }),
    );
    const broken = new Map(
      event.transitions.flatMap((transition, number) => {
        const conditions = transition.conditions ?? [];
        const first = conditions.find((_condition, at) => row[`condition_${place}_${number}_${at}`] !== true);
        return first === undefined ? [] : [[transition, first] as const];
      }),
    );
    const judged = { fitting, guarded, unknown, broken };
    verdicts[event.name] = await eventVerdict(write, entity, id, event, judged, row.state as string | null);
  }
  const verdict = (action: AnsweredAction): Verdict => {
    if (row[`may_${action}`] === true || (action === 'update' && fields.length > 0)) return { may: true };
    const gap = row[`gap_${action}`];
    return refused(
      typeof gap === 'string'
        ? refuse(index, 'NOT_SPECIFIED', { clause: gap })
        : refuse(index, 'FORBIDDEN', { clause: `6.${entity}.${action}` }),
    );
  };
  return {
    update: verdict('update'),
    delete:
      index.entity(entity).delete === 'never'
        ? refused(refuse(index, 'FORBIDDEN', { clause: `3.${entity}.settings.delete` }))
        : verdict('delete'),
    // An existing record has not been deleted.
    restore: refused(refuse(index, 'INVALID_TRANSITION', { clause: `3.${entity}.settings.delete` })),
    ...(mayMerge(index, entity) && { merge: verdict('merge') }),
    ...(entity === USER && erasesPeople(index) && { erase: await eraseVerdict(write, id, verdict('erase')) }),
    fields,
    events: verdicts,
    papers: papers.filter((_paper, place) => row[`paper_${place}`] === true).map(({ name }) => name),
  };
}

/** Whether point 6 says of an entity who merges its records, or leaves that open. */
function mayMerge(index: PlanIndex, entity: string): boolean {
  return (index.permissions(entity)?.actions?.merge.length ?? 0) > 0;
}

/** Something may hold the person's record, or one about them, as it is (3, `kept while`). */
async function eraseVerdict(write: Write, id: string, verdict: Verdict): Promise<Verdict> {
  if (!verdict.may) return verdict;
  try {
    await refuseHeld(write, id);
    return verdict;
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    throw error;
  }
}

/** One gap does not hide what else may be done. */
function guardColumns(transition: Transition, context: SqlContext, parameters: Parameters) {
  const { holds, gap } = knownGuard(transition, context);
  return [
    [holds, 'guard'],
    [gap === null ? 'null::text' : parameters.bind(gap, 'text'), 'gap'],
  ] as const;
}

/** The rows of an event, judged on the record. */
interface Judged {
  readonly fitting: readonly Transition[];
  readonly guarded: ReadonlySet<Transition>;
  /** The clause that is not shown, by the row whose guard needs it. */
  readonly unknown: ReadonlyMap<Transition, string>;
  /** The first condition of all events that doesn't hold, by the row that it refuses. */
  readonly broken: ReadonlyMap<Transition, EventCondition>;
}

async function eventVerdict(
  write: Write,
  entity: string,
  id: string,
  event: Event,
  { fitting, guarded, unknown, broken }: Judged,
  state: string | null,
): Promise<Verdict> {
  const { index } = write;
  const clause = event.transitions[0]?.clause ?? null;
  if (fitting.length === 0) {
    const gap = event.transitions.map((row) => openPart(row, 'by')).find((open) => open !== null);
    return refused(gap ? refuse(index, 'NOT_SPECIFIED', { clause: gap }) : refuse(index, 'FORBIDDEN', { clause }));
  }
  const rows = rowsFrom(event, fitting, state);
  const last = rows.at(-1);
  if (last === undefined) return refused(refuse(index, 'INVALID_TRANSITION', { clause }));
  for (const row of rows) {
    const gap = row.open[0] ?? unknown.get(row);
    if (gap !== undefined) return refused(refuse(index, 'NOT_SPECIFIED', { clause: gap }));
    if (guarded.has(row)) return { may: true };
  }
  const { error, clause: refusing } = broken.get(last) ?? last;
  if (error === null) return refused(refuse(index, 'INVALID_TRANSITION', { clause: refusing }));
  const words = await catalogueMessage(write, error, { entity, id }, null);
  return refused(new Refusal({ code: error, status: statusOf(index, error), words, clause: refusing }));
}

function refused({ code, words, clause }: Refusal): Verdict {
  return { may: false, code, message: words, clause };
}

function isPersonal(row: Transition): boolean {
  return row.by.some((trigger) => trigger.kind === 'role' || trigger.kind === 'field') || openPart(row, 'by') !== null;
}
