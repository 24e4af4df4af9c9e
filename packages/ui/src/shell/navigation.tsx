import type { ScreenKind } from '@nonet/language';
import type { ScreenView } from '@nonet/client';
import {
  type Icon,
  IconCalendar,
  IconChevronDown,
  IconFileText,
  IconLayoutDashboard,
  IconLayoutKanban,
  IconLayoutSidebar,
  IconList,
  IconPencilPlus,
  IconPhoto,
  IconTimeline,
} from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { useKeptChoice } from '../data/kept-choice.ts';
import { lazyExtra } from '../data/load-part.ts';
import { groupsOf, type MenuGroup } from '../data/menu.ts';
import { useProduct } from '../data/product.ts';
import { crumbsOf, DOCUMENT_ROUTE, matchScreen, menuOf } from '../data/routes.ts';
import { RouteLink } from '../parts/route-link.tsx';
import { useWords } from '../words/words.ts';
import classes from './shell.module.css';
import { useIdle } from './use-idle.ts';

const MenuAtHand = lazyExtra(() => import('./menu-at-hand.tsx'));
const MenuCount = lazyExtra(() => import('./menu-count.tsx'));

const ICONS: Readonly<Record<ScreenKind, Icon>> = {
  list: IconList,
  board: IconLayoutKanban,
  calendar: IconCalendar,
  timeline: IconTimeline,
  gallery: IconPhoto,
  dashboard: IconLayoutDashboard,
  form: IconPencilPlus,
  record: IconFileText,
  page: IconFileText,
  given: IconLayoutDashboard,
  'sign in': IconFileText,
  'sign up': IconPencilPlus,
};
const ICON_SIZE = 16;

interface NavigationProps {
  onChosen?: () => void;
  /** Narrows the menu to its icons, or widens it again; undefined if it is in a drawer. */
  rail?: { readonly isNarrow: boolean; readonly onChange: (isNarrow: boolean) => void };
}

/** The screens that can be opened without more, in the document's order, grouped where there are many. */
export function Navigation({ onChosen, rail }: NavigationProps) {
  const words = useWords();
  const product = useProduct();
  const { pathname } = useLocation();
  const current = matchScreen(product.screens, pathname)?.screen;
  const menu = menuOf(product);
  const within = current && !menu.includes(current) ? crumbsOf(product, current).at(-1) : current;
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!within) return undefined;
    // With the next drawing, which lays the page out anyway.
    const next = requestAnimationFrame(() => {
      list.current?.querySelector('[data-within]')?.scrollIntoView({ block: 'nearest' });
    });
    return () => cancelAnimationFrame(next);
  }, [within]);
  const narrow = rail?.isNarrow ?? false;
  // The tools at hand, and the tasks that wait, come after the screen itself.
  const isIdle = useIdle();
  return (
    <div className={classes.nav} data-rail={narrow || undefined}>
      <div ref={list} className={classes.groups}>
        {groupsOf(menu).map((group, place) => (
          <Group
            key={group.screens[0]?.slug}
            group={group}
            isFirst={place === 0}
            within={within}
            foldable={!narrow}
            counts={isIdle}
            {...(onChosen ? { onChosen } : {})}
          />
        ))}
        {isIdle && !narrow && product.user !== null && (
          <Suspense>
            <MenuAtHand onChosen={onChosen} />
          </Suspense>
        )}
      </div>
      <div className={classes.foot}>
        {product.document && (
          <RouteLink
            to={DOCUMENT_ROUTE}
            className={classes.link}
            onClick={onChosen}
            title={narrow ? words.document : undefined}
          >
            <IconFileText size={ICON_SIZE} aria-hidden />
            <span>
              {words.document}
              {product.gaps ? ` (${words.gaps(product.gaps)})` : ''}
            </span>
          </RouteLink>
        )}
        {rail && (
          <button
            type="button"
            className={classes.link}
            aria-expanded={!narrow}
            title={narrow ? words.widenMenu : undefined}
            onClick={() => rail.onChange(!narrow)}
          >
            <IconLayoutSidebar size={ICON_SIZE} aria-hidden />
            <span>{narrow ? words.widenMenu : words.narrowMenu}</span>
          </button>
        )}
      </div>
    </div>
  );
}

interface GroupProps extends Pick<NavigationProps, 'onChosen'> {
  group: MenuGroup;
  isFirst: boolean;
  within: ScreenView | undefined;
  /** Whether its heading is shown, and folds it. */
  foldable: boolean;
  /** Whether what waits is counted. */
  counts: boolean;
}

/** Screens below one heading, which folds them; the one that is open stays in sight. */
function Group({ group: { segment, label, screens }, isFirst, within, foldable, counts, onChosen }: GroupProps) {
  const product = useProduct();
  const [kept, keep] = useKeptChoice(`menu ${product.title} ${segment ?? ''}`);
  const folded = foldable && label !== null && kept === 'folded';
  const shown = folded ? screens.filter((screen) => screen === within) : screens;
  const links = (
    <ul {...(label === null ? {} : { 'aria-label': label })}>
      {shown.map((screen) => {
        const ScreenIcon = ICONS[screen.kind ?? 'page'];
        return (
          <li key={screen.slug}>
            <RouteLink
              to={screen.route}
              className={classes.link}
              data-within={screen === within || undefined}
              onClick={onChosen}
              title={foldable ? undefined : screen.name}
            >
              <ScreenIcon size={ICON_SIZE} aria-hidden />
              <span>{screen.name}</span>
              {counts && screen.waits && (
                <Suspense>
                  <MenuCount screen={screen} />
                </Suspense>
              )}
            </RouteLink>
          </li>
        );
      })}
    </ul>
  );
  const divider = <hr className={classes.divider} />;
  if (label === null)
    return (
      <>
        {!isFirst && divider}
        {links}
      </>
    );
  return (
    <>
      {foldable ? (
        <button
          type="button"
          className={classes.heading}
          aria-expanded={!folded}
          onClick={() => keep(folded ? null : 'folded')}
        >
          <IconChevronDown size={12} aria-hidden />
          {label}
        </button>
      ) : (
        divider
      )}
      {links}
    </>
  );
}
