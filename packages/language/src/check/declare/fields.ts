import { ENTITIES_CODES } from '../../diagnostics/codes/entities.ts';
import type { Choice, FieldType } from '../../model/entities.ts';
import type { Context } from '../context.ts';
import { readFormer } from '../resolve/former.ts';
import { builtInLabel, checkName, labelOf, labelsOf, readNamed, reportTwice } from '../resolve/names.ts';
import { isOpen } from '../resolve/open.ts';
import type { Cell } from '../../syntax/tree.ts';
import { type Part, part } from '../resolve/words.ts';
import type { AddedField } from './comments.ts';
import type { EntityDraft } from './entities.ts';
import type { FieldDraft } from './field-draft.ts';
import { type FieldRules, readFieldRules, reportMisplacedRules, withRule } from './field-rules.ts';
import { readType } from './field-type.ts';
import { standsAlone } from './stands-alone.ts';
import { listsOfTree } from './tree.ts';
import { meantType, type TypeWithRule, typeWithRule } from './types-of-others.ts';
import { PASSWORD, USER_FIELDS, withoutRefusedRules } from './user-fields.ts';

/** The states of a field; `elsewhere` where point 4 names another field as the entity's state. */
export type FieldStates = readonly Choice[] | null | 'elsewhere' | 'open';

const DERIVED: readonly { name: string; type: FieldType; required: boolean }[] = [
  { name: 'id', type: { kind: 'id' }, required: true },
  { name: 'created_at', type: { kind: 'datetime' }, required: true },
  { name: 'created_by', type: { kind: 'reference', entity: 'User' }, required: false },
  { name: 'updated_at', type: { kind: 'datetime' }, required: true },
  { name: 'updated_by', type: { kind: 'reference', entity: 'User' }, required: false },
];

/** The rest of the document, as far as an entity's fields depend on it. */
interface FieldContext {
  readonly entities: ReadonlySet<string>;
  /** A tag such as `nl`. */
  readonly language: string;
  /** The fields that the entity has by comments. */
  readonly added: readonly AddedField[];
}

/**
 * Reads an entity's fields. The language's own fields get their labels in `language`, a tag such as `nl`; `statesOf`
 * gives the states that point 4 states for a field.
 */
export function draftFields(
  context: Context,
  entity: EntityDraft,
  { entities, language, added: ofComments }: FieldContext,
  statesOf: (field: string) => FieldStates,
): FieldDraft[] {
  const added = (
    field: (typeof DERIVED)[number],
    origin: 'built in' | 'derived',
    place = entity.name,
    rules: FieldRules = {},
  ): FieldDraft => ({
    name: field.name,
    type: field.type,
    required: field.required,
    place,
    typePlace: place,
    rules,
    meaning: '',
    group: null,
    label: builtInLabel(field.name, language),
    labels: {},
    origin,
  });
  const isUser = entity.name.text === 'User';
  const builtIn = [
    ...(isUser ? USER_FIELDS.map((field) => added(field, 'built in')) : []),
    ...ofComments.map((field) => added(field, 'built in', field.place, field.rules)),
  ];
  const fields = new Map(builtIn.map((field) => [field.name, field]));
  let stateField: FieldDraft | null = null;
  for (const row of entity.rows) {
    const cell = row.cells['field'];
    const named = cell && cell.text !== '' ? readNamed(context, cell) : null;
    if (!named) {
      if (cell?.text === '')
        context.report('N314', ENTITIES_CODES.N314, { entity: entity.name.text, field: '', nearest: null }, row.span);
      continue;
    }
    checkName(context, 'field', named.name);
    const name = named.name.text;
    const clause = `3.${entity.name.text}.${name}`;
    if (DERIVED.some((derived) => derived.name === name) || name === 'version') {
      // Removing the row loses nothing: the values exist, and expressions can still read them.
      const line = { ...row.span, end: row.span.end + 1 };
      const fix = name !== 'version' && { fix: { title: 'Leave out this row', edits: [{ span: line, text: '' }] } };
      context.report('N309', ENTITIES_CODES.N309, { field: name }, named.name.span, { clause, ...fix });
      // The field is kept under another name.
      if (name !== 'version') continue;
    }
    const before = fields.get(name);
    if (before?.origin === 'stated') {
      reportTwice(context, 'field', named.name, before.place);
      continue;
    }
    context.place(clause, row.span);
    const typeCell = row.cells['type'];
    const isWithRule = typeCell?.absence === null ? typeWithRule(typeCell.text) : null;
    let type: FieldType = { kind: 'open' };
    if (!typeCell || typeCell.absence !== null) {
      if (before) type = before.type;
      else context.gap(clause, { because: 'field', name }, typeCell?.span ?? row.span);
    } else if (before?.type.kind === 'roles' && typeCell.text === 'roles') {
      type = before.type;
    } else if (isWithRule) {
      type = readWithRule(context, typeCell, isWithRule, row.cells['rules'], entities);
    } else {
      type = readType(context, typeCell, entities, { entity: entity.name.text, field: name });
    }
    const builtInType = before?.type ?? (isUser && name === PASSWORD ? ({ kind: 'secret' } as const) : null);
    if (builtInType && !isSameType(type, builtInType)) {
      if (type.kind !== 'open') {
        context.report(
          'N307',
          ENTITIES_CODES.N307,
          { field: name, entity: entity.name.text, type: writtenType(builtInType) },
          typeCell?.span ?? row.span,
          { clause },
        );
      }
      type = builtInType;
    }
    if (type.kind === 'state') type = stateType(context, entity, stateField, named.name, type, statesOf);
    const rulesAreOpen = row.cells['rules']?.absence === 'not shown';
    const stated = readFieldRules(context, row.cells['rules'], type);
    const rules = isUser ? withoutRefusedRules(context, name, stated, clause) : stated;
    reportMisplacedRules(context, name, row);
    if (rulesAreOpen) {
      context.gap(`${clause}.rules`, { because: 'fieldRules', name }, row.cells['rules']?.span ?? row.span);
    }
    readFormer(context, { kind: 'field', entity: entity.name.text, name }, rules.was);
    // The field has this by itself; the row repeats it.
    if (isUser && name === PASSWORD) continue;
    const label = row.cells['label'];
    const group = row.cells['group'];
    const field: FieldDraft = {
      name,
      place: named.name,
      typePlace: typeCell ?? named.name,
      type,
      rules,
      meaning: plain(row.cells['meaning']?.text, row.cells['meaning']?.absence),
      group: group && group.absence === null ? group.text : null,
      required:
        before?.type.kind === 'roles' || rulesAreOpen || isWithRule?.rule === 'optional'
          ? false
          : !(rules.optional ?? rules.requiredForNew ?? rules.elseOpen),
      label: label && label.absence === null ? label.text : labelled(named, before),
      labels: labelsOf(row),
      origin: 'stated',
    };
    fields.set(name, field);
    if (type.kind === 'state') stateField ??= field;
  }
  const derived = [...DERIVED, ...listsOfTree(context, entity.name.text, [...fields.values()])];
  return [...fields.values(), ...derived.map((field) => added(field, 'derived'))];
}

