import { ROLES_CODES } from '../../../diagnostics/codes/roles.ts';
import { TABLE_CODES } from '../../../diagnostics/codes/tables.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Action } from '../../../model/roles.ts';
import type { Span } from '../../../source/span.ts';
import type { Absence, Cell, Section } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import { isOpen, mayBeEntity, mayHaveEvents } from '../open.ts';
import { replacement } from '../replacement.ts';
import type { Declared, DeclaredEntity } from '../../declared.ts';
import { readBlocks } from '../blocks.ts';
import { readTable, type TableRow } from '../table.ts';
import { type Part, part, splitList } from '../words.ts';
import { readMay } from './may.ts';

/** One row of an entity's table, for one of the things that its `may` names. */
export interface PermissionRow {
  readonly action: Action;
  readonly field: string | null;
  /** Null: in every state. */
  readonly states: readonly string[] | null;
  readonly cells: Readonly<Record<string, Cell>>;
  readonly words: Part;
}

/** The permissions that `### Permissions` states of one entity, before they are completed. */
export interface PermissionTable {
  readonly entity: DeclaredEntity;
  /** The clause of all of them: `6.Claim`. */
  readonly clause: string;
  /** The body as a whole, where it is only `none` or `not shown`. */
  readonly absence: Absence | null;
  readonly rows: readonly PermissionRow[];
  /**
   * The subjects of rows with mistakes (`read price`): the mistake is reported, so a missing cell is not reported as a
   * gap.
   */
  readonly broken: ReadonlySet<string>;
  readonly heading: Span;
}

/** Reads the tables under `### Permissions`, by entity. */
export function readPermissionTables(
  context: Context,
  item: Section,
  declared: Declared,
): ReadonlyMap<string, PermissionTable> {
  const tables = new Map<string, PermissionTable>();
  readBlocks(context, item, { tables: {}, where: 'permissions' });
  for (const section of item.sections) {
    for (const name of splitList(section.heading)) {
      const entity = declared.entities.get(name.text);
      const first = tables.get(name.text);
      if (!entity) reportUnknownEntity(context, name, declared);
      else if (first) {
        const related = [{ span: first.heading, message: 'They are stated here already.' }];
        context.report('N605', ROLES_CODES.N605, { entity: name.text }, name.span, { related });
      } else {
        context.place(`6.${entity.name}`, name.span);
        tables.set(entity.name, readEntity(context, section, name.span, entity, declared));
      }
    }
  }
  return tables;
}

function readEntity(
  context: Context,
  section: Section,
  heading: Span,
  entity: DeclaredEntity,
  declared: Declared,
): PermissionTable {
  for (const inner of section.sections) {
    context.report(
      'N017',
      TABLE_CODES.N017,
      { heading: inner.heading.text, nearest: null, known: [] },
      inner.heading.span,
    );
  }
  const blocks = readBlocks(context, section, { tables: { may: 'may' }, where: 'permissions' });
  const second = blocks.tables[1];
  if (second) context.report('N605', ROLES_CODES.N605, { entity: entity.name }, second.table.span);
  const rows: PermissionRow[] = [];
  const broken = new Set<string>();
  for (const { table } of blocks.tables.slice(0, 1)) {
    const shape = {
      columns: { may: { required: true }, 'in state': {}, others: {} },
      optionalPattern: (header: string) => declared.roles.has(header),
      offers: [...declared.roles.keys()],
      personOf: (header: string) => personOf(entity, header),
    };
    for (const row of readTable(context, table, shape))
      rows.push(...readRow(context, row, entity, declared, rows, broken));
  }
  return { entity, clause: `6.${entity.name}`, absence: blocks.marker?.value ?? null, rows, broken, heading };
}

/** The entity, if a field of this name refers to a user: mostly meant as the role of whoever it names. */
function personOf({ name, fields }: DeclaredEntity, header: string): string | null {
  const type = fields.get(header)?.type;
  return type?.kind === 'reference' && type.entity === 'User' ? name : null;
}

