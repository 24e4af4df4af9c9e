import {
  type Expression,
  isPageNumber,
  type PaperContent,
  type PaperPart,
  printExpression,
  type Settings,
} from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { plainText } from '../run/format.ts';
import { displayed } from '../run/validation/message.ts';
import { MOST_ROWS } from './compile-paper.ts';
import type { PaperPiece, PaperWords } from './paper.ts';

/** The database's answer about a paper: arrays in the form of `compilePaperParts`. */
export interface PaperValues {
  readonly lines: readonly unknown[];
  readonly body: readonly unknown[];
}

/** A paper is longer than one that can be made. */
export class PaperTooLong extends Error {
  override readonly name = 'PaperTooLong';
}

/** The number of characters of one paper at most. */
const MOST_CHARACTERS = 1_000_000;

/** Puts what was read into the words. @throws {PaperTooLong} */
export function writePaper(
  index: PlanIndex,
  settings: Settings,
  content: PaperContent,
  values: PaperValues,
): PaperWords {
  let characters = 0;
  const textOf = (expression: Expression, value: unknown): string => {
    const text =
      expression.type.kind === 'record' ? plainText(value ?? '') : displayed(index, settings, expression, value);
    characters += text.length;
    if (characters > MOST_CHARACTERS) throw new PaperTooLong(`It has more than ${MOST_CHARACTERS} characters.`);
    return text;
  };
  const valuePiece = (expression: Expression, found: unknown): PaperPiece =>
    Array.isArray(found) ? { value: textOf(expression, found[0]) } : { leftOut: printExpression(expression) };

  const lines = [...values.lines];
  const line = (template: PaperContent['header']): readonly PaperPiece[] | null =>
    template &&
    template.map((part) => {
      if (typeof part === 'string') return part;
      if (isPageNumber(part)) return { number: part.name === 'page' ? 'page' : 'pages' };
      return valuePiece(part, lines.shift());
    });

  const write = (parts: readonly PaperPart[], found: unknown[]): readonly PaperPiece[] =>
    parts.flatMap((part): readonly PaperPiece[] => {
      if (typeof part === 'string') return [part];
      const own = found.shift();
      if (part.kind === 'if') {
        const then = write(part.then, found);
        const otherwise = write(part.otherwise, found);
        if (!Array.isArray(own)) return [{ leftOut: printExpression(part.condition) }, '\n'];
        return own[0] === true ? then : otherwise;
      }
      if (part.kind !== 'for') return [valuePiece(part, own)];
      if (!Array.isArray(own)) return [{ leftOut: printExpression(part.records) }, '\n'];
      if (own.length > MOST_ROWS) throw new PaperTooLong(`It has more than ${MOST_ROWS} rows.`);
      return own.flatMap((row: unknown) => write(part.parts, Array.isArray(row) ? [...row] : []));
    });

  const title = line(content.title) ?? [];
  return {
    // The name of a file has no mark for a value that its reader may not read.
    title: title.map((piece) => (typeof piece === 'string' ? piece : 'value' in piece ? piece.value : '')).join(''),
    header: line(content.header),
    footer: line(content.footer),
    body: write(content.body, [...values.body]),
  };
}
