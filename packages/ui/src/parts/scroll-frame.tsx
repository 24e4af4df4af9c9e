import type { ReactNode } from 'react';

interface ScrollFrameProps {
  /** The least width of what is in it, in px. */
  minWidth?: number;
  maxHeight?: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Scrolls what is too wide for the screen; the keyboard scrolls it, too. */
export function ScrollFrame({ minWidth, maxHeight, className, children }: ScrollFrameProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard
    <div tabIndex={0} className={className} style={{ overflow: 'auto', maxHeight }}>
      {minWidth === undefined ? children : <div style={{ minWidth }}>{children}</div>}
    </div>
  );
}
