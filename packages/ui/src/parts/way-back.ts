import { type EntityView, type EventView, ProblemError, type RecordView } from '@nonet/client';
import { client } from '../data/client.ts';
import { messageOf } from '../data/messages.ts';
import { useRefresh } from '../data/writes.ts';
import { useWords } from '../words/words.ts';
import { notifyDone, notifyRefused, type WayBack } from './notify.tsx';

/** Takes something back that was done: tells that it is, or why it can't be. */
export function useWayBack(label: string, undo: () => Promise<unknown>, done: string): WayBack {
  const words = useWords();
  const refresh = useRefresh();
  return {
    label,
    run: async () => {
      try {
        await undo();
        notifyDone(done, words);
      } catch (error) {
        if (!(error instanceof ProblemError)) throw error;
        notifyRefused(messageOf(error, words), words.refused, words);
      }
      await refresh();
    },
  };
}

/**
 * The event that leads a record back to where it was, if the document states one that asks for nothing and this reader
 * may cause it now.
 */
export function useEventBack(): (
  entity: EntityView,
  before: RecordView | null,
  after: RecordView,
) => Promise<WayBack | undefined> {
  const words = useWords();
  const refresh = useRefresh();
  return async (entity, before, after) => {
    const event = before && reverseOf(entity, before, after);
    if (!event) return undefined;
    const can = await client.can(entity.path, after.id).catch((error: unknown) => {
      // It may be gone, or no longer be readable: then there is no way back.
      if (error instanceof ProblemError) return null;
      throw error;
    });
    if (can?.events[event.name]?.may !== true) return undefined;
    return {
      label: event.label,
      run: async () => {
        try {
          await client.fire(entity.path, after.id, event.name);
          notifyDone(words.done(event.label), words);
        } catch (error) {
          if (!(error instanceof ProblemError)) throw error;
          notifyRefused(messageOf(error, words), words.refused, words);
        }
        await refresh();
      },
    };
  };
}

function reverseOf({ events, stateField }: EntityView, before: RecordView, after: RecordView): EventView | undefined {
  const [from, to] = [before, after].map((record) => record[stateField ?? '']);
  if (typeof from !== 'string' || typeof to !== 'string' || from === to) return undefined;
  return events.find(
    ({ asks, moves }) => asks.length === 0 && moves.some((move) => move.from.includes(to) && move.to === from),
  );
}
