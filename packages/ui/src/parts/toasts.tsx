import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toastsWanted } from './notify.tsx';

const Notifications = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }));

/** The container of notices; their code is fetched for the first one. */
export function Toasts() {
  const wanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.current);
  if (!wanted) return null;
  return (
    <Suspense>
      <Notifications position="bottom-right" withinPortal={false} />
    </Suspense>
  );
}
