import type { Field, Grant } from '@nonet/language';
import { type Act, change, storedAt, touch } from './act.ts';
import type { Body } from './body.ts';
import { requireSignedIn, requireUnique } from './checks.ts';
import { isSameValue, listsIn, ownValues, saveChildren } from './children.ts';
import { exceedsDigits } from './digits.ts';
import { type View } from './evaluate.ts';
import { FileUses } from './files.ts';
import { addCreateRows } from './fire.ts';
import { insert } from './insert.ts';
import { judgeResult, ownRows, refuseAction } from './judge.ts';
import {
  couldEver,
  couldEverDo,
  couldOneDay,
  couldRead,
  deciding,
  decidingField,
  mayDo,
  mayUpdateField,
} from './permissions.ts';
import { plain } from './plain.ts';
import { type ExpectedError, isForAnyone, refuse } from './refusal.ts';
import { isSettable, isWritable } from './settable.ts';
import { bringBack, takeAway } from './take-away.ts';

/**
 * Creates a record with its owned children; point 6 judges the result. Answers its id. `open`: fields that may be set
 * whatever rows of their own they have, as a sign-up sets the e-mail address. `imports`: the cell `import` judges the
 * result, too.
 */
export function create(
  act: Act,
  name: string,
  body: Body,
  { open = new Set(), imports = false }: { open?: ReadonlySet<string>; imports?: boolean } = {},
): string {
  const entity = act.lookup.entity(name);
  if (entity.owner !== null) throw refuse(act.lookup, 'NOT_FOUND');
  requireHope(act, name, 'create');
  const errors: ExpectedError[] = [];
  const judged = Object.fromEntries(Object.entries(body).filter(([key]) => !open.has(key)));
  readBody(act, name, judged, true, errors);
  errors.push(...new FileUses(act, null).body(name, settableOf(act, name, body, true)).errors());
  if (errors.length > 0) throw refuse(act.lookup, 'INVALID', { errors });
  const judgeAll = (of: string) => {
    if (act.system) return;
    judgeResult(act, name, of, 'create', Object.keys(judged), true);
    if (imports) judgeResult(act, name, of, 'import', [], true);
  };
  const id = insert(act, name, ownValues(act, name, body), null, new Set(), (of, why) =>
    addCreateRows(act, name, of, () => {
      judgeAll(of);
      throw why;
    }),
  );
  const clause = `6.${name}.create`;
  touch(act, id, name, 'create', 'create', clause in act.lookup.plan.clauses ? clause : entity.clause);
  const children: (() => void)[] = [];
  saveChildren(act, name, id, body, entity.clause, (judge) => children.push(judge));
  addCreateRows(act, name, id, () => {
    for (const judge of children) judge();
    judgeAll(id);
  });
  return id;
}

/** Refuses who could never do it, whatever the record is to be. */
export function requireHope(act: Act, name: string, action: 'create' | 'import'): void {
  const grants = act.lookup.permissions(name)?.actions?.[action] ?? [];
  if (!act.system && act.actor === null && !isForAnyone(act.lookup, name, action))
    throw refuse(act.lookup, 'UNAUTHENTICATED');
  if (act.system || couldEverDo(act.world, act.actor, name, action)) return;
  // A role about the user alone may be theirs by what they create: the result is judged.
  if (couldOneDay(act.world, act.actor, grants)) return;
  const gap = grants.find(({ role, cell }) => cell.kind === 'gap' && couldHold(act, role));
  throw gap === undefined
    ? refuse(act.lookup, 'FORBIDDEN', { clause: `6.${name}.${action}` })
    : refuse(act.lookup, 'NOT_SPECIFIED', { clause: gap.clause });
}

