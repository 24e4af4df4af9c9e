import { isObject, type ExactCall, type ExactCallAction, type ShapeProperty } from '@nonet/language';
import { type Transaction, change, storedAt, viewAt } from '../transaction.ts';
import { requireSignedIn } from '../checks.ts';
import { evaluate, asViews } from '../evaluate.ts';
import { fire, fireNew, rolesOfEvent } from '../fire.ts';
import type { Actor } from '../permissions.ts';
import { plain } from '../plain.ts';
import { Refused, refuse } from '../refusal.ts';
import type { Body } from '../body.ts';
import { create, remove, rolesFor, update } from '../write.ts';
import { readBody } from './body.ts';
import { ExactRefused } from './refused.ts';
import { bodyAt, type ExactError, type ExactRequest, expressionsOf, given, isGiven, requestNames } from './request.ts';
import { shapeNamed } from './shape.ts';
import { findTarget, recordsOf } from './target.ts';

export interface Done {
  readonly ids: readonly string[];
  readonly signedIn: Actor;
}

/** The record value under which a world keeps passwords; no field is called so (6). */
export const PASSWORD = 'password';

/** Does what a call states, as its caller: points 4, 5 and 6 hold as they do at any endpoint. */
export function carryOut(
  transaction: Transaction,
  call: ExactCall,
  does: ExactCallAction,
  request: ExactRequest,
): Done {
  try {
    return { signedIn: null, ...doIt(transaction, call, does, request) };
  } catch (error) {
    // A refusal of what is underneath passes through `run`, and is known again by its cause.
    if (!(error instanceof ExactRefused)) throw error;
    error.refused.cause = error;
    throw error.refused;
  }
}

function doIt(
  transaction: Transaction,
  call: ExactCall,
  does: ExactCallAction,
  request: ExactRequest,
): Partial<Done> & { ids: string[] } {
  switch (does.kind) {
    case 'create':
      return { ids: createAll(transaction, call, does, request) };
    case 'update': {
      const ids = findTarget(transaction, does.target, request);
      const id = ids.at(-1) ?? '';
      const body = stated(transaction, does.body, request);
      const password = passwordIn(transaction, does.body, request);
      if (password !== null) {
        if (id !== transaction.actor) throw refuse(transaction.lookup, 'FORBIDDEN');
        change(transaction, id, { [PASSWORD]: password });
      }
      if (password === null || Object.keys(body).length > 0) updateAt(transaction, ids, body);
      return { ids: [id] };
    }
    case 'delete': {
      const ids = findTarget(transaction, does.target, request);
      const id = ids.at(-1) ?? '';
      const owner = ownerOf(transaction, id);
      if (owner === null) remove(transaction, storedAt(transaction, id).entity, id);
      else writeList(transaction, owner, (children) => children.filter((child) => child.id !== id));
      return { ids: [] };
    }
    case 'delete each': {
      const { entity } = does.records;
      const grants = transaction.lookup.permissions(entity)?.actions?.delete ?? [];
      requireSignedIn(
        transaction,
        grants.filter(({ cell }) => cell.kind !== 'no').map(({ role }) => role),
      );
      const names = {
        ...requestNames(transaction.world, request, expressionsOf(call), []),
        user: transaction.world.view(transaction.actor),
      };
      const ids = recordsOf(transaction, does.records, request)
        .filter(
          (record) =>
            does.where === null || evaluate(transaction.world, does.where, { ...names, this: record }) === true,
        )
        .map(({ id }) => id);
      for (const id of ids) remove(transaction, entity, id);
      return { ids: [] };
    }
    case 'fire': {
      // The record that a body names is looked for before the body is judged (7: order).
      const id = does.target === null ? null : (findTarget(transaction, does.target, request).at(-1) ?? '');
      const body = does.body === null ? {} : stated(transaction, does.body, request);
      if (id === null) {
        const made = fireNew(transaction, does.entity, does.event, body);
        nameCall(transaction, call, made);
        return { ids: [made] };
      }
      fire(transaction, id, does.event, body);
      nameCall(transaction, call, id);
      return { ids: [id] };
    }
    case 'add':
    case 'remove': {
      const id = findTarget(transaction, does.target, request).at(-1) ?? '';
      const what = findTarget(transaction, does.what, request).at(-1) ?? '';
      const former = (storedAt(transaction, id).values[does.list] as readonly string[] | null | undefined) ?? [];
      const others = former.filter((each) => each !== what);
      const next = does.kind === 'remove' ? others : former.includes(what) ? former : [...former, what];
      update(transaction, storedAt(transaction, id).entity, id, { [does.list]: next });
      return { ids: [id] };
    }
    case 'sign up':
      return signUp(transaction, does, request);
    case 'sign in':
      return { ids: [], signedIn: signIn(transaction, does, request) };
    case 'list':
    case 'nothing':
    case 'read':
    case 'refuse':
    case 'reset':
    case 'sign out':
    case 'user':
      return { ids: [] };
  }
}

