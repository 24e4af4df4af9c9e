import { expect, test } from 'vitest';
import { checkText, documentOf } from '../fixtures/harness.ts';
import { checkDocument } from '../check/check.ts';
import { applyEdits } from '../diagnostics/apply-fixes.ts';
import type { Plan } from '../plan/plan.ts';
import { offerWords } from './offer-words.ts';

const FORMER = documentOf({
  screens:
    '### Trips `/trips`\n\n| part | is |\n| --- | --- |\n| kind | list of Trip |\n| for | clerk |\n| columns | title |',
  entities:
    '### Trip\n\n| field | type | rules |\n| --- | --- | --- |\n| title | text | |\n| origin | text | optional |\n| means | text | |\n\n### Place\n\n| field | type |\n| --- | --- |\n| name | text |',
  roles:
    '### Roles\n\n| role | is given to |\n| --- | --- |\n| clerk | assigned |\n| boss | assigned |\n\n### Permissions\n\n#### Trip\n\n| may | clerk | boss |\n| --- | --- | --- |\n| read, create, update, delete | yes | yes |\n\n#### Place\n\n| may | clerk | boss |\n| --- | --- | --- |\n| read, create, update, delete | yes | yes |',
});

function planOf(text: string): Plan {
  const { plan, diagnostics } = checkDocument({ path: 'spec.md', text }, () => ({ kind: 'missing' }));
  if (plan === null) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return plan;
}

function offered(edits: readonly (readonly [string, string])[], ...refused: string[]): string[] {
  const text = edits.reduce((edited, [part, by]) => {
    if (!edited.includes(part)) throw new Error(`The document has no ${part}.`);
    return edited.replaceAll(part, () => by);
  }, FORMER);
  return offerWords(checkText(text), planOf(FORMER), refused).map((offer) => {
    // The offered edits give a document without errors, and the offer says what they write.
    const { text: written } = applyEdits({ path: 'spec.md', text }, offer.edits);
    planOf(written);
    const lines = written.split('\n').filter((line) => !text.split('\n').includes(line) && !/^(?:\| ---|$)/.test(line));
    return `${offer.text} → ${lines.join(' / ')}`;
  });
}

test.each<[what: string, edits: [string, string][], refused: string[], offered: string[]]>([
  [
    'a field that is gone, beside a new one',
    [['| origin | text | optional |', '| start | text | |']],
    ['3.Trip.origin'],
    [
      '`was origin` at `Trip.start` → | start | text | was origin |',
      '`| origin |` under `Gone` of `Trip`: what is stored of it goes → #### Gone / | field | / | origin |',
    ],
  ],
  [
    'a field of another type beside it is no heir',
    [['| origin | text | optional |', '| start | date | optional |']],
    ['3.Trip.origin'],
    ['`| origin |` under `Gone` of `Trip`: what is stored of it goes → #### Gone / | field | / | origin |'],
  ],
  [
    'texts that are choices now',
    [['| means | text | |', '| means | enum(rail, bus) | |']],
    ['3.Trip.means'],
    ['`from means else open` at `Trip.means` → | means | enum(rail, bus) | from means else open |'],
  ],
  [
    'an entity that is called otherwise',
    [['### Place', '### Spot']],
    ['3.Place'],
    [
      '`(was: Place)` at `Spot` → ### Spot (was: Place)',
      '`| Place |` under `Gone`: what is stored of it goes → ### Gone / | entity | / | Place |',
    ],
  ],
  [
    'a role that is called otherwise',
    [['boss', 'chief']],
    ['6.boss'],
    [
      '`was boss` at `chief` → | role | is given to | was | / | clerk | assigned | | / | chief | assigned | boss |',
      '`| boss |` under `Gone`: what is stored of it goes → ### Gone / | role | / | boss |',
    ],
  ],
  [
    'a screen that is called otherwise',
    [['### Trips `/trips`', '### Journeys `/trips`']],
    ['2.trips'],
    [
      '`(was: Trips)` at `Journeys` → ### Journeys `/trips` (was: Trips)',
      '`| Trips |` under `Gone`: what is stored of it goes → ### Gone / | screen | / | Trips |',
    ],
  ],
  ['what no words settle', [], ['5.V1', '3.Trip.title', '9.MOST'], []],
])('words are offered if stored data has no place: %s', (_what, edits, refused, lines) => {
  expect(offered(edits, ...refused)).toEqual(lines);
});
