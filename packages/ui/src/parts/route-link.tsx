import { Link } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

interface RouteLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  to: string;
  search?: Readonly<Record<string, string>>;
}

/** Only the page itself is the current one, not those above it. */
const EXACT = { exact: true, includeSearch: false };

/** A real link to an address of the product. */
export function RouteLink({ to, search, ...rest }: RouteLinkProps) {
  return <Link to={to} search={search ?? {}} activeOptions={EXACT} {...(rest as object)} />;
}
