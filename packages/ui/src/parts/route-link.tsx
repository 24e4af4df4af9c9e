import { Link } from '@tanstack/react-router';
import type { ComponentPropsWithRef } from 'react';

interface RouteLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  to: string;
  search?: Readonly<Record<string, string>>;
}

/** A real link to an address of the product. */
export function RouteLink({ to, search, ...rest }: RouteLinkProps) {
  return <Link to={to} search={search ?? {}} {...(rest as object)} />;
}
