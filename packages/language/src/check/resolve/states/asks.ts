import { hasValue } from '../../../model/field-kinds.ts';
import type { DetailsOf } from '../../../diagnostics/catalogue.ts';
import { STATES_CODES } from '../../../diagnostics/codes/states.ts';
import type { Extras } from '../../../diagnostics/diagnose.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Ask } from '../../../model/states.ts';
import type { Declaration } from '../../declare/declare.ts';
import { readType } from '../../declare/field-type.ts';
import type { DeclaredField } from '../../declared.ts';
import { isNeeded } from '../../derived/needed.ts';
import { checkName, labelOf, reportTwice } from '../names.ts';
import { replacement } from '../replacement.ts';
import { BOOLEAN, recordType } from '../types.ts';
import { type Part, part, splitList } from '../words.ts';
import { type RowPlace, statedOrOpen } from './row.ts';

/**
 * Reads `asks` (4): fields (`reason`, `note?`), inputs that are not stored (`really boolean`), a child to add
 * (`lines + (date, amount)`).
 */
export function readAsks(place: RowPlace): readonly Ask[] {
  const cell = statedOrOpen(place, 'asks', 'eventAsks');
  if (!cell) return [];
  const asks = new Map<string, Ask>();
  for (const item of splitList(cell)) {
    const ask = readAsk(place, item);
    if (!ask) {
      // If a bracket is missing, the start of the following items is unknown.
      if (cell.text.split('(').length !== cell.text.split(')').length) break;
      continue;
    }
    const name = ask.kind === 'input' ? ask.name : ask.field;
    if (asks.has(name)) reportTwice(place.declaration.context, 'asked value', item);
    else asks.set(name, ask);
  }
  return [...asks.values()];
}

type Reason = DetailsOf<'N411'>['reason'];

function readAsk(row: RowPlace, words: Part): Ask | null {
  const { declaration, draft } = row;
  const { context, declared } = declaration;
  if (/^[A-Za-z_]\w*\??\s*\+/.test(words.text)) return readChild(row, words);
  const match = /^([A-Za-z_]\w*)(\?)?(?:\s+(\S[\s\S]*))?$/.exec(words.text);
  const name = match?.[1];
  const fields = declared.entities.get(draft.entity)?.fields;
  const refuse = (reason: Reason, offered: string | null = null): null => {
    context.report(
      'N411',
      STATES_CODES.N411,
      { ask: words.text, reason },
      words.span,
      replacement(words.span, offered),
    );
    return null;
  };
  if (name === undefined) return refuse('form');
  const required = match?.[2] === undefined;
  const place = part(words, 0, name.length);
  const type = match?.[3];
  if (type !== undefined) {
    if (fields?.has(name)) {
      if (!/^\w+\??\s/.test(type) && !fields.has(type.replace(/\?$/, '')))
        return refuse({ because: 'typed', entity: draft.entity, name });
      const end = part(words, name.length, name.length).span;
      const fix = { title: 'Add the comma', edits: [{ span: end, text: ',' }] };
      const details = { ask: words.text, reason: { because: 'comma', name } } as const;
      context.report('N411', STATES_CODES.N411, details, words.span, { fix });
      return null;
    }
    if (required && type.endsWith('?')) {
      const offered = `${name}? ${type.slice(0, -1)}`;
      return refuse({ because: 'optional', offered }, offered);
    }
    if (!checkName(context, 'field', place)) return null;
    const words3 = part(words, words.text.length - type.length, words.text.length);
    const read = readType(context, words3, new Set(declared.entities.keys()));
    if (hasValue(read, 'made text', 'records') || read.kind === 'state') return refuse('plainType');
    return { kind: 'input', name, label: labelOf(name), type: read, required };
  }
  const field = fields?.get(name);
  if (!field) {
    const offered = nearest(name, fields?.keys() ?? []);
    return refuse({ no: 'field', name, of: draft.entity, nearest: offered }, offered);
  }
  const reason = whyNot(draft.entity, field);
  return reason === null ? { kind: 'field', field: name, required } : refuse(reason);
}

/** `lines + (date, amount?)`: what is left out of the child is empty, or its default. */
function readChild({ declaration, draft }: RowPlace, words: Part): Ask | null {
  const { context, declared } = declaration;
  const refuse = (reason: Reason, place: Part = words, details: Extras = {}): null => {
    context.report('N411', STATES_CODES.N411, { ask: words.text, reason }, place.span, details);
    return null;
  };
  const match = /^([A-Za-z_]\w*)(\??)\s*\+\s*\(([\s\S]*)\)$/.exec(words.text);
  const name = match?.[1];
  if (name === undefined) return refuse('child');
  const type = declared.entities.get(draft.entity)?.fields.get(name)?.type;
  if (type?.kind !== 'children')
    return refuse({ no: 'list', name, of: draft.entity, nearest: null }, part(words, 0, name.length));
  const child = declared.entities.get(type.entity);
  const fields: { field: string; required: boolean }[] = [];
  for (const item of splitList(part(words, words.text.indexOf('(') + 1, words.text.length - 1))) {
    const [, field, optional] = /^([A-Za-z_]\w*)(\??)$/.exec(item.text) ?? [];
    const known = field === undefined ? undefined : child?.fields.get(field);
    if (field === undefined || known === undefined) {
      const offered = nearest(item.text, child?.fields.keys() ?? []);
      const reason = { no: 'field', name: item.text, of: type.entity, nearest: offered, ofChild: true } as const;
      return refuse(reason, item, replacement(item.span, offered));
    }
    const reason = whyNot(type.entity, known);
    if (reason !== null) return refuse(reason, item);
    if (fields.some((other) => other.field === field)) reportTwice(context, 'asked value', item);
    else fields.push({ field, required: optional === '' });
  }
  const missing = [...(child?.fields.values() ?? [])].filter(
    (field) => isNeeded(field) && !fields.some((asked) => asked.field === field.name && asked.required),
  );
  if (missing.length > 0) {
    return refuse({ because: 'missing', entity: type.entity, fields: missing.map((field) => field.name) });
  }
  return { kind: 'child', field: name, entity: type.entity, required: match?.[2] === '', fields };
}

function whyNot(entity: string, field: DeclaredField): Reason | null {
  if (field.computed) return 'computed';
  if (field.derived) return 'derived';
  if (field.type.kind === 'state') return 'state';
  if (field.type.kind === 'number') return 'number';
  if (field.type.kind === 'slug') return { because: 'slug', of: field.type.of };
  if (field.type.kind === 'all') return 'all';
  if (field.type.kind === 'children') return { because: 'children', name: field.name };
  if (entity === 'User' && ['email', 'roles', 'disabled'].includes(field.name)) return 'account';
  return null;
}

/** The facts about asked fields that guards and effects may rely on: the required ones have a value. */
export function givenByAsks({ context }: Declaration, entity: string, asks: readonly Ask[]): readonly Expression[] {
  const fields = context.schema.entities.get(entity)?.fields;
  return asks.flatMap((ask): Expression[] => {
    const type = ask.kind === 'field' && ask.required ? fields?.get(ask.field) : undefined;
    if (ask.kind !== 'field' || !type?.nullable) return [];
    return [
      {
        kind: 'binary',
        operator: '!=',
        left: {
          kind: 'field',
          of: { kind: 'variable', name: 'this', type: recordType(entity) },
          field: ask.field,
          type,
        },
        right: { kind: 'literal', value: null, type: { kind: 'null', nullable: true } },
        type: BOOLEAN,
      },
    ];
  });
}
