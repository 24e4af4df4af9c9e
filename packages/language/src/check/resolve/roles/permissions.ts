import { TABLE_CODES } from '../../../diagnostics/codes/tables.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import { type FieldAction, forEachAction, type Grant, namesFields, type Permissions } from '../../../model/roles.ts';
import type { Screen } from '../../../model/screens.ts';
import { POINT_ITEMS } from '../../../points.ts';
import type { Section } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import type { Declared, DeclaredEntity } from '../../declared.ts';
import { readBlocks } from '../blocks.ts';
import { isGone, readGone } from '../gone.ts';
import { replacement } from '../replacement.ts';
import { type GrantMaker, makeGrants } from './grants.ts';
import { type PermissionTable, readPermissionTables } from './tables.ts';

/** Fields of `User` that only a row of their own opens to update (6). */
const GUARDED_USER_FIELDS = ['roles', 'email'];

/**
 * Reads `### Permissions` and completes it: every entity has its permissions, every action of it a grant for every role
 * and state, except if none can apply. The clause of a cell is `6.Claim.read.owner`, of a field's cell
 * `6.Claim.booking.read.owner`; cells of the column `others` have the clause `6.Claim.read.others`.
 */
export function resolvePermissions(
  context: Context,
  section: Section | undefined,
  declared: Declared,
  screens: readonly Screen[],
): readonly Permissions[] {
  const entities = [...declared.entities.values()];
  if (!section) return entities.map((entity) => withoutStatements(entity));
  checkItems(context, section);
  const item = section.sections.find((inner) => isPermissions(inner));
  const marker = item?.blocks.find((block) => block.kind === 'marker')?.value ?? null;
  if (!item || marker === 'not shown') {
    const span = item?.heading.span ?? section.heading.span;
    context.gap('6.permissions', 'permissions', span);
  }
  if (item) context.place('6.permissions', item.heading.span);
  const tables = item ? readPermissionTables(context, item, declared) : new Map<string, PermissionTable>();
  const offered = offeredOn(screens);
  return entities.map((entity) => {
    const table = tables.get(entity.name);
    if (table) {
      if (table.absence === 'not shown' && table.rows.length === 0) {
        context.gap(table.clause, { because: 'permissionTable', name: entity.name }, table.heading);
      }
      return complete(context, table, declared, offered(entity.name));
    }
    if (entity.owner !== null) return withoutStatements(entity);
    const clause = item && marker === null ? `6.${entity.name}` : '6.permissions';
    const span = item?.heading.span ?? section.heading.span;
    if (marker !== 'none' && !mayBeOwned(context, entity, declared))
      context.gap(clause, { because: 'noPermissionTable', name: entity.name }, span);
    const absent = {
      entity,
      clause,
      absence: marker ?? 'not shown',
      rows: [],
      broken: new Set<string>(),
      heading: span,
    } as const;
    return complete(context, absent, declared, offered(entity.name));
  });
}

function complete(
  context: Context,
  table: PermissionTable,
  declared: Declared,
  offered: ReadonlySet<string>,
): Permissions {
  const { entity } = table;
  const maker = makeGrants(context, table, declared, offered);
  const actions = forEachAction((action) => maker.grants(action, null));
  const fields = fieldGrants(table, maker);
  maker.reportNever();
  return { entity: entity.name, actions, fields };
}

function fieldGrants(table: PermissionTable, maker: GrantMaker): Permissions['fields'] {
  const fields: Record<string, { [Verb in FieldAction]?: readonly Grant[] }> = {};
  for (const { field, action } of table.rows) {
    if (field === null || !namesFields(action)) continue;
    fields[field] ??= {};
    fields[field][action] ??= maker.grants(action, field);
  }
  if (table.entity.name === 'User') {
    for (const field of GUARDED_USER_FIELDS) {
      fields[field] ??= {};
      fields[field].update ??= maker.grants('update', field);
    }
  }
  return fields;
}

/** The actions that the screens of an entity offer. */
function offeredOn(screens: readonly Screen[]): (entity: string) => ReadonlySet<string> {
  return (entity) =>
    new Set(
      screens.filter((screen) => screen.entity === entity).flatMap(({ actions }) => actions.map(({ kind }) => kind)),
    );
}

/** An owned child without a table has no permissions of its own; for any other entity, nothing is known. */
function withoutStatements(entity: DeclaredEntity): Permissions {
  if (entity.owner !== null) return { entity: entity.name, actions: null, fields: {} };
  return { entity: entity.name, actions: forEachAction(() => []), fields: {} };
}

/** Whether a list whose type is not shown may hold it: then it is read and written with its owner. */
function mayBeOwned(context: Context, entity: DeclaredEntity, declared: Declared): boolean {
  if ((context.schema.openEntities?.size ?? 0) > 0) return true;
  return [...declared.entities.values()].some(
    (other) => other !== entity && [...other.fields.values()].some(({ type }) => type.kind === 'open'),
  );
}

function isPermissions(section: Section): boolean {
  return section.heading.text.trim().toLowerCase() === 'permissions';
}

function checkItems(context: Context, section: Section): void {
  readBlocks(context, section, { tables: {}, where: 'point 6' });
  const seen = new Map<string, Section>();
  for (const item of section.sections) {
    const name = item.heading.text.trim().toLowerCase();
    const known = POINT_ITEMS.roles;
    if (!known.some((words) => words.toLowerCase() === name)) {
      const offered = nearest(item.heading.text, known);
      const details = { heading: item.heading.text, nearest: offered, known };
      context.report('N017', TABLE_CODES.N017, details, item.heading.span, replacement(item.heading.span, offered));
    } else if (seen.has(name)) {
      context.report('N037', TABLE_CODES.N037, { name: item.heading.text, what: 'heading' }, item.heading.span);
    } else {
      seen.set(name, item);
      if (isGone(item, 'role')) readGone(context, item, 'role');
    }
  }
}
