import type { ColumnView } from '@nonet/client';
import type { Condition } from '../../data/conditions.ts';
import { referred, useReferredTitle } from '../../fields/reference.tsx';
import { formatValue, useFormat } from '../../format/format.ts';
import { useWords } from '../../words/words.ts';
import { askedAs, isMoment } from './asked-as.ts';

/** A condition in the reader's words, behind its column's name. */
export function useConditionText({ field }: ColumnView, condition: Condition | null): string {
  const words = useWords();
  const format = useFormat();
  const asked = askedAs(field);
  const [first = '', second = ''] = condition?.values ?? [];
  const title = useReferredTitle(field.entity, asked.kind === 'reference' ? referred(first) : null);
  const show = (value: string): string =>
    title || formatValue(format, asked, asked.kind === 'boolean' ? value === 'true' : value);
  switch (condition?.operator) {
    case undefined:
      return '';
    case 'range': {
      if (first !== '' && second !== '') return `${show(first)} – ${show(second)}`;
      const [from, to] = isMoment(field) ? [words.from, words.to] : [words.minimum, words.maximum];
      return first === '' ? `${to} ${show(second)}` : `${from} ${show(first)}`;
    }
    case 'contains':
    case 'starts':
      return `${words.operators[condition.operator]} “${first}”`;
    case 'isNot':
      return `${words.operators.isNot} ${show(first)}`;
    case 'empty':
    case 'filled':
      return words.operators[condition.operator];
    case 'is':
    case 'oneOf':
      return condition.values.map(show).join(', ');
  }
}
