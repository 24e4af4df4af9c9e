import { readableRows } from '../../sql/context.ts';
import {
  type BodySource,
  type ExactCallAction,
  type Expression,
  type Grant,
  message,
  type Records,
  type Target,
} from '@nonet/language';
import type { ExactCallRequest } from '../../engine.ts';
import type { SqlContext } from '../../sql/context.ts';
import { recordPredicate } from '../../sql/permissions.ts';
import { compileExpression, compileFilter } from '../../sql/expression.ts';
import { living } from '../../sql/admits.ts';
import { column } from '../../sql/identifiers.ts';
import { and } from '../../sql/logic.ts';
import type { Slots } from '../../sql/parameters.ts';
import { wireValueOfType } from '../../sql/wire.ts';
import { LateBody } from '../body.ts';
import { changeMany } from '../change-many.ts';
import { createRecord } from '../create.ts';
import { deleteRecord } from '../delete.ts';
import { asGrants, fireEvent, fireNew } from '../events/fire.ts';
import { grantsOf, refuseUnauthenticated } from '../authorize.ts';
import type { ReadScope } from '../read-scope.ts';
import { refuseInvalid } from '../refuse.ts';
import { changeRecord } from '../update.ts';
import { together } from '../../store/pool.ts';
import { authorityKey, perform, type Write } from '../write.ts';
import { about, aboutIt, inItem } from './about.ts';
import { chainSlots, compileChain, levelsOf } from './chain.ts';
import { createOwned, deleteOwned, isOwned, updateOwned } from './owned.ts';
import { changeOwnPassword, type GivenPassword } from './password.ts';
import { answerContext, belongsTo, refuseMissing } from './read.ts';
import { bodyAt, requestSlots } from './request.ts';
import { bodyByShape, shapeNamed } from './shape-body.ts';
import type { Row } from './shape-json.ts';

/** The transaction of an action, and the request that it answers. */
export interface Writing {
  readonly write: Write;
  /** Reads in the same transaction, as the caller. */
  readonly scope: ReadScope;
  readonly request: ExactCallRequest;
  /** The new password in the body; null if there is none. */
  readonly password: GivenPassword | null;
}

export type WriteAction = Extract<
  ExactCallAction,
  { kind: 'create' | 'update' | 'delete' | 'delete each' | 'fire' | 'add' | 'remove' }
>;

/** The result of a write, from which the answer is made. */
export interface Written {
  readonly entity: string;
  readonly ids: readonly string[];
}

const WHATEVER_VERSION = async (): Promise<void> => undefined;

/** Does what an answered call states, as its caller: points 4, 5 and 6 hold as they do for the derived API. */
export async function carryOutAction(writing: Writing, action: WriteAction): Promise<Written> {
  const { write } = writing;
  switch (action.kind) {
    case 'create':
      return create(writing, action);
    case 'update': {
      const ids = await findTarget(writing, action.target);
      const { entity } = action.target;
      const body = lateBody(writing, action.body);
      await aboutIt(entity, async () => {
        if (writing.password !== null)
          await changeOwnPassword(write, last(ids), writing.password, writing.request.token);
        if (isOwned(write, entity)) await updateOwned(write, action.target, ids, body);
        else if (!isPasswordAlone(writing, action.body))
          await changeRecord(write, entity, last(ids), body, WHATEVER_VERSION);
      });
      return { entity, ids: [last(ids)] };
    }
    case 'delete': {
      const ids = await findTarget(writing, action.target);
      const { entity } = action.target;
      await aboutIt(entity, async () =>
        isOwned(write, entity)
          ? deleteOwned(write, action.target, ids)
          : deleteRecord(write, entity, last(ids), WHATEVER_VERSION),
      );
      return { entity, ids: [] };
    }
    case 'delete each': {
      const { entity } = action.records;
      await aboutIt(entity, async () => refuseUnauthenticated(write, grantsOf(write, entity, 'delete')));
      for (const id of await findAll(writing, action.records, action.where))
        await aboutIt(entity, () => deleteRecord(write, entity, id, WHATEVER_VERSION));
      return { entity, ids: [] };
    }
    case 'fire': {
      const { entity, event, target } = action;
      const body = action.body === null ? null : lateBody(writing, action.body);
      if (target === null) {
        const id = await aboutIt(entity, () => fireNew(write, entity, event, body));
        return { entity, ids: [id] };
      }
      const ids = await findTarget(writing, target);
      await aboutIt(entity, () => fireEvent(write, entity, last(ids), event, body, WHATEVER_VERSION));
      return { entity, ids: [last(ids)] };
    }
    case 'add':
    case 'remove': {
      const ids = await findTarget(writing, action.target);
      const { entity } = action.target;
      const id = last(await findTarget(writing, action.what));
      const change = { field: action.list, change: action.kind, id };
      await aboutIt(entity, () => changeMany(write, entity, last(ids), change));
      return { entity, ids: [last(ids)] };
    }
  }
}

