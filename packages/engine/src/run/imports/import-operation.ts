import type { Engine, ImportResult, ImportTable, Actor } from '../../engine.ts';
import { confirmable, importRecords, refuseImport } from './import.ts';
import { type EngineContext, inTransaction } from '../in-transaction.ts';

/** Ends the transaction of a dry run, which leaves nothing behind. */
class DryRun extends Error {
  readonly result: ImportResult;

  constructor(result: ImportResult) {
    super('A dry run ends.');
    this.result = result;
  }
}

/** The operation by which records come in from a file: one transaction, all rows or none. */
export async function importInTransaction(
  engine: EngineContext,
  actor: Actor,
  entity: string,
  table: ImportTable,
  { dryRun, ...options }: Parameters<Engine['import']>[3],
): Promise<ImportResult> {
  try {
    return await inTransaction<ImportResult>(engine, {
      actor,
      options,
      body: table,
      entity,
      route: `import ${entity}`,
      kind: 'create',
      reaching: true,
      recall: (kept) => ({ ignored: [], ...(kept as Omit<ImportResult, 'ignored'>) }),
      work: async (write) => {
        const { rows, ignored } = await importRecords(write, entity, table);
        const result = { rows, ignored, confirm: confirmable(rows) };
        if (dryRun) throw new DryRun({ ...result, rows: rows.map((row) => ({ ...row, id: null })) });
        if (rows.some(({ errors }) => errors.length > 0)) throw refuseImport(write, rows);
        return async () => result;
      },
    });
  } catch (error) {
    if (error instanceof DryRun) return error.result;
    throw error;
  }
}
