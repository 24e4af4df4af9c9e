import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type PointName, pointNumber } from '../../points.ts';
import { isWithin } from '../../source/span.ts';
import type { SpecTree } from '../../syntax/tree.ts';

/**
 * Whether the points on which the checks of the whole model rely are read without mistakes. Otherwise further findings
 * would only be consequences of mistakes that are reported already.
 */
export function isSound(tree: SpecTree, found: readonly Diagnostic[], points: readonly PointName[]): boolean {
  const sections = points.flatMap((point) => tree.points[point]?.span ?? []);
  const codes = new RegExp(`^N[${points.map(pointNumber).join('')}]`);
  return !found.some(
    ({ code, severity, span }) =>
      severity === 'error' && (codes.test(code) || sections.some((section) => isWithin(span, section))),
  );
}
