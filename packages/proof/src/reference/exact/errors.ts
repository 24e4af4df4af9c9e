import type { ExactCall, AnswerTemplate, ErrorTemplate, ErrorText, ErrorValue } from '@nonet/language';
import { snakeCase, type Lookup } from '../lookup.ts';
import { ANY_INSTANT, ANY_TEXT } from '../any.ts';
import { type Words, wordsOf } from '../refusal.ts';
import { fieldSetBy } from './body.ts';
import type { ExactRefused } from './refused.ts';
import type { ExactError } from './request.ts';
import { shapeNamed } from './shape.ts';

/** Members in any order: of several errors none is first. */
export const UNORDERED = '@any order';

type ErrorValues = Readonly<Record<ErrorValue, string | number>>;

/** The answer of an exact call to a refusal (7: `errors`); null if it is a problem, as in the derived API. */
export function errorAnswer(
  lookup: Lookup,
  call: ExactCall | null,
  exact: ExactRefused,
): { readonly status: number; readonly body: unknown } | null {
  const { errors, errorsOf } = lookup.plan.answered;
  const { refused } = exact;
  const form = errorsOf[refused.code] ?? errors;
  if (form === null) return null;
  const status = form.status ?? refused.status;
  return {
    status,
    body: form.body === null ? undefined : render(form.body, errorValuesOf(lookup, call, exact, status)),
  };
}

/** Each error by the property that broke the rule, else by the key of point 8, else by what it is about. */
function errorValuesOf(
  lookup: Lookup,
  call: ExactCall | null,
  exact: ExactRefused,
  status: number,
): readonly ErrorValues[] {
  const { refused, subject } = exact;
  const errors: readonly ExactError[] = exact.errors.length > 0 ? exact.errors : [{ code: refused.code, key: null }];
  const entity = subject === null ? 'request' : snakeCase(subject);
  return errors.map((error) => {
    const stated = lookup.error(error.code)?.key ?? null;
    const about = subject === null ? null : (callersWord(lookup, call, subject) ?? entity);
    const own = keyOf(lookup, call, error);
    const key = own === undefined ? ANY_TEXT : (own ?? stated ?? about ?? entity);
    const isOwn = call !== null && call.signed !== null;
    // A signed call, and a signature that does not fit, are refused in words of the product.
    const words = isOwn ? null : wordsOf(lookup, error.code, subject ?? '');
    return {
      key,
      message: textOf(words),
      code: error.code,
      status,
      entity: subject === null ? ANY_TEXT : entity,
      time: ANY_INSTANT,
    };
  });
}

function textOf(words: Words): string {
  return words === null ? ANY_TEXT : words.map((word) => word ?? ANY_TEXT).join('');
}

/** Null: the error is about no property; undefined: which one is not known beforehand. */
function keyOf(lookup: Lookup, call: ExactCall | null, error: ExactError): string | null | undefined {
  if (error.key !== undefined) return error.key;
  const { clause } = error;
  if (clause === undefined || clause === null) return undefined;
  const source = call?.does && 'body' in call.does ? call.does.body : null;
  // A field that is unknown to the caller has the entity's clause and its name in the body.
  const [point, entity, name = error.field ?? ''] = clause.split('.');
  if (point !== '3' || source === null || entity === undefined) return undefined;
  const shape = shapeNamed(lookup, source.shape);
  if (shape.entity !== entity) return undefined;
  const own = shape.properties.find((property) => fieldSetBy(property) === name)?.name ?? name;
  return error.place === undefined ? own : `${error.place}.${own}`;
}

/** The name under which the call's answer has a record of the entity: `profile` of `{"profile": Profile}`. */
function callersWord(lookup: Lookup, call: ExactCall | null, entity: string): string | null {
  const within = (template: AnswerTemplate): string | null => {
    if (template.kind !== 'object') return null;
    for (const { name, value } of template.members) {
      const isAbout = 'shape' in value && shapeNamed(lookup, value.shape).entity === entity;
      const found = isAbout ? name : within(value);
      if (found !== null) return found;
    }
    return null;
  };
  const body = call?.answers?.body ?? null;
  return body === null ? null : within(body);
}

function render(template: ErrorTemplate, errors: readonly ErrorValues[]): unknown {
  switch (template.kind) {
    case 'literal':
      return template.value;
    case 'text': {
      const [first] = errors;
      if (first === undefined) return null;
      // The document does not say which of several errors comes first.
      return errors.every((error) => fill(template.text, error) === fill(template.text, first))
        ? fill(template.text, first)
        : ANY_TEXT;
    }
    case 'list': {
      const items = template.items.flatMap((item) =>
        isVaried(item) ? errors.map((error) => render(item, [error])) : [render(item, errors)],
      );
      const distinct = [...new Map(items.map((item) => [JSON.stringify(item), item])).values()];
      return { [UNORDERED]: distinct };
    }
    case 'object':
      return Object.fromEntries(
        template.members.flatMap(({ name, value }) => {
          const groups = Map.groupBy(errors, (error) => String(fill(name, error)));
          return [...groups].map(([key, members]) => [key, render(value, members)]);
        }),
      );
  }
}

/** A text that is only a placeholder keeps its type. */
function fill(text: ErrorText, error: ErrorValues): string | number {
  const [only] = text;
  if (text.length === 1 && typeof only === 'object') return error[only.value];
  return text.map((part) => (typeof part === 'string' ? part : String(error[part.value]))).join('');
}

function isVaried(template: ErrorTemplate): boolean {
  if (template.kind === 'literal') return false;
  if (template.kind === 'text') return template.text.some((part) => typeof part === 'object');
  if (template.kind === 'list') return template.items.some(isVaried);
  return template.members.some(({ name, value }) => name.some((part) => typeof part === 'object') || isVaried(value));
}
