import type { DetailsOf } from '../../../../diagnostics/catalogue.ts';
import { CALLS_CODES } from '../../../../diagnostics/codes/calls.ts';
import { nearest } from '../../../../diagnostics/nearest.ts';
import type { Scope } from '../../../../expression/scope.ts';
import type { Expression } from '../../../../expression/tree.ts';
import type { ShapedValue } from '../../../../model/exact-calls.ts';
import { replacement } from '../../replacement.ts';
import { type Part, part } from '../../words.ts';
import { readShapeName } from './body-source.ts';
import type { ShapePlace } from './place.ts';

/**
 * Reads a value of a shape or an answer: an expression, `author as Profile`, `price as number`, `tags by name`,
 * `tags by name or new`. Null if it has mistakes, which are reported.
 */
export function readShaped(place: ShapePlace, words: Part, scope: Scope): ShapedValue | null {
  const as = /\s+as\s+([A-Za-z]\w*)$/.exec(words.text);
  const by = /\s+by\s+([a-z_]\w*)(\s+or\s+new)?$/.exec(words.text);
  const head = part(words, 0, as?.index ?? by?.index ?? words.text.length);
  const expression = place.context.expression(head, scope, null);
  if (expression === null || expression.type.kind === 'unknown') return null;
  if (by?.[1] !== undefined) {
    const start = words.text.indexOf(by[1], by.index);
    return readNames(place, expression, part(words, start, start + by[1].length), by[2] !== undefined);
  }
  if (as?.[1] !== undefined)
    return readAs(place, expression, part(words, words.text.length - as[1].length, words.text.length));
  const { type } = expression;
  if (type.kind === 'record' || (type.kind === 'list' && type.of.kind === 'record')) {
    const entity = type.kind === 'record' ? type.entity : type.of.kind === 'record' ? type.of.entity : '';
    const shapes = [...place.shapes].filter(([, of]) => of === entity).map(([name]) => name);
    const isList = type.kind === 'list';
    return refuse(place, words, { because: 'records', text: head.text, shape: shapes[0] ?? null, entity, isList });
  }
  if (type.kind === 'object') return refuse(place, words, 'group');
  return { kind: 'value', expression, asNumber: false };
}

function readAs(place: ShapePlace, expression: Expression, name: Part): ShapedValue | null {
  const { type } = expression;
  if (name.text === 'number') {
    if (['decimal', 'money', 'integer'].includes(type.kind)) return { kind: 'value', expression, asNumber: true };
    return refuse(place, name, 'number');
  }
  const list = type.kind === 'list';
  const of = list ? type.of : type;
  if (of.kind !== 'record') return refuse(place, name, 'noShape');
  const shape = readShapeName(place, name, of.entity);
  return shape === null ? null : { kind: 'shape', expression, shape, list };
}

function readNames(place: ShapePlace, expression: Expression, field: Part, orNew: boolean): ShapedValue | null {
  const { type } = expression;
  if (type.kind === 'record') {
    const shown = expression.kind === 'field' ? expression.field : 'it';
    return refuse(place, field, { because: 'by', shown, field: field.text, entity: type.entity });
  }
  if (type.kind !== 'list' || type.of.kind !== 'record') return refuse(place, field, 'noList');
  const { entity } = type.of;
  const known = place.declared.entities.get(entity)?.fields.get(field.text);
  if (!known) {
    const fields = place.declared.entities.get(entity)?.fields.keys() ?? [];
    const offered = nearest(field.text, fields);
    const why = { no: 'field', name: field.text, of: entity, nearest: offered } as const;
    place.context.report(
      'N719',
      CALLS_CODES.N719,
      { text: field.text, why },
      field.span,
      replacement(field.span, offered),
    );
    return null;
  }
  if (!known.unique) return refuse(place, field, { severalOf: entity });
  return { kind: 'names', expression, entity, field: field.text, orNew };
}

function refuse({ context }: ShapePlace, words: Part, why: DetailsOf<'N719'>['why']): null {
  context.report('N719', CALLS_CODES.N719, { text: words.text, why }, words.span);
  return null;
}
