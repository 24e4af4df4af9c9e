import type { Dice } from './dice.ts';
import { addField, convert, dropField } from './edits/fields.ts';
import { dropEntity } from './edits/gone.ts';
import { renameChoice, renameField, renameWord, wordsOf } from './edits/names.ts';
import { dropScreen, permitOtherwise, stateConstant, tighten } from './edits/others.ts';
import type { Edit } from './edits/rows.ts';
import { extractEntity, mergeStates, renameEntity, requireField, splitField } from './edits/structure.ts';
import { type Judged, repaired } from './valid.ts';

/** A later version of a generated document. */
export interface Later extends Judged {
  /** The changes, in words. */
  readonly edits: readonly string[];
  /** Entities by their names of before, which have another name now. */
  readonly entities: ReadonlyMap<string, string>;
  /** Fields by their names of before, whose values have another name now. */
  readonly names: ReadonlyMap<string, string>;
  /** States, events, roles and choices by their names of before, which values name. */
  readonly words: ReadonlyMap<string, string>;
  /** Fields by their names of before, of which the document says that they have other values now, or none. */
  readonly others: ReadonlySet<string>;
  /** Entities by their names of before, which are gone with their records. */
  readonly gone: ReadonlySet<string>;
}

const MOST_EDITS = 4;
const MOST_TRIES = 12;

/**
 * A later version of a document: up to four changes by the language of change (`was`, `from`, `back`, `else open`,
 * `for new`, `Gone`) and by other usual edits. Each is kept if the document has no errors with it. Null if none is.
 */
export function laterDocument(text: string, dice: Dice): Later | null {
  const edits: string[] = [];
  const entities = new Map<string, string>();
  const names = new Map<string, string>();
  const words = new Map<string, string>();
  const others = new Set<string>();
  const gone = new Set<string>();
  const wanted = 1 + dice.below(MOST_EDITS);
  let number = 9000;
  const fresh = (word: string): string => {
    number += 1;
    return `${word}_${number}`;
  };
  let judged: Judged = { text, plan: null, errors: [] };
  for (let tries = 0; tries < MOST_TRIES && edits.length < wanted; tries++) {
    const version = dice.pick(EDITS)(judged.text, dice, fresh);
    if (version === null || version.text === judged.text) continue;
    const tried = repaired(version.text);
    if (tried.plan === null) continue;
    judged = tried;
    edits.push(version.edit);
    if (version.renamed !== undefined) names.set(version.renamed[0], version.renamed[1]);
    if (version.entity !== undefined) entities.set(version.entity[0], version.entity[1]);
    for (const [from, to] of [...(version.word === undefined ? [] : [version.word]), ...(version.words ?? [])]) {
      const before = [...words].find(([, now]) => now === from)?.[0];
      words.set(before ?? from, to);
    }
    for (const other of [...(version.other === undefined ? [] : [version.other]), ...(version.others ?? [])])
      others.add([...names].find(([, to]) => to === other)?.[0] ?? other);
    for (const entity of version.gone ?? []) gone.add(entity);
  }
  return edits.length === 0 ? null : { ...judged, edits, entities, names, words, others, gone };
}

const EDITS: readonly Edit[] = [
  renameField,
  renameField,
  (text, dice) => renameWord(text, dice, 'state', ['fresh', 'waiting', 'checked', 'active']),
  (text, dice) => renameWord(text, dice, 'event', wordsOf(text, 'event')),
  (text, dice) => renameWord(text, dice, 'role', ['clerk', 'chief', 'guest']),
  renameChoice,
  addField,
  addField,
  convert,
  convert,
  dropField,
  dropField,
  renameEntity,
  dropEntity,
  dropEntity,
  mergeStates,
  splitField,
  requireField,
  extractEntity,
  extractEntity,
  dropScreen,
  tighten,
  permitOtherwise,
  stateConstant,
];
