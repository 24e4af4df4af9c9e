import type { EntityView } from '@nonet/client';
import { LIMITS } from '../limits/table.ts';
import type { Rights } from '../view/rights.ts';
import { answered, json, type PathItem } from './parts.ts';
import { askedSchema, ownIdSchema, reference, type Schema } from './schemas.ts';

/** `POST /api/{path}/bulk`, with the actions that this reader may ever take; null if there are none. */
export function bulkOperation(rights: Rights, entity: EntityView): PathItem | null {
  const { name } = entity;
  const events = entity.events.filter(({ creates, moves }) => moves.length > 0 || !creates);
  const plain = (['delete', 'restore'] as const).filter(
    (action) => rights.may(name, action) && (action === 'delete' || rights.entity(name)?.delete === 'soft'),
  );
  const id = ownIdSchema(rights, name);
  const bodies = [
    ...events.map((event) => action(id, { action: 'event', event: event.name }, { body: askedSchema(event) })),
    ...(rights.may(name, 'read') && entity.fields.some((field) => field.onUpdate)
      ? [action(id, { action: 'update' }, { body: { $ref: reference(`${name}.update`) } })]
      : []),
    ...plain.map((kind) => action(id, { action: kind }, {})),
  ];
  if (bodies.length === 0) return null;
  const result = {
    type: 'object',
    required: ['id', 'status'],
    properties: {
      id: { description: 'As it was sent.' },
      status: { type: 'integer', description: 'As the single request would have been answered.' },
      etag: { type: 'string' },
      record: { $ref: reference(name) },
      problem: { $ref: reference('Problem') },
    },
  };
  return {
    requestBody: { required: true, content: json({ oneOf: bodies }) },
    responses: answered({
      type: 'object',
      required: ['results'],
      properties: { results: { type: 'array', items: result } },
    }),
  };
}

function action(id: Schema, fixed: Readonly<Record<string, string>>, more: Readonly<Record<string, Schema>>): Schema {
  const item = {
    type: 'object',
    required: ['id'],
    additionalProperties: false,
    properties: {
      id,
      if_match: { type: 'string', description: 'The ETag of the record, or `*`; needed to delete and to update.' },
    },
  };
  return {
    type: 'object',
    required: [...Object.keys(fixed), 'items'],
    additionalProperties: false,
    properties: {
      ...Object.fromEntries(Object.entries(fixed).map(([key, value]) => [key, { const: value }])),
      ...more,
      items: { type: 'array', minItems: 1, maxItems: LIMITS.bulkItems, items: item },
    },
  };
}
