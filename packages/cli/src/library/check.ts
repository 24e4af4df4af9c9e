import { type DiagnosticsReport, type Plan, reportDiagnostics } from '@nonet/language';
import { checkSpecification, type Specification } from './specification.ts';

export type { Specification } from './specification.ts';

/** The output of `nonet check --format json`, and the plan of the product if the document has no errors. */
export interface CheckedSpecification extends DiagnosticsReport {
  readonly plan: Plan | null;
}

/**
 * Checks a document as `nonet check` does.
 * @param specification The path of a file, or `{ text }`.
 */
export function check(specification: Specification): CheckedSpecification {
  const { diagnostics, tree, plan } = checkSpecification(specification);
  return { ...reportDiagnostics(diagnostics, tree.files), plan };
}
