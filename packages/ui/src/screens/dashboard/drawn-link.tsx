import type { ReactNode } from 'react';
import { RouteLink } from '../../parts/route-link.tsx';
import type { Drawn } from './drawn.ts';

interface DrawnLinkProps {
  drawn: Drawn;
  /** Inside a drawing, not in text. */
  svg?: boolean;
  className?: string | undefined;
  style?: Readonly<Record<string, string>> | undefined;
  onMouseEnter?: () => void;
  onMouseLeave?: () => void;
  children?: ReactNode;
}

/**
 * A part of a chart that links to its records by the pointer; for the keyboard, the table beside the chart has the same
 * links. Without a list of records it is no link.
 */
export function DrawnLink({ drawn: { address }, svg = false, ...rest }: DrawnLinkProps) {
  if (address !== null) return <RouteLink {...address} tabIndex={-1} {...(rest as object)} />;
  return svg ? <g {...rest} /> : <span {...rest} />;
}
