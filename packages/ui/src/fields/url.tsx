import { Anchor } from '@mantine/core';
import type { FieldParts, ViewProps } from './field.ts';
import { lineInput, PlainView, textDraft } from './plain.tsx';

/** Only an address that a browser opens as a page becomes a link: never `javascript:`. */
function UrlView(props: ViewProps) {
  const address = String(props.value);
  if (!/^https?:\/\//i.test(address)) return <PlainView {...props} />;
  return (
    <Anchor inherit href={address} target="_blank" rel="noopener noreferrer">
      {address}
    </Anchor>
  );
}

export const url: FieldParts = { View: UrlView, Input: lineInput({ type: 'url', inputMode: 'url' }), ...textDraft };
