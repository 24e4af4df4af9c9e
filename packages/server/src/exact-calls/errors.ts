import type { Refusal } from '@nonet/engine';
import {
  type ExactCall,
  type AnswerTemplate,
  type ErrorForm,
  type ErrorTemplate,
  type ErrorText,
  type ErrorValue,
  type Plan,
  messageFormatIn,
} from '@nonet/language';

/** The values of one error in the form of an exact call. */
type ErrorValues = Readonly<Record<ErrorValue, string | number>>;

/**
 * A refusal in the form that the document states for its exact calls (7: `errors`); null if it states none. Faults of
 * the product itself keep their own status: a client must not take them for a fault of its request.
 */
export function errorAnswer(
  plan: Plan,
  call: ExactCall | null,
  refusal: Refusal,
): { readonly status: number; readonly body: string | null } | null {
  const form: ErrorForm | null = plan.answered.errorsOf[refusal.code] ?? plan.answered.errors;
  if (form === null) return null;
  const status = isOfProduct(refusal.code) ? refusal.status : (form.status ?? refusal.status);
  if (form.body === null) return { status, body: null };
  return { status, body: JSON.stringify(render(form.body, errorValuesOf(plan, call, refusal, status))) };
}

/** Whether the product, not the request, is the cause: a fault, or a temporary failure. */
function isOfProduct(code: string): boolean {
  return code === 'INTERNAL' || code === 'UNAVAILABLE';
}

/** Every error of a refusal, named by its field, else by the key that point 8 gives it, else by what it is about. */
function errorValuesOf(plan: Plan, call: ExactCall | null, refusal: Refusal, status: number): readonly ErrorValues[] {
  const entity = refusal.subject === null ? 'request' : snakeCase(refusal.subject);
  const whole = { message: refusal.words, code: refusal.code, field: null };
  const errors = refusal.errors.length > 0 ? refusal.errors : [whole];
  const time = new Date().toISOString();
  // Clients expect these messages to the byte, so they are in the language of the document.
  const format = messageFormatIn(plan.settings.locale);
  return errors.map(({ field, code, message }) => {
    const stated = plan.errors.find((error) => error.code === code)?.key ?? null;
    const about = refusal.subject === null ? null : callersWord(plan, call, refusal.subject);
    const key = field ?? stated ?? about ?? entity;
    // Text is the document's own already; the product's words give way to the document's.
    const words = typeof message === 'string' ? message : (reworded(plan, refusal, code, key) ?? message);
    return { key, message: format.message(words), code, status, entity, time };
  });
}

/** The text of point 8 for one error of a refusal, in the place of the product's words; null if it has none. */
function reworded(plan: Plan, refusal: Refusal, code: string, key: string): string | null {
  const template = plan.errors.find((error) => error.code === code)?.messages[''];
  if (template === undefined) return null;
  const parts = template.map((part) => (typeof part === 'string' ? part : part.kind === 'variable' ? key : null));
  if (!parts.includes(null)) return parts.join('');
  // A message with constants was filled in for the refusal as a whole.
  return code === refusal.code && typeof refusal.words === 'string' ? refusal.words : null;
}

/** The name under which the call's answer has a record of the entity: `profile` of `{"profile": Profile}`. */
function callersWord(plan: Plan, call: ExactCall | null, entity: string): string | null {
  const inTemplate = (template: AnswerTemplate): string | null => {
    if (template.kind !== 'object') return null;
    for (const { name, value } of template.members) {
      const shape = value.kind === 'result' || value.kind === 'shape' ? value.shape : null;
      if (shape !== null && plan.answered.shapes.find((known) => known.name === shape)?.entity === entity) return name;
      const inner = inTemplate(value);
      if (inner !== null) return inner;
    }
    return null;
  };
  const body = call?.answers?.body ?? null;
  return body === null ? null : inTemplate(body);
}

function snakeCase(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_').toLowerCase();
}

function render(template: ErrorTemplate, errors: readonly ErrorValues[]): unknown {
  const [first] = errors;
  switch (template.kind) {
    case 'literal':
      return template.value;
    case 'text':
      return first === undefined ? null : fill(template.text, first);
    case 'list':
      return template.items.flatMap((item) =>
        isVaried(item) ? unique(errors.map((error) => render(item, [error]))) : [render(item, errors)],
      );
    case 'object':
      return Object.fromEntries(
        template.members.flatMap(({ name, value }): [string, unknown][] => {
          const groups = Map.groupBy(errors, (error) => String(fill(name, error)));
          return [...groups].map(([key, members]) => [key, render(value, members)]);
        }),
      );
  }
}

/** A text that is only a placeholder keeps its value's type. */
function fill(text: ErrorText, error: ErrorValues): string | number {
  const [only] = text;
  if (text.length === 1 && typeof only === 'object') return error[only.value];
  return text.map((part) => (typeof part === 'string' ? part : String(error[part.value]))).join('');
}

/** Whether a template has different texts for different errors. */
function isVaried(template: ErrorTemplate): boolean {
  switch (template.kind) {
    case 'literal':
      return false;
    case 'text':
      return template.text.some((part) => typeof part === 'object');
    case 'list':
      return template.items.some(isVaried);
    case 'object':
      return template.members.some(
        ({ name, value }) => name.some((part) => typeof part === 'object') || isVaried(value),
      );
  }
}

function unique(values: readonly unknown[]): readonly unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
