import { table } from '../sql/identifiers.ts';
import { Parameters } from '../sql/parameters.ts';
import { compileRecordColumns, isOfRowAlone, type Selection, selectionKey } from '../sql/projection.ts';
import { cleanText } from './answer-text.ts';
import { actorContext, readRow, type ReadScope, statementOf } from './read-scope.ts';
import type { RecordTexts, TextKind } from './record-texts.ts';

// Writing the texts of its records is most of what a list costs the database. What was answered lately is kept: the
// statement says which records the page shows this reader, and which version of each row that is (`xmin`, the
// transaction that wrote it); the texts of these versions can be no others. Nothing is answered that was not asked for.

/** The texts that a page asks for: of one entity and selection, for actors of the same roles. */
export interface PageTexts {
  /** Whether the next page does well to ask for versions first. */
  isWorthwhile(): boolean;
  /** The texts of the versions that a page shows, with commas between them; null where one of them is no more. */
  join(versions: string): Promise<string | null>;
}

/** Null where a text hangs on more than the record's row (5), or where nothing is kept. */
export function pageTexts(scope: ReadScope, entity: string, selection: Selection): PageTexts | null {
  const { texts } = scope;
  if (texts === null) return null;
  const key = `text ${entity} ${selectionKey(selection)}`;
  const build = (parameters: Parameters) => compileText(scope, parameters, entity, selection);
  const isAlone = () => {
    const parameters = new Parameters();
    return isOfRowAlone(columnsOf(scope, parameters, entity, selection, 'record'), parameters);
  };
  const kind = texts.kind(statementOf(scope, key, build), isAlone);
  if (kind === null) return null;
  const read = async (version: string): Promise<string | undefined> => {
    const [id, row] = version.split(' ');
    const found = await readRow<{ text: string }>(scope, key, build, { id, row });
    return found === undefined ? undefined : cleanText(scope.index, entity, found.text);
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
      const version = asked[place] as string;
      const text = await read(version);
      if (text === undefined) return;
      texts.keep(kind, version, text);
      joined[place] = text;
    }),
  );
  return joined.includes(undefined) ? null : joined.join(',');
}

/** What identifies a version of a row, of which the statement has `versionColumn` beside its columns. */
export function compileVersion(alias: string): string {
  return `${alias}."id"::text || ' ' || ${alias}."_version"::text`;
}

export function versionColumn(alias: string): string {
  return `${alias}."xmin" as "_version"`;
}

/** The text of one version; no row where there is another by now, which the reader may not read, perhaps. */
function compileText(scope: ReadScope, parameters: Parameters, entity: string, selection: Selection): string {
  const alias = parameters.alias();
  const columns = columnsOf(scope, parameters, entity, selection, alias);
  const condition = `${alias}."id" = ${parameters.slot('id', 'uuid')} and ${alias}."xmin" = ${parameters.slot('row', 'xid')}`;
  return `select to_json(answered)::text as text from ${table(entity)} ${alias} cross join lateral (${columns}) answered where ${condition}`;
}

function columnsOf(scope: ReadScope, parameters: Parameters, entity: string, selection: Selection, alias: string) {
  const row = { kind: 'row', entity, alias, readable: true } as const;
  return compileRecordColumns(actorContext(scope, parameters), row, selection);
}
