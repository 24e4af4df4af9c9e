import {
  type CheckedDocument,
  excerpt,
  lineMap,
  POINT_TITLES,
  POINTS,
  type Question,
  questionsOf,
  renderText,
  shown,
} from '@nonet/language';
import { check } from '../../check-document.ts';
import { type DocumentSource, readDocument } from '../../document.ts';
import { takes, type Tried, tryAnswer, writeAnswer } from './try-answer.ts';

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
      await writeAnswer(document, tried);
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

/** If `none` is the only choice, a number is an answer itself (a page size). */
function isNumbered(choices: readonly string[]): boolean {
  return choices.length > 1;
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
