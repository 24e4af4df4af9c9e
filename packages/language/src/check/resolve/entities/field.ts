import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Scope } from '../../../expression/scope.ts';
import type { Type } from '../../../expression/type.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Field, FieldType } from '../../../model/entities.ts';
import { hasValue } from '../../../model/field-kinds.ts';
import type { FieldDraft } from '../../declare/fields.ts';
import type { ComputedPart, FieldRules } from '../../declare/field-rules.ts';
import { BOOLEAN, recordType, userType } from '../types.ts';
import { type Part, part } from '../words.ts';
import { readBounds } from './bounds.ts';
import { typeWords } from './type-words.ts';
import { readPattern } from './pattern.ts';
import type { Resolving } from './resolving.ts';

/** Whether no two records may have one value (3, `unique`). */
const mayBeUnique = (type: FieldType): boolean =>
  hasValue(type, 'text', 'made text', 'number', 'date', 'time', 'datetime', 'reference') || type.kind === 'enum';

/** What `from` can't give: numbers and slugs the product makes, and of addresses nothing computed is known to be one. */
const NOT_WORKED_OUT: ReadonlySet<FieldType['kind']> = new Set([
  'number',
  'slug',
  'children',
  'all',
  'roles',
  'secret',
  'email',
  'url',
]);

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
  const builtIn = draft.name.text === 'User' && field.origin !== 'derived';
  const bounds = readBounds(entity, field);
  return {
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
    pattern: rules.matches && hasValue(type, 'text') ? readPattern(context, rules.matches) : null,
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
    computed,
    derived: field.origin === 'derived',
    closed: false,
  };
}

function refers(type: FieldType): type is Extract<FieldType, { kind: 'reference' | 'many' }> {
  return type.kind === 'reference' || type.kind === 'many';
}

/** `all E by field`: the field must be one of E that refers to this entity. */
function checkReversed({ context, declared, draft }: Resolving, { type, typePlace }: FieldDraft, clause: string): void {
  if (type.kind !== 'all') return;
  const fields = declared.entities.get(type.entity)?.fields;
  const by = fields?.get(type.by);
  const own = draft.name.text;
  if (by?.type.kind === 'open' || (by && refers(by.type) && by.type.entity === own && !by.computed)) return;
  const known = [...(fields?.values() ?? [])].filter(
    (other) => refers(other.type) && other.type.entity === own && !other.computed,
  );
  const offered = nearest(
    type.by,
    known.map(({ name }) => name),
  );
  const holes = {
    entity: type.entity,
    field: type.by,
    refersTo: own,
    computed: Boolean(by?.computed),
    nearest: offered,
  };
  context.report('N326', ENTITIES_CODES.N326, holes, typePlace.span, { clause });
}

