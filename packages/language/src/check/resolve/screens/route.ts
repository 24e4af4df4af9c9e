import type { DetailsOf } from '../../../diagnostics/catalogue.ts';
import { SCREENS_CODES } from '../../../diagnostics/codes/screens.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Screen } from '../../../model/screens.ts';
import type { Words } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import type { Declared } from '../../declared.ts';
import { splitHeading } from '../former.ts';
import { slugOf, snakeOf } from '../names.ts';
import { isOpen } from '../open.ts';
import { replacement } from '../replacement.ts';
import { type Part, part } from '../words.ts';

export interface Heading {
  readonly name: Part;
  readonly slug: string;
  readonly route: Part;
  readonly parameters: Screen['parameters'];
  /** Its former names. */
  readonly was?: Part;
}

const HEADING = /^(.*?)\s*(?:`(\/[^`]*)`|(\/\S*))$/;

/**
 * Reads a screen's heading: ``My claims `/claims` ``, ``My claims `/claims` (was: Claims)``. Null if it is not a name
 * and a route, which is reported.
 */
export function readHeading(context: Context, written: Words, declared: Declared): Heading | null {
  const { words: heading, was } = splitHeading(written);
  const match = HEADING.exec(heading.text);
  const address = match?.[2] ?? match?.[3];
  const title = match?.[1] ?? '';
  const slug = slugOf(title);
  if (address === undefined || slug === '') {
    context.report('N201', SCREENS_CODES.N201, { heading: heading.text }, heading.span);
    return null;
  }
  const start = heading.text.lastIndexOf(address);
  const route = part(heading, start, start + address.length);
  const parameters = readRoute(context, route, declared);
  return (
    parameters && {
      name: { ...part(heading, 0, title.length), text: title.replace(/\s+/g, ' ') },
      slug,
      route,
      parameters,
      ...(was && { was }),
    }
  );
}

function readRoute(context: Context, route: Part, declared: Declared): Screen['parameters'] | null {
  const refuse = (why: DetailsOf<'N202'>['why'], meant: string | null = null): null => {
    context.report('N202', SCREENS_CODES.N202, { route: route.text, why }, route.span, replacement(route.span, meant));
    return null;
  };
  if (route.text === '/') return [];
  if (/^\/api(\/|$)/.test(route.text)) return refuse('api');
  if (/^\/-(\/|$)/.test(route.text)) return refuse('product');
  if (route.text.endsWith('/')) return refuse('slash');
  const parameters: { name: string; entity: string; field: string }[] = [];
  let position = 1;
  for (const segment of route.text.slice(1).split('/')) {
    const inner = /^\{([^{}]*)\}$/.exec(segment)?.[1];
    if (inner !== undefined) {
      const parameter = readParameter(context, part(route, position + 1, position + 1 + inner.length), route, declared);
      if (parameter === null) return null;
      if (parameters.some((other) => other.name === parameter.name))
        return refuse({ because: 'twice', parameter: inner });
      parameters.push(parameter);
    } else if (!/^[A-Za-z0-9._~-]+$/.test(segment)) {
      if (segment === '') return refuse('empty');
      const meant = meantParameter(route.text, segment, declared);
      return refuse({ because: 'segment', segment, meant }, meant && route.text.replace(segment, meant));
    }
    position += segment.length + 1;
  }
  return parameters;
}

/** `:id`, `:book_id`, `<book>` or `[id]` behind `/books/` as `{book}`; null if no entity is meant. */
function meantParameter(route: string, segment: string, declared: Declared): string | null {
  const name = /^(?::(\w+)|<(?:\w+:)?(\w+)>|\[(\w+)\])$/
    .exec(segment)
    ?.slice(1)
    .find((found) => found !== undefined);
  const entity = name === undefined ? undefined : entityMeant(route, segment, name, declared);
  return entity === undefined ? null : `{${entity}}`;
}

/** The entity of a parameter that is called `id` or `book_id`: by that name, or by the segment before it. */
function entityMeant(route: string, segment: string, name: string, declared: Declared): string | undefined {
  const known = [...declared.entities.keys()].map(snakeOf);
  const own = snakeOf(name).replace(/_?(?:id|uuid|slug)$/, '');
  if (known.includes(own)) return own;
  const before = route.slice(0, route.indexOf(segment)).split('/').at(-2)?.replaceAll('-', '_') ?? '';
  return own === ''
    ? known.find((entity) => [`${entity}s`, `${entity}es`, entity.replace(/y$/, 'ies'), entity].includes(before))
    : undefined;
}

function readParameter(
  context: Context,
  words: Part,
  route: Part,
  declared: Declared,
): Screen['parameters'][number] | null {
  const [name = '', field] = words.text.split('.');
  const entities = [...declared.entities.values()];
  const entity = entities.find((other) => snakeOf(other.name) === name);
  if (!entity) {
    const open = [...(context.schema.openEntities ?? [])];
    if (isOpen(context, 'entities') || open.some((other) => snakeOf(other) === name)) return null;
    const known = entities.map((other) => snakeOf(other.name));
    const offered = entityMeant(route.text, `{${words.text}}`, name, declared) ?? nearest(name, known);
    const { span } = part(words, 0, name.length);
    context.report('N204', SCREENS_CODES.N204, { name, nearest: offered, known }, span, replacement(span, offered));
    return null;
  }
  if (field === undefined || field === 'id') return { name, entity: entity.name, field: 'id' };
  const known = entity.fields.get(field);
  if (!known?.unique) {
    const unique = [...entity.fields.values()].filter((other) => other.unique).map((other) => other.name);
    const details = { entity: entity.name, field, nearest: nearest(field, unique) };
    context.report('N205', SCREENS_CODES.N205, details, words.span);
    return null;
  }
  return { name, entity: entity.name, field };
}

/** The route that a heading names, well stated or not. */
export function routeIn(heading: Words): string | null {
  const match = HEADING.exec(splitHeading(heading).words.text);
  return match?.[2] ?? match?.[3] ?? null;
}

/** A key of a route's form. Two routes of one form can't be distinguished: the names of parameters do not count. */
export function shapeOf(route: string): string {
  return route.replace(/\{[^}]*\}/g, '{}');
}
