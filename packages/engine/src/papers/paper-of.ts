import type { Expression, Paper, PaperContent } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { indexFor, ownIndex } from '../plan-languages.ts';
import { living } from '../sql/admits.ts';
import { type Row, type SqlContext, type SqlVariable, withVariables, readableRows } from '../sql/context.ts';
import { compileRecord } from '../sql/expression.ts';
import { and, NULL, TRUE } from '../sql/logic.ts';
import { compilePaperContent } from './compile-paper.ts';
import { completePaper } from './complete-paper.ts';
import type { ReadPaper } from './paper.ts';
import type { PaperValues } from './write-paper.ts';

/** A paper that is shown whole. */
export interface WholePaper extends Paper {
  readonly content: PaperContent;
}

/** The paper of a plan by its name; null if not all of it is shown. */
export function findWholePaper({ plan }: PlanIndex, name: string): WholePaper | null {
  const paper = plan.papers.find((each) => each.name === name);
  return paper === undefined || paper.content === null ? null : { ...paper, content: paper.content };
}

/**
 * The SQL of the text of JSON with all values of a paper of the record that an expression names: null where there is none, or where the
 * reader of the context may not read it. `user` is who it is made for.
 */
export function compilePaperOf(
  { content }: WholePaper,
  of: Expression,
  context: SqlContext,
  user: SqlVariable,
): string {
  const record = compileRecord(of, context);
  if (record.kind !== 'row' && record.kind !== 'id') return NULL;
  const mayRead = (row: Row) => context.authority?.mayDo(context, 'read', row) ?? TRUE;
  const wordsOf = (row: Row) =>
    compilePaperContent(content, withVariables(context, { this: { ...row, readable: true }, user }));
  if (record.kind === 'row') return `(case when ${mayRead(record)} then ${wordsOf(record)} end)::text`;
  const row: Row = { kind: 'row', entity: record.entity, alias: context.parameters.alias() };
  const condition = and(`${row.alias}."id" = ${record.sql}`, living(row, context), mayRead(row));
  return context.parameters.subselect(
    `(select (${wordsOf(row)})::text from ${readableRows(record.entity, false, context)} ${row.alias} where ${condition})`,
  );
}

/** A paper with what `compilePaperOf` has read, in its own language, whoever acts. @throws {PaperTooLong} */
export function paperOf(index: PlanIndex, paper: WholePaper, read: string): ReadPaper {
  const language = paper.language ?? ownIndex(index).plan.settings.locale;
  const words = indexFor(index, paper.language);
  return completePaper(words, paper, paper.content, JSON.parse(read) as PaperValues, language);
}
