import { type PointName, POINT_TITLES, POINTS, pointNumber } from '../../points.ts';
import { type CheckedDocument, checkDocument } from '../check.ts';

/** For tests: a document that states these points; every other one is `none`. `⟦…⟧` marks where diagnostics are expected. */
export function documentOf(points: Partial<Record<PointName, string>>): string {
  const bodies = POINTS.map((point) => {
    const body = points[point]?.trim() ?? (point === 'purpose' ? 'A product.' : 'none');
    return `## ${pointNumber(point)}. ${POINT_TITLES[point]}\n\n${body}\n`;
  });
  return `# Specification: Test\n\n${bodies.join('\n')}`;
}

/** Checks a text of one file. */
export function checkText(text: string): CheckedDocument {
  return checkDocument({ path: 'spec.md', text }, () => {
    throw new Error('A test of one file includes another');
  });
}

export interface Marked {
  /** Each diagnostic as `N301 string`: its code and the source that it marks. */
  readonly found: readonly string[];
  /** The marked sources in the order of the text. */
  readonly marked: readonly string[];
  readonly checked: CheckedDocument;
}

/** Checks a document with marks; disclosures and hints are left out. */
export function checkMarked(points: Partial<Record<PointName, string>>): Marked {
  const source = documentOf(points);
  const text = source.replaceAll(/[⟦⟧]/g, '');
  const places: { start: number; end: number }[] = [];
  const open: { start: number; end: number }[] = [];
  let offset = 0;
  for (const character of source) {
    if (character === '⟦') {
      const place = { start: offset, end: offset };
      open.push(place);
      places.push(place);
    } else if (character === '⟧') {
      const place = open.pop();
      if (place) place.end = offset;
    } else offset += character.length;
  }
  const checked = checkText(text);
  const listed = checked.diagnostics.filter(({ severity }) => severity !== 'hint' && severity !== 'disclosure');
  return {
    found: listed.map(({ code, span }) => `${code} ${span.start}-${span.end} ${text.slice(span.start, span.end)}`),
    marked: places.map(({ start, end }) => `${start}-${end} ${text.slice(start, end)}`),
    checked,
  };
}
