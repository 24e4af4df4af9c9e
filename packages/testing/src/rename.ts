import { checkDocument, type Model, type Section, type Span, type SpecTree } from '@nonet/language';
import { entityOf, keptNames, rewriteOf, route } from './rename/cells.ts';
import { type Renaming, renameExpression, renameTemplate } from './rename/expression.ts';
import { type NewNames, newNames } from './rename/new-names.ts';

interface Edit {
  readonly span: Span;
  readonly text: string;
}

export interface Renamed {
  readonly text: string;
  /** The new name of everything. */
  readonly names: NewNames;
  /** The new names of fields that share a name with the language, by `Entity.field` (old names). */
  readonly stated: ReadonlyMap<string, string>;
}

/**
 * Gives everything that a document names another name: entities, fields, states, events, roles, rules, errors,
 * constants, calls, screens and routes. What the language names stays (`User.email`, `created_at`, `NOT_FOUND`,
 * `CURRENCY`), and so do prose, labels and values. The document means the same afterwards, so whatever works by a name
 * of the old one breaks. Only for documents of one file that have no errors.
 */
export function renameEverything(documentText: string): string {
  return renameWithNames(documentText).text;
}

/** As `renameEverything`, with the new names, for tests that continue with them. */
export function renameWithNames(documentText: string): Renamed {
  const { model, tree, plan } = checkDocument({ path: 'spec.md', text: documentText }, () => {
    throw new Error('Only documents of one file can be renamed');
  });
  if (plan === null) throw new Error('Only a document without errors can be renamed');
  const names = newNames(model);
  const stated = statedNames(model);
  const edits = editsOf({ model, names, stated }, tree).toSorted((left, right) => right.span.start - left.span.start);
  let text = documentText;
  for (const edit of edits) text = text.slice(0, edit.span.start) + edit.text + text.slice(edit.span.end);
  return { text, names, stated };
}

/** `Category.name` is the document's own name, although `User.name` is the language's. */
function statedNames(model: Model): ReadonlyMap<string, string> {
  const stated = new Map<string, string>();
  for (const entity of model.entities) {
    if (entity.name === 'User') continue;
    for (const field of entity.fields) {
      if (!field.derived && keptNames().has(field.name))
        stated.set(`${entity.name}.${field.name}`, `own_${field.name}_x`);
    }
  }
  return stated;
}

function editsOf(renaming: Renaming, tree: SpecTree): Edit[] {
  const edits: Edit[] = [];
  const source = (span: Span): string => tree.files[0]?.text.slice(span.start, span.end) ?? '';
  const edit = (span: Span, text: string): void => {
    if (text !== source(span)) edits.push({ span, text });
  };
  const visit = (point: string, section: Section, item: Section | null): void => {
    if (section.level > 2) edit(section.heading.span, heading(renaming, point, section, source(section.heading.span)));
    const records = /^(demo )?records$/i.test(section.heading.text);
    for (const block of section.blocks) {
      const holder = section.level > 2 ? (records || point === 'states' ? item : section) : null;
      if (block.kind === 'code')
        edit(block.content, renameTemplate(renaming, source(block.content), entityOf(renaming, holder, null)));
      if (block.kind !== 'table') continue;
      for (const row of [null, ...block.rows]) {
        for (const cell of row?.cells ?? block.headers) {
          const rewrite = rewriteOf(renaming, block, row, cell, records);
          if (rewrite && cell.text !== '' && cell.absence === null)
            edit(cell.span, rewrite(renaming, source(cell.span), entityOf(renaming, holder, records ? null : row)));
        }
      }
    }
    for (const inner of section.sections) visit(point, inner, section.level > 2 ? item : inner);
  };
  for (const [point, section] of Object.entries(tree.points)) if (section) visit(point, section, null);
  return edits;
}

/** A heading is a screen's name and route, an entity, a workflow, or a call. */
function heading(renaming: Renaming, point: string, section: Section, text: string): string {
  const { names } = renaming;
  switch (point) {
    case 'screens': {
      const match = /^(.*?)(\s*`?)(\/.*)$/.exec(text);
      if (!match) return text;
      return `${names.screens.get(match[1] ?? '') ?? match[1]}${match[2]}${route(renaming, match[3] ?? '', null)}`;
    }
    case 'entities':
    case 'states':
      return /^(demo )?records$/i.test(text) ? text : renameExpression(renaming, text, null);
    case 'roles':
      return section.level === 4 ? renameExpression(renaming, text, null) : text;
    case 'calls':
      return section.level === 4 ? (names.words.get(text) ?? text) : text;
    default:
      return text;
  }
}
