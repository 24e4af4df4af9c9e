import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import type { Expression } from '../../../expression/tree.ts';
import { children } from '../../../expression/walk.ts';
import type { Model } from '../../../model/model.ts';
import type { JsonTemplate } from '../../../model/outbound-calls.ts';
import type { Context } from '../../context.ts';
import { uses } from '../../derived/uses.ts';
import { expressionsOf } from '../../resolve/walk.ts';

/** 3: A `secret` is write-only: nothing reads it but the headers and the body of a call, and whether there is one. */
export function checkSecretFields(model: Model, context: Context): void {
  const secrets = new Set(
    model.entities.flatMap(({ name, fields }) =>
      fields.flatMap((field) => (field.type.kind === 'secret' ? [`${name}.${field.name}`] : [])),
    ),
  );
  if (secrets.size === 0) return;
  for (const { expression, where, clause } of uses(model)) {
    const span = context.placeOf(clause);
    for (const field of secretsIn(expression, secrets))
      if (span) context.report('N327', ENTITIES_CODES.N327, { field, where }, span, { clause });
  }
  // A secret is stored encrypted, so that no statement can work something out of it.
  for (const { request, clause } of model.calls) {
    const span = context.placeOf(clause);
    if (request === null || !span) continue;
    const sent = [...request.headers.flatMap(({ value }) => expressionsOf(value)), ...bodyExpressions(request.body)];
    for (const field of sent.flatMap((expression) => calculatedIn(expression, secrets)))
      context.report('N327', ENTITIES_CODES.N327, { field, where: 'calculation' }, span, { clause });
  }
}

/** The secrets that are not sent as they are. */
function calculatedIn(expression: Expression, secrets: ReadonlySet<string>): string[] {
  if (expression.kind === 'field') return secretsIn(expression.of, secrets);
  if (expression.kind === 'binary' && expression.operator === '+' && expression.type.kind === 'text')
    return [...calculatedIn(expression.left, secrets), ...calculatedIn(expression.right, secrets)];
  if (expression.kind !== 'conditional') return secretsIn(expression, secrets);
  const { condition, then, otherwise } = expression;
  return [...secretsIn(condition, secrets), ...calculatedIn(then, secrets), ...calculatedIn(otherwise, secrets)];
}

function bodyExpressions(body: JsonTemplate | null): readonly Expression[] {
  if (body === null) return [];
  switch (body.kind) {
    case 'literal':
      return [];
    case 'value':
      return [body.expression];
    case 'text':
      return expressionsOf(body.template);
    case 'array':
      return body.items.flatMap(bodyExpressions);
    case 'object':
      return body.members.flatMap(({ value }) => bodyExpressions(value));
  }
}

function secretsIn(expression: Expression, secrets: ReadonlySet<string>): string[] {
  if (expression.kind === 'binary' && (expression.operator === '==' || expression.operator === '!=')) {
    const { left, right } = expression;
    // A comparison with null discloses nothing of the secret.
    if (left.type.kind === 'null') return right.kind === 'field' ? secretsIn(right.of, secrets) : [];
    if (right.type.kind === 'null') return left.kind === 'field' ? secretsIn(left.of, secrets) : [];
  }
  const inside = children(expression).flatMap((child) => secretsIn(child, secrets));
  if (expression.kind !== 'field' || expression.of.type.kind !== 'record') return inside;
  const name = `${expression.of.type.entity}.${expression.field}`;
  return secrets.has(name) ? [name, ...inside] : inside;
}
