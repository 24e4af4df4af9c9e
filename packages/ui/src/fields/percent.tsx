import { shiftPoint } from '../format/decimal.ts';
import { useFormat } from '../format/format.ts';
import { ExactInput } from './exact-input.tsx';
import type { FieldParts, InputProps, ViewProps } from './field.ts';
import { textOf } from '../format/text-of.ts';

function PercentView({ value }: ViewProps) {
  return <>{useFormat().percent(String(value))}</>;
}

function PercentInput(props: InputProps) {
  return <ExactInput {...props} unit="%" units={UNITS} />;
}

const UNITS = ['%'];

/** 21 in a form is 0.21 on the wire. */
export const percent: FieldParts = {
  View: PercentView,
  Input: PercentInput,
  numeric: true,
  toDraft: (value) => (value === null || value === undefined ? '' : shiftPoint(textOf(value), 2)),
  toWire: (draft) => (draft === '' || draft === null || draft === undefined ? null : shiftPoint(textOf(draft), -2)),
};
