import {
  cellAbsence,
  type DiagnosticsReport,
  questionsOf,
  type QuestionsReport,
  reportDiagnostics,
  reportQuestions,
} from '@nonet/language';
import { check } from '../../check-document.ts';
import type { DocumentSource } from '../../document.ts';
import { takes, tryAnswer, writeAnswer } from './try-answer.ts';

/** An answer to a question, as a program gives it. */
export interface GivenAnswer {
  readonly clause: string;
  /** One of the choices, or words where the question takes them. Empty, or `not shown`: it stays open. */
  readonly answer: string;
}

/** The outcome of answers, and the questions that are left. */
export interface AnswersReport extends QuestionsReport {
  readonly answers: readonly AnsweredQuestion[];
}

export interface AnsweredQuestion {
  readonly clause: string;
  readonly result: 'written' | 'left open' | 'refused';
  /** Why it was refused; null if it was not. */
  readonly reason: string | null;
  /** The errors that the document would have with it. */
  readonly errors: DiagnosticsReport['diagnostics'];
}

/**
 * Writes answers into a document, one after the other. One that is none, or would cause an error, is not written.
 * @param read Reads the document again, because each answer changes it.
 */
export async function giveAnswers(read: () => DocumentSource, answers: readonly GivenAnswer[]): Promise<AnswersReport> {
  const results: AnsweredQuestion[] = [];
  for (const given of answers) results.push(await giveAnswer(read(), given));
  return { answers: results, ...reportQuestions(check(read())) };
}

async function giveAnswer(document: DocumentSource, { clause, answer: given }: GivenAnswer): Promise<AnsweredQuestion> {
  const answer = given.trim();
  const checked = check(document);
  const question = questionsOf(checked).find((each) => each.clause === clause);
  const refused = (reason: string, errors: AnsweredQuestion['errors'] = []) =>
    ({ clause, result: 'refused', reason, errors }) as const;
  if (question === undefined) {
    const isGap = checked.model.gaps.some((gap) => gap.clause === clause);
    return refused(
      isGap
        ? 'One line can’t state this: write its headings and tables into the document.'
        : 'The document leaves no such clause open.',
    );
  }
  if (answer.includes('\n') || !takes(question, answer))
    return refused(
      question.choices.length > 0 && !question.takesWords
        ? `It is one of: ${question.choices.join(', ')}.`
        : 'One line can’t state this: write its headings and tables into the document.',
    );
  const leavesOpen = answer === '' || cellAbsence(answer) === 'not shown';
  const tried = leavesOpen ? null : tryAnswer(document, checked, question, answer);
  if (tried === null || tried.isOpen) return { clause, result: 'left open', reason: null, errors: [] };
  if (tried.errors.length > 0)
    return refused('The document would have errors with it.', reportDiagnostics(tried.errors, tried.files).diagnostics);
  await writeAnswer(document, tried);
  return { clause, result: 'written', reason: null, errors: [] };
}
