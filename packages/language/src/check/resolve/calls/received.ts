import { isOneOf } from '../../../collections.ts';
import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import type { ReceivedProblem } from '../../../diagnostics/codes/calls/received.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { FieldType } from '../../../model/entities.ts';
import { hasValue } from '../../../model/field-kinds.ts';
import type { ReceivedMail, TakenPart } from '../../../model/received.ts';
import type { Cell, Section } from '../../../syntax/tree.ts';
import { type MailPartName, RECEIVED_PARTS } from '../../../vocabulary/received-mail.ts';
import type { Context } from '../../context.ts';
import type { DeclaredEntity, Declared } from '../../declared.ts';
import { mayBeEntity } from '../open.ts';
import { reportTwice } from '../names.ts';
import { replacement } from '../replacement.ts';
import { readAudience } from '../screens/audience.ts';
import { readEntityName } from '../screens/kind.ts';
import { type Part, part, splitList } from '../words.ts';
import { readCallItem } from './call-parts.ts';
import type { CallPoints } from './points.ts';

export const RECEIVED_MAIL_PARTS: readonly string[] = ['address', 'by', 'creates', 'takes', 'replies'];

/** `desk@library.example`, as far as a mail server tells addresses apart. */
export const ADDRESS = /^[^\s@<>,;:"()[\]\\]+@[A-Za-z0-9](?:[A-Za-z0-9-]*\.)*[A-Za-z0-9-]+$/;

/** Reads one address of `### Received`, and what becomes of a mail that is sent to it. */
export function readReceivedMail(
  context: Context,
  section: Section,
  name: string,
  { declared }: CallPoints,
): ReceivedMail {
  const { parts, prose } = readCallItem(context, section, name, RECEIVED_MAIL_PARTS, {
    whole: { because: 'receivedMail', name },
    part: (part) => ({ because: 'receivedPart', name, part }),
  });
  const address = parts.needed('address', 'receivedAddress');
  const by = parts.needed('by', 'receivedBy');
  const creates = parts.needed('creates', 'receivedCreates');
  const takes = parts.needed('takes', 'receivedTakes');
  for (const needed of ['address', 'creates'] as const)
    if (parts.isNone(needed))
      context.report('N792', CALLS_CODES.N792, { part: needed, text: '' }, parts.spanOf(needed));
  const entity = creates && readEntityName(context, creates, declared);
  const replies = parts.stated('replies');
  return {
    clause: `7.${name}`,
    name,
    description: prose,
    address: address && readAddress(context, address),
    by: by ? readAudience(context, by, declared) : [],
    entity,
    takes: takes && entity !== null ? readTakes(context, takes, entity, declared) : [],
    replies: replies && readReplies(context, replies, declared),
  };
}

/** Reads `desk@library.example` or `{DESK}`. */
function readAddress(context: Context, cell: Cell): ReceivedMail['address'] {
  const constant = /^\{\s*([A-Z][A-Z0-9_]*)\s*\}$/.exec(cell.text)?.[1];
  if (constant === undefined && ADDRESS.test(cell.text)) return { kind: 'literal', value: cell.text };
  const type = constant === undefined ? undefined : context.schema.constants.get(constant);
  if (constant !== undefined && (type?.kind === 'text' || context.schema.constantsAreOpen === true))
    return { kind: 'constant', value: constant };
  context.report('N792', CALLS_CODES.N792, { part: 'address', text: cell.text }, cell.span);
  return null;
}

/** Reads `title = subject, text = text, scans = attachments`. */
function readTakes(context: Context, cell: Cell, entity: string, { entities }: Declared): readonly TakenPart[] {
  const stated = entities.get(entity);
  const taken = new Map<string, Part>();
  const found: TakenPart[] = [];
  for (const item of splitList(cell)) {
    const pair = /^([A-Za-z_]\w*)\s*=\s*([A-Za-z_]\w*)$/.exec(item.text);
    const field = pair?.[1];
    const word = pair?.[2];
    const report = (why: ReceivedProblem, offered: string | null = null, at: Part = item) =>
      context.report(
        'N793',
        CALLS_CODES.N793,
        { text: item.text, entity, why },
        at.span,
        replacement(at.span, offered),
      );
    if (field === undefined || word === undefined) {
      report({ because: 'form' });
      continue;
    }
    const fieldPart = part(item, 0, field.length);
    const wordPart = part(item, item.text.length - word.length, item.text.length);
    const first = taken.get(field);
    if (first) {
      reportTwice(context, 'field', fieldPart, first);
      continue;
    }
    taken.set(field, fieldPart);
    if (!isOneOf(RECEIVED_PARTS, word)) {
      const offered = nearest(word, RECEIVED_PARTS);
      report({ because: 'part', nearest: offered }, offered, wordPart);
      continue;
    }
    const type = stated?.fields.get(field)?.type;
    if (type === undefined) {
      if (stated === undefined && mayBeEntity(context, entity)) continue;
      const offered = nearest(field, stated?.fields.keys() ?? []);
      report({ because: 'field', nearest: offered }, offered, fieldPart);
      continue;
    }
    const file = word === 'attachments' ? fileOf(type, entities) : null;
    if (type.kind !== 'open' && (word === 'attachments' ? file === undefined : !TAKES[word](type)))
      report({ because: 'type', part: word });
    else found.push({ field, part: word, file: file ?? null });
  }
  return found;
}

const isText = (type: FieldType): boolean => ['text', 'long text', 'markdown'].includes(type.kind);

/** The fields that take each part, except for files. */
const TAKES: Readonly<Record<Exclude<MailPartName, 'attachments'>, (type: FieldType) => boolean>> = {
  subject: isText,
  text: isText,
  from: (type) => type.kind === 'email' || isText(type),
  name: isText,
  date: (type) => type.kind === 'datetime' || type.kind === 'date',
};

/**
 * The field of an owned child that takes a file each, where a list takes the attachments; null where the field takes
 * one file itself; undefined where it takes none.
 */
function fileOf(type: FieldType, entities: ReadonlyMap<string, DeclaredEntity>): string | null | undefined {
  if (hasValue(type, 'file')) return null;
  if (type.kind !== 'children') return undefined;
  const files = [...(entities.get(type.entity)?.fields.values() ?? [])].filter((field) => hasValue(field.type, 'file'));
  return files.length === 1 ? files[0]?.name : undefined;
}

/** Reads the entity of comments that an answer becomes. */
function readReplies(context: Context, cell: Cell, declared: Declared): string | null {
  const entity = readEntityName(context, cell, declared);
  const stated = entity === null ? undefined : declared.entities.get(entity);
  if (stated === undefined || stated.isComments) return entity;
  context.report('N796', CALLS_CODES.N796, { entity: stated.name }, cell.span);
  return null;
}