/** The history of what a signed call causes says which call it was (7). */
function nameCall({ touched }: Transaction, { signed, clause }: ExactCall, id: string): void {
  const entry = touched.get(id);
  if (signed !== null && entry !== undefined) entry.clause = clause;
}

/** 401 comes first, where no `anyone` role could ever do it: before what is named is looked for (7: order). */
export function requireCaller(transaction: Transaction, does: ExactCallAction): void {
  if (does.kind === 'fire' && does.target !== null) {
    const event = transaction.lookup.event(does.entity, does.event);
    if (event !== null) requireSignedIn(transaction, rolesOfEvent(event));
  } else if (does.kind === 'update' || does.kind === 'delete' || does.kind === 'add' || does.kind === 'remove') {
    const { entity } = does.target;
    const { owner } = transaction.lookup.entity(entity);
    const isDelete = does.kind === 'delete' && owner === null;
    requireSignedIn(transaction, rolesFor(transaction, owner?.entity ?? entity, isDelete ? 'delete' : 'update'));
  }
}

function createAll(
  transaction: Transaction,
  call: ExactCall,
  does: Extract<ExactCallAction, { kind: 'create' }>,
  request: ExactRequest,
): string[] {
  const { entity, of } = does.records;
  const parents = of === null ? [] : findTarget(transaction, of.target, request);
  const items = does.each && does.body !== null ? bodyAt(request.body, does.body.path) : [bodyOf(does.body, request)];
  if (!Array.isArray(items))
    throw new ExactRefused(refuse(transaction.lookup, 'INVALID'), entity, [
      { code: 'INVALID', key: does.body?.path.at(-1) ?? null },
    ]);
  return items.map((item: unknown, place) =>
    inItem(entity, does.each ? place : null, () => {
      const errors: ExactError[] = [];
      const names = {
        ...requestNames(transaction.world, request, expressionsOf(call), errors),
        user: transaction.world.view(transaction.actor),
      };
      const given =
        does.body === null ? {} : readBody(transaction, shapeNamed(transaction.lookup, does.body.shape), item, errors);
      const values = Object.entries(does.values).map(([name, value]) => [
        name,
        evaluate(transaction.world, value, names),
      ]);
      if (errors.length > 0) throw new ExactRefused(refuse(transaction.lookup, 'INVALID', { errors }), entity, errors);
      const fields = { ...given, ...idsIn(Object.fromEntries(values)) };
      const parent = parents.at(-1);
      if (of === null || parent === undefined) return create(transaction, entity, fields);
      const { type } = transaction.lookup.field(of.target.entity, of.list) ?? {};
      if (type?.kind === 'children') {
        writeList(transaction, { id: parent, list: of.list }, (children) => [...children, fields]);
        return transaction.world.children(parent, type.entity).at(-1)?.id ?? '';
      }
      if (type?.kind === 'all') {
        const isMany = transaction.lookup.field(entity, type.by)?.type.kind === 'many';
        return create(transaction, entity, { ...fields, [type.by]: isMany ? [parent] : parent });
      }
      const id = create(transaction, entity, fields);
      const former = (storedAt(transaction, parent).values[of.list] as readonly string[] | null | undefined) ?? [];
      update(transaction, of.target.entity, parent, { [of.list]: [...former, id] });
      return id;
    }),
  );
}

/** Errors of one of several items, each behind the place that it has in the list. */
function inItem<T>(entity: string, place: number | null, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const exact = error instanceof Refused ? new ExactRefused(error, entity) : error;
    if (place === null || !(exact instanceof ExactRefused)) throw error;
    // The database checks unique values. It does not know the items of a body, so the error names none.
    if (exact.refused.code === 'NOT_UNIQUE')
      throw new ExactRefused(exact.refused, exact.subject, [{ code: 'NOT_UNIQUE' }]);
    const placed = exact.errors.map((each) => ({
      ...each,
      ...(each.key === undefined ? {} : { key: each.key === null ? String(place) : `${place}.${each.key}` }),
      place,
    }));
    throw new ExactRefused(exact.refused, exact.subject, placed);
  }
}

function idsIn(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null && 'id' in value ? value.id : value,
    ]),
  );
}

type Source = Extract<ExactCallAction, { kind: 'update' }>['body'];

function bodyOf(source: Source | null, request: ExactRequest): unknown {
  return source === null || source.path.length === 0 ? request.body : bodyAt(request.body, source.path);
}

function stated(transaction: Transaction, source: Source, request: ExactRequest): Body {
  const errors: ExactError[] = [];
  const shape = shapeNamed(transaction.lookup, source.shape);
  const body = readBody(transaction, shape, bodyOf(source, request) ?? {}, errors);
  if (errors.length > 0)
    throw new ExactRefused(refuse(transaction.lookup, 'INVALID', { errors }), shape.entity, errors);
  return body;
}

