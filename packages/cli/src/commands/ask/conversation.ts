import path from 'node:path';
import {
  answerGap,
  applyEdits,
  cellAbsence,
  checkDocument,
  type CheckedDocument,
  type Diagnostic,
  excerpt,
  lineMap,
  POINT_TITLES,
  POINTS,
  type Question,
  questionsOf,
  renderText,
  shown,
  type SourceFile,
} from '@nonet/language';
import { check } from '../../check-document.ts';
import { type DocumentSource, readDocument } from '../../document.ts';
import { replaceUnchanged } from '../../replace-file.ts';

/** The person who answers. */
export interface Person {
  say(text: string): void;
  /** Their answer, without its line end; null if they have left. */
  listen(): Promise<string | null>;
  readonly columns: number;
  readonly color: boolean;
}

/**
 * Asks about each gap in turn, and writes each answer into the document immediately, so that leaving loses nothing. An
 * answer that would cause an error is not written: the command shows the error and asks again.
 */
export async function converse(file: string, person: Person): Promise<{ readonly answered: number }> {
  const skipped = new Set<string>();
  let answered = 0;
  for (;;) {
    // The file is read again each time: somebody may be editing it in the meantime.
    const document = readDocument(file);
    const checked = check(document);
    const questions = questionsOf(checked).filter(({ clause }) => !skipped.has(clause));
    const [question] = questions;
    if (question === undefined) break;
    person.say(renderQuestion(question, questions.length, checked, document, person));
    const line = await person.listen();
    if (line === null) break;
    const answer = chosen(question, line.trim());
    if (isNumbered(question.choices) && /^\d+$/.test(answer)) {
      person.say(`The numbers are 1 to ${question.choices.length}.\n\n`);
      continue;
    }
    if (!takes(question, answer)) {
      person.say(
        'One line can’t state this: write its headings and tables into the document.\n`none` states that there is nothing.\n\n',
      );
      continue;
    }
    const tried = answer === '' ? null : tryAnswer(document, checked, question, answer);
    if (tried === null || tried.isOpen) {
      skipped.add(question.clause);
      person.say('Left open.\n\n');
    } else if (tried.errors.length > 0) {
      person.say(`That would be wrong, so it was not written:\n\n${renderErrors(tried, document, person)}\n`);
    } else {
      const target = tried.index === 0 ? document.file : path.join(path.dirname(document.file), tried.after.path);
      await replaceUnchanged(target, tried.before.text, tried.after.text);
      answered += 1;
      person.say(`Written to ${document.pathOf(tried.after.path)}.\n\n`);
    }
  }
  return { answered };
}

/** A number selects the choice with that number; any other text is the answer itself. */
function chosen({ choices }: Question, line: string): string {
  return (isNumbered(choices) && /^\d+$/.test(line) ? choices[Number(line) - 1] : undefined) ?? line;
}

/** Whether a line can be an answer: an empty line, and each word for `not shown`, leave the question open. */
function takes({ choices, takesWords }: Question, answer: string): boolean {
  return takesWords || answer === '' || choices.includes(answer) || cellAbsence(answer) !== null;
}

/** If `none` is the only choice, a number is an answer itself (a page size). */
function isNumbered(choices: readonly string[]): boolean {
  return choices.length > 1;
}

interface Tried {
  readonly index: number;
  readonly before: SourceFile;
  readonly after: SourceFile;
  /** Whether the gap remains: the answer was another word for `not shown`. */
  readonly isOpen: boolean;
  /** Errors that the document does not have without the answer. */
  readonly errors: readonly Diagnostic[];
  readonly files: readonly SourceFile[];
}

function tryAnswer(
  document: DocumentSource,
  checked: CheckedDocument,
  { clause }: Question,
  answer: string,
): Tried | null {
  const edits = answerGap(checked, clause, answer);
  const index = checked.tree.files.findIndex(({ path: name }) => name === edits?.[0]?.span.file);
  const before = checked.tree.files[index];
  if (edits === null || before === undefined) return null;
  const after = applyEdits(before, edits);
  const result = checkDocument(index === 0 ? after : document.main, (name) =>
    index > 0 && name === after.path ? { kind: 'file', text: after.text } : document.readInclude(name),
  );
  const known = checked.diagnostics.map(identity);
  const errors = result.diagnostics.filter((found) => {
    if (found.severity !== 'error') return false;
    const at = known.indexOf(identity(found));
    if (at >= 0) known.splice(at, 1);
    return at < 0;
  });
  const isOpen = result.model.gaps.some((gap) => gap.clause === clause);
  return { index, before, after, isOpen, errors, files: result.tree.files };
}

function identity({ code, clause, message }: Diagnostic): string {
  return `${code} ${clause ?? ''} ${message}`;
}

function renderErrors({ errors, files }: Tried, { pathOf }: DocumentSource, { columns, color }: Person): string {
  return renderText(errors, files, { color, width: columns, showPath: pathOf });
}

function renderQuestion(
  { clause, consequence, span, choices, takesWords }: Question,
  left: number,
  { tree }: CheckedDocument,
  { pathOf }: DocumentSource,
  { columns }: Person,
): string {
  const source = tree.files.find((file) => file.path === span.file);
  const cut = source && excerpt(lineMap(source), span, Math.max(20, columns - 8));
  const place = `${pathOf(span.file)}:${cut?.line ?? 1}`;
  const width = String(choices.length).length;
  return [
    `${left} ${left === 1 ? 'question' : 'questions'} left. ${shown(titleOf(clause))}, ${shown(place)}`,
    shown(consequence),
    ...(cut?.text.trim()
      ? ['', `    ${cut.text}`, `    ${' '.repeat(cut.markStart)}${'^'.repeat(cut.markWidth)}`, '']
      : []),
    ...(isNumbered(choices)
      ? choices.map((choice, index) => `  ${String(index + 1).padStart(width)}  ${shown(choice)}`)
      : []),
    `${waysToAnswer(choices, takesWords)}; an empty line skips.`,
    '',
  ].join('\n');
}

function waysToAnswer(choices: readonly string[], takesWords: boolean): string {
  const offered = isNumbered(choices) ? 'A number' : choices.length > 0 ? choices.join(', ') : null;
  return [
    ...(offered === null ? [] : [offered]),
    ...(takesWords ? [offered === null ? 'Your own words' : 'or your own words'] : []),
  ].join(', ');
}

/** A point by its words, everything else by its address. */
function titleOf(clause: string): string {
  const point = /^\d$/.test(clause) ? POINTS[Number(clause) - 1] : undefined;
  return point === undefined ? clause : `Point ${clause}, ${POINT_TITLES[point]}`;
}
