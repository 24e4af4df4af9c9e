import { AppShell, Burger, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useLocation } from '@tanstack/react-router';
import { Suspense, useRef } from 'react';
import { useJourney } from '../data/journeys.ts';
import { useKeptChoice } from '../data/kept-choice.ts';
import { lazyExtra, lazyPart } from '../data/load-part.ts';
import { useProduct } from '../data/product.ts';
import { matchScreen, menuOf, startOf } from '../data/routes.ts';
import { MainContext } from '../parts/loaded.ts';
import { RouteLink } from '../parts/route-link.tsx';
import { useWords } from '../words/words.ts';
import { AccountMenu } from './account-menu.tsx';
import { CreateHost } from './create-host.tsx';
import { ConfirmationDialog } from './confirmation-dialog.tsx';
import { CurrentScreen } from './current-screen.tsx';
import { EntryFrame, isEntry } from './entry-frame.tsx';
import { OfflineNote } from './offline-note.tsx';
import { Navigation } from './navigation.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { useFetchedScreens } from './use-fetched-screens.ts';
import { usePalette } from './use-palette.tsx';
import { SchemeToggle } from './scheme-toggle.tsx';
import classes from './shell.module.css';

const DevBar = lazyPart(() => import('./dev-bar.tsx'));
const InboxBell = lazyExtra(() => import('./inbox-bell.tsx'));
const JourneyDialog = lazyExtra(() => import('./journey-dialog.tsx'));
const MenuDrawer = lazyPart(() => import('./menu-drawer.tsx'));

const HEADER = 48;
const DEV_BAR = 30;
const MENU_WIDTH = { wide: 212, narrow: 56 } as const;

/** The frame around every screen. */
export function Shell() {
  const words = useWords();
  const product = useProduct();
  const main = useRef<HTMLElement>(null);
  const [menuOpen, menu] = useDisclosure(false);
  const palette = usePalette();
  const journey = useJourney();
  useFetchedScreens();
  const development = product.mode === 'dev';
  const { pathname } = useLocation();
  const entering = isEntry(product, pathname);
  const hasMenu = menuOf(product).length > 0 && !entering;
  const [kept, keep] = useKeptChoice('menu');
  const isNarrow = kept === 'narrow';
  return (
    <MainContext value={main}>
      <a href="#content" className="skip">
        {words.skipToContent}
      </a>
      <AppShell
        header={{ height: HEADER + (development ? DEV_BAR : 0) }}
        {...(hasMenu
          ? {
              navbar: {
                width: MENU_WIDTH[isNarrow ? 'narrow' : 'wide'],
                breakpoint: 'md',
                collapsed: { mobile: true },
              },
            }
          : {})}
        padding={{ base: 'sm', sm: 'md' }}
        transitionDuration={0}
      >
        <AppShell.Header>
          {development && (
            <Suspense fallback={<div className={classes.dev} style={{ height: DEV_BAR }} />}>
              <DevBar height={DEV_BAR} />
            </Suspense>
          )}
          <Group h={HEADER} px="md" justify="space-between" wrap="nowrap">
            <Group gap="xs" wrap="nowrap" style={{ minWidth: 0 }}>
              {hasMenu && (
                <Burger opened={menuOpen} onClick={menu.toggle} hiddenFrom="md" size="sm" aria-label={words.menu} />
              )}
              {!entering && (
                <Text
                  fw={600}
                  renderRoot={(props) => <RouteLink to={startOf(product) ?? '/'} {...props} />}
                  className={classes.title}
                  data-brand
                >
                  {product.title}
                </Text>
              )}
            </Group>
            <Group gap={4} wrap="nowrap">
              {hasMenu && palette.button}
              {product.getsNotices && (
                <Suspense fallback={<span className={classes.bell} />}>
                  <InboxBell />
                </Suspense>
              )}
              <SchemeToggle />
              <AccountMenu />
            </Group>
          </Group>
        </AppShell.Header>
        {hasMenu && (
          <AppShell.Navbar p="xs" aria-label={words.mainMenu} visibleFrom="md">
            <Navigation rail={{ isNarrow, onChange: (narrow) => keep(narrow ? 'narrow' : null) }} />
          </AppShell.Navbar>
        )}
        {menuOpen && (
          <Suspense>
            <MenuDrawer onClose={menu.close} />
          </Suspense>
        )}
        <AppShell.Main id="content" ref={main} tabIndex={-1} className={classes.main}>
          <OfflineNote />
          <CreateHost>
            {entering ? (
              <EntryFrame wide={matchScreen(product.screens, pathname)?.screen.kind === 'sign up'}>
                <CurrentScreen />
              </EntryFrame>
            ) : (
              <CurrentScreen />
            )}
          </CreateHost>
        </AppShell.Main>
      </AppShell>
      {palette.dialog}
      {journey && (
        <Suspense>
          <JourneyDialog key={journey.id} journey={journey} />
        </Suspense>
      )}
      <Shortcuts />
      <ConfirmationDialog />
    </MainContext>
  );
}
