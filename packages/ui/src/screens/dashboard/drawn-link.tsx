import type { ComponentPropsWithRef } from 'react';
import { RouteLink } from '../../parts/route-link.tsx';
import type { Drawn } from './drawn.ts';

interface DrawnLinkProps extends ComponentPropsWithRef<'a'> {
  drawn: Drawn;
  /** Inside a drawing, not in text. */
  svg?: boolean;
}

/** A drawn part that leads to the records behind it by the pointer; by the keyboard the table beside it does. */
export function DrawnLink({ drawn: { address }, svg = false, ...rest }: DrawnLinkProps) {
  if (address !== null) return <RouteLink {...address} tabIndex={-1} {...rest} />;
  const { children, className, style } = rest;
  if (svg) return <g>{children}</g>;
  return (
    <span className={className} style={style}>
      {children}
    </span>
  );
}