function readRow(
  context: Context,
  row: TableRow,
  entity: DeclaredEntity,
  declared: Declared,
  before: readonly PermissionRow[],
  broken: Set<string>,
): PermissionRow[] {
  const may = row.cells['may'];
  if (!may) return [];
  const inState = row.cells['in state'];
  const states = inState ? readStates(context, inState, entity, declared) : null;
  const unclear = states !== null && states.length === 0;
  const rows: PermissionRow[] = [];
  const again: { readonly about: string; readonly words: Part; readonly first: Part }[] = [];
  for (const { action, field, words } of readMay(context, may)) {
    const about = aboutOf(action, field?.text ?? null);
    if ((field && !checkField(context, action, field, entity, declared)) || unclear) {
      broken.add(about);
      continue;
    }
    const next: PermissionRow = { action, field: field?.text ?? null, states, cells: row.cells, words };
    const twice = [...before, ...rows].find((other) => overlaps(other, next));
    if (twice) {
      broken.add(about);
      again.push({ about, words, first: twice.words });
    } else rows.push(next);
  }
  const [first] = again;
  if (first) {
    const details = {
      rows: again.map((one) => one.about),
      entity: entity.name,
      ...(states && { inStates: true as const }),
    };
    const related = again.map((one) => ({ span: one.first.span, message: 'It is stated here already.' }));
    const span = { ...first.words.span, end: again.at(-1)?.words.span.end ?? first.words.span.end };
    context.report('N610', ROLES_CODES.N610, details, span, { related });
  }
  return rows;
}

/** The key of `broken`. */
export function aboutOf(action: Action, field: string | null): string {
  return field === null ? action : `${action} ${field}`;
}

function overlaps(left: PermissionRow, right: PermissionRow): boolean {
  if (left.action !== right.action || left.field !== right.field) return false;
  if (left.states === null || right.states === null) return true;
  return left.states.some((state) => right.states?.includes(state));
}

function checkField(
  context: Context,
  action: Action,
  field: Part,
  entity: DeclaredEntity,
  declared: Declared,
): boolean {
  const known = entity.fields.get(field.text);
  if (!known) {
    if (isOpen(context, 'entities')) return false;
    const offered = nearest(field.text, [...entity.fields.keys()]);
    context.report(
      'N608',
      ROLES_CODES.N608,
      { entity: entity.name, field: field.text, nearest: offered },
      field.span,
      replacement(field.span, offered),
    );
    return false;
  }
  if (action !== 'update') return true;
  const why = known.computed
    ? 'computed'
    : known.derived
      ? 'derived'
      : declared.workflows.get(entity.name)?.field === field.text
        ? 'state'
        : null;
  if (why !== null)
    context.report('N609', ROLES_CODES.N609, { entity: entity.name, field: field.text, why }, field.span);
  return why === null;
}

/** Null for every state: an empty cell, or `any`. Empty where nothing of it is known. */
function readStates(
  context: Context,
  cell: Cell,
  entity: DeclaredEntity,
  declared: Declared,
): readonly string[] | null {
  if (cell.absence === 'not shown') {
    context.gap(`6.${entity.name}.in_state`, { because: 'inState', name: entity.name }, cell.span);
    return [];
  }
  if (cell.absence !== null || cell.text === 'any') return null;
  const known = (declared.workflows.get(entity.name)?.states ?? []).map((state) => state.name);
  const except = /^any except\s+/.exec(cell.text);
  if (known.length === 0 && mayHaveEvents(context, declared, entity.name)) return [];
  const named = splitList(except ? part(cell, except[0].length, cell.text.length) : cell).filter((state) => {
    if (known.includes(state.text)) return true;
    const offered = nearest(state.text, known);
    context.report(
      'N611',
      ROLES_CODES.N611,
      { entity: entity.name, state: state.text, nearest: offered },
      state.span,
      replacement(state.span, offered),
    );
    return false;
  });
  const names = named.map((state) => state.text);
  return except ? known.filter((state) => !names.includes(state)) : names;
}

function reportUnknownEntity(context: Context, name: Part, declared: Declared): void {
  if (mayBeEntity(context, name.text)) return;
  const offered = nearest(name.text, [...declared.entities.keys()]);
  context.report(
    'N604',
    ROLES_CODES.N604,
    { name: name.text, nearest: offered },
    name.span,
    replacement(name.span, offered),
  );
}
