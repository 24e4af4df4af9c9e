import type { Expression, Query, Template } from '../expression/tree.ts';
import type { Clause, ClauseAddress } from './clause.ts';

/** Point 7, `### Papers`: a document made of a record, as PDF. */
export interface Paper extends Clause {
  readonly name: string;
  /** As people read it: `Reminder letter`. */
  readonly label: string;
  readonly description: string;
  /** The entity of the records that it is made of; null if it is not shown. */
  readonly entity: string | null;
  /** Who may make it, of those who may read the record. */
  readonly for: readonly string[] | 'everyone';
  /** The form of the page: its name in lower case (`a4`). */
  readonly size: PaperSize;
  readonly isLandscape: boolean;
  /** The language of its words, numbers and dates (BCP 47); null: that of the product (9, `LOCALE`). */
  readonly language: string | null;
  /** The constant whose picture stands above it; null: none does. */
  readonly logo: string | null;
  /** Null if a part that it needs is not shown, or has mistakes: it is not made. */
  readonly content: PaperContent | null;
  /** In a plan: the clause of the first thing that is not shown and that the paper needs. It is not made then. */
  readonly gap?: ClauseAddress;
}

export const PAPER_SIZES = ['a3', 'a4', 'a5', 'a6', 'letter', 'legal'] as const;
export type PaperSize = (typeof PAPER_SIZES)[number];

/** The words of a paper, with the values in them. */
export interface PaperContent {
  /** The title of the document, and the name of its file. */
  readonly title: Template;
  /** The line at the top and at the bottom of each page; `page` and `pages` are its numbers. Null: there is none. */
  readonly header: Template | null;
  readonly footer: Template | null;
  /** Markdown. */
  readonly body: readonly PaperPart[];
}

/** Markdown as it is stated, the value of a placeholder, or a part of the words. */
export type PaperPart = string | Expression | PaperCondition | PaperRows;

/** `{if …}`, `{else}`, `{end}`. */
export interface PaperCondition {
  readonly kind: 'if';
  readonly condition: Expression;
  readonly then: readonly PaperPart[];
  readonly otherwise: readonly PaperPart[];
}

/** `{for l in lines}`, `{end}`: once for each record, which the query's variable names. */
export interface PaperRows {
  readonly kind: 'for';
  readonly records: Query;
  readonly parts: readonly PaperPart[];
}

/** A paper of one record: a mail brings it, or an event keeps it. */
export interface PaperOf {
  /** The name of the paper. */
  readonly paper: string;
  /** The record that it is made of; where that is null, there is none. */
  readonly of: Expression;
}

/** The names of a page's number and of the number of pages, in a header and a footer. */
export const PAGE_NUMBERS: readonly string[] = ['page', 'pages'];

/** Whether a part of a header or a footer is the number of the page, or of all pages. */
export function isPageNumber(part: string | Expression): part is Extract<Expression, { kind: 'variable' }> {
  return typeof part !== 'string' && part.kind === 'variable' && PAGE_NUMBERS.includes(part.name);
}

/** Each expression of a paper once, in the order of the text; of a part that is repeated, the query stands before it. */
export function expressionsOfPaper({ title, header, footer, body }: PaperContent): readonly Expression[] {
  const lines = [...title, ...(header ?? []), ...(footer ?? [])];
  return [
    ...lines.filter((part) => typeof part !== 'string' && !isPageNumber(part)),
    ...body.flatMap(expressionsOfPart),
  ].filter((part) => typeof part !== 'string');
}

function expressionsOfPart(part: PaperPart): readonly Expression[] {
  if (typeof part === 'string') return [];
  if (part.kind === 'if') return [part.condition, ...[...part.then, ...part.otherwise].flatMap(expressionsOfPart)];
  if (part.kind === 'for') return [part.records, ...part.parts.flatMap(expressionsOfPart)];
  return [part];
}
