import type { CheckedDocument } from '../check/check.ts';
import { FIELD_KINDS } from '../model/field-kinds.ts';
import type { Field } from '../model/entities.ts';
import type { GoneKind } from '../model/gone.ts';
import { pairDocuments } from '../model/pair-documents.ts';
import type { Plan } from '../plan/plan.ts';
import type { PointName } from '../points.ts';
import type { Section } from '../syntax/tree.ts';
import { fileOf, sectionEnd, tableWith } from './place.ts';
import { addCellText, addRows, type Edits, insertion } from './table-edits.ts';
import { writeTable } from './written.ts';

/** Words that a changed document may have, so that what is stored has a place in it. */
export interface OfferedWords {
  /** The offered words and their place, as part of a sentence: "`was origin` at `Trip.start`". */
  readonly text: string;
  readonly edits: Edits;
}

/**
 * The words that may be added to a changed document if stored data has no place in it, by the clauses that the refusal
 * names (for parts that are gone, those of the former document under their new names): `was` at a new part, `from …
 * else open`, and a row of `Gone`. The caller must check whether the result has errors.
 * @param former The document in use.
 */
export function offerWords(
  checked: CheckedDocument,
  former: Plan,
  refused: readonly string[],
): readonly OfferedWords[] {
  const now = checked.model;
  const { names } = pairDocuments(former, now);
  return [...new Set(refused)].flatMap((clause) => {
    const [point = '', name = '', part, ...rest] = clause.split('.');
    if (rest.length > 0) return [];
    if (part !== undefined) return point === '3' ? ofField(name, part) : [];
    const isNew = (was: readonly string[], kept: (name: string) => string, is: readonly string[]) =>
      is.filter((each) => !was.some((before) => kept(before) === each));
    const namesOf = (things: readonly { readonly name: string }[]) => things.map((each) => each.name);
    if (point === '3') {
      const others = isNew(namesOf(former.entities), names.entity, namesOf(now.entities));
      return [...others.flatMap((other) => atHeading('entities', other, name)), ...gone('entities', 'entity', name)];
    }
    if (point === '2') {
      const screen = former.screens.find(({ slug }) => slug === name)?.name ?? name;
      const slugs = isNew(
        former.screens.map(({ slug }) => slug),
        names.screen,
        now.screens.map(({ slug }) => slug),
      );
      const others = now.screens.flatMap((each) => (slugs.includes(each.slug) ? [each.name] : []));
      return [...others.flatMap((other) => atHeading('screens', other, screen)), ...gone('screens', 'screen', screen)];
    }
    if (point === '7') {
      const others = isNew(namesOf(former.calls), names.call, namesOf(now.calls));
      return [...others.flatMap((other) => atHeading('calls', other, name)), ...gone('calls', 'call', name)];
    }
    if (point !== '6') return [];
    const others = isNew(namesOf(former.roles), names.role, namesOf(now.roles));
    return [
      ...others.flatMap((other) => inRow(`6.${other}`, 'was', name, `\`${other}\``)),
      ...gone('roles', 'role', name),
    ];
  });

  /** `entity`, `name`: by the new names, which a field that is gone has none of. */
  function ofField(entity: string, name: string): OfferedWords[] {
    const own = now.entities.find((each) => each.name === entity)?.fields ?? [];
    const before =
      former.entities.find((each) => names.entity(each.name) === entity)?.fields.filter((each) => !each.derived) ?? [];
    const is = own.find((field) => field.name === name);
    const was = before.find((field) => names.field(entity, field.name) === name || field.name === name);
    if (is !== undefined) return was === undefined ? [] : leftOpen(entity, is, was);
    const isNew = (field: Field) =>
      !field.derived &&
      field.computed === null &&
      !before.some((each) => names.field(entity, each.name) === field.name);
    const heirs = own.filter((field) => isNew(field) && field.type.kind === was?.type.kind);
    return [
      ...heirs.flatMap((heir) => inRow(heir.clause, 'rules', `was ${name}`, `\`${entity}.${heir.name}\``)),
      ...gone('entities', 'field', name, entity),
    ];
  }

  /** Texts that are choices or telephone numbers now: those that are none are left out. */
  function leftOpen(entity: string, is: Field, was: Field): OfferedWords[] {
    const takesTexts = is.type.kind === 'enum' || is.type.kind === 'phone';
    if (!takesTexts || (FIELD_KINDS[was.type.kind].value !== 'text' && was.type.kind !== 'enum')) return [];
    return inRow(is.clause, 'rules', `from ${was.name} else open`, `\`${entity}.${is.name}\``);
  }

  function inRow(clause: string, column: string, text: string, at: string): OfferedWords[] {
    const span = now.places.get(clause);
    if (span === undefined) return [];
    for (const point of Object.values(checked.tree.points))
      for (const section of withParts(point))
        for (const table of section.blocks) {
          if (table.kind !== 'table') continue;
          const row = table.rows.find(
            (each) => each.span.file === span.file && each.span.start <= span.start && span.end <= each.span.end,
          );
          if (row === undefined) continue;
          const edits = addCellText(fileOf(checked.tree, table.span), table, row, column, text);
          return [{ text: `\`${column === 'was' ? `was ${text}` : text}\` at ${at}`, edits }];
        }
    return [];
  }

  function atHeading(point: PointName, name: string, was: string): OfferedWords[] {
    const root = checked.tree.points[point];
    const heading =
      root === undefined ? undefined : [...withParts(root)].find(({ heading: { text } }) => isOf(text, name));
    if (heading === undefined) return [];
    const file = fileOf(checked.tree, heading.heading.span);
    return [
      {
        text: `\`(was: ${was})\` at \`${name}\``,
        edits: [insertion(file, heading.heading.span.end, ` (was: ${was})`)],
      },
    ];
  }

  function gone(point: PointName, kind: GoneKind, name: string, entity: string | null = null): OfferedWords[] {
    const root = checked.tree.points[point];
    if (root === undefined) return [];
    const within = entity === null ? root : root.sections.find(({ heading: { text } }) => isOf(text, entity));
    if (within === undefined) return [];
    const text = `\`| ${name} |\` under \`Gone\`${entity === null ? '' : ` of \`${entity}\``}: what is stored of it goes`;
    const section = within.sections.find(({ heading }) => heading.text.trim() === 'Gone');
    const table = section === undefined ? undefined : tableWith(section, kind);
    if (table !== undefined) {
      const cells = table.headers.map((header) => (header.text.trim().toLowerCase() === kind ? name : ''));
      return [{ text, edits: addRows(fileOf(checked.tree, table.span), table, [cells]) }];
    }
    const file = fileOf(checked.tree, within.span);
    const heading = `${'#'.repeat(within.level + 1)} Gone`;
    const added = `\n\n${section === undefined ? `${heading}\n\n` : ''}${writeTable([kind], [[name]])}`;
    return [{ text, edits: [insertion(file, sectionEnd(file, section ?? within), added)] }];
  }
}

/** A section and all below it. */
function* withParts(section: Section): Generator<Section> {
  yield section;
  for (const part of section.sections) yield* withParts(part);
}

/** Whether a heading states a thing of this name: `Trip (was: Tour)`; for a screen, its address follows. */
function isOf(heading: string, name: string): boolean {
  return heading === name || heading.startsWith(`${name} (`) || heading.startsWith(`${name} \``);
}
