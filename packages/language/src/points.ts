/** The nine points of a document, in their order. The same nine names are used in every stage. */
export const POINTS = [
  'purpose',
  'screens',
  'entities',
  'states',
  'rules',
  'roles',
  'calls',
  'errors',
  'constants',
] as const;

export type PointName = (typeof POINTS)[number];

/** The standard words of each point's heading (behind `## N. `). */
export const POINT_TITLES: Readonly<Record<PointName, string>> = {
  purpose: 'What the product does and for whom',
  screens: 'Screens and routes',
  entities: 'Entities and their fields',
  states: 'States and transitions',
  rules: 'Validation rules',
  roles: 'Roles and permissions',
  calls: 'The calls it makes',
  errors: 'Error catalogue',
  constants: 'Business constants and limits',
};

/**
 * The headings (`###`) that the language itself names in a point. A file states each once, and another file continues
 * it. A thing that the document names (a screen, an entity) is stated in one place. `### Examples` may be in several
 * points.
 */
export const POINT_ITEMS = {
  purpose: ['Users', 'Goals', 'Out of scope'],
  screens: [],
  entities: [],
  states: [],
  rules: [],
  roles: ['Roles', 'Permissions', 'Gone'],
  calls: ['Answered', 'Made', 'Mails', 'Account mails', 'Notices', 'Papers', 'Received', 'Feeds', 'Shapes', 'Gone'],
  errors: [],
  constants: ['Terms'],
} as const satisfies Record<PointName, readonly string[]>;

/** The number of a point, 1 to 9. */
export function pointNumber(point: PointName): number {
  return POINTS.indexOf(point) + 1;
}

/** A document that determines nothing: its nine points, each of them left open. */
export function outline(title: string): string {
  const points = POINTS.map((point, place) => `## ${place + 1}. ${POINT_TITLES[point]}\n\nnot shown\n`);
  return [`# Specification: ${title}\n`, ...points].join('\n');
}
