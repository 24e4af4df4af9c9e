import type { Rights } from '../view/rights.ts';
import { LIMITS } from '../limits/table.ts';
import { answered, json, type PathItem } from './parts.ts';
import { type Schema, UUID } from './schemas.ts';

export const NOTICES = 'Notices';

const STATE_PROPERTIES = { unread: { type: 'integer' }, newest: { type: ['string', 'null'] } };
const STATE: Schema = { type: 'object', required: ['unread', 'newest'], properties: STATE_PROPERTIES };
const WAY: Schema = { enum: ['inbox', 'mail', 'digest', 'off'] };
const PREFERENCE: Schema = {
  type: 'object',
  required: ['notice', 'label', 'description', 'way', 'necessary'],
  properties: {
    notice: { type: 'string' },
    label: { type: 'string' },
    description: { type: 'string' },
    way: WAY,
    necessary: { type: 'boolean', description: 'It can’t be turned off.' },
  },
};
const PART: Schema = {
  description: 'Markdown, a value, which is text whatever it holds, or the address of a record.',
  anyOf: [
    { type: 'string' },
    { type: 'object', required: ['value'], properties: { value: { type: 'string' } } },
    { type: 'object', required: ['link'], properties: { link: { type: ['string', 'null'] } } },
  ],
};
const NOTICE: Schema = {
  type: 'object',
  required: ['id', 'notice', 'at', 'read', 'subject', 'body', 'link'],
  properties: {
    id: UUID,
    notice: { type: 'string' },
    at: { type: 'string', format: 'date-time' },
    read: { type: 'boolean' },
    subject: { type: 'string' },
    body: { type: 'array', items: PART },
    link: { type: ['string', 'null'] },
  },
};
const PAGE: Schema = {
  type: 'object',
  required: ['unread', 'newest', 'items', 'next'],
  properties: {
    ...STATE_PROPERTIES,
    items: { type: 'array', items: NOTICE },
    next: { type: ['string', 'null'], description: 'The `cursor` of the next page.' },
  },
};

/** The paths of the inbox, for readers who are signed in, where the document states notices. */
export function noticePaths({ plan, actor }: Rights): Record<string, PathItem> {
  if (actor.userId === null || !plan.calls.some(({ kind }) => kind === 'notice')) return {};
  const about = (operationId: string, summary: string) => ({ operationId, summary, tags: [NOTICES] });
  const body = (schema: Schema) => ({ requestBody: { required: true, content: json(schema) } });
  const query = (name: string, schema: Schema) => ({ name, in: 'query', schema });
  const marks: Schema = {
    anyOf: [
      {
        type: 'object',
        required: ['ids'],
        properties: { ids: { type: 'array', maxItems: LIMITS.noticesAtOnce, items: UUID } },
      },
      { type: 'object', required: ['until'], properties: { until: { ...UUID, description: 'All up to this one.' } } },
    ],
  };
  return {
    '/api/-/notices': {
      get: {
        ...about('notices', 'Your notices, the newest first'),
        parameters: [
          query('unread', { type: 'boolean' }),
          query('limit', { type: 'integer', minimum: 1, maximum: LIMITS.noticesAtOnce }),
          query('cursor', { type: 'string' }),
        ],
        responses: answered(PAGE),
      },
    },
    '/api/-/notices/state': {
      get: { ...about('inbox_state', 'How many of them are unread'), responses: answered(STATE) },
    },
    '/api/-/notices/read': {
      post: { ...about('read_notices', 'Mark notices as read'), ...body(marks), responses: answered(STATE) },
    },
    '/api/-/notices/unread': {
      post: { ...about('unread_notices', 'Mark notices as unread'), ...body(marks), responses: answered(STATE) },
    },
    '/api/-/notices/preferences': {
      get: {
        ...about('notice_preferences', 'How you get notices'),
        responses: answered({ type: 'array', items: PREFERENCE }),
      },
    },
    '/api/-/notices/preferences/{notice}': {
      parameters: [{ name: 'notice', in: 'path', required: true, schema: { type: 'string' } }],
      patch: {
        ...about('choose_notice_way', 'Choose how you get a notice'),
        ...body({ type: 'object', required: ['way'], properties: { way: WAY } }),
        responses: answered(PREFERENCE),
      },
    },
  };
}
