/** A page of the site. */
export interface Page {
  /** Its source in the repository; one of its own for a page that is made from data: `codes/n312.md`. */
  readonly file: string;
  /** From the root of the site: `language/3-entities.html`. */
  readonly href: string;
  readonly title: string;
  readonly markdown: string;
  readonly group: Group;
}

/** The groups of the menu, in its order. */
export const GROUPS = [
  'Start',
  'Cookbook',
  'The language',
  'Documents',
  'Diagnostics',
  'Running',
  'The project',
] as const;

export type Group = (typeof GROUPS)[number];

/** The address of one page or file of the site from another. */
export function relativeHref(from: string, to: string): string {
  const depth = from.split('/').length - 1;
  return `${'../'.repeat(depth)}${to}`;
}
