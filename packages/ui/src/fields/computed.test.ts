import type { EntityView, FieldView } from '@nonet/client';
import { checkDocument } from '@nonet/language';
import { describe, expect, test } from 'vitest';
import { computedOf } from './computed.ts';

const DOCUMENT = `# Specification: Orders

## 3. Entities and their fields

### Order

| field | type | rules |
| --- | --- | --- |
| lines | list of Line | |
| discount | percent | optional |
| due | money | = if discount == null then total else total * (1 - discount) |
| total | money | = sum(lines.worth) |

### Line

| field | type | rules |
| --- | --- | --- |
| pieces | integer | |
| price | money | |
| worth | money | = pieces * price |

## 9. Business constants and limits

| name | value |
| --- | --- |
| CURRENCY | "EUR" |
`;
const { plan } = checkDocument({ path: 'orders.md', text: DOCUMENT }, () => {
  throw new Error('It includes nothing.');
});
if (!plan) throw new Error('The document has errors.');

const ENTITIES = new Map(
  plan.entities.map(({ name, fields }) => {
    const views = fields.map(({ name: of, type, required, computed }) => ({
      name: of,
      kind: type.kind,
      required,
      computed: computed !== null,
      ...(computed ? { formula: computed } : {}),
      ...('entity' in type ? { entity: type.entity } : {}),
    }));
    return [name, { name, fields: views as unknown as FieldView[] } as EntityView];
  }),
);
const entityOf = (name: string | null) => ENTITIES.get(name ?? '') as EntityView;
const BY = { user: null, settings: { timeZone: 'UTC', workingDays: [], holidays: [] } };

describe('while an order is entered', () => {
  const line = (pieces: unknown, price: unknown) => ({ pieces, price });
  test.each([
    ['nothing comes to nothing', [], null, { total: 0, due: 0 }, []],
    [
      'rows add up, and what reads them follows',
      [line(2, '10.50'), line(1, '4')],
      '0.5',
      { total: 25, due: 12.5 },
      [21, 4],
    ],
    [
      'a row that is not whole counts for nothing yet',
      [line(2, '10.50'), line(3, null)],
      null,
      { total: 21, due: 21 },
      [21, undefined],
    ],
    ['nor does one with what is no number', [line('x', '1'), line(3, '2')], null, { total: 6, due: 6 }, [undefined, 6]],
  ])('%s', (_, lines, discount, own, rows) => {
    const computed = computedOf(entityOf('Order'), { lines, discount }, entityOf, BY);
    const number = (value: unknown) => (value === undefined ? undefined : Number(value));
    expect(Object.fromEntries(computed.own.map(({ field, value }) => [field.name, number(value)]))).toEqual(own);
    expect(computed.rows.lines?.map(([worth]) => number(worth?.value))).toEqual(rows);
    expect(computed.own.find(({ field }) => field.name === 'total')?.lists).toEqual(['lines']);
  });
});
