import type { Draft, EntityDraft, FieldDraft } from './draft.ts';
import { itemsOf, itemText } from './said.ts';

/** Point 7, `### Received`: mail that becomes records. */
export function writeReceived(draft: Draft): string[] {
  return itemsOf(draft, '### Received', 'box', received);
}

function received(draft: Draft, entity: EntityDraft, name: string): string[] {
  const { dice } = draft;
  const comments = draft.entities.find(({ settings }) => settings.get('comments on') === entity.name);
  const takes = entity.fields.flatMap((field) => {
    const part = partFor(draft, field);
    return part === null || (field.isOptional && dice.once(2)) ? [] : [`${field.name} = ${part}`];
  });
  const rows = {
    // Several may have one address, and are tried in order.
    address: dice.once(25) ? 'not shown' : `${dice.pick(['desk', name])}@example.com`,
    by: dice.once(3) ? dice.pick(['everyone', ...draft.roles.map((role) => role.name)]) : 'everyone',
    creates: entity.name,
    takes: takes.length === 0 ? 'none' : takes.join(', '),
    replies: comments === undefined ? '' : comments.name,
  };
  return itemText(name, rows, null);
}

/** A part of a mail that a field may take; null if there is none. */
function partFor({ dice, entities }: Draft, { type, list, entity, isEntered }: FieldDraft): string | null {
  if (list === 'owned') {
    const children = entities.find((other) => other.name === entity);
    const files = children?.fields.filter((field) => isFile(field.type)) ?? [];
    return files.length === 1 ? 'attachments' : null;
  }
  if (!isEntered) return null;
  if (type === 'email') return 'from';
  if (type === 'datetime' || type === 'date') return 'date';
  if (isFile(type)) return 'attachments';
  return ['text', 'long text', 'markdown'].includes(type) ? dice.pick(['subject', 'text', 'from', 'name']) : null;
}

function isFile(type: string): boolean {
  return /^(?:file|image)\b/.test(type);
}
