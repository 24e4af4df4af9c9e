import type { ScreenKind } from '@nonet/language';
import { fetchInputs } from '../fields/lazy-inputs.ts';

/** The code of each kind of screen, as the screens themselves load it. */
const CODE: Readonly<Record<ScreenKind, () => Promise<unknown>>> = {
  list: () => import('../screens/list/list-screen.tsx'),
  board: () => import('../screens/board/board-screen.tsx'),
  calendar: () => import('../screens/calendar/calendar-screen.tsx'),
  timeline: () => import('../screens/timeline/timeline-screen.tsx'),
  gallery: () => import('../screens/gallery/gallery-screen.tsx'),
  record: () => import('../screens/record/record-screen.tsx'),
  form: () => Promise.all([import('../screens/form/form-screen.tsx'), fetchInputs()]),
  dashboard: () => import('../screens/dashboard/dashboard-screen.tsx'),
  page: () => import('../screens/page/page-screen.tsx'),
  given: () => import('../screens/given/given-screen.tsx'),
  'sign in': () => import('../screens/sign-in/sign-in-screen.tsx'),
  'sign up': () => import('../screens/sign-up/sign-up-screen.tsx'),
};

/** The parts that a screen may open: dialogs, menus, and the words of a conflict. */
const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('../parts/record-dialog.tsx'),
  () => import('../parts/event-dialog.tsx'),
  () => import('../parts/library-overlays.ts'),
  () => import('../parts/modal.tsx'),
  () => import('../parts/value-editor.tsx'),
  () => import('../fields/put-pasted-rows.ts'),
];

/** Fetches the code of a reader's screens one by one, so that each opens at once, without a connection as well. */
export async function fetchScreens(kinds: ReadonlySet<ScreenKind>): Promise<void> {
  const wanted = [...[...kinds].map((kind) => CODE[kind]), ...PARTS];
  for (const load of wanted) {
    const isThere = await load().then(
      () => true,
      () => false,
    );
    // Without a connection, the screen says so itself when it is opened.
    if (!isThere) return;
  }
}
