import { afterEach, expect, test, vi } from 'vitest';
import { openDatabase } from './database.ts';

afterEach(() => vi.unstubAllEnvs());

const POOLER = 'postgres://shop:secret@pooler:6432/shop';
const DIRECT = 'postgres://shop:secret@db/shop';

async function opened(settings: Readonly<Record<string, string>>) {
  vi.stubEnv('DATABASE_URL', POOLER);
  vi.stubEnv('DATABASE_POOLER', '');
  vi.stubEnv('DIRECT_URL', '');
  vi.stubEnv('DATABASE_READ_URL', '');
  vi.stubEnv('DATABASE_SCHEMA', '');
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const { url, servingUrl, servesPerTransaction, replicaUrls, place } = await openDatabase({
    data: '.',
    file: '/spec.md',
    mode: 'production',
    beside: false,
  });
  return { url, servingUrl, servesPerTransaction, replicaUrls, place };
}

test.each([
  ['one address for all', {}, { url: POOLER, servingUrl: null, servesPerTransaction: false, replicaUrls: [] }],
  ['a pooler of sessions', { DATABASE_POOLER: 'session' }, { url: POOLER, servingUrl: null }],
  [
    'a pooler of transactions serves, PostgreSQL itself does everything else',
    { DATABASE_POOLER: 'transaction', DIRECT_URL: DIRECT },
    { url: DIRECT, servingUrl: POOLER, servesPerTransaction: true },
  ],
  [
    'several servers of one address are replicas, and so are those of several addresses',
    { DATABASE_READ_URL: 'postgres://shop:secret@db2:5433,db3/shop, postgresql://reader@db4/shop' },
    {
      replicaUrls: [
        'postgres://shop:secret@db2:5433/shop',
        'postgres://shop:secret@db3/shop',
        'postgresql://reader@db4/shop',
      ],
    },
  ],
  [
    'a schema is part of each address',
    {
      DATABASE_SCHEMA: 'acme',
      DATABASE_POOLER: 'transaction',
      DIRECT_URL: DIRECT,
      DATABASE_READ_URL: 'postgres://db2/shop?sslmode=require',
    },
    {
      url: `${DIRECT}?schema=acme`,
      servingUrl: `${POOLER}?schema=acme`,
      replicaUrls: ['postgres://db2/shop?sslmode=require&schema=acme'],
      place: 'postgres://shop:***@pooler:6432/shop?schema=acme',
    },
  ],
])('%s', async (_what, settings, expected) => {
  expect(await opened(settings)).toMatchObject({ place: 'postgres://shop:***@pooler:6432/shop', ...expected });
});

test.each([
  [{ DATABASE_POOLER: 'transaction' }, 'With DATABASE_POOLER=transaction, DIRECT_URL has to state the address'],
  [{ DATABASE_SCHEMA: 'Acme' }, 'DATABASE_SCHEMA is the name of a schema'],
  [{ DATABASE_READ_URL: 'db2' }, 'DATABASE_READ_URL '],
  [{ DATABASE_READ_URL: 'postgres://db2/shop', DATABASE_URL: '' }, 'which is not set'],
  [{ DATABASE_POOLER: 'statement' }, 'DATABASE_POOLER is `transaction` or `session`, not `statement`.'],
  [{ DATABASE_POOLER: 'transaction', DIRECT_URL: 'db.example' }, 'DIRECT_URL '],
])('%o is refused', async (settings, words) => {
  await expect(opened(settings)).rejects.toThrow(words);
});
