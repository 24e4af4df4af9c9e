import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Field, Plan } from '@nonet/language';
import type { Actor } from '../engine.ts';
import { Refusal } from '../refusal.ts';
import { planOfDocument, planOfExample, startStory, type Story } from '../fixtures/story.ts';
import { isSelfContained } from './self-contained.ts';

interface Parts {
  readonly guard?: string;
  readonly effect?: string;
  readonly rule?: string;
  readonly cell?: string;
  readonly read?: string;
  readonly role?: string;
  readonly other?: string;
  readonly shelf?: string;
}

/** A part of a plan, and what is there instead. */
type Edit = readonly [part: object | null | undefined, edit: object];

function fieldOf(entities: Plan['entities'], entity: string, field: string): Field | undefined {
  return entities.find(({ name }) => name === entity)?.fields.find(({ name }) => name === field);
}

/** A document in which everything about a ticket is decided by the ticket itself, but for the parts that are given. */
function ticketPlan(parts: Parts = {}): Plan {
  return planOfDocument(`# Tickets
## 1. What the product does and for whom
Tickets are stamped.
## 2. Screens and routes
### Tickets \`/\`
| part | is |
| --- | --- |
| kind | list of Ticket |
| for | member |
| columns | code |
| actions | create, edit, stamp |
## 3. Entities and their fields
### Shelf
| field | type | rules |
| --- | --- | --- |
| name | text | unique |
| size | integer | default 3 |

| setting | is |
| --- | --- |
| delete | ${parts.shelf ?? 'never'} |
### Ticket
| field | type | rules |
| --- | --- | --- |
| code | text | unique |
| stamps | integer | default 0 |
| shelf | Shelf | optional |

| setting | is |
| --- | --- |
| delete | never |
| history | kept |
### Note
| field | type | rules |
| --- | --- | --- |
| about | Ticket | |
| text | text | |
### User
#### Demo records
| name | email | roles |
| --- | --- | --- |
| Mia | mia@example.com | none |
## 4. States and transitions
### Ticket
| event | by | when | then | error |
| --- | --- | --- | --- | --- |
| stamp | member | \`${parts.guard ?? 'stamps < 5'}\` | \`${parts.effect ?? 'stamps = stamps + 1'}\` | FULL |
## 5. Validation rules
| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Ticket | \`${parts.rule ?? 'stamps >= 0'}\` | BELOW |
| V2 | Note | \`${parts.other ?? 'size(text) > 1'}\` | BELOW |
## 6. Roles and permissions
### Roles
| role | is given to | of |
| --- | --- | --- |
| member | signed in | |
${parts.role ?? ''}
### Permissions
#### Ticket
| may | member | others |
| --- | --- | --- |
| read | ${parts.read ?? 'yes'} | no |
| create | yes | no |
| update | ${parts.cell ?? 'yes'} | no |
| history | yes | no |
#### Shelf, Note
| may | member | others |
| --- | --- | --- |
| read, create, update | yes | no |
#### User
| may | member | others |
| --- | --- | --- |
| read | yes | no |
| create, update, delete, update roles, update email | no | no |
## 7. The calls it makes
none
## 8. Error catalogue
| code | status | message | when |
| --- | --- | --- | --- |
| FULL | 409 | It is full. | Ticket stamp |
| BELOW | 422 | Not that. | V1, V2 |
## 9. Business constants and limits
none
`);
}

