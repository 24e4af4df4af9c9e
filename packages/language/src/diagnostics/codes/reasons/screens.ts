/** Why something is no route. */
export const ROUTE_REASONS = {
  api: 'everything below /api is the API',
  product: 'everything below /- is what the product has by itself',
  slash: 'it ends in a slash',
  twice: ({ parameter }: { readonly parameter: string }) => `{${parameter}} stands in it twice`,
  empty: 'a segment is empty',
  segment: ({ segment, meant }: { readonly segment: string; readonly meant: string | null }) =>
    `“${segment}” is not a word or a parameter, which is the name of an entity ${meant === null ? 'in braces' : `in braces: \`${meant}\``}`,
} as const;

/** Why a field does not fit a part of a screen, by the kind of field. */
export const FIELD_REASONS = {
  secret: 'is never shown',
  list: ({ field }: { readonly field: string }) =>
    `is a list, which stands in \`related\` of a record; how many it has can be shown by a computed field, \`= count(${field})\``,
  listOnWay:
    'is a list of records that are owned or refer here, and paths lead through references and a `many`: the records of such a list stand in `related` of a record',
  noReference: 'does not refer to another record',
  file: 'is a file',
  severalValues: 'has several values',
  noText: 'is not a text',
  noChoice: 'is not a state or an enum',
  noDate: 'is not a date or a datetime',
  noImage: 'is not an image',
  noGroup: 'is not a reference, a state or an enum',
  ofOther: 'is a field of another entity',
  noListHere: 'is not a list of this record',
} as const;

/** Why a part of a screen is not understood. */
export const SCREEN_PART_REASONS = {
  link: 'a link is a label and a route, as in `Policy -> /policy`',
  also: 'it names an entity and its days, as in `Holiday by date`',
  related: ({ field }: { readonly field: string }) => `name its columns, as in \`${field}: …\``,
  create: 'it is a label and what is created, as in `Reserve -> create Reservation(book: this)`',
  value: 'each value has its field, as in `book: this`',
  atHand: 'a form begins with what the record says, or those that it refers to; it asks no others',
  pageSize: 'a page size is a whole number from 1, or a constant',
  constant: 'this constant is not a whole number from 1',
  tile: 'a tile needs a name',
} as const;

/** The reasons why nobody ever takes an action of a screen, besides those of point 6. */
export const UNAVAILABLE_REASONS = {
  noCell: ({
    entity,
    field,
    holds,
  }: {
    readonly entity: string;
    readonly field: string;
    readonly holds: keyof typeof HELD;
  }) => `each ${entity} needs \`${field}\`, and no cell of a file holds ${HELD[holds]}`,
  noAddress:
    'a new User needs `email`, and point 6 has no `update email` row that lets anybody set it; without one, only a `sign up` does',
  nobody: 'nobody takes it (point 4, `by`)',
  owned: ({ entity }: { readonly entity: string }) =>
    `${entity} is written with its parent, and has no file of its own`,
  system: 'only the product itself takes it (point 4, `by`)',
} as const;

const HELD = { children: 'owned records', upload: 'an upload' } as const;

/** The actions that the audience of a screen can never take on it. */
export const WITHHELD = {
  fill: ({ field }: { readonly field: string }) => `fill in “${field}”`,
  save: 'save what they enter',
  seeField: ({ path }: { readonly path: string }) => `see “${path}”`,
  seeRecord: ({ entity }: { readonly entity: string }) => `see a record of ${entity}`,
  take: ({ action }: { readonly action: string }) => `take “${action}”`,
} as const;

/** The reasons why nobody can fill in a field of a form. */
export const UNFILLED_REASONS = {
  path: ({ entity }: { readonly entity: string }) => `a form fills in the fields of ${entity} itself`,
  computed: 'it is computed',
  derived: 'every entity has it, and Nonet keeps it',
  system: 'it is set `by system` alone',
  state: 'it is the state, which events change',
  number: 'it is given on create',
  all: 'it lists what refers here',
  once: 'it is given `once`, on create',
  closed: 'an event or effect sets it, and point 6 has no `update` row naming it',
  nobody: 'point 6 lets nobody set it',
  nobodyNew: 'its own `update` row in point 6 lets nobody set it on a record that is new',
} as const;