/** `slug of title`: the field must be a stored text of the entity, that has a value wherever the slug needs one. */
function checkSlug({ context, fields }: Resolving, field: FieldDraft, clause: string): void {
  const { type, typePlace } = field;
  if (type.kind !== 'slug') return;
  const of = fields.find(({ name }) => name === type.of);
  if (of?.type.kind === 'open') return;
  const refuse = (reason: string) =>
    context.report('N306', ENTITIES_CODES.N306, { type: typePlace.text, reason }, typePlace.span, { clause });
  if (!of || !hasValue(of.type, 'text') || of.rules.computed)
    refuse(`\`${type.of}\` is no text of this entity that somebody fills in`);
  else if (field.required && (!of.required || of.rules.when))
    refuse(`\`${type.of}\` may be empty, and the slug with it: say \`optional\` here too`);
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

/** Which rules have a meaning on which types; a computed field has none but `optional` and `indexed`. */
function checkFit({ context }: Resolving, field: FieldDraft, clause: string): void {
  const { rules, type } = field;
  if (type.kind === 'open') return;
  const misfit = (rule: Part | undefined, fits: string): void => {
    if (rule)
      context.report('N303', ENTITIES_CODES.N303, { rule: rule.text, type: typeWords(type), fits }, rule.span, {
        clause,
      });
  };
  if (rules.computed) {
    const pointless = [
      'unique',
      'default',
      'once',
      'bySystem',
      'when',
      'among',
      'bounds',
      'matches',
      'onDelete',
      'from',
    ] as const satisfies (keyof FieldRules)[];
    for (const rule of pointless) {
      const stated = rules[rule];
      if (stated)
        context.report('N319', ENTITIES_CODES.N319, { field: field.name, rule: stated.text }, stated.span, { clause });
    }
    if (type.kind === 'state' || hasValue(type, 'made text', 'records', 'file', 'roles'))
      misfit(rules.computed, 'values that are worked out from others');
    return;
  }
  if (type.kind === 'slug') {
    misfit(rules.unique, 'fields that are not unique anyway');
    misfit(rules.default, 'fields that somebody fills in');
    misfit(rules.bySystem, 'fields that somebody could fill in');
    misfit(rules.when, 'fields that somebody fills in');
  }
  if (type.kind === 'state' || type.kind === 'number') {
    misfit(rules.optional, 'fields that somebody fills in');
    misfit(rules.default, 'fields that somebody fills in');
  }
  if (type.kind === 'children' || type.kind === 'many') misfit(rules.default, 'single values');
  if (type.kind === 'all') {
    for (const rule of Object.values(rules)) misfit(rule, 'fields that somebody fills in');
    return;
  }
  if (NOT_WORKED_OUT.has(type.kind)) misfit(rules.from, 'values that can be worked out from others');
  if (!hasValue(type, 'text')) misfit(rules.matches, 'texts');
  if (!refers(type)) {
    misfit(rules.among, 'references');
    misfit(rules.onDelete, 'references');
  }
  if (type.kind === 'many' && rules.onDelete?.text === 'cascade') misfit(rules.onDelete, 'single references');
  if (!mayBeUnique(type)) misfit(rules.unique, 'texts, numbers, dates, choices and references');
  else if (rules.unique?.text.endsWith('ignoring case') && !hasValue(type, 'text')) misfit(rules.unique, 'texts');
}

function readComputed(entity: Resolving, field: FieldDraft, words: ComputedPart, clause: string): Expression | null {
  const expected = expectedType(entity, field);
  const scope: Scope = { ...ownScope(entity, 'computed'), mayBeEmpty: !field.required };
  const expression = entity.context.expression(words, scope, { ...expected, nullable: true });
  if (expression && expression.type.nullable && expression.type.kind !== 'unknown' && field.required) {
    // There is no value to give in the place of a record that is not there; of the others the writer may know one.
    const offer = field.type.kind === 'reference' ? {} : { isOffer: true as const };
    const fix = { title: 'Say that it may be empty', ...offer, edits: [{ span: words.before, text: 'optional, ' }] };
    entity.context.report('N322', ENTITIES_CODES.N322, { field: field.name }, words.span, { clause, fix });
  }
  return expression;
}

function expectedType({ context, draft }: Resolving, field: FieldDraft): Type {
  return context.schema.entities.get(draft.name.text)?.fields.get(field.name) ?? { kind: 'unknown', nullable: true };
}

/** A default sees the user alone. A choice may stand without quotes, as it does in records. */
function readDefault(entity: Resolving, field: FieldDraft, words: Part): Expression | null {
  const expected: Type = { ...expectedType(entity, field), nullable: !field.required };
  if (expected.kind === 'enum' && expected.values.includes(words.text)) {
    return { kind: 'literal', value: words.text, type: { ...expected, nullable: false } };
  }
  const variables = { user: userType(false) };
  const scope: Scope = { variables, bare: [], purpose: 'default', mayBeEmpty: !field.required };
  return entity.context.expression(words, scope, expected);
}

/** `among Project where open`: `this` is the record, bare names are the referred one's. */
function readAmong(entity: Resolving, referred: string, words: Part): Expression | null {
  const { context, draft } = entity;
  const match = /^([A-Za-z][A-Za-z0-9]*)(\s+where\s+)(?=\S)/s.exec(words.text);
  if (!match || match[1] !== referred) {
    const fits = `references to ${match?.[1] ?? 'its entity'}, written \`among ${referred} where …\``;
    context.report('N303', ENTITIES_CODES.N303, { rule: `among ${words.text}`, type: referred, fits }, words.span);
    return null;
  }
  const condition = part(words, match[0].length, words.text.length);
  const variables = { this: recordType(draft.name.text), candidate: recordType(referred), user: userType(true) };
  return context.expression(condition, { variables, bare: ['candidate'], purpose: 'where' }, BOOLEAN);
}
