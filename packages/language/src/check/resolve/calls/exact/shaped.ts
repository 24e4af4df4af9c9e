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
 * `tags by name or new`. Null where it has mistakes, which are reported.
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
    const hint = shapes[0] === undefined ? ` of a shape of ${entity}` : `: \`${head.text} as ${shapes[0]}\``;
    const id = type.kind === 'record' ? `, or its id: \`${head.text}.id\`` : '';
    return refuse(
      place,
      words,
      `it is ${type.kind === 'record' ? 'a record' : 'a list of records'}; say how it looks${hint}${id}`,
    );
  }
  if (type.kind === 'object') return refuse(place, words, 'it is a group of values; name one of them');
  return { kind: 'value', expression, asNumber: false };
}

function readAs(place: ShapePlace, expression: Expression, name: Part): ShapedValue | null {
  const { type } = expression;
  if (name.text === 'number') {
    if (['decimal', 'money', 'integer'].includes(type.kind)) return { kind: 'value', expression, asNumber: true };
    return refuse(place, name, 'only a number can be a number');
  }
  const list = type.kind === 'list';
  const of = list ? type.of : type;
  if (of.kind !== 'record') return refuse(place, name, 'only a record, or a list of records, has a shape');
  const shape = readShapeName(place, name, of.entity);
  return shape === null ? null : { kind: 'shape', expression, shape, list };
}

function readNames(place: ShapePlace, expression: Expression, field: Part, orNew: boolean): ShapedValue | null {
  const { type } = expression;
  if (type.kind === 'record') {
    const shown = expression.kind === 'field' ? expression.field : 'it';
    const shows = `\`${shown}.${field.text}\` shows that of one record`;
    const sets = `a body sets the reference by \`${shown}.id\`, or by a shape of ${type.entity} that has \`${field.text}\``;
    return refuse(place, field, `\`by\` names the records of a list; ${shows}, and ${sets}`);
  }
  if (type.kind !== 'list' || type.of.kind !== 'record')
    return refuse(place, field, 'behind a list of records stands the field that names them, as in `tags by name`');
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
