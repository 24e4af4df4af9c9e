import type { Parameters } from '../../sql/parameters.ts';
import type { StatementPart } from './statement-step.ts';

/** The Idempotency-Key is claimed with the answer; where it is claimed already, nothing is saved. */
export const KEY: StatementPart = {
  key: ({ request }) => (request === null ? '' : 'keyed'),
  slots: ({ request }) => (request === null ? {} : { scope: request.scope, key: request.key, hash: request.hash }),
  judged: ({ request, parameters }) => (request === null ? [] : keyColumns(parameters)),
  restricted: ({ request }) =>
    request === null ? null : 'join claimed_ on claimed_.scope = judged_."_scope" and claimed_.key = judged_."_key"',
  after: ({ request }) => (request === null ? null : `claimed_ as (${claim()})`),
};

function keyColumns(parameters: Parameters): string[] {
  return (
    [
      ['scope', 'text'],
      ['key', 'text'],
      ['hash', 'bytea'],
      ['now', 'timestamptz'],
    ] as const
  ).map(([name, type]) => `${parameters.slot(name, type)} as "_${name}"`);
}

function claim(): string {
  const kept = `jsonb_build_object('fields', "_fields", 'title', "_title")`;
  return `insert into nonet.idempotency (scope, key, request_hash, created_at, status, answer) select "_scope", "_key", "_hash", "_now", 200, ${kept} from judged_ on conflict do nothing returning scope, key`;
}
