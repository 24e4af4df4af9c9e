import { SCREENS_CODES } from '../../../diagnostics/codes/screens.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Type } from '../../../expression/type.ts';
import type { FieldType } from '../../../model/entities.ts';
import type { Context } from '../../context.ts';
import type { Declared } from '../../declared.ts';
import { labelOf } from '../names.ts';
import { isOpen } from '../open.ts';
import { replacement } from '../replacement.ts';
import { type Part, part } from '../words.ts';

/** A field, reached from a screen's entity through references and lists of them (`many`). */
export interface FieldPath {
  readonly path: readonly string[];
  readonly label: string;
  readonly type: Type;
  /** The type that point 3 states; null for values that only expressions know (an owned child's `parent`). */
  readonly fieldType: FieldType | null;
  /** Whether the path leads through a `many`, so that a record has several values. */
  readonly isSeveral: boolean;
}

/**
 * Follows a path such as `owner.name` or `tags.colour` from an entity. Reports an unknown field, and a step through
 * anything but a reference or a `many`.
 */
export function readPath(context: Context, words: Part, entity: string, declared: Declared): FieldPath | null {
  const path = words.text.split('.');
  const labels: string[] = [];
  let current = entity;
  let type: Type | null = null;
  let fieldType: FieldType | null = null;
  let position = 0;
  let isSeveral = false;
  for (const [index, name] of path.entries()) {
    const { span } = part(words, position, position + name.length);
    const fields = context.schema.entities.get(current)?.fields;
    const found = fields?.get(name);
    if (!found) {
      if (isOpen(context, 'entities')) return null;
      const offered = nearest(name, [...(fields?.keys() ?? [])]);
      const details = { entity: current, field: name, nearest: offered };
      context.report('N209', SCREENS_CODES.N209, details, span, replacement(span, offered));
      return null;
    }
    const field = declared.entities.get(current)?.fields.get(name);
    labels.push(field?.label ?? labelOf(name));
    type = found;
    fieldType = field?.type ?? null;
    if (index < path.length - 1) {
      // The target of an open field is not known; the gap is listed at its place.
      if (found.kind === 'unknown') return null;
      const next = fieldType?.kind === 'many' ? fieldType.entity : found.kind === 'record' ? found.entity : null;
      if (next === null) {
        const why = found.kind === 'list' ? 'listOnWay' : 'noReference';
        context.report('N210', SCREENS_CODES.N210, { path: words.text, field: name, why }, words.span);
        return null;
      }
      isSeveral ||= fieldType?.kind === 'many';
      current = next;
    }
    position += name.length + 1;
  }
  return type && { path, label: joinedLabel(labels), type, fieldType, isSeveral };
}

/** `owner.name` is "Owner name". */
export function joinedLabel(labels: readonly string[]): string {
  const [first = '', ...others] = labels;
  return [first, ...others.map((label) => label.charAt(0).toLowerCase() + label.slice(1))].join(' ');
}
