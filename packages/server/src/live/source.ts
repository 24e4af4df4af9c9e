import type { PresenceView, PresentPersonView } from '@nonet/client';
import { type Observed, type Actor, Refusal } from '@nonet/engine';
import type { FastifyRequest } from 'fastify';
import { LIMITS } from '../limits/table.ts';
import { standardRefusal } from '../problem/standard.ts';
import type { Running } from '../product.ts';
import { rightsIn, runningOf } from '../request/context.ts';
import { readListQuery, readQuery } from '../request/query.ts';
import { entityAt } from '../routes/collection.ts';
import { type Dashboard, tilesFor } from '../routes/dashboards.ts';
import { stateView } from '../routes/notices.ts';
import { personOf } from '../session/person.ts';
import { type Presence, recordKey } from './presence.ts';
import { type Snapshot, snapshotOf, snapshotOfPage } from './snapshot.ts';

/** A query that can be repeated, with the rights that its reader then has. */
export interface Source {
  /** Two sources of one key ask for the same. */
  readonly key: string;
  observe(running: Running, actor: Actor, presence: Presence): Promise<Observed<Snapshot>>;
  /** Who follows it is at this record. */
  readonly visit?: { readonly record: string; readonly doing: 'looks' | 'edits' };
}

const INBOX = '-/notices/state';
const PRESENCE = /^-\/presence\/([^/?]+)\/([^/?]+)(\?editing)?$/;
const DASHBOARD = /^-\/dashboards\/([^/?]+)$/;

/**
 * The text behind `/api/` for it: `claims?status=submitted`, `-/dashboards/overview`, `-/notices/state`,
 * `-/presence/claims/…`.
 * @throws {Refusal} NOT_FOUND, INVALID; and NOT_SPECIFIED where the document leaves it open
 */
export function sourceAt(request: FastifyRequest, address: string): Source {
  const slug = DASHBOARD.exec(address)?.[1];
  if (slug !== undefined) return dashboardSource(slug);
  if (address === INBOX) return inboxSource(request);
  const [, collection, id, editing] = PRESENCE.exec(address) ?? [];
  if (collection !== undefined && id !== undefined)
    return presenceSource(request, collection, id, editing === undefined ? 'looks' : 'edits');
  const [path = ''] = address.split('?', 1);
  const { plan } = runningOf(request);
  if (path === '' || path.includes('/')) throw standardRefusal(plan, 'NOT_FOUND');
  return listSource(request, path, address);
}

/** The list of a collection, with the query that `url` ends with. */
export function listSource(request: FastifyRequest, path: string, url: string): Source {
  const { plan } = runningOf(request);
  const entity = entityAt(request, path);
  const query = readListQuery(plan, readQuery(plan, url));
  return {
    key: `list ${entity.name} ${JSON.stringify(query)}`,
    async observe({ engine }, actor) {
      const { answer, tables, again } = await engine.observeList(actor, entity.name, query);
      return { answer: snapshotOfPage(answer, engine.tag), tables, again };
    },
  };
}

/** The state of a person's inbox: how many notices are unread, and the newest. */
function inboxSource(request: FastifyRequest): Source {
  personOf(request);
  return {
    key: 'inbox',
    async observe({ engine }, actor) {
      const { answer, tables, again } = await engine.observeInbox(actor);
      return { answer: snapshotOf(JSON.stringify(stateView(answer)), engine.tag), tables, again };
    },
  };
}

/**
 * The others who look at a record now: for people who may read it, and with the names that they may read. Who is not to be
 * read is not counted either.
 */
function presenceSource(request: FastifyRequest, path: string, id: string, doing: 'looks' | 'edits'): Source {
  const { id: self } = personOf(request);
  const entity = entityAt(request, path);
  const record = recordKey(entity.name, id);
  return {
    key: `presence ${record}`,
    visit: { record, doing },
    async observe({ engine, plan }, actor, presence) {
      const listOf = (of: string, filter: readonly [string, string]) =>
        engine.observeList(actor, of, readListQuery(plan, new Map([filter, ['fields', 'id']])));
      const own = await listOf(entity.name, ['id', id]);
      if (idsIn(own.answer.json).length === 0) throw standardRefusal(plan, 'NOT_FOUND');
      const there = presence.at(record);
      const others = [...there.keys()].filter((user) => user !== self).slice(0, LIMITS.presentPeople);
      const named = others.length === 0 ? null : await unlessRefused(listOf('User', ['id.in', others.join(',')]));
      const people = peopleIn(named?.answer.json ?? '[]').map(
        ({ id: user, _title }): PresentPersonView => ({ id: user, _title, edits: there.get(user) === 'edits' }),
      );
      const view: PresenceView = { people };
      const tables = new Set([...own.tables, ...(named?.tables ?? []), presenceTable(record)]);
      return { answer: snapshotOf(JSON.stringify(view), engine.tag), tables, again: null };
    },
  };
}

/** The name by which a watch knows that the people at a record are others. */
export function presenceTable(record: string): string {
  return `presence ${record}`;
}

function idsIn(json: string): readonly unknown[] {
  return JSON.parse(json) as readonly unknown[];
}

function peopleIn(json: string): readonly Pick<PresentPersonView, 'id' | '_title'>[] {
  return JSON.parse(json) as readonly Pick<PresentPersonView, 'id' | '_title'>[];
}

/** Who may read no users at all is told of nobody. */
async function unlessRefused<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

function dashboardSource(slug: string): Source {
  return {
    key: `dashboard ${slug}`,
    async observe(running, actor) {
      const { answer, tables, again } = await running.engine.observeDashboard(actor, slug);
      const view = tilesFor(await rightsIn(running, actor), slug, answer as Dashboard);
      return { answer: snapshotOf(JSON.stringify(view), running.engine.tag), tables, again };
    },
  };
}
