import type { ProductView } from '@nonet/client';
import type { ScreenKind } from '@nonet/language';
import { Navigate, useLocation } from '@tanstack/react-router';
import { Suspense } from 'react';
import { type LazyPart, lazyPart } from '../data/load-part.ts';
import { useProduct } from '../data/product.ts';
import { DOCUMENT_ROUTE, INBOX_ROUTE, matchScreen, PASSWORD_ROUTE, signInOf, startOf } from '../data/routes.ts';
import { fetchInputs } from '../fields/lazy-inputs.ts';
import { Boundary } from './boundary.tsx';
import { NoScreens } from '../screens/not-found/no-screens.tsx';
import { NotFound } from '../screens/not-found/not-found.tsx';
import { Nothing } from '../screens/not-found/nothing.tsx';
import { OpenScreen } from '../screens/open/open-screen.tsx';
import type { ScreenProps } from '../screens/screen.ts';
import { ScreenSkeleton } from '../screens/screen-skeleton.tsx';

const SCREENS = {
  list: lazyPart(() => import('../screens/list/list-screen.tsx')),
  board: lazyPart(() => import('../screens/board/board-screen.tsx')),
  calendar: lazyPart(() => import('../screens/calendar/calendar-screen.tsx')),
  timeline: lazyPart(() => import('../screens/timeline/timeline-screen.tsx')),
  gallery: lazyPart(() => import('../screens/gallery/gallery-screen.tsx')),
  record: lazyPart(() => import('../screens/record/record-screen.tsx')),
  form: lazyPart(async () => {
    const [screen] = await Promise.all([import('../screens/form/form-screen.tsx'), fetchInputs()]);
    return screen;
  }),
  dashboard: lazyPart(() => import('../screens/dashboard/dashboard-screen.tsx')),
  page: lazyPart(() => import('../screens/page/page-screen.tsx')),
  given: lazyPart(() => import('../screens/given/given-screen.tsx')),
  'sign in': lazyPart(() => import('../screens/sign-in/sign-in-screen.tsx')),
  'sign up': lazyPart(() => import('../screens/sign-up/sign-up-screen.tsx')),
} satisfies Record<ScreenKind, LazyPart<ScreenProps>>;

const PasswordScreen = lazyPart(() => import('../screens/password/password-screen.tsx'));
const InboxScreen = lazyPart(() => import('../screens/inbox/inbox-screen.tsx'));
const DocumentScreen = lazyPart(() => import('../screens/document/document-screen.tsx'));

/** Fetches the code of the screen at an address, which is drawn at once then. */
export async function fetchScreenAt({ screens }: ProductView, pathname: string): Promise<void> {
  const kind = matchScreen(screens, pathname)?.screen.kind;
  if (kind) await SCREENS[kind].fetch();
}

/** The screen at the present address. */
export function CurrentScreen() {
  const product = useProduct();
  const { pathname, searchStr } = useLocation();
  return (
    <Boundary key={`${pathname} ${product.user?.id} ${product.revision}`}>
      <Suspense fallback={<ScreenSkeleton screen={matchScreen(product.screens, pathname)?.screen ?? null} />}>
        {screenAt()}
      </Suspense>
    </Boundary>
  );

  function screenAt() {
    if (pathname === DOCUMENT_ROUTE && product.document) return <DocumentScreen />;
    if (pathname === INBOX_ROUTE && product.getsNotices) return <InboxScreen />;
    if (pathname === PASSWORD_ROUTE) return <PasswordScreen />;
    const match = matchScreen(product.screens, pathname);
    if (match) {
      const { screen, parameters } = match;
      if (screen.kind === null) return <OpenScreen screen={screen} />;
      const Screen = SCREENS[screen.kind];
      return <Screen screen={screen} parameters={parameters} />;
    }
    if (pathname === '/') {
      const start = startOf(product);
      if (start === null) return <Nothing />;
      if (start === DOCUMENT_ROUTE) return <DocumentScreen />;
      if (start !== '/') return <Navigate to={start} replace ignoreBlocker />;
    }
    const signIn = signInOf(product);
    // The input of a form is kept for the user who signs in again.
    if (signIn) return <Navigate to={signIn.route} search={{ next: pathname + searchStr }} replace ignoreBlocker />;
    return product.screens.length === 0 && product.document ? <NoScreens /> : <NotFound />;
  }
}
