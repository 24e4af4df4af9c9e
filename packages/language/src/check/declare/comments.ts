import { ENTITIES_CODES } from '../../diagnostics/codes/entities.ts';
import type { FieldType } from '../../model/entities.ts';
import type { Context } from '../context.ts';
import { type Part, wordsAt } from '../resolve/words.ts';
import { COMMENTS_ON, type EntityDraft } from './entities.ts';
import type { FieldRules } from './field-rules.ts';

/** A field that an entity has without a row for it; its place is what states it. */
export interface AddedField {
  readonly name: string;
  readonly type: FieldType;
  readonly required: boolean;
  readonly rules: FieldRules;
  readonly place: Part;
}

/** The longest text of a comment, unless the document states another. */
const LONGEST = '..10000';

/** The fields that comments bring: those of their own entity, and the list of what they are about. */
export type CommentFields = ReadonlyMap<string, readonly AddedField[]>;

/**
 * 3: `comments on` gives an entity the fields of a comment (`about`, `text`, `mentions`), and the entity that it names
 * the list `comments`.
 */
export function commentFields(context: Context, drafts: readonly EntityDraft[]): CommentFields {
  const added = new Map<string, readonly AddedField[]>();
  const discussed = new Map<string, Part>();
  for (const { name, settings, open } of drafts) {
    const value = settings.get(COMMENTS_ON)?.value;
    if (!value || value.absence !== null || open) continue;
    const on = drafts.find((draft) => draft.name.text === value.text);
    const reason =
      name.text === 'User'
        ? 'commentsOfUser'
        : discussed.has(value.text)
          ? 'commentsTwice'
          : on === undefined || value.text === name.text
            ? 'comments'
            : null;
    if (reason !== null || on === undefined) {
      const details = { setting: COMMENTS_ON, value: value.text, form: reason ?? ('comments' as const) } as const;
      const first = discussed.get(value.text);
      context.report('N313', ENTITIES_CODES.N313, details, value.span, {
        clause: `3.${name.text}`,
        ...(reason === 'commentsTwice' &&
          first && { related: [{ span: first.span, message: 'It has its comments here already.' }] }),
      });
      continue;
    }
    discussed.set(value.text, value);
    const place: Part = { text: value.text, span: value.span };
    added.set(name.text, [...fieldsOfComment(on, place), ...(added.get(name.text) ?? [])]);
    if (on.open) continue;
    const type = { kind: 'all', entity: name.text, by: 'about' } as const;
    const list: AddedField = { name: 'comments', type, required: true, rules: {}, place };
    added.set(value.text, [...(added.get(value.text) ?? []), list]);
  }
  return added;
}

function fieldsOfComment(on: EntityDraft, place: Part): readonly AddedField[] {
  const rule = (text: string): Part => wordsAt(text, place);
  const about: FieldType = on.open ? { kind: 'open' } : { kind: 'reference', entity: on.name.text };
  return [
    {
      name: 'about',
      type: about,
      required: true,
      rules: on.open ? {} : { once: rule('once'), onDelete: rule('cascade') },
      place,
    },
    { name: 'text', type: { kind: 'markdown' }, required: true, rules: { bounds: rule(LONGEST) }, place },
    {
      name: 'mentions',
      type: { kind: 'many', entity: 'User' },
      required: false,
      rules: { optional: rule('optional') },
      place,
    },
  ];
}
