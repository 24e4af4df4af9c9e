import type { Field, Grant } from '@nonet/language';
import { type Transaction, change, storedAt, touch } from './transaction.ts';
import type { Body } from './body.ts';
import { requireSignedIn, requireUnique } from './checks.ts';
import { couldEverDo, couldOneDay, couldRead } from './could.ts';
import { isSameValue, isUnread, listsIn, ownValues, saveChildren } from './children.ts';
import { exceedsDigits } from './digits.ts';
import { mightHold, type View } from './evaluate.ts';
import { FileUses } from './files.ts';
import { addCreateRows } from './fire.ts';
import { insert } from './insert.ts';
import { judgeResult, ownRows, refuseAction } from './judge.ts';
import { deciding, decidingField, mayDo, mayUpdateField, openClause } from './permissions.ts';
import { plain } from './plain.ts';
import { type ExpectedError, isForAnyone, refuse } from './refusal.ts';
import { isSettable, isWritable } from './settable.ts';
import { bringBack, takeAway } from './take-away.ts';

/**
 * Creates a record with its owned children; point 6 judges the result. Answers its id. `open`: fields that may be set
 * regardless of their own rows, as a sign-up sets the e-mail address. `imports`: the cell `import` judges the result,
 * too.
 */
export function create(
  transaction: Transaction,
  name: string,
  body: Body,
  { open = new Set(), imports = false }: { open?: ReadonlySet<string>; imports?: boolean } = {},
): string {
  const entity = transaction.lookup.entity(name);
  if (entity.owner !== null) throw refuse(transaction.lookup, 'NOT_FOUND');
  requireHope(transaction, name, 'create');
  const errors: ExpectedError[] = [];
  const judged = Object.fromEntries(Object.entries(body).filter(([key]) => !open.has(key)));
  readBody(transaction, name, judged, true, errors);
  errors.push(...new FileUses(transaction, null).body(name, settableOf(transaction, name, body, true)).errors());
  if (errors.length > 0) throw refuse(transaction.lookup, 'INVALID', { errors });
  const judgeAll = (of: string) => {
    if (transaction.system) return;
    judgeResult(transaction, name, of, 'create', Object.keys(judged), true);
    if (imports) judgeResult(transaction, name, of, 'import', [], true);
  };
  const id = insert(transaction, name, ownValues(transaction, name, body), null, new Set(), (of, why) =>
    addCreateRows(transaction, name, of, () => {
      judgeAll(of);
      throw why;
    }),
  );
  const clause = `6.${name}.create`;
  touch(transaction, id, name, 'create', 'create', clause in transaction.lookup.plan.clauses ? clause : entity.clause);
  const children: (() => void)[] = [];
  saveChildren(transaction, name, id, body, entity.clause, (judge) => children.push(judge));
  addCreateRows(transaction, name, id, () => {
    for (const judge of children) judge();
    judgeAll(id);
  });
  return id;
}

/** Refuses an actor who could never create any record of the entity. */
export function requireHope(transaction: Transaction, name: string, action: 'create' | 'import'): void {
  const grants = transaction.lookup.permissions(name)?.actions?.[action] ?? [];
  if (!transaction.system && transaction.actor === null && !isForAnyone(transaction.lookup, name, action))
    throw refuse(transaction.lookup, 'UNAUTHENTICATED');
  if (transaction.system || couldEverDo(transaction.world, transaction.actor, name, action)) return;
  // The actor may hold a role about the user alone after the create, so the result is judged instead.
  if (couldOneDay(transaction.world, transaction.actor, name, grants)) return;
  const { lookup } = transaction;
  const gaps = grants.filter((grant) => openClause(lookup, grant) !== null);
  const isOfUser = ({ role }: Grant): boolean => lookup.role(role)?.given.kind === 'user';
  const gap = gaps.find((grant) => !isOfUser(grant) && mightDecide(transaction, grant));
  // So it is where the cell of such a role is a gap.
  if (gap === undefined && transaction.actor !== null && gaps.some(isOfUser)) return;
  throw gap === undefined
    ? refuse(transaction.lookup, 'FORBIDDEN', { clause: `6.${name}.${action}` })
    : refuse(lookup, 'NOT_SPECIFIED', { clause: openClause(lookup, gap) });
}

