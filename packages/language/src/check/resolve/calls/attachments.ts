import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import type { Scope } from '../../../expression/scope.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Attachment } from '../../../model/outbound-calls.ts';
import type { Cell } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import type { Declared } from '../../declared.ts';
import { isPaperOf, readPaperOf } from '../paper-of.ts';
import { type Part, splitList } from '../words.ts';

/** Reads `paper reminder_letter, receipt`. Null if something of it has mistakes, which are reported. */
export function readAttachments(
  context: Context,
  declared: Declared,
  cell: Cell,
  scope: Scope,
): readonly Attachment[] | null {
  const read = splitList(cell).map((item) => readOne(context, declared, item, scope));
  const found = read.filter((each) => each !== null);
  return found.length === read.length ? found : null;
}

function readOne(context: Context, declared: Declared, item: Part, scope: Scope): Attachment | null {
  const type = scope.variables['this'];
  if (isPaperOf(item) && type !== undefined) {
    const own: Expression = { kind: 'variable', name: 'this', type };
    const paper = readPaperOf(context, declared, item, own, (words) => context.expression(words, scope, null));
    return paper && { kind: 'paper', ...paper };
  }
  const file = context.expression(item, scope, null);
  if (file === null || file.type.kind === 'unknown') return null;
  if (isFile(declared, file)) return { kind: 'file', file };
  context.report('N789', CALLS_CODES.N789, { text: item.text }, item.span);
  return null;
}

/** Whether it is the field of an upload; an id has the same type in expressions. */
function isFile({ entities }: Declared, file: Expression): boolean {
  if (file.kind !== 'field' || file.of.type.kind !== 'record') return false;
  const kind = entities.get(file.of.type.entity)?.fields.get(file.field)?.type.kind;
  return kind === 'file' || kind === 'image';
}
