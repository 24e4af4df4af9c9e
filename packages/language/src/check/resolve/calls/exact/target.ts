import type { DetailsOf } from '../../../../diagnostics/catalogue.ts';
import { CALLS_CODES } from '../../../../diagnostics/codes/calls.ts';
import type { Extras } from '../../../../diagnostics/diagnose.ts';
import { nearest } from '../../../../diagnostics/nearest.ts';
import type { Finder, Records, RequestValue, Target } from '../../../../model/exact-calls.ts';
import { mayBeEntity } from '../../open.ts';
import { replacement } from '../../replacement.ts';
import { type Part, part } from '../../words.ts';
import type { CallPlace } from './place.ts';

const VALUE = /^(?:(path|query)\.([A-Za-z_]\w*)|body((?:\.[A-Za-z_]\w*)+))/;

/** The target of a call, and where the words about it end: one record, or the records of an entity or of a list. */
export interface Subject {
  readonly target: Target | null;
  readonly records: Records | null;
  /** The words behind it. */
  readonly rest: Part;
}

/**
 * Reads `Article by slug`, `Owner by path.ownerId`, `Article by slug.comments by id`, `user`, and without a last `by`
 * the records of an entity or of a list: `Article`, `Article by slug.comments`. Null if it has mistakes, which are
 * reported.
 */
export function readSubject(place: CallPlace, words: Part): Subject | null {
  const name = /^[A-Za-z]\w*/.exec(words.text)?.[0];
  if (name === undefined) return refuse(place, words, 'subject');
  let rest = part(words, name.length, words.text.length);
  let subject: Omit<Subject, 'rest'>;
  if (name === 'user') {
    subject = { target: { entity: 'User', start: 'user', steps: [] }, records: null };
  } else {
    const entity = readEntity(place, part(words, 0, name.length));
    if (entity === null) return null;
    const found = readFinder(place, rest, entity);
    if (found === null) return null;
    rest = found.rest;
    subject = found.by
      ? { target: { entity, start: { entity, by: found.by }, steps: [] }, records: null }
      : { target: null, records: { entity, of: null } };
  }
  for (;;) {
    const step = /^\.\s*([A-Za-z_]\w*)/.exec(rest.text);
    if (step?.[1] === undefined) return { ...subject, rest };
    const list = part(rest, step[0].length - step[1].length, step[0].length);
    const { target } = subject;
    if (target === null) return refuse(place, words, 'listOfOne');
    const entity = listedEntity(place, target.entity, list);
    if (entity === null) return null;
    const found = readFinder(place, part(rest, step[0].length, rest.text.length), entity);
    if (found === null) return null;
    rest = found.rest;
    subject = found.by
      ? {
          target: { ...target, entity, steps: [...target.steps, { list: list.text, entity, by: found.by }] },
          records: null,
        }
      : { target: null, records: { entity, of: { target, list: list.text } } };
  }
}

/** An entity of point 3 by its name; null if there is none, which is reported. */
export function readEntity({ context, declared }: CallPlace, name: Part): string | null {
  if (declared.entities.has(name.text)) return name.text;
  if (mayBeEntity(context, name.text)) return null;
  const offered = nearest(name.text, declared.entities.keys());
  const details = { name: name.text, nearest: offered };
  context.report('N702', CALLS_CODES.N702, details, name.span, replacement(name.span, offered));
  return null;
}

/** The entity whose records a list field holds; null (and reported) if it is no list. */
export function listedEntity({ context }: CallPlace, entity: string, list: Part): string | null {
  const fields = context.schema.entities.get(entity)?.fields ?? new Map();
  const type = fields.get(list.text);
  if (type?.kind === 'list' && type.of.kind === 'record') return type.of.entity;
  if (type?.kind === 'unknown') return null;
  const lists = [...fields].filter(([, other]) => other.kind === 'list' && other.of.kind === 'record');
  const offered = nearest(
    list.text,
    lists.map(([name]) => name),
  );
  const why = { no: 'list', name: list.text, of: entity, nearest: offered } as const;
  context.report('N716', CALLS_CODES.N716, { text: list.text, why }, list.span, replacement(list.span, offered));
  return null;
}

