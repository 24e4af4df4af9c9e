import { type CanView, type EventView, ProblemError, type ScreenActionView, type Verdict } from '@nonet/client';

/** Refusals that say "this is not for you, or not now": the action is absent. All others are said where it would be. */
const ABSENT: ReadonlySet<string> = new Set(['FORBIDDEN', 'NOT_FOUND', 'UNAUTHENTICATED', 'INVALID_TRANSITION']);

export type Offer = 'offered' | 'explained' | 'absent';

/**
 * Whether an action is offered: a guard that does not hold explains itself; what the document leaves open is offered,
 * so that asking for it is answered, and counted.
 */
export function offerOf(verdict: Verdict | undefined): Offer {
  if (!verdict) return 'absent';
  if (verdict.may || verdict.code === 'NOT_SPECIFIED') return 'offered';
  return ABSENT.has(verdict.code) ? 'absent' : 'explained';
}

/** What an attempt would be answered, without making it. */
export function refusalOf({ code, message, clause }: Omit<Extract<Verdict, { may: false }>, 'may'>): ProblemError {
  return new ProblemError({ type: 'about:blank', title: message, status: 422, detail: message, code, clause });
}

export function verdictOf(action: ScreenActionView, can: CanView, events: readonly EventView[]): Verdict | undefined {
  switch (action.kind) {
    case 'edit':
      return can.update;
    case 'delete':
      return can.delete;
    case 'restore':
      return can.restore;
    case 'event':
      return events.some((event) => event.name === action.event && !event.creates)
        ? can.events[action.event]
        : undefined;
    // Whether it may be created is judged when it is sent.
    case 'create from':
      return { may: true };
    case 'create':
    case 'export':
    case 'import':
    case 'link':
      return undefined;
  }
}
