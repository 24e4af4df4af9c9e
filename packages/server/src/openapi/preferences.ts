import type { Rights } from '../view/rights.ts';
import { answered, json, type PathItem } from './parts.ts';
import type { Schema } from './schemas.ts';

export const PREFERENCES = 'Preferences';

const TIME_ZONE: Schema = {
  type: ['string', 'null'],
  description: 'The name of a time zone (`Europe/Lisbon`), `device`, or null: the product’s own.',
};
const REGION: Schema = {
  type: ['string', 'null'],
  description: 'The code of a country or territory (`CH`) in whose form you read dates and numbers, or null.',
};

/** The paths of what people choose for themselves, for readers who are signed in, where the document allows it (9). */
export function preferencePaths({ plan, actor }: Rights): Record<string, PathItem> {
  const properties = {
    ...(plan.settings.personalTimeZone === 'allowed' && { time_zone: TIME_ZONE }),
    ...(plan.settings.personalRegion === 'allowed' && { region: REGION }),
  };
  const names = Object.keys(properties);
  if (actor.userId === null || names.length === 0) return {};
  const chosen: Schema = { type: 'object', required: names, properties };
  const choosing: Schema = { type: 'object', minProperties: 1, properties };
  const about = (operationId: string, summary: string) => ({ operationId, summary, tags: [PREFERENCES] });
  return {
    '/api/-/preferences': {
      get: { ...about('preferences', 'What you have chosen for yourself'), responses: answered(chosen) },
      patch: {
        ...about('choose_preferences', 'Choose how you read dates, times and numbers'),
        requestBody: { required: true, content: json(choosing) },
        responses: answered(chosen),
      },
    },
  };
}
