import { callbackify } from 'node:util';
import type { ClientBase } from 'pg';
import { sessionSettings } from './session-settings.ts';

/**
 * The statements at the beginning of each transaction behind a pooler that gives a connection for one transaction: the settings of
 * a session, and the version that is served (0041-version-of-a-transaction.sql).
 */
export function enteringText(version: number | null, schema: string | null = null): string {
  const settings = Object.entries(sessionSettings(schema)).map(([name, value]) => {
    const values = value.split(',').map((part) => `'${part}'`);
    return `set local ${name} = ${values.join(', ')}`;
  });
  const enters = version === null ? [] : [`select nonet.enter_version(${Math.trunc(version)})`];
  return [...settings, ...enters].join('; ');
}

const BEGINS = /^begin\b/i;
const ENDS = /^(?:commit|rollback(?! to\b))\b/i;

/**
 * Lets every statement of a client run in a transaction that begins with `entering`. All of it is sent together, so that it costs no
 * further round trip.
 */
export function enterEachTransaction(client: ClientBase, entering: string): void {
  const send: (...sent: unknown[]) => Promise<unknown> = client.query.bind(client);
  let isInside = false;

  const perform = async (sent: readonly unknown[]): Promise<unknown> => {
    const text = textOf(sent[0]);
    if (BEGINS.test(text)) {
      isInside = true;
      return send(`${text}; ${entering}`);
    }
    if (isInside) {
      if (ENDS.test(text)) isInside = false;
      return send(...sent);
    }
    const [begun, answer, ended] = await Promise.allSettled([
      send(`begin; ${entering}`),
      send(...sent),
      send('commit'),
    ]);
    // Statements after an error in a transaction fail as a consequence of it.
    if (begun.status === 'rejected') throw begun.reason;
    if (answer.status === 'rejected') throw answer.reason;
    if (ended.status === 'rejected') throw ended.reason;
    return answer.value;
  };

  // pg's own pool asks with a callback.
  Object.defineProperty(client, 'query', {
    configurable: true,
    value: (...given: unknown[]) => {
      const callback = given.find(isCallback);
      const sent = given.filter((part) => part !== undefined && !isCallback(part));
      return callback === undefined ? perform(sent) : callbackify(perform)(sent, callback);
    },
  });
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query.trimStart();
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text).trimStart() : '';
}

function isCallback(part: unknown): part is (error: Error | null, answer: unknown) => void {
  return typeof part === 'function';
}
