import { SCREENS_CODES } from '../../../diagnostics/codes/screens.ts';
import type { Screen } from '../../../model/screens.ts';
import type { Cell } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import type { Declared } from '../../declared.ts';
import { reportTwice } from '../names.ts';
import { type Part, part, splitList } from '../words.ts';
import { readDays, readEntityName } from './kind.ts';

/** Reads a calendar's `also`: `Holiday by date, Closing by from..to`. */
export function readAlso(context: Context, cell: Cell, clause: string, declared: Declared): Screen['also'] {
  const also: Screen['also'][number][] = [];
  const seen = new Map<string, Part>();
  for (const item of splitList(cell)) {
    const match = /^(\S+)\s+by\s+(.+)$/.exec(item.text);
    if (match?.[1] === undefined || match[2] === undefined) {
      const why = 'also';
      context.report('N215', SCREENS_CODES.N215, { text: item.text, why }, item.span);
      continue;
    }
    const name = part(item, 0, match[1].length);
    const entity = readEntityName(context, name, declared);
    if (entity === null) continue;
    const days = readDays(context, part(item, item.text.length - match[2].length, item.text.length), entity, declared);
    const first = seen.get(entity);
    if (first) reportTwice(context, 'entity', name, first);
    if (first || days === null) continue;
    seen.set(entity, name);
    context.place(`${clause}.${entity}`, item.span);
    also.push({ entity, ...days, clause: `${clause}.${entity}` });
  }
  return also;
}
