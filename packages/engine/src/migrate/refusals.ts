import type { Standing, Version } from './versions.ts';
import { ROLLING_HOURS } from './versions.ts';

/** The document would drop or reinterpret stored data: nothing was changed. */
export class MigrationRefusal extends Error {
  readonly obstacles: readonly string[];

  constructor(refused: readonly RefusedChange[]) {
    super(
      [
        "The document can't be put to use, for stored data has no place in it. Nothing was changed.",
        ...refused.flatMap(({ words, ids, count, remedy }) => [
          `- ${words}.`,
          ...(ids.length === 0 ? [] : [`  ${named(ids, count)}.`]),
          ...(remedy === null ? [] : [`  ${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}.`]),
        ]),
      ].join('\n'),
    );
    this.name = 'MigrationRefusal';
    this.obstacles = refused.map(({ words }) => words);
  }
}

function named(ids: readonly string[], count: number): string {
  const more = count > ids.length ? `, and ${count - ids.length} more` : '';
  return `${count === 1 ? 'It is' : 'They are'} ${ids.join(', ')}${more}`;
}

/** One change that stored data forbids. */
export interface RefusedChange {
  /** The clause that asks for the change; null where it is not known. */
  readonly clause: string | null;
  readonly words: string;
  /** How many records forbid it; 0 where that is not known. */
  readonly count: number;
  /** Of the first ones; none where they are not known. */
  readonly ids: readonly string[];
  /** What to write or to do instead; null where the words say it. */
  readonly remedy: string | null;
}

/** The document was followed by another one, which takes no longer what it writes. Nothing was changed. */
export class FormerDocument extends Error {
  constructor(own: Version, { number, putToUseAt, keepsFormer }: Version) {
    super(
      `This is version ${own.number} of the document, which version ${number} has followed on ${dayOf(putToUseAt)}` +
        `${keepsFormer ? `, more than ${ROLLING_HOURS} hours ago` : ', and what this one writes has no place in that'}. ` +
        `Start version ${number}. To go back on purpose, put this one to use again: \`nonet apply --back\`. Nothing was changed.`,
    );
    this.name = 'FormerDocument';
  }
}

/** A document gives stored fields other values, which is put to use on purpose alone. Nothing was changed. */
export class ChangesValues extends Error {
  constructor(fields: readonly string[]) {
    super(
      `The document gives records that are there new values (\`from\` of ${fields.join(', ')}). ` +
        '`nonet plan` tells what that does, and `nonet apply` does it. Nothing was changed.',
    );
    this.name = 'ChangesValues';
  }
}

/** A document that was not put to use was given to what changes no schema. Nothing was changed. */
export class DocumentNotInUse extends Error {
  constructor({ current, own }: Pick<Standing, 'current' | 'own'>) {
    super(
      `The database has version ${current.number} of the document in use, since ${dayOf(current.putToUseAt)}, and this is ` +
        `${own === null ? 'none that was put to use' : `version ${own.number}`}. Name the document that is in use, ` +
        'or put this one to use: `nonet apply`. Nothing was changed.',
    );
    this.name = 'DocumentNotInUse';
  }
}

/** The database holds no product, or one of an earlier version of Nonet, and who asks changes no schema. */
export class NotPutToUse extends Error {
  constructor(hasProduct: boolean) {
    super(
      hasProduct
        ? 'The database was last used by an earlier version of Nonet: `nonet serve`, or `nonet apply`, brings it to this one. Nothing was changed.'
        : 'The database holds no product yet: `nonet serve`, `nonet dev`, or `nonet apply` puts a document to use. Nothing was changed.',
    );
    this.name = 'NotPutToUse';
  }
}

function dayOf(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}
