import { Text } from '@mantine/core';
import type { DocumentView, GapView } from '@nonet/client';
import { IconCircleDashed } from '@tabler/icons-react';
import { createElement, type ReactNode, useMemo } from 'react';
import type { Components, ExtraProps } from 'react-markdown';
import MarkdownRenderer from '../../parts/markdown-renderer.tsx';
import { useWords } from '../../words/words.ts';
import classes from './document.module.css';

/** Where a line of a file stands on the page. */
export function lineId(path: string, line: number): string {
  return `${path.replaceAll(/[^\w]+/g, '-')}-${line}`;
}

type Block = { children?: ReactNode } & ExtraProps;

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

/** The document's text, every block with its line as address, and a mark where a gap stands. */
export function SourceText({ source, gaps }: { source: DocumentView['sources'][number]; gaps: readonly GapView[] }) {
  const components = useMemo((): Components => {
    const byLine = Map.groupBy(gaps, (gap) => gap.line);
    const idOf = (node: Block['node']) => {
      const line = node?.position?.start.line;
      return line === undefined ? undefined : lineId(source.path, line);
    };
    const marksOf = (node: Block['node']) => byLine.get(node?.position?.start.line ?? -1) ?? [];
    // The screen has the title already: the document's headings stand below it.
    const heading = (level: number) =>
      function Heading({ node, children }: Block) {
        return (
          <>
            {createElement(`h${Math.min(level + 1, 6)}`, { id: idOf(node) }, children)}
            <Marks gaps={marksOf(node)} />
          </>
        );
      };
    const Paragraph = ({ node, children }: Block) => (
      <p id={idOf(node)}>
        {children} <Marks gaps={marksOf(node)} />
      </p>
    );
    const Row = ({ node, children }: Block) => {
      const marks = marksOf(node);
      return (
        <>
          <tr id={idOf(node)}>{children}</tr>
          {marks.length > 0 && (
            <tr className={classes.markRow}>
              <td colSpan={node?.children.length ?? 1}>
                <Marks gaps={marks} />
              </td>
            </tr>
          )}
        </>
      );
    };
    const Scrolled = ({ children }: Block) => (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, and must from the keyboard too
      <div className={classes.scroll} tabIndex={0} role="group">
        <table>{children}</table>
      </div>
    );
    return {
      ...Object.fromEntries(HEADINGS.map((tag, index) => [tag, heading(index + 1)])),
      p: Paragraph,
      tr: Row,
      table: Scrolled,
    };
  }, [source.path, gaps]);
  return <MarkdownRenderer text={source.text} components={components} />;
}

function Marks({ gaps }: { gaps: readonly GapView[] }) {
  const words = useWords();
  return gaps.map((gap) => (
    <Text key={gap.clause} component="span" className={classes.mark} role="note">
      <IconCircleDashed size={14} aria-hidden /> <b>{gap.clause}</b> {gap.consequence}
      {gap.hits > 0 && ` (${words.hitCount(gap.hits)})`}
    </Text>
  ));
}
