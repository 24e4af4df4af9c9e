import { Text } from '@mantine/core';
import type { FieldParts, ViewProps } from './field.ts';
import { lineInput, textDraft } from './plain.tsx';

function IdView({ value }: ViewProps) {
  return (
    <Text span ff="monospace" size="xs">
      {String(value)}
    </Text>
  );
}

export const id: FieldParts = { View: IdView, Input: lineInput({ type: 'text' }), ...textDraft };
