import { createEngine, grantServing, seed } from '@nonet/engine';
import { planFor } from '../check-document.ts';
import { currentUser } from '../current-user.ts';
import { openDatabase } from '../database.ts';
import { databaseFailure } from '../database-failure.ts';
import { readDocument } from '../document.ts';
import { migrationLines } from '../migration-lines.ts';
import { readPlan } from '../read-plan.ts';
import { hasRowSecurity } from '../row-security.ts';
import { dataOption } from '../run-options.ts';
import { STEP_WORDS } from '../step-words.ts';
import { withProgress } from '../terminal.ts';
import type { Register } from './command.ts';
import { documentArgument } from './document-argument.ts';

interface Options {
  data: string;
  back?: true;
  plan?: string;
  grant?: string;
}

export const register: Register = (program) => {
  program
    .command('apply')
    .description('Put a document to use: bring the database to it, without serving it.')
    .addArgument(documentArgument())
    .option('--back', 'a former version of it, which becomes the newest by that')
    .option('--plan <file>', 'only what this plan was made for (`nonet plan --format json`)')
    .option('--grant <role>', 'let this role of the database serve it: it reads and writes records, and owns nothing')
    .addOption(dataOption())
    .addHelpText(
      'after',
      '\nIt does what `nonet serve` does at its start; other commands change no schema. With ROW_SECURITY=on it makes the functions of row security.' +
        '\nExit codes: 0 it is in use, 1 it can’t be put to use (nothing was changed), 2 called wrongly, 3 a file can’t be read.',
    )
    .action((file: string, options: Options) => apply(file, options));
};

async function apply(file: string, options: Options): Promise<void> {
  const document = readDocument(file);
  const plan = planFor(document);
  const rowSecurity = hasRowSecurity(process.env);
  const planned = options.plan === undefined ? {} : { planned: readPlan(options.plan) };
  const database = await openDatabase({ data: options.data, file: document.file, mode: 'production', beside: true });
  try {
    const lines = await withProgress('Putting the document to use', async ({ step, say }) => {
      const change = options.back ? 'former' : 'newer';
      const by = currentUser();
      const how = { plan, databaseUrl: database.url, change, besideFormer: true, by, rowSecurity, ...planned } as const;
      const reporting = { onStep: (kind: keyof typeof STEP_WORDS) => step(STEP_WORDS[kind]), onWait: say };
      const engine = await createEngine({ ...how, ...reporting });
      try {
        await seed(engine, { demo: false });
        if (options.grant !== undefined) await grantServing(engine.pool, options.grant);
        return migrationLines(engine.migration);
      } finally {
        await engine.close();
      }
    });
    process.stdout.write(`${lines.length === 0 ? 'The document is in use already.' : lines.join('\n')}\n`);
  } catch (error) {
    throw databaseFailure(error, database.place);
  } finally {
    await database.close();
  }
}
