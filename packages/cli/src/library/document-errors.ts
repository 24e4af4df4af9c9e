import { type DiagnosticsReport, type Plan, reportDiagnostics } from '@nonet/language';
import { checkSpecification, type Specification } from './specification.ts';

/** A document has errors, so that there is nothing to run. */
export class DocumentErrors extends Error {
  override readonly name = 'DocumentErrors';
  /** Its errors, as `check` reports them. */
  readonly diagnostics: DiagnosticsReport['diagnostics'];

  constructor(diagnostics: DiagnosticsReport['diagnostics']) {
    const [first] = diagnostics;
    const at = first === undefined ? '' : ` ${first.file}:${first.range.start.line}: ${first.message} (${first.code})`;
    super(`The document has ${diagnostics.length === 1 ? 'an error' : `${diagnostics.length} errors`}.${at}`);
    this.diagnostics = diagnostics;
  }
}

/** @throws {DocumentErrors} */
export function planOfSpecification(specification: Specification): Plan {
  const { plan, diagnostics, tree } = checkSpecification(specification);
  if (plan !== null) return plan;
  const errors = diagnostics.filter(({ severity }) => severity === 'error');
  throw new DocumentErrors(reportDiagnostics(errors, tree.files).diagnostics);
}
