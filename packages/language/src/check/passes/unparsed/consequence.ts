import type { DetailsOf } from '../../../diagnostics/catalogue.ts';
import { isNotUnique } from '../../../diagnostics/codes/calls.ts';
import { SETTING_AGAINST } from '../../../diagnostics/codes/roles.ts';
import { type Diagnostic, hasCode } from '../../../diagnostics/diagnostic.ts';
import { hasTrait, isUnknownName, namesIn } from '../../../diagnostics/meaning.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import { isWithin, type Span } from '../../../source/span.ts';
import type { SpecTree } from '../../../syntax/tree.ts';
import { nameOf } from '../name-of.ts';
import type { UnreadParts } from './unread-parts.ts';
import type { Outline } from './outline.ts';
import { hasOneIn, placeAround, type Unparsed } from './range.ts';
import { bare, wordsOf } from './words.ts';

/**
 * Traits of diagnostics that say that something does not fit a statement elsewhere, in addition to unknown names. All
 * others concern the form of the text, and are mistakes of their own.
 */
const FOLLOWING = ['of a field', 'of the whole', 'missing step', 'of what is stated elsewhere'] as const;
/** An event of an entity as the catalogue writes it: `Claim submit`. */
const EVENT = /^[A-Z]\w* [a-z]\w*$/;
/** Names are compared with so many that are none, so that a document full of them takes no longer. */
const MOST_MISNAMED = 20;

/** Whether a diagnostic only follows from a mistake that is reported already. */
export type IsConsequence = (diagnostic: Diagnostic) => boolean;

/** A diagnostic in a place that could not be read is hidden, unless it is a separate mistake in a row. */
export function isHidden(place: Unparsed, { severity, fix }: Diagnostic): boolean {
  return place.kind !== 'row' || severity !== 'error' || fix === undefined;
}