/** Answers 401 first, where no `anyone` role could ever do it: nothing is looked up before (7: order). */
export async function refuseNobody(write: Write, action: WriteAction): Promise<void> {
  if (action.kind === 'create' || action.kind === 'delete each' || action.target === null) return;
  const { entity } = action.target;
  await aboutIt(entity, async () => refuseUnauthenticated(write, grantsOfAction(write, action, entity)));
}

function grantsOfAction(write: Write, action: WriteAction, entity: string): readonly Grant[] {
  if (action.kind === 'fire') {
    const event = write.index.event(entity, action.event);
    return event === null ? [] : asGrants(event);
  }
  // Owned children are written with their parent.
  const { owner } = write.index.entity(entity);
  const isDelete = action.kind === 'delete' && owner === null;
  return grantsOf(write, owner?.entity ?? entity, isDelete ? 'delete' : 'update');
}

async function create(writing: Writing, action: Extract<ExactCallAction, { kind: 'create' }>): Promise<Written> {
  const { write, request } = writing;
  const { entity, of } = action.records;
  const parents = of === null ? [] : await findTarget(writing, of.target);
  const source = action.body;
  const bodies = action.each && source !== null ? listAt(writing, entity, source) : [undefined];
  const ids: string[] = [];
  for (const [place, item] of bodies.entries()) {
    const body = new LateBody(async (errors) => {
      const values = await evaluate(writing, action.values);
      const stated = action.each ? item : source === null ? {} : bodyAt(request.body, source.path);
      const read = source === null ? {} : await bodyByShape(write, shapeNamed(write, source.shape), stated, errors);
      return { ...read, ...values, ...linkOf(write, of, last(parents)) };
    });
    const isAdded = of !== null && write.index.field(of.target.entity, of.list).type.kind === 'many';
    const make = () =>
      aboutIt(entity, async () => {
        const made = await (of !== null && isOwned(write, entity)
          ? createOwned(write, of, parents, body)
          : createRecord(write, entity, body));
        // The effects act on this record, and their errors are this record's.
        if (action.each || isAdded) await together(write.sent);
        return made;
      });
    const id = action.each ? await inItem(place, make) : await make();
    if (of !== null && isAdded)
      await aboutIt(entity, () =>
        changeMany(write, of.target.entity, last(parents), { field: of.list, change: 'add', id }),
      );
    ids.push(id);
  }
  return { entity, ids };
}

/** The value that adds a new record to a list: the field by which it refers to the list's record. */
function linkOf(write: Write, of: Records['of'], id: string): Record<string, unknown> {
  if (of === null) return {};
  const { type } = write.index.field(of.target.entity, of.list);
  if (type.kind !== 'all') return {};
  return { [type.by]: write.index.field(type.entity, type.by).type.kind === 'many' ? [id] : id };
}

function listAt({ write, request }: Writing, entity: string, { path }: BodySource): readonly unknown[] {
  const value = bodyAt(request.body, path);
  if (Array.isArray(value)) return value;
  const field = path.at(-1) ?? null;
  throw about(
    refuseInvalid(write.index, [{ field, code: 'INVALID', message: message('aList'), clause: null }]),
    entity,
  );
}

