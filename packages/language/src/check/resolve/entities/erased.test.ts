import { describe, expect, test } from 'vitest';
import { checkText, documentOf } from '../../../fixtures/harness.ts';

/** 3: `erased`, 6: `erase`. */

interface Club {
  readonly user?: string;
  readonly loan?: string;
  readonly settings?: string;
  readonly erase?: string;
  readonly loans?: string;
}

function found({ user = '', loan = '', settings = '', erase = '| erase | yes | no |', loans = 'yes' }: Club): string[] {
  const table = (rows: string, headers: string) => (rows === '' ? '' : `${headers}\n${rows}\n`);
  const entities = `### User

| field | type | rules |
| --- | --- | --- |
| joined | date | optional |
${user}

### Loan

| field | type | rules |
| --- | --- | --- |
| what | text | |
| member | User | once |
| helper | User | optional |
| disputed | boolean | default false |
${loan}

${table(settings, '| setting | is |\n| --- | --- |')}`;
  const roles = `### Roles

| role | is given to | of |
| --- | --- | --- |
| clerk | assigned | |

### Permissions

#### User

| may | clerk | others |
| --- | --- | --- |
| read | yes | no |
| create, update, update email, update roles, update disabled, delete | yes | no |
${erase}

#### Loan

| may | clerk | others |
| --- | --- | --- |
| read, create, update, delete | ${loans} | yes |`;
  const { diagnostics } = checkText(documentOf({ entities: entities.replaceAll('\n\n\n', '\n\n'), roles }));
  const about = /^N38|^N313|^N6[15]|erase/;
  return diagnostics
    .map(({ code, clause, severity }) => (severity === 'gap' ? `gap ${String(clause)}` : `${code} ${String(clause)}`))
    .filter((line) => about.test(line));
}

const NAME = '| name | text | erased as "Former" |';

describe('what can be erased', () => {
  test.each<[string, Club, readonly string[]]>([
    ['a name with another in its place', { user: NAME }, []],
    [
      'an optional field, a list, a secret',
      {
        user: '| phone | phone | optional, erased |\n| friends | many User | erased |\n| pin | secret | optional, erased |',
      },
      [],
    ],
    ['a field of a record about the person', { loan: '| remark | text | optional, erased with member |' }, []],
    ['a field of a record that the person made', { loan: '| remark | text | erased with created_by as "-" |' }, []],
    ['a choice, without quotes', { loan: '| grade | enum(good, bad) | erased with member as good |' }, []],
    ['a required field without a value', { user: '| name | text | erased |' }, ['N381 3.User.name']],
    ['a list that may not be empty', { user: '| friends | many User | 1.., erased |' }, ['N381 3.User.friends']],
    ['the address', { user: `${NAME}\n| email | email | erased |` }, ['N380 3.User.email']],
    ['a computed field', { user: `${NAME}\n| long | text | erased, = name + "!" |` }, ['N380 3.User.long']],
    ['a field of others, without with whom', { loan: '| remark | text | optional, erased |' }, ['N380 3.Loan.remark']],
    [
      'with a reference that changes',
      { loan: '| remark | text | optional, erased with helper |' },
      ['N380 3.Loan.remark'],
    ],
    ['with what is no reference', { loan: '| remark | text | optional, erased with what |' }, ['N380 3.Loan.remark']],
    [
      'with somebody, in a User',
      { user: `${NAME}\n| boss | User | once |\n| remark | text | optional, erased with boss |` },
      ['N380 3.User.remark'],
    ],
    ['a unique field with a value', { user: '| card | text | unique, erased as "x" |' }, ['N380 3.User.card']],
    ['in another form', { user: '| name | text | erased to "x" |' }, ['N380 3.User.name']],
    ['a value that is too long', { user: '| name | text | ..3, erased as "Former" |' }, ['N382 3.User.name']],
    ['an address that has room for no id', { user: `${NAME}\n| email | email | ..30 |` }, ['N382 3.User.email']],
    ['a value of no form', { user: '| phone | phone | erased as "none" |' }, ['N382 3.User.phone']],
  ])('%s', (_, club, expected) => {
    expect(found(club)).toEqual(expected);
  });
});

describe('who may erase', () => {
  test.each<[string, Club, readonly string[]]>([
    ['is a gap where no row says it', { user: NAME, erase: '' }, ['gap 6.User.erase']],
    ['is a gap where it is not shown', { user: NAME, erase: '| erase | not shown | no |' }, ['gap 6.User.erase.clerk']],
    ['is nothing to say where nothing is erased', { erase: '' }, []],
    ['can’t be said where nothing is erased', {}, ['N612 undefined']],
  ])('%s', (_, club, expected) => {
    expect(found(club)).toEqual(expected);
  });
});

describe('what holds', () => {
  const REMARK = '| remark | text | optional, erased with member |';
  test.each<[string, Club, readonly string[]]>([
    ['a record needs no time for which it is kept', { loan: REMARK, settings: '| kept while | disputed |' }, []],
    ['needs one where nothing is erased', { settings: '| kept while | disputed |', erase: '' }, ['N313 3.Loan']],
    [
      'tells whoever may not read it',
      { loan: REMARK, settings: '| kept while | disputed |', loans: 'no' },
      ['N652 3.Loan.member', 'N652 3.Loan.helper', 'N650 3.Loan.settings.kept_while'],
    ],
  ])('%s', (_, club, expected) => {
    expect(found(club)).toEqual(expected);
  });
});
