import type { ScreenView } from '@nonet/client';

/** Screens of the menu under one heading. */
export interface MenuGroup {
  /** The first segment of their routes; null for those that belong to none. */
  readonly segment: string | null;
  /** The heading: the segment in words; null for those that belong to none. */
  readonly label: string | null;
  readonly screens: readonly ScreenView[];
}

/** A menu of so many screens is read at a glance, and needs no headings. */
const MOST_WITHOUT_GROUPS = 7;

/**
 * The menu's screens in the document's order (2). Screens that follow one another and share the first segment of their
 * routes stand under a heading. A list and its form (`/claims`, `/claims/new`) are no group of their own, and a segment
 * whose screens stand apart has no heading, so that none stands twice.
 */
export function groupsOf(menu: readonly ScreenView[]): MenuGroup[] {
  const bySegment = Map.groupBy(menu, segmentOf);
  const groups: MenuGroup[] = [];
  const grouped = new Set<ScreenView>();
  for (const [place, screen] of menu.entries()) {
    if (grouped.has(screen)) continue;
    const segment = segmentOf(screen);
    const screens = bySegment.get(segment) ?? [];
    const last = groups.at(-1);
    if (isGroup(segment, screens) && screens.every((each, within) => menu[place + within] === each)) {
      groups.push({ segment, label: inWords(segment), screens });
      for (const each of screens) grouped.add(each);
    } else if (last?.segment === null) groups[groups.length - 1] = { ...last, screens: [...last.screens, screen] };
    else groups.push({ segment: null, label: null, screens: [screen] });
  }
  // One heading over everything says nothing.
  if (menu.length > MOST_WITHOUT_GROUPS && groups.length > 1) return groups;
  return [{ segment: null, label: null, screens: menu }];
}

function segmentOf({ route }: ScreenView): string {
  return route.split('/')[1] ?? '';
}

function isGroup(segment: string, screens: readonly ScreenView[]): boolean {
  const hasOwnScreen = screens.some(({ route }) => route === `/${segment}`);
  return screens.length >= (hasOwnScreen ? 3 : 2);
}

/** `front-desk` → `Front desk`. */
function inWords(segment: string): string {
  const text = segment.replaceAll(/[-_]+/g, ' ').trim();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
