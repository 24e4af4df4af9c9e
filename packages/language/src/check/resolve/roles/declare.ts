import { nearest } from '../../../diagnostics/nearest.ts';
import { meantHolders } from '../../../vocabulary/words-of-others.ts';
import { headerWords } from '../table.ts';
import type { Cell, Section, Table } from '../../../syntax/tree.ts';
import type { DeclaredRole } from '../../declared.ts';
import { splitList } from '../words.ts';

/** The well-formed roles of point 6 by name; `resolveRoles` reports the mistakes. */
export function declareRoles(section: Section | undefined): ReadonlyMap<string, DeclaredRole> {
  const roles = new Map<string, DeclaredRole>();
  for (const table of rolesSection(section)?.blocks.filter((block) => block.kind === 'table') ?? []) {
    for (const row of table.rows) {
      const cell = cellOf(table, row.cells, 'role');
      const name = /^[a-z][a-z0-9_]*/.exec(cell?.text ?? '')?.[0];
      if (name === undefined || cell?.absence !== null) continue;
      const of = entitiesOf(cellOf(table, row.cells, 'of'));
      const before = roles.get(name);
      const to = cellOf(table, row.cells, 'is given to');
      const given =
        before?.given ?? givenWords(to) ?? (givenSlip(to) !== null ? 'open' : of.length > 0 ? 'relationship' : 'user');
      roles.set(name, { name, given, of: [...(before?.of ?? []), ...of] });
    }
  }
  // If the table of roles is not shown, the columns of permissions give the names of roles.
  if (roles.size === 0 && rolesAreOpen(section)) {
    for (const name of permissionColumns(section)) roles.set(name, { name, given: 'open', of: [] });
  }
  return roles;
}

const OTHER_COLUMNS: ReadonlySet<string> = new Set(['may', 'in state', 'others', 'note', 'meaning']);

function permissionColumns(section: Section | undefined): string[] {
  const tables = (section?.sections ?? []).flatMap((item) => item.sections.flatMap((table) => table.blocks));
  const headers = tables.flatMap((block) => (block.kind === 'table' ? block.headers.map(headerWords) : []));
  return headers.filter((words) => /^[a-z][a-z0-9_]*$/.test(words) && !OTHER_COLUMNS.has(words));
}

/** The item `### Roles`. */
export function rolesSection(section: Section | undefined): Section | undefined {
  return section?.sections.find((item) => item.heading.text.trim().toLowerCase() === 'roles');
}

/** The kinds of roles that are stated in words; null if the cell holds an expression. */
export function givenWords(cell: Cell | undefined): 'anyone' | 'signed in' | 'assigned' | 'open' | null {
  if (cell === undefined || cell.absence === 'not shown') return 'open';
  const words = cell.text.replace(/\s+/g, ' ').toLowerCase();
  return words === 'anyone' || words === 'signed in' || words === 'assigned' ? words : null;
}

/** The words that a cell is surely a slip of: who holds the role is not known then. Null if it is none. */
export function givenSlip(cell: Cell | undefined): string | null {
  if (cell === undefined || cell.absence !== null || cell.quoted || givenWords(cell) !== null) return null;
  return meantHolders(cell.text) ?? nearest(cell.text.toLowerCase(), ['anyone', 'signed in', 'assigned']);
}

export function entitiesOf(cell: Cell | undefined): string[] {
  if (cell === undefined || cell.absence !== null) return [];
  return splitList(cell).map((name) => name.text);
}

function cellOf(table: Table, cells: readonly Cell[], header: string): Cell | undefined {
  const index = table.headers.findIndex((cell) => headerWords(cell) === header);
  return index < 0 ? undefined : cells[index];
}

/** Whether the document leaves open which roles exist: then a name may be a role. */
export function rolesAreOpen(section: Section | undefined): boolean {
  const item = rolesSection(section);
  if (!section || !item) return !section?.blocks.some((block) => block.kind === 'marker' && block.value === 'none');
  const marker = item.blocks.find((block) => block.kind === 'marker');
  // A table that could not be read is a separate mistake: any name may have been in it.
  if (marker === undefined) return item.blocks.length > 0 && !item.blocks.some((block) => block.kind === 'table');
  return marker.value === 'not shown';
}
