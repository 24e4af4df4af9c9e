import type { Answer, AnswerTemplate, Expression } from '@nonet/language';
import { withVariables, type SqlContext } from '../../sql/context.ts';
import { compileExpression } from '../../sql/expression.ts';
import { textOf } from '../../sql/functions.ts';
import { readsVariable } from '../reads.ts';
import { asJson, compileShape, compileShaped, type Row, shapeOf } from './shape-json.ts';

/** The subject of an answer: a row, or the rows of a page under an alias, put together by `collect`. */
export type Result =
  | { readonly kind: 'row'; readonly row: Row }
  | { readonly kind: 'rows'; collect(item: (row: Row) => string): string }
  | { readonly kind: 'none' };

/** The content of an answer: its body, JSON as text, and the address in `Location`. */
export interface Content {
  readonly body: string | null;
  readonly location: string | null;
}

/** The content as SQL texts. */
export interface CompiledContent {
  readonly body: string;
  readonly location: string;
}

export function compileContent(context: SqlContext, { body, location }: Answer, result: Result): CompiledContent {
  return {
    body: body === null ? 'null::text' : `(${asJson(compileAnswer(context, body, result))})::text`,
    location: location === null ? 'null::text' : compileLocation(context, location),
  };
}

/** An answer without its record, for a caller who may not read that record (7). */
export function withoutRecord({ body, location, ...rest }: Answer): Answer {
  const known = location?.map((part) => (typeof part === 'string' || !readsVariable(part, 'this') ? part : ''));
  return { ...rest, body: body === null ? null : blank(body), location: known ?? null };
}

function blank(template: AnswerTemplate): AnswerTemplate {
  switch (template.kind) {
    case 'literal':
      return template;
    case 'result':
    case 'each':
      return NOTHING;
    case 'array':
      return { ...template, items: template.items.map(blank) };
    case 'object':
      return { ...template, members: template.members.map(({ name, value }) => ({ name, value: blank(value) })) };
    case 'names':
    case 'shape':
    case 'value':
      return readsVariable(template.expression, 'this') ? NOTHING : template;
  }
}

const NOTHING = { kind: 'literal', value: null } as const;

/** The values of an address, as a JSON list of texts. */
function compileLocation(context: SqlContext, location: NonNullable<Answer['location']>): string {
  const values = location.flatMap((part) =>
    typeof part === 'string' ? [] : [`coalesce(${textOf(compileExpression(part, context), part.type)}, '')`],
  );
  return `json_build_array(${values.join(', ')})::text`;
}

/** A body that is stated and shows nothing: its reader still gets JSON, and no empty answer. */
const JSON_NULL = 'null';

/**
 * The content from the row of a `compileContent` statement. Each value is encoded, so that it stays within its segment
 * of the address.
 */
export function contentOf({ body: stated, location }: Answer, row: Content | undefined): Content {
  const body = stated === null ? null : (row?.body ?? JSON_NULL);
  if (location === null) return { body, location: null };
  const values = JSON.parse(row?.location ?? '[]') as string[];
  const parts = location.map((part) => (typeof part === 'string' ? part : encodeURIComponent(values.shift() ?? '')));
  return { body, location: parts.join('') };
}

/** The body of an answer, as SQL that `json_build_object` writes rightly. */
export function compileAnswer(context: SqlContext, template: AnswerTemplate, result: Result): string {
  switch (template.kind) {
    case 'literal':
      return template.value === null ? 'null' : literalJson(context, template.value);
    case 'result': {
      const shape = shapeOf(context, template.shape);
      if (result.kind === 'row') return compileShape(context, shape, result.row);
      if (result.kind === 'rows') return result.collect((row) => compileShape(context, shape, row));
      return 'null';
    }
    case 'each': {
      const { value } = template;
      if (result.kind !== 'rows') return 'null';
      return result.collect((row) => compileShaped(withVariables(context, { this: row }), value));
    }
    case 'array':
      return `json_build_array(${template.items.map((item) => compileAnswer(context, item, result)).join(', ')})`;
    case 'object':
      return `json_build_object(${template.members
        .map(({ name, value }) => `${context.parameters.bind(name, 'text')}, ${compileAnswer(context, value, result)}`)
        .join(', ')})`;
    case 'names':
    case 'shape':
    case 'value':
      return compileShaped(context, template);
  }
}

function literalJson({ parameters }: SqlContext, value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  return parameters.bind(String(value), typeof value === 'number' ? 'numeric' : 'text');
}

/** The expressions of an answer that are in it themselves. */
export function answerExpressions({ body, location }: Answer): readonly Expression[] {
  const inLocation = (location ?? []).filter((part) => typeof part !== 'string');
  return [...inLocation, ...(body === null ? [] : inTemplate(body))];
}

function inTemplate(template: AnswerTemplate): readonly Expression[] {
  switch (template.kind) {
    case 'each':
      return [template.value.expression];
    case 'array':
      return template.items.flatMap(inTemplate);
    case 'object':
      return template.members.flatMap(({ value }) => inTemplate(value));
    case 'value':
    case 'shape':
    case 'names':
      return [template.expression];
    case 'literal':
    case 'result':
      return [];
  }
}
