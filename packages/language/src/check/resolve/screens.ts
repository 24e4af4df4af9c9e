import { SCREENS_CODES } from '../../diagnostics/codes/screens.ts';
import { TABLE_CODES } from '../../diagnostics/codes/tables.ts';
import type { Constant } from '../../model/constants.ts';
import type { Screen, Tile } from '../../model/screens.ts';
import type { Block, Section } from '../../syntax/tree.ts';
import type { Context } from '../context.ts';
import type { Declared } from '../declared.ts';
import { kindOf, readBlocks } from './blocks.ts';
import { isGone, readGone } from './gone.ts';
import { readFormer } from './former.ts';
import { reportTwice, snakeOf } from './names.ts';
import { mayBeAnonymous } from './screens/audience.ts';
import { type Heading, readHeading, routeIn, shapeOf } from './screens/route.ts';
import { pageText } from './screens/page-text.ts';
import { PARTS } from './screens/parts.ts';
import { type Parts, readParts } from './screens/read-parts.ts';
import { readTiles } from './screens/tiles.ts';
import { readSettings, type Setting } from './table.ts';
import { userType } from './types.ts';
import type { Part } from './words.ts';

/**
 * Reads point 2. The clause of a screen is `2.my_claims`, of a part `2.my_claims.columns`, of one of its columns
 * `2.my_claims.columns.owner.name`. A separate check decides whether anybody can ever read or do it.
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
  const routes = section.sections.flatMap((item) => routeIn(item.heading) ?? []);
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
    if (isGone(item, 'screen')) {
      readGone(context, item, 'screen');
      continue;
    }
    const heading = readHeading(context, item.heading, declared);
    // A screen that is stated as `none` does not exist.
    if (!heading || isNone(item)) continue;
    const shape = shapeOf(heading.route.text);
    const sameName = bySlug.get(heading.slug);
    const sameRoute = byShape.get(shape);
    if (sameName) {
      const related = [{ span: sameName.name.span, message: 'It is stated here already.' }];
      const details = { name: heading.name.text, slug: heading.slug };
      context.report('N221', SCREENS_CODES.N221, details, heading.name.span, { related });
    }
    if (sameRoute) {
      const related = [{ span: sameRoute.route.span, message: 'The other screen stands here.' }];
      context.report('N203', SCREENS_CODES.N203, { route: heading.route.text }, heading.route.span, { related });
    }
    if (sameName || sameRoute) continue;
    context.place(`2.${heading.slug}`, item.heading.span);
    readFormer(context, { kind: 'screen', name: heading.slug }, heading.was);
    bySlug.set(heading.slug, heading);
    byShape.set(shape, heading);
    headings.push({ item, heading });
  }
  return headings;
}

function isNone(item: Section): boolean {
  return item.blocks.some((block) => block.kind === 'marker' && block.value === 'none');
}

const TABLES = { parts: 'part', tiles: 'tile' } as const;

/** Whether a screen is a page: then headings and tables that state nothing of the screen are its text. */
function isPage(item: Section): boolean {
  return item.blocks.some(
    (block) =>
      block.kind === 'table' &&
      kindOf(block, TABLES) === 'parts' &&
      block.rows.some(({ cells }) => cells[0]?.text === 'kind' && cells[1]?.text === 'page'),
  );
}

/** Whether a block below the heading of a page is its text, and states no part of the screen. */
function isTextOfPage(block: Block): boolean {
  if (block.kind === 'table') return kindOf(block, TABLES) === null;
  return block.kind === 'prose';
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
  const isText = isPage(item);
  for (const inner of isText ? [] : item.sections) {
    const details = { heading: inner.heading.text, nearest: null, known: [] };
    context.report('N017', TABLE_CODES.N017, details, inner.heading.span);
  }
  const stated = isText ? { ...item, blocks: item.blocks.filter((block) => !isTextOfPage(block)) } : item;
  const blocks = readBlocks(context, stated, { tables: TABLES, where: 'screen' });
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
    context.gap(`2.${slug}`, { because: 'screen', name: heading.name.text }, item.heading.span);
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
  const where = settings.get('where');
  checkRecordParameter(context, parts, heading, closed || (where !== undefined && where.value.absence !== 'none'));
  return {
    clause: `2.${slug}`,
    slug,
    name: heading.name.text,
    route: heading.route.text,
    parameters: heading.parameters,
    body: isText ? pageText(context, slug, item.blocks.filter(isTextOfPage), item.sections) : blocks.prose,
    tiles,
    ...parts,
  };
}

/** A record screen shows the record that its route names, or at a fixed route the one that its `where` finds. */
function checkRecordParameter(context: Context, { kind, entity }: Parts, heading: Heading, statesWhere: boolean): void {
  if (kind !== 'record' || entity === null) return;
  if (heading.parameters.some((parameter) => parameter.entity === entity)) return;
  if (heading.parameters.length === 0 && statesWhere) return;
  context.report('N214', SCREENS_CODES.N214, { entity, parameter: snakeOf(entity) }, heading.route.span);
}
