import { isOneOf } from '../../../collections.ts';
import { SCREENS_CODES } from '../../../diagnostics/codes/screens.ts';
import type { Scope } from '../../../expression/scope.ts';
import type { Type } from '../../../expression/type.ts';
import type { Constant } from '../../../model/constants.ts';
import { type Screen, screenShows } from '../../../model/screens.ts';
import type { Span } from '../../../source/span.ts';
import type { Cell } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import type { Declared } from '../../declared.ts';
import { reportTwice } from '../names.ts';
import type { Setting } from '../table.ts';
import { BOOLEAN, recordType, userType } from '../types.ts';
import { asksForValues, readActions } from './actions.ts';
import { readAlso } from './also.ts';
import { mayBeAnonymous, readAudience } from './audience.ts';
import {
  FILTERED,
  NOT_A_LIST,
  orComments,
  type Place,
  readColumns,
  readGroups,
  readOrder,
  readRelated,
  SEARCHABLE,
  SHOWN,
} from './columns.ts';
import { readGivenScreen } from './given-screen.ts';
import { type Kind, readGroupField, readKind } from './kind.ts';
import { readPageSize } from './page-size.ts';
import { PARTS_OF, PARTS_OF_FOUND, type PartName } from './parts.ts';

/** The context in which the parts of one screen are read. */
export interface ScreenContext {
  readonly context: Context;
  readonly declared: Declared;
  readonly constants: readonly Constant[];
  /** The routes of all screens. */
  readonly routes: readonly string[];
  readonly slug: string;
  readonly name: string;
  readonly heading: Span;
  readonly parameters: Screen['parameters'];
}

export type Parts = Omit<Screen, 'clause' | 'slug' | 'name' | 'route' | 'parameters' | 'body' | 'tiles'>;

/** Reads the table of a screen's parts. `closed`: the screen as a whole is not shown, so missing parts are no further gaps. */
export function readParts(screen: ScreenContext, settings: ReadonlyMap<string, Setting>, closed: boolean): Parts {
  const { context, declared, slug } = screen;
  const open: string[] = [];

  /** The cell of a part that is stated; a part that is not shown is a gap, and marked on the screen. */
  const stated = (part: PartName): Cell | null => {
    const setting = settings.get(part);
    if (!setting) return null;
    const clause = `2.${slug}.${part.replace(' ', '_')}`;
    context.place(clause, setting.span);
    if (setting.value.absence === 'not shown') {
      context.gap(clause, { because: 'screenPart', name: screen.name, part }, setting.value.span);
      open.push(clause);
    }
    return setting.value.absence === null ? setting.value : null;
  };

  const kind = readKindPart(screen, settings, closed, open);
  const audience = readForPart(screen, settings, closed, open);
  if (kind) checkParts(screen, kind, settings);
  const entity = kind?.entity ?? null;
  const place = (part: PartName): Place => ({ context, declared, entity: entity ?? '', clause: `2.${slug}.${part}` });

  const where = stated('where');
  const shown = settings.has('fields') ? 'fields' : 'columns';
  const columns = stated(shown);
  const [first, second] = [...settings].flatMap(([part, { key }]) =>
    part === 'fields' || part === 'columns' ? [key] : [],
  );
  if (first && second) reportTwice(context, 'part', second, first);
  const filters = stated('filters');
  const search = stated('search');
  const order = stated('order');
  const pageSize = stated('page size');
  const actions = stated('actions');
  const related = stated('related');
  const also = stated('also');
  const rows = stated('rows');
  const colour = stated('colour');
  const empty = stated('empty');
  const reads = stated('reads');
  const does = stated('does');

  const inList = kind?.kind === 'list' ? orComments(declared) : NOT_A_LIST;
  const shows = kind && screenShows(kind.kind, 'entries', 'record') ? SHOWN : inList;
  const routes = screen.routes;
  return {
    kind: kind?.kind ?? null,
    entity,
    for: audience,
    board: kind?.board ?? null,
    days: kind?.days ?? null,
    gallery: kind?.gallery ?? null,
    rows: rows && kind?.days && entity !== null ? readGroupField(context, rows, entity, declared) : null,
    colour: colour && kind?.days && entity !== null ? readGroupField(context, colour, entity, declared) : null,
    also: also && kind?.kind === 'calendar' ? readAlso(context, also, `2.${slug}.also`, declared) : [],
    where: where && entity !== null ? readWhere(screen, where, entity, audience) : null,
    groups: columns && entity !== null ? readGroups(place(shown), columns, shows) : [],
    filters: filters && entity !== null ? readColumns(place('filters'), filters, FILTERED) : [],
    search: search && entity !== null ? readColumns(place('search'), search, SEARCHABLE) : [],
    order: order && entity !== null ? readOrder(place('order'), order, actionScope(screen, entity, audience)) : [],
    pageSize: pageSize ? readPageSize(context, pageSize, screen.constants) : null,
    actions:
      actions && kind
        ? readActions(
            context,
            actions,
            kind,
            `2.${slug}.actions`,
            declared,
            routes,
            actionScope(screen, asksForValues(kind.kind) ? null : entity, audience),
          )
        : [],
    related: related && entity !== null ? readRelated(place('related'), related) : [],
    ...(kind?.page && {
      given: readGivenScreen(context, declared, `2.${slug}`, kind.page, {
        reads,
        does,
        isOpen: open.some((clause) => /\.(?:reads|does)$/.test(clause)),
      }),
    }),
    empty: empty?.text ?? null,
    open,
  };
}