/** A test whether a diagnostic follows from parts that could not be read. */
export function consequencesOf(
  tree: SpecTree,
  found: readonly Diagnostic[],
  outlines: ReadonlyMap<string, Outline>,
  unread: UnreadParts,
): IsConsequence {
  const errors = found.filter(({ severity }) => severity === 'error');
  const hasUnknownStep = errors.some(
    (error) =>
      hasTrait(error, 'unknown step') || (hasCode(error, 'N802') && namesIn(error).some((name) => EVENT.test(name))),
  );
  const sourceOf = ({ file, ...range }: Span): string => outlines.get(file)?.slice(range) ?? '';
  const lineOf = ({ file, start }: Span): string => `${file} ${outlines.get(file)?.lineAt(start)}`;
  const wrongLines = Map.groupBy(errors, ({ span }) => lineOf(span));
  const isWrong = damagedEntities(outlines, errors, unread);

  const isUnstated = (diagnostic: Diagnostic): boolean => isOfUnread(diagnostic, outlines, unread);

  /** Whether a field is set to null that may be optional, because its row could not be read. */
  const isNullFor = (diagnostic: Diagnostic): boolean => {
    if (!hasCode(diagnostic, 'N060') || diagnostic.details.found !== 'null') return false;
    const { span } = diagnostic;
    const before = sourceOf({ ...span, start: Math.max(0, span.start - 80), end: span.start });
    const name = /(\w+)\s*=\s*$/.exec(before)?.[1] ?? '';
    return unread.names.ofStructure.has(name) || unread.fields.has(name);
  };

  /** Whether a setting of the entity that could not be read may be the one that rules out the permission. */
  const hasUnreadSetting = ({
    entity,
    never,
  }: {
    readonly entity: string;
    readonly never: keyof typeof SETTING_AGAINST;
  }): boolean => {
    const setting = SETTING_AGAINST[never];
    return [...outlines].some(([path, outline]) =>
      outline.itemsOf(entity).some((item) => {
        const section = outline.range(item, outline.endOfSection(item));
        const isOfSetting = ({ code, span }: Diagnostic): boolean =>
          code === 'N313' &&
          isWithin(span, { file: path, ...section }) &&
          outline.firstCell(outline.lineAt(span.start)) === setting;
        return hasOneIn(unread.unparsed.get(path) ?? [], section) || errors.some(isOfSetting);
      }),
    );
  };

  /** Whether a query reads the field of states that an entity of point 4 doesn't have (N403). */
  const isOfNoState = ({ name, entity }: DetailsOf<'N056'>): boolean =>
    errors.some((error) => hasCode(error, 'N403') && error.details.entity === entity && error.details.field === name);

  /** Whether the unknown record is declared in a row that could not be read because it is in another table. */
  const isInLostRow = (record: string): boolean =>
    [...unread.unparsed].some(([path, places]) =>
      places.some((place) => place.isRow && outlines.get(path)?.slice(place).includes(record)),
    );

  /**
   * Whether the diagnostic follows from something missing (a state, a field, a record, a cause), or concerns the whole
   * document.
   */
  const isLacking = (diagnostic: Diagnostic): boolean => {
    const { code, span } = diagnostic;
    const quotes = (has: (name: string) => boolean): boolean => quotedIn(diagnostic).some(has);
    // A missing value is reported once for all its fields: it follows from others if all of these fields may be meant
    // differently.
    if (diagnostic.fields !== undefined) return diagnostic.fields.every((field) => unread.fieldsOfEntities.has(field));
    if (hasTrait(diagnostic, 'missing step')) return hasUnknownStep || isUnstated(diagnostic);
    // A setting that an entity lacks may be in a row that could not be read.
    if (hasCode(diagnostic, 'N612')) {
      const { why } = diagnostic.details;
      if (('never' in why && hasUnreadSetting(why)) || (unread.ownsChildren && 'roleOf' in why)) return true;
    }
    if (code === 'N315' && quotes((name) => unread.roles.has(name))) return true;
    if (hasCode(diagnostic, 'N056')) return isOfNoState(diagnostic.details);
    if (hasCode(diagnostic, 'N316')) {
      const { entity, text, found } = diagnostic.details;
      return isInLostRow(text) || (found <= 1 && isWrong(entity));
    }
    if (code === 'N317' && (wrongLines.get(lineOf(span))?.length ?? 0) > 1) return true;
    if (code === 'N418' && quotes((name) => unread.offered.has(name))) return true;
    if ((hasTrait(diagnostic, 'of a field') || isOfUnique(diagnostic)) && quotes((name) => unread.fields.has(name)))
      return true;
    return (
      isNullFor(diagnostic) ||
      (hasTrait(diagnostic, 'of the whole') && quotes((name) => unread.words.has(name.toLowerCase())))
    );
  };

  const followed = new Map<Diagnostic, boolean>();
  /** Whether the mistake of a place follows from another one: then each diagnostic in it is judged by itself. */
  const isFollowed = ({ root }: Unparsed): boolean => {
    const is = followed.get(root) ?? isConsequence(root);
    followed.set(root, is);
    return is;
  };

  const isConsequence: IsConsequence = (diagnostic) => {
    const { code, severity, span } = diagnostic;
    if (severity === 'hint' || severity === 'disclosure') return false;
    if (!unread.rootOf.has(diagnostic)) {
      const around = placeAround(unread.unparsed.get(span.file) ?? [], span);
      if (around !== undefined && isHidden(around, diagnostic) && !isFollowed(around)) return true;
    }
    if (severity === 'error' && !mayFollow(diagnostic)) return false;
    if (unread.hasPoint && (code === 'N007' || code === 'N009')) return true;
    if (code === 'N317' && placeAround(unread.columns.get(span.file) ?? [], span) !== undefined) return true;
    if (severity !== 'error') return isUnstated(diagnostic);
    if (unread.structure.has(diagnostic)) return false;
    // A part that could not be read may have been the only one that raises it; parameters are entities in lower case.
    if (code === 'N805' || code === 'N204')
      return quotedIn(diagnostic).some(
        (name) => unread.words.has(name.toLowerCase()) || (code === 'N805' && unread.offered.has(name)),
      );
    if (isLacking(diagnostic)) return true;
    const isNamed = (name: string): boolean => isStatedIn(unread, diagnostic, name);
    const isUnknown = isUnknownName(diagnostic);
    const name = nameOf(tree, diagnostic);
    // A suggested name is known, wherever else it may be declared, and so is a name that a message quotes beside an
    // unknown one.
    const isMeant = (one: string): boolean =>
      isUnknown && code !== 'N802' ? one.toLowerCase() === name : one !== diagnostic.offered;
    const named = (diagnostic.fields?.flatMap((field) => field.split('.')) ?? quotedIn(diagnostic)).filter(isMeant);
    if (isNamed(bare(sourceOf(span))) || named.some(isNamed)) return true;
    if (!isUnknown) return false;
    const other = inOtherCase(sourceOf(span), diagnostic);
    return (
      mayBeIn(unread, diagnostic, name) &&
      (other === undefined || unread.namesFor(diagnostic).words.asWritten.has(other))
    );
  };
  return isConsequence;
}

