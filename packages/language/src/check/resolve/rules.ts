import { RULES_CODES } from '../../diagnostics/codes/rules.ts';
import { TABLE_CODES } from '../../diagnostics/codes/tables.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import type { Expression } from '../../expression/tree.ts';
import type { Entity } from '../../model/entities.ts';
import type { Rule } from '../../model/rules.ts';
import type { Workflow } from '../../model/states.ts';
import type { Cell, Section } from '../../syntax/tree.ts';
import { isThere } from '../analysis/build.ts';
import type { Context } from '../context.ts';
import type { Declared } from '../declared.ts';
import { readBlocks } from './blocks.ts';
import { isExamples } from './examples/heading.ts';
import { replacement } from './replacement.ts';
import { reportTwice } from './names.ts';
import { factsOf } from './calls/facts.ts';
import { momentsOf, type On, readOn } from './rules/on.ts';
import { headerWords, readTable, type TableRow } from './table.ts';
import { BOOLEAN, recordType, userType } from './types.ts';
import { fieldsOf } from './walk.ts';
import { type Part, part } from './words.ts';

const RULE_NAME = /^[A-Za-z][A-Za-z0-9_]*$/;

/** The names of point 5's rules; `resolveRules` reports the mistakes. */
export function declareRules(section: Section | undefined): ReadonlySet<string> {
  const names = new Set<string>();
  for (const block of section?.blocks ?? []) {
    if (block.kind !== 'table') continue;
    const column = block.headers.findIndex((header) => headerWords(header) === 'rule');
    for (const row of block.rows) {
      const name = row.cells[column]?.text ?? '';
      if (RULE_NAME.test(name)) names.add(name);
    }
  }
  return names;
}

/** Reads point 5. The clause of a rule is `5.V1`. */
export function resolveRules(
  context: Context,
  section: Section | undefined,
  declared: Declared,
  entities: readonly Entity[],
  workflows: readonly Workflow[],
): readonly Rule[] {
  if (!section) return [];
  for (const { heading } of section.sections.filter((item) => !isExamples(item))) {
    const details = { heading: heading.text, nearest: nearest(heading.text, ['Examples']), known: ['Examples'] };
    context.report('N017', TABLE_CODES.N017, details, heading.span);
  }
  const rules: Rule[] = [];
  const names = new Map<string, Part>();
  for (const { table } of readBlocks(context, section, { tables: { rules: 'rule' }, where: 'point 5' }).tables) {
    const rows = readTable(context, table, {
      columns: { rule: { required: true }, on: { required: true }, 'must hold': { required: true }, error: {} },
    });
    for (const row of rows) {
      const name = readName(context, row, names);
      if (name === null) continue;
      const rule = readRule(context, row, name, declared, entities, workflows);
      if (rule) rules.push(rule);
    }
  }
  return rules;
}

function readName(context: Context, row: TableRow, names: Map<string, Part>): string | null {
  const cell = row.cells['rule'];
  if (!cell) return null;
  if (cell.absence !== null || !RULE_NAME.test(cell.text)) {
    const meant = cell.text.replaceAll(/[^A-Za-z0-9_]+/g, '_').replaceAll(/^_+|_+$/g, '');
    const extra = replacement(cell.span, RULE_NAME.test(meant) ? meant : null);
    context.report('N506', RULES_CODES.N506, { name: cell.text }, cell.span, extra);
    return null;
  }
  const name = part(cell, 0, cell.text.length);
  const first = names.get(name.text);
  if (first) {
    reportTwice(context, 'rule', name, first);
    return null;
  }
  names.set(name.text, name);
  return name.text;
}

function readRule(
  context: Context,
  row: TableRow,
  name: string,
  declared: Declared,
  entities: readonly Entity[],
  workflows: readonly Workflow[],
): Rule | null {
  const clause = `5.${name}`;
  context.place(clause, row.span);
  const cell = row.cells['on'];
  if (!cell) return null;
  if (cell.absence === 'not shown') {
    context.gap(clause, { because: 'ruleOn', name }, cell.span);
    return null;
  }
  context.place(`${clause}.on`, cell.span);
  const on = readOn(context, cell, declared);
  if (on === null) return null;
  // Fields that every event of the rule asks for or sets have a value when the rule is judged.
  const causes = on.named.map((event) => ({ entity: on.entity, event, condition: null, schedule: null }));
  const given = on.bare ? [] : [...factsOf(context, causes, workflows), ...recordBefore(on, workflows)];
  const condition = readCondition(context, row, name, clause, on.entity, given);
  const fields = condition === null ? [] : fieldsOf(condition, 'this');
  return {
    clause,
    name,
    entity: on.entity,
    on: momentsOf(on, withComputed(fields, on.entity, entities), workflows),
    condition,
    error: readError(context, row.cells['error'], name, clause),
    // A field that the product itself keeps (`id`, `created_at`) is none in which somebody could correct it.
    fields: fields.filter((field) => declared.entities.get(on.entity)?.fields.get(field)?.derived === false),
  };
}

/** The fact that a record exists before the change, if none of the rule's causes creates one. */
function recordBefore(
  { entity, named }: Pick<On, 'entity' | 'named'>,
  workflows: readonly Workflow[],
): readonly Expression[] {
  const events = workflows.find((workflow) => workflow.entity === entity)?.events ?? [];
  const creates = (name: string): boolean =>
    name === 'create' ||
    events.some((event) => event.name === name && event.transitions.some(({ from }) => from === 'new'));
  return named.some(creates) ? [] : [isThere({ kind: 'variable', name: 'old', type: recordType(entity, true) })];
}

/** A computed field changes with the fields that it is computed from. */
function withComputed(fields: readonly string[], entity: string, entities: readonly Entity[]): readonly string[] {
  const known = entities.find((other) => other.name === entity)?.fields ?? [];
  const all = new Set(fields);
  for (const name of all) {
    const computed = known.find((field) => field.name === name)?.computed;
    if (computed) for (const read of fieldsOf(computed, 'this')) all.add(read);
  }
  return [...all];
}

function readCondition(
  context: Context,
  row: TableRow,
  name: string,
  clause: string,
  entity: string,
  given: readonly Expression[],
): Rule['condition'] {
  const cell = row.cells['must hold'];
  if (!cell) return null;
  if (cell.absence === 'none') {
    context.report('N505', RULES_CODES.N505, { rule: name }, cell.span, { clause });
    return null;
  }
  if (cell.absence !== null) {
    context.gap(clause, { because: 'rule', name }, cell.span);
    return null;
  }
  context.place(`${clause}.must_hold`, cell.span);
  const variables = { this: recordType(entity), old: recordType(entity, true), user: userType(true) };
  return context.expression(cell, { variables, bare: ['this'], purpose: 'rule', given }, BOOLEAN);
}

function readError(context: Context, cell: Cell | undefined, name: string, clause: string): string | null {
  if (cell === undefined || cell.absence === 'none' || cell.absence === 'empty') return null;
  if (cell.absence === 'not shown') {
    context.gap(`${clause}.error`, { because: 'ruleError', name }, cell.span);
    return null;
  }
  context.place(`${clause}.error`, cell.span);
  return cell.text;
}
