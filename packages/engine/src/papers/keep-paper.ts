import { message } from '@nonet/language';
import { PDF } from '../files/types.ts';
import type { Write } from '../run/write.ts';
import { refuse } from '../run/refuse.ts';
import { newId } from '../run/values/identifier.ts';
import { run } from '../store/pool.ts';
import { pdfName, titleOfPaper } from './make-paper.ts';
import { paperOf, type WholePaper } from './paper-of.ts';
import { PaperTooLong } from './write-paper.ts';

/**
 * Keeps a paper with all that it says now, as a file without content, which is set after the transaction, and answers its id. The words
 * are complete: whatever happens to the record or the document, it will be the same file.
 *
 * @param read What `compilePaperOf` has read.
 * @throws {Refusal} TOO_LARGE
 */
export async function keepPaper(
  write: Pick<Write, 'index' | 'client' | 'now'>,
  paper: WholePaper,
  read: string,
  about: { readonly record: string; readonly clause: string },
): Promise<string> {
  const words = wordsOf(write, paper, read);
  const id = newId();
  await run(write.client, {
    text: `with kept as (
             insert into nonet.file (id, name, type, size, uploaded_at, paper) values ($1, $2, $3, 0, $4, $5) returning id
           )
           insert into nonet.paper_to_set (file, clause, record, words, due_at) select id, $6, $7, $8::jsonb, $4 from kept`,
    values: [
      id,
      pdfName(titleOfPaper(words)),
      PDF,
      write.now,
      paper.name,
      about.clause,
      about.record,
      JSON.stringify(words),
    ],
  });
  return id;
}

function wordsOf({ index }: Pick<Write, 'index'>, paper: WholePaper, read: string) {
  try {
    return paperOf(index, paper, read);
  } catch (error) {
    if (!(error instanceof PaperTooLong)) throw error;
    throw refuse(index, 'TOO_LARGE', { clause: paper.clause, words: message('paperTooLong') });
  }
}
