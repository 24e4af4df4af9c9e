import { openPart } from '../../model/clause.ts';
import { hasValue } from '../../model/field-kinds.ts';
import { isOneOf, isThere } from '../analysis/build.ts';
import { excludes } from '../analysis/decide.ts';
import { knowledgeOf } from '../analysis/knowledge.ts';
import type { Expression } from '../../expression/tree.ts';
import { walk } from '../../expression/walk.ts';
import type { Grant } from '../../model/roles.ts';
import type { Model } from '../../model/model.ts';

/** A checked document, or what is made of it. */
type Product = Pick<Model, 'states' | 'entities' | 'permissions' | 'constants' | 'roles'>;

const decided = new WeakMap<Grant, boolean>();

/**
 * Whether a cell of an entity might allow anything on a record that is being created. Point 6 judges the result: the
 * record is in its first state (before the effects of a row named `create`), and the fields that only events and the
 * product set are empty. False only if that is certain.
 */
export function mightAllowNew(product: Product, entity: string, grant: Grant): boolean {
  const known = decided.get(grant) ?? decide(product, entity, grant);
  decided.set(grant, known);
  return known;
}

function decide(product: Product, entity: string, { states, cell }: Grant): boolean {
  const first = firstStates(product, entity);
  if (states !== null && first !== null && !states.some((state) => first.includes(state))) return false;
  if (cell.kind !== 'when') return true;
  return !excludes([cell.condition, ...factsFor(product, entity, cell.condition)], knowledgeOf(product));
}

/**
 * The states that a create may leave a record in, before its effects: the initial one, and those that rows named
 * `create` give it (4). Null if a gap leaves them open.
 */
function firstStates(product: Product, entity: string): readonly string[] | null {
  const workflow = product.states.find((candidate) => candidate.entity === entity);
  const rows = workflow?.events.find(({ name }) => name === 'create')?.transitions ?? [];
  if (rows.some((row) => openPart(row, 'from') ?? openPart(row, 'to'))) return null;
  const initial = workflow?.states.filter(({ kind }) => kind === 'initial').map(({ name }) => name) ?? [];
  const given = rows.filter(({ from, to }) => from === 'new' && to !== 'same').map(({ to }) => to);
  return [...initial, ...given];
}

/** The facts about the fields that a condition reads of the new record. */
function factsFor(product: Product, entity: string, condition: Expression): readonly Expression[] {
  const fields = new Map(
    product.entities.find(({ name }) => name === entity)?.fields.map((field) => [field.name, field]),
  );
  const rows = product.permissions.find((permissions) => permissions.entity === entity)?.fields ?? {};
  const first = firstStates(product, entity);
  const facts: Expression[] = [];
  walk(condition, (node) => {
    if (node.kind !== 'field' || node.of.kind !== 'variable' || node.of.name !== 'this') return;
    const field = fields.get(node.field);
    if (field === undefined || field.derived || field.computed !== null || field.default !== null) return;
    // The product makes these values of a new record, or they are lists.
    if (hasValue(field.type, 'made text', 'roles', 'records')) return;
    if (field.type.kind === 'state') {
      if (first !== null) facts.push(first.length === 0 ? isThere(node, false) : isOneOf(node, first));
    } else if (field.bySystem || (field.closed && rows[field.name]?.update === undefined))
      facts.push(isThere(node, false));
  });
  return facts;
}