/** A type cell that includes a rule, as in `date?`: the fix writes both in their places. */
function readWithRule(
  context: Context,
  cell: Cell,
  { type, rule }: TypeWithRule,
  rules: Cell | undefined,
  entities: ReadonlySet<string>,
): FieldType {
  const meant = meantType(type, entities, (entity) => standsAlone(context.tree, entity)) ?? type;
  const edits = rules && withRule(rules, rule);
  const fix = edits && {
    title: `Write “${meant}”, with the rule “${rule}”`,
    edits: [{ span: cell.span, text: meant }, ...edits],
  };
  const at = cell.text.indexOf(type);
  const read =
    meant === type ? readType(context, part(cell, at, at + type.length), entities) : ({ kind: 'open' } as const);
  // A type that can't be read without the rule is reported instead.
  if (meant === type && read.kind === 'open') return read;
  context.report('N301', ENTITIES_CODES.N301, { type: cell.text, nearest: meant, rule }, cell.span, fix ? { fix } : {});
  return read;
}

/** A field that is built in keeps its label where it is stated again without one. */
function labelled({ name, label }: { readonly name: Part; readonly label: string }, before?: FieldDraft): string {
  return before !== undefined && label === labelOf(name.text) ? before.label : label;
}

/** Whether a stated type is that of the language's own field; lists and references are of one entity, by one field. */
function isSameType(stated: FieldType, own: FieldType): boolean {
  if (stated.kind !== own.kind) return false;
  return !('entity' in own) || writtenType(stated) === writtenType(own);
}

/** A type of the language's own fields, as a document writes it. */
function writtenType(type: FieldType): string {
  if (type.kind === 'reference') return type.entity;
  if (type.kind === 'many') return `many ${type.entity}`;
  return type.kind === 'all' ? `all ${type.entity} by ${type.by}` : type.kind;
}

function plain(text: string | undefined, absence: unknown): string {
  return text !== undefined && absence === null ? text : '';
}

function stateType(
  context: Context,
  entity: EntityDraft,
  first: FieldDraft | null,
  stateField: Part,
  type: FieldType,
  statesOf: (field: string) => FieldStates,
): FieldType {
  if (first !== null) {
    context.report('N311', ENTITIES_CODES.N311, { entity: entity.name.text }, stateField.span);
    return { kind: 'open' };
  }
  const values = statesOf(stateField.text);
  if (values === 'elsewhere') return type; // N403 reports it at the workflow.
  if (values === 'open' || (values === null && isOpen(context, 'states'))) return { kind: 'open' };
  if (values) return { kind: 'state', values: values.map(({ name, label, labels }) => ({ name, label, labels })) };
  context.report('N312', ENTITIES_CODES.N312, { entity: entity.name.text, field: stateField.text }, stateField.span);
  return type;
}
