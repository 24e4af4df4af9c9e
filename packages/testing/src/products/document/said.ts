import { type Draft, type EntityDraft, type FieldDraft, table } from './draft.ts';

/** A part of point 7 with items about random records (`### Mails`), each under a name of its own (`mail_1`); or nothing. */
export function itemsOf(
  draft: Draft,
  heading: string,
  kind: string,
  item: (draft: Draft, entity: EntityDraft, name: string) => string[],
): string[] {
  const { dice } = draft;
  const count = dice.once(2) ? 1 + dice.below(2) : 0;
  const entities = draft.roots.filter(({ name }) => name !== 'User');
  if (count === 0 || entities.length === 0) return [];
  const parts = [heading];
  for (let at = 0; at < count; at++) parts.push(...item(draft, dice.pick(entities), `${kind}_${at + 1}`));
  return parts;
}

/** A list of the entity's records, if it has one. */
export function listOf(entity: EntityDraft): FieldDraft | undefined {
  return entity.fields.find(({ list: is }) => is === 'owned' || is === 'many');
}

/** The same, once in three times. */
export function sometimesList({ dice }: Draft, entity: EntityDraft): FieldDraft | undefined {
  const list = listOf(entity);
  return list !== undefined && dice.once(3) ? list : undefined;
}

/** Some fields whose values words can say. */
export function saidFields({ dice }: Draft, entity: EntityDraft, most: number): readonly FieldDraft[] {
  return dice.some(
    entity.fields.filter(({ kind, type }) => !['records', 'opaque'].includes(kind) && type !== 'secret'),
    most,
  );
}

/** The text of an item: its heading, the parts that are stated, and its words. */
export function itemText(
  name: string,
  rows: Readonly<Record<string, string>>,
  words: readonly string[] | null,
): string[] {
  const stated = Object.entries(rows).filter(([, is]) => is !== '');
  return [
    `#### ${name}`,
    table(
      ['part', 'is'],
      stated.map(([part, is]) => ({ part, is })),
    ),
    ...(words === null ? [] : [`\`\`\`markdown\n${words.join('\n\n')}\n\`\`\``]),
  ];
}
