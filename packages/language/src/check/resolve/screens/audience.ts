import { SCREENS_CODES } from '../../../diagnostics/codes/screens.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Screen } from '../../../model/screens.ts';
import type { Cell } from '../../../syntax/tree.ts';
import { meansEveryone, meantHolders } from '../../../vocabulary/words-of-others.ts';
import type { Context } from '../../context.ts';
import type { Declared } from '../../declared.ts';
import { reportTwice } from '../names.ts';
import { replacement } from '../replacement.ts';
import { rolesAreOpen } from '../roles/declare.ts';
import { type Part, splitList } from '../words.ts';

/** Reads `for`: role names, or everyone. */
export function readAudience(context: Context, cell: Cell, declared: Declared): readonly string[] | 'everyone' {
  if (cell.absence === 'none') return [];
  const roles = new Map<string, Part>();
  let everyone = false;
  for (const item of splitList(cell)) {
    const first = roles.get(item.text);
    if (item.text.toLowerCase() === 'everyone') everyone = true;
    else if (first) reportTwice(context, 'role', item, first);
    else if (declared.roles.has(item.text) || rolesAreOpen(context.tree.points.roles)) roles.set(item.text, item);
    else {
      const known = ['everyone', ...declared.roles.keys()];
      const signedIn = [...declared.roles.values()].find(({ given }) => given === 'signed in')?.name ?? null;
      const offered = meansEveryone(item.text)
        ? 'everyone'
        : ((/^signed in$/i.test(item.text) || meantHolders(item.text) === 'signed in' ? signedIn : null) ??
          nearest(item.text, known));
      const details = { name: item.text, nearest: offered, known };
      context.report('N208', SCREENS_CODES.N208, details, item.span, replacement(item.span, offered));
    }
  }
  return everyone ? 'everyone' : [...roles.keys()];
}

/** Whether a person who isn't signed in may open a screen: then `user` may be null on it. */
export function mayBeAnonymous(audience: Screen['for'], declared: Declared): boolean {
  if (audience === 'everyone') return true;
  return (audience ?? []).some((role) => declared.roles.get(role)?.given === 'anyone');
}
