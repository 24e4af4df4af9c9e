import type { ExactCall, Plan } from '@nonet/language';

/** The calls of point 7 that a request may mean. */
export interface ExactCallMatch {
  /** The blocks of one call, in the document's order; none if the path is answered by other methods alone. */
  readonly calls: readonly ExactCall[];
  readonly path: Readonly<Record<string, string>>;
  /** The methods that the path answers. */
  readonly methods: readonly string[];
}

/** Finds the calls at a path: a fixed segment goes before a parameter, from the left. Null if none is there. */
export function matchExactCall(plan: Plan, method: string, url: string): ExactCallMatch | null {
  const segments = segmentsOf(url.split('?')[0] ?? '');
  if (segments === null) return null;
  const here = plan.answered.calls.flatMap((call) => {
    const path = valuesIn(call, segments);
    return path === null ? [] : [{ call, path }];
  });
  if (here.length === 0) return null;
  const asked = method === 'HEAD' ? 'GET' : method;
  const own = here.filter(({ call }) => call.method === asked).toSorted((a, b) => compare(b.call, a.call));
  const best = own[0];
  return {
    calls:
      best === undefined ? [] : own.filter(({ call }) => shapeOf(call) === shapeOf(best.call)).map(({ call }) => call),
    path: best?.path ?? {},
    methods: [...new Set(here.map(({ call }) => call.method))],
  };
}

/** Null if a segment can't be read. */
function segmentsOf(path: string): readonly string[] | null {
  try {
    const segments = path
      .split('/')
      .filter((segment) => segment !== '')
      .map(decodeURIComponent);
    return segments.some((segment) => segment.includes('\0')) ? null : segments;
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

function valuesIn({ path, parameters }: ExactCall, segments: readonly string[]): Record<string, string> | null {
  const pattern = path.split('/').filter((segment) => segment !== '');
  if (pattern.length !== segments.length) return null;
  const fits = pattern.every((segment, place) => segment.startsWith('{') || segment === segments[place]);
  if (!fits) return null;
  const places = pattern.flatMap((segment, place) => (segment.startsWith('{') ? [place] : []));
  return Object.fromEntries(parameters.map((name, place) => [name, segments[places[place] ?? -1] ?? '']));
}

function shapeOf({ path }: ExactCall): string {
  return path.replaceAll(/\{\w+\}/g, '{}');
}

/** A path with more fixed segments, from the left, takes precedence. */
function compare(one: ExactCall, other: ExactCall): number {
  const fixed = ({ path }: ExactCall) =>
    path
      .split('/')
      .map((segment) => (segment.startsWith('{') ? '0' : '1'))
      .join('');
  return fixed(one) < fixed(other) ? -1 : fixed(one) > fixed(other) ? 1 : 0;
}
