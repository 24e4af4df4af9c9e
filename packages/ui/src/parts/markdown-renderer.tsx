import { Typography } from '@mantine/core';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';

/** `components` replaces elements, for the screen that marks places in the document. */
export default function MarkdownRenderer({ text, components }: { text: string; components?: Components }) {
  return (
    <Typography className="prose">
      <ReactMarkdown remarkPlugins={[remarkGfm]} {...(components ? { components } : {})}>
        {text}
      </ReactMarkdown>
    </Typography>
  );
}
