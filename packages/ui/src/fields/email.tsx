import { Anchor } from '@mantine/core';
import { FoundText } from '../parts/found-text.tsx';
import type { FieldParts, ViewProps } from './field.ts';
import { lineInput, textDraft } from './plain.tsx';

function EmailView({ value }: ViewProps) {
  return (
    <Anchor inherit href={`mailto:${String(value)}`}>
      <FoundText text={String(value)} />
    </Anchor>
  );
}

export const email: FieldParts = {
  View: EmailView,
  Input: lineInput({ type: 'email', inputMode: 'email', autoComplete: 'off' }),
  ...textDraft,
};
