import type { Comparison } from '../comparison.ts';
import type { Found } from '../difference.ts';
import { isSameData, PLACES_AND_WORDS } from '../equal.ts';

/** Point 8: codes, statuses and messages. The standard errors that no document rewords are no difference. */
export function errorDifferences({ former, now }: Comparison): Found[] {
  const found: Found[] = [];
  for (const error of former.errors) {
    const own = now.errors.find(({ code }) => code === error.code);
    if (own === undefined) {
      found.push({
        effect: 'breaking',
        clause: null,
        former: error.clause,
        text: `the error \`${error.code}\` is gone: programs wait for it in vain`,
        apiClass: 'response-error-code-removed',
      });
      continue;
    }
    const places = { clause: own.clause, former: error.clause };
    if (error.status !== own.status)
      found.push({
        effect: 'breaking',
        ...places,
        text: `the error \`${own.code}\` is answered with status ${own.status}, formerly with ${error.status}`,
        apiClass: 'response-non-success-status-changed',
      });
    if (error.warning !== own.warning)
      found.push({
        effect: own.warning ? 'behaviour' : 'stricter',
        ...places,
        text: own.warning
          ? `\`${own.code}\` only warns: whoever confirms is not refused any more`
          : `\`${own.code}\` refuses, and only warned: it can't be confirmed any more`,
      });
    if (error.key !== own.key)
      found.push({
        effect: 'breaking',
        ...places,
        text: `exact calls answer \`${own.code}\` under the key \`${own.key}\`, formerly under \`${error.key}\``,
        apiClass: 'response-property-removed',
      });
    if (error.text !== own.text || !isSameData(error.translations, own.translations, TYPES))
      found.push({ effect: 'behaviour', ...places, text: `the message of \`${own.code}\` reads otherwise` });
  }
  for (const error of now.errors)
    if (!former.errors.some(({ code }) => code === error.code))
      found.push({
        effect: 'compatible',
        clause: error.clause,
        former: null,
        text: `the error \`${error.code}\` (${error.status}) is new`,
        apiClass: 'response-error-code-added',
      });
  return found;
}

const TYPES: ReadonlySet<string> = new Set([...PLACES_AND_WORDS, 'type', 'range']);
