import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkDocument } from '../check.ts';

const DOCUMENT = readFileSync(new URL('../../fixtures/pages/document.md', import.meta.url), 'utf8');

/** The document with a letter that is kept when a claim is approved, and further replacements. */
function diagnosticsWith(...replacements: readonly (readonly [string, string])[]) {
  const changes = [
    [
      '| approver | User | optional, by system |',
      '| approver | User | optional, by system |\n| letter | file(pdf) | optional, by system |',
    ],
    ['`approver = user` | ABOVE', '`approver = user; letter = paper claim_letter` | ABOVE'],
    ...replacements,
  ] as const;
  const text = changes.reduce((all, [from, to]) => {
    expect(all).toContain(from);
    return all.replace(from, to);
  }, DOCUMENT);
  return checkDocument({ path: 'spec.md', text }, () => {
    throw new Error('The document includes nothing.');
  });
}

const errorsWith = (...replacements: readonly (readonly [string, string])[]) =>
  diagnosticsWith(...replacements).diagnostics.flatMap(({ severity, code, message }) =>
    severity === 'error' ? [`${code} ${message}`] : [],
  );

describe('7: whoever may read the field must be able to read all that is kept in it', () => {
  const NOTE = [
    '| create | | no | yes | no |\n| update | yes',
    '| create | | no | yes | no |\n| read note | no | yes | no | no |\n| update | yes',
  ] as const;
  const words = (text: string) => ['Sum: {total}', text] as const;
  const letterFor = (row: string) => [NOTE[0], NOTE[1].replace('| update | yes', `${row}\n| update | yes`)] as const;

  test.each<[what: string, replacements: readonly (readonly [string, string])[], hidden: string | null]>([
    ['what they may read', [], null],
    ['a value that only managers may read', [words('Note: {note}'), NOTE], '`note` of Claim'],
    [
      'the same for readers who are managers',
      [words('Note: {note}'), letterFor('| read letter | no | yes | no | no |')],
      null,
    ],
    ['a condition', [words('{if note != null}Noted.{end}'), NOTE], '`note` of Claim'],
    ['a value under a condition that they may read', [words('{if total > 5}{note}{end}'), NOTE], '`note` of Claim'],
    ['rows of their own record', [words('{for l in lines}{l.amount}{end}')], null],
    ['a value of rows', [words('{for l in lines}{l.amount}: {note}{end}'), NOTE], '`note` of Claim'],
    [
      'records that not all of them may read',
      [words('{for p in Payment where claim == this}{p.amount}{end}')],
      'which records of Payment there are',
    ],
    ['the title', [['| title | Claim {number} |', '| title | {note} |'], NOTE], '`note` of Claim'],
    ['who has caused it', [words('{if user != null}{user.name}{end}')], null],
  ])('%s', (_what, replacements, hidden) => {
    const found = errorsWith(...replacements);
    expect(found.map((error) => error.slice(0, 4))).toEqual(hidden === null ? [] : ['N791']);
    expect(found.join('\n')).toContain(hidden ?? '');
  });
});

describe('7: what can’t be made can’t be kept or sent', () => {
  test('a paper of which a part is not shown leaves its event and its mail open', () => {
    const { plan } = diagnosticsWith(
      ['| title | Claim {number} |', '| title | not shown |'],
      ['| to | owner |', '| to | owner |\n| attach | paper claim_letter |'],
    );
    const approve = plan?.states
      .flatMap(({ events }) => events)
      .find(({ name, transitions }) => name === 'approve' && transitions.length === 1);
    expect(approve?.transitions[0]?.open).toEqual(['7.claim_letter.title']);
    const mail = plan?.calls.find(({ name }) => name === 'tell_owner');
    expect([mail?.mail, mail?.gap]).toEqual([null, '7.claim_letter.title']);
  });

  test('what a mail brings may be not shown', () => {
    const { plan, diagnostics } = diagnosticsWith(['| to | owner |', '| to | owner |\n| attach | not shown |']);
    expect(plan?.calls.find(({ name }) => name === 'tell_owner')?.mail).toBeNull();
    expect(diagnostics.filter(({ clause }) => clause === '7.tell_owner.attach')).toHaveLength(1);
  });
});
