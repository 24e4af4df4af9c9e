import { SCREENS_CODES } from '../../../diagnostics/codes/screens.ts';
import type { Model } from '../../../model/model.ts';
import type { Screen } from '../../../model/screens.ts';
import type { Span } from '../../../source/span.ts';
import type { Context } from '../../context.ts';
import { type Possible, possibleIn } from '../../derived/possible.ts';
import { hiddenIn, shownOn } from '../../derived/shown.ts';
import {
  nameOf,
  nameOfAsked,
  updatesOnForm,
  whyNotAsked,
  whyNotSaved,
  whyNotTaken,
} from '../../derived/screen-actions.ts';
import type { DetailsOf } from '../../../diagnostics/catalogue.ts';
import { WITHHELD } from '../../../diagnostics/codes/reasons/screens.ts';
import { wordsOf } from '../../../diagnostics/reason.ts';

/** A part of a screen that none of its roles may see or do, and the action. */
interface Withheld {
  readonly key: string;
  readonly what: DetailsOf<'N254'>['what'];
  readonly clause: string;
  readonly span: Span;
}

/**
 * 2: Parts that people can read or do only with a role that the screen is not for. Roles that are not assigned may be
 * held in addition, so a screen for one of them is for people with any roles.
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
    const related = others.map((other) => ({
      span: other.span,
      message: `Nor can they ${wordsOf(WITHHELD, other.what)}.`,
    }));
    context.report('N254', SCREENS_CODES.N254, { roles, what }, span, { clause, related });
  }
}

function unread(screen: Screen, context: Context, all: Possible, theirs: Possible): readonly Withheld[] {
  return shownOn(screen, context).flatMap((shown) => {
    const hidden = hiddenIn(theirs, context, shown);
    // N219 reports data that nobody can read.
    if (hidden === null || hiddenIn(all, context, shown) !== null) return [];
    const { path, clause, span } = shown;
    const what: Withheld['what'] =
      path.length === 0
        ? { because: 'seeRecord', entity: hidden.entity }
        : { because: 'seeField', path: path.join('.') };
    return [{ key: `${hidden.entity} ${hidden.field ?? ''}`, what, clause, span }];
  });
}

function undone(screen: Screen, model: Model, context: Context, all: Possible, theirs: Possible): readonly Withheld[] {
  const { entity, clause } = screen;
  const found: Withheld[] = [];
  for (const asked of screen.given?.does ?? []) {
    const span = context.placeOf(asked.clause);
    const isTheirs = whyNotAsked(model, theirs, asked) === null;
    if (!span || isTheirs || whyNotAsked(model, all, asked) !== null) continue;
    const what: Withheld['what'] = { because: 'take', action: nameOfAsked(asked) };
    found.push({ key: asked.clause, what, clause: asked.clause, span });
  }
  if (entity === null) return found;
  for (const action of screen.actions) {
    const span = context.placeOf(action.clause);
    const isTheirs = whyNotTaken(model, theirs, entity, action) === null;
    if (!span || isTheirs || whyNotTaken(model, all, entity, action) !== null) continue;
    found.push({ key: action.clause, what: { because: 'take', action: nameOf(action) }, clause: action.clause, span });
  }
  const span = context.placeOf(clause);
  if (span && whyNotSaved(all, screen) === null && whyNotSaved(theirs, screen) !== null)
    return [...found, { key: 'save', what: 'save', clause, span }];
  if (screen.kind !== 'form') return found;
  const action = updatesOnForm(screen) ? 'update' : 'create';
  for (const column of screen.groups.flatMap(({ columns }) => columns)) {
    const place = context.placeOf(column.clause);
    const field = column.path[0] ?? '';
    if (!place || theirs.setsField(entity, field, action) !== 'nobody') continue;
    if (all.setsField(entity, field, action) === 'nobody') continue;
    found.push({ key: column.clause, what: { because: 'fill', field }, clause: column.clause, span: place });
  }
  return found;
}
