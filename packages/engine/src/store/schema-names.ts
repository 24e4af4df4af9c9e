import pg from 'pg';

/**
 * The names of a product whose data and own tables are in one schema (decision 59). Statements are written with the two names
 * that most databases have, `product` and `nonet`; a connection of a product in a schema of its own sends them with the name of
 * that schema: `product."claim"` as `"acme"."claim"`, and `nonet.session` as `"acme"._nonet_session`. So no statement can
 * name the tables of another product, and the statements of a product in the two schemas are sent as they are written.
 */

/** The beginning of the engine's own names in a schema that also has the product's: no name of a document begins so. */
export const OWN_PREFIX = '_nonet_';

const SCHEMA = /^[a-z][a-z0-9_]{0,39}$/;
/** Schemas that are somebody else's, or whose name means something already. */
const TAKEN =
  /^(?:public|product|nonet|reports|rehearsal|information_schema|pg_.*|row_security_.*|.*_former_[0-9a-f]{12}|former_.*)$/;

/** Whether a product may be in a schema of this name. Both versions of a changing product have names made from it. */
export function canBeSchema(name: string): boolean {
  return SCHEMA.test(name) && !TAKEN.test(name);
}

/** A statement as a product's connection sends it. */
export interface NamedStatement {
  readonly text: string;
  /** The places of values that are names of relations, from 0. */
  readonly names: readonly number[];
}

const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|\$(?<tag>[A-Za-z_]\w*|)\$[\s\S]*?\$\k<tag>\$|\b[eE]'(?:[^'\\]|\\[\s\S]|'')*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$\d+|\bnonet\.(?:"[^"]*"|[\w%]+)|\bproduct\.(?=["\w%])|[A-Za-z_]\w*|\d+/g;

/** The words one of which a text has if any of its names is another one. */
const CONCERNED = /nonet|product|former_|hashtextextended|1936028005|1852796517|regclass/;

const FORMER = /^former_[0-9a-f]{12}$/;
const ALL_FORMER = '^former_[0-9a-f]{12}$';
const LIKE_FORMER = 'former\\_%';
/** The keys of locks for all processes on one product: of those that change it, and of those that serve it. */
const LOCKS = new Set(['1852796517', '1936028005']);

/** Writes a statement with the names of a schema. */
export function inSchema(text: string, schema: string): NamedStatement {
  if (!CONCERNED.test(text)) return { text, names: [] };
  const names = new Set<number>();
  const written = rewrite(text, (token, before, after) => {
    if (token.startsWith('$')) {
      if (isRelation(before, after)) names.add(Number(token.slice(1)) - 1);
      return token;
    }
    return token.startsWith("'") ? literalInSchema(token, before, after, schema) : word(token, before, after, schema);
  });
  return { text: withLocks(written, schema), names: [...names] };
}

/** The name of a relation, as a statement has it among its values, with the name of a schema. */
export function relationInSchema(name: unknown, schema: string): unknown {
  if (Array.isArray(name)) return name.map((each) => relationInSchema(each, schema));
  return typeof name === 'string' ? qualified(name, schema) : name;
}

/**
 * Writes a numbered file of `migrate/own` with the names of a schema. All of its text is the engine's own, so that names in its
 * texts are names as well.
 */
