import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import type { FeedForm, FeedProblem } from '../../../diagnostics/codes/calls/feeds.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Scope } from '../../../expression/scope.ts';
import type { Template } from '../../../expression/tree.ts';
import type { Feed, FeedFormat, FeedTimes, TakenColumn } from '../../../model/feeds.ts';
import { fitsInCell } from '../../../model/field-kinds.ts';
import type { Cell, Section } from '../../../syntax/tree.ts';
import { FEED_DAYS, FEED_PARTS, LEAST_FEED_MINUTES } from '../../../vocabulary/feeds.ts';
import { WEEKDAYS } from '../../../vocabulary/weekdays.ts';
import type { Context } from '../../context.ts';
import type { Declared } from '../../declared.ts';
import { reportTwice } from '../names.ts';
import { mayBeEntity } from '../open.ts';
import { replacement } from '../replacement.ts';
import { readEntityName } from '../screens/kind.ts';
import { type Part, part, splitList } from '../words.ts';
import { type CallParts, readCallItem } from './call-parts.ts';
import type { CallPoints } from './points.ts';
import { ADDRESS } from './received.ts';
import { readHeaders, readRequest } from './request.ts';
import { readSigned } from './signed.ts';

/** Nothing has happened when a table is fetched: its address and headers name constants alone. */
const CONSTANTS: Scope = { variables: {}, bare: [], purpose: 'call' };
const DAY_MINUTES = 1440;
const MOST_DAYS = 3650;

/** Reads one feed of `### Feeds`. */
export function readFeed(context: Context, section: Section, name: string, points: CallPoints): Feed {
  const { declared } = points;
  const { parts, prose } = readCallItem(context, section, name, FEED_PARTS, {
    whole: { because: 'feed', name },
    part: (part) => ({ because: 'feedPart', name, part }),
  });
  const from = readSource(context, parts, points);
  const format = parts.stated('format');
  const by = parts.needed('by', 'feedBy');
  const of = parts.needed('of', 'feedOf');
  const key = parts.needed('key', 'feedKey');
  const takes = parts.needed('takes', 'feedTakes');
  for (const needed of ['by', 'of', 'key'] as const)
    if (parts.isNone(needed)) refuse(context, { text: 'none', span: parts.spanOf(needed) }, needed);
  const entity = of && readEntityName(context, of, declared);
  const missing = parts.stated('missing');
  const kept = parts.stated('kept');
  const stated = parts.stated('new');
  if (stated && stated.text !== 'create') refuse(context, stated, 'new');
  return {
    clause: `7.${name}`,
    name,
    description: prose,
    ...from,
    format: format ? readFormat(context, format) : { kind: 'CSV' },
    by: by && readBy(context, by),
    entity,
    key: key && key.text,
    takes: takes && entity !== null ? readTakes(context, takes, entity, declared) : [],
    makesNew: !parts.isNone('new'),
    missing: missing && missing.text,
    keptDays: kept ? readDays(context, kept) : FEED_DAYS,
  };
}

function refuse(context: Context, { text, span }: Pick<Part, 'text' | 'span'>, form: FeedForm): null {
  context.report('N812', CALLS_CODES.N812, { text, form }, span);
  return null;
}

/** Reads the way in which a table comes: `fetches`, `headers` and `when`, or `received`. */
function readSource(
  context: Context,
  parts: CallParts,
  { constants }: CallPoints,
): Pick<Feed, 'fetches' | 'when' | 'receivedWith'> {
  const received = parts.stated('received');
  if (received || parts.isOpen('received')) {
    const others = (['fetches', 'headers', 'when'] as const).flatMap((each) => parts.stated(each) ?? []);
    for (const other of others) refuse(context, other, 'received');
    return { fetches: null, when: null, receivedWith: received && readSigned(context, received, constants) };
  }
  const address = parts.needed('fetches', 'feedFetches');
  const headers = parts.stated('headers');
  const when = parts.needed('when', 'feedWhen');
  const request = address && readRequest(context, address, CONSTANTS, constants);
  const sent = headers ? readHeaders(context, headers, CONSTANTS) : [];
  if (address && request && (request.method !== 'GET' || !isOfConstants(request.path)))
    refuse(context, address, 'fetches');
  if (headers && !sent.every(({ value }) => isOfConstants(value))) refuse(context, headers, 'headers');
  return {
    fetches: request && {
      origin: request.origin,
      path: request.path,
      headers: sent,
    },
    when: when && readTimes(context, when),
    receivedWith: null,
  };
}