/** Changes the fields that the body names; point 6 judges the record before and after. */
export function update(act: Act, name: string, id: string, body: Body): void {
  const entity = act.lookup.entity(name);
  if (entity.owner !== null) throw refuse(act.lookup, 'NOT_FOUND');
  const own = ownRows(act, name);
  requireSignedIn(act, rolesFor(act, name, 'update'));
  const record = requireReadable(act, id);
  const allowed = mayDo(act.actor, 'update', record);
  const fields = own.filter((field) => mayUpdateField(act.actor, record, field.name)).map(({ name }) => name);
  if (!allowed && fields.length === 0) {
    // Who may write nothing here is told so before the body is read: any gap decides then, a field's own too.
    const gap =
      deciding(act.actor, 'update', record) ??
      own.map(({ name }) => decidingField(act.actor, record, name)).find((clause) => clause !== null);
    throw gap === undefined || gap === null
      ? refuseAction(act, 'update', record)
      : refuse(act.lookup, 'NOT_SPECIFIED', { clause: gap });
  }
  const errors: ExpectedError[] = [];
  readBody(act, name, body, false, errors);
  errors.push(...new FileUses(act, id).body(name, settableOf(act, name, body, false)).errors());
  const named = Object.keys(body).filter((key) => standing(act, name, key, false) === 'settable');
  const forbidden = named.filter((key) => !(own.some((field) => field.name === key) ? fields.includes(key) : allowed));
  for (const key of forbidden) {
    const gap = decidingField(act.actor, record, key);
    if (gap !== null) throw refuse(act.lookup, 'NOT_SPECIFIED', { clause: gap });
    errors.push({ code: 'FORBIDDEN' });
  }
  // Who may set none of those that they name is refused as whoever may set none at all.
  if (forbidden.length > 0 && forbidden.length === named.length && !allowed) throw refuse(act.lookup, 'FORBIDDEN');
  if (errors.length > 0) throw refuse(act.lookup, 'INVALID', { errors });
  const clause = `6.${name}.update` in act.lookup.plan.clauses ? `6.${name}.update` : entity.clause;
  const { values: former } = storedAt(act, id);
  // What is set to what it was has not been changed.
  const values = Object.fromEntries(
    Object.entries(ownValues(act, name, body)).filter(([key, value]) => !isSameValue(former[key] ?? null, value)),
  );
  const changed = Object.keys(values).length > 0;
  if (changed) change(act, id, values);
  const children = saveChildren(act, name, id, body, entity.clause);
  if (!changed && !children) return;
  if (!changed) change(act, id, {});
  touch(act, id, name, 'update', 'update', clause);
  // A field's own `update` row replaces the entity's for that field, be it a value or a list (6).
  const keys = [...Object.keys(values), ...listsIn(act, name, body)];
  const usesEntityCell = keys.some((key) => !own.some((field) => field.name === key));
  // That something is not unique tells of other records: who may not write it is told that first.
  judgeResult(act, name, id, 'update', keys, usesEntityCell);
  requireUnique(act, id, name);
}

/** Deletes a record as its entity's `delete` says (3). */
export function remove(act: Act, name: string, id: string): void {
  const entity = act.lookup.entity(name);
  if (entity.owner !== null) throw refuse(act.lookup, 'NOT_FOUND');
  requireSignedIn(act, rolesFor(act, name, 'delete'));
  const record = requireReadable(act, id);
  if (!mayDo(act.actor, 'delete', record)) throw refuseAction(act, 'delete', record);
  if (entity.delete === 'never') throw refuse(act.lookup, 'FORBIDDEN', { clause: entity.clause });
  const clause = `6.${name}.delete` in act.lookup.plan.clauses ? `6.${name}.delete` : entity.clause;
  takeAway(act, name, id, clause);
}

/** Brings back what was softly deleted; the rules of a save are checked again (3). */
export function restore(act: Act, name: string, id: string): void {
  const entity = act.lookup.entity(name);
  if (entity.owner !== null || entity.delete !== 'soft') throw refuse(act.lookup, 'NOT_FOUND');
  requireSignedIn(act, rolesFor(act, name, 'restore'));
  const record = act.world.view(id);
  if (record === null || !storedAt(act, id).deleted || !mayDo(act.actor, 'read', record))
    throw refuse(act.lookup, 'NOT_FOUND');
  if (!mayDo(act.actor, 'restore', record)) throw refuseAction(act, 'restore', record);
  const clause = `6.${name}.restore` in act.lookup.plan.clauses ? `6.${name}.restore` : entity.clause;
  if (storedAt(act, id).hiddenWith !== undefined) throw refuse(act.lookup, 'INVALID_TRANSITION', { clause });
  bringBack(act, name, id, clause);
  requireUnique(act, id, name);
}

/** The record, where it is there and the actor may read it. */
export function requireReadable(act: Act, id: string): View {
  const record = act.world.view(id);
  if (record === null || !act.world.isLiving(storedAt(act, id))) throw refuse(act.lookup, 'NOT_FOUND');
  if (!act.system && !mayDo(act.actor, 'read', record)) throw refuse(act.lookup, 'NOT_FOUND');
  return record;
}

