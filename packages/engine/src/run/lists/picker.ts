import { CANDIDATE, type Expression, type Field, message, type Message, walk } from '@nonet/language';
import type { ListQuery } from '../../engine.ts';
import { fieldPredicate } from '../../sql/permissions.ts';
import { type SqlContext, withVariables } from '../../sql/context.ts';
import { compileFilter } from '../../sql/expression.ts';
import { comparedType } from '../../sql/identifiers.ts';
import { FALSE } from '../../sql/logic.ts';
import { Parameters } from '../../sql/parameters.ts';
import { readFilterValue } from './filter-value.ts';
import { actorContext, type ReadScope } from '../read-scope.ts';
import { findReadable } from './readable-path.ts';
import { refuseInvalid } from '../refuse.ts';

/** `for=Line.category`: the records that this field may refer to, with the values of its form as `this.project=…`. */
export interface Picker {
  /** The query keys that it takes in addition to the filters. */
  readonly keys: ReadonlySet<string>;
  readonly slots: Readonly<Record<string, unknown>>;
  /** The part of it that the statement's text depends on. */
  readonly key: string;
  /** The clause of the field; null where the list is narrowed by none. */
  readonly clause: string | null;
  /** The field's `among`, with the actor's rights. */
  compile(context: SqlContext, candidate: string): string;
}

const EVERYTHING: Picker = { keys: new Set(), slots: {}, key: '', clause: null, compile: () => 'true' };

/**
 * Reads `for` and its values. If a value that the field's `among` reads is missing, or `among` reads more than the
 * fields' values, the list is not narrowed, and the save decides.
 * @throws {Refusal} INVALID if `for` names no reference to this entity that the reader may know.
 */
export function readPicker(scope: ReadScope, entity: string, query: ListQuery): Picker {
  const given = query.for ?? null;
  if (given === null) return EVERYTHING;
  const [owner = '', name = '', ...more] = given.split('.');
  const field = scope.index.findEntity(owner) === null ? null : scope.index.findField(owner, name);
  if (
    (field?.type.kind !== 'reference' && field?.type.kind !== 'many') ||
    field.type.entity !== entity ||
    more.length > 0 ||
    !mayKnow(scope, owner, field)
  ) {
    throw invalid(scope, 'for', message('noPicker', { key: given }));
  }
  const { among } = field;
  const read = among === null ? [] : amongReads(among);
  if (among === null || read === null) return EVERYTHING;
  const fields = read.flatMap((each) => findReadable(scope, owner, each) ?? []);
  const values = new Map<string, unknown>();
  for (const each of fields) {
    const text = query.filters.find(({ key }) => key === `this.${each.name}`)?.value;
    if (text !== undefined) values.set(each.name, readValue(scope, each, text));
  }
  const keys = new Set(fields.map((each) => `this.${each.name}`));
  if (values.size < read.length) return { ...EVERYTHING, keys };
  return {
    keys,
    slots: Object.fromEntries([...values].map(([each, value]) => [`this_${each}`, value])),
    key: given,
    clause: field.clause,
    compile: (context, candidate) => {
      const properties = fields.map((each) => {
        const type = comparedType(each.type, scope.index.plan.settings);
        return [each.name, context.parameters.slot(`this_${each.name}`, type)] as const;
      });
      return compileFilter(
        among,
        withVariables(context, {
          this: { kind: 'values', properties: Object.fromEntries(properties) },
          [CANDIDATE]: { kind: 'row', entity, alias: candidate, readable: true },
        }),
      );
    },
  };
}

/** The fields whose values `among` reads of the record; null if it reads the record itself, or its lists. */
export function amongReads(among: Expression): string[] | null {
  const fields = new Set<string>();
  let [uses, values, roles] = [0, 0, 0];
  walk(among, (node) => {
    if (node.kind === 'variable' && node.name === 'this') uses += 1;
    // A relationship role is judged on the whole record.
    if (node.kind === 'role') roles += 1;
    if (node.kind === 'field' && node.of.kind === 'variable' && node.of.name === 'this') {
      values += 1;
      fields.add(node.field);
    }
  });
  return uses === values && roles === 0 ? [...fields] : null;
}

function mayKnow(scope: ReadScope, owner: string, field: Field): boolean {
  if (findReadable(scope, owner, field.name) !== null) return true;
  const record = { kind: 'row', entity: owner, alias: 'r' } as const;
  const context = actorContext(scope, new Parameters());
  return fieldPredicate(context, scope.authority, field.name, 'update', record) !== FALSE;
}

function readValue(scope: ReadScope, field: Field, text: string): unknown {
  if (text === '') return null;
  const read = readFilterValue(text, field.type);
  const key = `this.${field.name}`;
  if ('expected' in read) throw invalid(scope, key, message('takes', { key, what: read.expected }));
  return read.value;
}

function invalid(scope: ReadScope, field: string, words: Message) {
  return refuseInvalid(scope.index, [{ field, code: 'INVALID', message: words, clause: null }]);
}