/** Whether an error may be a consequence of another place. */
function mayFollow(error: Diagnostic): boolean {
  return FOLLOWING.some((trait) => hasTrait(error, trait)) || isOfUnique(error) || isUnknownName(error);
}

/** The codes that call a field not unique by which records are found or named. */
function isOfUnique(error: Diagnostic): boolean {
  return hasCode(error, 'N719', 'N721') && isNotUnique(error.details.why);
}

/** The words of the names that a diagnostic speaks of. */
function quotedIn(diagnostic: Diagnostic): readonly string[] {
  return namesIn(diagnostic).flatMap((name) => wordsOf(name, false));
}

/** The word of a text for which the same one in another case is offered: that is known, so its slip is only here. */
function inOtherCase(text: string, { fix, offered = '' }: Diagnostic): string | undefined {
  const known = wordsOf(fix?.edits[0]?.text ?? offered, false);
  return wordsOf(text, false).find(
    (word) => !known.includes(word) && known.some((one) => one.toLowerCase() === word.toLowerCase()),
  );
}

/** Whether a part that could not be read may state a name. The first of two mistakes of one kind is reported. */
function isStatedIn({ rootOf, namesFor, order }: UnreadParts, diagnostic: Diagnostic, name: string): boolean {
  const names = namesFor(diagnostic);
  const own = rootOf.get(diagnostic);
  if (names.ofStructure.has(name)) return true;
  if (own?.kind !== 'table' && names.ofTables.has(name)) return true;
  if (!own?.isNaming && names.ofColumns.has(name)) return true;
  if (own === undefined) return names.first.has(name) || names.meant.has(name);
  return (names.first.get(name) ?? Infinity) < (order.get(diagnostic) ?? 0);
}

/** Whether an unknown name may be somewhere in a part that could not be read. */
function mayBeIn({ rootOf, namesFor, strayed, order }: UnreadParts, diagnostic: Diagnostic, name: string): boolean {
  const { words, misnamed } = namesFor(diagnostic);
  if (strayed.has(name) || nearest(name, misnamed.slice(0, MOST_MISNAMED)) !== null) return true;
  const own = rootOf.get(diagnostic);
  if (own === undefined) return words.all.has(name);
  if (words.ofStructure.has(name)) return true;
  if (own.kind === 'table') return false;
  // If a row declares names itself, an earlier mistake may damage it, so only the first one is reported.
  const before = own.statesNames ? (order.get(diagnostic) ?? 0) : Infinity;
  return (own.kind === 'row' && words.ofTables.has(name)) || (words.ofRows.get(name) ?? Infinity) < before;
}

/** Whether a gap or warning concerns something that the unread text may state. */
function isOfUnread(
  diagnostic: Diagnostic,
  outlines: ReadonlyMap<string, Outline>,
  { words, slips, fields, unparsed, hasPoint }: UnreadParts,
): boolean {
  const { code, severity, span, clause = '' } = diagnostic;
  const named = wordsOf(clause);
  if (code === 'N076') return quotedIn(diagnostic).some((name) => fields.has(name));
  if (severity === 'warning') return code !== 'N099' && named.some((word) => words.has(word) || slips.has(word));
  if (hasPoint && /^\d$/.test(clause)) return true;
  if (named.some((word) => words.has(word))) return true;
  const section = outlines.get(span.file)?.sectionAt(span.start);
  if (section === undefined) return false;
  const places = [unparsed.get(span.file), ...named.map((word) => slips.get(word)?.get(span.file))];
  return places.some((own) => own !== undefined && hasOneIn(own, section));
}

/** Entities that contain mistakes, so that their titles are not known. */
function damagedEntities(
  outlines: ReadonlyMap<string, Outline>,
  errors: readonly Diagnostic[],
  { structure }: UnreadParts,
): (entity: string) => boolean {
  const known = new Map<string, boolean>();
  const isWrong = (entity: string): boolean =>
    [...outlines].some(([path, outline]) =>
      outline.itemsOf(entity).some((item) => {
        const whole = outline.range(item, outline.endOfSection(item));
        const stated = outline.range(item, outline.endOfBody(item));
        return errors.some((error) => {
          const { start, end } = structure.has(error) ? whole : stated;
          return error.span.file === path && error.span.start >= start && error.span.end <= end;
        });
      }),
    );
  return (entity) => {
    const is = known.get(entity) ?? isWrong(entity);
    known.set(entity, is);
    return is;
  };
}
