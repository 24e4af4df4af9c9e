import type { Screen } from '@nonet/language';
import { dateIn } from '../../reference/insert.ts';
import type { View } from '../../reference/evaluate.ts';
import type { Actor } from '../../reference/permissions.ts';
import { plain } from '../../reference/plain.ts';
import { titleOf } from '../../reference/project.ts';
import { seenBy } from '../../reference/seen.ts';
import type { Parts } from '../../run/case.ts';
import { verdictOn } from './offered.ts';
import { actionsOf, columnsOf, isOfRecord, valueAt } from './opened.ts';
import { viewOf } from './screens.ts';
import type { DerivationContext } from '../derivation-context.ts';

/** What stands with one record among others: in its row, on its card or at its entry, and in its menu. */
export function recordParts(context: DerivationContext, screen: Screen, actor: Actor, id: string): Parts {
  const view = viewOf(context, screen, actor);
  const shown: string[] = [];
  const perhaps: string[] = [];
  const seen = seenBy(context.world, actor).view(id);
  if (screen.kind !== 'list')
    for (const [place, { clause, path }] of columnsOf(screen).entries()) {
      if (!view.columns.includes(clause)) continue;
      const value = valueAt(seen, path);
      // The first is a card's title, which is always there.
      if (place === 0 && screen.kind === 'board') shown.push(clause);
      // What several come to as one text is not known beforehand.
      else if (Array.isArray(value)) perhaps.push(clause);
      else if (value !== null && !isUntitled(actor, value)) shown.push(clause);
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

/** Whether it is a record that shows nothing: its title is not for this reader. */
function isUntitled(actor: Actor, value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'id' in value && titleOf(actor, value as View) === '';
}

/** Where a record stands: in which column of a board, on which day of a calendar; null: nowhere. */
export function placeOf(
  context: DerivationContext,
  { board, calendar }: Screen,
  actor: Actor,
  id: string,
): string | null {
  const at = board?.field ?? calendar?.from;
  if (at === undefined) return '';
  const value = valueAt(seenBy(context.world, actor).view(id), [at]);
  if (value === null) return null;
  const isInstant = calendar !== null && plain(value).includes('T');
  return isInstant ? dateIn(plain(value), context.plan.settings.timeZone) : plain(value);
}