/** How a key of a body stands to who writes it: what they may never read is unknown to them, as if it weren't there (6). */
export function standing(act: Act, entity: string, key: string, creates: boolean): 'settable' | 'known' | 'unknown' {
  const field = act.lookup.field(entity, key);
  if (field === null) return 'unknown';
  if (isSettable(act, entity, field, creates)) return 'settable';
  if (!act.system && !couldRead(act.world, act.actor, entity, key)) return 'unknown';
  // What is open is told by who judges it, where a gap may decide.
  const own = act.lookup.permissions(entity)?.fields[key]?.update ?? [];
  const isOpen = own.some(({ role, cell }) => cell.kind === 'gap' && couldHold(act, role));
  return isOpen && isWritable(act, entity, field, creates) ? 'settable' : 'known';
}

/** The gap of a field's own row that decides whatever the record is: it comes before what can't be read (6). */
function sureGap(act: Act, entity: string, field: Field): string | null {
  const own = act.lookup.permissions(entity)?.fields[field.name]?.update;
  if (own === undefined || couldEver(act.world, act.actor, own)) return null;
  const isSure = ({ role, states, cell }: Grant): boolean =>
    cell.kind === 'gap' && states === null && isHeldAnyway(act, role);
  return own.find(isSure)?.clause ?? null;
}

/** Whether a role is held whatever there is: no relationship, and none about the user alone. */
function isHeldAnyway(act: Act, role: string): boolean {
  const kind = act.lookup.role(role)?.given.kind;
  return kind !== 'relationship' && kind !== 'user' && couldHold(act, role);
}

/** What of a body its sender may set: of the rest nothing is looked at. */
function settableOf(act: Act, entity: string, body: Body, creates: boolean): Body {
  return Object.fromEntries(Object.entries(body).filter(([key]) => standing(act, entity, key, creates) === 'settable'));
}

function readBody(act: Act, name: string, body: Body, creates: boolean, errors: ExpectedError[], nested = false): void {
  for (const [key, value] of Object.entries(body)) {
    if (nested && key === 'id') continue;
    const field = act.lookup.field(name, key);
    const stands = standing(act, name, key, creates);
    if (field === null || stands !== 'settable') {
      const clause = field === null || stands === 'unknown' ? act.lookup.entity(name).clause : field.clause;
      errors.push({ code: 'INVALID', clause });
      continue;
    }
    const gap = act.system ? null : sureGap(act, name, field);
    if (gap !== null) throw refuse(act.lookup, 'NOT_SPECIFIED', { clause: gap });
    if (field.type.kind === 'open') throw refuse(act.lookup, 'NOT_SPECIFIED', { clause: field.clause });
    if (field.type.kind === 'children') {
      for (const child of (value as readonly Body[] | null) ?? []) {
        // Of a record that is created there are no children yet.
        const isKnown = !creates && typeof child.id === 'string' && act.world.get(child.id) !== null;
        if (child.id !== undefined && !isKnown) errors.push({ code: 'INVALID', clause: field.clause });
        readBody(act, field.type.entity, child, child.id === undefined, errors, true);
      }
    } else if (exceedsDigits(field.type, act.lookup.plan.settings, value)) {
      errors.push({ code: 'INVALID', clause: field.clause });
    } else if (field.type.kind === 'reference' && value !== null) {
      if (!isReadable(act, plain(value))) errors.push({ code: 'INVALID', clause: field.clause });
    } else if (field.type.kind === 'many') {
      const given = (value as readonly unknown[] | null) ?? [];
      if (new Set(given).size < given.length) errors.push({ code: 'INVALID', clause: field.clause });
      for (const each of given)
        if (!isReadable(act, plain(each))) errors.push({ code: 'INVALID', clause: field.clause });
    }
  }
}

/** Whether what a body refers to is there for who writes it. */
function isReadable(act: Act, id: string): boolean {
  const target = act.world.view(id);
  if (target === null || !act.world.isLiving(storedAt(act, id))) return false;
  return act.system || mayDo(act.actor, 'read', target);
}

/** The roles of which some cell may let anybody change, take away or bring back a record. */
export function rolesFor(act: Act, entity: string, action: 'update' | 'delete' | 'restore'): string[] {
  const table = act.lookup.permissions(entity);
  const own = action === 'update' ? Object.values(table?.fields ?? {}).flatMap((rows) => rows.update ?? []) : [];
  const leads = ({ cell }: Grant): boolean => {
    if (cell.kind !== 'as') return cell.kind !== 'no';
    const type = act.lookup.field(entity, cell.field)?.type;
    return type?.kind === 'reference' && isForAnyone(act.lookup, type.entity, cell.action);
  };
  return [...(table?.actions?.[action] ?? []), ...own].filter(leads).map(({ role }) => role);
}

function couldHold(act: Act, role: string): boolean {
  const cell = { kind: 'yes' } as const;
  return couldEver(act.world, act.actor, [{ clause: '', role, states: null, cell }]);
}
