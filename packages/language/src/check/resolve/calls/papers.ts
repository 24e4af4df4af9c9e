import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import type { Scope } from '../../../expression/scope.ts';
import { PAGE_NUMBERS, PAPER_SIZES, type Paper, type PaperContent, type PaperSize } from '../../../model/papers.ts';
import type { Cell, Section } from '../../../syntax/tree.ts';
import type { Context } from '../../context.ts';
import { labelOf } from '../names.ts';
import { readAudience } from '../screens/audience.ts';
import { readEntityName } from '../screens/kind.ts';
import { recordType, userType } from '../types.ts';
import { type CallItem, readCallItem } from './call-parts.ts';
import { wordsBlockOf } from './mail-content.ts';
import { readPaperBody } from './paper-body.ts';
import type { CallPoints } from './points.ts';

export const PAPER_PARTS: readonly string[] = ['of', 'title', 'for', 'language', 'size', 'logo', 'header', 'footer'];

/** Reads one paper that the product makes of a record. */
export function readPaper(context: Context, section: Section, name: string, { declared }: CallPoints): Paper {
  const item = readCallItem(context, section, name, PAPER_PARTS, {
    whole: { because: 'paper', name },
    part: (part) => ({ because: 'paperPart', name, part }),
  });
  const { parts, prose } = item;
  const of = parts.needed('of', 'paperOf');
  const entity = of && readEntityName(context, of, declared);
  if (parts.isNone('of')) context.report('N780', CALLS_CODES.N780, { part: 'of' }, parts.spanOf('of'));
  const audience = parts.stated('for');
  const { size, isLandscape } = readSize(context, parts.stated('size'));
  return {
    clause: `7.${name}`,
    name,
    label: labelOf(name),
    description: prose,
    entity,
    for: audience === null ? (parts.isOpen('for') ? [] : 'everyone') : readAudience(context, audience, declared),
    size,
    isLandscape,
    language: readLanguage(context, parts.stated('language')),
    logo: readLogo(context, parts.stated('logo')),
    content: readContent(context, section, name, item, entity),
  };
}

/** Reads title, header, footer and words; null if something of it is not shown or has mistakes. */
function readContent(
  context: Context,
  section: Section,
  name: string,
  { parts, code }: CallItem,
  entity: string | null,
): PaperContent | null {
  const titleCell = parts.needed('title', 'paperTitle');
  if (parts.isNone('title')) context.report('N780', CALLS_CODES.N780, { part: 'title' }, parts.spanOf('title'));
  const block = wordsBlockOf(context, code);
  if (block === null) context.gap(`7.${name}.body`, 'paperBody', section.heading.span);
  else context.place(`7.${name}.body`, block.span);
  const lines = ['header', 'footer'].map((line) => [line, parts.stated(line)] as const);
  if (entity === null) return null;
  const scope: Scope = {
    variables: { this: recordType(entity), user: userType(true) },
    bare: ['this'],
    purpose: 'paper',
  };
  const numbers = PAGE_NUMBERS.map((number) => [number, { kind: 'integer', nullable: false }] as const);
  const ofPage: Scope = { ...scope, variables: { ...scope.variables, ...Object.fromEntries(numbers) } };
  const title = titleCell && context.template(titleCell, scope);
  const body = block && readPaperBody(context, block, scope);
  const [header, footer] = lines.map(([line, cell]) => readLine(context, cell, ofPage, parts.isOpen(line)));
  if (!title || !body || header === undefined || footer === undefined) return null;
  return { title, header, footer, body };
}

/** Reads a header or a footer; null if there is none, undefined if it has mistakes or is not shown. */
function readLine(
  context: Context,
  cell: Cell | null,
  scope: Scope,
  isOpen: boolean,
): PaperContent['header'] | undefined {
  if (cell === null) return isOpen ? undefined : null;
  return context.template(cell, scope) ?? undefined;
}

/** Reads `A4`, `A5 landscape`, `letter`. */
function readSize(context: Context, cell: Cell | null): { readonly size: PaperSize; readonly isLandscape: boolean } {
  const standard = { size: 'a4', isLandscape: false } as const;
  if (cell === null) return standard;
  const [word = '', way, ...others] = cell.text.toLowerCase().split(/\s+/);
  const size = PAPER_SIZES.find((known) => known === word);
  const isWay = way === undefined || way === 'landscape' || way === 'portrait';
  if (size !== undefined && isWay && others.length === 0) return { size, isLandscape: way === 'landscape' };
  context.report('N783', CALLS_CODES.N783, { part: 'size', text: cell.text }, cell.span);
  return standard;
}

/** Reads `nl`, `de-AT`. */
function readLanguage(context: Context, cell: Cell | null): string | null {
  if (cell === null) return null;
  try {
    const [language = null] = Intl.getCanonicalLocales(cell.text);
    if (language !== null) return language;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  context.report('N783', CALLS_CODES.N783, { part: 'language', text: cell.text }, cell.span);
  return null;
}

/** Reads the name of a constant whose value is a picture. */
function readLogo(context: Context, cell: Cell | null): string | null {
  if (cell === null) return null;
  if (context.schema.constants.get(cell.text)?.kind === 'text' || context.schema.constantsAreOpen === true)
    return cell.text;
  context.report('N783', CALLS_CODES.N783, { part: 'logo', text: cell.text }, cell.span);
  return null;
}
