import type { FieldInUse } from './plan/migration-plan.ts';
import type { VersionStatus, Version } from './versions.ts';
import { ROLLING_HOURS } from './versions.ts';

interface Titles {
  readonly inUse: string;
  readonly now: string;
}

/** The document would drop or reinterpret stored data: nothing was changed. */
export class MigrationRefusal extends Error {
  readonly obstacles: readonly string[];
  /** The clauses that ask for what is refused: of what is gone in the former document, by its new names. */
  readonly clauses: readonly string[];
  /** Whether other values in the records would help, so that people can correct them (`nonet correct`). */
  readonly isCorrectable: boolean;

  /**
   * @param of `titles`: the names of both products, for a user who has mistaken the database or the document; `isBack`: whether
   * the document is a former version, whose text stays as it is.
   */
  constructor(
    refused: readonly RefusedChange[],
    { titles, isBack = false }: { readonly titles?: Titles; readonly isBack?: boolean } = {},
  ) {
    super(
      [
        titles === undefined || titles.inUse === titles.now
          ? "The document can't be put to use, for stored data has no place in it. Nothing was changed."
          : `The database holds “${titles.inUse}”, and “${titles.now}” can't be put to use there, for stored data has no place in it. Nothing was changed.`,
        ...refused.flatMap(({ words, ids, count, remedy }) => [
          `- ${words}.`,
          ...(ids.length === 0 ? [] : [`  ${named(ids, count)}.`]),
          ...(remedy === null ? [] : [`  ${remedy.charAt(0).toUpperCase()}${remedy.slice(1)}.`]),
        ]),
        ...(isBack
          ? [
              'A copy of a former document in which something more is stated is a new version: `nonet apply`, without `--back`, puts it to use.',
            ]
          : []),
      ].join('\n'),
    );
    this.name = 'MigrationRefusal';
    this.obstacles = refused.map(({ words }) => words);
    this.clauses = refused.flatMap(({ clause }) => clause ?? []);
    this.isCorrectable = refused.some(({ correctable = [] }) => correctable.length > 0);
  }
}

function named(ids: readonly string[], count: number): string {
  const more = count > ids.length ? `, and ${count - ids.length} more` : '';
  return `${count === 1 ? 'It is' : 'They are'} ${ids.join(', ')}${more}`;
}

/** One change that stored data forbids. */
export interface RefusedChange {
  /** The clause that asks for the change; null if it is not known. */
  readonly clause: string | null;
  readonly words: string;
  /** The number of records that forbid it; 0 if that is not known. */
  readonly count: number;
  /** The ids of the first ones; none if they are not known. */
  readonly ids: readonly string[];
  /** The text or action that avoids the refusal; null if the refusal itself names it. */
  readonly remedy: string | null;
  /** The fields of the document in use that could have other values instead; none if no value helps. */
  readonly correctable?: readonly FieldInUse[];
}

/** A later document has followed this one and no longer accepts its writes. Nothing was changed. */
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

/** A document is to be put to use again that was never a version. Nothing was changed. */
export class NeverPutToUse extends Error {
  constructor({ number, title }: Version) {
    super(
      `This document was never put to use on this database, so it is no version to go back to (version ${number}, “${title}”, is in use). ` +
        '`nonet versions` lists those that were; without `--back` this one becomes a new version. Nothing was changed.',
    );
    this.name = 'NeverPutToUse';
  }
}

/** An operation that removes data was given another product's document. Nothing was changed. */
export class OtherProduct extends Error {
  constructor(titleInUse: string, title: string) {
    super(
      `The database holds “${titleInUse}”, and this is “${title}”. Name the document that is in use. Nothing was changed.`,
    );
    this.name = 'OtherProduct';
  }
}

/** A document changes or removes stored values, which needs a deliberate command. Nothing was changed. */
export class ChangesValues extends Error {
  /** @param losses What goes of stored data, a line each. */
  constructor(fields: readonly string[], losses: readonly string[]) {
    const values = `gives records that are there new values (\`from\` of ${fields.join(', ')})`;
    super(
      `The document ${fields.length > 0 ? values : `takes away what is stored (\`Gone\`): ${losses.join('; ')}`}. ` +
        '`nonet plan` shows what that does, and `nonet apply` does it. Nothing was changed.',
    );
    this.name = 'ChangesValues';
  }
}

/** A document that was not put to use was given to an operation that changes no schema. Nothing was changed. */
export class DocumentNotInUse extends Error {
  constructor({ current, own }: Pick<VersionStatus, 'current' | 'own'>) {
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
  /** @param onlyServes whether the role of the database may change no schema at all */
  constructor(hasProduct: boolean, onlyServes = false) {
    super(
      hasProduct && onlyServes
        ? 'The database was last used by an earlier version of Nonet, and the role of DATABASE_URL may not bring it to this one: run `nonet apply` as the owner of the database. Nothing was changed.'
        : hasProduct
          ? 'The database was last used by an earlier version of Nonet: `nonet serve`, or `nonet apply`, brings it to this one. Nothing was changed.'
          : 'The database holds no product yet: `nonet serve`, `nonet dev`, or `nonet apply` puts a document to use. Nothing was changed.',
    );
    this.name = 'NotPutToUse';
  }
}

function dayOf(instant: string): string {
  return `${instant.slice(0, 16).replace('T', ' ')} UTC`;
}

/** The database was lost while a document was put to use: the prepared parts remain, and nothing is partly in use. */
export class ChangeBrokenOff extends Error {
  constructor(reason: string) {
    super(
      `The connection to the database was lost while the document was put to use: ${reason.replace(/\.$/, '')}. ` +
        'What was in use stays so, or the document is in use as a whole: do the same again, and it goes on from there.',
    );
    this.name = 'ChangeBrokenOff';
  }
}
