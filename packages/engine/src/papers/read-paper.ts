import { isPageNumber, isWithinClause, message, type Paper, type PaperContent } from '@nonet/language';
import { constantValue } from '../sql/values.ts';
import { living } from '../sql/admits.ts';
import type { Row } from '../sql/context.ts';
import { and } from '../sql/logic.ts';
import { recordPredicate } from '../sql/permissions.ts';
import {
  actorContext,
  confirmByRow,
  readRowOf,
  refuseUnreadable,
  type ReadScope,
  statementOf,
  todayColumn,
} from '../run/read-scope.ts';
import { refuse } from '../run/refuse.ts';
import { readId } from '../run/values/identifier.ts';
import { compilePaperParts, compilePaperValues } from './compile-paper.ts';
import { mayMakePaper } from './may-make.ts';
import type { ReadPaper } from './paper.ts';
import { PaperTooLong, type PaperValues, writePaper } from './write-paper.ts';

interface PaperRow {
  readonly may: boolean;
  readonly words: string | null;
  readonly today?: string[] | null;
}

/**
 * The words of a paper for whoever asks for it (7): values with their rights, in the paper's own language. `locale`: the
 * language of the product, whatever the reader prefers.
 */
export async function readPaper(
  scope: ReadScope,
  entity: string,
  id: string,
  name: string,
  locale: string,
): Promise<ReadPaper> {
  refuseUnreadable(scope, entity);
  const { index } = scope;
  const paper = findPaper(scope, entity, name);
  const { content } = paper;
  const known = readId(id);
  const statement = statementOf(scope, `paper ${entity} ${name}`, (parameters) => {
    const alias = parameters.alias();
    const row: Row = { kind: 'row', entity, alias };
    const context = actorContext(scope, parameters, { this: { ...row, readable: true } });
    const condition = and(
      `${alias}."id" = ${parameters.slot('id', 'uuid')}`,
      living(row, context),
      recordPredicate(context, scope.authority, 'read', row),
    );
    const may = mayMakePaper(context, scope.authority, paper, row);
    const words =
      content === null
        ? 'null'
        : `case when ${may} then json_build_object('lines', ${compilePaperValues(inLines(content), context)}, 'body', ${compilePaperParts(content.body, context)}) end`;
    return `select ${may} as may, (${words})::text as words${todayColumn(scope, parameters)} from ${parameters.table(entity)} ${alias} where ${condition}`;
  });
  const found = known === null ? undefined : await readRowOf<PaperRow>(scope, statement, { id: known });
  confirmByRow(scope, found);
  if (found === undefined) throw refuse(index, 'NOT_FOUND');
  if (!found.may)
    throw refuse(index, scope.actor.userId === null ? 'UNAUTHENTICATED' : 'FORBIDDEN', {
      clause: `${paper.clause}.for`,
    });
  if (content === null || found.words === null)
    throw refuse(index, 'NOT_SPECIFIED', { clause: openClause(scope, paper) });
  const language = paper.language ?? locale;
  try {
    const values = JSON.parse(found.words) as PaperValues;
    const words = writePaper(index, { ...index.plan.settings, locale: language }, content, values);
    const { size, isLandscape, logo } = paper;
    return { ...words, language, size, isLandscape, logo: logo === null ? null : pictureOf(scope, logo) };
  } catch (error) {
    if (!(error instanceof PaperTooLong)) throw error;
    throw refuse(index, 'TOO_LARGE', { clause: paper.clause, words: message('paperTooLong') });
  }
}

/** The values of the lines, in the order in which `writePaper` takes them. */
function inLines({ title, header, footer }: PaperContent) {
  const parts = [...title, ...(header ?? []), ...(footer ?? [])];
  return parts.filter((part) => typeof part !== 'string').filter((part) => !isPageNumber(part));
}

function findPaper({ index }: ReadScope, entity: string, name: string): Paper {
  const paper = index.plan.papers.find((each) => each.entity === entity && each.name === name);
  if (paper !== undefined) return paper;
  const open = ['7', '7.papers', `7.${name}`].find((clause) => index.plan.gaps.some((gap) => gap.clause === clause));
  throw open === undefined ? refuse(index, 'NOT_FOUND') : refuse(index, 'NOT_SPECIFIED', { clause: open });
}

/** The first thing that is not shown and that the paper needs. */
function openClause({ index }: ReadScope, { clause, gap }: Paper): string {
  return gap ?? index.plan.gaps.find((each) => isWithinClause(each.clause, clause))?.clause ?? clause;
}

/** The picture of a constant; null if it is none. */
function pictureOf({ index }: ReadScope, constant: string): string | null {
  const value = constantValue(index, constant);
  return typeof value === 'string' && value.startsWith('data:image/') ? value : null;
}
