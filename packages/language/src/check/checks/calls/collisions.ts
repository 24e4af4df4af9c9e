import type { DetailsOf } from '../../../diagnostics/catalogue.ts';
import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import type { ExactCall } from '../../../model/exact-calls.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';

/** 7: Each exact call can be reached, and none hides another route. */
export function checkCollisions(model: Model, context: Context): void {
  const last = new Map<string, ExactCall>();
  for (const call of model.answered.calls) {
    const shape = `${call.method} ${shapeOf(call.path)}`;
    const before = last.get(shape);
    if (before) {
      const span = context.placeOf(call.clause);
      const other = context.placeOf(before.clause);
      const details = { call: nameOf(call), other: nameOf(before) };
      const related = other ? [{ span: other, message: 'The other call stands here.' }] : [];
      if (span) context.report('N714', CALLS_CODES.N714, details, span, { clause: call.clause, related });
    } else if (call.when === null && !call.open.includes(`${call.clause}.when`)) last.set(shape, call);
    checkOwnPlace(model, context, call);
  }
}

/** The derived API and the product's own addresses stay where the screens find them. */
function checkOwnPlace({ entities }: Model, context: Context, call: ExactCall): void {
  const [first = '', second, ...deeper] = call.path.split('/').slice(1);
  const report = (of: DetailsOf<'N715'>['of']): void => {
    const span = context.placeOf(call.clause);
    const details = { call: nameOf(call), of };
    if (span) context.report('N715', CALLS_CODES.N715, details, span, { clause: call.clause });
  };
  if (OWN.has(call.path)) return report('health');
  if (first === '-' || first === 'assets') return report('files');
  if (first === 'api' && second !== undefined) {
    const entity = entities.find(({ path }) => path === second || second.startsWith('{'));
    if (second === '-' || OWN_API.has(second)) return report('api');
    if (entity && deeper.length <= 2) report({ entity: entity.name });
  }
}

const OWN = new Set(['/healthz', '/readyz']);
const OWN_API = new Set(['openapi.json', 'gaps']);

function shapeOf(path: string): string {
  return path.replaceAll(/\{[^}]*\}/g, '{}');
}

function nameOf({ method, path }: ExactCall): string {
  return `${method} ${path}`;
}