/** Changes the fields that the body names; point 6 judges the record before and after. */
export function update(transaction: Transaction, name: string, id: string, body: Body): void {
  const entity = transaction.lookup.entity(name);
  if (entity.owner !== null) throw refuse(transaction.lookup, 'NOT_FOUND');
  const own = ownRows(transaction, name);
  requireSignedInFor(transaction, name, 'update');
  const record = requireReadable(transaction, id);
  const allowed = mayDo(transaction.actor, 'update', record);
  const fields = own.filter((field) => mayUpdateField(transaction.actor, record, field.name)).map(({ name }) => name);
  if (!allowed && fields.length === 0) {
    // An actor who may write nothing here is refused before the body is read: then any gap decides, including that of a
    // field.
    const gap =
      deciding(transaction.actor, 'update', record) ??
      own.map(({ name }) => decidingField(transaction.actor, record, name)).find((clause) => clause !== null);
    throw gap === undefined || gap === null
      ? refuseAction(transaction, 'update', record)
      : refuse(transaction.lookup, 'NOT_SPECIFIED', { clause: gap });
  }
  const errors: ExpectedError[] = [];
  readBody(transaction, name, body, false, errors);
  errors.push(...new FileUses(transaction, id).body(name, settableOf(transaction, name, body, false)).errors());
  const named = Object.keys(body).filter((key) => settabilityOf(transaction, name, key, false) === 'settable');
  const forbidden = named.filter((key) => !(own.some((field) => field.name === key) ? fields.includes(key) : allowed));
  for (const key of forbidden) {
    const gap = decidingField(transaction.actor, record, key);
    if (gap !== null) throw refuse(transaction.lookup, 'NOT_SPECIFIED', { clause: gap });
    errors.push({ code: 'FORBIDDEN' });
  }
  // An actor who may set none of the named fields is refused like one who may set none at all.
  if (forbidden.length > 0 && forbidden.length === named.length && !allowed)
    throw refuse(transaction.lookup, 'FORBIDDEN');
  if (errors.length > 0) throw refuse(transaction.lookup, 'INVALID', { errors });
  const clause = `6.${name}.update` in transaction.lookup.plan.clauses ? `6.${name}.update` : entity.clause;
  const { values: former } = storedAt(transaction, id);
  // A field that gets its former value has not been changed.
  const values = Object.fromEntries(
    Object.entries(ownValues(transaction, name, body)).filter(
      ([key, value]) => !isSameValue(former[key] ?? null, value) || isUnread(transaction, record, key),
    ),
  );
  const changed = Object.keys(values).length > 0;
  if (changed) change(transaction, id, values);
  const children = saveChildren(transaction, name, id, body, entity.clause);
  if (!changed && !children) return;
  if (!changed) change(transaction, id, {});
  touch(transaction, id, name, 'update', 'update', clause);
  // A field's own `update` row replaces the entity's for that field, be it a value or a list (6).
  const keys = [...Object.keys(values), ...listsIn(transaction, name, body)];
  const usesEntityCell = keys.some((key) => !own.some((field) => field.name === key));
  // A value that is taken reveals another record, so an actor who may not write is refused first.
  judgeResult(transaction, name, id, 'update', keys, usesEntityCell);
  requireUnique(transaction, id, name);
}

/** Deletes a record as its entity's `delete` says (3). */
export function remove(transaction: Transaction, name: string, id: string): void {
  const entity = transaction.lookup.entity(name);
  if (entity.owner !== null) throw refuse(transaction.lookup, 'NOT_FOUND');
  requireSignedInFor(transaction, name, 'delete');
  const record = requireReadable(transaction, id);
  if (!mayDo(transaction.actor, 'delete', record)) throw refuseAction(transaction, 'delete', record);
  if (entity.delete === 'never') throw refuse(transaction.lookup, 'FORBIDDEN', { clause: entity.clause });
  const clause = `6.${name}.delete` in transaction.lookup.plan.clauses ? `6.${name}.delete` : entity.clause;
  takeAway(transaction, name, id, clause);
}

