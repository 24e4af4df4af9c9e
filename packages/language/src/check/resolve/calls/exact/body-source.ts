import { CALLS_CODES } from '../../../../diagnostics/codes/calls.ts';
import { nearest } from '../../../../diagnostics/nearest.ts';
import type { BodySource } from '../../../../model/exact-calls.ts';
import { replacement } from '../../replacement.ts';
import { type Part, part } from '../../words.ts';
import type { ShapePlace, CallPlace } from './place.ts';
import { refuse } from './target.ts';

export interface ReadBodySource {
  readonly body: BodySource;
  readonly each: boolean;
}

/** Reads `from body.article as Article`, `from each body.items as Item`; null if it has mistakes. */
export function readBodySource(place: CallPlace, words: Part, entity: string): ReadBodySource | null {
  const match = /^from\s+(each\s+)?body((?:\.[A-Za-z_]\w*)*)\s+as\s+(\S+)$/.exec(words.text);
  if (!match?.[3]) return refuse(place, words, 'bodySource');
  const name = part(words, words.text.length - match[3].length, words.text.length);
  const shape = readShapeName(place, name, entity);
  if (shape === null) return null;
  const path = match[2] === undefined || match[2] === '' ? [] : match[2].slice(1).split('.');
  return { body: { path, shape }, each: match[1] !== undefined };
}

/** A shape by its name, which is of this entity (null: of any). Null if it isn't, which is reported. */
export function readShapeName(place: ShapePlace, name: Part, entity: string | null): string | null {
  const { context, shapes } = place;
  const of = shapes.get(name.text);
  if (of === undefined) {
    const offered = nearest(name.text, shapes.keys());
    const details = { name: name.text, nearest: offered };
    context.report('N717', CALLS_CODES.N717, details, name.span, replacement(name.span, offered));
    return null;
  }
  if (of === null) return null;
  if (entity !== null && of !== entity) {
    context.report('N720', CALLS_CODES.N720, { shape: name.text, of, entity }, name.span);
    return null;
  }
  return name.text;
}
