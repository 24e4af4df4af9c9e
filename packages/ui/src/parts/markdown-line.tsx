import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';

const NO_ELEMENTS: string[] = [];

/** The text of Markdown alone. */
export default function MarkdownLineRenderer({ text }: { text: string }) {
  return (
    <ReactMarkdown remarkPlugins={[remarkGfm]} allowedElements={NO_ELEMENTS} unwrapDisallowed>
      {text}
    </ReactMarkdown>
  );
}
