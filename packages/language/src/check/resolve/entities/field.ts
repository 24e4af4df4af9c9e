import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import { GIVEN_PAGE_CODES } from '../../../diagnostics/codes/given-pages.ts';
import { EXPRESSION_CODES } from '../../../diagnostics/codes/expressions.ts';
import { checkExpression } from '../../../expression/check.ts';
import type { Scope } from '../../../expression/scope.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Type } from '../../../expression/type.ts';
import { CANDIDATE, type Field, type FieldLimits } from '../../../model/entities.ts';
import { hasValue } from '../../../model/field-kinds.ts';
import { replaceVariable } from '../../analysis/replace.ts';
import { type ComputedPart, waysBack } from '../../declare/field-rules.ts';
import type { FieldDraft } from '../../declare/field-draft.ts';
import { BOOLEAN, recordType, userType } from '../types.ts';
import { type Part, part } from '../words.ts';
import { readBounds } from './bounds.ts';
import { checkReplacement, readErased } from './erased.ts';
import { findPage } from '../given-pages/find-page.ts';
import { checkFit, checkReversed, checkSlug, refers } from './fitting-rules.ts';
import { readPattern } from './pattern.ts';
import type { Resolving } from './resolving.ts';
import { typeWords } from './type-words.ts';

/** Resolves a field's rules (3). */
export function resolveField(entity: Resolving, field: FieldDraft): Field {
  const { context, draft } = entity;
  const { rules, type } = field;
  const clause = `3.${draft.name.text}.${field.name}`;
  context.place(clause, field.place.span);
  checkFit(entity, field, clause);
  const computed = rules.computed ? readComputed(entity, field, rules.computed, clause) : null;
  checkReversed(entity, field, clause);
  checkSlug(entity, field, clause);
  if (rules.onDelete?.text === 'clear' && field.required && type.kind !== 'many') {
    context.report('N321', ENTITIES_CODES.N321, { field: field.name }, rules.onDelete.span, { clause });
  }
  if (
    type.kind === 'money' &&
    type.currency === null &&
    !context.schema.constants.has('CURRENCY') &&
    !context.schema.constantsAreOpen
  ) {
    context.report('N305', ENTITIES_CODES.N305, { field: field.name }, field.typePlace.span, { clause });
  }
  // Its names are those of the former document: here, only its form is certain.
  if (rules.from) context.syntax(rules.from);
  checkBack(entity, field, clause);
  const builtIn = draft.name.text === 'User' && field.origin !== 'derived';
  const bounds = readBounds(entity, field, rules.bounds);
  const pattern = rules.matches && hasValue(type, 'text') ? readPattern(context, rules.matches) : null;
  const forNew = readForNew(entity, field, { ...bounds, pattern });
  const erased = readErased(entity, field, expectedType(entity, field), bounds.minimum);
  const resolved: Field = {
    clause,
    name: field.name,
    label: field.label,
    labels: field.labels,
    type,
    meaning: field.meaning,
    group: field.group,
    required: field.required,
    unique: builtIn && field.name === 'email' ? 'ignoring case' : uniqueOf(field),
    minimum: bounds.minimum,
    maximum: bounds.maximum,
    pattern,
    default: rules.default
      ? readDefault(entity, field, rules.default)
      : builtIn && field.name === 'disabled'
        ? FALSE
        : null,
    once: rules.once !== undefined,
    bySystem: rules.bySystem !== undefined || type.kind === 'number' || type.kind === 'slug',
    when: rules.when ? context.expression(rules.when, ownScope(entity, 'rule'), BOOLEAN) : null,
    among: rules.among && refers(type) ? readAmong(entity, type.entity, rules.among) : null,
    onDelete: readOnDelete(field),
    indexed: rules.indexed !== undefined,
    ...(rules.tree && { tree: true as const }),
    computed,
    derived: field.origin === 'derived',
    closed: false,
    ...(forNew && { forNew }),
    ...(erased && { erased }),
    ...readWidget(entity, field, clause),
  };
  checkReplacement(entity, field, resolved);
  return resolved;
}

/** The page of a file that shows and enters the value of a field, if it states one. */
function readWidget({ context }: Resolving, { name, rules, type }: FieldDraft, clause: string): Pick<Field, 'widget'> {
  if (rules.widget === undefined) return {};
  context.place(`${clause}.widget`, rules.widget.span);
  if (!WITH_WIDGET.has(type.kind)) {
    context.report('N586', GIVEN_PAGE_CODES.N586, { field: name, type: typeWords(type) }, rules.widget.span, {
      clause,
    });
    return {};
  }
  const found = findPage(context, rules.widget);
  if (found === null) return {};
  const { path, page, span } = found;
  for (const { line, method, entity } of page.asks)
    context.report('N587', GIVEN_PAGE_CODES.N587, { path, line, asked: `${method}('${entity}')` }, span, { clause });
  return { widget: { file: path } };
}

/** The types of fields whose value is one that a text can say. */
const WITH_WIDGET: ReadonlySet<Field['type']['kind']> = new Set<Field['type']['kind']>([
  'text',
  'long text',
  'markdown',
  'integer',
  'decimal',
  'money',
  'percent',
  'boolean',
  'date',
  'time',
  'datetime',
  'duration',
  'enum',
  'email',
  'url',
  'phone',
]);

