import { ROLES_CODES } from '../../../diagnostics/codes/roles.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import { ACTIONS, type Action, isAction, namesFields } from '../../../model/roles.ts';
import { meantRights, standsForSeveral } from '../../../vocabulary/words-of-others.ts';
import type { Cell } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import { replacement, suggestion } from '../replacement.ts';
import { type Part, part, splitList } from '../words.ts';

/** One thing that a row allows: an action, on the whole record or on one field. */
export interface MayItem {
  readonly action: Action;
  readonly field: Part | null;
  readonly words: Part;
}

/**
 * Reads a cell such as `create, update, update email, name`: a verb always begins a new item, any
 * other word is a further field of the item before it (6).
 */
export function readMay(context: Context, cell: Cell): readonly MayItem[] {
  const items: MayItem[] = [];
  let open: Action | null = null;
  for (const words of splitList(cell)) {
    const verb = /^\S+/.exec(words.text)?.[0] ?? '';
    const rest = part(words, verb.length, words.text.length);
    if (isAction(verb)) {
      open = takesFields(context, verb, rest, words) ? verb : null;
      if (open !== null && rest.text !== '') items.push({ action: verb, field: rest, words });
      else if (rest.text === '') items.push({ action: verb, field: null, words });
    } else if (open !== null && rest.text === '' && items.at(-1)?.field) {
      items.push({ action: open, field: words, words });
    } else {
      reportUnknownVerb(context, words, verb);
      open = null;
    }
  }
  return items;
}

function takesFields(context: Context, verb: Action, rest: Part, words: Part): boolean {
  if (rest.text === '' || namesFields(verb)) return true;
  context.report('N607', ROLES_CODES.N607, { verb }, words.span);
  return false;
}

function reportUnknownVerb(context: Context, words: Part, verb: string): void {
  const whole = meantRights(words.text);
  const rights = whole ?? meantRights(verb);
  const offered = rights?.join(', ') ?? nearest(verb, ACTIONS);
  const span = whole ? words.span : { ...words.span, end: words.span.start + verb.length };
  context.report(
    'N606',
    ROLES_CODES.N606,
    { verb: verb || words.text, nearest: offered, known: ACTIONS },
    span,
    // A word such as `manage` may mean fewer rights, so a person must decide before anybody gets more.
    offered !== null && standsForSeveral(whole ? words.text : verb)
      ? suggestion(span, offered)
      : replacement(span, offered),
  );
}
