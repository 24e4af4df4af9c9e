import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rotateKeys } from '../encryption/rotate.ts';
import { planOfDocument, startStory, type Story } from '../fixtures/story.ts';
import { findAllOfPerson, type KnownOfPerson } from '../people/person-file.ts';
import type { IncomingMail } from './incoming-mail.ts';
import { forgetReceived } from './mail-log.ts';

const DOCUMENT = planOfDocument(
  readFileSync(new URL('../../../server/src/fixtures/received.md', import.meta.url), 'utf8'),
);
const newKey = () => randomBytes(32).toString('base64');
const environment: Record<string, string> = { ENCRYPTION_KEY: newKey() };

let story: Story;
let count = 0;

beforeAll(async () => {
  story = await startStory(DOCUMENT, environment);
});
afterAll(() => story?.end());

const mail = (parts: Partial<IncomingMail>): IncomingMail => ({
  messageId: `<${(count += 1)}@example.com>`,
  to: ['desk@example.com'],
  from: 'nora@example.com',
  isVerified: true,
  name: null,
  subject: 'Help',
  text: 'the canary words',
  ownText: 'the canary words',
  date: null,
  isAutomatic: false,
  answers: [],
  files: [],
  ...parts,
});

const contents = async () =>
  (await story.engine.pool.query<{ content: string }>('select content::text from nonet.received_mail')).rows.map(
    ({ content }) => content,
  );

describe('the contents of received mail', () => {
  test('go when it is taken, and stay encrypted while it can be tried again', async () => {
    expect(await story.engine.receiveMail(mail({}))).toMatchObject({ state: 'taken' });
    expect(await contents()).toEqual(['null']);
    const { id } = await story.engine.receiveMail(mail({ subject: 'Spam' }));
    const [, before = ''] = await contents();
    expect(before).toContain('sealed');
    expect(before).not.toContain('canary');

    environment.ENCRYPTION_FORMER_KEYS = environment.ENCRYPTION_KEY ?? '';
    environment.ENCRYPTION_KEY = newKey();
    expect((await rotateKeys(story.engine.pool, story.engine.index)).released).toHaveLength(1);
    delete environment.ENCRYPTION_FORMER_KEYS;
    const after = await contents();
    expect(after).not.toContain(before);
    expect(await story.engine.retryMail(id)).toMatchObject({ state: 'refused', code: 'NO_SPAM', clause: '5.V1' });
  });

  test('are among all that is known of their sender', async () => {
    const known: KnownOfPerson[] = [];
    await findAllOfPerson(story.engine, 'nora@example.com', async (one) => void known.push(one));
    expect(known.filter(({ kind }) => kind === 'received mail')).toMatchObject([
      { state: 'taken', subject: 'Help', text: null },
      { state: 'refused', subject: 'Spam', text: 'the canary words' },
    ]);
  });

  test('are forgotten after 30 days, and what was refused after 90', async () => {
    await forgetReceived(story.engine.pool, new Date(Date.now() + 31 * 86_400_000).toISOString());
    expect(await contents()).toEqual(['null', 'null']);
    await forgetReceived(story.engine.pool, new Date(Date.now() + 91 * 86_400_000).toISOString());
    expect(await story.engine.listReceived('refused', 10)).toEqual([]);
    expect(await story.engine.listReceived('taken', 10)).toHaveLength(1);
  });
});

test.each([
  ['of the item', '| replies | Remark |', '| replies | not shown |', '7.question_mail.replies'],
  ['of who may create', '| create | yes | | yes | no |', '| create | not shown | | yes | no |', '6.Question.create'],
])('what is not shown refuses mail until it is: %s', async (_what, stated, left, clause) => {
  const text = readFileSync(new URL('../../../server/src/fixtures/received.md', import.meta.url), 'utf8');
  const open = await startStory(planOfDocument(text.replace(stated, left)));
  const outcome = await open.engine.receiveMail(mail({}));
  await open.end();
  expect(outcome).toMatchObject({ state: 'refused', code: 'NOT_SPECIFIED', clause: expect.stringContaining(clause) });
});
