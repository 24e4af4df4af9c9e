import type { ListPage, ReadRecord, WireRecord } from '../engine.ts';
import type { PlanIndex } from '../plan-index.ts';
import { withoutUnreadable } from '../sql/projection.ts';
import type { CompiledStatement } from '../sql/statement.ts';
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

  /**
   * The form that is stored under an Idempotency-Key: the text itself, because parsing and writing it again could
   * change it.
   */
  toJSON(): { readonly json: string; readonly etag: string } {
    return { json: this.json, etag: this.etag };
  }
}

type Answering = Pick<ReadScope, 'index' | 'secret'>;

/** Whether the statement's text may hold marks of fields that the reader may not read; few texts do. */
type Marking = Pick<CompiledStatement, 'isMarked'>;

/** The answer made of a record's fields, as a statement wrote them for its reader, and its title. */
export function recordText(
  { index, secret }: Answering,
  entity: string,
  { fields: written, title }: { readonly fields: string; readonly title: string },
  statement: Marking,
): RecordText {
  const fields = cleanText(index, entity, written, statement);
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
  // The statement that wrote it is not stored, so it may hold marks.
  if (fields !== undefined) return recordText(answering, entity, { fields, title: title ?? '' }, { isMarked: true });
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

/** The text of one record, or of an array of them, as a statement wrote it, without what its reader may not read. */
export function cleanText(index: PlanIndex, entity: string, text: string, { isMarked }: Marking): string {
  if (!isMarked) return text;
  const content: unknown = JSON.parse(text);
  const cleaned = withoutUnreadable(index, entity, content);
  return cleaned === content ? text : JSON.stringify(cleaned);
}
