import { type CanView, type EventView, ProblemError, type ScreenActionView, type Verdict } from '@nonet/client';

/** Codes that mean "not for you, or not now": the action is absent. All others are shown at the action. */
const ABSENT: ReadonlySet<string> = new Set(['FORBIDDEN', 'NOT_FOUND', 'UNAUTHENTICATED', 'INVALID_TRANSITION']);

export type Offer = 'offered' | 'explained' | 'absent';

/**
 * Whether an action is offered. An action whose guard does not hold is offered with its reason; an action that is a
 * gap is offered, so that its use is refused and counted.
 */
export function offerOf(verdict: Verdict | undefined): Offer {
  if (!verdict) return 'absent';
  if (verdict.may || verdict.code === 'NOT_SPECIFIED') return 'offered';
  return ABSENT.has(verdict.code) ? 'absent' : 'explained';
}

/** The answer that an attempt would get, without making it. */
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
    case 'erase':
      return can.erase;
    case 'merge':
      return can.merge;
    case 'event':
      return events.some((event) => event.name === action.event && !event.creates)
        ? can.events[action.event]
        : undefined;
    // The server decides whether it may be created.
    case 'copy':
    case 'create from':
      return { may: true };
    case 'create':
    case 'export':
    case 'import':
    case 'link':
    case 'subscribe':
      return undefined;
  }
}
