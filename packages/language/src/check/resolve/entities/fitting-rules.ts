import type { DetailsOf } from '../../../diagnostics/catalogue.ts';
import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { FieldType } from '../../../model/entities.ts';
import { hasValue, takesForNew, takesFrom } from '../../../model/field-kinds.ts';
import type { FieldRules } from '../../declare/field-rules.ts';
import type { FieldDraft } from '../../declare/field-draft.ts';
import type { Part } from '../words.ts';
import type { Resolving } from './resolving.ts';
import { typeWords } from './type-words.ts';

/** Whether a field of this type can be `unique` (3). */
const mayBeUnique = (type: FieldType): boolean =>
  hasValue(type, 'text', 'made text', 'number', 'date', 'time', 'datetime', 'reference') || type.kind === 'enum';

const FOR_NEW = ['requiredForNew', 'boundsForNew', 'matchesForNew'] as const;

/** The rules that are possible for a type; a computed field can only be `optional` and `indexed`. */
export function checkFit({ context, draft }: Resolving, field: FieldDraft, clause: string): void {
  const { rules, type } = field;
  if (type.kind === 'open') return;
  const misfit = (rule: Part | undefined, fits: DetailsOf<'N303'>['fits']): void => {
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
      'tree',
      'bounds',
      'matches',
      'onDelete',
      'from',
      'back',
      ...FOR_NEW,
    ] as const satisfies (keyof FieldRules)[];
    for (const rule of pointless) {
      const stated = rules[rule];
      if (stated)
        context.report('N319', ENTITIES_CODES.N319, { field: field.name, rule: stated.text }, stated.span, { clause });
    }
    if (type.kind === 'state' || hasValue(type, 'made text', 'records', 'file', 'roles'))
      misfit(rules.computed, 'workedOut');
    return;
  }
  if (type.kind === 'slug') {
    misfit(rules.unique, 'notUnique');
    misfit(rules.default, 'entered');
    misfit(rules.bySystem, 'enterable');
    misfit(rules.when, 'entered');
  }
  if (type.kind === 'state' || type.kind === 'number') {
    misfit(rules.optional, 'entered');
    misfit(rules.default, 'entered');
  }
  if (type.kind === 'children' || type.kind === 'many') misfit(rules.default, 'single');
  if (type.kind === 'all') {
    for (const rule of Object.values(rules)) misfit(rule, 'entered');
    return;
  }
  if (!takesForNew(type)) for (const rule of FOR_NEW) misfit(rules[rule], 'given');
  misfit(rules.optional && rules.requiredForNew, 'required');
  if (!hasValue(type, 'text')) misfit(rules.matchesForNew, 'texts');
  if (type.kind === 'state' || hasValue(type, 'records')) misfit(rules.elseOpen, 'emptiable');
  if (!takesFrom(type)) misfit(rules.from, 'workable');
  if (!hasValue(type, 'text')) misfit(rules.matches, 'texts');
  if (type.kind !== 'reference' || type.entity !== draft.name.text) misfit(rules.tree, 'ownReferences');
  if (!refers(type)) {
    misfit(rules.among, 'references');
    misfit(rules.onDelete, 'references');
  }
  if (type.kind === 'many' && rules.onDelete?.text === 'cascade') misfit(rules.onDelete, 'singleReferences');
  if (!mayBeUnique(type)) misfit(rules.unique, 'uniques');
  else if (rules.unique?.text.endsWith('ignoring case') && !hasValue(type, 'text')) misfit(rules.unique, 'texts');
}

/** `all E by field`: the field must be one of E that refers to this entity. */
export function checkReversed(
  { context, declared, draft }: Resolving,
  { type, typePlace }: FieldDraft,
  clause: string,
): void {
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
  const details = {
    entity: type.entity,
    field: type.by,
    refersTo: own,
    computed: Boolean(by?.computed),
    nearest: offered,
  };
  context.report('N326', ENTITIES_CODES.N326, details, typePlace.span, { clause });
}

/** `slug of title`: the field must be a stored text of the entity that has a value whenever the slug needs one. */
export function checkSlug({ context, fields }: Resolving, field: FieldDraft, clause: string): void {
  const { type, typePlace } = field;
  if (type.kind !== 'slug') return;
  const of = fields.find(({ name }) => name === type.of);
  if (of?.type.kind === 'open') return;
  const refuse = (reason: DetailsOf<'N306'>['reason']) =>
    context.report('N306', ENTITIES_CODES.N306, { type: typePlace.text, reason }, typePlace.span, { clause });
  if (!of || !hasValue(of.type, 'text') || of.rules.computed) refuse({ because: 'slug', of: type.of });
  else if (field.required && (!of.required || of.rules.when)) refuse({ because: 'emptySlug', of: type.of });
}

/** Whether a field refers to records of its own choice: to one, or to many. */
export function refers(type: FieldType): type is Extract<FieldType, { kind: 'reference' | 'many' }> {
  return type.kind === 'reference' || type.kind === 'many';
}
