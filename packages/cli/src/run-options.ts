import { type Command, InvalidArgumentError, Option } from 'commander';

/** The options that `serve` and `dev` share. */
export interface RunOptions {
  readonly port: number;
  readonly host: string;
  readonly data: string;
}

export function addRunOptions(command: Command): Command {
  return command
    .addOption(
      new Option('-p, --port <port>', 'where to listen; 0 takes a free port')
        .env('PORT')
        .default(4000)
        .argParser(parsePort),
    )
    .option('--host <host>', 'the address to listen on', '127.0.0.1')
    .addOption(dataOption());
}

/** The folder of the embedded PostgreSQL. */
export function dataOption(): Option {
  return new Option('--data <folder>', 'where the embedded PostgreSQL keeps its data (without DATABASE_URL)').default(
    '.nonet',
  );
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return port;
}