/** The limits that `for new` and `else open` set for values that are given from now on; null if there are none. */
function readForNew(
  entity: Resolving,
  field: FieldDraft,
  stated: Pick<FieldLimits, 'minimum' | 'maximum' | 'pattern'>,
): FieldLimits | null {
  const { requiredForNew, boundsForNew, matchesForNew, elseOpen, optional } = field.rules;
  const required = (requiredForNew ?? elseOpen) !== undefined && optional === undefined;
  if (!required && boundsForNew === undefined && matchesForNew === undefined) return null;
  const bounds = readBounds(entity, field, boundsForNew);
  const pattern = matchesForNew && hasValue(field.type, 'text') ? readPattern(entity.context, matchesForNew) : null;
  return {
    required: required || field.required,
    minimum: bounds.minimum ?? stated.minimum,
    maximum: bounds.maximum ?? stated.maximum,
    pattern: pattern ?? stated.pattern,
  };
}

const UNKNOWN_NAMES: ReadonlySet<string> = new Set(['N055', 'N057', 'N058']);

/**
 * A way back computes a field of the former document from those of this one, so the former document determines its
 * type.
 */
function checkBack(entity: Resolving, field: FieldDraft, clause: string): void {
  const { context, fields } = entity;
  const { back, from, computed } = field.rules;
  if (back === undefined) return;
  if (from === undefined && computed === undefined)
    context.report('N332', ENTITIES_CODES.N332, { field: field.name, expression: back.text }, back.span, { clause });
  const all = fields.flatMap(({ rules }) => waysBack(rules));
  for (const { target, words } of waysBack(field.rules)) {
    const first = all.find((other) => other.target === target);
    if (target !== null && first?.words.span.start !== words.span.start) {
      const details = { field: field.name, target, candidates: [], reason: 'twice' } as const;
      context.report('N333', ENTITIES_CODES.N333, details, words.span, { clause });
    }
    // Its type follows from the former document: only its form and its names are certain.
    const scope: Scope = { ...ownScope(entity, 'computed'), mayBeEmpty: true };
    const { problems } = checkExpression(words.text, scope, context.schema, null);
    if (problems.some(({ id }) => UNKNOWN_NAMES.has(id))) context.expression(words, scope, null);
    else context.syntax(words);
  }
}

const FALSE: Expression = { kind: 'literal', value: false, type: BOOLEAN };

/** The fields of the record itself, written bare. */
export function ownScope({ draft }: Resolving, purpose: Scope['purpose']): Scope {
  return { variables: { this: recordType(draft.name.text) }, bare: ['this'], purpose };
}

function uniqueOf(field: FieldDraft): Field['unique'] {
  if (field.type.kind === 'number' || field.type.kind === 'slug') return 'exact';
  if (!field.rules.unique) return null;
  return field.rules.unique.text.endsWith('ignoring case') ? 'ignoring case' : 'exact';
}

function readOnDelete(field: FieldDraft): Field['onDelete'] {
  const stated = field.rules.onDelete?.text;
  if (stated === 'cascade' || stated === 'clear') return stated;
  return field.origin === 'derived' && !field.required ? 'clear' : 'restrict';
}

function readComputed(entity: Resolving, field: FieldDraft, words: ComputedPart, clause: string): Expression | null {
  const expected = expectedType(entity, field);
  const scope: Scope = { ...ownScope(entity, 'computed'), mayBeEmpty: !field.required };
  const expression = entity.context.expression(words, scope, { ...expected, nullable: true });
  if (expression && expression.type.nullable && expression.type.kind !== 'unknown' && field.required) {
    // No value can replace a missing record, so this fix is certain; for other types the writer may know a value.
    const offer = field.type.kind === 'reference' ? {} : { isOffer: true as const };
    const fix = { title: 'Say that it may be empty', ...offer, edits: [{ span: words.before, text: 'optional, ' }] };
    entity.context.report('N322', ENTITIES_CODES.N322, { field: field.name }, words.span, { clause, fix });
  }
  return expression;
}

function expectedType({ context, draft }: Resolving, field: FieldDraft): Type {
  return context.schema.entities.get(draft.name.text)?.fields.get(field.name) ?? { kind: 'unknown', nullable: true };
}

/**
 * A default reads the user, and the record's other values as they are given. A choice may be without quotes, as in
 * records.
 */
function readDefault(entity: Resolving, field: FieldDraft, words: Part): Expression | null {
  const expected: Type = { ...expectedType(entity, field), nullable: !field.required };
  if (expected.kind === 'enum' && expected.values.includes(words.text)) {
    return { kind: 'literal', value: words.text, type: { ...expected, nullable: false } };
  }
  const { variables, bare } = ownScope(entity, 'default');
  const scope: Scope = {
    variables: { ...variables, user: userType(false) },
    bare,
    purpose: 'default',
    mayBeEmpty: !field.required,
  };
  return entity.context.expression(words, scope, expected);
}

/** `among Project where open`, `among Project as p where …`: `this` is the record, bare names are the referred one's. */
function readAmong(entity: Resolving, referred: string, words: Part): Expression | null {
  const { context, draft } = entity;
  const match = /^([A-Za-z][A-Za-z0-9]*)(?:\s+as\s+([a-z][a-z0-9_]*))?\s+where\s+(?=\S)/s.exec(words.text);
  if (!match || match[1] !== referred) {
    const fits = { because: 'referring', entity: match?.[1] ?? null, written: referred } as const;
    context.report('N303', ENTITIES_CODES.N303, { rule: `among ${words.text}`, type: referred, fits }, words.span);
    return null;
  }
  const own = { this: recordType(draft.name.text), user: userType(true) };
  const name = match[2] ?? CANDIDATE;
  if (Object.hasOwn(own, name)) {
    context.report('N078', EXPRESSION_CODES.N078, { what: name }, words.span);
    return null;
  }
  const candidate = recordType(referred);
  const scope: Scope = { variables: { ...own, [name]: candidate }, bare: [name], purpose: 'where' };
  const condition = context.expression(part(words, match[0].length, words.text.length), scope, BOOLEAN);
  return condition && replaceVariable(condition, name, { kind: 'variable', name: CANDIDATE, type: candidate });
}
