import { SCREENS_CODES } from '../../diagnostics/codes/screens.ts';
import { TABLE_CODES } from '../../diagnostics/codes/tables.ts';
import type { Constant } from '../../model/constants.ts';
import type { Screen, Tile } from '../../model/screens.ts';
import type { Section } from '../../syntax/tree.ts';
import type { Context } from '../context.ts';
import type { Declared } from '../declared.ts';
import { readBlocks } from './blocks.ts';
import { reportTwice, snakeOf } from './names.ts';
import { mayBeAnonymous } from './screens/audience.ts';
import { type Heading, readHeading, routeIn, shapeOf } from './screens/route.ts';
import { PARTS } from './screens/parts.ts';
import { readParts } from './screens/read-parts.ts';
import { readTiles } from './screens/tiles.ts';
import { readSettings, type Setting } from './table.ts';
import { userType } from './types.ts';
import type { Part } from './words.ts';

/**
 * Reads point 2. The clause of a screen is `2.my_claims`, of a part `2.my_claims.columns`, of one of its columns
 * `2.my_claims.columns.owner.name`. Whether anybody can ever read or do what stands there is a check of its own.
 */
export function resolveScreens(
  context: Context,
  section: Section | undefined,
  declared: Declared,
  constants: readonly Constant[],
): readonly Screen[] {
  if (!section) return [];
  readBlocks(context, section, { tables: {}, where: 'point 2' });
  const headings = readHeadings(context, section, declared);
  // A screen with a mistake is still where its links lead.
  const routes = section.sections.flatMap((item) => routeIn(item.heading.text) ?? []);
  return headings.map(({ item, heading }) => readScreen(context, item, heading, declared, constants, routes));
}

function readHeadings(
  context: Context,
  section: Section,
  declared: Declared,
): readonly { readonly item: Section; readonly heading: Heading }[] {
  const headings: { item: Section; heading: Heading }[] = [];
  const bySlug = new Map<string, Heading>();
  const byShape = new Map<string, Heading>();
  for (const item of section.sections) {
    const heading = readHeading(context, item.heading, declared);
    // A screen that is stated as `none` does not exist.
    if (!heading || isNone(item)) continue;
    const shape = shapeOf(heading.route.text);
    const sameName = bySlug.get(heading.slug);
    const sameRoute = byShape.get(shape);
    if (sameName) {
      const related = [{ span: sameName.name.span, message: 'It is stated here already.' }];
      const holes = { name: heading.name.text, slug: heading.slug };
      context.report('N221', SCREENS_CODES.N221, holes, heading.name.span, { related });
    }
    if (sameRoute) {
      const related = [{ span: sameRoute.route.span, message: 'The other screen stands here.' }];
      context.report('N203', SCREENS_CODES.N203, { route: heading.route.text }, heading.route.span, { related });
    }
    if (sameName || sameRoute) continue;
    context.place(`2.${heading.slug}`, item.heading.span);
    bySlug.set(heading.slug, heading);
    byShape.set(shape, heading);
    headings.push({ item, heading });
  }
  return headings;
}

function isNone(item: Section): boolean {
  return item.blocks.some((block) => block.kind === 'marker' && block.value === 'none');
}

function readScreen(
  context: Context,
  item: Section,
  heading: Heading,
  declared: Declared,
  constants: readonly Constant[],
  routes: readonly string[],
): Screen {
  const { slug } = heading;
  for (const inner of item.sections) {
    const holes = { heading: inner.heading.text, nearest: null, known: [] };
    context.report('N017', TABLE_CODES.N017, holes, inner.heading.span);
  }
  const blocks = readBlocks(context, item, { tables: { parts: 'part', tiles: 'tile' }, where: 'screen' });
  const settings = new Map<string, Setting>();
  for (const { table } of blocks.tables.filter((other) => other.kind === 'parts')) {
    for (const [name, setting] of readSettings(context, table, 'part', PARTS)) {
      const first = settings.get(name);
      if (first) reportTwice(context, 'part', setting.key, first.key);
      else settings.set(name, setting);
    }
  }
  const closed = blocks.marker?.value === 'not shown';
  if (closed) {
    context.gap(`2.${slug}`, `The screen “${heading.name.text}” is not known, so it is not there.`, item.heading.span);
  }
  const screen = {
    context,
    declared,
    constants,
    routes,
    slug,
    name: heading.name.text,
    heading: item.heading.span,
    parameters: heading.parameters,
  };
  const parts = readParts(screen, settings, closed);
  const tileTables = blocks.tables.filter((other) => other.kind === 'tiles');
  const tiles: Tile[] = [];
  const seen = new Map<string, Part>();
  for (const { table } of tileTables) {
    if (parts.kind !== null && parts.kind !== 'dashboard') {
      context.report('N211', SCREENS_CODES.N211, { part: 'tile', kind: parts.kind, known: [] }, table.span);
    } else tiles.push(...readTiles(context, table, slug, userType(mayBeAnonymous(parts.for, declared)), seen));
  }
  checkRecordParameter(context, parts, heading);
  return {
    clause: `2.${slug}`,
    slug,
    name: heading.name.text,
    route: heading.route.text,
    parameters: heading.parameters,
    body: blocks.prose,
    tiles,
    ...parts,
  };
}

/** A record screen shows the record that its route names. */
function checkRecordParameter(
  context: Context,
  { kind, entity }: Pick<Screen, 'kind' | 'entity'>,
  heading: Heading,
): void {
  if (kind !== 'record' || entity === null) return;
  if (heading.parameters.some((parameter) => parameter.entity === entity)) return;
  context.report('N214', SCREENS_CODES.N214, { entity, parameter: snakeOf(entity) }, heading.route.span);
}
