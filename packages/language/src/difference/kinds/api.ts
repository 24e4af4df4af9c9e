import { compareApis } from '../api/compare.ts';
import { derivedApi } from '../api/derived.ts';
import type { Comparison } from '../comparison.ts';
import type { Found } from '../difference.ts';

/** The API that follows from the document, for programs that call it. */
export function apiDifferences({ former, now, names }: Comparison): Found[] {
  return compareApis(derivedApi(former), derivedApi(now), (clause) => {
    const [point, entity, field] = clause.split('.');
    if (point !== '3' || entity === undefined || field === undefined) return clause;
    return `3.${names.entity(entity) ?? entity}.${names.field(entity, field) ?? field}`;
  });
}
