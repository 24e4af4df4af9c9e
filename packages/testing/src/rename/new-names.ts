import { type Model, PRODUCT_CONSTANTS } from '@nonet/language';

/** The new name of each name of a document. Names of different kinds that are one word stay one word. */
export interface NewNames {
  readonly entities: ReadonlyMap<string, string>;
  /** Fields, states, events, roles, calls, and what follows from an entity's name in snake_case. */
  readonly words: ReadonlyMap<string, string>;
  readonly states: ReadonlySet<string>;
  /** Error codes, rules and constants. */
  readonly capitals: ReadonlyMap<string, string>;
  readonly screens: ReadonlyMap<string, string>;
  /** Segments of routes. */
  readonly segments: ReadonlyMap<string, string>;
}

/** The names that the language gives; they stay. */
const KEPT = new Set([
  'id',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'version',
  'email',
  'name',
  'roles',
  'disabled',
  'password',
  'parent',
  'kept_until',
]);
/** In a document with comments, their fields (3). */
const OF_COMMENTS = ['about', 'text', 'mentions', 'comments'];
const KEPT_ENTITY = 'User';

/** Syllables that make words which no example and no keyword uses. */
const SYLLABLES = [
  'zor',
  'vel',
  'kip',
  'mun',
  'tas',
  'lof',
  'rud',
  'gem',
  'pax',
  'qui',
  'bron',
  'dwe',
  'hux',
  'jil',
  'nop',
  'syr',
];

function word(index: number): string {
  const first = SYLLABLES[index % SYLLABLES.length] ?? 'zor';
  const second = SYLLABLES[Math.floor(index / SYLLABLES.length) % SYLLABLES.length] ?? 'vel';
  return `${first}${second}${index >= SYLLABLES.length ** 2 ? index : ''}`;
}

/** A new name for everything that a document names, in the order of the model. */
export function newNames(model: Model): NewNames {
  let count = 0;
  const next = (): string => word(count++);
  const rename = (map: Map<string, string>, name: string, form: (made: string) => string): void => {
    if (!map.has(name)) map.set(name, form(next()));
  };
  const plain = (made: string): string => made;
  const hasComments = model.entities.some(({ commentsOn }) => commentsOn !== null);
  const kept = hasComments ? new Set([...KEPT, ...OF_COMMENTS]) : KEPT;
  const capital = (made: string): string => made.toUpperCase();

  const entities = new Map<string, string>();
  const words = new Map<string, string>();
  const states = new Set<string>();
  const capitals = new Map<string, string>();
  const screens = new Map<string, string>();
  const segments = new Map<string, string>();
  for (const entity of model.entities) {
    if (entity.name !== KEPT_ENTITY)
      rename(entities, entity.name, (made) => made.charAt(0).toUpperCase() + made.slice(1));
  }
  for (const [name, made] of entities) words.set(snake(name), snake(made));
  for (const { fields } of model.entities)
    for (const { name } of fields) if (!kept.has(name)) rename(words, name, plain);
  for (const workflow of model.states) {
    for (const { name } of workflow.states) {
      states.add(name);
      rename(words, name, plain);
    }
    for (const { name } of workflow.events) rename(words, name, plain);
  }
  for (const { name } of [...model.roles, ...model.calls]) rename(words, name, plain);
  for (const error of model.errors) if (!error.derived) rename(capitals, error.code, capital);
  for (const { name } of model.rules) rename(capitals, name, capital);
  for (const { name } of model.constants) if (PRODUCT_CONSTANTS[name] === undefined) rename(capitals, name, capital);
  for (const screen of model.screens) {
    rename(screens, screen.name, (made) => made.charAt(0).toUpperCase() + made.slice(1));
    for (const segment of screen.route.split('/')) if (/^[^{]+$/.test(segment)) rename(segments, segment, plain);
  }
  return { entities, words, states, capitals, screens, segments };
}

function snake(name: string): string {
  return name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
}

/**
 * Fields of the document that share their name with one of the language, which stays: `Category.name` next to
 * `User.name`.
 */
export function keptNames(): ReadonlySet<string> {
  return KEPT;
}
