import type { ListPage, ReadRecord, WireRecord } from '../engine.ts';
import type { PlanIndex } from '../plan-index.ts';
import { isMarked, withoutUnreadable } from '../sql/projection.ts';
import { entityTag } from './etag.ts';
import type { ReadScope } from './read-scope.ts';

/** One record as JSON text; it is parsed for those who ask for the object. */
export class RecordText implements ReadRecord {
  readonly json: string;
  readonly etag: string;
  #record: WireRecord | null = null;

  constructor(json: string, etag: string) {
    this.json = json;
    this.etag = etag;
  }

  get record(): WireRecord {
    return (this.#record ??= JSON.parse(this.json) as WireRecord);
  }

  /** As it is kept under an Idempotency-Key: the text itself, for what is read of it may be written otherwise. */
  toJSON(): { readonly json: string; readonly etag: string } {
    return { json: this.json, etag: this.etag };
  }
}

type Answering = Pick<ReadScope, 'index' | 'secret'>;

/** The answer made of a record's fields, as the database wrote them for its reader, and its title. */
export function recordText({ index, secret }: Answering, entity: string, written: string, title: string): RecordText {
  const fields = cleanText(index, entity, written);
  return new RecordText(`{"_title":${JSON.stringify(title)},${fields.slice(1)}`, entityTag(fields, secret));
}

/** The answer that was kept under an Idempotency-Key: as a whole, or as what it is made of. */
export function recallRecord(answering: Answering, entity: string, kept: unknown): RecordText {
  const { fields, title, json, etag } = kept as {
    readonly fields?: string;
    readonly title?: string;
    readonly json?: string;
    readonly etag?: string;
  };
  if (fields !== undefined) return recordText(answering, entity, fields, title ?? '');
  return new RecordText(json ?? '', etag ?? '');
}

/** A page of records as JSON text; they are parsed for those who ask for the objects. */
export class PageText implements ListPage {
  readonly json: string;
  readonly next: string | null;
  readonly count: number | null;
  readonly can: readonly (readonly string[])[] | null;
  #items: readonly WireRecord[] | null = null;

  constructor({ json, next, count, can }: Pick<PageText, 'json' | 'next' | 'count' | 'can'>) {
    this.json = json;
    this.next = next;
    this.count = count;
    this.can = can;
  }

  get items(): readonly WireRecord[] {
    return (this.#items ??= JSON.parse(this.json) as WireRecord[]);
  }
}

/** The text of one record, or of an array of them, without what its reader may not read. */
export function cleanText(index: PlanIndex, entity: string, text: string): string {
  return isMarked(text) ? JSON.stringify(withoutUnreadable(index, entity, JSON.parse(text))) : text;
}
