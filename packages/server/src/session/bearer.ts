import { isObject } from '@nonet/language';
import type { FastifyRequest } from 'fastify';

/** The API token that a request shows (`Authorization: Bearer nonet_…`); null if it shows none of ours. */
export function readApiToken(request: FastifyRequest): string | null {
  return /^Bearer (nonet_\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/** The token of a calendar in the path of a request (`/api/-/calendars/nonet_cal_…/calendar.ics`); null if there is none. */
export function readCalendarToken({ params }: FastifyRequest): string | null {
  const calendar = isObject(params) ? params['calendar'] : undefined;
  return typeof calendar === 'string' && calendar.startsWith('nonet_cal_') ? calendar : null;
}
