import { Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { AwaitedPart } from './awaited-part.tsx';

const Renderer = lazy(() => import('./markdown-renderer.tsx'));
const LineRenderer = lazy(() => import('./markdown-line.tsx'));

/** Markdown of the document or of its users. Raw HTML stays text; only safe addresses become links. */
export function Markdown({ text }: { text: string }) {
  return (
    <AwaitedPart>
      <Renderer text={text} />
    </AwaitedPart>
  );
}

/** The words of Markdown, without its marks, on one line of a table. */
export function MarkdownLine({ text }: { text: string }) {
  return (
    <Text span inherit truncate="end">
      <Suspense fallback={text}>
        <LineRenderer text={text} />
      </Suspense>
    </Text>
  );
}
