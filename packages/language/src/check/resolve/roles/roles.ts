import { ROLES_CODES } from '../../../diagnostics/codes/roles.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import { notShownIn } from '../../../expression/not-shown.ts';
import type { Expression } from '../../../expression/tree.ts';
import { children } from '../../../expression/walk.ts';
import type { Given, Role } from '../../../model/roles.ts';
import type { Cell, Section } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import type { Declared } from '../../declared.ts';
import { readBlocks } from '../blocks.ts';
import { readFormer } from '../former.ts';
import { checkName, labelOf, labelsOf, readNamed, reportTwice } from '../names.ts';
import { mayBeEntity } from '../open.ts';
import { replacement } from '../replacement.ts';
import { isTranslation, readTable, type TableRow } from '../table.ts';
import { BOOLEAN, recordType, userType } from '../types.ts';
import { type Part, splitList } from '../words.ts';
import { givenSlip, givenWords, rolesSection } from './declare.ts';

/** Reads the table of `### Roles` (6). The clause of a role is `6.owner`. */
export function resolveRoles(context: Context, section: Section | undefined, declared: Declared): readonly Role[] {
  const item = rolesSection(section);
  if (!item) {
    // Without a table, the names that the permissions use are roles, and their assignment is a gap.
    if (section === undefined || declared.roles.size === 0) return [];
    context.place('6.roles', section.heading.span);
    context.gap('6.roles', 'roleTable', section.heading.span);
    return [...declared.roles.keys()].map(openRole);
  }
  context.place('6.roles', item.heading.span);
  const blocks = readBlocks(context, item, { tables: { roles: 'role' }, where: 'roles' });
  if (blocks.marker?.value === 'not shown') {
    context.gap('6.roles', 'roleTable', blocks.marker.span);
  }
  const roles = new Map<string, Role>();
  const names = new Map<string, Part>();
  for (const { table } of blocks.tables) {
    const rows = readTable(context, table, {
      columns: {
        role: { required: true },
        'is given to': { required: true },
        of: {},
        'second factor': {},
        was: {},
        meaning: {},
      },
      optionalPattern: (header) => isTranslation(header.toLowerCase(), 'label'),
    });
    for (const row of rows) readRole(context, row, declared, roles, names);
  }
  if (blocks.marker?.value === 'not shown') return [...declared.roles.keys()].map(openRole);
  return [...roles.values()];
}

/** A role of which only the name is known. */
function openRole(name: string): Role {
  return { name, clause: '6.roles', label: labelOf(name), labels: {}, meaning: '', given: { kind: 'open' } };
}

function readRole(
  context: Context,
  row: TableRow,
  declared: Declared,
  roles: Map<string, Role>,
  names: Map<string, Part>,
): void {
  const cell = row.cells['role'];
  const given = row.cells['is given to'];
  if (!cell || !given) return;
  const named = readNamed(context, cell);
  if (!named || !checkName(context, 'role', named.name)) return;
  const name = named.name.text;
  const clause = `6.${name}`;
  context.place(clause, row.span);
  readFormer(context, { kind: 'role', name }, row.cells['was']);
  const read = readGiven(context, name, given, row, declared);
  const before = roles.get(name);
  if (before) {
    const merged = mergeGiven(before.given, read);
    if (merged === null) {
      reportTwiceGiven(context, named.name, names.get(name));
      return;
    }
    const meaning = before.meaning || (row.cells['meaning']?.text ?? '');
    roles.set(name, { ...before, given: merged, meaning });
    return;
  }
  names.set(name, named.name);
  roles.set(name, {
    name,
    clause,
    label: named.label,
    labels: labelsOf(row),
    meaning: row.cells['meaning']?.absence ? '' : (row.cells['meaning']?.text ?? ''),
    given: read,
    ...(asksSecondFactor(context, name, read, row.cells['second factor']) && { secondFactor: true }),
  });
}

/** Whether a role's holders need a second factor: what is known of somebody who signs in are their own roles. */
function asksSecondFactor(context: Context, role: string, given: Given, cell: Cell | undefined): boolean {
  if (cell === undefined || cell.absence !== null) return false;
  const clause = `6.${role}`;
  if (cell.text.trim() !== 'required') {
    context.report('N618', ROLES_CODES.N618, { role, why: 'words', text: cell.text }, cell.span, { clause });
    return false;
  }
  if (given.kind === 'assigned' || given.kind === 'signed in' || given.kind === 'open') return true;
  context.report('N618', ROLES_CODES.N618, { role, why: 'given', text: cell.text }, cell.span, { clause });
  return false;
}

