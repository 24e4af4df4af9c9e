import type { SavedViewView } from '@nonet/client';
import { addressOf } from '../../data/view-state.ts';
import { RouteLink } from '../../parts/route-link.tsx';
import { useWords } from '../../words/words.ts';
import classes from './view-tabs.module.css';

interface ViewTabsProps {
  pathname: string;
  views: readonly SavedViewView[];
  current: SavedViewView | null;
}

/** So many views stand above the list; the menu has all of them. */
const MOST_TABS = 8;

/** A view is the current page with exactly its settings, and stays marked while they are changed. */
function marked(isCurrent: boolean) {
  return { 'data-current': isCurrent || undefined, activeOptions: { exact: true, includeSearch: true } } as const;
}

/** The saved views of a list, one click away. */
export function ViewTabs({ pathname, views, current }: ViewTabsProps) {
  const words = useWords();
  if (views.length === 0) return null;
  const shown = views.slice(0, MOST_TABS);
  return (
    <nav className={classes.tabs} aria-label={words.views}>
      <RouteLink to={pathname} className={classes.tab} {...marked(current === null)}>
        {words.withoutView}
      </RouteLink>
      {shown.map((view) => (
        <RouteLink
          key={view.id}
          to={pathname}
          search={addressOf(view)}
          className={classes.tab}
          {...marked(view.id === current?.id)}
        >
          {view.name}
        </RouteLink>
      ))}
    </nav>
  );
}
