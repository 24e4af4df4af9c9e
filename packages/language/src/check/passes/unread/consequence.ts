import type { DetailsOf } from '../../../diagnostics/catalogue.ts';
import { isNotUnique } from '../../../diagnostics/codes/calls.ts';
import { type Diagnostic, hasCode } from '../../../diagnostics/diagnostic.ts';
import { hasTrait, isUnknownName, namesIn } from '../../../diagnostics/meaning.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import { isWithin, type Span } from '../../../source/span.ts';
import type { SpecTree } from '../../../syntax/tree.ts';
import { nameOf } from '../name-of.ts';
import type { Lost } from './lost.ts';
import type { Outline } from './outline.ts';
import { hasOneIn, placeAround, type Unread } from './range.ts';
import { bare, wordsOf } from './words.ts';

/**
 * What says of something written elsewhere that it does not fit, besides that there is no such name. Anything else is said of how
 * something is written, and is a mistake of its own.
 */
const FOLLOWING = ['of a field', 'of the whole', 'missing step', 'of what is stated elsewhere'] as const;
/** An event of an entity as the catalogue writes it: `Claim submit`. */
const EVENT = /^[A-Z]\w* [a-z]\w*$/;
/** Names are compared with so many that are none, so that a document full of them takes no longer. */
const MOST_MISNAMED = 20;

/** Whether a diagnostic only follows from a mistake that is reported already. */
export type IsConsequence = (diagnostic: Diagnostic) => boolean;

/** What stands in a place that could not be read is not reported besides, unless it is a slip of its own in a row. */
export function isHidden(place: Unread, { severity, fix }: Diagnostic): boolean {
  return place.kind !== 'row' || severity !== 'error' || fix === undefined;
}

/** Whether a diagnostic follows from what could not be read. */
export function consequencesOf(
  tree: SpecTree,
  found: readonly Diagnostic[],
  outlines: ReadonlyMap<string, Outline>,
  lost: Lost,
): IsConsequence {
  const errors = found.filter(({ severity }) => severity === 'error');
  const hasUnknownStep = errors.some(
    (error) =>
      hasTrait(error, 'unknown step') || (hasCode(error, 'N802') && namesIn(error).some((name) => EVENT.test(name))),
  );
  const sourceOf = ({ file, ...range }: Span): string => outlines.get(file)?.slice(range) ?? '';
  const lineOf = ({ file, start }: Span): string => `${file} ${outlines.get(file)?.lineAt(start)}`;
  const wrongLines = Map.groupBy(errors, ({ span }) => lineOf(span));
  const isWrong = damagedEntities(outlines, errors, lost);

  const isUnstated = (diagnostic: Diagnostic): boolean => isOfUnread(diagnostic, outlines, lost);

  /** Whether a field is set to null that may be optional, in what could not be read of its row. */
  const isNullFor = (diagnostic: Diagnostic): boolean => {
    if (!hasCode(diagnostic, 'N060') || diagnostic.details.found !== 'null') return false;
    const { span } = diagnostic;
    const before = sourceOf({ ...span, start: Math.max(0, span.start - 80), end: span.start });
    const name = /(\w+)\s*=\s*$/.exec(before)?.[1] ?? '';
    return lost.names.ofStructure.has(name) || lost.fields.has(name);
  };

  /** Whether something of the entity that a permission can't be for, as point 3 states it, could not be read. */
  const hasUnreadSetting = ({ entity, never }: { readonly entity: string; readonly never: string }): boolean => {
    const setting = never === 'history' ? 'history' : 'delete';
    return [...outlines].some(([path, outline]) =>
      outline.itemsOf(entity).some((item) => {
        const section = outline.range(item, outline.endOfSection(item));
        const isOfSetting = ({ code, span }: Diagnostic): boolean =>
          code === 'N313' &&
          isWithin(span, { file: path, ...section }) &&
          outline.firstCell(outline.lineAt(span.start)) === setting;
        return hasOneIn(lost.unread.get(path) ?? [], section) || errors.some(isOfSetting);
      }),
    );
  };

  /** Whether a query reads the field of states that an entity of point 4 doesn't have (N403). */
  const isOfNoState = ({ name, entity }: DetailsOf<'N056'>): boolean =>
    errors.some((error) => hasCode(error, 'N403') && error.details.entity === entity && error.details.field === name);

  /** Whether the record that there is not stands in a row that could not be read: that of another table. */
  const isInLostRow = (record: string): boolean =>
    [...lost.unread].some(([path, places]) =>
      places.some((place) => place.isRow && outlines.get(path)?.slice(place).includes(record)),
    );

  /** Whether it is said because of what is missing: a state, a field, a record, a cause, or of the whole. */
  const isLacking = (diagnostic: Diagnostic): boolean => {
    const { code, span } = diagnostic;
    const quotes = (has: (name: string) => boolean): boolean => quotedIn(diagnostic).some(has);
    // What is missing is reported of all its fields at once: it follows where all of them may be meant otherwise.
    if (diagnostic.fields !== undefined) return diagnostic.fields.every((field) => lost.fieldsOfEntities.has(field));
    if (hasTrait(diagnostic, 'missing step')) return hasUnknownStep || isUnstated(diagnostic);
    // What an entity's settings do not say may stand in one that could not be read.
    if (hasCode(diagnostic, 'N612')) {
      const { why } = diagnostic.details;
      if (('never' in why && hasUnreadSetting(why)) || (lost.ownsChildren && 'roleOf' in why)) return true;
    }
    if (code === 'N315' && quotes((name) => lost.roles.has(name))) return true;
    if (hasCode(diagnostic, 'N056')) return isOfNoState(diagnostic.details);
    if (hasCode(diagnostic, 'N316')) {
      const { entity, text, found } = diagnostic.details;
      return isInLostRow(text) || (found <= 1 && isWrong(entity));
    }
    if (code === 'N317' && (wrongLines.get(lineOf(span))?.length ?? 0) > 1) return true;
    if (code === 'N418' && quotes((name) => lost.offered.has(name))) return true;
    if ((hasTrait(diagnostic, 'of a field') || isOfUnique(diagnostic)) && quotes((name) => lost.fields.has(name)))
      return true;
    return (
      isNullFor(diagnostic) ||
      (hasTrait(diagnostic, 'of the whole') && quotes((name) => lost.words.has(name.toLowerCase())))
    );
  };

  const followed = new Map<Diagnostic, boolean>();
  /** Whether the mistake of a place follows from another one: then each that is found there is judged by itself. */
  const isFollowed = ({ root }: Unread): boolean => {
    const is = followed.get(root) ?? isConsequence(root);
    followed.set(root, is);
    return is;
  };

  const isConsequence: IsConsequence = (diagnostic) => {
    const { code, severity, span } = diagnostic;
    if (severity === 'hint' || severity === 'disclosure') return false;
    if (!lost.rootOf.has(diagnostic)) {
      const around = placeAround(lost.unread.get(span.file) ?? [], span);
      if (around !== undefined && isHidden(around, diagnostic) && !isFollowed(around)) return true;
    }
    if (severity === 'error' && !mayFollow(diagnostic)) return false;
    if (lost.hasPoint && (code === 'N007' || code === 'N009')) return true;
    if (code === 'N317' && placeAround(lost.columns.get(span.file) ?? [], span) !== undefined) return true;
    if (severity !== 'error') return isUnstated(diagnostic);
    if (lost.structure.has(diagnostic)) return false;
    // What could not be read may have been the one place that raises it, and parameters are entities in small letters.
    if (code === 'N805' || code === 'N204')
      return quotedIn(diagnostic).some(
        (name) => lost.words.has(name.toLowerCase()) || (code === 'N805' && lost.offered.has(name)),
      );
    if (isLacking(diagnostic)) return true;
    const isNamed = (name: string): boolean => isStatedIn(lost, diagnostic, name);
    const isUnknown = isUnknownName(diagnostic);
    const name = nameOf(tree, diagnostic);
    // What is offered is known, wherever it may be stated besides, and so is what is quoted with an unknown name.
    const isMeant = (one: string): boolean =>
      isUnknown && code !== 'N802' ? one.toLowerCase() === name : one !== diagnostic.offered;
    const named = (diagnostic.fields?.flatMap((field) => field.split('.')) ?? quotedIn(diagnostic)).filter(isMeant);
    if (isNamed(bare(sourceOf(span))) || named.some(isNamed)) return true;
    if (!isUnknown) return false;
    const other = inOtherCase(sourceOf(span), diagnostic);
    return (
      mayBeIn(lost, diagnostic, name) && (other === undefined || lost.namesFor(diagnostic).words.asWritten.has(other))
    );
  };
  return isConsequence;
}

