import { openableScreens } from '../view/screens.ts';
import type { Rights } from '../view/rights.ts';
import { answered, EMPTY_ANSWER, json, type PathItem, PROBLEM } from './parts.ts';
import { reference, type Schema, UUID } from './schemas.ts';

export const SAVED_VIEWS = 'Saved views';

/** The lists whose views this reader may save; somebody who is not signed in can save none. */
function lists(rights: Rights): string[] {
  if (rights.actor.userId === null) return [];
  return openableScreens(rights).flatMap(({ kind, slug }) => (kind === 'list' ? [slug] : []));
}

/** The paths of saved views, for readers who are signed in and may open a list. */
export function viewPaths(rights: Rights): Record<string, PathItem> {
  if (lists(rights).length === 0) return {};
  const view = { $ref: reference('savedView') };
  const body = (name: string) => ({ requestBody: { required: true, content: json({ $ref: reference(name) }) } });
  const about = (operationId: string, summary: string) => ({ operationId, summary, tags: [SAVED_VIEWS] });
  return {
    '/api/-/views': {
      get: {
        ...about('views', 'Views of your own, and those that are shared with your roles'),
        responses: answered({ type: 'array', items: view }),
      },
      post: {
        ...about('save_view', 'Save a view'),
        ...body('savedView.create'),
        responses: { 201: { description: 'The view.', content: json(view) }, default: PROBLEM },
      },
    },
    '/api/-/views/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: UUID }],
      patch: {
        ...about('change_view', 'Change a view of your own'),
        ...body('savedView.update'),
        responses: answered(view),
      },
      delete: { ...about('delete_view', 'Delete a view of your own'), responses: EMPTY_ANSWER },
    },
  };
}

export function viewSchemas(rights: Rights): Record<string, Schema> {
  const text = { type: 'string' };
  const textOrNull = { type: ['string', 'null'] };
  const state = {
    type: 'object',
    properties: {
      filters: {
        type: 'object',
        additionalProperties: text,
        description: 'By path and operator, as in the query of the list; what a datetime is compared with is a date.',
      },
      search: textOrNull,
      order: { ...textOrNull, description: 'Fields, `-` before one for descending.' },
      columns: { type: ['array', 'null'], items: text, description: 'Null: the columns of the list.' },
      page_size: { description: 'Null: as the list has it.', anyOf: [{ type: ['integer', 'null'] }, { const: 'all' }] },
      report: {
        type: 'object',
        required: ['rows', 'columns', 'measures'],
        additionalProperties: false,
        description: 'A report in the place of the records, as its query states it.',
        properties: { rows: text, columns: textOrNull, measures: { type: 'array', items: text } },
      },
      group: {
        ...text,
        description:
          'A column that divides the list into groups, `month(…)` of one, or `tree(…)` where the list is shown as a tree.',
      },
    },
  };
  const entered = {
    name: { type: 'string', minLength: 1, maxLength: 100 },
    role: { ...textOrNull, description: 'One of your own roles, with which it is shared; null: nobody’s but yours.' },
    state,
  };
  const screen = { type: 'string', enum: lists(rights) };
  const flag = (description: string) => ({ type: 'boolean', description });
  return {
    savedView: {
      type: 'object',
      required: ['id', 'screen', 'name', 'role', 'own', 'state', 'reduced', 'opens'],
      properties: {
        id: UUID,
        ...entered,
        screen: text,
        own: flag('Whether you made it, and may change it.'),
        reduced: flag('Whether something of it is left out, because it is no more or not yours to see.'),
        opens: flag('Whether its list is there for you.'),
      },
    },
    'savedView.create': { type: 'object', required: ['screen', 'name', 'state'], properties: { screen, ...entered } },
    'savedView.update': { type: 'object', properties: entered },
  };
}
