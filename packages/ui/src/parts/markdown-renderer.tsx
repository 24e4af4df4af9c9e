import { Typography } from '@mantine/core';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';

/** A picture from elsewhere would reveal to its owner who reads: it stands as a link. */
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

const STANDARD: Components = { img: Picture };

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
