import {
  type ExactCall,
  type BodySource,
  type ExactCallAction,
  message,
  standardMessage,
  type Target,
  clausePoint,
  isWithinClause,
} from '@nonet/language';
import type { ExactCallReply, ExactCallRequest, Actor, WriteOptions } from '../../engine.ts';
import type { PlanIndex } from '../../plan-index.ts';
import { type FieldError, Refusal } from '../../refusal.ts';
import { USER } from '../../session/user.ts';
import { withVariables, readableRows } from '../../sql/context.ts';
import { recordPredicate } from '../../sql/permissions.ts';
import { compileCondition } from '../../sql/expression.ts';
import { column, columnType } from '../../sql/identifiers.ts';
import { and } from '../../sql/logic.ts';
import { scopeAfter, scopeOf } from '../write-operations.ts';
import { type EngineContext, inTransaction } from '../in-transaction.ts';
import { readRows, type ReadScope } from '../read-scope.ts';
import { refuse, refuseInvalid, statusOf } from '../refuse.ts';
import { LateBody } from '../body.ts';
import { signUp } from '../sign-up.ts';
import { about, aboutIt, withErrors } from './about.ts';
import { answerExpressions, compileContent, type Content, contentOf, withoutRecord } from './answer-json.ts';
import { refuseCaller } from './audience.ts';
import { asChilds, listOfChild } from './owned.ts';
import { readPassword } from './password.ts';
import { missingPassword } from '../../session/set-password.ts';
import { answerContext, answerList, answerRecord } from './read.ts';
import { bodyAt, requestSlots } from './request.ts';
import { bodyByShape, callersName, shapeNamed } from './shape-body.ts';
import type { Row } from './shape-json.ts';
import { carryOutAction, refuseNobody, type WriteAction, type Written } from './write.ts';

const CALLER: Target = { entity: USER, start: 'user', steps: [] };

/** The first of several blocks of one call whose `when` holds; NOT_FOUND where none does (7). */
export async function chooseCall(
  scope: ReadScope,
  calls: readonly ExactCall[],
  request: ExactCallRequest,
): Promise<ExactCall> {
  const conditional = calls.filter(({ when }) => when !== null);
  const conditions = conditional.flatMap(({ when }) => (when === null ? [] : [when]));
  const [holds] =
    conditions.length === 0
      ? []
      : await readRows<Record<string, boolean>>(
          scope,
          `when ${conditional.map(({ clause }) => clause).join(' ')}`,
          (parameters) => {
            for (const { clause } of conditional) parameters.carryOut(clause);
            const context = { ...answerContext(scope, parameters), authority: null };
            const columns = conditions.map((when, place) => `${compileCondition(when, context)} as when_${place}`);
            return `select ${columns.join(', ')}`;
          },
          requestSlots(scope.index, request, conditions),
        );
  const found = calls.find((call) => call.when === null || holds?.[`when_${conditional.indexOf(call)}`] === true);
  if (found === undefined) throw refuse(scope.index, 'NOT_FOUND');
  return found;
}

/** Answers calls that only read, and calls about the caller: a list, a record, or the caller. */
export async function answerReading(
  scope: ReadScope,
  call: ExactCall,
  request: ExactCallRequest,
): Promise<ExactCallReply> {
  await refuseCaller(scope, call);
  const { does, answers } = call;
  if (does?.kind === 'refuse') throw refused(scope.index, does.code, call.clause);
  if (does === null || answers === null) throw refuse(scope.index, 'NOT_SPECIFIED', { clause: call.clause });
  const content =
    does.kind === 'list'
      ? await answerList(scope, call, answers, does, request)
      : does.kind === 'read'
        ? await answerRecord(scope, call, answers, does.target, request)
        : does.kind === 'sign out' || does.kind === 'reset' || does.kind === 'nothing'
          ? await answerNothing(scope, call, request)
          : does.kind === 'sign in' || does.kind === 'sign up'
            ? await answerSignedIn(scope, call, answers, request)
            : await answerRecord(scope, call, answers, CALLER, request);
  return { status: answers.status, ...content };
}

