/**
 * `GET /api/-/corrections`: the records that lack what the document in use asks of new ones. `POST` with the files of another
 * document: those that it has no place for. For those that may read the document.
 */
export interface CorrectionsView {
  /** Errors of the document that was sent: then it is not compared with any records. */
  errors: { code: string; file: string; line: number; column: number; message: string }[];
  problems: CorrectionProblemView[];
  /** The obstacles that no other value removes, and what the document has to say instead. */
  left_to_document: { clause: string; message: string; remedy: string | null }[];
}

export interface CorrectionProblemView {
  /** The field of the document in use that needs another value. */
  entity: string;
  field: string;
  message: string;
  /** The words that the document could have instead; null if only another value helps. */
  remedy: string | null;
  /** How many records have the problem. */
  count: number;
  /** The first of those that this reader may see. */
  records: CorrectionRecordView[];
}

export interface CorrectionRecordView {
  /** The record by which people see it: the owner of a list for one of its entries. */
  entity: string;
  id: string;
  _title: string;
  /** The field's value; null if there is none, or this reader may not see it. */
  value: unknown;
  /** Whether this reader may change it. */
  may_change: boolean;
}

/** A document that `POST /api/-/corrections` takes: its files, the main one first. */
export interface CorrectionsBody {
  files: { path: string; text: string }[];
}
