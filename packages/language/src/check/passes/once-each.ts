import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { mistakeOf } from '../../diagnostics/meaning.ts';

/** Reports once what is read several times (a role, permissions of two entities): one error of a code at a place. */
export function onceEach(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const keys = new Set<string>();
  // A body that sets nothing also sets no required field.
  const saysNothing = new Set(diagnostics.flatMap(({ code, span }) => (code === 'N724' ? [span] : [])));
  return diagnostics.filter((one) => {
    const { code, severity, span } = one;
    if (code === 'N723' && saysNothing.has(span)) return false;
    const key = `${code} ${span.file} ${span.start} ${span.end} ${severity === 'error' ? '' : mistakeOf(one)}`;
    if (keys.has(key)) return false;
    keys.add(key);
    return true;
  });
}
