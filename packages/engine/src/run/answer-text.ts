import type { ListPage, ReadRecord, WireRecord } from '../engine.ts';
import type { PlanIndex } from '../plan-index.ts';
import { isMarked, withoutUnreadable } from '../sql/projection.ts';

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

  /** As it is kept under an Idempotency-Key. */
  toJSON(): { readonly record: WireRecord; readonly etag: string } {
    return { record: this.record, etag: this.etag };
  }
}

/** The answer that was kept under an Idempotency-Key. */
export function recallRecord(kept: unknown): RecordText {
  const { record, etag } = kept as Pick<ReadRecord, 'record' | 'etag'>;
  return new RecordText(JSON.stringify(record), etag);
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

/** Puts a title before the fields of a record. */
export function withTitle(title: string, fields: string): string {
  return `{"_title":${JSON.stringify(title)},${fields.slice(1)}`;
}
