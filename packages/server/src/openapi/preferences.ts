import type { Rights } from '../view/rights.ts';
import { answered, json, type PathItem } from './parts.ts';
import type { Schema } from './schemas.ts';

export const PREFERENCES = 'Preferences';

const TIME_ZONE: Schema = {
  type: ['string', 'null'],
  description: 'The name of a time zone (`Europe/Lisbon`), `device`, or null: the product’s own.',
};
const CHOSEN: Schema = { type: 'object', required: ['time_zone'], properties: { time_zone: TIME_ZONE } };

/** The paths of what people choose for themselves, for readers who are signed in, where the document allows it (9). */
export function preferencePaths({ plan, actor }: Rights): Record<string, PathItem> {
  if (actor.userId === null || plan.settings.personalTimeZone === 'refused') return {};
  const about = (operationId: string, summary: string) => ({ operationId, summary, tags: [PREFERENCES] });
  return {
    '/api/-/preferences': {
      get: { ...about('preferences', 'What you have chosen for yourself'), responses: answered(CHOSEN) },
      patch: {
        ...about('choose_preferences', 'Choose the time zone in which you read instants'),
        requestBody: { required: true, content: json(CHOSEN) },
        responses: answered(CHOSEN),
      },
    },
  };
}
