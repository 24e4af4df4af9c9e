import { Command, CommanderError } from 'commander';
import { registerCheck } from './commands/check.ts';
import { registerDev } from './commands/dev.ts';
import { registerExplain } from './commands/explain.ts';
import { registerFormat } from './commands/format.ts';
import { registerLoad } from './commands/load.ts';
import { registerServe } from './commands/serve.ts';
import { registerUser } from './commands/user.ts';
import { Failure } from './failure.ts';

const program = new Command('nonet')
  .description(
    'The specification is the program: check a nine-point Markdown document, and run the product it describes.',
  )
  .version('0.1.0')
  .showHelpAfterError('(--help tells how it is called)')
  .addHelpText('after', '\nExit codes: 0 fine, 1 it did not work (or the document has errors), 2 called wrongly.')
  .exitOverride();

for (const register of [
  registerCheck,
  registerServe,
  registerDev,
  registerFormat,
  registerExplain,
  registerUser,
  registerLoad,
]) {
  register(program);
}

// A reader that went away (`| head`) is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
});

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
    process.stderr.write(`nonet: an internal fault: ${error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  }
}
