import { Typography } from '@mantine/core';
import { IconSquare, IconSquareCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { ScrollFrame } from './scroll-frame.tsx';
import { useWords } from '../words/words.ts';

/** A picture from another site would reveal the reader to its owner: it becomes a link. */
function Picture({ src, alt }: { src?: unknown; alt?: string | undefined }) {
  const address = typeof src === 'string' ? src : '';
  if (/^\/(?![/\\])/.test(address)) return <img src={address} alt={alt ?? ''} />;
  return /^https?:/i.test(address) ? (
    <a href={address} rel="noopener noreferrer" target="_blank">
      {alt || address}
    </a>
  ) : (
    alt
  );
}

/** A box of a task list: readers can't tick it, so it is drawn as a sign and not as an input. */
function Box({ checked }: { checked?: boolean | undefined }) {
  const words = useWords();
  const Icon = checked === true ? IconSquareCheck : IconSquare;
  return (
    <>
      <Icon size={18} className="task" aria-hidden />
      <span className="visually-hidden">{checked === true ? words.yes : words.no}: </span>
    </>
  );
}

/** A table that is too wide for the screen scrolls. */
function Table({ children }: { children?: ReactNode }) {
  return (
    <ScrollFrame>
      <table>{children}</table>
    </ScrollFrame>
  );
}

const STANDARD: Components = { img: Picture, input: Box, table: Table };

/** `components` replaces elements, for the screen that marks places in the document. */
export default function MarkdownRenderer({ text, components }: { text: string; components?: Components }) {
  return (
    <Typography className="prose">
      <ReactMarkdown remarkPlugins={[remarkGfm]} components={{ ...STANDARD, ...components }}>
        {text}
      </ReactMarkdown>
    </Typography>
  );
}
