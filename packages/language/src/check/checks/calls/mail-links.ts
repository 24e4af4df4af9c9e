import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import { clausePoint } from '../../../model/clause.ts';
import type { Model } from '../../../model/model.ts';
import type { MailPart } from '../../../model/outbound-calls.ts';
import { screenOfRecord } from '../../../model/screen-of-record.ts';
import type { Context } from '../../context.ts';

/** The address of a link within the product: `](/loans)`. */
const WITHIN = /\]\(<?(\/[^)\s>]*)/g;

/** 7: A link of a mail or a notice leads to a record that has a screen, or to a screen of point 2. */
export function checkMailLinks(model: Model, context: Context): void {
  // Screens that are not shown may be anywhere.
  if (model.gaps.some(({ clause }) => clausePoint(clause) === '2')) return;
  const routes = model.screens.filter(({ parameters }) => parameters.length === 0).map(({ route }) => route);
  for (const { mail, clause } of model.calls) {
    if (mail === null) continue;
    const { link } = mail;
    const parts: readonly (readonly [part: MailPart, place: string])[] = [
      ...mail.body.map((part) => [part, 'body'] as const),
      ...(link === null ? [] : [[typeof link === 'string' ? `](${link})` : link, 'link'] as const]),
    ];
    for (const [part, place] of parts) {
      const span = context.placeOf(`${clause}.${place}`);
      if (!span) continue;
      if (typeof part === 'string') {
        for (const [, route = ''] of part.matchAll(WITHIN)) {
          const [path = ''] = route.split(/[?#]/);
          // The text after a placeholder is no whole address.
          if (routes.includes(path) || model.screens.some((screen) => isBelow(path, screen.route))) continue;
          const why = { because: 'route', route: path, nearest: nearest(path, routes) } as const;
          context.report('N756', CALLS_CODES.N756, { why }, span, { clause });
        }
      } else if (part.kind === 'link' && part.record.type.kind === 'record') {
        const { entity } = part.record.type;
        if (screenOfRecord(model.screens, entity) !== null) continue;
        context.report('N756', CALLS_CODES.N756, { why: { because: 'noScreen', entity } }, span, { clause });
      }
    }
  }
}

/** Whether an address whose end is a placeholder may be one of the screen: `/loans/` of `/loans/{loan}`. */
function isBelow(path: string, route: string): boolean {
  return path.endsWith('/') && path !== '/' && route.startsWith(`${path}{`);
}
