import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { textOf } from '../format/text-of.ts';
import { FoundText } from '../parts/found-text.tsx';
import type { FieldParts, InputProps, ViewProps } from './field.ts';
import { inputProps } from './input-props.ts';
import { Textarea } from './lazy-inputs.ts';

/** The common part of every kind that is entered as text: the draft is the text, an empty one is null. */
export const textDraft: Pick<FieldParts, 'toDraft' | 'toWire'> = {
  toDraft: (value) => textOf(value),
  toWire: (draft) => (draft === '' || draft === null || draft === undefined ? null : draft),
};

export function PlainView({ value, dense }: ViewProps) {
  return dense ? (
    <Text span inherit truncate="end">
      <FoundText text={String(value)} />
    </Text>
  ) : (
    <Text span inherit style={{ overflowWrap: 'anywhere' }}>
      {String(value)}
    </Text>
  );
}

/** Keeps the lines that its writer made. */
export function TextView(props: ViewProps) {
  if (props.dense) return <PlainView {...props} />;
  return (
    <Text inherit style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      <bdi>{String(props.value)}</bdi>
    </Text>
  );
}

type Native = Pick<TextInputProps, 'type' | 'inputMode' | 'autoComplete' | 'step'>;

/** An input of one line, with what the browser knows of its kind. */
export function lineInput(native: Native) {
  return function LineInput(props: InputProps) {
    return (
      <TextInput
        {...inputProps(props)}
        {...native}
        value={textOf(props.value)}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
    );
  };
}

export function LongInput(props: InputProps) {
  return (
    <Textarea
      {...inputProps(props)}
      autosize
      minRows={props.bare ? 1 : 3}
      maxRows={16}
      value={textOf(props.value)}
      onChange={(event) => props.onChange(event.currentTarget.value)}
    />
  );
}
