import type { DetailsOf } from '../../../diagnostics/catalogue.ts';
import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Type } from '../../../expression/type.ts';
import type { Erased, Field } from '../../../model/entities.ts';
import { erasedAddress } from '../../../model/erasure.ts';
import { hasValue } from '../../../model/field-kinds.ts';
import { brokenBy } from '../../analysis/broken-rule.ts';
import type { FieldDraft } from '../../declare/field-draft.ts';
import { type Part, part } from '../words.ts';
import type { Resolving } from './resolving.ts';

/** The fields of `User` that erasing a person changes in any case, because the product signs people in with them. */
export const OF_ACCOUNT: ReadonlySet<string> = new Set(['email', 'roles', 'disabled', 'password']);

/** The parts of `erased with member as "…"`. */
interface Stated {
  readonly with: Part | null;
  readonly as: Part | null;
}

function readStated(rule: Part): Stated | null {
  const match = /^erased(?:\s+with\s+([a-z]\w*))?(\s+as\s+(?=\S))?/.exec(rule.text);
  if (match === null) return null;
  const [read, reference, as] = match;
  if (as === undefined && read.length < rule.text.length) return null;
  const end = read.length - (as?.length ?? 0);
  return {
    with: reference === undefined ? null : part(rule, end - reference.length, end),
    as: as === undefined ? null : part(rule, read.length, rule.text.length),
  };
}

/** The change of a field when its person is erased (3); null if there is none, or the rule is refused. */
export function readErased(
  entity: Resolving,
  field: FieldDraft,
  expected: Type,
  minimum: Field['minimum'],
): Erased | null {
  const { context, draft } = entity;
  const rule = field.rules.erased;
  if (rule === undefined) return null;
  const clause = `3.${draft.name.text}.${field.name}`;
  const refuse = (reason: DetailsOf<'N380'>['reason'], { span } = rule): null => {
    context.report('N380', ENTITIES_CODES.N380, { field: field.name, reason }, span, { clause });
    return null;
  };
  const isUser = draft.name.text === 'User';
  if (isUser && OF_ACCOUNT.has(field.name)) return refuse('account');
  const { type, rules } = field;
  if (type.kind === 'open') return null;
  if (rules.computed || type.kind === 'state' || type.kind === 'all' || hasValue(type, 'made text', 'roles'))
    return refuse('made');
  const stated = readStated(rule);
  if (stated === null) return refuse('form');
  if (entity.declared.entities.get(draft.name.text)?.owner) return refuse('owned');
  if (isUser && stated.with !== null) return refuse('ofUser', stated.with);
  if (!isUser) {
    const fields = entity.fields.filter(staysWithItsPerson).map(({ name }) => name);
    if (stated.with === null) return refuse({ because: 'withWhom', fields });
    if (!fields.includes(stated.with.text))
      return refuse({ because: 'reference', name: stated.with.text, fields }, stated.with);
  }
  const isList = hasValue(type, 'records');
  if (isList && stated.as !== null) return refuse('list', stated.as);
  const to = stated.as === null ? null : readReplacement(entity, expected, stated.as);
  const isNeeded = isList ? minimum !== null && minimum.value !== '0' : field.required;
  if (stated.as === null && isNeeded)
    context.report('N381', ENTITIES_CODES.N381, { field: field.name }, rule.span, { clause });
  if (stated.as !== null && (rules.unique || type.kind === 'reference'))
    return refuse(rules.unique ? 'unique' : 'referring', stated.as);
  return { with: stated.with?.text ?? null, to };
}

/** A record stays that of its person if the reference never changes. */
function staysWithItsPerson({ name, type, rules }: FieldDraft): boolean {
  return type.kind === 'reference' && type.entity === 'User' && (name === 'created_by' || rules.once !== undefined);
}

/** A value that reads no record: nothing is known of whom it replaces. A choice may be without quotes. */
function readReplacement({ context }: Resolving, expected: Type, words: Part): Expression | null {
  const type: Type = { ...expected, nullable: false };
  if (type.kind === 'enum' && type.values.includes(words.text)) return { kind: 'literal', value: words.text, type };
  return context.expression(words, { variables: {}, bare: [], purpose: 'default' }, type);
}

/**
 * A replacement that is written out complies with the length, the range, the pattern and the form of its field; so does
 * the address that takes the place of an erased person's.
 */
export function checkReplacement(
  { context, declared, draft }: Resolving,
  { rules, place }: FieldDraft,
  field: Field,
): void {
  const { erased, name, clause } = field;
  const isAddress = draft.name.text === 'User' && name === 'email' && declared.entities.get('User')?.erases === true;
  const value = isAddress ? erasedAddress(SOME_ID) : erased?.to?.kind === 'literal' ? erased.to.value : null;
  const broken = brokenBy(field, value);
  if (broken === null) return;
  const details = { field: name, entity: draft.name.text, ...broken };
  context.report('N382', ENTITIES_CODES.N382, details, (rules.erased ?? place).span, { clause });
}

const SOME_ID = '00000000-0000-7000-8000-000000000000';
