import type { ListQuery } from '@nonet/client';
import { client } from './client.ts';

/** An address holds the ids of so many. */
const AT_ONCE = 100;
/** The first record of a CSV file (RFC 4180), its line end included. */
const HEADER = /^(?:"(?:[^"]|"")*"|[^"\r\n])*\r\n/;

/** Chosen records of a list as CSV, in the list's order if `ids` are. */
export async function exportRecords(path: string, query: ListQuery, ids: readonly string[]): Promise<Blob> {
  const parts: string[] = [];
  for (let place = 0; place < ids.length; place += AT_ONCE) {
    const filters = { ...query.filters, 'id.in': ids.slice(place, place + AT_ONCE).join(',') };
    const part = await (await client.exportCsv(path, { ...query, filters })).text();
    parts.push(place === 0 ? part : part.replace(HEADER, ''));
  }
  return new Blob(parts, { type: 'text/csv' });
}

/** Has the browser save a file. */
export function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
