import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Actor } from '../engine.ts';
import { planOfDocument, startStory } from '../fixtures/story.ts';

/** 6: the answer has only what the actor may read afterwards, also where they have lost the role that let them. */

const DOCUMENT = readFileSync(new URL('../fixtures/erasure.md', import.meta.url), 'utf8');
/** Clerks read everybody; as oneself nobody reads anything. */
const PLAN = planOfDocument(DOCUMENT.replace('| read | yes | yes | no |', '| read | yes | no | no |'));

test.each([
  ['a role that they take from themselves', ['clerk'], 'update', 'hidden'],
  ['a role that they lose as they erase themselves', ['clerk'], 'erase', 'hidden'],
  ['a role that they keep', ['clerk'], 'rename', 'shown'],
  // An API token for some of the roles.
  ['a role that their token does not lend', [], 'rename', 'refused'],
] as const)('%s', async (_case, roles, how, expected) => {
  const story = await startStory(PLAN, { ARCHIVE_URL: 'https://archive.example' });
  try {
    const { userId } = await story.actor('ann@example.com');
    const [ann, id]: [Actor, string] = [{ userId, roles }, userId ?? ''];
    const change = how === 'rename' ? { name: 'Ann Other' } : { roles: ['reader'] };
    const write =
      how === 'erase'
        ? story.engine.erase(ann, 'User', id, { ifMatch: '*' })
        : story.engine.update(ann, 'User', id, change, { ifMatch: '*' });
    const answer = await write.then(
      ({ record }) => ('email' in record ? 'shown' : 'hidden'),
      () => 'refused',
    );
    expect(answer).toBe(expected);
  } finally {
    await story.end();
  }
});

test('a role that their token does not lend stays out of the answer', async () => {
  const story = await startStory(PLAN, { ARCHIVE_URL: 'https://archive.example' });
  try {
    const ann = await story.actor('ann@example.com');
    const nora = await story.actor('nora@example.com');
    const both = { roles: ['clerk', 'reader'] };
    await story.engine.update(ann, 'User', ann.userId ?? '', both, { ifMatch: '*' });
    await story.engine.update(ann, 'User', nora.userId ?? '', both, { ifMatch: '*' });
    const lent: Actor = { userId: nora.userId, roles: ['clerk'] };
    const { record } = await story.engine.update(
      lent,
      'User',
      nora.userId ?? '',
      { roles: ['reader'] },
      { ifMatch: '*' },
    );
    expect('email' in record).toBe(false);
  } finally {
    await story.end();
  }
});
