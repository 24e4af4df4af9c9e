import { readableRows } from '../../sql/context.ts';
import { itemAt } from '@nonet/language';
import { Parameters } from '../../sql/parameters.ts';
import { compileRecordColumns, isOfRowAlone, type Selection, selectionKey } from '../../sql/projection.ts';
import { cleanText } from '../answer-text.ts';
import { actorContext, type ReadScope, readRowOf, statementOf } from '../read-scope.ts';
import type { RecordTexts, TextKind } from '../record-texts.ts';

// This file keeps the texts of recent answers, because the texts of records take most of the time of a list in the
// database. The statement says which records the page shows this reader, and the version of each row (`xmin`, the
// transaction that wrote it); a version's text never changes. Every answer still asks the database.

/** The texts that a page asks for: of one entity and selection, for actors of the same roles. */
export interface PageTexts {
  /** Whether the next page should ask for versions first. */
  isWorthwhile(): boolean;
  /** The texts of the versions that a page shows, with commas between them; null if one of them is no more. */
  join(versions: string): Promise<string | null>;
}

/** Null if a text hangs on more than the record's row (5), or where nothing is kept. */
export function pageTexts(scope: ReadScope, entity: string, selection: Selection): PageTexts | null {
  const { texts } = scope;
  if (texts === null) return null;
  const key = `text ${entity} ${selectionKey(selection)}`;
  const build = (parameters: Parameters) => compileText(scope, parameters, entity, selection);
  const isAlone = () => {
    const parameters = new Parameters();
    return isOfRowAlone(parameters.trace(() => columnsOf(scope, parameters, entity, selection, 'record')));
  };
  const statement = statementOf(scope, key, build);
  const kind = texts.kind(statement, isAlone);
  if (kind === null) return null;
  const read = async (version: string): Promise<string | undefined> => {
    const [id, row] = version.split(' ');
    const found = await readRowOf<{ text: string }>(scope, statement, { id, row });
    return found === undefined ? undefined : cleanText(scope.index, entity, found.text, statement);
  };
  return {
    isWorthwhile: () => texts.isWorthwhile(kind),
    join: (versions) => join(texts, kind, versions, read),
  };
}

async function join(
  texts: RecordTexts,
  kind: TextKind,
  versions: string,
  read: (version: string) => Promise<string | undefined>,
): Promise<string | null> {
  if (versions === '') return '';
  const asked = versions.split(',');
  const joined = texts.find(kind, asked);
  const missing = joined.flatMap((text, place) => (text === undefined ? [place] : []));
  await Promise.all(
    missing.map(async (place) => {
      const version = itemAt(asked, place);
      const text = await read(version);
      if (text === undefined) return;
      texts.keep(kind, version, text);
      joined[place] = text;
    }),
  );
  return joined.includes(undefined) ? null : joined.join(',');
}

/** The version of a row; a statement selects it as `versionColumn` beside its columns. */
export function compileVersion(alias: string): string {
  return `${alias}."id"::text || ' ' || ${alias}."_version"::text`;
}

export function versionColumn(alias: string): string {
  return `${alias}."xmin" as "_version"`;
}

/** The text of one version; no row if there is another by now, which the reader may not read, perhaps. */
function compileText(scope: ReadScope, parameters: Parameters, entity: string, selection: Selection): string {
  const alias = parameters.alias();
  const columns = columnsOf(scope, parameters, entity, selection, alias);
  const condition = `${alias}."id" = ${parameters.slot('id', 'uuid')} and ${alias}."xmin" = ${parameters.slot('row', 'xid')}`;
  return `select to_json(answered)::text as text from ${readableRows(entity, false, actorContext(scope, parameters))} ${alias} cross join lateral (${columns}) answered where ${condition}`;
}

function columnsOf(scope: ReadScope, parameters: Parameters, entity: string, selection: Selection, alias: string) {
  const row = { kind: 'row', entity, alias, readable: true } as const;
  return compileRecordColumns(actorContext(scope, parameters), row, selection);
}
