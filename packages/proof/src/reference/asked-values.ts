import { clauseSubject, ownFields, type Transition, walk } from '@nonet/language';
import { assigned } from './assigned.ts';
import type { Body } from './body.ts';
import { brokenLimit } from './checks.ts';
import { entityOf } from './evaluate.ts';
import { FileUses } from './files.ts';
import { insert } from './insert.ts';
import { mayDo } from './permissions.ts';
import { plain } from './plain.ts';
import { type ExpectedError, refuse } from './refusal.ts';
import { storedAt, type Transaction } from './transaction.ts';

/** Refuses keys that no row asks for, references to unreadable records, and files that the actor may not use. */
export function checkKeys(transaction: Transaction, rows: readonly Transition[], id: string | null, body: Body): void {
  const asks = new Map(rows.flatMap((row) => row.asks.map((ask) => [nameOf(ask), ask] as const)));
  const errors: ExpectedError[] = [];
  for (const [key, value] of Object.entries(body)) {
    const ask = asks.get(key);
    if (ask === undefined) errors.push({ code: 'INVALID' });
    else if (ask.kind === 'field' && value !== null) {
      const field = transaction.lookup.field(rows[0] === undefined ? '' : entityOfRow(rows[0]), ask.field);
      if (field?.type.kind !== 'reference') continue;
      const target = transaction.world.view(plain(value));
      if (target === null || storedAt(transaction, target.id).deleted || !mayDo(transaction.actor, 'read', target))
        errors.push({ code: 'INVALID', clause: field.clause });
    }
  }
  const [row] = rows;
  if (row !== undefined)
    errors.push(...new FileUses(transaction, id).asked(entityOfRow(row), [...asks.values()], body).errors());
  if (errors.length > 0) throw refuse(transaction.lookup, 'INVALID', { errors });
}

/** The entity in a transition's address: `4.Claim.status.submit`. */
function entityOfRow(row: Transition): string {
  return clauseSubject(row.clause);
}

/** The errors of the asked values of a row: missing ones, and those that break a limit. */
export function askedErrors(transaction: Transaction, id: string, row: Transition, body: Body): ExpectedError[] {
  return row.asks.flatMap((ask): ExpectedError[] => {
    if (ask.kind === 'child') return childErrors(transaction, entityOf(id), ask, body);
    const value = sentIn(body, nameOf(ask));
    if (value === null) {
      const clause = ask.kind === 'field' ? transaction.lookup.field(entityOf(id), ask.field)?.clause : undefined;
      return ask.required ? [{ code: 'REQUIRED', ...(clause === undefined ? {} : { clause }) }] : [];
    }
    const field = ask.kind === 'field' ? transaction.lookup.field(entityOf(id), ask.field) : null;
    const code = field === null ? null : brokenLimit(transaction.world, field, value);
    return code === null || field === null ? [] : [{ code, clause: field.clause }];
  });
}

/** The value that a body has for a name: a text of spaces alone is no answer. */
function sentIn(body: Body, name: string): unknown {
  const value = body[name] ?? null;
  return typeof value === 'string' && value.trim() === '' ? null : value;
}

type AskedChild = Extract<Transition['asks'][number], { kind: 'child' }>;

function childIn(body: Body, { field }: AskedChild): Body | null {
  return (body[field] as Body | null | undefined) ?? null;
}

function childErrors(transaction: Transaction, entity: string, ask: AskedChild, body: Body): ExpectedError[] {
  const child = childIn(body, ask);
  const clauseOf = (of: string, name: string) => transaction.lookup.field(of, name)?.clause ?? null;
  if (child === null) return ask.required ? [{ code: 'REQUIRED', clause: clauseOf(entity, ask.field) }] : [];
  return ask.fields.flatMap((inner): ExpectedError[] => {
    const field = transaction.lookup.field(ask.entity, inner.field);
    const value = sentIn(child, inner.field);
    const broken = field === null || value === null ? null : brokenLimit(transaction.world, field, value);
    const code = value === null && inner.required ? 'REQUIRED' : broken;
    return code === null ? [] : [{ code, clause: clauseOf(ask.entity, inner.field) }];
  });
}

/** `asks lines + (…)`: adds the child before the guard is judged. */
export function addChild(transaction: Transaction, id: string, ask: AskedChild, body: Body): string[] {
  const child = childIn(body, ask);
  if (child === null) return [];
  const values = Object.entries(child).map(([name, value]): [string, unknown] => {
    const field = transaction.lookup.field(ask.entity, name);
    return [name, field === null ? value : assigned(value, transaction.lookup, field.type)];
  });
  const position = transaction.world.children(id, ask.entity).length;
  return [insert(transaction, ask.entity, Object.fromEntries(values), { id, position })];
}

/** Whether the guard of a row reads a value that it asks for. */
export function readsAsked(row: Transition): boolean {
  if (row.when === null) return false;
  const fields = new Set(ownFields(row.when));
  const inputs = new Set<string>();
  walk(row.when, (node) => {
    if (node.kind === 'field' && node.of.kind === 'variable' && node.of.name === 'input') inputs.add(node.field);
  });
  return row.asks.some((ask) => (ask.kind === 'input' ? inputs.has(ask.name) : fields.has(ask.field)));
}

/** The inputs of a row that are not stored; a reference becomes the record that it names. */
export function inputsOf({ world }: Transaction, row: Transition, body: Body): Record<string, unknown> {
  return Object.fromEntries(
    row.asks.flatMap((ask): [string, unknown][] => {
      if (ask.kind !== 'input') return [];
      const value = body[ask.name] ?? null;
      const isRecord = ask.type.kind === 'reference' && typeof value === 'string';
      return [[ask.name, isRecord ? (world.view(value) ?? value) : value]];
    }),
  );
}

function nameOf(ask: Transition['asks'][number]): string {
  return ask.kind === 'input' ? ask.name : ask.field;
}
