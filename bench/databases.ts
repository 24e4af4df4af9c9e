import { openPool, startEmbeddedPostgres } from '@nonet/engine';

/** Gives empty databases by their names. */
export interface Databases {
  create(name: string): Promise<string>;
  close(): Promise<void>;
}

/** Opens the PostgreSQL of npm, with its data in `folder`, or the one that is named, where databases are dropped in the end. */
export async function openDatabases(folder: string, named: string): Promise<Databases> {
  if (named === '') {
    const postgres = await startEmbeddedPostgres({ folder });
    return { create: (name) => postgres.database(name), close: () => postgres.stop() };
  }
  const administer = async (statement: string): Promise<void> => {
    const pool = openPool(named, { connections: 1 });
    await pool.query(statement);
    await pool.end();
  };
  const created: string[] = [];
  return {
    create: async (name) => {
      await administer(`drop database if exists ${name} with (force)`);
      await administer(`create database ${name}`);
      created.push(name);
      const url = new URL(named);
      url.pathname = `/${name}`;
      return url.href;
    },
    close: async () => {
      for (const name of created) await administer(`drop database ${name} with (force)`);
    },
  };
}
