import { builtInLabel } from '../check/resolve/names.ts';
import { joinedLabel } from '../check/resolve/screens/path.ts';
import { type Entity, type Field, KEPT_UNTIL } from '../model/entities.ts';
import { statedLanguages } from '../model/languages.ts';
import type { Column } from '../model/screens.ts';
import type { Plan } from './plan.ts';

/** The languages of the plan's columns `label (nl)` and `message (nl)`, beside its own (`LOCALE`). */
export function languagesOf(plan: Plan): readonly string[] {
  const languages = new Set(statedLanguages(plan));
  languages.delete(plan.settings.locale.toLowerCase());
  return [...languages].sort();
}

/** The same product in another language: its labels and messages, as far as the document translates them. */
export function translatePlan(plan: Plan, language: string): Plan {
  const own = plan.settings.locale.toLowerCase();
  const commented = new Set(plan.entities.flatMap(({ commentsOn }) => commentsOn ?? []));
  const translated: Plan = {
    ...plan,
    entities: inLanguage(plan.entities, language, own).map((entity) => withBuiltIn(entity, commented, language, own)),
    states: inLanguage(plan.states, language, own),
    roles: inLanguage(plan.roles, language, own),
    errors: plan.errors.map((error) => ({ ...error, messages: error.translations[language] ?? error.messages })),
    settings: { ...plan.settings, locale: language },
  };
  return {
    ...translated,
    screens: plan.screens.map((screen) =>
      screen.derived
        ? { ...screen, name: builtInLabel('sign_in', language) }
        : translateColumns(plan, translated, screen),
    ),
  };
}

/** The language's own fields, where the document calls them nothing else. */
function withBuiltIn(entity: Entity, commented: ReadonlySet<string>, language: string, own: string): Entity {
  const fields = entity.fields.map((field): Field => {
    const isBuiltIn =
      field.derived ||
      (entity.name === 'User' && USER_FIELDS.has(field.name)) ||
      (entity.commentsOn !== null && COMMENT_FIELDS.has(field.name)) ||
      (entity.keptFor !== null && field.name === KEPT_UNTIL) ||
      (field.type.kind === 'all' && field.name === 'comments' && commented.has(entity.name));
    if (!isBuiltIn || field.label !== builtInLabel(field.name, own)) return field;
    const label = builtInLabel(field.name, language);
    if (label === field.label) return field;
    return { ...field, label, labels: { ...field.labels, [own]: field.label } };
  });
  return { ...entity, fields };
}

const COMMENT_FIELDS: ReadonlySet<string> = new Set(['about', 'text', 'mentions']);
const USER_FIELDS: ReadonlySet<string> = new Set(['email', 'name', 'roles', 'disabled']);

/**
 * Every label of a part of the plan in the language, if it has a translation; the document's own label becomes one of
 * the translations.
 */
function inLanguage<Part>(part: Part, language: string, own: string): Part {
  if (Array.isArray(part)) return part.map((item) => inLanguage(item, language, own)) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([key, value]) => [key, inLanguage(value, language, own)]);
  const labels = 'labels' in part && isRecord(part.labels) ? part.labels : {};
  const label = labels[language];
  if (typeof label !== 'string' || !('label' in part)) return Object.fromEntries(entries) as Part;
  return Object.fromEntries([...entries, ['label', label], ['labels', { ...labels, [own]: part.label }]]) as Part;
}

/** Columns that have their fields' labels have them in the other language too; a label of a screen's own stays. */
function translateColumns<Part>(plan: Plan, translated: Plan, part: Part): Part {
  const translate = (value: unknown, entity: string | null): unknown => {
    if (Array.isArray(value)) return value.map((item) => translate(item, entity));
    if (!isRecord(value)) return value;
    if (isColumn(value) && entity !== null) {
      const own = labelOfPath(plan, entity, value.path);
      return value.label === own ? { ...value, label: labelOfPath(translated, entity, value.path) } : value;
    }
    const inner = typeof value['entity'] === 'string' ? value['entity'] : entity;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, translate(each, inner)]));
  };
  return translate(part, null) as Part;
}

function labelOfPath(plan: Plan, from: string, path: readonly string[]): string | null {
  const labels: string[] = [];
  let entity: string | null = from;
  for (const name of path) {
    const field = plan.entities.find((each) => each.name === entity)?.fields.find((each) => each.name === name);
    if (field === undefined) return null;
    labels.push(field.label);
    entity = field.type.kind === 'reference' || field.type.kind === 'many' ? field.type.entity : null;
  }
  return joinedLabel(labels);
}

function isColumn(value: object): value is Column {
  return 'path' in value && Array.isArray(value.path) && 'label' in value && 'clause' in value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