/** Owned children are written with their parent: each change is one of the parent's list. */
function updateAt(transaction: Transaction, ids: readonly string[], body: Body): void {
  const id = ids.at(-1) ?? '';
  const owner = ownerOf(transaction, id);
  if (owner === null) update(transaction, storedAt(transaction, id).entity, id, body);
  else
    writeList(transaction, owner, (children) => children.map((child) => (child.id === id ? { ...body, id } : child)));
}

function ownerOf(transaction: Transaction, id: string): { id: string; list: string } | null {
  const { entity, parent } = storedAt(transaction, id);
  const { owner } = transaction.lookup.entity(entity);
  return owner === null || parent === null ? null : { id: parent, list: owner.field };
}

function writeList(
  transaction: Transaction,
  { id, list }: { id: string; list: string },
  changed: (children: Body[]) => readonly Body[],
): void {
  const children = (asViews(viewAt(transaction, id)[list]) ?? []).map((child): Body => ({ id: child.id }));
  update(transaction, storedAt(transaction, id).entity, id, { [list]: changed(children) });
}

function signUp(
  transaction: Transaction,
  does: Extract<ExactCallAction, { kind: 'sign up' }>,
  request: ExactRequest,
): Done & { ids: string[] } {
  const body = stated(transaction, does.body, request);
  const password = passwordIn(transaction, does.body, request);
  if (password === null)
    throw passwordRefusal(transaction, 'REQUIRED', passwordOf(transaction, does.body)?.name ?? PASSWORD);
  const id = create(transaction, 'User', body, { open: new Set(['email']) });
  transaction.world.put({
    ...storedAt(transaction, id),
    values: { ...storedAt(transaction, id).values, [PASSWORD]: password },
  });
  return { ids: [id], signedIn: id };
}

function signIn(
  transaction: Transaction,
  does: Extract<ExactCallAction, { kind: 'sign in' }>,
  request: ExactRequest,
): string {
  const stated = [does.name, does.password].map((value) => ({ value, text: given(request, value) }));
  const missing = stated.filter(({ text }) => !isGiven(text) || typeof text !== 'string');
  if (missing.length > 0) {
    const errors = missing.map(({ value }) => ({ code: 'REQUIRED', key: value.name.split('.').at(-1) ?? value.name }));
    throw new ExactRefused(refuse(transaction.lookup, 'REQUIRED', { errors }), null, errors);
  }
  const [name = '', password = ''] = stated.map(({ text }) => plain(text));
  const field = transaction.lookup.entity('User').signInBy ?? 'email';
  const fold = (text: unknown) => (field === 'email' ? plain(text ?? '').toLowerCase() : text);
  const found = transaction.world.living('User').find(({ values }) => fold(values[field]) === fold(name));
  if (found === undefined || found.values[PASSWORD] !== password || found.values.disabled === true)
    throw new Refused(transaction.lookup, 'WRONG_CREDENTIALS');
  return found.id;
}

/** The password in a body, where it has one. */
function passwordIn(transaction: Transaction, source: Source, request: ExactRequest): string | null {
  const property = passwordOf(transaction, source);
  const body = bodyOf(source, request);
  if (property === undefined || !isObject(body) || !(property.name in body)) return null;
  const value = body[property.name];
  if (!isGiven(value)) throw passwordRefusal(transaction, 'REQUIRED', property.name);
  const code =
    typeof value !== 'string'
      ? 'INVALID'
      : Array.from(value).length < transaction.lookup.plan.settings.passwordLength
        ? 'TOO_SHORT'
        : null;
  if (code !== null) throw passwordRefusal(transaction, code, property.name);
  const password = plain(value);
  if (transaction.lookup.plan.settings.commonPasswords === 'refused' && REPEATS.test(password))
    throw passwordRefusal(transaction, 'NOT_ALLOWED', property.name, '9.COMMON_PASSWORDS');
  return password;
}

/** One to four characters again and again, which COMMON_PASSWORDS (9) refuses. */
const REPEATS = /^(.{1,4})\1+$/su;

function passwordOf({ lookup }: Transaction, { shape }: Source): ShapeProperty | undefined {
  return shapeNamed(lookup, shape).properties.find(({ value }) => value.kind === 'password');
}

function passwordRefusal(
  transaction: Transaction,
  code: 'REQUIRED' | 'INVALID' | 'TOO_SHORT' | 'NOT_ALLOWED',
  key: string,
  clause = '9.PASSWORD_LENGTH',
): ExactRefused {
  const errors = [{ code, key, clause }];
  return new ExactRefused(refuse(transaction.lookup, code, { errors: [{ code }] }), 'User', errors);
}
