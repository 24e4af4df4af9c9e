import { useFormat } from '../format/format.ts';
import type { FieldParts, ViewProps } from './field.ts';
import { lineInput } from './plain.tsx';

function TimeView({ value }: ViewProps) {
  return <time dateTime={String(value)}>{useFormat().time(String(value))}</time>;
}

export const time: FieldParts = {
  View: TimeView,
  Input: lineInput({ type: 'time' }),
  toDraft: (value) => (typeof value === 'string' ? value.replace(/^(\d\d:\d\d):00$/, '$1') : ''),
  toWire: (value) => {
    if (value === '') return null;
    return typeof value === 'string' && /^\d\d:\d\d$/.test(value) ? `${value}:00` : value;
  },
};
