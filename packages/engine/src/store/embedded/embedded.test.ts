import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startEmbeddedPostgres } from './embedded.ts';
import { makeScratchFolder } from './ephemeral.ts';

let folder: string;
beforeEach(async () => {
  // A private folder, as a user's home may be: as root, PostgreSQL has to get through all the same.
  folder = await makeScratchFolder('embedded');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function query(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** A process that starts the server, carries out one statement, says so, and waits to be killed. */
function startInOwnProcess(statement: string): Promise<() => Promise<void>> {
  const program = `
    import pg from 'pg';
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)};
    const server = await startEmbeddedPostgres({ folder: ${JSON.stringify(folder)} });
    const client = new pg.Client({ connectionString: await server.database('nonet') });
    await client.connect();
    await client.query(${JSON.stringify(statement)});
    console.log('done');
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)));
    child.stdout.once('data', () =>
      resolve(async () => {
        const gone = new Promise((done) => child.once('exit', done));
        child.kill('SIGKILL');
        await gone;
      }),
    );
  });
}

describe('the embedded PostgreSQL', () => {
  test('keeps its data from start to start', async () => {
    const first = await startEmbeddedPostgres({ folder });
    expect(first.first).toBe(true);
    await query(await first.database('nonet'), 'create table kept as select 1 as one');
    await first.stop();

    const second = await startEmbeddedPostgres({ folder });
    expect(second.first).toBe(false);
    expect(await query(await second.database('nonet'), 'select * from kept')).toEqual([{ one: 1 }]);
    expect(await query(await second.database('nonet'), 'show fsync')).toEqual([{ fsync: 'on' }]);
    await second.stop();
  });

  test('runs once for a folder: a second one reports the first', async () => {
    const kill = await startInOwnProcess('select 1');
    await expect(startEmbeddedPostgres({ folder })).rejects.toThrow(/Another nonet \(process \d+\) is using .*--data/);
    await kill();
    // PostgreSQL notices it a moment later, and writes until it has stopped, so the folder is removed after that.
    await (await startEmbeddedPostgres({ folder })).stop();
  });

  test('starts after a kill with all committed data', async () => {
    const kill = await startInOwnProcess('create table kept as select 2 as two');
    await kill();
    const next = await startEmbeddedPostgres({ folder });
    expect(await query(await next.database('nonet'), 'select * from kept')).toEqual([{ two: 2 }]);
    await next.stop();
  });
});
