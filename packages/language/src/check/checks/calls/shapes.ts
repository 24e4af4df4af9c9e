import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import type { ExactCall, Shape } from '../../../model/exact-calls.ts';
import { shapesInTemplate } from '../../../model/shapes-in-template.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';
import { circlesOf } from '../../derived/circles.ts';

/** 7: No shape contains itself, and each is used. */
export function checkShapes({ answered }: Model, context: Context): void {
  const { calls, shapes } = answered;
  const holds = new Map(shapes.map((shape) => [shape.name, shapesIn(shape)]));
  for (const circle of circlesOf(holds)) {
    const clause = `7.shapes.${circle[0]}`;
    const span = context.placeOf(clause);
    if (span) context.report('N722', CALLS_CODES.N722, { shapes: circle }, span, { clause });
  }
  const used = new Set(calls.flatMap(usedBy));
  for (const name of used) for (const inner of holds.get(name) ?? []) used.add(inner);
  // A call with a mistake, or a part that is not shown, may use any.
  if (calls.some(({ does, answers }) => does === null || answers === null)) return;
  for (const { name, clause } of shapes) {
    const span = context.placeOf(clause);
    if (span && !used.has(name)) context.report('N728', CALLS_CODES.N728, { shape: name }, span, { clause });
  }
}

function shapesIn({ properties }: Shape): readonly string[] {
  return properties.flatMap(({ value }) => (value.kind === 'shape' ? [value.shape] : []));
}

function usedBy({ does, answers }: ExactCall): readonly string[] {
  const read = does && 'body' in does && does.body !== null ? [does.body.shape] : [];
  return answers?.body ? [...read, ...shapesInTemplate(answers.body)] : read;
}
