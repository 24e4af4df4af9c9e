import { Markdown } from '../parts/markdown.tsx';
import type { FieldParts, ViewProps } from './field.ts';
import { LongInput, PlainView, textDraft } from './plain.tsx';

function MarkdownView(props: ViewProps) {
  return props.dense ? <PlainView {...props} /> : <Markdown text={String(props.value)} />;
}

export const markdown: FieldParts = { View: MarkdownView, Input: LongInput, wide: true, ...textDraft };
