import { checkExpression } from '../../expression/check.ts';
import { lex } from '../../expression/lexer.ts';
import type { ExpressionProblem } from '../../expression/problem.ts';
import type { Schema, Scope } from '../../expression/scope.ts';
import type { Expression } from '../../expression/tree.ts';
import type { Type } from '../../expression/type.ts';
import type { Conversion } from '../../model/conversions.ts';
import type { Field } from '../../model/entities.ts';
import type { Model } from '../../model/model.ts';
import type { Origin } from '../../model/origins.ts';
import type { SourceFile } from '../../source/span.ts';
import { parse } from '../../syntax/parse.ts';
import { type Declaration, declare } from '../declare/declare.ts';
import { waysBack } from '../declare/field-rules.ts';
import { typeOf } from '../declare/schema.ts';
import { knownOf, madeFromTypes, type ResolvedOrigin, resolveOrigins, type WithOrigins } from './origins.ts';
import { recordType } from './types.ts';

/** The conversions that a document states, in its order. */
export function statedConversions({ entities }: Pick<Declaration, 'entities'>): Conversion[] {
  return entities.flatMap(({ draft, fields }) =>
    fields.flatMap(({ name, rules }) => {
      if (rules.from === undefined) return [];
      const back = waysBack(rules).map(({ target, words }) => ({ field: target, text: words.text }));
      return [
        {
          clause: `3.${draft.name.text}.${name}`,
          entity: draft.name.text,
          field: name,
          text: rules.from.text,
          ...(rules.elseOpen && { elseOpen: true as const }),
          ...(back.length > 0 && { back }),
        },
      ];
    }),
  );
}

/** The currency of money if a field does not state one. */
export interface Currency {
  readonly settings: { readonly currency: string | null };
}

/** The former document: its files, the main one first. */
export interface Former {
  readonly sources: readonly SourceFile[];
}

/** Whether two conversions have the same meaning, in any layout. */
export function isSameConversion(left: Pick<Conversion, 'text'>, right: Pick<Conversion, 'text'>): boolean {
  const words = ({ text }: Pick<Conversion, 'text'>) => lex(text).tokens.map((token) => `${token.kind} ${token.text}`);
  return words(left).join('\n') === words(right).join('\n');
}

/** A conversion whose names are known. */
export interface ResolvedConversion {
  readonly conversion: Conversion;
  /** The entity's name in the former document. */
  readonly entity: string;
  /** Over `this`, a record as the former document has it; null if it has errors. */
  readonly expression: Expression | null;
  /** In the conversion's text. */
  readonly problems: readonly ExpressionProblem[];
  /** The origin whose records the entity's records are made from; absent where they are there already. */
  readonly origin?: Origin;
}

/** A document that follows another one. */
type Following = WithOrigins & Pick<Model, 'renames'> & Currency;

/**
 * Reads conversions with the names and types of the former document; those of entities that it does not have are left
 * out, for there are no records of them, unless their first ones are made from others': then they are read for each
 * origin.
 */
export function resolveConversions(
  plan: Following,
  conversions: readonly Conversion[],
  former: Former,
): ResolvedConversion[] {
  return conversions.length === 0 ? [] : readConversions(plan, conversions, former).conversions;
}

