import { useEffect, useMemo, useRef, useState } from 'react';
import { dropDraft, keepDraft, readDraft } from '../data/kept-drafts.ts';
import { useProduct } from '../data/product.ts';
import { changedBy, type Draft } from '../fields/drafts.ts';
import type { FormField } from '../fields/places.ts';
import { keepable, kindsOf, revive } from '../fields/revive.ts';
import { useFieldEnvironment } from '../fields/field-environment.ts';
import { askedBody, askedDraft } from './asked-fields.ts';

export interface EventDraft {
  readonly draft: Draft;
  readonly dirty: boolean;
  /** The fields that somebody has changed, though they may be as they were again. */
  readonly entered: ReadonlySet<string>;
  /** Whether it was stored before the dialog was closed, or the page reloaded. */
  readonly restored: boolean;
  change: (name: string, change: unknown) => void;
  reset: () => void;
  /** Keeps nothing any more: it is sent, or given up. */
  forget: () => void;
}

interface State {
  readonly draft: Draft;
  readonly entered: ReadonlySet<string>;
  readonly restored: boolean;
}

/** The input of an event's dialog, stored under its name until it is sent or discarded. */
export function useEventDraft(name: string, asked: readonly FormField[]): EventDraft {
  const environment = useFieldEnvironment();
  const owner = useProduct().user?.id ?? null;
  const [before] = useState(() => askedDraft(asked, environment));
  const fresh: State = { draft: before, entered: new Set(), restored: false };
  const [{ draft, entered, restored }, setState] = useState<State>(() => {
    const kept = readDraft(owner, name);
    if (!kept) return fresh;
    const held = revive(kept.values, kept.kinds, before, asked, environment);
    const names = Object.keys(held).filter((each) => held[each] !== before[each]);
    return { draft: held, entered: new Set(names), restored: names.length > 0 };
  });

  const forgotten = useRef(false);
  const dirty = useMemo(() => {
    const [was, is] = [before, draft].map((each) => JSON.stringify(askedBody(asked, each, environment)));
    return was !== is;
  }, [before, draft, asked, environment]);
  useEffect(() => {
    if (forgotten.current) return;
    if (!dirty) return dropDraft(owner, name);
    const kept = { before: keepable(before, asked), values: keepable(draft, asked) };
    keepDraft(owner, name, { etag: null, ...kept, kinds: kindsOf(asked) });
  }, [dirty, owner, name, asked, before, draft]);

  return {
    draft,
    dirty,
    entered,
    restored,
    change: (field, changed) =>
      setState((now) => ({
        ...now,
        draft: { ...now.draft, [field]: changedBy(changed, now.draft[field]) },
        entered: new Set(now.entered).add(field),
      })),
    reset: () => setState(fresh),
    forget: () => {
      forgotten.current = true;
      dropDraft(owner, name);
    },
  };
}
