import { questionsOf } from './answer-gap.ts';
import type { CheckedDocument } from '../check/check.ts';
import { Places } from '../diagnostics/render/places.ts';

/** The gaps of a document as questions to people. */
export interface QuestionsReport {
  readonly questions: readonly ListedQuestion[];
  /** The gaps that no answer of one line fills: they take headings and tables. */
  readonly others: readonly { readonly clause: string; readonly consequence: string }[];
}

export interface ListedQuestion {
  readonly clause: string;
  /** The behaviour that the product lacks because of it. */
  readonly consequence: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** Answers that the document itself offers. */
  readonly choices: readonly string[];
  /** Whether free text is an answer, too. */
  readonly takesWords: boolean;
}

/** The questions of a document, in the order of its gaps. */
export function reportQuestions(checked: CheckedDocument): QuestionsReport {
  const places = new Places(checked.tree.files);
  const found = questionsOf(checked);
  const asked = new Set(found.map(({ clause }) => clause));
  return {
    questions: found.map(({ clause, consequence, span, choices, takesWords }) => {
      const { line, column } = places.range(span).start;
      return { clause, consequence, file: span.file, line, column, choices, takesWords };
    }),
    others: checked.model.gaps
      .filter(({ clause }) => !asked.has(clause))
      .map(({ clause, consequence }) => ({ clause, consequence })),
  };
}
