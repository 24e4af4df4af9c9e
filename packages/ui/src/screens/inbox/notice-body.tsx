import { Anchor, Typography } from '@mantine/core';
import type { NoticePart } from '@nonet/client';
import type { ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { RouteLink } from '../../parts/route-link.tsx';

/** Signs around the place of a value, which Markdown has no meaning for. */
const MARK = /\uF8FE(\d+)\uF8FF/g;

/** The words of a notice: values are put in after the Markdown is read, so that none of them is read as Markdown. */
export default function NoticeBody({ parts }: { parts: readonly NoticePart[] }) {
  const values = parts.map((part) =>
    typeof part === 'string' ? '' : 'value' in part ? part.value : (part.link ?? ''),
  );
  const text = parts.map((part, place) => (typeof part === 'string' ? part : `\uF8FE${place}\uF8FF`)).join('');
  return (
    <Typography className="prose" fz="sm">
      <ReactMarkdown remarkPlugins={[remarkGfm, [fill, values]]} components={COMPONENTS}>
        {text}
      </ReactMarkdown>
    </Typography>
  );
}

interface Node {
  value?: string;
  url?: string;
  children?: Node[];
}

/** Puts the values into a tree of Markdown. */
function fill(values: readonly string[]) {
  const filled = (text: string) => text.replaceAll(MARK, (_all, place: string) => values[Number(place)] ?? '');
  const visit = (node: Node): void => {
    if (node.value !== undefined) node.value = filled(node.value);
    // The parser has percent-encoded what stands in an address.
    if (node.url !== undefined) node.url = filled(decodeMarks(node.url));
    for (const inner of node.children ?? []) visit(inner);
  };
  return visit;
}

function decodeMarks(url: string): string {
  return url.replaceAll('%EF%A3%BE', '\uF8FE').replaceAll('%EF%A3%BF', '\uF8FF');
}

/** A link that leads nowhere for this reader is its words alone. */
function Link({ href, children }: { href?: string | undefined; children?: ReactNode }) {
  if (!href) return children;
  if (!/^\/(?![/\\])/.test(href))
    return (
      <Anchor inherit underline="always" href={href} rel="noopener noreferrer" target="_blank">
        {children}
      </Anchor>
    );
  return (
    <Anchor inherit underline="always" renderRoot={(props) => <RouteLink to={href} {...props} />}>
      {children}
    </Anchor>
  );
}

const COMPONENTS: Components = { a: Link };
