import { ROLES_CODES } from '../../../diagnostics/codes/roles.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Model } from '../../../model/model.ts';
import type { Grant, Permissions } from '../../../model/roles.ts';
import { and, FALSE, or, thisRecord } from '../../analysis/build.ts';
import { excludes } from '../../analysis/decide.ts';
import { type Knowledge, knowledgeOf } from '../../analysis/knowledge.ts';
import type { Span } from '../../../source/span.ts';
import type { Context } from '../../context.ts';
import { type Rights, rightsOf } from '../../derived/rights.ts';

/** 6: A cell that never says yes, whatever it reads, or that the entity's own `read` row makes pointless. */
export function checkCells(model: Model, context: Context): void {
  const cells: Cells = { model, context, knowledge: knowledgeOf(model), rights: rightsOf(model) };
  for (const permissions of model.permissions) {
    // A cell of several fields is one mistake.
    const pointless = new Map<string, PointlessCell>();
    for (const grants of Object.values(permissions.actions ?? {})) reportNever(cells, permissions.entity, grants);
    for (const [field, { read, update }] of Object.entries(permissions.fields)) {
      reportNever(cells, permissions.entity, read ?? []);
      reportNever(cells, permissions.entity, update ?? []);
      for (const found of pointlessCells(cells, permissions, field, read ?? [])) {
        const key = `${found.span.file} ${found.span.start}`;
        const before = pointless.get(key);
        pointless.set(key, before === undefined ? found : { ...before, fields: [...before.fields, field] });
      }
    }
    for (const found of pointless.values()) reportPointless(context, permissions.entity, found);
  }
}

interface Cells {
  readonly model: Model;
  readonly context: Context;
  readonly knowledge: Knowledge;
  readonly rights: Rights;
}

function reportNever({ context, knowledge, rights }: Cells, entity: string, grants: readonly Grant[]): void {
  const record = thisRecord(entity);
  for (const [clause, shared] of byClause(grants)) {
    const span = context.placeOf(clause);
    // A cell is not at fault for what a role adds: several roles may share it.
    if (!span || !shared.every(({ cell }) => cell.kind === 'when')) continue;
    if (!shared.every((grant) => isNever(rights.allows(grant, record), knowledge))) continue;
    context.report('N656', ROLES_CODES.N656, { entity }, span, { clause });
  }
}

/** A cell for fields that has no effect, because the entity's own row lets the same role read no record then. */
interface PointlessCell {
  readonly span: Span;
  readonly clause: string;
  readonly fields: readonly string[];
  /** Null if the cell stands for several roles. */
  readonly role: string | null;
}

function reportPointless(context: Context, entity: string, { span, clause, fields, role }: PointlessCell): void {
  const place = context.placeOf(`6.${entity}.read.${role ?? 'others'}`) ?? context.placeOf(`6.${entity}.read`);
  const does = fields.map((field) => ({ action: 'read', entity, field }) as const);
  context.report('N657', ROLES_CODES.N657, { role, does, why: 'rowRead' }, span, {
    clause,
    ...(place && { related: [{ span: place, message: 'This decides about the record first.' }] }),
  });
}

/** One role must satisfy the entity's cell and the field's (6). */
function* pointlessCells(
  cells: Cells,
  { entity, actions }: Permissions,
  field: string,
  rows: readonly Grant[],
): Generator<PointlessCell> {
  const { context, knowledge, rights } = cells;
  const record = thisRecord(entity);
  const isOpen = (role: string): boolean => cells.model.roles.find(({ name }) => name === role)?.given.kind === 'open';
  for (const [clause, shared] of byClause(rows)) {
    const span = context.placeOf(clause);
    const saying = shared.filter(({ cell }) => cell.kind === 'yes' || cell.kind === 'when');
    if (!span || actions === null || actions.read.length === 0 || saying.length === 0) continue;
    const isPointless = saying.every((grant) => {
      const own = rights.allows(grant, record);
      const whole = actions.read.filter(({ role }) => role === grant.role);
      if (isOpen(grant.role) || whole.some(({ cell }) => cell.kind === 'gap') || isNever(own, knowledge)) return false;
      // N658 reports roles that nobody holds.
      if (isNever(rights.holds(grant.role, record), knowledge)) return false;
      return isNever(
        and(rights.holds(grant.role, record), own, or(...whole.map((other) => rights.allows(other, record)))),
        knowledge,
      );
    });
    if (!isPointless) continue;
    yield { span, clause, fields: [field], role: saying.length === 1 ? (saying[0]?.role ?? null) : null };
  }
}

function isNever(condition: Expression, knowledge: Knowledge): boolean {
  return condition === FALSE || excludes([condition], knowledge);
}

/** Cells under `others` stand for several roles. */
function byClause(grants: readonly Grant[]): ReadonlyMap<string, readonly Grant[]> {
  const found = new Map<string, Grant[]>();
  for (const grant of grants) {
    const others = found.get(grant.clause);
    if (others === undefined) found.set(grant.clause, [grant]);
    else others.push(grant);
  }
  return found;
}