/** Brings back what was softly deleted; the rules of a save are checked again (3). */
export function restore(transaction: Transaction, name: string, id: string): void {
  const entity = transaction.lookup.entity(name);
  if (entity.owner !== null || entity.delete !== 'soft') throw refuse(transaction.lookup, 'NOT_FOUND');
  requireSignedInFor(transaction, name, 'restore');
  const record = transaction.world.view(id);
  if (record === null || !storedAt(transaction, id).deleted || !mayDo(transaction.actor, 'read', record))
    throw refuse(transaction.lookup, 'NOT_FOUND');
  if (!mayDo(transaction.actor, 'restore', record)) throw refuseAction(transaction, 'restore', record);
  const clause = `6.${name}.restore` in transaction.lookup.plan.clauses ? `6.${name}.restore` : entity.clause;
  if (storedAt(transaction, id).hiddenWith !== undefined)
    throw refuse(transaction.lookup, 'INVALID_TRANSITION', { clause });
  bringBack(transaction, name, id, clause);
  requireUnique(transaction, id, name);
}

/** The record, where it is there and the actor may read it. */
export function requireReadable(transaction: Transaction, id: string): View {
  const record = transaction.world.view(id);
  if (record === null || !transaction.world.isLiving(storedAt(transaction, id)))
    throw refuse(transaction.lookup, 'NOT_FOUND');
  if (!transaction.system && !mayDo(transaction.actor, 'read', record)) throw refuse(transaction.lookup, 'NOT_FOUND');
  return record;
}

/**
 * The relation between a key of a body and the actor who writes it. Fields that the actor may never read are unknown
 * to them, as if they did not exist (6).
 */
export function settabilityOf(
  transaction: Transaction,
  entity: string,
  key: string,
  creates: boolean,
): 'settable' | 'known' | 'unknown' {
  const field = transaction.lookup.field(entity, key);
  if (field === null) return 'unknown';
  if (isSettable(transaction, entity, field, creates)) return 'settable';
  if (!transaction.system && !couldRead(transaction.world, transaction.actor, entity, key)) return 'unknown';
  // A gap that decides is reported later, when the field's rows are judged.
  const own = transaction.lookup.permissions(entity)?.fields[key]?.update ?? [];
  const isOpen = own.some((grant) => openClause(transaction.lookup, grant) !== null && mightDecide(transaction, grant));
  return isOpen && isWritable(transaction, entity, field, creates) ? 'settable' : 'known';
}

/** The gap of a field's own row that decides for any record. It is reported before fields that can't be read (6). */
function sureGap(transaction: Transaction, entity: string, field: Field): string | null {
  const own = transaction.lookup.permissions(entity)?.fields[field.name]?.update;
  if (own === undefined || couldOneDay(transaction.world, transaction.actor, entity, own)) return null;
  const isSure = ({ role, states, cell }: Grant): boolean =>
    cell.kind === 'gap' && states === null && isHeldAnyway(transaction, role);
  return own.find(isSure)?.clause ?? null;
}

/** Whether a cell might apply to the actor: if the assignment of its role is a gap, any actor might hold the role. */
function mightDecide(transaction: Transaction, { role }: Grant): boolean {
  return transaction.lookup.role(role)?.given.kind === 'open' || couldHold(transaction, role);
}

/** Whether an actor holds a role for any record: it is neither a relationship nor about the user alone. */
function isHeldAnyway(transaction: Transaction, role: string): boolean {
  const kind = transaction.lookup.role(role)?.given.kind;
  return kind !== 'relationship' && kind !== 'user' && couldHold(transaction, role);
}

/** The part of a body that its sender may set, including its owned children; the rest is ignored. */
function settableOf(transaction: Transaction, entity: string, body: Body, creates: boolean): Body {
  const settable = Object.entries(body).filter(
    ([key]) => settabilityOf(transaction, entity, key, creates) === 'settable',
  );
  return Object.fromEntries(
    settable.map(([key, value]) => {
      const type = transaction.lookup.field(entity, key)?.type;
      if (type?.kind !== 'children' || !Array.isArray(value)) return [key, value];
      const children = value as readonly Body[];
      return [key, children.map((child) => keptOfChild(transaction, type.entity, child))];
    }),
  );
}