/** Reads conversions, and the origins of the entities that the former document does not have. */
export function readConversions(
  plan: Following,
  conversions: readonly Conversion[],
  former: Former,
): { readonly conversions: ResolvedConversion[]; readonly origins: readonly ResolvedOrigin[] } {
  // A document that states neither needs no names of the former one.
  if (conversions.length === 0 && (plan.origins ?? []).length === 0) return { conversions: [], origins: [] };
  const schema = schemaOf(former);
  const formerName = (name: string) => {
    if (schema.entities.has(name)) return name;
    return plan.renames.find((rename) => rename.kind === 'entity' && rename.name === name)?.was ?? name;
  };
  const origins = resolveOrigins(plan, schema, (entity) => schema.entities.has(formerName(entity)));
  const read = conversions.flatMap((conversion): ResolvedConversion[] => {
    const entity = formerName(conversion.entity);
    const field = plan.entities
      .find(({ name }) => name === conversion.entity)
      ?.fields.find(({ name }) => name === conversion.field);
    if (field === undefined) return [];
    const names = { schema, formerName, origins, settings: plan.settings };
    const resolveOver = (of: string, given: readonly Expression[] = []) =>
      resolve(conversion.text, of, field, { ...names, given });
    if (schema.entities.has(entity)) return [{ conversion, entity, ...resolveOver(entity) }];
    return origins.flatMap((resolved) => {
      const { origin, isKnown } = resolved;
      return isKnown && origin.entity === conversion.entity
        ? [{ conversion, entity: origin.of, ...resolveOver(origin.of, knownOf(resolved)), origin }]
        : [];
    });
  });
  return { conversions: read, origins };
}

interface FormerNames extends Currency {
  readonly schema: Schema;
  readonly formerName: (name: string) => string;
  readonly origins: readonly ResolvedOrigin[];
  /** Conditions that hold for the records that are read. */
  readonly given: readonly Expression[];
}

function resolve(text: string, entity: string, field: Field, names: FormerNames): Resolved {
  const own = 'entity' in field.type ? field.type.entity : null;
  const made = names.origins.filter(({ origin }) => origin.entity === own);
  const mayBeEmpty = !field.required || field.when !== null;
  const type = typeOf(field.type, mayBeEmpty);
  if (made.length === 0) return resolveAs(text, entity, field, names, withFormerNames(type, names.formerName));
  const types = madeFromTypes(made, type.kind === 'record' && mayBeEmpty);
  const found = types.map((each) =>
    resolveAs(text, entity, field, names, type.kind === 'list' ? { ...type, of: each } : each),
  );
  return found.find(({ expression }) => expression !== null) ?? found[0] ?? { expression: null, problems: [] };
}

type Resolved = Pick<ResolvedConversion, 'expression' | 'problems'>;

/** Reads an expression over `entity` as one of the type `named`, in the names of the former document. */
function resolveAs(
  text: string,
  entity: string,
  field: Field,
  { schema, given, settings: { currency } }: FormerNames,
  named: Type,
): Resolved {
  const mayBeEmpty = !field.required || field.when !== null;
  // Money of no stated currency is read in the former one's.
  const isOther = named.kind === 'money' && named.currency === null && currency !== (schema.currency ?? null);
  const expected = isOther ? { ...named, currency } : named;
  const scope: Scope = {
    variables: { this: recordType(entity) },
    bare: ['this'],
    purpose: 'computed',
    given,
    mayBeEmpty,
    ...(field.type.kind !== 'state' && expected.kind !== 'list' && { mayBeOpen: true as const }),
    ...(expected.kind === 'enum' && { choices: expected.values }),
  };
  const found = checkExpression(text, scope, schema, expected);
  const isUnknownChoice = found.problems.some(({ id }) => id === 'N063');
  if (expected.kind !== 'enum' || found.expression !== null || isUnknownChoice) return found;
  // A record's own choice is known only from its value, so the conversion checks each value.
  const asText = checkExpression(text, scope, schema, { kind: 'text', nullable: mayBeEmpty });
  return asText.expression === null ? found : asText;
}

function withFormerNames(type: Type, formerName: (name: string) => string): Type {
  if (type.kind === 'record') return { ...type, entity: formerName(type.entity) };
  return type.kind === 'list' ? { ...type, of: withFormerNames(type.of, formerName) } : type;
}

/** The names of a document that was put to use: it was checked then. */
function schemaOf({ sources: [main, ...others] }: Former): Schema {
  if (main === undefined) throw new Error('The former document has no text.');
  const { tree } = parse(main, (path) => {
    const other = others.find((source) => source.path === path);
    return other === undefined ? { kind: 'missing' } : { kind: 'file', text: other.text };
  });
  return declare(tree, { diagnostics: [], gaps: [], places: new Map() }).context.schema;
}
