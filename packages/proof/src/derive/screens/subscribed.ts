import type { Days, Screen } from '@nonet/language';
import { couldRead } from '../../reference/could.ts';
import type { Actor } from '../../reference/permissions.ts';
import { plain } from '../../reference/plain.ts';
import { seenBy, selected } from '../../reference/seen.ts';
import type { ExpectedCalendar } from '../../run/case.ts';
import type { CaseBuilder } from '../case-builder.ts';
import { may } from '../roles/possible.ts';
import { valueAt } from './columns.ts';

const DAY_MILLISECONDS = 86_400_000;
/** Entries that ended earlier are not in a calendar for other programs (2, `subscribe`). */
const DAYS_PAST = 366;
/** The days around that limit of which the tests do not know on which side they are when they are asked for. */
const UNCLEAR_DAYS = 3;
const MOST_ENTRIES = 900;

/** Point 2: the calendar that other programs read has the entries of the screen, as its reader sees it. */
export function subscribed(builder: CaseBuilder, screen: Screen, actor: Actor): void {
  const { context, world } = builder;
  const { entity, days, actions, slug } = screen;
  const action = actions.find(({ kind }) => kind === 'subscribe');
  if (action === undefined || entity === null || days === null || screen.parameters.length > 0) return;
  if (!may(context, actor, entity, 'read') || !couldRead(world, actor, entity, days.from)) return;
  const own = entriesOf(builder, actor, { entity, ...days }, selected(world, actor, entity, screen.where));
  const further = screen.also
    .filter((also) => may(context, actor, also.entity, 'read') && couldRead(world, actor, also.entity, also.from))
    .map((also) => {
      const ids = seenBy(world, actor).living(also.entity);
      return entriesOf(
        builder,
        actor,
        also,
        ids.map(({ id }) => id),
      );
    });
  const calendars = [own, ...further];
  if (calendars.some(({ all }) => all.length > MOST_ENTRIES)) return;
  const path = `/api/-/calendars/${slug}/calendar.ics`;
  builder.look(actor, path, { kind: 'calendar', calendars }, [screen.clause, action.clause, `${screen.clause}.where`]);
}

function entriesOf(
  { context, world }: CaseBuilder,
  actor: Actor,
  { entity, from, to }: Days & { readonly entity: string },
  ids: readonly string[],
): ExpectedCalendar {
  const limit = Date.parse(world.now) - DAYS_PAST * DAY_MILLISECONDS;
  const end = to !== null && couldRead(world, actor, entity, to) ? to : null;
  const all: string[] = [];
  const some: string[] = [];
  for (const id of ids) {
    const view = seenBy(world, actor).view(id);
    const [begins, ends] = [valueAt(view, [from]), end === null ? null : valueAt(view, [end])];
    if (begins === null || begins === undefined) continue;
    const last = Date.parse(plain(ends ?? begins));
    if (last < limit - UNCLEAR_DAYS * DAY_MILLISECONDS) continue;
    all.push(id);
    if (last > limit + UNCLEAR_DAYS * DAY_MILLISECONDS) some.push(id);
  }
  return { entity, path: context.lookup.entity(entity).path, field: from, all, some };
}
