import { type Queryable, run } from './pool.ts';

/** The settings whose absence loses writes that were answered, when the machine or PostgreSQL stops unexpectedly. */
const KEEPING = ['fsync', 'full_page_writes', 'synchronous_commit'];

/** Some of what each connection sets as it opens: a pooler may keep it back. */
const SET = { jit: 'off', TimeZone: 'UTC', extra_float_digits: '1' };

/** The facts that an operator should know of the database server that a product works with, a sentence each. */
export async function serverNotes(client: Queryable): Promise<string[]> {
  const off = await run<{ name: string }>(client, {
    text: `select name from pg_settings where name = any($1) and setting = 'off' order by name`,
    values: [KEEPING],
  });
  const [state] = await run<{ reads_only: boolean }>(client, {
    text: `select pg_is_in_recovery() or current_setting('transaction_read_only') = 'on' as reads_only`,
    values: [],
  });
  const lacking = await run<{ name: string }>(client, {
    text: `select key as name from json_each_text($1) where current_setting(key) <> value order by key`,
    values: [JSON.stringify(SET)],
  });
  const names = off.map(({ name }) => `${name}=off`).join(', ');
  return [
    ...(lacking.length > 0
      ? [
          `The database does not keep what Nonet sets for each connection (${lacking.map(({ name }) => name).join(', ')}): ` +
            'a pooler may ignore it. Name PostgreSQL itself in DATABASE_URL, or set DATABASE_POOLER=transaction and DIRECT_URL.',
        ]
      : []),
    ...(off.length > 0 ? [`The database works with ${names}: it may lose writes that were answered.`] : []),
    ...(state?.reads_only === true
      ? [
          'The database only lets itself be read: it may be a copy that follows another one. Writes are answered with 503.',
        ]
      : []),
  ];
}
