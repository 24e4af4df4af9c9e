import { hasValue } from '@nonet/language';
import type { EntityView, FieldView } from '@nonet/client';
import type { Rights } from '../view/rights.ts';
import { json, type PathItem, PROBLEM } from './parts.ts';
import { reference } from './schemas.ts';
import { filterKey } from '../request/query.ts';
import { XLSX_TYPE } from '../request/preconditions.ts';

const DELETED = {
  name: 'deleted',
  in: 'query',
  description: 'Instead of what is there, what was deleted and you may restore.',
  schema: { type: 'string', enum: ['only'] },
};

/** `GET /api/{path}`. */
export function listOperation(rights: Rights, entity: EntityView): PathItem {
  const csv = rights.may(entity.name, 'export') ? { 'text/csv': { schema: { type: 'string' } } } : {};
  const page = {
    type: 'object',
    required: ['items', 'next'],
    properties: {
      items: { type: 'array', items: { $ref: reference(entity.name) } },
      next: { type: ['string', 'null'], description: 'The cursor of the next page.' },
      count: { type: 'integer' },
      can: { type: 'array', items: { type: 'array', items: { type: 'string' } } },
    },
  };
  return {
    parameters: queryOf(rights, entity),
    responses: {
      200: { description: 'A page of what you may read.', content: { ...json(page), ...csv } },
      default: PROBLEM,
    },
  };
}

/** `GET /api/{path}/events`: the same query. */
export function followOperation(rights: Rights, entity: EntityView): PathItem {
  const description =
    'Server-sent events: `reset` with the whole page, then `upsert` (`item`, `after`: the id above it), `remove` (`id`), ' +
    '`page` (`next`, `count`), and `end` with a problem. `Last-Event-ID` goes on where nothing was missed.';
  return {
    parameters: queryOf(rights, entity),
    responses: {
      200: { description, content: { 'text/event-stream': { schema: { type: 'string' } } } },
      default: PROBLEM,
    },
  };
}

/** `GET /api/{path}/summary`: the query of the list, without its page. */
export function summaryOperation(rights: Rights, entity: EntityView): PathItem {
  const value = { type: ['string', 'number', 'null'] };
  const values = {
    type: 'object',
    additionalProperties: {
      type: 'object',
      required: ['filled', 'sum', 'average', 'minimum', 'maximum'],
      properties: { filled: { type: 'integer' }, sum: value, average: value, minimum: value, maximum: value },
    },
  };
  const group = {
    type: 'object',
    required: ['key', 'label', 'count', 'values'],
    properties: {
      key: { type: ['string', 'number', 'boolean', 'null'] },
      label: { type: ['string', 'null'], description: 'The title of a record.' },
      count: { type: 'integer' },
      values,
    },
  };
  const summary = {
    type: 'object',
    required: ['count', 'values', 'groups', 'further'],
    properties: {
      count: { type: 'integer' },
      values,
      groups: { type: ['array', 'null'], items: group },
      further: { type: 'integer', description: 'The number of groups that are not listed: the smallest.' },
    },
  };
  const own = (name: string, description: string) => ({ name, in: 'query', description, schema: { type: 'string' } });
  return {
    parameters: [
      own('_sum', 'Fields with numbers.'),
      own('_by', 'A field that divides the records into groups, or `month(…)` of a date.'),
      ...queryOf(rights, entity),
    ],
    responses: {
      200: { description: 'Of all records of the list that you may read.', content: json(summary) },
      default: PROBLEM,
    },
  };
}

/** `GET /api/{path}/report`: the query of the list, without its page. */
export function reportOperation(rights: Rights, entity: EntityView): PathItem {
  const cell = {
    type: 'array',
    items: { type: ['string', 'number', 'null'] },
    description: 'The values by measure.',
  };
  const cells = {
    type: ['array', 'null'],
    items: { anyOf: [cell, { type: 'null' }] },
    description: 'By column, those of `otherColumns` last; null where there is no record.',
  };
  const named = {
    key: { type: ['string', 'number', 'boolean', 'null'] },
    label: { type: ['string', 'null'], description: 'The title of a record.' },
    total: cell,
  };
  const others = { groups: { type: 'integer', description: 'The number of groups that are not listed.' }, total: cell };
  const object = (properties: Record<string, object>, type: 'object' | readonly ['object', 'null'] = 'object') => ({
    type,
    required: Object.keys(properties),
    properties,
  });
  const report = object({
    measures: { type: 'array', items: { type: 'string' } },
    rows: { type: 'array', items: object({ ...named, cells }) },
    otherRows: object({ ...others, cells }, ['object', 'null']),
    columns: { type: ['array', 'null'], items: object(named) },
    otherColumns: object(others, ['object', 'null']),
    total: cell,
  });
  const files = {
    'text/csv': { schema: { type: 'string' } },
    [XLSX_TYPE]: { schema: { type: 'string', format: 'binary' } },
  };
  const own = (name: string, description: string, required = false) => ({
    name,
    in: 'query',
    description,
    ...(required ? { required } : {}),
    schema: { type: 'string' },
  });
  const grouping = 'a field, or `day(…)`, `week(…)`, `month(…)`, `quarter(…)` or `year(…)` of a date';
  return {
    parameters: [
      own('_rows', `What groups the records into rows: ${grouping}.`, true),
      own('_columns', `What groups them into columns: ${grouping}.`),
      own('_measures', '`count` (also if nothing is given), `sum(…)`, `avg(…)`, `min(…)`, `max(…)`; five at most.'),
      ...queryOf(rights, entity),
    ],
    responses: {
      200: {
        description: 'Of all records of the list that you may read; as a file, that you may export.',
        content: { ...json(report), ...(rights.may(entity.name, 'export') ? files : {}) },
      },
      default: PROBLEM,
    },
  };
}

function queryOf(rights: Rights, entity: EntityView): object[] {
  const text = (name: string, description: string) => ({ name, in: 'query', description, schema: { type: 'string' } });
  const filters = entity.fields
    .filter((field) => rights.mayRead(entity.name, field.name) && isFilterable(field))
    .map((field) => text(filterKey(field.name), `${field.label}; also .gte, .lte, .ne.`));
  return [
    text('q', 'Searches.'),
    text('order', 'Fields, `-` before one for descending.'),
    text('fields', 'Only these fields.'),
    text('expand', 'References as objects.'),
    { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1 } },
    text('cursor', 'Where the former page ended.'),
    { name: 'count', in: 'query', schema: { type: 'string', enum: ['exact'] } },
    text('screen', 'The slug of a screen, whose `where` and order apply.'),
    text('tile', 'The clause of a dashboard’s tile: the records behind it, in the place of the screen’s `where`.'),
    text('tile.group', 'The key of one of its groups; empty: where nothing is stated.'),
    text('for', '`Entity.field`: only what this field may refer to; `this.name=` gives the values of its form.'),
    ...(rights.entity(entity.name)?.delete === 'soft' && rights.may(entity.name, 'restore') ? [DELETED] : []),
    ...(entity.events.length > 0 || rights.may(entity.name, 'delete')
      ? [text('can', 'Events, and `delete`: which of them you may cause now, for each item.')]
      : []),
    ...filters,
  ];
}

function isFilterable(field: FieldView): boolean {
  return field.kind === 'many' || !hasValue(field, 'records', 'json', 'secret', 'file', 'nothing');
}
