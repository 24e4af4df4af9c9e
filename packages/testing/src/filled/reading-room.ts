import { asPerson, dateIn } from './people.ts';

/** Five requests by both demo people of the reading room, two of them given. */
export async function fillReadingRoom(url: string): Promise<void> {
  const [mia, cleo] = [await asPerson(url, 'mia@example.com'), await asPerson(url, 'cleo@example.com')];
  for (const [by, desk, days, given] of [
    [mia, 'window', 1, true],
    [cleo, 'corner', 1, true],
    [mia, 'corner', 2, false],
    [cleo, 'window', 2, false],
    [mia, 'stairs', 3, false],
  ] as const) {
    const { record } = await by.create('requests', { desk, day: dateIn(days) });
    if (given) await cleo.fire('requests', record.id, 'give');
  }
}
