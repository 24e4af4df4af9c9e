import type { PlanIndex } from '../plan-index.ts';
import { type Pool, type PoolClient, run, transaction } from '../store/pool.ts';
import { instantText } from '../sql/wire.ts';
import { type ExportedTable, exportedTables } from './exported-table.ts';

/** The moment of an export, and the document in use at it. */
export interface ExportedMoment {
  /** An instant. */
  readonly at: string;
  /** The number of the document's version. */
  readonly version: number;
}

/** A row of an exported table: a text for each column; null where there is no value. */
export type ExportedRow = readonly (string | null)[];

/** The content of a stored file. */
export interface ExportedFile {
  readonly id: string;
  readonly name: string;
  readonly content: Buffer;
}

/** Takes the parts of a product one after the other. */
export interface ExportTarget {
  moment(moment: ExportedMoment): Promise<void>;
  /** Rows come some at a time. */
  table(table: ExportedTable, rows: AsyncIterable<readonly ExportedRow[]>): Promise<void>;
  /** Null: files are not wanted. */
  readonly file: ((file: ExportedFile) => Promise<void>) | null;
}

/** The rows that are in memory at once, and the bytes of them, about. */
const MOST_ROWS = 1_000;
const BYTES = 1024 * 1024;

/**
 * Hands out all that a product keeps, as it is at one moment: its records, files, history and users, without secrets, passwords
 * and what gives access. Nothing more than a few rows, or one file, is in memory.
 */
export async function readProduct(
  { index, pool }: { readonly index: PlanIndex; readonly pool: Pool },
  target: ExportTarget,
): Promise<void> {
  await transaction(
    pool,
    async (client) => {
      await client.query('set local statement_timeout = 0');
      const [moment] = await run<ExportedMoment>(client, {
        text: `select ${instantText('now()')} as at, (select max(number) from nonet.version) as version`,
        values: [],
        prepare: false,
      });
      if (moment === undefined) throw new Error('The database does not say what time it is.');
      await target.moment(moment);
      for (const table of exportedTables(index)) await target.table(table, rowsOf(client, table));
      if (target.file !== null) await handFiles(client, target.file);
    },
    // A row that was handed out can't be taken back, so that nothing is tried twice.
    { isolation: 'repeatable read', readOnly: true, attempts: 1 },
  );
}

async function* rowsOf(client: PoolClient, table: ExportedTable): AsyncGenerator<readonly ExportedRow[]> {
  const columns = table.columns.map(({ text }) => text('t')).join(', ');
  await client.query(
    `declare exported no scroll cursor for select array[${columns}]::text[] as cells from ${table.from} order by ${table.order}`,
  );
  let most = 100;
  for (;;) {
    const { rows } = await client.query<{ cells: ExportedRow }>(`fetch ${most} from exported`);
    if (rows.length > 0) yield rows.map(({ cells }) => cells);
    if (rows.length < most) break;
    // Large rows are read fewer at a time.
    const characters = rows.reduce(
      (sum, { cells }) => sum + cells.reduce((own, cell) => own + (cell?.length ?? 0), 0),
      0,
    );
    most = Math.min(Math.max(Math.floor((BYTES * rows.length) / Math.max(characters, 1)), 1), MOST_ROWS);
  }
  await client.query('close exported');
}

async function handFiles(client: PoolClient, hand: (file: ExportedFile) => Promise<void>): Promise<void> {
  let after: string | null = null;
  for (;;) {
    const [file]: ExportedFile[] = await run<ExportedFile>(client, {
      text: `select id, name, content from nonet.file where content is not null and ($1::uuid is null or id > $1) order by id limit 1`,
      values: [after],
    });
    if (file === undefined) return;
    await hand(file);
    after = file.id;
  }
}
