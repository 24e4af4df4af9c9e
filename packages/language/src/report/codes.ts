import { CATALOGUE } from '../diagnostics/catalogue.ts';
import type { Severity } from '../diagnostics/severity.ts';

/** The page of a code. */
export interface ExplainedCode {
  readonly code: string;
  readonly severity: Severity;
  readonly title: string;
  /** The page: what is wrong and how to write it, with examples; Markdown. */
  readonly page: string;
}

/** All codes that a diagnostic can carry, in the order of the catalogue. */
export interface CodesReport {
  readonly codes: readonly ExplainedCode[];
}

/** The pages of codes. @param ids All of them unless stated. */
export function reportCodes(ids: readonly string[] = [...CATALOGUE.keys()]): CodesReport {
  return {
    codes: ids.flatMap((id) => {
      const found = CATALOGUE.get(id);
      return found === undefined
        ? []
        : [{ code: id, severity: found.severity, title: found.title, page: found.page.trim() }];
    }),
  };
}
