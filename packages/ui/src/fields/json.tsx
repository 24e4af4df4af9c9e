import { Code } from '@mantine/core';
import { textOf } from '../format/text-of.ts';
import type { FieldParts, ViewProps } from './field.ts';
import { LongInput } from './plain.tsx';

function JsonView({ value, dense }: ViewProps) {
  return <Code block={!dense}>{JSON.stringify(value, null, dense ? 0 : 2)}</Code>;
}

/** Text that is no JSON is sent as text, and the product refuses it. */
export const json: FieldParts = {
  View: JsonView,
  Input: LongInput,
  wide: true,
  toDraft: (value) => (value === null || value === undefined ? '' : JSON.stringify(value, null, 2)),
  toWire: (draft) => {
    const text = textOf(draft).trim();
    if (text === '') return null;
    try {
      return JSON.parse(text) as unknown;
    } catch (error) {
      if (error instanceof SyntaxError) return text;
      throw error;
    }
  },
};
