import { type GapConsequence } from '../../../diagnostics/codes/reasons/gaps.ts';
import { hasValue } from '../../../model/field-kinds.ts';
import { ENTITIES_CODES } from '../../../diagnostics/codes/entities.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { FieldDraft } from '../../declare/field-draft.ts';
import { COMMENTS_ON, DAYS_OFF, KEPT_FOR, KEPT_WHILE, WORKING_TIME } from '../../declare/entities.ts';
import { readKeptFor } from '../../declare/kept-until.ts';
import { originsOf } from '../../declare/origins.ts';
import { BOOLEAN, TEXT } from '../types.ts';
import type { Expression, Template } from '../../../expression/tree.ts';
import {
  type Entity,
  type Field,
  type FieldType,
  type Hold,
  KEPT_UNTIL,
  type SortKey,
} from '../../../model/entities.ts';
import { pathOf } from '../names.ts';
import { replacement } from '../replacement.ts';
import { type Part, splitList, unquoted } from '../words.ts';
import { ownScope } from './field.ts';
import { readOrder } from './path.ts';
import type { Resolving } from './resolving.ts';
import type { DetailsOf } from '../../../diagnostics/catalogue.ts';

/** The value of a setting that states something. */
function settingOf({ draft }: Resolving, key: string): Part | null {
  const value = draft.settings.get(key)?.value;
  return value && value.absence === null ? value : null;
}

/** Lists a setting that is not shown. */
function openSetting(entity: Resolving, key: string, consequence: GapConsequence): boolean {
  const { context, draft } = entity;
  const value = draft.settings.get(key)?.value;
  if (value?.absence !== 'not shown') return false;
  context.gap(clauseOf(entity, key), consequence, value.span);
  return true;
}

/** A setting's address, which differs from that of a field with the same name: `3.Claim.settings.order`. */
function clauseOf({ draft }: Resolving, key: string): string {
  return `3.${draft.name.text}.settings.${key.replaceAll(' ', '_')}`;
}

/** Gives each stated setting its place, and lists those with a standard value that are not shown. */
export function placeSettings(entity: Resolving): void {
  for (const [key, { span }] of entity.draft.settings) entity.context.place(clauseOf(entity, key), span);
  for (const key of [
    'title',
    'unique',
    'order',
    'history',
    'id',
    'path',
    'sign in by',
    'order by hand',
    COMMENTS_ON,
    KEPT_FOR,
    KEPT_WHILE,
    WORKING_TIME,
    DAYS_OFF,
    'size',
  ]) {
    const because = key === WORKING_TIME || key === DAYS_OFF ? 'workingTime' : 'setting';
    openSetting(entity, key, { because, name: key });
  }
}

function refuse({ context, draft }: Resolving, setting: string, value: Part, form: DetailsOf<'N313'>['form']): void {
  context.report('N313', ENTITIES_CODES.N313, { setting, value: value.text, form }, value.span, {
    clause: `3.${draft.name.text}`,
  });
}

/** `{number}: {purpose}`; by default the first required text, for `User` its name. */
export function readTitle(entity: Resolving): Template {
  const stated = settingOf(entity, 'title');
  if (stated) {
    const title = entity.context.template(stated, ownScope(entity, 'message'));
    if (title?.every((words) => typeof words === 'string')) reportShared(entity, stated);
    return title ?? [stated.text];
  }
  const { fields, draft } = entity;
  const name = draft.name.text === 'User' ? fields.find((field) => field.name === 'name') : undefined;
  const field =
    name ??
    fields.find((candidate) => candidate.type.kind === 'text' && candidate.required) ??
    fields.find((candidate) => candidate.type.kind === 'number') ??
    fields.find((candidate) => ['text', 'email', 'long text'].includes(candidate.type.kind));
  const of = {
    kind: 'variable',
    name: 'this',
    type: { kind: 'record', entity: draft.name.text, nullable: false },
  } as const;
  const text = field ?? fields.find(({ name: own }) => own === 'text' && readCommentsOn(entity) !== null);
  if (text !== undefined) return [{ kind: 'field', of, field: text.name, type: { ...TEXT, nullable: !text.required } }];
  const isNumbered = fields.some(({ type }) => type.kind === 'serial');
  return [{ kind: 'field', of, field: 'id', type: isNumbered ? { kind: 'integer', nullable: false } : TEXT }];
}

