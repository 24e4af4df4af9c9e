import type { EntityView } from '@nonet/client';
import { ANSWERED_ACTIONS } from '@nonet/language';
import { reference, type Schema, UUID } from './schemas.ts';

const TEXT: Schema = { type: 'string' };
const TEXT_OR_NULL: Schema = { type: ['string', 'null'] };

const FIELD_PROBLEM: Schema = {
  type: 'object',
  required: ['field', 'code', 'message', 'clause'],
  properties: {
    field: TEXT_OR_NULL,
    code: TEXT,
    message: TEXT,
    clause: TEXT_OR_NULL,
    rows: { type: 'array', items: TEXT, description: 'The rows of the record’s list that break it.' },
    line: { type: 'integer', description: 'Where it stands in an imported file.' },
  },
};

/** The operations that this reader may do with a record, by those that they might ever do with one. */
export function canSchema(entity: EntityView): Schema {
  const verdict = { $ref: reference('Verdict') };
  const answered = ANSWERED_ACTIONS.filter((action) => action !== 'erase' || entity.erasure !== undefined);
  const events = Object.fromEntries(entity.events.map(({ name }) => [name, verdict]));
  return {
    type: 'object',
    // Whether point 6 says who merges records shows in the answer alone.
    required: [...answered.filter((action) => action !== 'merge'), 'fields', 'events', 'papers'],
    properties: {
      ...Object.fromEntries(answered.map((action) => [action, verdict])),
      fields: { type: 'array', items: TEXT, description: 'The fields that may be set now.' },
      papers: { type: 'array', items: TEXT, description: 'The papers that may be made of it.' },
      events: { type: 'object', properties: events, additionalProperties: verdict },
    },
  };
}

export const COMMON_SCHEMAS: Record<string, Schema> = {
  Verdict: {
    type: 'object',
    required: ['may'],
    properties: { may: { type: 'boolean' }, code: TEXT, message: TEXT, clause: TEXT_OR_NULL },
  },
  HistoryEntry: {
    type: 'object',
    required: ['id', 'at', 'by', 'action', 'label', 'clause', 'from', 'to', 'changes'],
    properties: {
      id: TEXT,
      at: { type: 'string', format: 'date-time' },
      by: {
        anyOf: [
          { type: 'object', required: ['id', '_title'], properties: { id: TEXT, _title: TEXT } },
          { type: 'null' },
        ],
        description: 'Null for the product itself, or where you may not read who.',
      },
      action: TEXT,
      label: TEXT,
      clause: TEXT,
      of: { description: 'The id of a record that was merged into this one, in its own entries.' },
      from: TEXT_OR_NULL,
      to: TEXT_OR_NULL,
      changes: {
        type: 'array',
        items: {
          type: 'object',
          required: ['field', 'label', 'from', 'to'],
          properties: { field: TEXT, label: TEXT, from: {}, to: {} },
        },
      },
    },
  },
  Problem: {
    type: 'object',
    required: ['type', 'title', 'status', 'detail', 'code', 'clause'],
    properties: {
      type: { type: 'string', format: 'uri-reference' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      code: { type: 'string' },
      clause: { type: ['string', 'null'], description: 'Where the document says so.' },
      sentence: { type: 'string' },
      confirm: { type: 'array', items: { type: 'string' } },
      errors: {
        type: 'array',
        items: FIELD_PROBLEM,
      },
    },
  },
  Import: {
    type: 'object',
    required: ['rows', 'ignored', 'confirm'],
    properties: {
      rows: {
        type: 'array',
        items: {
          type: 'object',
          required: ['line', 'change', 'id', 'errors'],
          properties: {
            line: { type: 'integer', minimum: 1 },
            change: { type: 'string', enum: ['create'] },
            id: { type: ['string', 'integer', 'null'], description: 'The new record; null where there is none.' },
            errors: { type: 'array', items: FIELD_PROBLEM },
          },
        },
      },
      ignored: { type: 'array', items: TEXT, description: 'The columns that nobody can import.' },
      confirm: { type: 'array', items: TEXT, description: 'The codes that let all rows in, once they are confirmed.' },
    },
  },
  File: {
    type: 'object',
    required: ['id', 'name', 'type', 'size'],
    properties: {
      id: UUID,
      name: { type: 'string' },
      type: { type: 'string' },
      size: { type: ['integer', 'null'], description: 'Null of a paper that an event has kept.' },
      paper: { type: 'string', description: 'The paper that an event has kept in it.' },
    },
  },
};
