import { Anchor } from '@mantine/core';
import type { FieldParts, ViewProps } from './field.ts';
import { lineInput, textDraft } from './plain.tsx';

function PhoneView({ value }: ViewProps) {
  return (
    <Anchor inherit href={`tel:${String(value).replaceAll(/[^+\d]/g, '')}`}>
      {String(value)}
    </Anchor>
  );
}

export const phone: FieldParts = { View: PhoneView, Input: lineInput({ type: 'tel', inputMode: 'tel' }), ...textDraft };
