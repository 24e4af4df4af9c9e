import { keysOf } from '../../collections.ts';
import { ENTITIES_CODES } from '../../diagnostics/codes/entities.ts';
import type { FieldType } from '../../model/entities.ts';
import type { Context } from '../context.ts';
import type { FieldRules } from './field-rules.ts';

interface BuiltInField {
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
}

/** The built-in fields of `User`, to which `### User` adds (3). */
export const USER_FIELDS: readonly BuiltInField[] = [
  { name: 'email', type: { kind: 'email' }, required: true },
  { name: 'name', type: { kind: 'text' }, required: true },
  { name: 'roles', type: { kind: 'roles' }, required: false },
  { name: 'disabled', type: { kind: 'boolean' }, required: true },
];

/** `password` is built in as well, but not a field: its hash is stored separately from the records. */
export const PASSWORD = 'password';

type Rule = Exclude<keyof FieldRules, 'was'>;

interface Refused {
  /** The rules in question; null: all. */
  readonly rules: readonly Rule[] | null;
  /** Why, and what to write in their place. */
  readonly because: string;
}

/** The rules without which nobody could sign in any more. `name` may have every rule. */
const REFUSED: Readonly<Record<string, Refused>> = {
  email: {
    rules: ['computed', 'optional', 'when', 'bySystem', 'from', 'back', 'requiredForNew'],
    because:
      'accounts are found by their address, so that each has one, and it is entered. Leave the rule out, or state another field, with a name of its own',
  },
  roles: {
    rules: ['computed', 'when', 'from', 'back', 'requiredForNew'],
    because:
      'they are what somebody was assigned. Leave the rule out; a role that follows from what is known of somebody is stated in point 6 (`is given to`)',
  },
  disabled: {
    rules: ['computed', 'when', 'from', 'back', 'requiredForNew'],
    because:
      'it is set by whom point 6 lets do so (`update disabled`), and ends their sessions at once. Leave the rule out, or state another field, with a name of its own',
  },
  [PASSWORD]: {
    rules: null,
    because:
      'it is set by who signs up, by its holder or by a link, and kept as a hash. Leave the rule out; how long it has to be is PASSWORD_LENGTH in point 9',
  },
};

/** The words that stand before the part of a rule that was read. */
const WORDS: Readonly<Record<string, string>> = {
  computed: '= ',
  default: 'default ',
  when: 'when ',
  matches: 'matches ',
  among: 'among ',
  from: 'from ',
  back: 'back ',
};

/** Reports the rules that a built-in field of `User` can't have (3), and answers the others. */
export function withoutRefusedRules(context: Context, field: string, rules: FieldRules, clause: string): FieldRules {
  const refused = REFUSED[field];
  if (refused === undefined) return rules;
  const left = { ...rules };
  for (const name of keysOf(rules)) {
    const place = rules[name];
    if (
      name === 'was' ||
      place === undefined ||
      !(refused.rules === null || refused.rules.some((rule) => rule === name))
    )
      continue;
    const details = { field, rule: `${WORDS[name] ?? ''}${place.text}`, because: refused.because };
    context.report('N349', ENTITIES_CODES.N349, details, place.span, { clause });
    delete left[name];
  }
  return left;
}
