import { crc32, deflateSync } from 'node:zlib';
import { asPerson, dateIn } from './people.ts';

type Person = 'ines' | 'noah' | 'lena';

/** Days from today, first and last. */
const JOBS: readonly (readonly [name: string, client: string, lead: Person, from: number, to: number, done: number])[] =
  [
    ['Spring catalogue', 'Hofmann Textil', 'ines', -24, -9, 2],
    ['Annual report', 'Stadtwerke', 'noah', -15, 4, 1],
    ['Cookbook', 'Verlag am Park', 'lena', -6, 18, 1],
    ['Lamp collection', 'Lumen', 'ines', -2, 9, 1],
    ['Team portraits', 'Kessler & Partner', 'noah', 8, 9, 0],
    ['Bakery website', 'Backhaus Nord', 'noah', 13, 27, 0],
    ['Summer menu', 'Café Linde', 'lena', 21, 33, 0],
    ['Winter catalogue', 'Hofmann Textil', 'ines', 30, 61, 0],
  ];

const SESSIONS: readonly (readonly [
  subject: string,
  room: string,
  by: Person,
  kind: string,
  day: number,
  begins: string,
  ends: string,
])[] = [
  ['Lamps, set 1', 'Cyclorama', 'ines', 'product', 0, '09:00', '12:30'],
  ['Lamps, set 2', 'Cyclorama', 'ines', 'product', 0, '13:30', '17:00'],
  ['Breads and rolls', 'Kitchen', 'lena', 'food', 0, '08:30', '11:00'],
  ['Soups', 'Kitchen', 'lena', 'food', 0, '12:00', '15:00'],
  ['Board of Stadtwerke', 'Daylight', 'noah', 'portrait', 0, '10:00', '11:30'],
  ['Desserts', 'Kitchen', 'lena', 'food', 1, '09:00', '13:00'],
  ['Lamps, details', 'Cyclorama', 'ines', 'product', 1, '10:00', '16:00'],
  ['Portrait of the chef', 'Daylight', 'lena', 'portrait', 2, '14:00', '15:30'],
  ['Team of Kessler', 'Daylight', 'noah', 'portrait', 8, '09:00', '17:00'],
];

const PROPS: readonly (readonly [name: string, category: string, value: string, hue: number | null])[] = [
  ['Oak table', 'furniture', '420.00', 30],
  ['Bentwood chair', 'furniture', '95.00', 20],
  ['Stoneware bowls, six', 'tableware', '64.00', 200],
  ['Linen tablecloth', 'textile', '38.50', 80],
  ['Copper pan', 'tableware', '119.00', 15],
  ['Velvet curtain, green', 'textile', '160.00', 140],
  ['Folding screen', 'furniture', '210.00', null],
  ['Enamel jug', 'tableware', '24.00', 240],
  ['Wool blanket', 'textile', '72.00', 330],
  ['Marble slab', 'tableware', '88.00', null],
];

/** Fills the studio (`examples/studio`) with jobs and sessions around today, and with props, most of which have a picture. */
export async function fillStudio(url: string): Promise<void> {
  const ines = await asPerson(url, 'ines@example.com');
  const idOf = async (path: string, named: string) => {
    const { items } = await ines.list(path, { limit: 100 });
    const found = items.find(({ _title }) => _title === named);
    if (!found) throw new Error(`The studio has no ${named} among its ${path}.`);
    return found.id;
  };
  const people: Record<Person, string> = {
    ines: await idOf('users', 'Ines Aydin'),
    noah: await idOf('users', 'Noah Brandt'),
    lena: await idOf('users', 'Lena Costa'),
  };
  for (const [name, client, lead, from, to, done] of JOBS) {
    const days = { first_day: dateIn(from), last_day: dateIn(to) };
    const { record } = await ines.create('jobs', { name, client, lead: people[lead], ...days });
    for (const event of ['begin', 'deliver'].slice(0, done)) await ines.fire('jobs', record.id, event, {});
  }
  for (const [subject, room, by, kind, day, begins, ends] of SESSIONS)
    await ines.create('sessions', {
      subject,
      room: await idOf('rooms', room),
      photographer: people[by],
      kind,
      begins: at(day, begins),
      ends: at(day, ends),
    });
  for (const [name, category, value, hue] of PROPS) {
    const photo =
      hue === null ? null : (await ines.upload(new Blob([picture(hue)], { type: 'image/png' }), 'photo.png')).id;
    await ines.create('props', { name, category, value, photo });
  }
}

/** So many days from today, at a time of the studio's clocks; in winter they are an hour ahead of UTC. */
function at(day: number, time: string): string {
  const date = dateIn(day);
  const noon = new Date(`${date}T12:00:00Z`);
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hour: '2-digit', hourCycle: 'h23' });
  const ahead = Number(clock.format(noon)) - noon.getUTCHours();
  return `${date}T${time}:00+0${ahead}:00`;
}

const SIZE = 96;

/** A picture of one hue that grows darker downwards, as PNG. */
function picture(hue: number): Buffer<ArrayBuffer> {
  const lines = Array.from({ length: SIZE }, (_, y) => {
    const pixels = Array.from({ length: SIZE }, (_, x) => {
      const isThing = (x - SIZE / 2) ** 2 + (y - SIZE * 0.58) ** 2 < (SIZE / 3.4) ** 2;
      return rgb(hue, isThing ? 0.55 : 0.18, (isThing ? 0.62 : 0.9) - (y / SIZE) * 0.2);
    });
    return [0, ...pixels.flat()];
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  header.set([8, 2], 8);
  const chunks = [
    ['IHDR', header],
    ['IDAT', deflateSync(Buffer.from(lines.flat()))],
    ['IEND', Buffer.alloc(0)],
  ] as const;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...chunks.map(([type, data]) => chunk(type, data)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'ascii'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}

function rgb(hue: number, saturation: number, lightness: number): number[] {
  return [0, 8, 4].map((offset) => {
    const place = (offset + hue / 30) % 12;
    const spread = saturation * Math.min(lightness, 1 - lightness);
    return Math.round(255 * (lightness - spread * Math.max(-1, Math.min(place - 3, 9 - place, 1))));
  });
}