export function ownFileInSchema(text: string, schema: string): string {
  const functions = new Set(Array.from(text.matchAll(/\bfunction nonet\.(\w+)\(/g), ([, name = '']) => name));
  const write: Write = (token, before, after) => {
    if (token.startsWith("'")) {
      if (/^'nonet\.(?:filling|behaviour|names)'$/.test(token)) return token;
      if (token === "', product, public'") return `', "${schema}", public'`;
      return token === "'former_'" ? `'${schema}_former_'` : `'${rewrite(token.slice(1, -1), write)}'`;
    }
    // A function's own name, before one of its parameters.
    if (functions.has(token) && after.startsWith('.') && !before.endsWith('.')) return `${OWN_PREFIX}${token}`;
    return word(token, before, after, schema);
  };
  const named = text
    .replaceAll(/\b(create (?:unique )?index )([\w%$]+ on nonet\.)/g, `$1${OWN_PREFIX}$2`)
    .replaceAll(/\b(alter table nonet\.\w+ (?:add|drop) constraint )(?=\w)/g, `$1${OWN_PREFIX}`);
  return withLocks(rewrite(named, write), schema);
}

type Write = (token: string, before: string, after: string) => string;

/** Writes the texts, placeholders, words and numbers of a statement anew, also those of the bodies of its functions. */
function rewrite(text: string, write: Write): string {
  return text.replaceAll(TOKEN, (token: string, ...found: unknown[]) => {
    if (/^(?:--|\/\*)/.test(token)) return token;
    const named = token.startsWith('nonet.') ? token.slice('nonet.'.length) : null;
    const at = Number(found.at(-3));
    const before = text.slice(Math.max(0, at - 80), at);
    const after = text.slice(at + token.length, at + token.length + 24);
    if (/^\$\D/.test(token)) {
      const mark = token.slice(0, token.indexOf('$', 1) + 1);
      return `${mark}${rewrite(token.slice(mark.length, -mark.length), write)}${mark}`;
    }
    // The body of a function, or of a block that is run, as a text.
    if (
      /^[eE]?'/.test(token) &&
      (/\bdo\s+$/i.test(before) || /\b(?:plpgsql|sql|stable|immutable|public) as\s+$/i.test(before))
    )
      return pg.escapeLiteral(rewrite(contentOf(token), write));
    const written = write(token, before, after);
    return named !== null && isKnownByName(text, named, before, after) ? `${written} as ${named}` : written;
  });
}

/** Whether a table without an alias is known by its name in the rest of a statement. */
function isKnownByName(text: string, name: string, before: string, after: string): boolean {
  if (!/\b(?:from|join|only|update|insert into)\s+$/i.test(before)) return false;
  const isInserted = /\binto\s+$/i.test(before);
  if (
    !/^\s*(?:$|[;,)]|(?:where|set|on|order|group|limit|returning|using|join|left|cross|union|values|select|for)\b)/i.test(
      after,
    )
  )
    if (!(isInserted && /^\s*\(/.test(after))) return false;
  return new RegExp(`(?<![.\\w"])${name}\\.`).test(text);
}

/** The text that a literal stands for, as `escapeLiteral` writes it. */
function contentOf(token: string): string {
  const content = token.slice(token.indexOf("'") + 1, -1).replaceAll("''", "'");
  return token.startsWith("'") ? content : content.replaceAll('\\\\', '\\');
}

function literalInSchema(token: string, before: string, after: string, schema: string): string {
  const content = token.slice(1, -1);
  if (FORMER.test(content)) return `'${schema}_${content}'`;
  if (content === ALL_FORMER) return `'^${schema}_${content.slice(1)}'`;
  if (content === LIKE_FORMER) return `'${schema.replaceAll('_', '\\_')}\\_${content}'`;
  if (isRelation(before, after)) return `'${qualified(content, schema)}'`;
  const isSchema = content === 'product' || content === 'nonet';
  return isSchema && /(?:nspname|schemaname|table_schema) (?:= |in \((?:'\w+', )?)$/.test(before)
    ? `'${schema}'`
    : token;
}

/** Whether a text or a value is taken for the name of a relation or a schema. */
function isRelation(before: string, after: string): boolean {
  return (
    /^(?:::text)?::reg(?:class|namespace)\b/.test(after) ||
    /\bto_regclass\(\w+\) from unnest\($/.test(before) ||
    /\b(?:to_regclass|to_regnamespace|nextval|setval|has_schema_privilege)\($/.test(before)
  );
}

function word(token: string, before: string, after: string, schema: string): string {
  if (LOCKS.has(token)) return lockOf(token, schema);
  if (token.startsWith('"')) return FORMER.test(token.slice(1, -1)) ? `"${schema}_${token.slice(1)}` : token;
  if (/[.\w]$/.test(before)) return token;
  if (token === 'product.') return qualified(token, schema);
  // Settings of a session have no schema.
  if (token.startsWith('nonet.')) return /\b(?:set|local|session)\s+$/i.test(before) ? token : qualified(token, schema);
  if (token !== 'nonet' && token !== 'product') return token;
  // No product is the owner of the extension that all of a database use.
  if (/\bextension\b[^;]*\bwith schema $/i.test(before)) return 'public';
  const isSchema =
    /\b(?:schema (?:if not exists )?|search_path = )(?:[\w"]+, )*$/i.test(before) && !after.startsWith('.');
  return isSchema ? `"${schema}"` : token;
}

/** `product."claim"` → `"acme"."claim"`; `nonet.session` → `"acme"._nonet_session`; other names stay. */
function qualified(name: string, schema: string): string {
  // Texts are not always read as names are: a schema alone has no quotes in them.
  if (name === 'product' || name === 'nonet') return schema;
  if (name.startsWith('product.')) return `"${schema}".${name.slice('product.'.length)}`;
  return name.replace(/^nonet\.("?)/, `"${schema}".$1${OWN_PREFIX}`);
}

/** The number that a lock of a schema has in the place of that of the two schemas. */
function lockOf(key: string, schema: string): string {
  let hash = Number(key);
  for (const character of schema) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return String(hash & 0x7fffffff);
}

/** Locks by a text get a seed of the schema. */
function withLocks(text: string, schema: string): string {
  const seed = lockOf('2166136261', schema);
  return text.replaceAll(/(hashtextextended\((?:[^()]|\([^()]*\))*, )0\)/g, `$1${seed})`);
}