function reportTwiceGiven(context: Context, name: Part, first: Part | undefined): void {
  const related = first && [{ span: first.span, message: 'It is stated here already.' }];
  context.report('N602', ROLES_CODES.N602, { role: name.text }, name.span, { ...(related && { related }) });
}

/** Several rows of one role are one relationship with several entities; null if they contradict each other. */
function mergeGiven(before: Given, next: Given): Given | null {
  if (before.kind !== 'relationship' || next.kind !== 'relationship') return null;
  const twice = Object.keys(next.of).some((entity) => entity in before.of);
  return twice ? null : { kind: 'relationship', of: { ...before.of, ...next.of } };
}

function readGiven(context: Context, role: string, cell: Cell, row: TableRow, declared: Declared): Given {
  const of = row.cells['of'];
  const entities = of && of.absence === null ? readEntities(context, of, declared) : [];
  if (of?.absence === 'not shown') {
    context.gap(`6.${role}`, { because: 'roleOf', name: role }, of.span);
    return { kind: 'open' };
  }
  const words = givenWords(cell);
  if (words === 'open') {
    context.gap(`6.${role}`, { because: 'role', name: role }, cell.span);
    return { kind: 'open' };
  }
  if (words !== null) {
    if (of && of.absence === null) context.report('N601', ROLES_CODES.N601, { role, given: cell.text }, of.span);
    return { kind: words };
  }
  if (cell.absence !== null) {
    // An empty cell is `none` here, so nobody holds the role.
    return { kind: 'user', condition: { kind: 'literal', value: false, type: BOOLEAN } };
  }
  const slip = givenSlip(cell);
  if (slip !== null) {
    const details = { role, meant: slip };
    context.report('N616', ROLES_CODES.N616, details, cell.span, replacement(cell.span, slip));
    return { kind: 'open' };
  }
  if (of && of.absence === null) return readRelationship(context, role, cell, entities);
  const condition = context.expression(
    cell,
    { variables: { user: userType(false) }, bare: [], purpose: 'permission', mayBeOfRecords: true },
    BOOLEAN,
  );
  if (condition === null) return { kind: 'open' };
  checkDepth(context, role, condition, cell);
  // A role that is not shown has a gap of its own.
  return notShownIn(condition) === null ? { kind: 'user', condition } : { kind: 'open' };
}

function readRelationship(context: Context, role: string, cell: Cell, entities: readonly string[]): Given {
  const of: Record<string, Expression> = {};
  for (const entity of entities) {
    const condition = context.expression(
      cell,
      { variables: { this: recordType(entity), user: userType(false) }, bare: ['this'], purpose: 'permission' },
      BOOLEAN,
    );
    if (condition === null) continue;
    checkDepth(context, role, condition, cell);
    context.place(`6.${role}.${entity}`, cell.span);
    of[entity] = condition;
  }
  return Object.keys(of).length > 0 ? { kind: 'relationship', of } : { kind: 'open' };
}

function readEntities(context: Context, cell: Cell, declared: Declared): string[] {
  const known = [...declared.entities.keys()];
  const entities: string[] = [];
  for (const name of splitList(cell)) {
    if (!declared.entities.has(name.text)) {
      if (mayBeEntity(context, name.text)) continue;
      const offered = nearest(name.text, known);
      context.report(
        'N604',
        ROLES_CODES.N604,
        { name: name.text, nearest: offered },
        name.span,
        replacement(name.span, offered),
      );
    } else if (entities.includes(name.text)) reportTwice(context, 'entity', name);
    else entities.push(name.text);
  }
  return entities;
}

/** A relationship is looked up for every record, so it follows at most three references (6). */
function checkDepth(context: Context, role: string, condition: Expression, cell: Cell): void {
  const depth = deepest(condition);
  if (depth > 3) context.report('N603', ROLES_CODES.N603, { role, depth }, cell.span);
}

function deepest(expression: Expression): number {
  if (expression.kind === 'field') {
    return (expression.type.kind === 'record' ? 1 : 0) + deepest(expression.of);
  }
  return Math.max(0, ...children(expression).map(deepest));
}