function keptOfChild(transaction: Transaction, entity: string, child: Body): Body {
  const settable = settableOf(transaction, entity, child, child.id === undefined);
  return child.id === undefined ? settable : { ...settable, id: child.id };
}

function readBody(
  transaction: Transaction,
  name: string,
  body: Body,
  creates: boolean,
  errors: ExpectedError[],
  nested = false,
): void {
  for (const [key, value] of Object.entries(body)) {
    if (nested && key === 'id') continue;
    const field = transaction.lookup.field(name, key);
    const settability = settabilityOf(transaction, name, key, creates);
    if (field === null || settability !== 'settable') {
      const isUnknown = field === null || settability === 'unknown';
      const clause = isUnknown ? transaction.lookup.entity(name).clause : field.clause;
      errors.push({ code: 'INVALID', clause, ...(isUnknown && !nested ? { field: key } : {}) });
      continue;
    }
    const gap = transaction.system ? null : sureGap(transaction, name, field);
    if (gap !== null) throw refuse(transaction.lookup, 'NOT_SPECIFIED', { clause: gap });
    if (field.type.kind === 'open')
      throw refuse(transaction.lookup, 'NOT_SPECIFIED', { clause: field.gap ?? field.clause });
    if (field.type.kind === 'children') {
      for (const child of (value as readonly Body[] | null) ?? []) {
        // A record that is created has no children yet.
        const isKnown = !creates && typeof child.id === 'string' && transaction.world.get(child.id) !== null;
        if (child.id !== undefined && !isKnown) errors.push({ code: 'INVALID', clause: field.clause });
        readBody(transaction, field.type.entity, child, child.id === undefined, errors, true);
      }
    } else if (exceedsDigits(field.type, transaction.lookup.plan.settings, value)) {
      errors.push({ code: 'INVALID', clause: field.clause });
    } else if (field.type.kind === 'reference' && value !== null) {
      if (!isReadable(transaction, plain(value))) errors.push({ code: 'INVALID', clause: field.clause });
    } else if (field.type.kind === 'many') {
      const given = (value as readonly unknown[] | null) ?? [];
      if (new Set(given).size < given.length) errors.push({ code: 'INVALID', clause: field.clause });
      for (const each of given)
        if (!isReadable(transaction, plain(each))) errors.push({ code: 'INVALID', clause: field.clause });
    }
  }
}

/** Whether the actor may read the record that a body refers to. */
function isReadable(transaction: Transaction, id: string): boolean {
  const target = transaction.world.view(id);
  if (target === null || !transaction.world.isLiving(storedAt(transaction, id))) return false;
  return transaction.system || mayDo(transaction.actor, 'read', target);
}

type Changing = 'update' | 'delete' | 'restore' | 'erase' | 'merge';

/** Refuses an actor who is not signed in where nobody may do so without an account. */
export function requireSignedInFor(transaction: Transaction, entity: string, action: Changing): void {
  requireSignedIn(transaction, rolesFor(transaction, entity, action));
}

/** The roles of which some cell may let anybody change, remove or bring back a record. */
export function rolesFor(transaction: Transaction, entity: string, action: Changing): string[] {
  const table = transaction.lookup.permissions(entity);
  const own = action === 'update' ? Object.values(table?.fields ?? {}).flatMap((rows) => rows.update ?? []) : [];
  const leads = ({ cell }: Grant): boolean => {
    if (cell.kind !== 'as') return cell.kind !== 'no';
    const type = transaction.lookup.field(entity, cell.field)?.type;
    return type?.kind === 'reference' && isForAnyone(transaction.lookup, type.entity, cell.action);
  };
  return [...(table?.actions?.[action] ?? []), ...own].filter(leads).map(({ role }) => role);
}

function couldHold(transaction: Transaction, role: string): boolean {
  const found = transaction.lookup.role(role);
  return found !== null && mightHold(transaction.world, transaction.world.view(transaction.actor), found);
}
