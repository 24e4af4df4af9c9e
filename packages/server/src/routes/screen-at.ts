import type { Plan, Screen } from '@nonet/language';

/** The screen at a path; fixed routes beat parameters (2), from the left. */
export function screenAt(plan: Plan, path: string): Screen | null {
  const wanted = segmentsOf(path);
  const found = plan.screens.filter((screen) => {
    const route = segmentsOf(screen.route);
    return (
      route.length === wanted.length &&
      route.every((segment, position) => isParameter(segment) || segment === decoded(wanted[position] ?? ''))
    );
  });
  return found.toSorted((a, b) => (fixedness(a) < fixedness(b) ? 1 : -1))[0] ?? null;
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function isParameter(segment: string): boolean {
  return segment.startsWith('{') && segment.endsWith('}');
}

/** `1` for a fixed segment, `0` for a parameter: sorts fixed ones first. */
function fixedness(screen: Screen): string {
  return segmentsOf(screen.route)
    .map((segment) => (isParameter(segment) ? '0' : '1'))
    .join('');
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return segment;
    throw error;
  }
}
