import { expect, test } from 'vitest';
import { planOfDocument, startStory } from '../fixtures/story.ts';

const DOCUMENT = `# Notes

## 1. Purpose

none

## 2. Screens

none

## 3. Entities

### Note

| field | type | rules |
| --- | --- | --- |
| words | text | ..40 |
| mystery | not shown | optional |

## 4. States

none

## 5. Rules

none

## 6. Roles

### Roles

| role | is given to |
| --- | --- |
| anybody | anyone |

### Permissions

#### Note

| may | anybody |
| --- | --- |
| read, create, update, delete | yes |

## 7. Calls

none

## 8. Errors

none

## 9. Constants

none
`;

test('the settable fields of a record leave out a field whose type is not shown, which nobody can set', async () => {
  const story = await startStory(planOfDocument(DOCUMENT));
  try {
    const nobody = { userId: null, roles: [] };
    const { record } = await story.engine.create(nobody, 'Note', { words: 'a' }, { ifMatch: null });
    expect((await story.engine.can(nobody, 'Note', record.id)).fields).toEqual(['words']);
    const setting = story.engine.update(nobody, 'Note', record.id, { mystery: 'x' }, { ifMatch: '*' });
    await expect(setting).rejects.toMatchObject({ code: 'NOT_SPECIFIED', clause: '3.Note.mystery' });
  } finally {
    await story.end();
  }
});

test('a refusal whose words name the record is told of a record with a whole number as its id', async () => {
  const text = DOCUMENT.replace(
    '| mystery | not shown | optional |',
    '| mystery | not shown | optional |\n\n| setting | is |\n| --- | --- |\n| id | integer |',
  )
    .replace(
      '## 4. States\n\nnone',
      '## 4. States\n\n### Note\n\n| event | by | when | error |\n| --- | --- | --- | --- |\n| print | anybody | `startsWith(words, "Print")` | NOT_MEANT |',
    )
    .replace(
      '## 8. Errors\n\nnone',
      '## 8. Errors\n\n| code | status | message | when |\n| --- | --- | --- | --- |\n| NOT_MEANT | 409 | {words} is not to be printed | Note print |',
    );
  const story = await startStory(planOfDocument(text));
  try {
    const nobody = { userId: null, roles: [] };
    await story.engine.create(nobody, 'Note', { words: 'a' }, { ifMatch: null });
    const { events } = await story.engine.can(nobody, 'Note', '1');
    expect(events['print']).toMatchObject({ may: false, code: 'NOT_MEANT', message: 'a is not to be printed' });
  } finally {
    await story.end();
  }
});
