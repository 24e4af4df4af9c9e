import type { VersionDifferencesView } from '@nonet/client';
import { checkDocument, groupDifferences, type Plan, reportDifferences } from '@nonet/language';

/** The files of a document, the main one first. */
type DocumentFiles = Plan['sources'];

/** Two versions of a document by their numbers; one whose text is not kept has no files. */
export interface ComparedVersions {
  readonly former: { readonly number: number; readonly files: DocumentFiles };
  readonly now: { readonly number: number; readonly files: DocumentFiles };
}

/**
 * The differences in meaning between two versions, as `nonet diff` reports them. Takes a second or so for a large
 * document.
 */
export function versionDifferences({ former, now }: ComparedVersions): VersionDifferencesView {
  const plans = [former, now].map(({ files }) => planOf(files));
  const [before, after] = plans;
  const numbers = { former: former.number, new: now.number };
  if (!before || !after)
    return {
      ...numbers,
      unreadable: [former, now].flatMap(({ number }, at) => (plans[at] ? [] : [number])),
      groups: [],
    };
  const { differences } = reportDifferences(
    { name: String(former.number), plan: before },
    { name: String(now.number), plan: after },
    null,
  );
  const groups = groupDifferences(differences).map(({ group, differences: found }) => ({
    group,
    differences: found.map(({ effect, clause, newPlace, formerPlace, ...rest }) => ({
      effect,
      clause,
      file: (newPlace ?? formerPlace)?.file ?? null,
      line: (newPlace ?? formerPlace)?.line ?? null,
      isThere: newPlace !== null,
      text: rest.text,
      example: [...rest.example],
      isAssumed: rest.isAssumed,
      because: [...rest.because],
      audiences: [...rest.audiences],
    })),
  }));
  return { ...numbers, unreadable: [], groups };
}

/** Null where it is no document of this version of the language. */
function planOf([main, ...others]: DocumentFiles): Plan | null {
  if (main === undefined) return null;
  return checkDocument(main, (included) => {
    const found = others.find(({ path }) => path === included);
    return found === undefined ? { kind: 'missing' } : { kind: 'file', text: found.text };
  }).plan;
}
