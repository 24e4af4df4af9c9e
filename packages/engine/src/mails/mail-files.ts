import type { CallWorkerOptions } from '../calls/options.ts';
import { PDF } from '../files/types.ts';
import { NoTypesetter, pdfName, titleOfPaper } from '../papers/make-paper.ts';
import { setWaitingPaper } from '../papers/set-paper.ts';
import { run } from '../store/pool.ts';
import type { MailFile, QueuedMail } from './queued-mail.ts';

/** The bytes that a mail brings at most: mail servers take about 25 MB, of which its encoding needs a third. */
export const MOST_BYTES = 18_000_000;

/**
 * The files of a mail, papers set as PDF, and what of them it goes without: what was deleted since, and what makes it too large.
 * @throws {NoTypesetter}; anything else if a paper could not be set now
 */
export async function filesOfMail(
  { pool, makePaper = null }: Pick<CallWorkerOptions, 'pool' | 'makePaper'>,
  { attachments = [] }: Pick<QueuedMail, 'attachments'>,
): Promise<{ readonly files: readonly MailFile[]; readonly problems: readonly string[] }> {
  const files: MailFile[] = [];
  const problems: string[] = [];
  let bytes = 0;
  const add = (file: MailFile) => {
    if (bytes + file.content.length > MOST_BYTES) {
      problems.push(`Left out, because the mail would be too large: ${file.name}.`);
      return;
    }
    bytes += file.content.length;
    files.push(file);
  };
  for (const attachment of attachments) {
    if (attachment.kind === 'paper') {
      if (!makePaper) throw new NoTypesetter();
      const content = await makePaper(attachment.paper);
      add({ name: pdfName(titleOfPaper(attachment.paper)), type: PDF, content });
      continue;
    }
    const content = await contentOf({ pool, makePaper }, attachment.id);
    if (content === null) problems.push(`Left out, because it was deleted: ${attachment.name}.`);
    else add({ name: attachment.name, type: attachment.type, content });
  }
  return { files, problems };
}

/** The content of a file, of a paper that the same event has kept as well, which may not have been set yet; null if it is gone. */
async function contentOf(
  { pool, makePaper = null }: Pick<CallWorkerOptions, 'pool' | 'makePaper'>,
  id: string,
): Promise<Uint8Array | null> {
  const read = async () => {
    const [row] = await run<{ content: Buffer | null }>(pool, {
      text: 'select content from nonet.file where id = $1',
      values: [id],
    });
    return row;
  };
  const row = await read();
  if (row === undefined || row.content !== null) return row?.content ?? null;
  if (!makePaper) throw new NoTypesetter();
  // Without words that wait, it was set just now.
  return (await setWaitingPaper({ pool, makePaper }, id)) ?? (await read())?.content ?? null;
}
