import type { Model } from '@nonet/language';
import type { NewNames } from './new-names.ts';

/** The names with which text is rewritten. */
export interface Renaming {
  readonly model: Model;
  readonly names: NewNames;
  /** The new name of a field that shares its name with the language (`Category.name`), by entity and field. */
  readonly stated: ReadonlyMap<string, string>;
}

const KEYWORDS = new Set([
  'and',
  'or',
  'not',
  'if',
  'then',
  'else',
  'in',
  'is',
  'true',
  'false',
  'null',
  'where',
  'have',
  'order',
  'as',
  'desc',
  'asc',
  'user',
  'old',
  'any',
  'same',
  'new',
  'system',
  'on',
  'create',
  'except',
  'after',
  'at',
  'default',
  'when',
  'among',
  'optional',
  'unique',
  'once',
  'by',
]);
const UNITS = /^(years?|months?|weeks?|days?|hours?|minutes?|seconds?|working)$/;
const TOKEN = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\d+(?:\.\d+)?|[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*|[()]|./gs;

/** Rewrites the names in an expression, a list of names, or an effect. `entity` is the record that bare names belong to. */
export function renameExpression(renaming: Renaming, text: string, entity: string | null): string {
  const queried: (string | null)[] = [];
  const tokens = [...text.matchAll(TOKEN)].map((match) => match[0]);
  return tokens
    .map((token, index) => {
      if (token === '(') {
        const isCall = /^[a-z]\w*$/.test(tokens[index - 1] ?? '');
        queried.push(isCall ? sourceOf(renaming, tokens[index + 1] ?? '', entity) : (queried.at(-1) ?? null));
        return token;
      }
      if (token === ')') queried.pop();
      if (/^["']/.test(token)) return renameState(renaming, token);
      if (!/^[A-Za-z_]/.test(token)) return token;
      const before = tokens.slice(0, index).findLast((other) => other.trim() !== '') ?? '';
      const after = tokens.slice(index + 1).find((other) => other.trim() !== '') ?? '';
      if (UNITS.test(token) && /^\d/.test(before)) return token;
      if (after === '(' && /^[a-z_]+$/.test(token)) return token;
      if (KEYWORDS.has(token)) return token;
      return renamePath(renaming, token, queried.at(-1) ?? entity, entity);
    })
    .join('');
}

/** Rewrites `owner.name`, `this.lines.amount`, `Claim.total`, `MAX_LINES`. */
function renamePath(
  { model, names, stated }: Renaming,
  path: string,
  entity: string | null,
  own: string | null,
): string {
  let current = entity;
  return path
    .split('.')
    .map((name, index) => {
      if (index === 0 && name === 'this') {
        current = own;
        return name;
      }
      if (index === 0 && model.entities.some((candidate) => candidate.name === name)) {
        current = name;
        return names.entities.get(name) ?? name;
      }
      if (index === 0 && name === 'user') {
        current = 'User';
        return name;
      }
      const holder = current;
      const field = model.entities
        .find((candidate) => candidate.name === holder)
        ?.fields.find((candidate) => candidate.name === name);
      current =
        field && ['reference', 'children', 'many'].includes(field.type.kind) && 'entity' in field.type
          ? field.type.entity
          : parentOf(model, holder);
      return stated.get(`${holder}.${name}`) ?? names.words.get(name) ?? names.capitals.get(name) ?? name;
    })
    .join('.');
}

function parentOf(model: Model, entity: string | null): string | null {
  return model.entities.find((candidate) => candidate.name === entity)?.owner?.entity ?? null;
}

/** The entity that a query's first word is about; null for other functions. */
function sourceOf({ model }: Renaming, path: string, entity: string | null): string | null {
  const [first = '', ...rest] = path.replace(/^this\./, '').split('.');
  if (model.entities.some((candidate) => candidate.name === first)) return first;
  let current = entity;
  for (const name of [first, ...rest]) {
    const field = model.entities
      .find((candidate) => candidate.name === current)
      ?.fields.find((candidate) => candidate.name === name);
    if (field?.type.kind === 'children') return field.type.entity;
    current = field?.type.kind === 'reference' ? field.type.entity : null;
  }
  return entity;
}

function renameState({ names }: Renaming, quoted: string): string {
  const inner = quoted.slice(1, -1);
  return names.states.has(inner) ? `${quoted.charAt(0)}${names.words.get(inner) ?? inner}${quoted.charAt(0)}` : quoted;
}

/** Rewrites the placeholders of a text and leaves its words. */
export function renameTemplate(renaming: Renaming, text: string, entity: string | null): string {
  return text.replace(/\{([^{}"]+)\}/g, (_, inner: string) => `{${renameExpression(renaming, inner, entity)}}`);
}
