import { type Attachment, printExpression } from '@nonet/language';
import { ownIndex } from '../plan-languages.ts';
import { compilePaperOf, findWholePaper, paperOf } from '../papers/paper-of.ts';
import { PaperTooLong } from '../papers/write-paper.ts';
import { compileExpression } from '../sql/expression.ts';
import type { SqlContext, SqlVariable } from '../sql/context.ts';
import { NULL } from '../sql/logic.ts';
import { refuse } from '../run/refuse.ts';
import type { PlanIndex } from '../plan-index.ts';
import type { QueuedAttachment } from './queued-mail.ts';

/** The files of a mail as they are queued, and why some are not among them. */
export interface Attached {
  readonly attachments: readonly QueuedAttachment[];
  readonly leftOut: readonly string[];
  readonly problems: readonly string[];
}

export const NOTHING_ATTACHED: Attached = { attachments: [], leftOut: [], problems: [] };

/** The SQL of what a mail brings: of a paper all that it says, of a file its row. `user`: for whom a paper is made. */
export function compileAttachment(
  index: PlanIndex,
  attachment: Attachment,
  context: SqlContext,
  user: SqlVariable,
): string {
  if (attachment.kind === 'paper') {
    const paper = findWholePaper(index, attachment.paper);
    return paper === null ? NULL : compilePaperOf(paper, attachment.of, context, user);
  }
  const id = compileExpression(attachment.file, context);
  return context.parameters.subselect(
    `(select json_build_object('id', f."id", 'name', f."name", 'type', f."type", 'size', f."size")::text from nonet.file f where f."id" = ${id})`,
  );
}

/** An attachment with what was read for it: as its recipient may read it, and as it is. */
export interface ReadAttachment {
  readonly attachment: Attachment;
  readonly shown: string | null;
  readonly whole: string | null;
}

/** Puts them into a queued mail. A paper that can't be made does not keep the mail back: it is told with it. */
export function queuedAttachments(index: PlanIndex, read: readonly ReadAttachment[]): Attached {
  const attachments: QueuedAttachment[] = [];
  const leftOut: string[] = [];
  const problems: string[] = [];
  for (const { attachment, shown, whole } of read) {
    const name = nameOf(attachment);
    if (shown === null) {
      if (whole !== null) leftOut.push(name);
    } else if (attachment.kind === 'file') attachments.push({ kind: 'file', ...(JSON.parse(shown) as StoredFileRow) });
    else {
      const paper = findWholePaper(ownIndex(index), attachment.paper);
      if (paper === null) throw refuse(index, 'NOT_SPECIFIED', { clause: `7.${attachment.paper}` });
      try {
        attachments.push({ kind: 'paper', paper: paperOf(index, paper, shown) });
      } catch (error) {
        if (!(error instanceof PaperTooLong)) throw error;
        problems.push(`Left out, because it is too long: ${name}. ${error.message}`);
      }
    }
  }
  return { attachments, leftOut, problems };
}

interface StoredFileRow {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly size: number;
}

function nameOf(attachment: Attachment): string {
  return attachment.kind === 'paper' ? `paper ${attachment.paper}` : printExpression(attachment.file);
}
