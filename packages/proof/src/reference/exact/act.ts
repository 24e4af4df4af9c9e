import type { ExactCall, ExactCallAction } from '@nonet/language';
import { type Act, change, storedAt, viewAt } from '../act.ts';
import { requireSignedIn } from '../checks.ts';
import { evaluate, type View } from '../evaluate.ts';
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

/** Does what a call states, as its caller: points 4, 5 and 6 hold as they do at any door. */
export function carryOut(act: Act, call: ExactCall, does: ExactCallAction, request: ExactRequest): Done {
  try {
    return { signedIn: null, ...doIt(act, call, does, request) };
  } catch (error) {
    // A refusal of what is underneath passes through `run`, and is known again by its cause.
    if (!(error instanceof ExactRefused)) throw error;
    error.refused.cause = error;
    throw error.refused;
  }
}

function doIt(
  act: Act,
  call: ExactCall,
  does: ExactCallAction,
  request: ExactRequest,
): Partial<Done> & { ids: string[] } {
  switch (does.kind) {
    case 'create':
      return { ids: createAll(act, call, does, request) };
    case 'update': {
      const ids = findTarget(act, does.target, request);
      const id = ids.at(-1) ?? '';
      const body = stated(act, does.body, request);
      const password = passwordIn(act, does.body, request);
      if (password !== null) {
        if (id !== act.actor) throw refuse(act.lookup, 'FORBIDDEN');
        change(act, id, { [PASSWORD]: password });
      }
      if (password === null || Object.keys(body).length > 0) updateAt(act, ids, body);
      return { ids: [id] };
    }
    case 'delete': {
      const ids = findTarget(act, does.target, request);
      const id = ids.at(-1) ?? '';
      const owner = ownerOf(act, id);
      if (owner === null) remove(act, storedAt(act, id).entity, id);
      else writeList(act, owner, (children) => children.filter((child) => child.id !== id));
      return { ids: [] };
    }
    case 'delete each': {
      const { entity } = does.records;
      const grants = act.lookup.permissions(entity)?.actions?.delete ?? [];
      requireSignedIn(
        act,
        grants.filter(({ cell }) => cell.kind !== 'no').map(({ role }) => role),
      );
      const names = { ...requestNames(act.world, request, expressionsOf(call), []), user: act.world.view(act.actor) };
      const ids = recordsOf(act, does.records, request)
        .filter((record) => does.where === null || evaluate(act.world, does.where, { ...names, this: record }) === true)
        .map(({ id }) => id);
      for (const id of ids) remove(act, entity, id);
      return { ids: [] };
    }
    case 'fire': {
      const body = does.body === null ? {} : stated(act, does.body, request);
      if (does.target === null) return { ids: [fireNew(act, does.entity, does.event, body)] };
      const id = findTarget(act, does.target, request).at(-1) ?? '';
      fire(act, id, does.event, body);
      return { ids: [id] };
    }
    case 'add':
    case 'remove': {
      const id = findTarget(act, does.target, request).at(-1) ?? '';
      const what = findTarget(act, does.what, request).at(-1) ?? '';
      const former = (storedAt(act, id).values[does.list] as readonly string[] | null | undefined) ?? [];
      const others = former.filter((each) => each !== what);
      const next = does.kind === 'remove' ? others : former.includes(what) ? former : [...former, what];
      update(act, storedAt(act, id).entity, id, { [does.list]: next });
      return { ids: [id] };
    }
    case 'sign up':
      return signUp(act, does, request);
    case 'sign in':
      return { ids: [], signedIn: signIn(act, does, request) };
    case 'list':
    case 'read':
    case 'refuse':
    case 'reset':
    case 'sign out':
    case 'user':
      return { ids: [] };
  }
}

/** 401 comes first, where no `anyone` role could ever do it: before what is named is looked for (7: order). */
export function requireCaller(act: Act, does: ExactCallAction): void {
  if (does.kind === 'fire' && does.target !== null) {
    const event = act.lookup.event(does.entity, does.event);
    if (event !== null) requireSignedIn(act, rolesOfEvent(event));
  } else if (does.kind === 'update' || does.kind === 'delete' || does.kind === 'add' || does.kind === 'remove') {
    const { entity } = does.target;
    const { owner } = act.lookup.entity(entity);
    const isDelete = does.kind === 'delete' && owner === null;
    requireSignedIn(act, rolesFor(act, owner?.entity ?? entity, isDelete ? 'delete' : 'update'));
  }
}

function createAll(
  act: Act,
  call: ExactCall,
  does: Extract<ExactCallAction, { kind: 'create' }>,
  request: ExactRequest,
): string[] {
  const { entity, of } = does.records;
  const parents = of === null ? [] : findTarget(act, of.target, request);
  const items = does.each && does.body !== null ? bodyAt(request.body, does.body.path) : [bodyOf(does.body, request)];
  if (!Array.isArray(items))
    throw new ExactRefused(refuse(act.lookup, 'INVALID'), entity, [
      { code: 'INVALID', key: does.body?.path.at(-1) ?? null },
    ]);
  return items.map((item: unknown, place) =>
    inItem(does.each ? place : null, () => {
      const errors: ExactError[] = [];
      const names = {
        ...requestNames(act.world, request, expressionsOf(call), errors),
        user: act.world.view(act.actor),
      };
      const given = does.body === null ? {} : readBody(act, shapeNamed(act.lookup, does.body.shape), item, errors);
      const values = Object.entries(does.values).map(([name, value]) => [name, evaluate(act.world, value, names)]);
      if (errors.length > 0) throw new ExactRefused(refuse(act.lookup, 'INVALID', { errors }), entity, errors);
      const fields = { ...given, ...idsIn(Object.fromEntries(values)) };
      const parent = parents.at(-1);
      if (of === null || parent === undefined) return create(act, entity, fields);
      const { type } = act.lookup.field(of.target.entity, of.list) ?? {};
      if (type?.kind === 'children') {
        writeList(act, { id: parent, list: of.list }, (children) => [...children, fields]);
        return act.world.children(parent, type.entity).at(-1)?.id ?? '';
      }
      if (type?.kind === 'all') {
        const isMany = act.lookup.field(entity, type.by)?.type.kind === 'many';
        return create(act, entity, { ...fields, [type.by]: isMany ? [parent] : parent });
      }
      const id = create(act, entity, fields);
      const former = (storedAt(act, parent).values[of.list] as readonly string[] | null | undefined) ?? [];
      update(act, of.target.entity, parent, { [of.list]: [...former, id] });
      return id;
    }),
  );
}

