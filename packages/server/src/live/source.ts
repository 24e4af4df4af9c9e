import type { Observed, Actor } from '@nonet/engine';
import type { FastifyRequest } from 'fastify';
import { standardRefusal } from '../problem/standard.ts';
import type { Running } from '../product.ts';
import { rightsIn, runningOf } from '../request/context.ts';
import { readListQuery, readQuery } from '../request/query.ts';
import { entityAt } from '../routes/collection.ts';
import { type Dashboard, tilesFor } from '../routes/dashboards.ts';
import { stateView } from '../routes/notices.ts';
import { personOf } from '../session/person.ts';
import { type Snapshot, snapshotOf, snapshotOfPage } from './snapshot.ts';

/** A query that can be repeated, with the rights that its reader then has. */
export interface Source {
  /** Two sources of one key ask for the same. */
  readonly key: string;
  observe(running: Running, actor: Actor): Promise<Observed<Snapshot>>;
}

const INBOX = '-/notices/state';
const DASHBOARD = /^-\/dashboards\/([^/?]+)$/;

/**
 * The text behind `/api/` for it: `claims?status=submitted`, `-/dashboards/overview`, `-/notices/state`.
 * @throws {Refusal} NOT_FOUND, INVALID; and NOT_SPECIFIED where the document leaves it open
 */
export function sourceAt(request: FastifyRequest, address: string): Source {
  const slug = DASHBOARD.exec(address)?.[1];
  if (slug !== undefined) return dashboardSource(slug);
  if (address === INBOX) return inboxSource(request);
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
