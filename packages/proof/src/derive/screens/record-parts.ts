import type { Screen } from '@nonet/language';
import { dateIn } from '../../reference/insert.ts';
import type { Actor } from '../../reference/permissions.ts';
import { plain } from '../../reference/plain.ts';
import { seenBy } from '../../reference/seen.ts';
import type { Parts } from '../../run/case.ts';
import { verdictOn } from './offered.ts';
import { columnsOf, valueAt } from './columns.ts';
import { actionsOf, isOfRecord } from './opened.ts';
import { viewOf } from './screens.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { recordsAs } from './records-as.ts';

/** The parts of one record among others: in its row, on its card or at its entry, and in its menu. */
export function recordParts(context: DerivationContext, screen: Screen, actor: Actor, id: string): Parts {
  const view = viewOf(context, screen, actor);
  const shown: string[] = [];
  const perhaps: string[] = [];
  const seen = seenBy(context.world, actor).view(id);
  if (recordsAs(screen) !== 'rows')
    for (const [place, { clause, path }] of columnsOf(screen).entries()) {
      if (!view.columns.includes(clause)) continue;
      const value = valueAt(seen, path);
      // The first is a card's title, which is always there.
      if (place === 0 && recordsAs(screen) === 'cards') shown.push(clause);
      // The text of several values together is not known beforehand.
      else if (Array.isArray(value)) perhaps.push(clause);
      else if (value !== null) shown.push(clause);
    }
  const record = context.world.view(id);
  for (const action of actionsOf(screen, view.actions)) {
    if (record === null || !isOfRecord(context, screen, action) || action.kind === 'restore') continue;
    const verdict = verdictOn(context, screen, actor, action, record);
    if (verdict === 'unknown') perhaps.push(action.clause);
    else if (verdict !== 'absent') shown.push(action.clause);
  }
  return { shown, perhaps };
}

/** The place of a record on a screen: a column of a board, a day of a calendar or timeline; null if it has none. */
export function placeOf(context: DerivationContext, { board, days }: Screen, actor: Actor, id: string): string | null {
  const at = board?.field ?? days?.from;
  if (at === undefined) return '';
  const value = valueAt(seenBy(context.world, actor).view(id), [at]);
  if (value === null) return null;
  const repeating = days === null ? null : /^DTSTART;VALUE=DATE:(\d{4})(\d\d)(\d\d)\s/.exec(plain(value));
  if (repeating !== null) return repeating.slice(1).join('-');
  const isInstant = days !== null && plain(value).includes('T');
  return isInstant ? dateIn(plain(value), context.plan.settings.timeZone) : plain(value);
}
