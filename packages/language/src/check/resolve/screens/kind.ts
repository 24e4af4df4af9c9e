import { keysOf } from '../../../collections.ts';
import type { DetailsOf } from '../../../diagnostics/catalogue.ts';
import { SCREENS_CODES } from '../../../diagnostics/codes/screens.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Type } from '../../../expression/type.ts';
import { SCREEN_KINDS, type Screen, type ScreenKind, screenShows } from '../../../model/screens.ts';
import type { Cell } from '../../../syntax/tree.ts';
import { meantScreenKind } from '../../../vocabulary/words-of-others.ts';
import type { Context } from '../../context.ts';
import type { Declared } from '../../declared.ts';
import { mayBeEntity } from '../open.ts';
import { type FoundPage, findPage } from '../given-pages/find-page.ts';
import { replacement } from '../replacement.ts';
import { type Part, part } from '../words.ts';
import { type FieldPath, readPath } from './path.ts';

export interface Kind {
  readonly kind: ScreenKind;
  readonly entity: string | null;
  readonly board: Screen['board'];
  readonly days: Screen['days'];
  readonly gallery: Screen['gallery'];
  /** The page of a given screen, and its path. */
  readonly page: FoundPage | null;
}

const WRITTEN: readonly string[] = Object.values(SCREEN_KINDS).map(({ written }) => written);

const KINDS = keysOf(SCREEN_KINDS);

/** A kind whose records have no place of their own. */
const PLACELESS = { board: null, days: null, gallery: null, page: null };

/** The kinds that are written with `by`, and the form of what follows it. */
type KindWithBy = {
  [Kind in ScreenKind]: (typeof SCREEN_KINDS)[Kind]['written'] extends `${string} by …` ? Kind : never;
}[ScreenKind];

function hasBy(kind: ScreenKind): kind is KindWithBy {
  return SCREEN_KINDS[kind].written.endsWith(' by …');
}

const kindsWith = (word: string) =>
  KINDS.filter((kind) => SCREEN_KINDS[kind].written.startsWith(`${kind} ${word} `)).join('|');
const OF_ENTITY = new RegExp(
  `^(${kindsWith('of')})\\s+of\\s+(\\S+)(?:\\s+by\\s+(.+))?$|^(${kindsWith('for')})\\s+for\\s+(\\S+)$`,
);

/** Reads a screen's `kind`. Null if it is not understood, which is reported. */
export function readKind(context: Context, cell: Cell, declared: Declared): Kind | null {
  if (/^given\b/i.test(cell.text)) return { kind: 'given', ...PLACELESS, entity: null, page: findPage(context, cell) };
  const words = cell.text.replace(/\s+/g, ' ').toLowerCase();
  const alone = KINDS.find((kind) => SCREEN_KINDS[kind].written === words);
  // People sign up as users: theirs are the only entries of a screen that names no entity.
  if (alone !== undefined) return { kind: alone, ...PLACELESS, entity: screenShows(alone, 'entries') ? 'User' : null };
  const match = OF_ENTITY.exec(cell.text);
  const kind = KINDS.find((known) => known === (match?.[1] ?? match?.[4]));
  const entity = match?.[2] ?? match?.[5];
  const by = match?.[3];
  const needsBy = kind !== undefined && hasBy(kind);
  if (kind === undefined || entity === undefined || needsBy !== (by !== undefined)) {
    reportUnknown(context, cell);
    return null;
  }
  const start = cell.text.indexOf(entity, kind.length + 3);
  if (readEntityName(context, part(cell, start, start + entity.length), declared) === null) return null;
  if (by === undefined || !hasBy(kind)) return { kind, entity, ...PLACELESS };
  const behind = part(cell, cell.text.length - by.length, cell.text.length);
  switch (kind) {
    case 'board': {
      const field = readField(context, behind, entity, declared, isA('enum'), 'noChoice');
      return field === null ? null : { kind, entity, ...PLACELESS, board: { field } };
    }
    case 'calendar':
    case 'timeline': {
      const days = readDays(context, behind, entity, declared, kind === 'calendar');
      return days && { kind, entity, ...PLACELESS, days };
    }
    case 'gallery': {
      const isImage: Fits = ({ fieldType }) => fieldType?.kind === 'image';
      const field = readField(context, behind, entity, declared, isImage, 'noImage');
      return field === null ? null : { kind, entity, ...PLACELESS, gallery: { field } };
    }
  }
}

/** Reads the field by which records are grouped: a reference, a state or an enum of the entity itself. */
export function readGroupField(context: Context, cell: Cell, entity: string, declared: Declared): string | null {
  return readField(context, cell, entity, declared, isA('record', 'enum'), 'noGroup');
}

/**
 * Reads the days of a calendar or a timeline: `date`, or `from..to`; `mayRepeat`: a calendar has records at each of their
 * repeating dates, too.
 */
export function readDays(
  context: Context,
  words: Part,
  entity: string,
  declared: Declared,
  mayRepeat = true,
): Screen['days'] {
  const dots = words.text.indexOf('..');
  const dates = isA('date', 'datetime');
  const why = 'noDate';
  if (dots < 0) {
    const repeating = isA('date', 'datetime', 'recurrence');
    const from = readField(context, words, entity, declared, mayRepeat ? repeating : dates, why);
    return from === null ? null : { from, to: null };
  }
  const from = readField(context, part(words, 0, dots), entity, declared, dates, why);
  const to = readField(context, part(words, dots + 2, words.text.length), entity, declared, dates, why);
  return from === null || to === null ? null : { from, to };
}

/** An entity by its name. Null if it is unknown, which is reported unless a part that is not shown may declare it. */
export function readEntityName(context: Context, { text, span }: Part, declared: Declared): string | null {
  if (declared.entities.has(text)) return text;
  if (mayBeEntity(context, text)) return null;
  const offered = nearest(text, [...declared.entities.keys()]);
  context.report('N207', SCREENS_CODES.N207, { name: text, nearest: offered }, span, replacement(span, offered));
  return null;
}

type Fits = (found: FieldPath) => boolean;

/** Whether a field has one of these types. */
function isA(...kinds: readonly Type['kind'][]): Fits {
  return ({ type }) => kinds.includes(type.kind);
}

/** A field of the entity itself that fits. */
function readField(
  context: Context,
  words: Part,
  entity: string,
  declared: Declared,
  fits: Fits,
  why: DetailsOf<'N210'>['why'],
): string | null {
  const found = readPath(context, words, entity, declared);
  if (!found || found.type.kind === 'unknown') return null;
  const [name] = found.path;
  if (found.path.length === 1 && name !== undefined && fits(found)) return name;
  const reason = found.path.length > 1 ? 'ofOther' : why;
  context.report('N210', SCREENS_CODES.N210, { path: words.text, field: words.text, why: reason }, words.span);
  return null;
}

function reportUnknown(context: Context, cell: Cell): void {
  const words = cell.text.toLowerCase();
  const meant = meantScreenKind(cell.text);
  if (meant !== null) {
    context.report(
      'N206',
      SCREENS_CODES.N206,
      { text: cell.text, nearest: meant, known: WRITTEN },
      cell.span,
      replacement(cell.span, meant),
    );
    return;
  }
  const first = /^\S+/.exec(words)?.[0] ?? '';
  const offered =
    nearest(words, WRITTEN) ??
    WRITTEN.find((kind) => kind.split(' ')[0] === nearest(first, [kind.split(' ')[0] ?? ''])) ??
    null;
  context.report('N206', SCREENS_CODES.N206, { text: cell.text, nearest: offered, known: WRITTEN }, cell.span);
}
