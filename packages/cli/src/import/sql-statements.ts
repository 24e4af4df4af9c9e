import { Failure } from '../failure.ts';
import { NotReadable } from './foreign.ts';
import { contentOf, nodesOf, type SqlNode, stringIn } from './sql-node.ts';

/** A statement, and the line on which it begins, from 1. */
export interface SqlStatement {
  readonly node: SqlNode;
  readonly line: number;
  /** The line of a part of it; its own, if the part has no place. */
  readonly lineOf: (part: SqlNode) => number;
}

/**
 * The statements of a file, read by PostgreSQL's own parser. The data of a dump and the lines that only psql reads are
 * left out.
 * @throws {NotReadable} where it is no SQL.
 */
export async function readStatements(text: string): Promise<readonly SqlStatement[]> {
  const sql = withoutData(text);
  const { parse, hasSqlDetails } = await import('libpg-query').catch(() => {
    throw new Failure(
      'What reads SQL is not installed, because npm left out what is optional: `npm install libpg-query`.',
    );
  });
  const bytes = Buffer.from(sql);
  const lineAt = (byte: number) => bytes.subarray(0, byte).toString().split('\n').length;
  let tree: unknown;
  try {
    tree = await parse(sql);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const at = hasSqlDetails(error) ? (error.sqlDetails?.cursorPosition ?? 0) : 0;
    throw new NotReadable(sql.slice(0, at).split('\n').length, error.message);
  }
  return nodesOf((tree as SqlNode)['stmts']).flatMap((statement) => {
    const [node] = nodesOf([statement['stmt']]);
    if (node === undefined) return [];
    // A statement begins behind the one before it: with spaces and comments.
    const from = Number(statement['stmt_location'] ?? 0);
    const before = /^(?:\s|--[^\n]*\n|\/\*[^]*?\*\/)*/.exec(bytes.subarray(from, from + 20_000).toString())?.[0] ?? '';
    const line = lineAt(from + Buffer.byteLength(before));
    const lineOf = ({ location }: SqlNode) => (typeof location === 'number' ? lineAt(location) : line);
    return [{ node, line, lineOf }];
  });
}

/** Takes out the rows behind `COPY … FROM stdin;`, and commands of psql. The lines keep their numbers. */
function withoutData(text: string): string {
  let isData = false;
  return text
    .split('\n')
    .map((line) => {
      if (isData) {
        isData = line.trimEnd() !== '\\.';
        return '';
      }
      if (/^copy\b.*\bfrom stdin\b/i.test(line)) {
        isData = true;
        return '';
      }
      return /^\\[a-z]/i.test(line) ? '' : line;
    })
    .join('\n');
}

/** The name of a table, without its schema. */
export function tableIn(relation: unknown): string {
  const own = contentOf({ RangeVar: relation }, 'RangeVar');
  return own === null ? '' : stringIn(own, 'relname');
}
