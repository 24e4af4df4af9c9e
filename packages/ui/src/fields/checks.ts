import type { EntityView, FieldView, RecordView, RuleView } from '@nonet/client';
import type { FieldRead } from '@nonet/language';
import type { FieldErrors } from '../data/errors.ts';
import { type Format, formatValue } from '../format/format.ts';
import { type Draft, wireOf } from './drafts.ts';
import type { FieldEnvironment } from './field.ts';
import { brokenLimit, isWhole, missing, type Wording } from './limits.ts';
import type { FormField } from './places.ts';
import type { FormValues } from './when.ts';

type Values = Readonly<Record<string, unknown>>;

/** A form, or the dialog of an event, while it is filled in. */
export interface Filled {
  readonly entity: EntityView;
  /** The fields that it asks for now. */
  readonly asked: readonly FormField[];
  /** The fields that it no longer asks for, and sends empty (3, `when`). */
  readonly hidden: readonly FieldView[];
  readonly draft: Draft;
  /** The record that is changed, as far as it is known; null if one is created. */
  readonly record: RecordView | null;
  /** The rules that hold for the record when this is sent. */
  readonly rules: readonly RuleView[];
  /** The fields that somebody has changed. */
  readonly entered: ReadonlySet<string>;
  /** The path of the input that has the focus. */
  readonly typing: string | null;
}

/** The values and settings to judge by, and the words for errors. */
export interface Means extends Pick<FormValues, 'user'>, Wording {
  readonly settings: FormValues['settings'] & Wording['settings'];
  readonly format: Format;
  readonly environment: FieldEnvironment;
  /** Null until the language's evaluator is there. */
  readonly judge: typeof import('./broken-rules.ts') | null;
}

/**
 * The errors in a form or a dialog while it is filled in: of each field (3), and of the rules (5) that can be judged
 * there. By path, like the product's own errors; the product judges everything again.
 */
export function brokenChecks(filled: Filled, by: Means): FieldErrors {
  const { entity, asked, hidden, draft, record, rules, entered, typing } = filled;
  const { format, environment, judge, user, settings } = by;
  const errors: Record<string, string> = {};

  function checkField(field: FieldView, value: unknown, path: string) {
    const broken = brokenLimit(field, value, by, path === typing);
    if (broken !== null) errors[path] = broken;
  }

  function checkRules(
    of: EntityView,
    fields: readonly FieldView[],
    judged: readonly RuleView[],
    values: Values,
    path: string,
  ) {
    const known = new Map([...of.fields, ...fields].map((field) => [field.name, field]));
    const isBroken = (list: string | null, name: string) =>
      list === null
        ? errors[path + name] !== undefined
        : Object.keys(errors).some((at) => at.startsWith(`${path}${list}.`) && at.endsWith(`.${name}`));
    const decides = (read: FieldRead) => isDecided(read, { known, values, environment, isBroken });
    for (const broken of judge?.brokenRules(judged, { record: values, user, settings }, decides) ?? []) {
      const message = broken.message
        .map((part) => (typeof part === 'string' ? part : formatValue(format, { ...PLAIN, ...part.type }, part.value)))
        .join('');
      // It is at the first of its fields that is asked for.
      const field = broken.fields.find((name) => fields.some((each) => each.name === name)) ?? broken.fields[0] ?? '';
      const at = path + field;
      errors[at] = errors[at] ? `${errors[at]} ${message}` : message;
    }
  }

  function checkRowRules(list: FieldView, fields: readonly FieldView[], row: Values, path: string) {
    const of = environment.entity(list.entity);
    const cause = row.id === undefined ? 'create' : 'update';
    const own = of.rules.filter((rule) => rule.on.includes(cause));
    checkRules(of, fields, own, row, path);
  }

  if (entered.size > 0) {
    const values = valuesOf(asked, hidden, draft, record, environment);
    const fields = asked.map(({ field }) => field);
    for (const field of fields.filter(({ name }) => entered.has(name))) {
      const value = values[field.name];
      if (value === null && field.required && field.name !== typing) errors[field.name] = missing(field, by);
      else checkField(field, value, field.name);
    }
    const rows = asked
      .filter(({ field }) => entered.has(field.name))
      .flatMap((list) => rowsIn(list, draft, environment));
    for (const { below, row, path } of rows)
      for (const field of below) checkField(field, row[field.name], path + field.name);
    // An input that has not been touched shows no error.
    const begun = rules.filter((rule) => rule.fields.some((name) => entered.has(name)));
    checkRules(entity, fields, begun, values, '');
    for (const { list, below, row, path } of rows) checkRowRules(list, below, row, path);
  }
  return errors;
}

const PLAIN = { scale: null, currency: null, choices: null };

/** The rows that a form enters in place, or the child that an event adds, each with its path. */
function rowsIn({ field: list, below }: FormField, draft: Draft, environment: FieldEnvironment) {
  if (below === null) return [];
  const held = draft[list.name];
  if (!Array.isArray(held)) {
    return [{ list, below, row: wireOf(below, held as Draft, environment) as Values, path: `${list.name}.` }];
  }
  const rows = rowsOf(wireOf([list], draft, environment)[list.name]);
  return rows.map((row, at) => ({ list, below, row, path: `${list.name}.${at}.` }));
}

/** The record as it would be sent, over what is known of it. */
function valuesOf(
  asked: readonly FormField[],
  hidden: readonly FieldView[],
  draft: Draft,
  record: RecordView | null,
  environment: FieldEnvironment,
): Values {
  const values: Record<string, unknown> = { ...record };
  for (const { name } of hidden) values[name] = null;
  for (const { field, below } of asked) {
    const held = draft[field.name];
    if (below === null || Array.isArray(held)) Object.assign(values, wireOf([field], draft, environment));
    else if (Array.isArray(values[field.name])) {
      // The child that an event adds is behind the others (4, `asks lines + (…)`).
      const child = wireOf(below, held as Draft, environment);
      const isAdded = field.required || Object.values(child).some((value) => value !== null);
      if (isAdded) values[field.name] = [...rowsOf(values[field.name]), child];
    }
  }
  return values;
}

function rowsOf(value: unknown): Values[] {
  return Array.isArray(value) ? (value as Values[]) : [];
}

interface Known {
  readonly known: ReadonlyMap<string, FieldView>;
  readonly values: Values;
  readonly environment: FieldEnvironment;
  /** Whether the value of a field, or of a list's field in some row, is invalid or beyond its limits. */
  readonly isBroken: (list: string | null, name: string) => boolean;
}

/** Whether all values that a rule reads are known: those of this record, and those of each row of its lists. */
function isDecided(
  { kind, variable, entity, field: name, path }: FieldRead,
  { known, values, environment, isBroken }: Known,
): boolean {
  // The id of a reference is the reference itself.
  if (kind === 'reference') return name === 'id' && path.length === 2;
  if (variable === 'user') return true;
  if (kind === 'own') {
    const field = known.get(name);
    return field !== undefined && !isBroken(null, name) && isThere(field, values);
  }
  const lists = [...known.values()].filter((field) => field.kind === 'children' && field.entity === entity);
  return (
    lists.length > 0 &&
    lists.every((list) => {
      const field = environment.entity(list.entity).fields.find((each) => each.name === name);
      if (field === undefined || isBroken(list.name, name)) return false;
      return rowsOf(values[list.name]).every((row) => isThere(field, row));
    })
  );
}

function isThere(field: FieldView, values: Values): boolean {
  return Object.hasOwn(values, field.name) && isWhole(field, values[field.name]);
}
