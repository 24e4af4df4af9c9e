import { type ReactNode, Suspense } from 'react';
import { useAwaited } from './loaded.ts';

interface AwaitedPartProps {
  /** Shown while the part is loaded. */
  fallback?: ReactNode;
  children: ReactNode;
}

/** A part of a screen whose code may still be on its way: until it is there, the screen does not count as loaded. */
export function AwaitedPart({ fallback = null, children }: AwaitedPartProps) {
  return <Suspense fallback={<Meanwhile>{fallback}</Meanwhile>}>{children}</Suspense>;
}

function Meanwhile({ children }: { children: ReactNode }) {
  useAwaited();
  return children;
}
