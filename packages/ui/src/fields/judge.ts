import type { RuleView } from '@nonet/client';
import { compileToClosure, type Expression, type FieldRead, fieldsRead } from '@nonet/language';
import type { FormValues } from './when.ts';

export interface BrokenRule {
  readonly clause: string;
  /** The field at which the error stands. */
  readonly field: string;
  /** Words, and values to be written between them. */
  readonly message: readonly (string | { readonly type: Expression['type']; readonly value: unknown })[];
}

/** The rules (5) that the values break. `decides` tells whether what is read is there, and whole enough to judge by. */
export function brokenRules(
  rules: readonly RuleView[],
  values: FormValues,
  decides: (read: FieldRead) => boolean,
): BrokenRule[] {
  return rules
    .filter((rule) => expressionsOf(rule).every((expression) => fieldsRead(expression).every(decides)))
    .filter((rule) => valueOf(rule.holds, values) !== true)
    .map((rule) => ({
      clause: rule.clause,
      field: rule.fields[0] ?? '',
      message: rule.message.map((part) =>
        typeof part === 'string' ? part : { type: part.type, value: valueOf(part, values) },
      ),
    }));
}

function expressionsOf({ holds, message }: RuleView): Expression[] {
  return [holds, ...message.filter((part) => typeof part !== 'string')];
}

function valueOf(expression: Expression, { record, user, settings }: FormValues): unknown {
  return compileToClosure(expression)({
    variables: { this: record, user },
    constants: {},
    now: new Date().toISOString(),
    ...settings,
  });
}
