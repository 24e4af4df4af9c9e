import type { Client, RecordView } from '@nonet/client';
import { asPerson, dateIn } from './people.ts';

type Line = readonly [category: string, description: string, amount: string];
type Step = 'submit' | 'approve' | 'escalate' | 'approve_exception' | 'reject' | 'pay' | 'withdraw';

interface Story {
  readonly by: 'emma' | 'mo' | 'finn';
  readonly purpose: string;
  /** Days before today. */
  readonly from: number;
  readonly to: number;
  readonly project?: boolean;
  readonly lines: readonly Line[];
  readonly then: readonly Step[];
}

const STORIES: readonly Story[] = [
  {
    by: 'emma',
    purpose: 'Client visit in Utrecht',
    from: 44,
    to: 43,
    lines: [
      ['Travel', 'Train, second class', '19.80'],
      ['Meals', 'Lunch with the client', '48.50'],
      ['Lodging', 'One night, Hotel Centraal', '164.00'],
    ],
    project: true,
    then: ['submit', 'approve', 'pay'],
  },
  {
    by: 'mo',
    purpose: 'Customer day in Berlin',
    from: 38,
    to: 36,
    lines: [
      ['Travel', 'Return flight', '312.40'],
      ['Lodging', 'First night', '189.00'],
      ['Lodging', 'Second night', '189.00'],
      ['Meals', 'Dinner', '61.20'],
    ],
    then: ['submit', 'approve', 'pay'],
  },
  {
    by: 'emma',
    purpose: 'Office move: tools and boxes',
    from: 30,
    to: 29,
    lines: [
      ['Supplies', 'Moving boxes', '86.90'],
      ['Supplies', 'Label printer', '129.00'],
    ],
    project: true,
    then: ['submit', 'approve', 'pay'],
  },
  {
    by: 'finn',
    purpose: 'Audit course',
    from: 27,
    to: 26,
    lines: [
      ['Training', 'Course fee', '740.00'],
      ['Travel', 'Train', '22.10'],
    ],
    then: ['submit', 'approve', 'pay'],
  },
  {
    by: 'emma',
    purpose: 'Engineering conference in Lyon',
    from: 20,
    to: 17,
    lines: [
      ['Lodging', 'First night', '210.00'],
      ['Lodging', 'Second night', '210.00'],
      ['Lodging', 'Third night', '205.00'],
      ['Training', 'Conference ticket', '1450.00'],
      ['Travel', 'Return flight', '486.30'],
    ],
    then: ['submit', 'escalate'],
  },
  {
    by: 'mo',
    purpose: 'Trade fair in Hanover',
    from: 16,
    to: 14,
    lines: [
      ['Travel', 'Rail pass', '148.00'],
      ['Lodging', 'Two nights, shared', '198.00'],
      ['Supplies', 'Printed leaflets', '240.00'],
    ],
    then: ['submit', 'approve'],
  },
  {
    by: 'emma',
    purpose: 'Workshop in Rotterdam',
    from: 12,
    to: 11,
    lines: [
      ['Travel', 'Train', '31.60'],
      ['Meals', 'Sandwiches for eight', '74.00'],
    ],
    then: ['submit'],
  },
  {
    by: 'emma',
    purpose: 'Parking at the airport',
    from: 9,
    to: 8,
    lines: [['Travel', 'Two days of parking', '38.00']],
    then: ['submit', 'approve'],
  },
  {
    by: 'emma',
    purpose: 'Team dinner',
    from: 8,
    to: 8,
    lines: [['Meals', 'Dinner for three', '74.90']],
    then: ['submit', 'reject'],
  },
  {
    by: 'emma',
    purpose: 'Site visit in Eindhoven',
    from: 6,
    to: 5,
    lines: [
      ['Travel', 'Rental car', '96.40'],
      ['Travel', 'Fuel', '41.15'],
    ],
    project: true,
    then: ['submit'],
  },
  {
    by: 'emma',
    purpose: 'Taxi to the late train',
    from: 5,
    to: 5,
    lines: [['Travel', 'Taxi', '27.50']],
    then: ['withdraw'],
  },
  {
    by: 'mo',
    purpose: 'Interviews in Leuven',
    from: 4,
    to: 3,
    lines: [
      ['Travel', 'Train', '64.20'],
      ['Meals', 'Lunch', '21.40'],
    ],
    then: ['submit'],
  },
  {
    by: 'emma',
    purpose: 'Trip to Ghent',
    from: 3,
    to: 1,
    lines: [
      ['Travel', 'Train', '58.00'],
      ['Meals', 'Dinner', '34.20'],
    ],
    then: ['submit'],
  },
  {
    by: 'emma',
    purpose: 'Keyboard for the meeting room',
    from: 1,
    to: 0,
    lines: [['Supplies', 'Keyboard', '79.95']],
    then: [],
  },
];

/** Fills the expense product, running in `dev`, with claims in every state but none that anybody would mistake. */
export async function fillExpenses(url: string): Promise<void> {
  const person = async (name: string) => asPerson(url, `${name}@example.com`);
  const [emma, mo, dana, finn] = await Promise.all(['emma', 'mo', 'dana', 'finn'].map(person));
  if (!emma || !mo || !dana || !finn) throw new Error('Somebody is missing.');
  for (const [name, limit, receipt] of [
    ['Training', null, '2000'],
    ['Supplies', '500', '500'],
  ] as const) {
    await finn.create('categories', { name, limit_per_day: limit, receipt_from: receipt, active: true });
  }
  await finn.create('categories', { name: 'Fax paper', receipt_from: '25', active: false });
  const categories = await idsBy(finn, 'categories', 'name');
  const project = (await idsBy(finn, 'projects', 'code')).get('AMS-1');

  for (const story of STORIES) {
    const claimant = { emma, mo, finn }[story.by];
    const lines = [];
    for (const [place, [category, description, amount]] of story.lines.entries()) {
      const date = dateIn(-Math.max(story.to, story.from - place));
      lines.push({
        date,
        category: categories.get(category),
        description,
        amount,
        receipt: (await receipt(claimant)).id,
      });
    }
    const { record } = await claimant.create('claims', {
      purpose: story.purpose,
      from: dateIn(-story.from),
      to: dateIn(-story.to),
      lines,
      ...(story.project ? { project } : {}),
    });
    const manager = story.by === 'emma' ? mo : dana;
    for (const step of story.then) {
      const actor = {
        submit: claimant,
        withdraw: claimant,
        approve: manager,
        reject: manager,
        escalate: manager,
        approve_exception: dana,
        pay: finn,
      }[step];
      await actor.fire('claims', record.id, step, ASKED[step] ?? {});
    }
  }
}

const ASKED: Partial<Record<Step, Record<string, string>>> = {
  reject: { rejection_reason: 'The names of the guests are missing.' },
  pay: { payment_reference: 'SEPA-20418' },
};

async function idsBy(client: Client, path: string, field: string): Promise<Map<string, string>> {
  const { items } = await client.list(path);
  return new Map(items.map((item) => [String(item[field]), item.id]));
}

/** The smallest document that is a PDF. */
function receipt(client: Client) {
  const text =
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';
  return client.upload(new Blob([text], { type: 'application/pdf' }), 'receipt.pdf');
}

/** A claim that its owner has just begun. */
export async function draftClaim(person: Client, purpose: string): Promise<RecordView> {
  const { items } = await person.list('categories', { limit: 1 });
  const [from, to] = [dateIn(-2), dateIn(-1)];
  const lines = [{ date: from, category: items[0]?.id, description: 'Taxi', amount: '12.00' }];
  return (await person.create('claims', { purpose, from, to, lines })).record;
}
