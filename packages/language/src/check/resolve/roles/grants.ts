import { type GapConsequence } from '../../../diagnostics/codes/reasons/gaps.ts';
import { type NeverGiven, ROLES_CODES } from '../../../diagnostics/codes/roles.ts';
import { permissionClause } from '../../../model/clause.ts';
import { type Action, type Grant, type PermissionCell, VERBS } from '../../../model/roles.ts';
import type { Span } from '../../../source/span.ts';
import type { Cell } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import type { Declared, DeclaredEntity, DeclaredRole } from '../../declared.ts';
import { whyNever, whyNot } from './applies.ts';
import { cellFor, type ReadCell, readCell } from './cell.ts';
import { aboutOf, type PermissionRow, type PermissionTable } from './tables.ts';

/** Completes the grants of one entity: what no cell states is a gap, except where it can't apply (6). */
export interface GrantMaker {
  /** The grants of an action on the whole record, or on one field. Empty where the action can't apply at all. */
  grants(action: Action, field: string | null): readonly Grant[];
  /** Reports the cells that could never come into force, once for each reason. Call it after all grants are made. */
  reportNever(): void;
}

/**
 * `table` is the table as read; `offered` are the actions that screens of the entity offer, which are gaps if they are
 * not stated.
 */
export function makeGrants(
  context: Context,
  table: PermissionTable,
  declared: Declared,
  offered: ReadonlySet<string>,
): GrantMaker {
  const { entity } = table;
  const roles = [...declared.roles.values()];
  const states = (declared.workflows.get(entity.name)?.states ?? []).map((state) => state.name);
  const read = new Map<Cell, ReadCell>();
  const holders = roles.flatMap(({ name, given, of }) =>
    given === 'relationship' && of.includes(entity.name) ? name : [],
  );
  const never: { readonly why: NeverGiven; readonly role: string; readonly span: Span }[] = [];

  const about = ({ action, field }: { readonly action: Action; readonly field: string | null }) => ({
    action,
    entity: entity.name,
    field,
  });

  /** A gap, unless a row about the same has a mistake: then the mistake is what there is to say. */
  function gap(action: Action, field: string | null, clause: string, consequence: GapConsequence): void {
    if (!table.broken.has(aboutOf(action, field))) context.gap(clause, consequence, table.heading);
  }

  function readOnce(cell: Cell, userMayBeNull: boolean): ReadCell {
    const known = read.get(cell) ?? readCell(context, cell, entity, userMayBeNull, holders);
    read.set(cell, known);
    return known;
  }

  function cellOf(row: PermissionRow, role: DeclaredRole): { cell: PermissionCell; clause: string; span: Span } {
    const own = row.cells[role.name];
    const cell = own ?? row.cells['others'];
    const clause = `${rowClause(entity, row)}.${own ? role.name : 'others'}`;
    if (!cell) {
      const missing = `6.${entity.name}.${role.name}`;
      context.gap(missing, { because: 'column', role: role.name, entity: entity.name }, table.heading);
      return { cell: { kind: 'gap' }, clause: missing, span: table.heading };
    }
    context.place(clause, cell.span);
    const userMayBeNull = own
      ? role.given === 'anyone'
      : roles.some((other) => other.given === 'anyone' && !row.cells[other.name]);
    const stated = readOnce(cell, userMayBeNull);
    const found = cellFor(stated, row.action);
    if (stated.kind === 'not shown') return { cell: found, clause: stated.clause, span: cell.span };
    // If only the name of a role is known, an empty cell may be one that does not apply.
    if (found.kind === 'gap' && !(role.given === 'open' && cell.text === '')) {
      context.gap(clause, { because: 'cell', role: own ? role.name : null, ...about(row) }, cell.span);
    }
    return { cell: found, clause, span: cell.span };
  }

  function rowGrants(row: PermissionRow): Grant[] {
    const grants: Grant[] = [];
    context.place(rowClause(entity, row), row.words.span);
    for (const role of roles) {
      const own = row.cells[role.name];
      const why = whyNever(row.action, entity) ?? whyNot(role, row.action, entity, declared);
      if (why !== null) {
        if (own && saysYes(readOnce(own, role.given === 'anyone'))) {
          never.push({ why, role: role.name, span: own.span });
        }
        continue;
      }
      const { cell, clause } = cellOf(row, role);
      grants.push({ role: role.name, states: row.states, cell, clause });
    }
    return grants;
  }

  function gapGrants(action: Action, clause: string, only: readonly string[] | null): Grant[] {
    return roles
      .filter((role) => whyNot(role, action, entity, declared) === null)
      .map((role) => ({ role: role.name, states: only, cell: { kind: 'gap' }, clause }));
  }

  function stated(action: Action, field: string | null): Grant[] {
    const rows = table.rows.filter((row) => row.action === action && row.field === field);
    const grants = rows.flatMap(rowGrants);
    if (rows.some((row) => row.states === null) || whyNever(action, entity) !== null) return grants;
    for (const state of states.filter((name) => !rows.some((row) => row.states?.includes(name)))) {
      const clause = permissionClause(entity.name, { action, field, state });
      gap(action, field, clause, { because: 'permissionInState', state, ...about({ action, field }) });
      grants.push(...gapGrants(action, clause, [state]));
    }
    return grants;
  }

  return {
    reportNever() {
      for (const found of Map.groupBy(never, ({ why }) => JSON.stringify(why)).values()) {
        const [first, ...others] = found.toSorted((left, right) => left.span.start - right.span.start);
        if (first === undefined) continue;
        const related = others
          .filter(({ span }) => span !== first.span)
          .map(({ span }) => ({ span, message: 'It can’t be given here either.' }));
        const details = { roles: [...new Set(found.map(({ role }) => role))], why: first.why };
        context.report('N612', ROLES_CODES.N612, details, first.span, { related });
      }
    },
    grants(action, field) {
      if (table.rows.some((row) => row.action === action && row.field === field)) return stated(action, field);
      if (whyNever(action, entity) !== null) return [];
      if (table.absence === 'none') {
        return gapGrants(action, table.clause, null).map((grant) => ({ ...grant, cell: { kind: 'no' } }));
      }
      if (VERBS[action].isGap === 'where offered' && !offered.has(action)) return [];
      if (table.absence === 'not shown') return gapGrants(action, table.clause, null);
      const clause = permissionClause(entity.name, { action, field, state: null });
      gap(action, field, clause, { because: 'permission', ...about({ action, field }) });
      return gapGrants(action, clause, null);
    },
  };
}

function rowClause({ name }: DeclaredEntity, { action, field, states }: PermissionRow): string {
  return permissionClause(name, { action, field, state: states?.[0] ?? null });
}

function saysYes(cell: ReadCell): boolean {
  return cell.kind !== 'no' && cell.kind !== 'gap' && cell.kind !== 'not shown';
}
