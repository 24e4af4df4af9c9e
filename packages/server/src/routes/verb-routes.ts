import type { Action } from '@nonet/language';
import type { FastifyInstance } from 'fastify';
import type { PasswordMail } from '../operations/password-mail.ts';
import type { ServerOptions } from '../options.ts';
import { bulkRoute } from './bulk.ts';
import { collectionRoutes } from './collection.ts';
import { eraseRoute } from './erase.ts';
import { historyRoute } from './history.ts';
import { importRoute } from './import.ts';
import { mergeRoute } from './merge.ts';
import { recordRoutes } from './record.ts';
import { reportRoute } from './report.ts';
import { restoreRoute } from './restore.ts';
import { summaryRoute } from './summary.ts';

interface RouteContext {
  readonly options: ServerOptions;
  readonly passwordMail: PasswordMail | null;
}

type AddRoutes = (server: FastifyInstance, context: RouteContext) => void | Promise<void>;

const collection: AddRoutes = (server, { passwordMail }) => collectionRoutes(server, passwordMail);
const bulk: AddRoutes = (server, { options }) => bulkRoute(server, options);

/** The routes by which each verb of point 6 is requested; one that serves several verbs stands at each. */
const ROUTES: Readonly<Record<Action, readonly AddRoutes[]>> = {
  read: [collection, recordRoutes, summaryRoute, reportRoute],
  create: [collection],
  update: [recordRoutes],
  delete: [recordRoutes, bulk],
  restore: [restoreRoute, bulk],
  export: [collection, reportRoute],
  import: [(server, { passwordMail }) => importRoute(server, passwordMail)],
  history: [historyRoute],
  erase: [eraseRoute],
  merge: [mergeRoute],
};

/** Adds the routes of all verbs of point 6, each once. */
export async function verbRoutes(server: FastifyInstance, context: RouteContext): Promise<void> {
  for (const addRoutes of new Set(Object.values(ROUTES).flat())) await addRoutes(server, context);
}
