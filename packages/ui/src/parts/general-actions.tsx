import type { ScreenView } from '@nonet/client';
import { Suspense } from 'react';
import { lazyPart } from '../data/load-part.ts';

const GeneralButtons = lazyPart(() => import('./general-buttons.tsx'));

/** The actions of a screen that shows no records: a page, a dashboard, a form, a given page. */
export function GeneralActions({ screen }: { screen: ScreenView }) {
  if (screen.actions.length === 0) return null;
  return (
    <Suspense>
      <GeneralButtons screen={screen} />
    </Suspense>
  );
}