/** Whether an error may be said because of another place. */
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

/** Whether what could not be read may state a name. The first one of two mistakes of one kind is reported. */
function isStatedIn({ rootOf, namesFor, order }: Lost, diagnostic: Diagnostic, name: string): boolean {
  const names = namesFor(diagnostic);
  const own = rootOf.get(diagnostic);
  if (names.ofStructure.has(name)) return true;
  if (own?.kind !== 'table' && names.ofTables.has(name)) return true;
  if (!own?.isNaming && names.ofColumns.has(name)) return true;
  if (own === undefined) return names.first.has(name) || names.meant.has(name);
  return (names.first.get(name) ?? Infinity) < (order.get(diagnostic) ?? 0);
}

/** Whether a name that is not known may stand somewhere in what could not be read. */
function mayBeIn({ rootOf, namesFor, strayed, order }: Lost, diagnostic: Diagnostic, name: string): boolean {
  const { words, misnamed } = namesFor(diagnostic);
  if (strayed.has(name) || nearest(name, misnamed.slice(0, MOST_MISNAMED)) !== null) return true;
  const own = rootOf.get(diagnostic);
  if (own === undefined) return words.all.has(name);
  if (words.ofStructure.has(name)) return true;
  if (own.kind === 'table') return false;
  // A row that states names itself is damaged by what is damaged before it, so that the first one is reported.
  const before = own.statesNames ? (order.get(diagnostic) ?? 0) : Infinity;
  return (own.kind === 'row' && words.ofTables.has(name)) || (words.ofRows.get(name) ?? Infinity) < before;
}

/** Whether a gap or warning is about what may stand in what could not be read. */
function isOfUnread(
  diagnostic: Diagnostic,
  outlines: ReadonlyMap<string, Outline>,
  { words, slips, fields, unread, hasPoint }: Lost,
): boolean {
  const { code, severity, span, clause = '' } = diagnostic;
  const named = wordsOf(clause);
  if (code === 'N076') return quotedIn(diagnostic).some((name) => fields.has(name));
  if (severity === 'warning') return code !== 'N099' && named.some((word) => words.has(word) || slips.has(word));
  if (hasPoint && /^\d$/.test(clause)) return true;
  if (named.some((word) => words.has(word))) return true;
  const section = outlines.get(span.file)?.sectionAt(span.start);
  if (section === undefined) return false;
  const places = [unread.get(span.file), ...named.map((word) => slips.get(word)?.get(span.file))];
  return places.some((own) => own !== undefined && hasOneIn(own, section));
}

/** Whether something is wrong with an entity: then its titles are not known. */
function damagedEntities(
  outlines: ReadonlyMap<string, Outline>,
  errors: readonly Diagnostic[],
  { structure }: Lost,
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
