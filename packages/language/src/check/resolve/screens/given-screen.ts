import { GIVEN_PAGE_CODES } from '../../../diagnostics/codes/given-pages.ts';
import { SCREENS_CODES } from '../../../diagnostics/codes/screens.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { GivenAction, GivenScreen } from '../../../model/screens.ts';
import type { Cell } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import type { Declared } from '../../declared.ts';
import type { FoundPage } from '../given-pages/find-page.ts';
import type { Asked } from '../given-pages/read-script.ts';
import { reportTwice } from '../names.ts';
import { mayHaveEvents } from '../open.ts';
import { replacement } from '../replacement.ts';
import { type Part, part, splitList } from '../words.ts';
import { readColumns, SHOWN } from './columns.ts';
import { readEntityName } from './kind.ts';

const PLAIN = ['create', 'delete'] as const;

/** Reads all that a given screen may ask of the product, and reports what its page asks for beyond that. */
export function readGivenScreen(
  context: Context,
  declared: Declared,
  clause: string,
  { path, page, span }: FoundPage,
  stated: { readonly reads: Cell | null; readonly does: Cell | null; readonly isOpen: boolean },
): GivenScreen {
  const reads = (stated.reads ? byEntity(context, stated.reads, declared) : []).map(({ entity, item, words }) => {
    const place = { context, declared, entity, clause: `${clause}.reads.${entity}` };
    context.place(place.clause, item.span);
    return { clause: place.clause, entity, columns: words ? readColumns(place, words, SHOWN) : [] };
  });
  const does = (stated.does ? byEntity(context, stated.does, declared) : []).flatMap(({ entity, item, words }) => {
    if (words === null) {
      context.report('N585', GIVEN_PAGE_CODES.N585, { text: item.text }, item.span);
      return [];
    }
    return readActions(context, declared, entity, words, `${clause}.does.${entity}`);
  });
  const given: GivenScreen = { file: path, reads, does };
  // An item that is not understood, or not shown, may be the one that declares it.
  const isUnderstood = itemsOf(stated.reads).length === reads.length && changesIn(stated.does) === does.length;
  for (const asked of isUnderstood && !stated.isOpen ? page.asks : []) {
    const found = undeclared(given, asked);
    if (found !== null) context.report('N582', GIVEN_PAGE_CODES.N582, { path, line: asked.line, ...found }, span);
  }
  return given;
}

function itemsOf(cell: Cell | null): Part[] {
  return cell === null ? [] : splitList(cell, ';').filter(({ text }) => text !== '');
}

/** The number of changes that a `does` states. */
function changesIn(cell: Cell | null): number {
  return itemsOf(cell).flatMap((item) => splitList(part(item, item.text.indexOf(':') + 1, item.text.length))).length;
}

/** `Seat: number, place; Booking: seat` by entity. */
function byEntity(
  context: Context,
  cell: Cell,
  declared: Declared,
): { readonly entity: string; readonly item: Part; readonly words: Part | null }[] {
  const seen = new Map<string, Part>();
  return itemsOf(cell).flatMap((item) => {
    const colon = item.text.indexOf(':');
    const name = part(item, 0, colon < 0 ? item.text.length : colon);
    const entity = readEntityName(context, name, declared);
    if (entity === null) return [];
    const first = seen.get(entity);
    if (first) {
      reportTwice(context, 'entity', name, first);
      return [];
    }
    seen.set(entity, name);
    const owner = declared.entities.get(entity)?.owner;
    if (owner) {
      const details = { text: item.text, owned: { entity, by: `${owner.entity}: ${owner.field}` } };
      context.report('N585', GIVEN_PAGE_CODES.N585, details, item.span);
      return [];
    }
    const words = colon < 0 ? null : part(item, colon + 1, item.text.length);
    return [{ entity, item, words: words === null || words.text === '' ? null : words }];
  });
}

/** `create, delete, update, update place, extend`. */
function readActions(
  context: Context,
  declared: Declared,
  entity: string,
  words: Part,
  clause: string,
): readonly GivenAction[] {
  const seen = new Map<string, Part>();
  return splitList(words).flatMap((item): GivenAction[] => {
    const action = readAction(context, declared, entity, item, clause);
    if (action === null) return [];
    const first = seen.get(action.clause);
    if (first) {
      reportTwice(context, 'action', item, first);
      return [];
    }
    seen.set(action.clause, item);
    context.place(action.clause, item.span);
    return [action];
  });
}

function readAction(
  context: Context,
  declared: Declared,
  entity: string,
  item: Part,
  clause: string,
): GivenAction | null {
  const [verb = '', ...rest] = item.text.split(/\s+/);
  const events = [...(declared.workflows.get(entity)?.events ?? [])].filter((event) => event !== 'create');
  if (rest.length === 0 && events.includes(verb))
    return { kind: 'event', entity, event: verb, clause: `${clause}.${verb}` };
  const plain = PLAIN.find((name) => name === item.text);
  if (plain !== undefined) return { kind: plain, entity, clause: `${clause}.${plain}` };
  if (item.text === 'update') return { kind: 'update', entity, field: null, clause: `${clause}.update` };
  if (verb === 'update' && rest.length === 1) {
    const name = part(item, verb.length, item.text.length);
    const fields = declared.entities.get(entity)?.fields;
    if (fields?.has(name.text))
      return { kind: 'update', entity, field: name.text, clause: `${clause}.update_${name.text}` };
    const offered = nearest(name.text, [...(fields?.keys() ?? [])]);
    const details = { entity, field: name.text, nearest: offered };
    context.report('N209', SCREENS_CODES.N209, details, name.span, replacement(name.span, offered));
    return null;
  }
  if (mayHaveEvents(context, declared, entity) && /^[a-z]\w*$/.test(item.text)) return null;
  const known = [...PLAIN, 'update', ...events];
  const offered = nearest(item.text, known);
  context.report(
    'N212',
    SCREENS_CODES.N212,
    { text: item.text, nearest: offered, known, ofCalendars: false },
    item.span,
    replacement(item.span, offered),
  );
  return null;
}

/** A request that the screen does not declare, in the words of `reads` and `does`; null if it declares it. */
function undeclared(
  { reads, does }: GivenScreen,
  { method, entity, event, fields }: Asked,
): { readonly asked: string; readonly part: 'reads' | 'does' } | null {
  const isOf = (action: GivenAction): boolean => action.entity === entity;
  switch (method) {
    case 'list':
    case 'read':
    case 'follow':
      return reads.some((each) => each.entity === entity) ? null : { asked: entity, part: 'reads' };
    case 'create':
    case 'delete':
      return does.some((action) => isOf(action) && action.kind === method)
        ? null
        : { asked: `${entity}: ${method}`, part: 'does' };
    case 'fire': {
      const found = does.some(
        (action) => isOf(action) && action.kind === 'event' && (event === null || action.event === event),
      );
      return found ? null : { asked: `${entity}: ${event ?? '…'}`, part: 'does' };
    }
    case 'update': {
      const updates = does.filter((action) => isOf(action)).filter((action) => action.kind === 'update');
      if (updates.some(({ field }) => field === null)) return null;
      if (updates.length === 0)
        return { asked: `${entity}: update${fields?.[0] ? ` ${fields[0]}` : ''}`, part: 'does' };
      const missing = fields?.find((name) => updates.every(({ field }) => field !== name));
      return missing === undefined ? null : { asked: `${entity}: update ${missing}`, part: 'does' };
    }
  }
}
