import { Text } from '@mantine/core';
import { lazy, Suspense } from 'react';

const Renderer = lazy(() => import('./markdown-renderer.tsx'));
const LineRenderer = lazy(() => import('./markdown-line.tsx'));

/** Markdown of the document or of its users. Raw HTML stays text; only safe addresses become links. */
export function Markdown({ text }: { text: string }) {
  return (
    <Suspense fallback={null}>
      <Renderer text={text} />
    </Suspense>
  );
}

/** What Markdown says, without its marks, on one line of a table. */
export function MarkdownLine({ text }: { text: string }) {
  return (
    <Text span inherit truncate="end">
      <Suspense fallback={text}>
        <LineRenderer text={text} />
      </Suspense>
    </Text>
  );
}
