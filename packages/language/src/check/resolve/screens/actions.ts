import { SCREENS_CODES } from '../../../diagnostics/codes/screens.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Scope } from '../../../expression/scope.ts';
import type { ScreenAction } from '../../../model/screens.ts';
import type { Cell } from '../../../syntax/tree.ts';
import { meantScreenAction } from '../../../vocabulary/words-of-others.ts';
import type { Context } from '../../context.ts';
import type { Declared } from '../../declared.ts';
import { reportTwice, slugOf } from '../names.ts';
import { mayHaveEvents } from '../open.ts';
import { replacement } from '../replacement.ts';
import { type Part, part, splitList } from '../words.ts';
import { readCreateAction } from './create-action.ts';
import type { Kind } from './kind.ts';
import { shapeOf } from './route.ts';

const PLAIN = ['create', 'copy', 'edit', 'delete', 'restore', 'erase', 'merge', 'export', 'import'] as const;

/** The actions of calendars alone. */
const OF_CALENDARS = ['subscribe'] as const;

/** Whether a screen asks for the values of a record, and shows none: its actions are about no record. */
export function asksForValues(kind: Kind['kind']): boolean {
  return kind === 'form' || kind === 'sign up';
}

/** Reads a screen's `actions`. `entity` is null on screens without one: these have links and `create E(…)` alone, as forms have. */
export function readActions(
  context: Context,
  cell: Cell,
  { kind, entity }: Pick<Kind, 'kind' | 'entity'>,
  clause: string,
  declared: Declared,
  routes: readonly string[],
  scope: Scope,
): readonly ScreenAction[] {
  const actions: ScreenAction[] = [];
  const seen = new Map<string, Part>();
  const items = splitList(cell);
  const stated = new Set(items.map(({ text }) => text));
  for (const item of items) {
    const action = readAction(context, item, { kind, entity }, clause, declared, routes, scope, stated);
    if (!action) continue;
    const first = seen.get(action.clause);
    if (first) {
      reportTwice(context, 'action', item, first);
      continue;
    }
    seen.set(action.clause, item);
    context.place(action.clause, item.span);
    actions.push(action);
  }
  return actions;
}

function readAction(
  context: Context,
  item: Part,
  { kind: shown, entity: about }: Pick<Kind, 'kind' | 'entity'>,
  clause: string,
  declared: Declared,
  routes: readonly string[],
  scope: Scope,
  stated: ReadonlySet<string>,
): ScreenAction | null {
  const arrow = item.text.indexOf('->');
  if (arrow >= 0) {
    const label = part(item, 0, arrow).text;
    const to = part(item, arrow + 2, item.text.length);
    if (!/^create\b/.test(to.text)) return readLink(context, item, label, to, clause, routes);
    return readCreateAction(context, declared, label, to, scope, `${clause}.${slugOf(label)}`);
  }
  const name = item.text.replace(/\s+/g, ' ');
  const entity = asksForValues(shown) ? null : about;
  const events = [...(declared.workflows.get(entity ?? '')?.events ?? [])];
  // Rows named `create` choose the state of a new record (4): creating it is no event that somebody fires.
  if (name !== 'create' && events.includes(name)) return { kind: 'event', event: name, clause: `${clause}.${name}` };
  const plain = entity === null ? [] : shown === 'calendar' ? [...PLAIN, ...OF_CALENDARS] : PLAIN;
  const kind = plain.find((each) => each === name);
  if (kind !== undefined) return { kind, clause: `${clause}.${kind}` };
  if (entity !== null && mayHaveEvents(context, declared, entity) && /^[a-z]\w*$/.test(name)) return null;
  const known = entity === null ? ['Label -> /route'] : [...plain, ...events];
  const meant = meantScreenAction(name);
  // An action that stands here already is not what another one is called by mistake.
  const left = known.filter((one) => !stated.has(one));
  const offered = meant !== null && known.includes(meant) ? meant : nearest(name, left);
  const ofCalendars = entity !== null && OF_CALENDARS.some((each) => each === (meant ?? name));
  const details = { text: item.text, nearest: offered, known, ofCalendars };
  context.report('N212', SCREENS_CODES.N212, details, item.span, replacement(item.span, offered));
  return null;
}

function readLink(
  context: Context,
  item: Part,
  label: string,
  to: Part,
  clause: string,
  routes: readonly string[],
): ScreenAction | null {
  if (!to.text.startsWith('/') || label === '') {
    const details = { text: item.text, why: 'link' } as const;
    context.report('N215', SCREENS_CODES.N215, details, item.span);
    return null;
  }
  if (!routes.some((route) => leadsTo(to.text, route))) {
    const offered = nearest(to.text, routes);
    const details = { route: to.text, nearest: offered };
    context.report('N213', SCREENS_CODES.N213, details, to.span, replacement(to.span, offered));
    return null;
  }
  return { kind: 'link', label, to: to.text, clause: `${clause}.${slugOf(label)}` };
}

/** A link names a route, or an address that a route with parameters matches. */
function leadsTo(address: string, route: string): boolean {
  const path = address.replace(/[?#].*$/, '');
  if (shapeOf(path) === shapeOf(route)) return true;
  const segments = path.split('/');
  const pattern = route.split('/');
  return (
    segments.length === pattern.length &&
    pattern.every((segment, index) => segment.startsWith('{') || segment === segments[index])
  );
}
