import { createHash } from 'node:crypto';
import { type Pool, run, transaction } from '../store/pool.ts';
import { forgetFailure } from '../worker/worker-failures.ts';
import type { MakePaper } from './make-paper.ts';
import type { ReadPaper } from './paper.ts';

/** The means to set a kept paper. */
interface Setting {
  readonly pool: Pool;
  readonly makePaper: MakePaper;
}

/** Sets a paper that waits for it, and answers its content; null if that file does not wait. @throws what `makePaper` throws */
export async function setWaitingPaper(setting: Setting, file: string): Promise<Buffer | null> {
  const [row] = await run<{ words: ReadPaper }>(setting.pool, {
    text: 'select words from nonet.paper_to_set where file = $1',
    values: [file],
  });
  return row === undefined ? null : setPaper(setting, file, row.words);
}

/**
 * Gives the file of a kept paper its content, once: whoever else sets it meanwhile makes the same. Nothing is held while it is
 * set.
 */
export async function setPaper({ pool, makePaper }: Setting, file: string, words: ReadPaper): Promise<Buffer> {
  const content = Buffer.from(await makePaper(words));
  const hash = createHash('sha256').update(content).digest();
  await transaction(pool, async (client) => {
    await run(client, {
      text: 'update nonet.file set content = $2, size = $3, sha256 = $4 where id = $1 and content is null',
      values: [file, content, content.length, hash],
    });
    const waited = await run<{ clause: string; record: string }>(client, {
      text: 'delete from nonet.paper_to_set where file = $1 returning clause, record',
      values: [file],
    });
    // A mail sets a paper, too: that it could not be set before is over then as well.
    for (const { clause, record } of waited) await forgetFailure(client, { task: 'papers', clause, record });
  });
  return content;
}
