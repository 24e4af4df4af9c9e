import type { RuleView } from '@nonet/client';
import { compileToClosure, type Expression, type FieldRead, fieldsRead, walk } from '@nonet/language';
import type { FormValues } from './when.ts';

export interface BrokenRule {
  readonly clause: string;
  /** The fields that it reads. */
  readonly fields: readonly string[];
  /** Words, and values to be written between them. */
  readonly message: readonly (string | { readonly type: Expression['type']; readonly value: unknown })[];
}

/**
 * The rules (5) that the values break. `decides` says whether the values that a rule reads are known and complete
 * enough to judge it.
 */
export function brokenRules(
  rules: readonly RuleView[],
  values: FormValues,
  decides: (read: FieldRead) => boolean,
): BrokenRule[] {
  return rules
    .filter((rule) => expressionsOf(rule).every((expression) => readsOf(expression).every(decides)))
    .filter((rule) => valueOf(rule.holds, values) !== true)
    .map((rule) => ({
      clause: rule.clause,
      fields: rule.fields,
      message: rule.message.map((part) =>
        typeof part === 'string' ? part : { type: part.type, value: valueOf(part, values) },
      ),
    }));
}

/** The fields that an expression reads, and the inputs of an event, which are read like fields of the sent body. */
function readsOf(expression: Expression): FieldRead[] {
  const reads = [...fieldsRead(expression)];
  walk(expression, (node) => {
    if (node.kind !== 'field' || node.of.kind !== 'variable' || node.of.name !== 'input') return;
    reads.push({ entity: '', field: node.field, kind: 'own', variable: 'input', path: [node.field] });
  });
  return reads;
}

function expressionsOf({ holds, message }: RuleView): Expression[] {
  return [holds, ...message.filter((part) => typeof part !== 'string')];
}

function valueOf(expression: Expression, { record, user, settings }: FormValues): unknown {
  return compileToClosure(expression)({
    // Asked values of an event that are not stored (4) are among the sent values.
    variables: { this: record, input: record, user },
    constants: {},
    now: new Date().toISOString(),
    ...settings,
  });
}