/** A title without a placeholder is that of every record. */
function reportShared({ context, draft, fields }: Resolving, stated: Part): void {
  const field = nearest(
    stated.text,
    fields.map(({ name }) => name),
  );
  const offered = field === null ? null : `{${field}}`;
  context.report('N354', ENTITIES_CODES.N354, { entity: draft.name.text, title: stated.text, offered }, stated.span, {
    clause: `3.${draft.name.text}`,
    ...replacement(stated.span, offered),
  });
}

/** Others than these change with each write, are each record's own, are worked out, or are several. */
function isUniqueWithOthers({ name, origin, rules, type }: FieldDraft): boolean {
  if (origin === 'derived') return name === 'created_by' || name === 'created_at';
  return rules.computed === undefined && !hasValue(type, 'records');
}

/** `Customer where city != null, key city`: names and types are those of the former document. */
export function checkOrigins(entity: Resolving): void {
  const stated = originsOf(entity.draft);
  if (stated === null) return;
  for (const item of stated.misread)
    entity.context.report('N334', ENTITIES_CODES.N334, { of: item.text, reason: 'form' }, item.span, {
      clause: clauseOf(entity, 'from'),
    });
  for (const { where } of stated.of) if (where !== null) entity.context.syntax(where);
  if (stated.key !== null) entity.context.syntax(stated.key);
}

/** `owner, month`; several groups are separated by `;`. */
export function readUnique(entity: Resolving): readonly (readonly string[])[] {
  const stated = settingOf(entity, 'unique');
  if (!stated) return [];
  const groups: string[][] = [];
  for (const group of splitList(stated, ';')) {
    const names: string[] = [];
    for (const item of splitList(group)) {
      const field = entity.fields.find((candidate) => candidate.name === item.text);
      const parent = entity.context.schema.entities.get(entity.draft.name.text)?.fields.get(item.text);
      if (!field && !parent) {
        const offered = nearest(
          item.text,
          entity.fields.map((candidate) => candidate.name),
        );
        const details = { entity: entity.draft.name.text, field: item.text, nearest: offered };
        entity.context.report('N314', ENTITIES_CODES.N314, details, item.span, replacement(item.span, offered));
      } else if (field && !isUniqueWithOthers(field)) {
        refuse(entity, 'unique', item, 'unique');
      } else names.push(item.text);
    }
    if (names.length > 0) groups.push(names);
  }
  return groups;
}

/** `submitted_at desc, number`; by default the order that people give the records by hand, of comments that of time. */
export function readOrderSetting(entity: Resolving, byHand: string | null): readonly SortKey[] {
  const stated = settingOf(entity, 'order');
  if (stated) return readOrder(entity.context, entity.declared, entity.draft.name.text, stated);
  if (byHand === null && readCommentsOn(entity) !== null) return [{ path: ['created_at'], descending: false }];
  return byHand === null ? [] : [{ path: [byHand], descending: false }];
}

/** The entity on whose records the records of this one are comments; null for other entities. */
export function readCommentsOn(entity: Resolving): string | null {
  const stated = settingOf(entity, COMMENTS_ON);
  return stated && entity.fields.some(({ name, origin }) => name === 'about' && origin !== 'derived')
    ? stated.text
    : null;
}

/** How long the records are kept (`kept for`); null if they are kept for ever. */
export function readRetention(entity: Resolving): Entity['keptFor'] {
  const stated = readKeptFor(entity.draft.settings);
  if (stated === null || !entity.fields.some(({ name }) => name === KEPT_UNTIL)) return null;
  return { clause: clauseOf(entity, KEPT_FOR), after: stated.field.text };
}

/** The condition that holds the records as they are (`kept while`); with `kept for` it is part of `kept_until`, which was read before. */
export function readHold(entity: Resolving, fields: readonly Field[]): Hold | null {
  const clause = clauseOf(entity, KEPT_WHILE);
  if (entity.draft.settings.get(KEPT_WHILE)?.value.absence === 'not shown') return { clause, condition: null };
  const stated = settingOf(entity, KEPT_WHILE);
  if (stated === null) return null;
  const until = fields.find(({ name }) => name === KEPT_UNTIL)?.computed ?? null;
  if (readRetention(entity) === null)
    return { clause, condition: entity.context.expression(unquoted(stated), ownScope(entity, 'rule'), BOOLEAN) };
  // `if returned_on == null then null else if hold then null else returned_on + 2 years`
  let hold: Expression | null = null;
  for (let at = until; at?.kind === 'conditional'; at = at.otherwise) hold = at.condition;
  return hold === null ? null : { clause, condition: hold };
}

