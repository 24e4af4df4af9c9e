import type { Client, ClientConfig } from 'pg';
import { inSchema, type NamedStatement, relationInSchema } from './schema-names.ts';

/** The texts that are kept as a schema has them: requests make texts of their own. */
const MOST_KEPT = 5_000;

/** The statements of one schema, as its connections send them. */
const kept = new Map<string, Map<string, NamedStatement>>();

/** A client whose statements are written with the names of a schema as they are sent. */
export function clientInSchema(
  Own: new (config?: ClientConfig) => Client,
  schema: string,
): new (
  config?: ClientConfig,
) => Client {
  return class extends Own {
    constructor(config?: ClientConfig) {
      super(config);
      const send = this.query.bind(this) as (...sent: unknown[]) => unknown;
      Object.defineProperty(this, 'query', {
        configurable: true,
        writable: true,
        value: (...given: unknown[]) => send(...statementInSchema(given, schema)),
      });
    }
  };
}

/**
 * The arguments of a client's `query` with the names of a schema: a text, perhaps with values, or an object with both.
 */
export function statementInSchema(given: readonly unknown[], schema: string): readonly unknown[] {
  const [first, second, ...others] = given;
  if (typeof first === 'string') {
    const statement = textInSchema(first, schema);
    return [statement.text, Array.isArray(second) ? withNames(second, statement, schema) : second, ...others];
  }
  if (typeof first !== 'object' || first === null || !('text' in first)) return given;
  const statement = textInSchema(String(first.text), schema);
  const values =
    'values' in first && Array.isArray(first.values) ? withNames(first.values, statement, schema) : undefined;
  return [{ ...first, text: statement.text, ...(values === undefined ? {} : { values }) }, second, ...others];
}

function withNames(values: readonly unknown[], { names }: NamedStatement, schema: string): readonly unknown[] {
  if (names.length === 0) return values;
  return values.map((value, place) => (names.includes(place) ? relationInSchema(value, schema) : value));
}

function textInSchema(text: string, schema: string): NamedStatement {
  let own = kept.get(schema);
  if (own === undefined) kept.set(schema, (own = new Map<string, NamedStatement>()));
  let statement = own.get(text);
  if (statement === undefined) {
    if (own.size >= MOST_KEPT) own.clear();
    statement = inSchema(text, schema);
    own.set(text, statement);
  }
  return statement;
}

/** Forgets the statements of a schema that nothing is asked of for now. */
export function forgetStatements(schema: string): void {
  kept.delete(schema);
}
