import { randomBytes } from 'node:crypto';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { InvalidArgumentError, Option } from 'commander';
import { Failure } from '../failure.ts';
import { createMcpServer } from '../mcp/create-mcp-server.ts';
import { serveMcpOverHttp } from '../mcp/http.ts';
import { Workspace } from '../mcp/workspace.ts';
import { listenForStop, untilStopped } from '../until-stopped.ts';
import type { Register } from './command.ts';

interface Options {
  http?: number;
  token?: string;
}

export const register: Register = (program) => {
  program
    .command('mcp')
    .description(
      'Serve the documents of a folder to agents, by the Model Context Protocol: check, ask, compare, try, test.',
    )
    .argument('[folder]', 'the folder; no tool reads or writes outside', '.')
    .addOption(
      new Option(
        '--http <port>',
        'over HTTP on 127.0.0.1, and not over standard input and output; 0 takes a free port',
      ).argParser(readPort),
    )
    .addOption(
      new Option(
        '--token <token>',
        'with --http: what callers send as `Authorization: Bearer <token>`; otherwise one is made and printed',
      ).env('NONET_MCP_TOKEN'),
    )
    .addHelpText(
      'after',
      '\nNo tool writes a database that people use: `plan` reads it, `try` and `test` have temporary ones.' +
        '\nExit codes: 0 stopped in order, 1 it could not start, 2 called wrongly.',
    )
    .action((folder: string, options: Options) => serve(folder, options));
};

async function serve(folder: string, options: Options): Promise<void> {
  const workspace = openWorkspace(folder);
  const stopping = listenForStop();
  try {
    if (options.http === undefined) await serveOverStdio(workspace, stopping);
    else {
      const token = options.token ?? randomBytes(24).toString('base64url');
      const server = await serveMcpOverHttp(workspace, options.http, token).catch((error: unknown) => {
        throw new Failure(
          `It can't listen on ${options.http}: ${error instanceof Error ? error.message : String(error)}.`,
        );
      });
      process.stderr.write(
        `${server.url}\nAuthorization: Bearer ${options.token === undefined ? token : '(the stated token)'}\n`,
      );
      await untilStopped(stopping);
      await server.close();
    }
  } finally {
    await workspace.close();
  }
}

function openWorkspace(folder: string): Workspace {
  try {
    return new Workspace(folder);
  } catch {
    throw new Failure(`${folder} is no folder that can be read.`);
  }
}

/** Until the client has closed standard input, or this process is to end. */
async function serveOverStdio(workspace: Workspace, stopping: ReturnType<typeof listenForStop>): Promise<void> {
  const served = serveStdio(() => createMcpServer(workspace));
  process.stdin.once('end', () => stopping.stop('SIGHUP'));
  await untilStopped(stopping);
  await served.close();
}

function readPort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return port;
}
