import type { EntityView, RecordView } from '@nonet/client';
import { type ReactNode, useMemo, useState } from 'react';
import { type CreateHere, CreateHereContext } from '../fields/create-here.ts';
import { CreateDialog } from '../parts/lazy-dialogs.tsx';

interface Asked {
  readonly entity: EntityView;
  readonly given: Readonly<Record<string, unknown>>;
  readonly onDone: (record: RecordView) => void;
}

/** Opens the form of a record over whatever is being filled in: outside of it, so that it sends nothing of it. */
export function CreateHost({ children }: { children: ReactNode }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const open = useMemo((): CreateHere => (entity, given, onDone) => setAsked({ entity, given, onDone }), []);
  return (
    <CreateHereContext value={open}>
      {children}
      {asked && (
        // A record that is created there may refer to a new one again.
        <CreateHost>
          <CreateDialog
            entity={asked.entity}
            given={asked.given}
            onClose={() => setAsked(null)}
            onDone={asked.onDone}
          />
        </CreateHost>
      )}
    </CreateHereContext>
  );
}
