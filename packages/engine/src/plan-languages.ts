import { languagesOf, translatePlan } from '@nonet/language';
import { indexPlan, type PlanIndex } from './plan-index.ts';

/** The document's own words, of those that are translated. */
const originals = new WeakMap<PlanIndex, PlanIndex>();
const translations = new WeakMap<PlanIndex, Map<string, PlanIndex>>();

/** The plan with the words of one of its languages. */
export function translatedIndex(index: PlanIndex, language: string): PlanIndex {
  const own = ownIndex(index);
  const known = translations.get(own) ?? new Map<string, PlanIndex>();
  translations.set(own, known);
  const found = known.get(language) ?? indexPlan(translatePlan(own.plan, language), own.environment, own.rowSecurity);
  known.set(language, found);
  originals.set(found, own);
  return found;
}

/** The plan in the document's own words, whoever asks. */
export function ownIndex(index: PlanIndex): PlanIndex {
  return originals.get(index) ?? index;
}

/** The plan in the words of the language that serves a locale, where the document translates itself into it; else in its own. */
export function indexFor(index: PlanIndex, locale: string | null): PlanIndex {
  const own = ownIndex(index);
  const ownLanguage = languageOf(own.plan.settings.locale);
  const asked = locale === null ? ownLanguage : languageOf(locale);
  const languages = languagesOf(own.plan);
  const language =
    languages.find((one) => one === locale?.toLowerCase()) ?? languages.find((one) => languageOf(one) === asked);
  return language === undefined || asked === ownLanguage ? own : translatedIndex(own, language);
}

function languageOf(locale: string): string {
  return locale.toLowerCase().split('-')[0] ?? '';
}
