import { SCREENS_CODES } from '../../../diagnostics/codes/screens.ts';
import type { Model } from '../../../model/model.ts';
import type { Screen } from '../../../model/screens.ts';
import type { Span } from '../../../source/span.ts';
import type { Context } from '../../context.ts';
import { type Possible, possibleIn } from '../../derived/possible.ts';
import { hiddenIn, shownOn } from '../../derived/shown.ts';
import { nameOf, updatesOnForm, whyNotSaved, whyNotTaken } from '../../derived/taken.ts';

/** A part of a screen that none of its roles gives, and what it would be for: “see “price””. */
interface Withheld {
  readonly key: string;
  readonly what: string;
  readonly clause: string;
  readonly span: Span;
}

/**
 * 2: What somebody could read or do only by a role that the screen is not for. Roles that are not assigned may come besides
 * by themselves, so a screen that is for one of them is for whoever holds any.
 */
export function checkAudiences(model: Model, context: Context): void {
  if (model.openPoints.includes('roles') || model.roles.length === 0) return;
  const all = possibleIn(model);
  const assigned = new Set(model.roles.filter(({ given }) => given.kind === 'assigned').map(({ name }) => name));
  const audiences = new Map<string, Possible>();
  for (const screen of model.screens) {
    const roles = Array.isArray(screen.for) ? screen.for : [];
    if (roles.length === 0 || !roles.every((role) => assigned.has(role))) continue;
    const key = roles.join(' ');
    const theirs = audiences.get(key) ?? all.assignedOnly(roles);
    audiences.set(key, theirs);
    const withheld = new Map<string, Withheld>();
    for (const one of [...unread(screen, context, all, theirs), ...undone(screen, model, context, all, theirs)])
      if (!withheld.has(one.key)) withheld.set(one.key, one);
    const [first, ...others] = withheld.values();
    if (first === undefined) continue;
    const { what, clause, span } = first;
    const related = others.map((other) => ({ span: other.span, message: `Nor can they ${other.what}.` }));
    context.report('N254', SCREENS_CODES.N254, { roles, what }, span, { clause, related });
  }
}

function unread(screen: Screen, context: Context, all: Possible, theirs: Possible): readonly Withheld[] {
  return shownOn(screen, context).flatMap((shown) => {
    const hidden = hiddenIn(theirs, context, shown);
    // N219 reports what nobody at all can read.
    if (hidden === null || hiddenIn(all, context, shown) !== null) return [];
    const { path, clause, span } = shown;
    const what = path.length === 0 ? `see a record of ${hidden.entity}` : `see “${path.join('.')}”`;
    return [{ key: `${hidden.entity} ${hidden.field ?? ''}`, what, clause, span }];
  });
}

function undone(screen: Screen, model: Model, context: Context, all: Possible, theirs: Possible): readonly Withheld[] {
  const { entity, clause } = screen;
  if (entity === null) return [];
  const found: Withheld[] = [];
  for (const action of screen.actions) {
    const span = context.placeOf(action.clause);
    const isTheirs = whyNotTaken(model, theirs, entity, action) === null;
    if (!span || isTheirs || whyNotTaken(model, all, entity, action) !== null) continue;
    found.push({ key: action.clause, what: `take “${nameOf(action)}”`, clause: action.clause, span });
  }
  const span = context.placeOf(clause);
  if (span && whyNotSaved(all, screen) === null && whyNotSaved(theirs, screen) !== null)
    return [...found, { key: 'save', what: 'save what they enter', clause, span }];
  if (screen.kind !== 'form') return found;
  const action = updatesOnForm(screen) ? 'update' : 'create';
  for (const column of screen.groups.flatMap(({ columns }) => columns)) {
    const place = context.placeOf(column.clause);
    const field = column.path[0] ?? '';
    if (!place || theirs.setsField(entity, field, action) !== 'nobody') continue;
    if (all.setsField(entity, field, action) === 'nobody') continue;
    found.push({ key: column.clause, what: `fill in “${field}”`, clause: column.clause, span: place });
  }
  return found;
}
