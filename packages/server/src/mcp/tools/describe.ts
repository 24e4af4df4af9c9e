import type { EntityView, EventView, FieldView } from '@nonet/client';
import { z } from 'zod';
import { describedEntities } from '../../openapi/document.ts';
import { entityPaths } from '../../openapi/paths.ts';
import { standardRefusal } from '../../problem/standard.ts';
import { rightsOf, runningOf } from '../../request/context.ts';
import { userView } from '../../session/user-view.ts';
import type { Rights } from '../../view/rights.ts';
import type { DoorAnswer } from '../doors.ts';
import { ENTITY, tool } from '../tool.ts';

export const describeTool = tool({
  name: 'describe',
  title: 'Describe the product',
  description:
    'Without an entity: the product, for whom you act, and the entities that you may use. With one: its fields with their types and meanings, its events with what they ask for, and the tools that you may use on it. Begin here.',
  input: z.object({ entity: ENTITY.optional() }),
  effect: 'reads',
  async run({ entity }, { request }) {
    const rights = await rightsOf(request);
    const { entities, collections } = describedEntities(rights);
    if (entity === undefined) return answered(productOf(rights, userView(request.account), collections));
    const found = entities.find(({ name, path }) => name === entity || path === entity);
    if (found === undefined) throw standardRefusal(runningOf(request).plan, 'NOT_FOUND');
    return answered({
      ...aboutEntity(found),
      tools: collections.includes(found) ? callsOf(rights, found) : [],
      fields: found.fields.map((field) => aboutField(field, rights.mayRead(found.name, field.name))),
      events: found.events.map(aboutEvent),
    });
  },
});

function answered(body: object): DoorAnswer {
  return { status: 200, body, etag: null, retryAfter: null };
}

function productOf({ plan }: Rights, user: object | null, collections: readonly EntityView[]): object {
  const { currency, timeZone, locale, maximumPageSize } = plan.settings;
  return {
    title: plan.title,
    ...(plan.purpose.summary === null ? {} : { summary: plan.purpose.summary }),
    you: user,
    currency,
    timeZone,
    language: locale,
    maximumPageSize,
    entities: collections.map(aboutEntity),
  };
}

function aboutEntity({ name, label, plural, description }: EntityView): object {
  return { entity: name, label, plural, ...(description === '' ? {} : { description }) };
}

/** The tools by what the API has at an address under a collection: `get /{id}`. */
const TOOLS_OF: Readonly<Record<string, string>> = {
  'get ': 'list',
  'post ': 'create',
  'get /summary': 'sums',
  'get /report': 'report',
  'get /{id}': 'read',
  'patch /{id}': 'update',
  'delete /{id}': 'delete',
  'get /{id}/can': 'can',
  'get /{id}/history': 'history',
  'post /{id}/restore': 'cause restore',
  'post /{id}/erase': 'cause erase',
  'post /{id}/merge-with': 'cause merge-with',
};

/** The tools that somebody with these rights might ever use on an entity, besides its events. */
function callsOf(rights: Rights, entity: EntityView): string[] {
  const collection = `/api/${entity.path}`;
  return Object.entries(entityPaths(rights, entity)).flatMap(([path, item]) =>
    Object.keys(item).flatMap((method) => TOOLS_OF[`${method} ${path.slice(collection.length)}`] ?? []),
  );
}

/** A field in few words: what says nothing is left out. */
function aboutField(field: FieldView, isReadable: boolean): object {
  const set = [...(field.onCreate ? ['create'] : []), ...(field.onUpdate ? ['update'] : [])];
  return {
    ...aboutValue(field),
    ...(field.computed ? { computed: true } : {}),
    ...(isReadable ? {} : { readable: false }),
    ...(set.length === 0 ? {} : { set }),
  };
}

function aboutValue(field: FieldView): object {
  const { name, label, kind, meaning, required, minimum, maximum, choices, entity, currency, fileTypes } = field;
  return {
    name,
    label,
    type: kind,
    ...(meaning === '' ? {} : { meaning }),
    ...(required ? { required } : {}),
    ...(minimum === null ? {} : { minimum }),
    ...(maximum === null ? {} : { maximum }),
    ...(choices === null ? {} : { choices: choices.map((choice) => ({ name: choice.name, label: choice.label })) }),
    ...(entity === null ? {} : { entity }),
    ...(currency === null ? {} : { currency }),
    ...(fileTypes === null ? {} : { fileTypes }),
  };
}

function aboutEvent({ name, label, asks, creates, moves }: EventView): object {
  return {
    name,
    label,
    ...(creates ? { creates } : {}),
    ...(moves.length === 0 ? {} : { moves }),
    ...(asks.length === 0
      ? {}
      : {
          asks: asks.map((ask) => ({
            ...aboutValue(ask.field),
            name: ask.name,
            label: ask.label,
            required: ask.required,
            ...(ask.child === null ? {} : { values: ask.child.map(aboutValue) }),
          })),
        }),
  };
}
