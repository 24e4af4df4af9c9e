import { type MakePaper, NoTypesetter } from '@nonet/engine';
import type { Plan } from '@nonet/language';
import { paperToSet } from './set-paper.ts';
import { canTypeset, Typesetter } from './typesetter.ts';

/** Sets papers for somebody until they are done with it. */
export interface PaperMaker {
  /** Sets a paper for the worker, which waits where nothing is installed. @throws {NoTypesetter} */
  readonly make: MakePaper;
  close(): Promise<void>;
}

/** All who set papers in this process share one thread: each has its own fonts and memory. */
let shared: { readonly typesetter: Typesetter; users: number } | null = null;

/** `plan`: the document whose name and colour papers wear. */
export function createPaperMaker(plan: Plan): PaperMaker {
  const { typesetter, release } = useTypesetter();
  return {
    make: async (paper) => {
      if (!canTypeset()) throw new NoTypesetter();
      const toSet = paperToSet(plan, paper);
      return typesetter.set(toSet.paper, toSet.picture);
    },
    close: release,
  };
}

/** The typesetter of the process; its thread ends when the last one releases it. */
export function useTypesetter(): { readonly typesetter: Typesetter; readonly release: () => Promise<void> } {
  const own = (shared ??= { typesetter: new Typesetter(), users: 0 });
  own.users += 1;
  let isReleased = false;
  return {
    typesetter: own.typesetter,
    release: async () => {
      if (isReleased) return;
      isReleased = true;
      own.users -= 1;
      if (own.users > 0) return;
      if (shared === own) shared = null;
      await own.typesetter.close();
    },
  };
}
