import { Text } from '@mantine/core';
import type { DocumentView, GapView } from '@nonet/client';
import { IconCircleDashed } from '@tabler/icons-react';
import { createContext, createElement, type ReactNode, use, useMemo } from 'react';
import type { Components, ExtraProps } from 'react-markdown';
import MarkdownRenderer from '../../parts/markdown-renderer.tsx';
import { useWords } from '../../words/words.ts';
import classes from './document.module.css';

/** Where a line of a file stands on the page. */
export function lineId(path: string, line: number): string {
  return `${path.replaceAll(/[^\w]+/g, '-')}-${line}`;
}

interface Place {
  readonly path: string;
  readonly gaps: ReadonlyMap<number, readonly GapView[]>;
}

const PlaceContext = createContext<Place>({ path: '', gaps: new Map() });

/** The document's text, every block with its line as address, and a mark where a gap stands. */
export function SourceText({ source, gaps }: { source: DocumentView['sources'][number]; gaps: readonly GapView[] }) {
  const place = useMemo(() => ({ path: source.path, gaps: Map.groupBy(gaps, (gap) => gap.line) }), [source.path, gaps]);
  return (
    <PlaceContext value={place}>
      <MarkdownRenderer text={source.text} components={COMPONENTS} />
    </PlaceContext>
  );
}

type Block = { children?: ReactNode } & ExtraProps;

function usePlace(node: Block['node']): { id: string | undefined; gaps: readonly GapView[] } {
  const { path, gaps } = use(PlaceContext);
  const line = node?.position?.start.line;
  return line === undefined ? { id: undefined, gaps: [] } : { id: lineId(path, line), gaps: gaps.get(line) ?? [] };
}

/** The screen has the title already: the document's headings stand one rank below it. */
function Heading({ node, children }: Block) {
  const { id, gaps } = usePlace(node);
  const rank = Math.min(Number(node?.tagName.slice(1) ?? 1) + 1, 6);
  return (
    <>
      {createElement(`h${rank}`, { id }, children)}
      <Marks gaps={gaps} />
    </>
  );
}

function Paragraph({ node, children }: Block) {
  const { id, gaps } = usePlace(node);
  return (
    <p id={id}>
      {children} <Marks gaps={gaps} />
    </p>
  );
}

function Row({ node, children }: Block) {
  const { id, gaps } = usePlace(node);
  const cells = node?.children.filter((child) => child.type === 'element').length ?? 1;
  return (
    <>
      <tr id={id}>{children}</tr>
      {gaps.length > 0 && (
        <tr className={classes.markRow}>
          <td colSpan={cells}>
            <Marks gaps={gaps} />
          </td>
        </tr>
      )}
    </>
  );
}

function ScrolledTable({ children }: Block) {
  return (
    <div className={classes.scroll}>
      <table>{children}</table>
    </div>
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

function Marks({ gaps }: { gaps: readonly GapView[] }) {
  const words = useWords();
  return gaps.map((gap) => (
    <Text key={gap.clause} component="span" className={classes.mark} role="note">
      <IconCircleDashed size={14} aria-hidden /> <b>{gap.clause}</b> {gap.consequence}
      {gap.hits > 0 && ` (${words.hitCount(gap.hits)})`}
    </Text>
  ));
}
