import { DOCUMENT_CODES } from '../diagnostics/codes/document.ts';
import { diagnose } from '../diagnostics/diagnose.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { POINT_TITLES, POINTS, type PointName, pointNumber } from '../points.ts';
import type { SourceFile, Span } from '../source/span.ts';
import type { Block, Section, Words } from './tree.ts';

/** A section while blocks are still being added to it. Its span grows with its blocks of the same file. */
export interface OpenSection {
  readonly level: number;
  readonly heading: Words;
  readonly start: number;
  end: number;
  readonly blocks: Block[];
  readonly sections: OpenSection[];
}

/** The place of the next block: the innermost open section, and the sections around it. */
export interface Place {
  point: OpenSection | null;
  item: OpenSection | null;
  part: OpenSection | null;
  /** The content under a heading that is an error: its blocks have no section. */
  lost: { readonly span: Span; readonly diagnostic: number; end: number } | null;
}

export function openSection(level: number, heading: Words, start: number): OpenSection {
  return { level, heading, start, end: heading.span.end, blocks: [], sections: [] };
}

/** The open sections of a place, the outermost first. */
export function around(place: Place): OpenSection[] {
  return [place.point, place.item, place.part].filter((section) => section !== null);
}

/** The finished section. */
export function closeSection(section: OpenSection): Section {
  return {
    level: section.level,
    heading: section.heading,
    blocks: section.blocks,
    sections: section.sections.map(closeSection),
    span: { file: section.heading.span.file, start: section.start, end: section.end },
  };
}

/** Reports mistakes that are known when all blocks of a section are: bodies that contradict themselves (N016). */
export function checkBodies(section: OpenSection, report: (diagnostic: Diagnostic) => void): void {
  const markers = section.blocks.filter((block) => block.kind === 'marker');
  const [marker, second] = markers;
  if (marker !== undefined) {
    const stated = section.blocks.find((block) => block.kind === 'table' || block.kind === 'code');
    const inside = section.sections[0];
    const beside =
      stated !== undefined
        ? { what: stated.kind === 'table' ? 'a table' : 'a code block', span: stated.span }
        : inside !== undefined
          ? { what: `\`${'#'.repeat(inside.level)} ${inside.heading.text}\``, span: inside.heading.span }
          : second !== undefined
            ? { what: `\`${second.value}\``, span: second.span }
            : null;
    if (beside !== null) {
      const related = [{ span: beside.span, message: 'this stands beside it' }];
      const details = { marker: marker.value, beside: beside.what };
      report(diagnose('N016', DOCUMENT_CODES.N016, details, marker.span, { related }));
    }
  }
  for (const inside of section.sections) checkBodies(inside, report);
}

/** A text without any point is no specification (N003): that is one mistake, and not one for each point. */
export function reportNoPoints(main: SourceFile, titled: boolean, report: (diagnostic: Diagnostic) => void): void {
  const points = POINTS.map((point) => `## ${pointNumber(point)}. ${POINT_TITLES[point]}\n\nnot shown`);
  const end = main.text.trimEnd().length;
  const span: Span = { file: main.path, start: 0, end: main.text.split('\n', 1)[0]?.trimEnd().length ?? 0 };
  const title = titled ? [] : [{ span: { ...span, end: 0 }, text: '# Specification: Untitled\n\n' }];
  const edits = [...title, { span: { ...span, start: end, end }, text: `\n\n${points.join('\n\n')}` }];
  const fix = { title: `Add the nine points, each as \`not shown\``, edits };
  report(diagnose('N003', DOCUMENT_CODES.N003, { heading: null }, span, { fix }));
}

/** Reports points that are missing (N007) or empty (N009). Both are gaps; the tree of an empty one says `not shown`. */
export function checkPoints(
  main: SourceFile,
  points: ReadonlyMap<PointName, OpenSection>,
  inOrder: boolean,
  report: (diagnostic: Diagnostic) => void,
): void {
  POINTS.forEach((point, index) => {
    const section = points.get(point);
    const number = pointNumber(point);
    if (section === undefined) {
      const next = POINTS.slice(index + 1)
        .map((later) => points.get(later))
        .find((later) => later?.heading.span.file === main.path);
      const title = POINT_TITLES[point];
      const end = main.text.trimEnd().length;
      const at: Span =
        next === undefined ? { file: main.path, start: end, end } : { ...next.heading.span, start: next.start };
      const words = `## ${number}. ${title}\n\nnot shown`;
      const edit =
        next === undefined
          ? { span: at, text: `\n\n${words}` }
          : { span: { ...at, end: at.start }, text: `${words}\n\n` };
      const fix = { title: `Add point ${number} as \`not shown\``, edits: [edit] };
      report(diagnose('N007', DOCUMENT_CODES.N007, { number, title }, at, inOrder ? { fix } : {}));
    } else if (section.sections.length === 0 && !section.blocks.some((block) => block.kind !== 'remark')) {
      const marker: Block = { kind: 'marker', value: 'not shown', span: section.heading.span };
      section.blocks.push(marker);
      report(diagnose('N009', DOCUMENT_CODES.N009, { number }, section.heading.span));
    }
  });
}