function readKindPart(
  screen: ScreenContext,
  settings: ReadonlyMap<string, Setting>,
  closed: boolean,
  open: string[],
): Kind | null {
  const setting = settings.get('kind');
  if (setting && setting.value.absence === null) {
    const kind = readKind(screen.context, setting.value, screen.declared);
    // The page has a clause of its own: nothing proves it.
    if (kind?.kind === 'given') screen.context.place(`2.${screen.slug}.kind`, setting.span);
    return kind;
  }
  if (closed) return null;
  const clause = `2.${screen.slug}.kind`;
  screen.context.gap(clause, { because: 'screenKind', name: screen.name }, setting?.value.span ?? screen.heading);
  open.push(clause);
  return null;
}

function readForPart(
  screen: ScreenContext,
  settings: ReadonlyMap<string, Setting>,
  closed: boolean,
  open: string[],
): Screen['for'] {
  const setting = settings.get('for');
  if (setting && (setting.value.absence === null || setting.value.absence === 'none')) {
    screen.context.place(`2.${screen.slug}.for`, setting.span);
    return readAudience(screen.context, setting.value, screen.declared);
  }
  if (closed) return null;
  const clause = `2.${screen.slug}.for`;
  screen.context.gap(clause, { because: 'audience', name: screen.name }, setting?.value.span ?? screen.heading);
  open.push(clause);
  return null;
}

function checkParts(
  { context, parameters }: ScreenContext,
  { kind }: Kind,
  settings: ReadonlyMap<string, Setting>,
): void {
  const isNamed = kind === 'record' && parameters.length > 0;
  const known = PARTS_OF[kind].filter((part) => !isNamed || !PARTS_OF_FOUND.includes(part));
  for (const [name, { key }] of settings) {
    if (isOneOf(known, name)) continue;
    context.report('N211', SCREENS_CODES.N211, { part: name, kind, known }, key.span);
  }
}

function readWhere(screen: ScreenContext, cell: Cell, entity: string, audience: Screen['for']): Screen['where'] {
  const { context, declared } = screen;
  const properties: Record<string, Type> = {};
  for (const parameter of screen.parameters) properties[parameter.name] = recordType(parameter.entity);
  const variables: Record<string, Type> = {
    this: recordType(entity),
    user: userType(mayBeAnonymous(audience, declared)),
    path: { kind: 'object', properties, nullable: false },
  };
  return context.expression(cell, { variables, bare: ['this'], purpose: 'where' }, BOOLEAN);
}

/** The variables of an action's values, and of the conditions of an order: the record, on screens that have some, and the actor. */
function actionScope({ declared }: ScreenContext, entity: string | null, audience: Screen['for']): Scope {
  const user = userType(mayBeAnonymous(audience, declared));
  if (entity === null) return { variables: { user }, bare: [], purpose: 'where' };
  return { variables: { this: recordType(entity), user }, bare: ['this'], purpose: 'where' };
}