/** Errors of one of several items, each behind the place that it has in the list. */
function inItem<T>(place: number | null, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const exact = error instanceof Refused ? new ExactRefused(error, null) : error;
    if (place === null || !(exact instanceof ExactRefused)) throw error;
    // What is unique is judged by the database, which knows no items: which one it is, is not told.
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

function stated(act: Act, source: Source, request: ExactRequest): Body {
  const errors: ExactError[] = [];
  const shape = shapeNamed(act.lookup, source.shape);
  const body = readBody(act, shape, bodyOf(source, request) ?? {}, errors);
  if (errors.length > 0) throw new ExactRefused(refuse(act.lookup, 'INVALID', { errors }), shape.entity, errors);
  return body;
}

/** Owned children are written with their parent: each change is one of the parent's list. */
function updateAt(act: Act, ids: readonly string[], body: Body): void {
  const id = ids.at(-1) ?? '';
  const owner = ownerOf(act, id);
  if (owner === null) update(act, storedAt(act, id).entity, id, body);
  else writeList(act, owner, (children) => children.map((child) => (child.id === id ? { ...body, id } : child)));
}

function ownerOf(act: Act, id: string): { id: string; list: string } | null {
  const { entity, parent } = storedAt(act, id);
  const { owner } = act.lookup.entity(entity);
  return owner === null || parent === null ? null : { id: parent, list: owner.field };
}

function writeList(
  act: Act,
  { id, list }: { id: string; list: string },
  changed: (children: Body[]) => readonly Body[],
): void {
  const children = (viewAt(act, id)[list] as readonly View[]).map((child): Body => ({ id: child.id }));
  update(act, storedAt(act, id).entity, id, { [list]: changed(children) });
}

function signUp(
  act: Act,
  does: Extract<ExactCallAction, { kind: 'sign up' }>,
  request: ExactRequest,
): Done & { ids: string[] } {
  const body = stated(act, does.body, request);
  const password = passwordIn(act, does.body, request);
  if (password === null) throw passwordRefusal(act, 'REQUIRED', PASSWORD);
  const id = create(act, 'User', body, { open: new Set(['email']) });
  act.world.put({ ...storedAt(act, id), values: { ...storedAt(act, id).values, [PASSWORD]: password } });
  return { ids: [id], signedIn: id };
}

function signIn(act: Act, does: Extract<ExactCallAction, { kind: 'sign in' }>, request: ExactRequest): string {
  const stated = [does.name, does.password].map((value) => ({ value, text: given(request, value) }));
  const missing = stated.filter(({ text }) => !isGiven(text) || typeof text !== 'string');
  if (missing.length > 0) {
    const errors = missing.map(({ value }) => ({ code: 'REQUIRED', key: value.name.split('.').at(-1) ?? value.name }));
    throw new ExactRefused(refuse(act.lookup, 'REQUIRED', { errors }), null, errors);
  }
  const [name = '', password = ''] = stated.map(({ text }) => plain(text));
  const field = act.lookup.entity('User').signInBy ?? 'email';
  const fold = (text: unknown) => (field === 'email' ? plain(text ?? '').toLowerCase() : text);
  const found = act.world.living('User').find(({ values }) => fold(values[field]) === fold(name));
  if (found === undefined || found.values[PASSWORD] !== password || found.values.disabled === true)
    throw new Refused(act.lookup, 'WRONG_CREDENTIALS');
  return found.id;
}

/** The password in a body, where it has one. */
function passwordIn(act: Act, source: Source, request: ExactRequest): string | null {
  const property = shapeNamed(act.lookup, source.shape).properties.find(({ value }) => value.kind === 'password');
  const body = bodyOf(source, request);
  if (property === undefined || typeof body !== 'object' || body === null || !(property.name in body)) return null;
  const value = (body as Record<string, unknown>)[property.name];
  if (!isGiven(value)) throw passwordRefusal(act, 'REQUIRED', property.name);
  const code =
    typeof value !== 'string'
      ? 'INVALID'
      : Array.from(value).length < act.lookup.plan.settings.passwordLength
        ? 'TOO_SHORT'
        : null;
  if (code !== null) throw passwordRefusal(act, code, property.name);
  return plain(value);
}

function passwordRefusal(act: Act, code: 'REQUIRED' | 'INVALID' | 'TOO_SHORT', key: string): ExactRefused {
  const errors = [{ code, key, clause: '9.PASSWORD_LENGTH' }];
  return new ExactRefused(refuse(act.lookup, code, { errors: [{ code }] }), 'User', errors);
}
