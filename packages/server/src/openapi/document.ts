import type { EntityView } from '@nonet/client';
import { entityView } from '../view/entities.ts';
import { SESSION_COOKIE } from '../session/cookie.ts';
import type { Rights } from '../view/rights.ts';
import { exactCallPaths, EXACT_CALLS } from './exact-calls.ts';
import { calendarPaths, CALENDARS } from './calendars.ts';
import { entityPaths } from './paths.ts';
import { noticePaths, NOTICES } from './notices.ts';
import { preferencePaths, PREFERENCES } from './preferences.ts';
import { SEARCH, searchPaths } from './search.ts';
import { SAVED_VIEWS, viewPaths, viewSchemas } from './views.ts';
import { ownIdSchema, recordSchema, type Schema, writeSchema } from './schemas.ts';
import { COMMON_SCHEMAS } from './common-schemas.ts';

/** OpenAPI 3.1, of what this reader may use and nothing else. */
export function openApiDocument(rights: Rights, revision: string): Record<string, unknown> {
  const { plan } = rights;
  const { entities: known, collections } = describedEntities(rights);
  const exact = exactCallPaths(rights);
  const calls = Object.keys(exact.paths).length > 0;
  const views = viewPaths(rights);
  const lists = Object.keys(views).length > 0;
  const notices = noticePaths(rights);
  const inbox = Object.keys(notices).length > 0;
  const preferences = preferencePaths(rights);
  const chooses = Object.keys(preferences).length > 0;
  const found = searchPaths(rights);
  const calendars = calendarPaths(rights);
  const feeds = Object.keys(calendars).length > 0;
  const searches = Object.keys(found).length > 0;
  const securitySchemes = { ...(rights.actor.userId === null ? {} : SECURITY), ...exact.securitySchemes };
  return {
    openapi: '3.1.0',
    info: {
      title: plan.title,
      version: revision,
      ...(plan.purpose.summary === null ? {} : { summary: plan.title, description: plan.purpose.summary }),
    },
    servers: [{ url: '/' }],
    // Signed-in clients authenticate in one of two ways; the description for people who are not signed in lists only
    // what needs neither.
    security: rights.actor.userId === null ? [] : [{ session: [] }, { token: [] }],
    paths: Object.assign(
      {},
      ...collections.map((entity) => entityPaths(rights, entity)),
      views,
      notices,
      preferences,
      found,
      calendars,
      exact.paths,
    ),
    components: {
      ...(Object.keys(securitySchemes).length > 0 ? { securitySchemes } : {}),
      schemas: Object.assign(
        {},
        ...(known.length > 0 || calls || lists || inbox || chooses || searches || feeds ? [COMMON_SCHEMAS] : []),
        ...known.map((e) => schemasOf(rights, e)),
        lists ? viewSchemas(rights) : {},
        exact.schemas,
      ),
    },
    tags: [
      ...collections.map(({ label, description }) => ({
        name: label,
        ...(description === '' ? {} : { description }),
      })),
      ...(lists ? [{ name: SAVED_VIEWS, description: 'What is kept of a list’s address under a name.' }] : []),
      ...(inbox ? [{ name: NOTICES, description: 'What somebody is told about records.' }] : []),
      ...(chooses ? [{ name: PREFERENCES, description: 'What somebody has chosen for themselves.' }] : []),
      ...(searches ? [{ name: SEARCH, description: 'Records of every kind, by a text.' }] : []),
      ...(feeds ? [{ name: CALENDARS, description: 'Calendars for other programs.' }] : []),
      ...(calls ? [{ name: EXACT_CALLS, description: 'Calls that clients of others expect.' }] : []),
    ],
  };
}

/** The entities that a reader may know of, and those among them that have an address of their own. */
export function describedEntities(rights: Rights): {
  readonly entities: readonly EntityView[];
  readonly collections: readonly EntityView[];
} {
  const { plan } = rights;
  const open = plan.openPoints.includes('entities');
  const entities = open ? [] : plan.entities.map((entity) => entityView(rights, entity, []));
  const own = entities.filter(
    ({ name, create, events }) => rights.may(name, 'read') || create || events.some(({ creates }) => creates),
  );
  const listed = childrenOf(own, entities);
  const known = entities.filter((entity) => own.includes(entity) || listed.has(entity.name));
  // Owned children are read and written with their parent (6).
  return { entities: known, collections: known.filter((entity) => rights.entity(entity.name)?.owner === null) };
}

/**
 * The owned children in lists of entities, and in theirs: a list refers to them, whether or not the reader may read
 * any.
 */
function childrenOf(own: readonly EntityView[], all: readonly EntityView[]): ReadonlySet<string> {
  const listed = new Set<string>();
  const open = [...own];
  for (const { fields } of open) {
    for (const { kind, entity } of fields) {
      if (kind !== 'children' || entity === null || listed.has(entity)) continue;
      listed.add(entity);
      open.push(...all.filter(({ name }) => name === entity));
    }
  }
  return listed;
}

const SECURITY = {
  session: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description: 'Of signing in.' },
  token: { type: 'http', scheme: 'bearer', description: 'An API token.' },
};

function schemasOf(rights: Rights, entity: EntityView): Record<string, Schema> {
  const child = rights.entity(entity.name)?.owner !== null;
  const id = { id: { ...ownIdSchema(rights, entity.name), description: 'Of a child that is there already.' } };
  const writing = writeSchema(entity.fields, 'create');
  return {
    [entity.name]: recordSchema(rights, entity.name, entity.fields),
    ...(child ? { [`${entity.name}.write`]: { ...writing, properties: { ...id, ...writing.properties } } } : {}),
    ...(!child && entity.create ? { [`${entity.name}.create`]: writing } : {}),
    ...(!child && entity.fields.some((field) => field.onUpdate)
      ? { [`${entity.name}.update`]: writeSchema(entity.fields, 'update') }
      : {}),
  };
}
