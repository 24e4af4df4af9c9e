import { describeTables, type TableDescription } from '../../migrate/describe.ts';
import { column, quote, SYSTEM_COLUMNS } from '../../sql/identifiers.ts';
import { and } from '../../sql/logic.ts';
import type { Parameters } from '../../sql/parameters.ts';
import { clauseContext, OLD, THIS } from '../write.ts';
import type { Draft } from './draft.ts';
import type { JudgedWrite, StatementRequest, StatementWrite } from './statement-step.ts';
import { partsFor } from './steps.ts';

const PARTS = {
  premises: partsFor('premises'),
  before: partsFor('before'),
  conditions: partsFor('conditions'),
  judged: partsFor('judged'),
  restricted: partsFor('restricted'),
  saved: partsFor('saved'),
  after: partsFor('after'),
  answered: partsFor('answered'),
};

/**
 * The one statement of a write, from the parts of its steps: common table expressions on `calls`, of which each is one
 * draft that `id` distinguishes. Every record goes through them as one row, so that nothing is looked for among the others again.
 */
export function compileStatement(request: StatementRequest, parameters: Parameters): string {
  const { scope, draft } = request;
  const description = describeTables(scope.index).find(({ entity }) => entity.name === draft.entity);
  if (description === undefined) throw new Error(`${draft.entity} has no table.`);
  const old = draft.isNew ? ({ kind: 'null' } as const) : ({ kind: 'row', entity: draft.entity, alias: OLD } as const);
  const context = clauseContext(scope, parameters, draft.entity, { old });
  const write: StatementWrite = { ...request, parameters, context };
  const texts = (parts: readonly ((write: StatementWrite) => readonly string[])[]) =>
    parts.flatMap((part) => part(write));
  const tables = (parts: readonly ((write: StatementWrite) => string | null)[]) =>
    parts.flatMap((part) => part(write) ?? []);

  const news = draft.columns(parameters);
  // `offset 0`: a record is read, and computed, once.
  const standing = draft.isNew
    ? ''
    : `cross join lateral (select * from locked_ where locked_."id" = ${parameters.slot('id', 'uuid')} offset 0) ${OLD}`;
  const sources = `asked_ calls ${standing} cross join lateral (select ${drafted(description, draft, news)} offset 0) ${THIS}`;
  const judged = [`${THIS}.*`, 'calls.call_ as "_call"', ...texts(PARTS.judged)];
  const saving: JudgedWrite = {
    ...write,
    description,
    news,
    source: ['judged_', ...tables(PARTS.restricted)].join(' '),
    returned: texts(PARTS.saved),
  };
  const chain = [
    `asked_ as materialized (select calls.* from calls_ calls where ${and(...texts(PARTS.premises))})`,
    ...tables(PARTS.before),
    `judged_ as materialized (select ${judged.join(', ')} from ${sources} where ${and(...texts(PARTS.conditions))})`,
    ...PARTS.after.flatMap((part) => part(saving) ?? []),
  ];
  const answered = ['judged_."_call" as call_', ...texts(PARTS.answered)];
  return `${chain.join(',\n')} select ${answered.join(', ')} from judged_ join saved_ on saved_."id" = judged_."id"`;
}

/** Every column of the record as it would be saved, in its type, so that it is rounded as its column rounds it. */
function drafted({ columns }: TableDescription, draft: Draft, news: ReadonlyMap<string, string>): string {
  return columns
    .map(({ name, type }) => {
      const set = news.get(name);
      const sql =
        set !== undefined ? `(${set})::${type}` : draft.isNew ? `${EMPTY[name] ?? 'null'}::${type}` : column(OLD, name);
      return `${sql} as ${quote(name)}`;
    })
    .join(', ');
}

/** The engine's own columns that have a value from the beginning. */
const EMPTY: Readonly<Record<string, string>> = { [SYSTEM_COLUMNS.version]: '1' };
