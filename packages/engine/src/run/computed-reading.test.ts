import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../engine.ts';
import { planOfDocument, startStory, type Story } from '../fixtures/story.ts';

/** A visit leads to a house, to its street and to its town; some actors may not read the ones in between. */
const DOCUMENT = `# Specification: Visits

## 1. What the product does and for whom

Who visits which house.

## 2. Screens and routes

none

## 3. Entities and their fields

### Town

| field | type | rules |
| --- | --- | --- |
| name | text | |
| mayor | User | optional |

### Street

| field | type | rules |
| --- | --- | --- |
| name | text | |
| town | Town | |
| notices | list of Notice | |
| houses | all House by street | |
| watchers | many User | |

### Notice

| field | type |
| --- | --- |
| text | text |

### House

| field | type | rules |
| --- | --- | --- |
| name | text | |
| street | Street | |
| town_name | text | = street.town.name |
| notices | integer | = count(street.notices where text != "") |
| neighbours | integer | = count(street.houses where town_name == "Delft") |
| watched | integer | = count(street.watchers) |
| alarms | integer | = count(Alarm) |
| written | integer | = count(Letter where text != "") |

### Alarm

| field | type |
| --- | --- |
| at | date |

### Letter

| field | type |
| --- | --- |
| text | text |

### Visit

| field | type | rules |
| --- | --- | --- |
| house | House | |
| town_name | text | = house.street.town.name |
| secret | text | |
| first_secret | text | optional, = if first(Visit where house == this.house order created_at) == null then null else first(Visit where house == this.house order created_at).secret |

### User

| field | type |
| --- | --- |
| age | integer |

#### Demo records

| email | name | age | roles |
| --- | --- | --- | --- |
| ada@example.com | Ada | 40 | clerk |
| bo@example.com | Bo | 41 | |

## 4. States and transitions

none

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to | of |
| --- | --- | --- |
| member | signed in | |
| clerk | assigned | |
| elder | \`user.age > 40\` | |
| mayor | \`mayor == user\` | Town |

### Permissions

#### Town

| may | mayor | clerk | others |
| --- | --- | --- | --- |
| read | yes | yes | no |
| create | | yes | no |
| update, delete | no | yes | no |

#### Street, House

| may | clerk | others |
| --- | --- | --- |
| read | yes | yes |
| create, update, delete | yes | no |

#### Alarm

| may | elder | clerk |
| --- | --- | --- |
| read | yes | no |
| create, delete | no | yes |
| update | no | no |

#### Letter

| may | elder | clerk | others |
| --- | --- | --- | --- |
| read, create, delete | yes | yes | yes |
| update | no | no | no |
| read text | yes | no | no |

#### Visit

| may | clerk | others |
| --- | --- | --- |
| read | yes | yes |
| create, update, delete | yes | no |
| read secret | yes | no |

#### User

| may | clerk | others |
| --- | --- | --- |
| read, create, update, delete, update roles, update email, update disabled | yes | no |

## 7. The calls it makes

none

## 8. Error catalogue

none

## 9. Business constants and limits

none
`;

let story: Story;
let ada: Actor;
let bo: Actor;
const none = { ifMatch: null };
const seen = async (actor: Actor, entity: string, id: string) =>
  (await story.engine.read(actor, entity, id, { fields: null, expand: null })).record;

beforeAll(async () => {
  story = await startStory(planOfDocument(DOCUMENT));
  [ada, bo] = [await story.actor('ada@example.com'), await story.actor('bo@example.com')];
});
afterAll(() => story.end());

describe('6: a computed field is readable where everything that it reads is', () => {
  const create = async (entity: string, body: object) => (await story.engine.create(ada, entity, body, none)).record.id;
  const visitIn = async (mayor: string | null) => {
    const town = await create('Town', { name: 'Delft', mayor });
    const street = await create('Street', { name: 'Long Street', town });
    const house = await create('House', { name: 'Number 1', street });
    return { house, visit: await create('Visit', { house, secret: 'sh' }) };
  };

  test('through several references', async () => {
    const own = await visitIn(bo.userId);
    const other = await visitIn(null);
    for (const { visit, house } of [own, other]) {
      expect(await seen(ada, 'Visit', visit)).toMatchObject({ town_name: 'Delft' });
      expect(await seen(ada, 'House', house)).toMatchObject({ town_name: 'Delft' });
    }
    expect(await seen(bo, 'House', own.house)).toMatchObject({ town_name: 'Delft' });
    expect(await seen(bo, 'Visit', own.visit)).toMatchObject({ town_name: 'Delft' });
    expect(await seen(bo, 'House', other.house)).not.toHaveProperty('town_name', 'Delft');
    expect(await seen(bo, 'Visit', other.visit)).not.toHaveProperty('town_name', 'Delft');
  });

  test('through the list of a referred record', async () => {
    const own = await visitIn(bo.userId);
    const other = await visitIn(null);
    // Everybody reads a street and its notices; a mayor the names of the own town alone; clerks alone read users.
    const ofAda = { notices: 0, neighbours: 1, watched: 0 };
    expect(await seen(ada, 'House', own.house)).toMatchObject(ofAda);
    expect(await seen(ada, 'House', other.house)).toMatchObject(ofAda);
    expect(await seen(bo, 'House', own.house)).toMatchObject({ notices: 0, neighbours: 1 });
    expect(await seen(bo, 'House', other.house)).toMatchObject({ notices: 0 });
    expect(await seen(bo, 'House', other.house)).not.toHaveProperty('neighbours', 1);
  });

  test('through a list with a record that may not be read', async () => {
    const town = await create('Town', { name: 'Delft', mayor: bo.userId });
    const street = await create('Street', { name: 'High Street', town, watchers: [ada.userId] });
    const house = await create('House', { name: 'Number 2', street });
    expect(await seen(ada, 'House', house)).toMatchObject({ watched: 1 });
    expect(await seen(bo, 'House', house)).not.toHaveProperty('watched', 1);
  });

  // Otherwise a value that disappears tells that there is a first record.
  test('whether there are such records or not, by roles about the user alone', async () => {
    const { house } = await visitIn(null);
    const isUnread = async () => {
      const record = await seen(ada, 'House', house);
      expect(record).not.toHaveProperty('alarms');
      expect(record).not.toHaveProperty('written');
    };
    await isUnread();
    expect(await seen(bo, 'House', house)).toMatchObject({ alarms: 0, written: 0 });
    await create('Alarm', { at: '2026-03-16' });
    await create('Letter', { text: 'a' });
    await isUnread();
    expect(await seen(bo, 'House', house)).toMatchObject({ alarms: 1, written: 1 });
  });

  test('of the first record of a query', async () => {
    const { visit } = await visitIn(null);
    expect(await seen(ada, 'Visit', visit)).toMatchObject({ first_secret: 'sh' });
    expect(await seen(bo, 'Visit', visit)).not.toHaveProperty('first_secret');
  });
});
