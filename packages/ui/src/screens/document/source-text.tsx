import { Code, Text } from '@mantine/core';
import type { DocumentView, GapView } from '@nonet/client';
import { IconArrowUpRight, IconCircleDashed } from '@tabler/icons-react';
import { createContext, createElement, type ReactNode, use, useMemo } from 'react';
import type { Components, ExtraProps } from 'react-markdown';
import { useProduct } from '../../data/product.ts';
import MarkdownRenderer from '../../parts/markdown-renderer.tsx';
import { RouteLink } from '../../parts/route-link.tsx';
import { useLaterWords } from '../../words/later-words.ts';
import classes from './document.module.css';
import { Examples } from './examples.tsx';
import { lineId } from '../../format/line-id.ts';
import { shownAt } from './shown-at.ts';
import { ScrollFrame } from '../../parts/scroll-frame.tsx';

interface Place {
  readonly path: string;
  readonly gaps: ReadonlyMap<number, readonly GapView[]>;
  /** The first clause of each line. */
  readonly clauses: ReadonlyMap<number, string>;
  /** The examples of what is in each line. */
  readonly examples: ReadonlyMap<number, DocumentView['examples']>;
}

const PlaceContext = createContext<Place>({ path: '', gaps: new Map(), clauses: new Map(), examples: new Map() });

/** The document's text. Each block has its line as its address, and each gap has a mark. */
export function SourceText({ source, document }: { source: DocumentView['sources'][number]; document: DocumentView }) {
  const { path } = source;
  const place = useMemo(() => {
    const here = Object.entries(document.clauses).filter(([, { file }]) => file === path);
    return {
      path,
      gaps: Map.groupBy(
        document.gaps.filter((gap) => gap.file === path),
        (gap) => gap.line,
      ),
      clauses: new Map(here.toReversed().map(([clause, { line }]) => [line, clause])),
      examples: examplesBy(document, path),
    };
  }, [path, document]);
  return (
    <PlaceContext value={place}>
      {document.given.some(({ file }) => file === path) ? (
        <Code block>{source.text}</Code>
      ) : (
        <MarkdownRenderer text={source.text} components={COMPONENTS} />
      )}
    </PlaceContext>
  );
}

/** The examples of the clauses of a file, by line. */
function examplesBy({ examples, clauses }: DocumentView, path: string): Map<number, DocumentView['examples']> {
  const byLine = new Map<number, DocumentView['examples']>();
  for (const example of examples) {
    const places = example.shows.flatMap((clause) => clauses[clause] ?? []).filter(({ file }) => file === path);
    for (const line of new Set(places.map((place) => place.line)))
      byLine.set(line, [...(byLine.get(line) ?? []), example]);
  }
  return byLine;
}

type Block = { children?: ReactNode } & ExtraProps;

function usePlace(node: Block['node']): Mark & { id: string | undefined } {
  const { path, gaps, clauses, examples } = use(PlaceContext);
  const line = node?.position?.start.line;
  if (line === undefined) return { id: undefined, gaps: [], clause: null, examples: [] };
  return {
    id: lineId(path, line),
    gaps: gaps.get(line) ?? [],
    clause: clauses.get(line) ?? null,
    examples: examples.get(line) ?? [],
  };
}

interface Mark {
  readonly gaps: readonly GapView[];
  readonly clause: string | null;
  readonly examples: DocumentView['examples'];
}

/** A link from a clause to the screen that shows it. */
function ShownLink({ clause }: { clause: string | null }) {
  const words = useLaterWords();
  const screen = shownAt(clause ?? '', useProduct());
  if (!screen) return null;
  return (
    <RouteLink to={screen.route} className={classes.shown} title={words.shownAt(screen.name)}>
      <IconArrowUpRight size={14} aria-hidden />
      <span className="visually-hidden">{words.shownAt(screen.name)}</span>
    </RouteLink>
  );
}

/** The screen shows the title already, so the document's headings are one rank lower. */
function Heading({ node, children }: Block) {
  const { id, gaps, clause } = usePlace(node);
  const rank = Math.min(Number(node?.tagName.slice(1) ?? 1) + 1, 6);
  return (
    <>
      {createElement(`h${rank}`, { id }, children, ' ', <ShownLink key="shown" clause={clause} />)}
      <Marks gaps={gaps} />
    </>
  );
}

function Paragraph({ node, children }: Block) {
  const { id, gaps } = usePlace(node);
  return (
    <>
      <p id={id}>{children}</p>
      <Marks gaps={gaps} />
    </>
  );
}

function Row({ node, children }: Block) {
  const { id, gaps, clause, examples } = usePlace(node);
  const inHead = node?.children.some((child) => child.type === 'element' && child.tagName === 'th') ?? false;
  const cells = node?.children.filter((child) => child.type === 'element').length ?? 1;
  return (
    <>
      <tr id={id}>
        {children}
        {!inHead && (
          <td className={classes.shownCell}>
            <ShownLink clause={clause} />
          </td>
        )}
      </tr>
      {gaps.length > 0 && (
        <tr className={classes.markRow}>
          <td colSpan={cells}>
            <Marks gaps={gaps} />
          </td>
        </tr>
      )}
      {examples.length > 0 && (
        <tr className={classes.markRow}>
          <td colSpan={cells}>
            <Examples examples={examples} />
          </td>
        </tr>
      )}
    </>
  );
}

function ScrolledTable({ children }: Block) {
  return (
    <ScrollFrame className={classes.scroll}>
      <table>{children}</table>
    </ScrollFrame>
  );
}

const COMPONENTS: Components = {
  h1: Heading,
  h2: Heading,
  h3: Heading,
  h4: Heading,
  h5: Heading,
  h6: Heading,
  p: Paragraph,
  tr: Row,
  table: ScrolledTable,
};

/** The maximum number of gaps at one line that are shown; more are folded. */
const MOST_MARKS = 4;

function Marks({ gaps }: { gaps: readonly GapView[] }) {
  const words = useLaterWords();
  if (gaps.length > MOST_MARKS) {
    return (
      <details className={classes.mark}>
        <summary>{words.gaps(gaps.length)}</summary>
        <OpenMarks gaps={gaps} />
      </details>
    );
  }
  return <OpenMarks gaps={gaps} />;
}

function OpenMarks({ gaps }: { gaps: readonly GapView[] }) {
  const words = useLaterWords();
  return gaps.map((gap) => (
    <Text key={gap.clause} component="span" className={classes.mark} role="note">
      <IconCircleDashed size={14} aria-hidden /> <b>{gap.clause}</b> {gap.consequence}
      {gap.hits > 0 && ` (${words.hitCount(gap.hits)})`}
    </Text>
  ));
}
