import { lazy, Suspense } from 'react';

const Renderer = lazy(() => import('./markdown-renderer.tsx'));

/** Markdown of the document or of its users. Raw HTML stays text; only safe addresses become links. */
export function Markdown({ text }: { text: string }) {
  return (
    <Suspense fallback={null}>
      <Renderer text={text} />
    </Suspense>
  );
}
