import { createClient } from '@nonet/client';
import { dateIn } from './people.ts';

/** Five bookings of the reading room around today, by visitors who are not signed in. */
export async function fillReadingRoom(url: string): Promise<void> {
  const client = createClient({ baseUrl: url });
  for (const [name, days] of [
    ['Botany club', -4],
    ['Essay on tides', -1],
    ['Map of the harbour', 0],
    ['Latin revision', 2],
    ['Thesis, chapter two', 5],
  ] as const)
    await client.create('bookings', { name, day: dateIn(days) });
}
