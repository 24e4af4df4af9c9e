import { WRITTEN_CODES } from '../../diagnostics/codes/expressions/written.ts';
import type { Context } from '../context.ts';
import { replacement } from './replacement.ts';
import { type Part, part } from './words.ts';

/** The key that orders a list, as it is written: `due desc`. */
interface WrittenSortKey {
  readonly key: Part;
  readonly descending: boolean;
}

const WRITTEN = /^(?<key>.*[^\s:])\s+(?<direction>asc|desc)$/di;

/** How queries, requests and other languages write a direction: `-due`, `due descending`, `due: desc`, `desc(due)`. */
const ELSEWHERE = [
  /^(?<direction>[-+])\s*(?<key>[\w.]+)$/d,
  /^(?<key>[\w.]+)\s*(?<direction>[-+↑↓])$/d,
  /^(?<key>[\w.]+)(?:\s*:\s*|\s+)["']?(?<direction>asc|desc)(?:ending)?["']?$/di,
  /^(?<direction>asc|desc)(?:ending)?\s*\(\s*(?<key>[\w.]+)\s*\)$/di,
  /^(?<direction>asc|desc)(?:ending)?\s+(?<key>[\w.]+)$/di,
];

/** Splits a sort key from its direction. A direction that is written as elsewhere is reported, and understood. */
export function readSortKey(context: Context, item: Part): WrittenSortKey {
  const stated = readBy(WRITTEN, item);
  if (stated) return stated;
  for (const pattern of ELSEWHERE) {
    const read = readBy(pattern, item);
    if (!read) continue;
    const meant = read.descending ? `${read.key.text} desc` : read.key.text;
    const details = { written: item.text, meant };
    context.report('N053', WRITTEN_CODES.N053, details, item.span, replacement(item.span, meant));
    return read;
  }
  return { key: item, descending: false };
}

function readBy(pattern: RegExp, item: Part): WrittenSortKey | null {
  const match = pattern.exec(item.text);
  const place = match?.indices?.groups?.key;
  if (!match || !place) return null;
  return { key: part(item, ...place), descending: /^(?:desc|-|↓)/i.test(match.groups?.direction ?? '') };
}
