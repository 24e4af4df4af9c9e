import { type ReactElement, Suspense } from 'react';
import { lazyPart } from '../data/load-part.ts';

const Tooltip = lazyPart(() => import('./library-tooltip.ts'));

/** An element with a tooltip; without it until the tooltip's code is loaded. */
export function Explained({ label, children }: { label: string; children: ReactElement }) {
  return (
    <Suspense fallback={children}>
      <Tooltip label={label}>{children}</Tooltip>
    </Suspense>
  );
}
