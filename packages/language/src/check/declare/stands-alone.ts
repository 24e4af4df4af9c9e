import type { Section, SpecTree } from '../../syntax/tree.ts';

/**
 * Whether the records of an entity seem to be independent, judged by the unresolved document: a screen shows them,
 * point 6 states permissions for them, or several fields refer to them. None of this is needed for owned children
 * (`list of Line`).
 */
export function standsAlone({ points }: SpecTree, entity: string): boolean {
  const named = new RegExp(`\\b${entity}\\b`);
  const isTitled = (section: Section | undefined): boolean =>
    section?.sections.some(
      ({ heading, sections }) =>
        (heading.text.split(/\s*,\s*/).includes(entity) && points.roles === section) ||
        sections.some((item) => item.heading.text.split(/\s*,\s*/).includes(entity)),
    ) ?? false;
  const cells = (section: Section | undefined): readonly string[] =>
    section === undefined
      ? []
      : [
          ...section.blocks.flatMap((block) =>
            block.kind === 'table' ? block.rows.flatMap((row) => row.cells.map(({ text }) => text)) : [],
          ),
          ...section.sections.flatMap(cells),
        ];
  const isShown = cells(points.screens).some((text) =>
    new RegExp(`^(?:list of|board of|calendar of|timeline of|gallery of|record of|form for) ${entity}\\b`).test(text),
  );
  const types = cells(points.entities).filter(
    (text) => named.test(text) && /^(?:list of |many |all )?[A-Z]\w*(?:\[\]| by \w+)?$/.test(text),
  );
  const isPermitted = cells(points.roles).includes(entity);
  return isShown || isPermitted || isTitled(points.roles) || types.length > 1;
}
