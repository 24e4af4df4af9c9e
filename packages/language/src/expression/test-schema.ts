import type { Schema, SchemaEntity, Scope } from './scope.ts';
import type { Type } from './type.ts';

/** A small product for the tests of this folder. */
type Fields = Readonly<Record<string, Type>>;

const of = (
  kind: 'text' | 'boolean' | 'integer' | 'date' | 'datetime' | 'duration' | 'file' | 'time',
  nullable = false,
): Type => ({ kind, nullable });
const record = (entity: string, nullable = false): Type => ({ kind: 'record', entity, nullable });
const list = (entity: string): Type => ({ kind: 'list', of: record(entity), nullable: false });
const money = (currency: string | null = null, nullable = false): Type => ({ kind: 'money', currency, nullable });
const choice = (...values: string[]): Type => ({ kind: 'enum', values, nullable: false });

const ENTITIES: Readonly<Record<string, Fields>> = {
  User: { id: of('text'), name: of('text'), email: of('text'), supervisor: record('User', true) },
  Project: { id: of('text'), code: of('text'), open: of('boolean'), budget: money(null, true) },
  Category: { id: of('text'), name: of('text'), limit: money(null, true) },
  Claim: {
    id: of('text'),
    owner: record('User'),
    approver: record('User', true),
    purpose: of('text'),
    project: record('Project', true),
    from: of('date'),
    to: of('date'),
    starts: of('datetime'),
    paid_at: of('datetime', true),
    lines: list('Line'),
    members: list('User'),
    total: money(),
    dollars: money('USD'),
    rate: { kind: 'decimal', scale: 4, nullable: false },
    ratio: { kind: 'decimal', scale: null, nullable: true },
    count: of('integer'),
    grace: of('duration'),
    late: of('boolean'),
    status: choice('draft', 'submitted', 'paid'),
    kind: choice('trip', 'purchase'),
    open_field: { kind: 'unknown', nullable: false },
  },
  Line: {
    id: of('text'),
    date: of('date'),
    category: record('Category'),
    amount: money(),
    discount: money(null, true),
    quantity: of('integer'),
    receipt: of('file', true),
    claim: record('Claim'),
    parent: record('Claim'),
  },
};

const entities = new Map<string, SchemaEntity>(
  Object.entries(ENTITIES).map(([name, fields]) => {
    const parents = new Set(name === 'Line' ? ['parent', 'claim'] : []);
    return [name, { name, fields: new Map(Object.entries(fields)), parents }];
  }),
);

export const SCHEMA: Schema = {
  entities,
  constants: new Map<string, Type>([
    ['MAX_DRAFTS', of('integer')],
    ['LIMIT', money('EUR')],
    ['PERIOD', of('duration')],
    ['PERCENT', { kind: 'decimal', scale: 2, nullable: false }],
    ['CODES', { kind: 'list', of: of('text'), nullable: false }],
  ]),
  roles: new Set(['manager', 'director']),
  currency: 'EUR',
  nonZero: new Set(['PERCENT']),
};

/** A rule on a claim, with somebody signed in. */
export const RULE: Scope = {
  variables: { this: record('Claim'), user: record('User'), old: record('Claim', true) },
  bare: ['this'],
  purpose: 'rule',
};

export const BOOLEAN_TYPE: Type = of('boolean');

/** A scope in which nobody may be signed in. */
export const ANYONE: Scope = {
  ...RULE,
  variables: { this: record('Claim'), user: record('User', true) },
  purpose: 'permission',
};
