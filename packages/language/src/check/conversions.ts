import { checkExpression } from '../expression/check.ts';
import { lex } from '../expression/lexer.ts';
import type { ExpressionProblem } from '../expression/problem.ts';
import type { Schema, Scope } from '../expression/scope.ts';
import type { Expression } from '../expression/tree.ts';
import type { Type } from '../expression/type.ts';
import type { Conversion } from '../model/conversions.ts';
import type { Field } from '../model/entities.ts';
import type { Model } from '../model/model.ts';
import type { SourceFile } from '../source/span.ts';
import { parse } from '../syntax/parse.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { SpecTree } from '../syntax/tree.ts';
import { declare, type Declaration } from './declare/declare.ts';
import { typeOf } from './declare/schema.ts';
import { placed } from './make-context.ts';
import { recordType } from './resolve/types.ts';

/** The conversions that a document states, in its order. */
export function statedConversions({ entities }: Pick<Declaration, 'entities'>): Conversion[] {
  return entities.flatMap(({ draft, fields }) =>
    fields.flatMap(({ name, rules }) =>
      rules.from === undefined
        ? []
        : [{ clause: `3.${draft.name.text}.${name}`, entity: draft.name.text, field: name, text: rules.from.text }],
    ),
  );
}

type Stated = Pick<Model, 'entities' | 'renames' | 'conversions'>;

/** The former document: its files, the main one first. */
interface Former {
  readonly sources: readonly SourceFile[];
}

/** Whether two conversions say the same, however they are laid out. */
export function isSameConversion(left: Pick<Conversion, 'text'>, right: Pick<Conversion, 'text'>): boolean {
  const words = ({ text }: Pick<Conversion, 'text'>) => lex(text).tokens.map((token) => `${token.kind} ${token.text}`);
  return words(left).join('\n') === words(right).join('\n');
}

/** A conversion whose names are known. */
export interface ResolvedConversion {
  readonly conversion: Conversion;
  /** The entity's name in the former document. */
  readonly entity: string;
  /** Over `this`, a record as the former document has it; null where it has errors. */
  readonly expression: Expression | null;
  /** In the conversion's text. */
  readonly problems: readonly ExpressionProblem[];
}

/**
 * Reads conversions with the names and types of the former document; those of entities that it does not have are left out,
 * for there are no records of them.
 */
export function resolveConversions(
  plan: Pick<Model, 'entities' | 'renames'>,
  conversions: readonly Conversion[],
  former: Former,
): ResolvedConversion[] {
  if (conversions.length === 0) return [];
  const schema = schemaOf(former);
  const formerName = (name: string) => {
    if (schema.entities.has(name)) return name;
    return plan.renames.find((rename) => rename.kind === 'entity' && rename.name === name)?.was ?? name;
  };
  return conversions.flatMap((conversion) => {
    const entity = formerName(conversion.entity);
    const field = plan.entities
      .find(({ name }) => name === conversion.entity)
      ?.fields.find(({ name }) => name === conversion.field);
    if (field === undefined || !schema.entities.has(entity)) return [];
    return [{ conversion, entity, ...resolve(conversion.text, entity, field, schema, formerName) }];
  });
}

/**
 * What is wrong with the conversions of a document that follows another one. Those that the former document states already
 * were carried out with it.
 */
export function checkConversions(
  tree: SpecTree,
  plan: Stated,
  former: Former & Pick<Model, 'conversions'>,
): Diagnostic[] {
  const { entities } = declare(tree, { diagnostics: [], gaps: [], places: new Map() });
  const isNew = (conversion: Conversion) =>
    !former.conversions.some(
      (other) =>
        other.entity === conversion.entity && other.field === conversion.field && isSameConversion(other, conversion),
    );
  return resolveConversions(plan, plan.conversions.filter(isNew), former).flatMap(({ conversion, problems }) => {
    const { fields = [] } = entities.find(({ draft }) => draft.name.text === conversion.entity) ?? {};
    const words = fields.find(({ name }) => name === conversion.field)?.rules.from;
    return words === undefined
      ? []
      : problems.map((problem) => ({ ...placed(words, problem), clause: conversion.clause }));
  });
}

function resolve(
  text: string,
  entity: string,
  field: Field,
  schema: Schema,
  formerName: (name: string) => string,
): Pick<ResolvedConversion, 'expression' | 'problems'> {
  const mayBeEmpty = !field.required || field.when !== null;
  const expected = withFormerNames(typeOf(field.type, mayBeEmpty), formerName);
  const scope: Scope = {
    variables: { this: recordType(entity) },
    bare: ['this'],
    purpose: 'computed',
    mayBeEmpty,
    ...(expected.kind === 'enum' && { choices: expected.values }),
  };
  const found = checkExpression(text, scope, schema, expected);
  const misstates = found.problems.some(({ id }) => id === 'N063');
  if (expected.kind !== 'enum' || found.expression !== null || misstates) return found;
  // Which of several choices a record has is seen where they are: there, each is looked at.
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