function isOfConstants(template: Template): boolean {
  return template.every((part) => typeof part === 'string' || part.kind === 'constant');
}

/** Reads `every day at 03:00`, `every monday at 06:00`, `every hour` and `every 15 minutes`. */
function readTimes(context: Context, cell: Cell): FeedTimes | null {
  const [, day, time] = /^every\s+([a-z]+)\s+at\s+((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(cell.text) ?? [];
  const weekday = day === 'day' ? null : WEEKDAYS.indexOf(day ?? '') + 1;
  if (time !== undefined && weekday !== 0) return { weekday, time };
  const [, count = '1', unit] = /^every\s+(?:(\d{1,4})\s+)?(minute|hour)s?$/.exec(cell.text) ?? [];
  const everyMinutes = Number(count) * (unit === 'hour' ? 60 : 1);
  if (unit !== undefined && everyMinutes >= LEAST_FEED_MINUTES && DAY_MINUTES % everyMinutes === 0)
    return { everyMinutes };
  return refuse(context, cell, 'when');
}

function readFormat(context: Context, cell: Cell): FeedFormat {
  const [whole, path] = /^JSON(?:\s+at\s+([A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*))?$/.exec(cell.text) ?? [];
  if (whole !== undefined) return { kind: 'JSON', path: path?.split('.') ?? [] };
  if (cell.text !== 'CSV') refuse(context, cell, 'format');
  return { kind: 'CSV' };
}

/** Reads `everyone`, `supplier@library.example` or `{SUPPLIER}`. */
function readBy(context: Context, cell: Cell): Feed['by'] {
  if (cell.text === 'everyone') return 'everyone';
  const constant = /^\{\s*([A-Z][A-Z0-9_]*)\s*\}$/.exec(cell.text)?.[1];
  if (constant === undefined)
    return ADDRESS.test(cell.text) ? { kind: 'literal', value: cell.text } : refuse(context, cell, 'by');
  const type = context.schema.constants.get(constant);
  if (type?.kind === 'text' || context.schema.constantsAreOpen === true) return { kind: 'constant', value: constant };
  return refuse(context, cell, 'by');
}

function readDays(context: Context, cell: Cell): number {
  const days = Number(/^(\d{1,4})\s+days?$/.exec(cell.text)?.[1] ?? 0);
  if (days >= 1 && days <= MOST_DAYS) return days;
  refuse(context, cell, 'kept');
  return FEED_DAYS;
}

/** Reads `isbn, title = Title, publisher = "Name of the publisher"`. */
function readTakes(context: Context, cell: Cell, entity: string, { entities }: Declared): readonly TakenColumn[] {
  const stated = entities.get(entity);
  const taken = new Map<string, Part>();
  const found: TakenColumn[] = [];
  for (const item of splitList(cell)) {
    const pair = /^([A-Za-z_]\w*)(?:\s*=\s*(?:"([^"]+)"|([^\s"=,][^"=,]*)))?$/.exec(item.text);
    const field = pair?.[1];
    const report = (why: FeedProblem, offered: string | null = null, at: Part = item) =>
      context.report('N813', CALLS_CODES.N813, { text: at.text, entity, why }, at.span, replacement(at.span, offered));
    if (field === undefined) {
      report({ because: 'form' });
      continue;
    }
    const fieldPart = part(item, 0, field.length);
    const first = taken.get(field);
    if (first) {
      reportTwice(context, 'field', fieldPart, first);
      continue;
    }
    taken.set(field, fieldPart);
    const type = stated?.fields.get(field)?.type;
    if (type === undefined) {
      if (stated === undefined && mayBeEntity(context, entity)) continue;
      const offered = nearest(field, stated?.fields.keys() ?? []);
      report({ because: 'field', nearest: offered }, offered, fieldPart);
    } else if (!fitsInCell(type) || type.kind === 'secret') report({ because: 'type' }, null, fieldPart);
    else found.push({ field, column: (pair?.[2] ?? pair?.[3] ?? field).trim() });
  }
  return found;
}
