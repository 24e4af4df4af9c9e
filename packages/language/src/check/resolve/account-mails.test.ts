import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { changed, checkText } from '../../fixtures/problems.ts';

const DOCUMENT = readFileSync(new URL('../../fixtures/pages/document.md', import.meta.url), 'utf8');
const FOR = '| for | invitation |';
const SUBJECT = '| subject | Welcome, {name} |';
const WORDS = 'Please [choose a password]({link}) for {product}.';

/** The diagnostics after a change of one place of the document: each code and the marked text. */
const CASES: readonly (readonly [rule: string, from: string, to: string, problems: readonly string[]])[] = [
  ['there are two mails', FOR, '| for | welcome |', ['N818 welcome']],
  ['a language is one', FOR, `${FOR}\n| language | of the country |`, ['N818 of the country']],
  ['a subject is stated', SUBJECT, '| subject | none |', ['N818 none']],
  ['a missing mail is a gap', `${FOR}\n`, '', ['N048 welcome']],
  ['missing words are a gap', `\`\`\`markdown\n${WORDS}\n\`\`\`\n`, '', ['N048 welcome']],
  ['a placeholder is known', WORDS, 'Dear {nam}, {link}', ['N819 nam']],
  ['a record is none', WORDS, '{user.name}: {link}', ['N819 user.name']],
  ['a brace is written twice', WORDS, '{{no placeholder}} {link}', []],
  ['a subject shows no link', SUBJECT, '| subject | {link} |', ['N819 link']],
  ['the link is there', WORDS, 'Welcome to {product}.', [`N820 \`\`\`markdown\nWelcome to {product}.\n\`\`\``]],
  ['words are stated once', '| for | password |', FOR, ['N821 | for | invitation |']],
  ['words are in the language of the document', FOR, `${FOR}\n| language | nl |`, ['N822 | language | nl |']],
  ['one of a region is', FOR, `${FOR}\n| language | en-GB |`, []],
];

describe('the mails about accounts of point 7', () => {
  test.each(CASES)('%s', (_rule, from, to, problems) => {
    expect(checkText(changed(DOCUMENT, from, to)).problems).toEqual(problems);
  });
});