function lateBody({ write, request }: Writing, { path, shape }: BodySource): LateBody {
  return new LateBody((errors) =>
    bodyByShape(write, shapeNamed(write, shape), bodyAt(request.body, path) ?? {}, errors),
  );
}

/** The ids of the records that lead to a target, the target last. @throws NOT_FOUND of the first that is not there. */
export async function findTarget({ write, scope, request }: Writing, target: Target): Promise<readonly string[]> {
  const [row] = await perform<Record<string, string | null>>(
    write,
    `target ${JSON.stringify(target)} ${write.system ? 'system' : authorityKey(write)}`,
    (parameters) => {
      const reader = write.system ? null : write.authority;
      const context = { ...answerContext(scope, parameters), authority: reader };
      const chain = compileChain(context, reader, target);
      const ids = chain.rows.map((found, place) => `${column(found.alias, 'id')}::text as id_${place}`);
      return `select ${ids.join(', ')} from (select 1) one ${chain.joins}`;
    },
    { ...chainSlots(write.index, request, target), ...requestSlots(write.index, request, []) },
  );
  const ids = levelsOf(target).map((_level, place) => row?.[`id_${place}`] ?? null);
  refuseMissing(scope, target, (place) => ids[place] !== null);
  return ids.filter((id) => id !== null);
}

/** The records that an action is about, as far as the caller may read them. */
async function findAll(writing: Writing, records: Records, where: Expression | null): Promise<readonly string[]> {
  const { write, scope, request } = writing;
  const target = records.of?.target ?? null;
  if (target !== null) await findTarget(writing, target);
  const rows = await perform<{ id: string }>(
    write,
    `each ${JSON.stringify([records, where])} ${authorityKey(write)}`,
    (parameters) => {
      const context = answerContext(scope, parameters);
      const chain = target === null ? null : compileChain(context, write.authority, target);
      const row: Row = { kind: 'row', entity: records.entity, alias: parameters.alias(), readable: true };
      const inner: SqlContext = { ...context, variables: new Map([...context.variables, ['this', row]]) };
      const condition = and(
        belongsTo(context, records, chain, row),
        living(row, context),
        recordPredicate(context, write.authority, 'read', { ...row, readable: false }),
        where === null ? 'true' : compileFilter(where, inner),
      );
      const from = `from (select 1) one ${chain?.joins ?? ''} cross join ${readableRows(records.entity, false, context)} ${row.alias}`;
      return `select ${column(row.alias, 'id')} as id ${from} where ${condition} order by 1`;
    },
    {
      ...(target === null ? {} : chainSlots(write.index, request, target)),
      ...requestSlots(write.index, request, where === null ? [] : [where]),
    },
  );
  return rows.map(({ id }) => id);
}

/** The values that an action states in addition to its body, in the wire's form. */
async function evaluate(
  { write, scope, request }: Writing,
  values: Readonly<Record<string, Expression>>,
): Promise<Record<string, unknown>> {
  const stated = Object.entries(values);
  if (stated.length === 0) return {};
  const slots: Slots = requestSlots(write.index, request, Object.values(values));
  const [row] = await perform<{ values: Record<string, unknown> }>(
    write,
    `values ${JSON.stringify(values)} ${authorityKey(write)}`,
    (parameters) => {
      const context = { ...answerContext(scope, parameters), authority: null };
      const members = stated.map(([name, expression]) => {
        const sql = compileExpression(expression, context);
        return `${parameters.bind(name, 'text')}, ${wireValueOfType(sql, expression.type)}`;
      });
      return `select json_build_object(${members.join(', ')}) as values`;
    },
    slots,
  );
  return row?.values ?? {};
}

/** Users may set their own password, regardless of the permissions on their other fields. */
function isPasswordAlone({ password, request }: Writing, { path }: BodySource): boolean {
  const body = bodyAt(request.body, path);
  return password !== null && typeof body === 'object' && body !== null && Object.keys(body).length === 1;
}

function last(ids: readonly string[]): string {
  return ids.at(-1) ?? '';
}
