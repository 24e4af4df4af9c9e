import type { Filled } from './fill.ts';

/** A product that answers, with the cursors that were reached in it. */
export interface Asked extends Filled {
  readonly origin: string;
  /** Cursors deep in the list of tickets. */
  readonly cursors: readonly string[];
}

export interface Question {
  readonly name: string;
  readonly as: 'agent' | 'lead';
  /** Whether one user asks it each time. */
  readonly ofOne?: true;
  /** The path of its request; another one each turn. */
  readonly path: (asked: Asked, turn: number) => string;
  /** The most that its 95th percentile may be of the one in the smallest database; null: none is stated. */
  readonly aim: number | null;
}

const LIST = '/api/tickets?screen=tickets';

/** Requests whose cost may grow with the number of records. */
export const QUESTIONS: readonly Question[] = [
  { name: 'read by id', as: 'lead', aim: 1.5, path: ({ ids }, turn) => `/api/tickets/${ids[turn % ids.length]}` },
  { name: 'page 1', as: 'agent', aim: 1.5, path: () => LIST },
  {
    name: 'a deep page',
    as: 'agent',
    ofOne: true,
    aim: 1.5,
    path: ({ cursors }, turn) => `${LIST}&cursor=${encodeURIComponent(cursors[turn % cursors.length] ?? '')}`,
  },
  { name: 'page with its total', as: 'agent', aim: null, path: () => `${LIST}&count=exact` },
  {
    name: 'filter: a state',
    as: 'agent',
    aim: 1.5,
    path: (_asked, turn) => `${LIST}&status=${['fresh', 'begun', 'solved'][turn % 3]}`,
  },
  {
    name: 'filter: a customer',
    as: 'agent',
    aim: 1.5,
    path: ({ customers }, turn) => `${LIST}&customer=${customers[turn % customers.length]}`,
  },
  {
    name: 'search: one found',
    as: 'agent',
    aim: 3,
    path: ({ size }, turn) => `${LIST}&q=T-${1 + ((turn * 7919) % size)}`,
  },
  { name: 'search: many found', as: 'agent', aim: 3, path: (_asked, turn) => `${LIST}&q=part+${turn % 100}` },
  {
    name: 'search: every sixth found',
    as: 'agent',
    aim: 3,
    path: (_asked, turn) => `${LIST}&q=${70 + (turn % 10)}`,
  },
  { name: 'search: none found', as: 'agent', aim: 3, path: (_asked, turn) => `${LIST}&q=unheard${turn}` },
  {
    name: 'picker: customers, few found',
    as: 'agent',
    aim: 3,
    path: ({ size }, turn) => `/api/customers?for=Ticket.customer&limit=20&q=${1 + ((turn * 7919) % (size / 20))}`,
  },
  {
    name: 'picker: customers, all found',
    as: 'agent',
    aim: 3,
    path: (_asked, turn) => `/api/customers?for=Ticket.customer&limit=20&q=customer+${turn % 10}`,
  },
  {
    name: 'picker: tickets, one called so',
    as: 'agent',
    aim: 3,
    path: ({ size }, turn) => `/api/tickets?for=Ticket.same_as&limit=20&q=T-${1 + ((turn * 7919) % size)}`,
  },
  {
    name: 'picker: tickets, all begin so',
    as: 'agent',
    aim: 3,
    path: (_asked, turn) => `/api/tickets?for=Ticket.same_as&limit=20&q=ticket+about+part+${turn % 10}`,
  },
  {
    name: 'picker: tickets, none found',
    as: 'agent',
    aim: 3,
    path: (_asked, turn) => `/api/tickets?for=Ticket.same_as&limit=20&q=unheard${turn}`,
  },
  {
    name: 'menu: one called so',
    as: 'agent',
    aim: 3,
    path: ({ size }, turn) => `/api/-/search?q=T-${1 + ((turn * 7919) % size)}`,
  },
  { name: 'menu: a part of all', as: 'agent', aim: 3, path: (_asked, turn) => `/api/-/search?q=part+${turn % 100}` },
  { name: 'menu: none found', as: 'agent', aim: 3, path: (_asked, turn) => `/api/-/search?q=unheard${turn}` },
  {
    name: 'contains: none, field searched',
    as: 'agent',
    aim: 3,
    path: (_asked, turn) => `${LIST}&subject.contains=unheard${turn}`,
  },
  {
    name: 'contains: none, field not searched',
    as: 'agent',
    aim: 3,
    path: (_asked, turn) => `${LIST}&description.contains=unheard${turn}`,
  },
  {
    name: 'starts: one found',
    as: 'agent',
    aim: 3,
    path: ({ size }, turn) => `${LIST}&number.starts=T-${1 + ((turn * 7919) % size)}`,
  },
  {
    name: "order: a reference's field",
    as: 'agent',
    aim: 1.5,
    path: (_asked, turn) => `${LIST}&order=${turn % 2 === 0 ? '-' : ''}customer.name`,
  },
  {
    name: "order: a reference's field, not stated",
    as: 'agent',
    aim: 1.5,
    path: (_asked, turn) => `${LIST}&order=${turn % 2 === 0 ? '-' : ''}customer.city`,
  },
  {
    name: 'order: a column of the list',
    as: 'agent',
    aim: 1.5,
    path: (_asked, turn) => `${LIST}&order=${turn % 2 === 0 ? '-' : ''}effort`,
  },
  {
    name: 'order: a field in no list',
    as: 'agent',
    aim: null,
    path: (_asked, turn) => `${LIST}&order=${turn % 2 === 0 ? '-' : ''}points`,
  },
  {
    name: 'calendar: a month',
    as: 'agent',
    aim: null,
    path: (_asked, turn) => {
      const month = `${2023 + (turn % 3)}-${String(2 + (turn % 10)).padStart(2, '0')}`;
      return `/api/tickets?screen=due&order=due&due.lte=${month}-28&due.gte=${month}-01&fields=number,subject,due&limit=100`;
    },
  },
  { name: 'dashboard of six tiles', as: 'lead', aim: null, path: () => '/api/-/dashboards/overview' },
];