/** The answer for those who have signed in or up, with what they may read of themselves: it has happened, so nothing of it is a refusal (7). */
async function answerSignedIn(
  scope: ReadScope,
  call: ExactCall,
  answers: NonNullable<ExactCall['answers']>,
  request: ExactCallRequest,
): Promise<Content> {
  try {
    return await answerRecord(scope, call, answers, CALLER, request);
  } catch (error) {
    if (!(error instanceof Refusal && (error.code === 'NOT_FOUND' || error.code === 'UNAUTHENTICATED'))) throw error;
    return answerNothing(scope, { ...call, answers: withoutRecord(answers) }, request);
  }
}

/** The answer of a call that concerns no record. */
async function answerNothing(scope: ReadScope, call: ExactCall, request: ExactCallRequest): Promise<Content> {
  const { answers } = call;
  if (answers === null || (answers.body === null && answers.location === null)) return { body: null, location: null };
  const [row] = await readRows<Content>(
    scope,
    `answer ${call.clause}`,
    (parameters) => {
      const content = compileContent(answerContext(scope, parameters), answers, { kind: 'none' });
      return `select ${content.body} as body, ${content.location} as location`;
    },
    requestSlots(scope.index, request, answerExpressions(answers)),
  );
  return contentOf(answers, row);
}

/** An error of the catalogue, as the call itself states it (`refuse CODE`). */
function refused(index: PlanIndex, code: string, clause: string): Refusal {
  const stated = index
    .error(code)
    ?.messages['']?.map((part) => (typeof part === 'string' ? part : ''))
    .join('');
  return new Refusal({ code, status: statusOf(index, code), words: stated ?? standardMessage(code), clause });
}

/** Answers what writes: one transaction, as every operation of the engine. */
export async function answerWriting(
  engine: EngineContext,
  caller: Actor,
  call: ExactCall,
  does: WriteAction,
  request: ExactCallRequest,
  options: WriteOptions,
): Promise<ExactCallReply> {
  const { answers } = call;
  const source = does.kind === 'update' ? does.body : null;
  // An actor who is not signed in can't make the product hash passwords.
  const password = source === null || caller.userId === null ? null : await readPassword(engine.index, source, request);
  try {
    return await inTransaction<ExactCallReply>(engine, {
      actor: caller,
      options,
      body: { path: request.path, query: [...request.query], body: request.body ?? null },
      route: `answer ${call.clause}`,
      entity: entityOf(does),
      kind: does.kind === 'create' ? 'create' : 'change',
      reaching: true,
      recall: (kept) => kept as ExactCallReply,
      work: async (write) => {
        const scope = scopeOf(engine, write);
        await refuseCaller(scope, call);
        if (answers === null) throw refuse(engine.index, 'NOT_SPECIFIED', { clause: call.clause });
        await refuseNobody(write, does);
        const isShown = does.kind === 'delete' && answers.body !== null;
        const gone = isShown ? await answerRecord(scope, call, answers, does.target, request) : null;
        const written = await carryOutAction({ write, scope, request, password }, does);
        if (gone !== null) return async () => ({ status: answers.status, ...gone });
        return async () => ({
          status: answers.status,
          ...(await writtenContent(await scopeAfter(engine, write), call, written, request)),
        });
      },
    });
  } catch (error) {
    throw error instanceof Refusal
      ? callersRefusal(engine.index, does, aboutRecord(call, entityOf(does), error))
      : error;
  }
}

/** Refusals by points 3 to 6 concern the record, also if they come after all statements were sent. */
function aboutRecord(call: ExactCall, entity: string, refusal: Refusal): Refusal {
  const isJudged = refusal.code === 'FORBIDDEN' || refusal.code === 'NOT_SPECIFIED';
  const isOfCall = refusal.clause !== null && isWithinClause(refusal.clause, call.clause);
  const isOfRecord = ['3', '4', '5', '6'].includes(clausePoint(refusal.clause ?? ''));
  return isOfRecord || (isJudged && !isOfCall) ? about(refusal, entity) : refusal;
}

