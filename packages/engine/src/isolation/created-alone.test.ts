import { expect, test } from 'vitest';
import { partsDocument } from '../fixtures/parts.ts';
import { planOfDocument } from '../fixtures/story.ts';
import { areCreatedAlone } from './created-alone.ts';

const COUNTED = 'count(Part where maker == this.maker)';

const PIECES = 'pieces | list of Piece |; sizes | integer | = sum(pieces.size)';
const PIECE = `### Piece

| field | type | rules |
| --- | --- | --- |
| size | integer | |
`;

test.each<[what: string, alone: boolean, parts: Parameters<typeof partsDocument>[0]]>([
  ['its own fields decide', true, { fields: 'size | integer |', rules: 'V1 | Part | `size > 0` | FULL' }],
  ['another record decides', true, { fields: 'maker | Maker |', rules: 'V1 | Part | `maker.name != name` | FULL' }],
  [
    'a rule reads others of its kind',
    false,
    { fields: 'maker | Maker |', rules: `V1 | Part | \`${COUNTED} < 3\` | FULL` },
  ],
  ['a default reads others', false, { fields: 'place | integer | default count(Part) + 1' }],
  ['what it is computed from is only shown', true, { fields: `maker | Maker |; others | integer | = ${COUNTED}` }],
  [
    'a rule reads a field that is computed from others',
    false,
    { fields: `maker | Maker |; others | integer | = ${COUNTED}`, rules: 'V1 | Part | `others < 3` | FULL' },
  ],
  [
    'a field that leads to one of its kind is read',
    false,
    {
      fields: 'whole | Part | optional; size | integer |',
      rules: 'V1 | Part | `whole == null or size < whole.size` | FULL',
    },
  ],
  [
    'a rule reads others when an event happens',
    true,
    {
      fields: 'maker | Maker |; stage | state |',
      settings: '',
      states: 'open | initial; done | final',
      rules: `V1 | Part go | \`${COUNTED} < 3\` | FULL`,
    },
  ],
  [
    'its owned children decide',
    true,
    { fields: PIECES, beside: PIECE, rules: 'V1 | Part | `sizes < 9 and all(pieces as p have p.size > 0)` | FULL' },
  ],
  [
    'a rule on its owned children reads those of others',
    false,
    { fields: PIECES, beside: PIECE, rules: 'V1 | Piece | `count(Piece) < 9` | FULL' },
  ],
  ['`among` admits what does not read them', true, { fields: 'maker | Maker | among Maker where name != ""' }],
])('%s: created alone: %s', (_what, alone, parts) => {
  expect(areCreatedAlone(planOfDocument(partsDocument(parts)), 'Part')).toBe(alone);
});
