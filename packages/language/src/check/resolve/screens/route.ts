import { SCREENS_CODES } from '../../../diagnostics/codes/screens.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Screen } from '../../../model/screens.ts';
import type { Words } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import type { Declared } from '../../declared.ts';
import { snakeOf } from '../names.ts';
import { isOpen } from '../open.ts';
import { replacement } from '../replacement.ts';
import { type Part, part } from '../words.ts';

export interface Heading {
  readonly name: Part;
  readonly slug: string;
  readonly route: Part;
  readonly parameters: Screen['parameters'];
}

const HEADING = /^(.*?)\s*(?:`(\/[^`]*)`|(\/\S*))$/;

/** Reads a screen's heading: ``My claims `/claims` ``. Null where it is not a name and a route, which is reported. */
export function readHeading(context: Context, heading: Words, declared: Declared): Heading | null {
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
    }
  );
}

function readRoute(context: Context, route: Part, declared: Declared): Screen['parameters'] | null {
  const refuse = (why: string): null => {
    context.report('N202', SCREENS_CODES.N202, { route: route.text, why }, route.span);
    return null;
  };
  if (route.text === '/') return [];
  if (/^\/api(\/|$)/.test(route.text)) return refuse('everything below /api is the API');
  if (/^\/-(\/|$)/.test(route.text)) return refuse('everything below /- is what the product has by itself');
  if (route.text.endsWith('/')) return refuse('it ends in a slash');
  const parameters: { name: string; entity: string; field: string }[] = [];
  let position = 1;
  for (const segment of route.text.slice(1).split('/')) {
    const inner = /^\{([^{}]*)\}$/.exec(segment)?.[1];
    if (inner !== undefined) {
      const parameter = readParameter(context, part(route, position + 1, position + 1 + inner.length), declared);
      if (parameter === null) return null;
      if (parameters.some((other) => other.name === parameter.name)) return refuse(`{${inner}} stands in it twice`);
      parameters.push(parameter);
    } else if (!/^[A-Za-z0-9._~-]+$/.test(segment)) {
      return refuse(segment === '' ? 'a segment is empty' : `“${segment}” is not a word or a parameter`);
    }
    position += segment.length + 1;
  }
  return parameters;
}

function readParameter(context: Context, words: Part, declared: Declared): Screen['parameters'][number] | null {
  const [name = '', field] = words.text.split('.');
  const entities = [...declared.entities.values()];
  const entity = entities.find((other) => snakeOf(other.name) === name);
  if (!entity) {
    const open = [...(context.schema.openEntities ?? [])];
    if (isOpen(context, 'entities') || open.some((other) => snakeOf(other) === name)) return null;
    const known = entities.map((other) => snakeOf(other.name));
    const offered = nearest(name, known);
    const { span } = part(words, 0, name.length);
    context.report('N204', SCREENS_CODES.N204, { name, nearest: offered, known }, span, replacement(span, offered));
    return null;
  }
  if (field === undefined || field === 'id') return { name, entity: entity.name, field: 'id' };
  const known = entity.fields.get(field);
  if (!known?.unique) {
    const unique = [...entity.fields.values()].filter((other) => other.unique).map((other) => other.name);
    const holes = { entity: entity.name, field, nearest: nearest(field, unique) };
    context.report('N205', SCREENS_CODES.N205, holes, words.span);
    return null;
  }
  return { name, entity: entity.name, field };
}

/** The route that a heading names, well stated or not. */
export function routeIn(heading: string): string | null {
  const match = HEADING.exec(heading);
  return match?.[2] ?? match?.[3] ?? null;
}

/** "My claims" → `my_claims`. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_+|_+$/g, '');
}

/** Two routes of one shape can't be told apart: parameters count the same whatever they are called. */
export function shapeOf(route: string): string {
  return route.replace(/\{[^}]*\}/g, '{}');
}