/** Adds who signs up by an exact call, as somebody who is not signed in; answers their id. */
export async function answerSignUp(
  engine: EngineContext,
  call: ExactCall,
  request: ExactCallRequest,
): Promise<{ readonly id: string }> {
  const { does } = call;
  if (does?.kind !== 'sign up') throw new Error(`${call.clause} signs nobody up.`);
  const stated = bodyAt(request.body, does.body.path) ?? {};
  // 400 comes before 422: what is no object has no password either.
  if (typeof stated !== 'object' || Array.isArray(stated)) throw about(refuseNoObject(engine.index, does.body), USER);
  try {
    const password = await readPassword(engine.index, does.body, request);
    if (password === null) throw about(missingPassword(engine.index), USER);
    if (password.kind === 'refused') throw about(password.refusal, USER);
    return await inTransaction<{ readonly id: string }>(engine, {
      actor: { userId: null, roles: [] },
      options: { ifMatch: null },
      body: null,
      entity: USER,
      route: `answer ${call.clause}`,
      kind: 'create',
      reaching: true,
      recall: () => ({ id: '' }),
      work: async (write) => {
        const shape = shapeNamed(write, does.body.shape);
        const body = new LateBody((errors) => bodyByShape(write, shape, stated, errors));
        const id = await aboutIt(USER, () => signUp(write, { body, passwordHash: password.hash }));
        return async () => ({ id });
      },
    });
  } catch (error) {
    throw error instanceof Refusal ? callersRefusal(engine.index, does, aboutRecord(call, USER, error)) : error;
  }
}

function refuseNoObject(index: PlanIndex, { shape }: BodySource): Refusal {
  const { clause } = shapeNamed({ index }, shape);
  return refuseInvalid(index, [{ field: null, code: 'INVALID', message: message('anObject'), clause }]);
}

export function isWriting(does: ExactCallAction | null): does is WriteAction {
  return ['create', 'update', 'delete', 'delete each', 'fire', 'add', 'remove'].includes(does?.kind ?? '');
}

function entityOf(does: WriteAction): string {
  switch (does.kind) {
    case 'create':
    case 'delete each':
      return does.records.entity;
    case 'fire':
      return does.entity;
    case 'add':
    case 'delete':
    case 'remove':
    case 'update':
      return does.target.entity;
  }
}

/** Errors of fields, under the names that the caller has for them. */
function callersRefusal(index: PlanIndex, does: ExactCallAction, refusal: Refusal): Refusal {
  const source = 'body' in does ? does.body : null;
  if (source === null || refusal.errors.length === 0) return refusal;
  const shape = shapeNamed({ index }, source.shape);
  const each = does.kind === 'create' && does.each;
  const list = listOfChild({ index }, does);
  // Errors of the last checks are reported for the list.
  const own = list === null ? refusal : asChilds(refusal, list);
  const renamed = own.errors.map((error): FieldError => {
    if (error.field === null) return error;
    const [place, ...rest] = error.field.split('.');
    const inItem = each && rest.length > 0;
    const field = inItem ? `${place}.${callersName(shape, rest.join('.'))}` : callersName(shape, error.field);
    return { ...error, field };
  });
  return withErrors(refusal, renamed);
}

/** The answer is what the caller may read afterwards (6): what shows a record out of their sight is null (7). */
async function writtenContent(
  scope: ReadScope,
  call: ExactCall,
  written: Written,
  request: ExactCallRequest,
): Promise<Content> {
  const { answers, does } = call;
  if (answers === null || written.ids.length === 0) return answerNothing(scope, call, request);
  const many = does?.kind === 'create' && does.each;
  const [row] = await readRows<Content>(
    scope,
    `answer ${call.clause} written`,
    (parameters) => {
      const row: Row = { kind: 'row', entity: written.entity, alias: parameters.alias(), readable: true };
      const context = withVariables(answerContext(scope, parameters), { this: row });
      const id = column(row.alias, 'id');
      const type = columnType(scope.index.field(row.entity, 'id').type, scope.index.plan.settings);
      const ids = parameters.listSlot('ids', type);
      const may = recordPredicate(context, scope.authority, 'read', { ...row, readable: false });
      const from = `from ${readableRows(row.entity, false, context)} ${row.alias} where ${and(`${id} = any(${ids})`, may)}`;
      const collect = (item: (row: Row) => string) =>
        `(select coalesce(json_agg(${item(row)} order by array_position(${ids}, ${id})), '[]'::json) ${from})`;
      const content = compileContent(context, answers, many ? { kind: 'rows', collect } : { kind: 'row', row });
      return `select ${content.body} as body, ${content.location} as location ${many ? '' : from}`;
    },
    { ...requestSlots(scope.index, request, answerExpressions(answers)), ids: written.ids },
  );
  return row === undefined
    ? answerNothing(scope, { ...call, answers: withoutRecord(answers) }, request)
    : contentOf(answers, row);
}
