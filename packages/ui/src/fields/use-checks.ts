import type { EntityView, FieldView, RecordView } from '@nonet/client';
import { useEffect, useState } from 'react';
import type { FieldErrors } from '../data/errors.ts';
import { useProduct } from '../data/product.ts';
import { formatValue, useFormat } from '../format/format.ts';
import { useWords } from '../words/words.ts';
import { type Draft, wireOf } from './drafts.ts';
import { brokenLimit, isWhole } from './limits.ts';
import { useSurroundings } from './surroundings.ts';

type Judge = typeof import('./judge.ts');

/**
 * What a form's values break already while they are typed: limits (3) of the fields that were entered, and the rules (5)
 * that the form can judge by itself. By path, as the product's own errors are; the product judges all of it again.
 */
export function useChecks(
  entity: EntityView,
  fields: readonly FieldView[],
  draft: Draft,
  record: RecordView | null,
  entered: ReadonlySet<string>,
  /** The field that has the focus. */
  typing: string | null,
): FieldErrors {
  const words = useWords();
  const format = useFormat();
  const product = useProduct();
  const surroundings = useSurroundings();
  const judge = useJudge(entered.size > 0);
  const errors: Record<string, string> = {};

  function check(of: EntityView, asked: readonly FieldView[], values: Values, created: boolean, path: string) {
    for (const field of asked) {
      const broken =
        path === '' && !entered.has(field.name)
          ? null
          : brokenLimit(field, values[field.name], words, format, field.name === typing);
      if (broken !== null) errors[path + field.name] = broken;
    }
    const known = new Map(asked.map((field) => [field.name, field]));
    const decides = (name: string): boolean => {
      const field = known.get(name) ?? of.fields.find((each) => each.name === name);
      if (!field || errors[path + name] !== undefined) return false;
      return field.kind === 'children' ? areWhole(field, values[name]) : isWhole(field, values[name]);
    };
    const told = { record: values, user: product.user, settings: product.settings };
    for (const broken of judge?.brokenRules(of.rules, created ? 'create' : 'update', told, decides) ?? []) {
      const message = broken.message
        .map((part) => (typeof part === 'string' ? part : formatValue(format, { ...PLAIN, ...part.type }, part.value)))
        .join('');
      const at = path + broken.field;
      errors[at] = errors[at] ? `${errors[at]} ${message}` : message;
    }
  }

  function areWhole(field: FieldView, rows: unknown): boolean {
    const own = surroundings.entity(field.entity).fields;
    return rowsOf(rows).every((row) => own.every((each) => !(each.name in row) || isWhole(each, row[each.name])));
  }

  if (entered.size > 0) {
    const values = { ...record, ...wireOf(fields, draft, surroundings) };
    check(entity, fields, values, record === null, '');
    for (const field of fields.filter((each) => each.kind === 'children' && entered.has(each.name))) {
      const child = surroundings.entity(field.entity);
      for (const [place, row] of rowsOf(values[field.name]).entries()) {
        check(child, child.fields, row, row.id === undefined, `${field.name}.${place}.`);
      }
    }
  }
  return errors;
}

type Values = Readonly<Record<string, unknown>>;

const PLAIN = { scale: null, currency: null, choices: null };

function rowsOf(value: unknown): Values[] {
  return Array.isArray(value) ? (value as Values[]) : [];
}

/** The language's evaluator comes once something is entered. */
function useJudge(wanted: boolean): Judge | null {
  const [judge, setJudge] = useState<Judge | null>(null);
  useEffect(() => {
    let current = true;
    if (wanted && judge === null) {
      void import('./judge.ts').then((loaded) => {
        if (current) setJudge(loaded);
      });
    }
    return () => {
      current = false;
    };
  }, [wanted, judge]);
  return judge;
}
