import { Command, CommanderError } from 'commander';
import { Failure } from './failure.ts';
import { internalFault } from './internal-fault.ts';
import { VERSION } from './version.ts';

/** The commands in the order of the help. Only the requested one is loaded: checking a document needs no server. */
const COMMANDS = {
  new: () => import('./commands/new.ts'),
  import: () => import('./commands/import.ts'),
  check: () => import('./commands/check.ts'),
  calls: () => import('./commands/calls.ts'),
  received: () => import('./commands/received.ts'),
  feeds: () => import('./commands/feeds.ts'),
  timers: () => import('./commands/timers.ts'),
  gaps: () => import('./commands/gaps.ts'),
  given: () => import('./commands/given.ts'),
  ask: () => import('./commands/ask.ts'),
  test: () => import('./commands/test.ts'),
  dev: () => import('./commands/dev.ts'),
  serve: () => import('./commands/serve.ts'),
  diff: () => import('./commands/diff.ts'),
  plan: () => import('./commands/plan.ts'),
  rehearse: () => import('./commands/rehearse.ts'),
  correct: () => import('./commands/correct.ts'),
  apply: () => import('./commands/apply.ts'),
  versions: () => import('./commands/versions.ts'),
  status: () => import('./commands/status.ts'),
  finish: () => import('./commands/finish.ts'),
  advise: () => import('./commands/advise.ts'),
  archive: () => import('./commands/archive.ts'),
  format: () => import('./commands/format.ts'),
  upgrade: () => import('./commands/upgrade.ts'),
  explain: () => import('./commands/explain.ts'),
  model: () => import('./commands/model.ts'),
  user: () => import('./commands/user.ts'),
  audit: () => import('./commands/audit.ts'),
  key: () => import('./commands/key.ts'),
  load: () => import('./commands/load.ts'),
  export: () => import('./commands/export.ts'),
  views: () => import('./commands/views.ts'),
  tenants: () => import('./commands/tenants.ts'),
  mcp: () => import('./commands/mcp.ts'),
  docs: () => import('./commands/docs.ts'),
} as const;

const program = new Command('nonet')
  .description(
    'The specification is the program: check a nine-point Markdown document, and run the product it describes.',
  )
  .version(VERSION)
  .showHelpAfterError('(--help shows its usage)')
  .addHelpText(
    'after',
    '\nExit codes: 0 fine, 1 it did not work (or the document has errors), 2 called wrongly, 3 a file can’t be read.',
  )
  .exitOverride();

const called = process.argv[2] ?? '';
for (const [name, load] of Object.entries(COMMANDS)) {
  if (called === name || !(called in COMMANDS || called === '--version')) (await load()).register(program);
}

// A reader that went away (`| head`) is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

/** The time in which a failed command may close its open resources. */
const LEFT_OPEN_MILLISECONDS = 5000;

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof CommanderError) {
    // Commander has said it already; help and version are no errors.
    process.exitCode = error.exitCode === 0 ? 0 : 2;
  } else if (error instanceof Failure) {
    process.stderr.write(`nonet: ${error.message}\n`);
    process.exitCode = error.exitCode;
  } else {
    process.stderr.write(`${internalFault(error, process.env.NONET_TRACE !== undefined)}\n`);
    process.exitCode = 1;
  }
  // An open handle (such as a connection that can't be closed any more) must not keep the process alive.
  setTimeout(() => process.exit(), LEFT_OPEN_MILLISECONDS).unref();
}
