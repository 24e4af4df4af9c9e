import { Markdown, MarkdownLine } from '../parts/markdown.tsx';
import type { FieldParts, ViewProps } from './field.ts';
import { LongInput, textDraft } from './plain.tsx';

function MarkdownView({ value, dense }: ViewProps) {
  return dense ? <MarkdownLine text={String(value)} /> : <Markdown text={String(value)} />;
}

export const markdown: FieldParts = { View: MarkdownView, Input: LongInput, wide: true, ...textDraft };
