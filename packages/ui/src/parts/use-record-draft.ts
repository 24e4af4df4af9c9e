import type { RecordView } from '@nonet/client';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { dropDraft, keepDraft, readDraft } from '../data/kept-drafts.ts';
import { useProduct } from '../data/product.ts';
import { changedBy, type Draft, draftOf, isSameDraft } from '../fields/drafts.ts';
import { type Merge, mergeDrafts } from '../fields/merge.ts';
import { type Defaults, useRenewedDefaults } from '../fields/use-defaults.ts';
import type { FormField } from '../fields/places.ts';
import { keepable, kindsOf, revive } from '../fields/revive.ts';
import { useFieldEnvironment } from '../fields/field-environment.ts';

/** A record as it is on the server. */
export interface Version {
  readonly record: RecordView;
  readonly etag: string | null;
}

export interface RecordDraft {
  readonly draft: Draft;
  /** The form as it was before anything was entered. */
  readonly before: Draft;
  /** Whether it differs from the record. */
  readonly dirty: boolean;
  /** The record that the changes are made to; null for a new one. */
  readonly version: Version | null;
  /** The fields that somebody has changed, though they may be as they were again. */
  readonly entered: ReadonlySet<string>;
  /** Whether it was stored before a reload. */
  readonly restored: boolean;
  /** The conflict if others changed the record in the meantime. */
  readonly conflict: (Merge & { readonly theirs: Draft }) | null;
  set: (name: string, change: unknown) => void;
  /** Compares what was entered with the newest version. */
  meet: (newest: Version) => void;
  /** Goes on from the newest version with a draft. */
  goOn: (draft: Draft) => void;
  /** Forgets what was entered. */
  reset: () => void;
  /** Keeps nothing any more: it is saved, or given up. */
  forget: () => void;
}

interface State {
  readonly version: Version | null;
  readonly before: Draft;
  readonly draft: Draft;
  readonly touched: ReadonlySet<string>;
  readonly restored: boolean;
  readonly newest: Version | null;
}

const NONE: ReadonlySet<string> = new Set();

/** The input of a form, kept over reloads under its name, and compared with what others save meanwhile. */
export function useRecordDraft(
  form: string,
  asked: readonly FormField[],
  loaded: Version | null,
  given: Readonly<Record<string, unknown>> | null,
  /** For a new record. */
  defaults: Defaults | null,
): RecordDraft {
  const environment = useFieldEnvironment();
  const owner = useProduct().user?.id ?? null;
  const fields = useMemo(() => asked.map(({ field }) => field), [asked]);
  const kinds = useMemo(() => kindsOf(asked), [asked]);
  const draftFor = (version: Version | null) => {
    const begun = {
      ...draftOf(fields, version?.record ?? null, environment),
      ...draftOf(
        fields.filter(({ name }) => given !== null && Object.hasOwn(given, name)),
        given,
        environment,
      ),
    };
    return defaults?.begun(begun, given) ?? begun;
  };

  const [state, setState] = useState<State>(() => {
    const before = draftFor(loaded);
    const kept = readDraft(owner, form);
    const fresh = { version: loaded, before, draft: before, touched: NONE, restored: false, newest: null };
    if (!kept) return fresh;
    const draft = revive(kept.values, kept.kinds, before, asked, environment);
    if (kept.etag === (loaded?.etag ?? null)) {
      return isSameDraft(fields, before, draft, environment) ? fresh : { ...fresh, draft, restored: true };
    }
    // It was entered over an older version: what others saved since is not overwritten.
    const older = revive(kept.before, kept.kinds, before, asked, environment);
    return { ...fresh, before: older, draft, restored: true, newest: loaded };
  });
  const { version, before, draft, touched, restored, newest } = state;

  const forgotten = useRef(false);
  const dirty = useMemo(
    () => draft !== before && !isSameDraft(fields, before, draft, environment),
    [draft, before, fields, environment],
  );
  const etag = version?.etag ?? null;
  useEffect(() => {
    if (forgotten.current) return;
    if (!dirty) return dropDraft(owner, form);
    keepDraft(owner, form, { etag, before: keepable(before, asked), values: keepable(draft, asked), kinds });
  }, [dirty, owner, form, asked, kinds, etag, before, draft]);

  const conflict = useMemo(() => {
    if (newest === null) return null;
    const theirs = draftOf(fields, newest.record, environment);
    return { ...mergeDrafts(fields, before, draft, theirs, environment), theirs };
  }, [newest, fields, before, draft, environment]);

  useRenewedDefaults(defaults, [draft], (renew) =>
    setState((now) => {
      const begun = renew(now.before);
      return { ...now, before: begun, draft: now.draft === now.before ? begun : renew(now.draft) };
    }),
  );

  // Inputs that nothing happened to are not drawn anew as long as this stays the same.
  const set = useCallback(
    (name: string, change: unknown) =>
      setState((now) => {
        const changed = { ...now.draft, [name]: changedBy(change, now.draft[name]) };
        return {
          ...now,
          draft: defaults?.followed(now.draft, changed, new Set([name])) ?? changed,
          touched: new Set(now.touched).add(name),
        };
      }),
    [defaults],
  );

  return {
    draft,
    before,
    dirty,
    version,
    entered: new Set(
      fields.map(({ name }) => name).filter((name) => touched.has(name) || draft[name] !== before[name]),
    ),
    restored,
    conflict,
    set,
    meet: (met) => setState((now) => ({ ...now, newest: met })),
    goOn: (merged) =>
      setState((now) => ({
        version: now.newest,
        before: draftFor(now.newest),
        draft: merged,
        touched: NONE,
        restored: false,
        newest: null,
      })),
    reset: () => {
      dropDraft(owner, form);
      setState((now) => ({ ...now, draft: now.before, touched: NONE, restored: false }));
    },
    forget: () => {
      forgotten.current = true;
      dropDraft(owner, form);
    },
  };
}
