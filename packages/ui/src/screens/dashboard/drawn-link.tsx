import type { ReactNode, RefAttributes } from 'react';
import { RouteLink } from '../../parts/route-link.tsx';
import type { Drawn } from './drawn.ts';

interface DrawnLinkProps extends RefAttributes<HTMLSpanElement & SVGGElement> {
  drawn: Drawn;
  /** Inside a drawing, not in text. */
  svg?: boolean;
  className?: string | undefined;
  style?: Readonly<Record<string, string>> | undefined;
  children?: ReactNode;
}

/**
 * A drawn part that leads to the records behind it by the pointer; by the keyboard the table beside it does. Where there is
 * no list of them it is only drawn. Whatever else it is given (a tooltip's handlers and reference) is its element's.
 */
export function DrawnLink({ drawn: { address }, svg = false, ...rest }: DrawnLinkProps) {
  if (address !== null) return <RouteLink {...address} tabIndex={-1} {...(rest as object)} />;
  return svg ? <g {...rest} /> : <span {...rest} />;
}