describe('READ COMMITTED is enough where', () => {
  test.each<[what: string, parts: Parts, enough: boolean]>([
    ['everything is decided by the record', {}, true],
    ['a guard asks for another record', { guard: 'shelf == null or shelf.size > 1' }, false],
    ['a guard counts records', { guard: 'count(Ticket where stamps == 5) < 3' }, false],
    ['a rule counts records', { rule: 'count(Ticket where code == this.code) < 3' }, false],
    ['a cell asks for another record', { cell: '`shelf == null or shelf.size > 1`' }, false],
    ['an effect changes another record', { effect: 'shelf.size = 4' }, false],
    ['an effect creates a record', { effect: 'create Note(about: this, text: "stamped")' }, false],
    ['a rule of another entity reads it', { other: 'about.stamps > 0' }, false],
    ['a rule of another entity counts it', { other: 'count(Ticket where stamps > 0) > 0' }, false],
    ['what others may refer to hangs on it', { read: '`stamps < 4`' }, false],
    ['what it refers to may be softly deleted', { shelf: 'soft' }, false],
  ])('%s', (_what, parts, enough) => {
    expect(isSelfContained(ticketPlan(parts), 'Ticket')).toBe(enough);
  });

  /** Replaces a kind in the plan by a made-up one, as a plan of a later version might have. */
  const unknown: readonly (readonly [what: string, place: (plan: Plan) => Edit])[] = [
    ['an unknown effect', ({ states }) => [states[0]?.events[0]?.transitions[0]?.effects[0], { kind: 'notify' }]],
    ['an unknown actor', ({ states }) => [states[0]?.events[0]?.transitions[0]?.by[0], { kind: 'weather' }]],
    ['an unknown question', ({ states }) => [states[0]?.events[0]?.transitions[0], { asks: [{ kind: 'poll' }] }]],
    ['an unknown expression', ({ rules }) => [rules[0]?.condition, { kind: 'oracle' }]],
    ['an unknown expression of another entity', ({ rules }) => [rules[1]?.condition, { kind: 'oracle' }]],
    ['an unknown cell', ({ permissions }) => [permissions[0]?.actions?.update[0]?.cell, { kind: 'vote' }]],
    [
      'an unknown cell of another entity',
      ({ permissions }) => [permissions[1]?.actions?.read[0]?.cell, { kind: 'vote' }],
    ],
    ['a role that is given in an unknown way', ({ roles }) => [roles[0]?.given, { kind: 'election' }]],
    [
      'an unknown kind of field',
      ({ entities }) => [fieldOf(entities, 'Ticket', 'stamps'), { type: { kind: 'colour' } }],
    ],
    [
      'an unknown kind of field of another entity',
      ({ entities }) => [fieldOf(entities, 'Note', 'text'), { type: { kind: 'colour' } }],
    ],
    ['an unknown part of the plan', (plan) => [plan, { subscriptions: [] }]],
  ];
  test.each(unknown)('not with %s', (_what, place) => {
    const plan = structuredClone(ticketPlan());
    expect(isSelfContained(structuredClone(plan), 'Ticket')).toBe(true);
    const [part, edit] = place(plan);
    Object.assign(part ?? {}, edit);
    expect(part).toMatchObject(edit);
    expect(isSelfContained(plan, 'Ticket')).toBe(false);
  });

  test.each([
    ['Claim', false],
    ['Line', false],
    ['Category', false],
    ['Project', false],
    ['User', false],
  ])('%s of the expenses', (entity, enough) => {
    expect(isSelfContained(planOfExample('expenses'), entity)).toBe(enough);
  });
});

describe('at READ COMMITTED', () => {
  let story: Story;
  let mia: Actor;
  beforeAll(async () => {
    story = await startStory(ticketPlan());
    mia = await story.actor('mia@example.com');
  });
  afterAll(() => story.end());

  const options = { ifMatch: '*' };
  const outcomes = async (work: readonly Promise<unknown>[]) => {
    const settled = await Promise.allSettled(work);
    for (const one of settled) if (one.status === 'rejected' && !(one.reason instanceof Refusal)) throw one.reason;
    const codes = settled.map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason as Refusal).code));
    return Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length]));
  };

  test('each of many events sees what those before it did', async () => {
    const { record } = await story.engine.create(mia, 'Ticket', { code: 'a' }, options);
    const stamps = Array.from({ length: 12 }, () =>
      story.engine.fire(mia, 'Ticket', record.id, 'stamp', {}, { ifMatch: null }),
    );
    expect(await outcomes(stamps)).toEqual({ FULL: 7, done: 5 });
    const after = await story.engine.read(mia, 'Ticket', record.id, { fields: null, expand: null });
    expect(after.record.stamps).toBe(5);
    const history = await story.engine.history(mia, 'Ticket', record.id);
    expect(history).toHaveLength(6);
  });

  test('one of many with the same unique value is created', async () => {
    const creates = Array.from({ length: 8 }, () => story.engine.create(mia, 'Ticket', { code: 'same' }, options));
    expect(await outcomes(creates)).toEqual({ NOT_UNIQUE: 7, done: 1 });
  });

  test('one of many updates of the same version is taken', async () => {
    const { record, etag } = await story.engine.create(mia, 'Ticket', { code: 'b' }, options);
    const updates = Array.from({ length: 8 }, (_, place) =>
      story.engine.update(mia, 'Ticket', record.id, { code: `b${place}` }, { ifMatch: etag }),
    );
    expect(await outcomes(updates)).toEqual({ STALE: 7, done: 1 });
  });

  test('a request under one key is carried out once', async () => {
    const keyed = { ifMatch: null, idempotencyKey: 'once' };
    const creates = Array.from({ length: 6 }, () => story.engine.create(mia, 'Ticket', { code: 'keyed' }, keyed));
    const ids = (await Promise.all(creates)).map(({ record }) => record.id);
    expect(new Set(ids).size).toBe(1);
  });
});