/** A decimal that people enter: between any two there is another one, so that a record is moved by one write. */
export function readOrderByHand(entity: Resolving): string | null {
  const stated = settingOf(entity, 'order by hand');
  if (!stated) return null;
  if (entity.declared.entities.get(entity.draft.name.text)?.owner) {
    refuse(entity, 'order by hand', stated, 'byHandOfOwned');
    return null;
  }
  const field = entity.fields.find(({ name }) => name === stated.text);
  if (field && isMovedByHand(field)) return field.name;
  const fields = entity.fields.filter(isMovedByHand).map(({ name }) => name);
  refuse(entity, 'order by hand', stated, { because: 'byHand', fields });
  return null;
}

function isMovedByHand({ type, rules }: FieldDraft): boolean {
  const isEntered = rules.computed === undefined && rules.once === undefined && rules.bySystem === undefined;
  return type.kind === 'decimal' && type.scale > 0 && isEntered && rules.when === undefined;
}

/** The kind of deletion (3); `hard` by default. A gapless number does not go with it. */
export function readDelete(entity: Resolving): Entity['delete'] {
  const stated = settingOf(entity, 'delete');
  const open = openSetting(entity, 'delete', 'deletion');
  if (open) return 'never';
  const value = stated?.text ?? 'hard';
  if (stated && value !== 'hard' && value !== 'soft' && value !== 'never') {
    refuse(entity, 'delete', stated, 'delete');
    return 'hard';
  }
  const number = entity.fields.find((field) => field.type.kind === 'number');
  if (value === 'hard' && number) {
    const clause = `3.${entity.draft.name.text}.${number.name}`;
    entity.context.report('N320', ENTITIES_CODES.N320, { field: number.name }, (stated ?? number.typePlace).span, {
      clause,
    });
  }
  return value === 'soft' || value === 'never' ? value : 'hard';
}

/** `kept`, or `none` (the default). */
export function readHistory(entity: Resolving): Entity['history'] {
  const stated = settingOf(entity, 'history');
  if (!stated) return 'none';
  if (stated.text !== 'kept') refuse(entity, 'history', stated, 'history');
  return stated.text === 'kept' ? 'kept' : 'none';
}

/** `about 3,000,000`: the number of records that there are expected to be; null if it is not stated. */
export function readSize(entity: Resolving): number | null {
  const stated = settingOf(entity, 'size');
  if (!stated) return null;
  const digits = /^(?:about )?(?<number>[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,11})$/.exec(stated.text)?.groups?.['number'];
  if (digits === undefined) refuse(entity, 'size', stated, 'size');
  return digits === undefined ? null : Number(digits.replaceAll(',', ''));
}

/** `uuid`, the default, or `integer`, for all but `User`. */
export function checkId(entity: Resolving): void {
  const stated = settingOf(entity, 'id');
  if (!stated || stated.text === 'uuid') return;
  if (stated.text !== 'integer') refuse(entity, 'id', stated, 'id');
  else if (entity.draft.name.text === 'User') refuse(entity, 'id', stated, 'idOfUser');
}

/** `email`, the default, or another unique text of `User`; null for other entities. */
export function readSignIn(entity: Resolving): string | null {
  const isUser = entity.draft.name.text === 'User';
  const setting = entity.draft.settings.get('sign in by');
  if (setting && !isUser) refuse(entity, 'sign in by', setting.value, 'signInOfOther');
  const stated = settingOf(entity, 'sign in by');
  if (!isUser || !stated) return isUser ? 'email' : null;
  const field = entity.fields.find(({ name }) => name === stated.text);
  const isUnique = field !== undefined && (field.rules.unique !== undefined || field.name === 'email');
  if (field && isUnique && SIGN_IN.has(field.type.kind) && !field.rules.computed) return field.name;
  const texts = entity.fields
    .filter(({ type, rules }) => SIGN_IN.has(type.kind) && rules.unique)
    .map(({ name }) => name);
  refuse(entity, 'sign in by', stated, { because: 'signIn', fields: ['email', ...texts] });
  return 'email';
}

const SIGN_IN: ReadonlySet<FieldType['kind']> = new Set(['text', 'email', 'phone']);

/** The collection's name in the API. */
export function readPath(entity: Resolving): string {
  const stated = settingOf(entity, 'path');
  if (stated && !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(stated.text)) {
    refuse(entity, 'path', stated, 'path');
    return pathOf(entity.draft.name.text);
  }
  return stated?.text ?? pathOf(entity.draft.name.text);
}
