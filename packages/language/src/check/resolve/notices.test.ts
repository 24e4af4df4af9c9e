import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { changed, checkText } from '../../fixtures/problems.ts';

const DOCUMENT = readFileSync(new URL('../../fixtures/pages/document.md', import.meta.url), 'utf8');
const WHEN = '| when | Claim approve, Claim reject if total > 100 |';
const TO = '| to | owner, User where "manager" in roles |';
const SUBJECT = '| subject | {number}: {event} |';
const LINK = '| link | {this} |';
const NECESSARY = '| necessary | yes |';

/** The diagnostics after a change of one place of the document: each code and the marked text. */
const CASES: readonly (readonly [rule: string, from: string, to: string, problems: readonly string[]])[] = [
  ['a timer’s time causes it', WHEN, '| when | every day at 08:00 for Claim where total > 100 |', []],
  ['words are optional', NECESSARY, `${NECESSARY}\n\n\`\`\`markdown\n**{total}**, [it]({this})\n\`\`\``, []],
  ['the words are Markdown', NECESSARY, `${NECESSARY}\n\n\`\`\`markdown\n<b>{total}</b>\n\`\`\``, ['N753 <b>']],
  ['the address of a user is the user', TO, '| to | owner.email |', []],
  ['an address that is nobody’s is no recipient', TO, '| to | "a@example.com" |', ['N754 "a@example.com"']],
  ['nobody is no recipient', TO, '| to | none |', ['N752 none']],
  [
    '`user` is who acts, and no recipient',
    TO,
    '| to | User where exists(Claim where owner == user) |',
    ['N342 note_owner'],
  ],
  ['the recipient has a name', TO, '| to | User as u where exists(Claim where owner == u) |', []],
  ['recipients that are not shown are a gap', TO, '| to | not shown |', ['N048 not shown']],
  ['recipients that are missing are a gap', `${TO}\n`, '', ['N048 note_owner']],
  ['a subject that is missing is a gap', `${SUBJECT}\n`, '', ['N048 note_owner']],
  ['a cause that is missing is a gap', `${WHEN}\n`, '', ['N048 note_owner']],
  ['a link is optional', `${LINK}\n`, '', []],
  ['a link that is not shown is a gap', LINK, '| link | not shown |', ['N048 not shown']],
  ['a link leads to a screen', LINK, '| link | /claims |', []],
  ['a link leads to a screen that there is', LINK, '| link | /clams |', ['N756 | link | /clams |']],
  ['a link is no value', LINK, '| link | {purpose} |', ['N756 {purpose}']],
  ['a link is one address', LINK, '| link | {this} {this} |', ['N756 {this} {this}']],
  ['a link leads to a record with a screen', LINK, '| link | {project} |', ['N756 | link | {project} |']],
  ['a record that is deleted has no notices', WHEN, '| when | Claim delete |', ['N759 Claim delete']],
  ['necessary is said with yes', NECESSARY, '| necessary | no way |', ['N760 no way']],
  ['it is sent by nobody, so nothing fails', NECESSARY, `${NECESSARY}\n| fails | none |`, ['N029 fails']],
  ['the product has a name for it once', '#### note_owner', '#### tell_owner', ['N037 tell_owner']],
];

describe('the notices of point 7', () => {
  test.each(CASES)('%s', (_rule, from, to, problems) => {
    expect(checkText(changed(DOCUMENT, from, to)).problems.filter((problem) => !/^N7(?:55|58)/.test(problem))).toEqual(
      problems,
    );
  });

  test.each([
    ['what no recipient may ever read', 'no', 'N755'],
    ['what a recipient need not be able to read', 'yes', 'N758'],
  ])('%s is reported', (_rule, managers, code) => {
    const noted = changed(DOCUMENT, SUBJECT, '| subject | {note} |');
    const rights = changed(
      noted,
      '| create | | no | yes | no |\n| update | yes',
      `| create | | no | yes | no |\n| read note | no | ${managers} | no | no |\n| update | yes`,
    );
    expect(checkText(rights).problems.map((problem) => problem.split(' ')[0])).toContain(code);
  });

  test.each([
    ['members', []],
    ['User where "manager" in roles', ['N758']],
  ])('whoever the list of a record names reads what its role reads: to %s', (to, codes) => {
    const listed = `# Specification: Meetings

## 3. Entities and their fields

### Meeting

| field | type | rules |
| --- | --- | --- |
| place | text | ..80 |
| members | many User | |

## 6. Roles and permissions

### Roles

| role | is given to | of |
| --- | --- | --- |
| manager | assigned | |
| member | \`user in members\` | Meeting |

### Permissions

#### Meeting

| may | manager | member | others |
| --- | --- | --- | --- |
| read | \`place != "Attic"\` | yes | no |
| create, update, delete | yes | no | no |

## 7. The calls it makes

### Notices

#### planned

| part | is |
| --- | --- |
| when | Meeting create |
| to | \`${to}\` |
| subject | Come to {place} |
`;
    expect(checkText(listed).diagnostics.flatMap(({ code }) => (code.startsWith('N75') ? [code] : []))).toEqual(codes);
  });

  test('what a recipient reads behind a reference that they may not read is not reported, too', () => {
    const named = changed(DOCUMENT, SUBJECT, '| subject | {project.name} |');
    const noted = changed(named, WHEN, '| when | Claim approve if project != null |');
    const narrowed = changed(
      noted,
      '| create | | no | yes | no |\n| update | yes',
      '| create | | no | yes | no |\n| read project | no | yes | no | no |\n| update | yes',
    );
    const rights = changed(
      narrowed,
      '| may | manager | others |\n| --- | --- | --- |\n| read | yes | yes |',
      '| may | manager | others |\n| --- | --- | --- |\n| read | yes | no |',
    );
    const reported = checkText(rights).diagnostics.filter(({ code }) => code === 'N758');
    expect(reported.map(({ message }) => message.replace(/, which.*/, ''))).toEqual([
      'note_owner says `project` of Claim',
    ]);
  });
});