/** Reads `by slug`, `by path.ownerId`, `by slug == path.article`; `by` is null without a `by`. */
function readFinder(place: CallPlace, words: Part, entity: string): { by: Finder | null; rest: Part } | null {
  const by = /^by\s+/.exec(words.text);
  if (!by) return { by: null, rest: words };
  const behind = part(words, by[0].length, words.text.length);
  const direct = VALUE.exec(behind.text);
  if (direct) {
    const value = readRequestValue(place, part(behind, 0, direct[0].length));
    return value && { by: { field: 'id', value }, rest: part(behind, direct[0].length, behind.text.length) };
  }
  const name = /^[A-Za-z_]\w*/.exec(behind.text)?.[0];
  if (name === undefined) return refuse(place, behind, 'by');
  const field = part(behind, 0, name.length);
  if (!checkFinds(place, entity, field)) return null;
  const rest = part(behind, name.length, behind.text.length);
  const equals = /^==\s*/.exec(rest.text);
  if (!equals) {
    const value = readRequestValue(place, field, 'path');
    return value && { by: { field: name, value }, rest };
  }
  const stated = part(rest, equals[0].length, rest.text.length);
  const end = VALUE.exec(stated.text)?.[0].length;
  if (end === undefined) return refuse(place, stated, 'equals');
  const value = readRequestValue(place, part(stated, 0, end));
  return value && { by: { field: name, value }, rest: part(stated, end, stated.text.length) };
}

/** A record is found by its id or a unique field. */
function checkFinds({ context, declared }: CallPlace, entity: string, field: Part): boolean {
  if (field.text === 'id') return true;
  const fields = declared.entities.get(entity)?.fields;
  const known = fields?.get(field.text);
  if (known?.unique || known?.type.kind === 'open') return true;
  const unique = ['id', ...[...(fields?.values() ?? [])].filter((other) => other.unique).map((other) => other.name)];
  const offered = known ? null : nearest(field.text, unique);
  const why = known
    ? { severalOf: entity, unique }
    : ({ no: 'field', name: field.text, of: entity, nearest: offered } as const);
  context.report('N721', CALLS_CODES.N721, { name: field.text, why }, field.span, replacement(field.span, offered));
  return false;
}

/** Reads `path.slug`, `query.limit`, `body.user.email`; with `from` the name alone. */
export function readRequestValue(place: CallPlace, words: Part, from?: 'path'): RequestValue | null {
  const match = from === undefined ? VALUE.exec(words.text) : null;
  if (from === undefined && match?.[0].length !== words.text.length) return refuse(place, words, 'requestValue');
  const body = match?.[3]?.slice(1);
  if (body !== undefined) return { from: 'body', name: body };
  const kind = from ?? (match?.[1] === 'path' ? 'path' : 'query');
  const name = from === undefined ? (match?.[2] ?? '') : words.text;
  if (kind === 'path' && !place.parameters.includes(name)) {
    const offered = nearest(name, place.parameters);
    const why = { because: 'notInPath', name, known: place.parameters } as const;
    const fix = offered === null || from !== undefined ? null : `path.${offered}`;
    place.context.report('N721', CALLS_CODES.N721, { name, why }, words.span, replacement(words.span, fix));
    return null;
  }
  return { from: kind, name };
}

/** Reports `where` behind a single record, which is found with `by`; with a fix if it compares one value. */
export function refuseWhere(place: CallPlace, rest: Part): null {
  const asked = /^where\s+(?:this\.)?([A-Za-z_]\w*)\s*={1,2}\s*((?:path|query|body)\.[\w.]+)/.exec(rest.text);
  const [whole = '', field = '', value = ''] = asked ?? [];
  const by = field === 'id' ? `by ${value}` : value === `path.${field}` ? `by ${field}` : `by ${field} == ${value}`;
  const fix = asked ? replacement(part(rest, 0, whole.length).span, by) : {};
  return refuse(place, rest, { because: 'found', by: asked ? by : null }, fix);
}

/** Reports an action that is not understood. */
export function refuse({ context }: CallPlace, words: Part, why: DetailsOf<'N716'>['why'], details: Extras = {}): null {
  context.report('N716', CALLS_CODES.N716, { text: words.text, why }, words.span, details);
  return null;
}
