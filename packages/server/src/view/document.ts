import type { DocumentView } from '@nonet/client';
import {
  ACTIONS,
  type Trigger,
  type Grant,
  type Permissions,
  type Plan,
  printExpression,
  queriedEntities,
  readFields,
  type Tile,
  timerText,
} from '@nonet/language';

type Stated = 'clauses' | 'screens' | 'entities' | 'workflows' | 'examples' | 'permissions';
type StatedTile = DocumentView['screens'][number]['tiles'][number];
type PermissionTable = DocumentView['permissions'][number];

/** The document as drawings and tables, for readers who may read it, regardless of their own rights. */
export function statedView(plan: Plan): Pick<DocumentView, Stated> {
  return {
    clauses: Object.fromEntries(Object.entries(plan.clauses).map(([address, place]) => [address, { ...place }])),
    screens: plan.screens.map(({ slug, clause, route, entity, groups, actions, tiles }) => ({
      slug,
      clause,
      route,
      entity,
      columns: groups.flatMap(({ columns }) =>
        columns.map((column) => ({ label: column.label, path: [...column.path], clause: column.clause })),
      ),
      actions: actions.flatMap((action) => (action.kind === 'link' ? [] : [action.clause])),
      tiles: tiles.map((tile) => ({ name: tile.name, clause: tile.clause, reads: readsOf(tile) })),
    })),
    entities: entitiesOf(plan),
    workflows: plan.states.map(({ entity, field, clause, states, events }) => ({
      entity,
      field,
      clause,
      states: states.map((state) => ({ name: state.name, label: state.label, kind: state.kind, clause: state.clause })),
      transitions: events.flatMap((event) =>
        event.transitions.map(({ clause: row, from, to, by, open }) => ({
          event: event.name,
          label: event.label,
          clause: row,
          from: from === null ? [] : from === 'new' ? 'new' : [...from],
          to,
          by: by.map(triggerText),
          open: [...open],
        })),
      ),
    })),
    examples: plan.examples.map(({ clause, shows, words }) => ({ clause, shows: [...shows], ...words })),
    permissions: plan.permissions.flatMap((permissions) => tableOf(plan, permissions)),
  };
}

function readsOf({ shows, by, target }: Tile): StatedTile['reads'] {
  const parts = [shows, by, target].filter((part) => part !== null);
  return [
    ...[...new Set(parts.flatMap((part) => queriedEntities(part)))].map((entity) => ({ entity, field: null })),
    ...parts.flatMap((part) => readFields(part)),
  ];
}

function entitiesOf(plan: Plan): DocumentView['entities'] {
  return plan.entities.map((entity) => ({
    name: entity.name,
    label: entity.label,
    clause: entity.clause,
    owner: entity.owner?.entity ?? null,
    fields: entity.fields
      .filter((field) => !field.derived)
      .map(({ name, label, clause, type, computed, required }) => ({
        name,
        label,
        clause,
        kind: type.kind,
        target: 'entity' in type ? type.entity : null,
        computed: computed !== null,
        required,
      })),
  }));
}

function tableOf(plan: Plan, { entity, actions, fields }: Permissions): PermissionTable[] {
  if (actions === null) return [];
  const roles = plan.roles.map(({ name }) => name);
  const rows = [
    ...ACTIONS.flatMap((action) => rowsOf(action, actions[action], roles)),
    ...Object.entries(fields).flatMap(([field, { read, update }]) => [
      ...rowsOf(`read ${field}`, read ?? [], roles),
      ...rowsOf(`update ${field}`, update ?? [], roles),
    ]),
  ];
  const used = roles.filter((_, place) => rows.some((row) => row.cells[place] !== null));
  const columns = used.map((role) => roles.indexOf(role));
  return [
    {
      entity,
      roles: used,
      rows: rows.map((row) => ({ ...row, cells: columns.map((place) => row.cells[place] ?? null) })),
    },
  ];
}

/** One row for each set of states with its own cells for an action. */
function rowsOf(may: string, grants: readonly Grant[], roles: readonly string[]): PermissionTable['rows'] {
  const byStates = Map.groupBy(grants, (grant) => JSON.stringify(grant.states));
  return [...byStates.values()].map((own) => ({
    may,
    states: own[0]?.states ? [...own[0].states] : null,
    cells: roles.map((role) => {
      const grant = own.find((each) => each.role === role);
      return grant ? { kind: grant.cell.kind, text: cellText(grant.cell), clause: grant.clause } : null;
    }),
  }));
}

function cellText(cell: Grant['cell']): string {
  switch (cell.kind) {
    case 'when':
      return printExpression(cell.condition);
    case 'as':
      return `as ${cell.field} ${cell.action}`;
    case 'gap':
    case 'no':
    case 'yes':
      return '';
  }
}

function triggerText(trigger: Trigger): string {
  switch (trigger.kind) {
    case 'role':
      return trigger.role;
    case 'field':
      return trigger.field;
    case 'system':
      return 'system';
    case 'after':
    case 'every':
    case 'at':
      return timerText(trigger);
  }
}
