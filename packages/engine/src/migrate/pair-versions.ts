import { type DocumentPair, pairDocuments, type Plan, renamesBack } from '@nonet/language';

/** How a version goes together with the one in use; `isBack`: where it is a former one that is put to use again. */
export function pairVersions(inUse: Plan, now: Plan, isBack: boolean): DocumentPair {
  return isBack ? pairDocuments(inUse, { ...now, renames: renamesBack(inUse, now) }, []) : pairDocuments(inUse, now);
}
