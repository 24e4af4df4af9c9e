import { readableRows } from '../sql/context.ts';
import { isWithinClause, message, type Paper } from '@nonet/language';
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
import { compilePaperContent } from './compile-paper.ts';
import { completePaper } from './complete-paper.ts';
import { mayMakePaper } from './may-make.ts';
import type { ReadPaper } from './paper.ts';
import { PaperTooLong, type PaperValues } from './write-paper.ts';

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
    const words = content === null ? 'null' : `case when ${may} then ${compilePaperContent(content, context)} end`;
    return `select ${may} as may, (${words})::text as words${todayColumn(scope, parameters)} from ${readableRows(entity, false, context)} ${alias} where ${condition}`;
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
  try {
    return completePaper(index, paper, content, JSON.parse(found.words) as PaperValues, paper.language ?? locale);
  } catch (error) {
    if (!(error instanceof PaperTooLong)) throw error;
    throw refuse(index, 'TOO_LARGE', { clause: paper.clause, words: message('paperTooLong') });
  }
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
