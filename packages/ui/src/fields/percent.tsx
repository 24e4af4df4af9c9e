import { Progress } from '@mantine/core';
import { shiftPoint } from '../format/decimal.ts';
import { useFormat } from '../format/format.ts';
import { textOf } from '../format/text-of.ts';
import { ExactInput } from './exact-input.tsx';
import type { FieldParts, InputProps, ViewProps } from './field.ts';
import classes from './percent.module.css';

/** Adds a bar if the value is a part of a whole. */
function PercentView({ value }: ViewProps) {
  const text = useFormat().percent(String(value));
  const part = Number(value);
  if (!(part >= 0 && part <= 1)) return <>{text}</>;
  return (
    <span className={classes.part}>
      <Progress value={part * 100} size="sm" w={48} aria-hidden />
      {text}
    </span>
  );
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
