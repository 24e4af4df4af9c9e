import { type Field, hasValue } from '@nonet/language';
import { literal } from '../migrate/former/inline.ts';
import type { PlanIndex } from '../plan-index.ts';
import { USER } from '../session/user.ts';
import { living } from '../sql/admits.ts';
import type { SqlContext, SqlVariable } from '../sql/context.ts';
import { compileExpression } from '../sql/expression.ts';
import { isListOfRecords, quote, shortName, snakeCase, SYSTEM_COLUMNS, tableName } from '../sql/identifiers.ts';
import { and, FALSE, only, TRUE } from '../sql/logic.ts';
import { Parameters } from '../sql/parameters.ts';
import { authorityOf } from '../sql/permissions.ts';
import { titleOf } from '../sql/title.ts';
import { typeOfField, wireIdOf } from '../sql/wire.ts';
import { replacePlaceholders } from '../store/placeholders.ts';

/** A view of an entity's records, as SQL. */
export interface ReportView {
  /** Its name in the schema of views. */
  readonly name: string;
  readonly select: string;
  /** The document's words about it and its columns. */
  readonly comment: string;
  readonly comments: ReadonlyMap<string, string>;
}

/** The id of nobody: whoever reads views is no person of the product, so that no relationship to a record holds. */
const NOBODY = '00000000-0000-0000-0000-000000000000';
/** Stands for the time at which a view is read. */
const NOW = 'the time of the reading';

type Row = Extract<SqlVariable, { kind: 'row' }>;

/**
 * A view for each entity of which the holders of these roles may read records (6): the records and fields that somebody may read who
 * holds these roles, has signed in, and is related to no record. The columns have the names of the fields. Secrets and passwords are in none.
 */
export function reportViews(index: PlanIndex, roles: readonly string[]): ReportView[] {
  const authority = authorityOf(index, { userId: NOBODY, roles });
  return index.plan.entities.flatMap((entity): ReportView[] => {
    const parameters = new Parameters();
    const row: Row = { kind: 'row', entity: entity.name, alias: 'r', readable: true };
    const context: SqlContext = {
      index,
      parameters,
      authority,
      variables: new Map<string, SqlVariable>([
        ['user', { kind: 'id', entity: USER, sql: parameters.slot('user', 'uuid') }],
        ['this', row],
      ]),
    };
    const admitted = authority.mayDo(context, 'read', { ...row, readable: false });
    if (admitted === FALSE) return [];
    const columns = new Columns();
    columns.add('id', wireIdOf(index, entity.name, 'r."id"'), 'The id of the record.');
    if (entity.owner !== null) addOwner(columns, context, entity.owner.entity);
    for (const field of entity.fields) addField(columns, context, row, field);
    const select = columns.list.map(({ name, sql }) => `${sql} as ${quote(name)}`).join(', ');
    const condition = and(living(row, context), admitted);
    const text = `select ${select} from product.${quote(tableName(entity.name))} r where ${condition === '' ? TRUE : condition}`;
    return [
      {
        name: tableName(entity.name),
        select: inlined(text, parameters),
        comment: [entity.plural, entity.description].filter((part) => part !== '').join('. '),
        comments: new Map(columns.list.map(({ name, comment }) => [name, comment])),
      },
    ];
  });
}

/** The columns of a view, each with a name of its own. */
class Columns {
  readonly list: { readonly name: string; readonly sql: string; readonly comment: string }[] = [];
  readonly #taken = new Set<string>();

  add(wanted: string, sql: string, comment: string): void {
    let name = shortName(wanted);
    for (let place = 2; this.#taken.has(name); place++) name = shortName(`${wanted}_${place}`);
    this.#taken.add(name);
    this.list.push({ name, sql, comment });
  }
}

function addOwner(columns: Columns, context: SqlContext, owner: string): void {
  const id = `r.${quote(SYSTEM_COLUMNS.parent)}`;
  const { label } = context.index.entity(owner);
  columns.add(
    snakeCase(owner),
    wireIdOf(context.index, owner, id),
    `${label}: the id of the record that it is a part of.`,
  );
  columns.add(`${snakeCase(owner)}_title`, titleOf(context, { kind: 'id', entity: owner, sql: id }), label);
  columns.add('position', `r.${quote(SYSTEM_COLUMNS.position)}`, 'Its place among the parts, from 0.');
}

function addField(columns: Columns, context: SqlContext, row: Row, field: Field): void {
  const { index, authority } = context;
  const { name, type, label } = field;
  if (
    name === 'id' ||
    type.kind === 'open' ||
    type.kind === 'secret' ||
    type.kind === 'children' ||
    type.kind === 'all'
  )
    return;
  if (row.entity === USER && name === 'password') return;
  if (field.derived && field.computed === null && index.findField(row.entity, name) === null) return;
  const readable = authority?.mayUseField(context, name, 'read', row) ?? FALSE;
  if (readable === FALSE) return;
  const add = (column: string, sql: string, comment: string) =>
    columns.add(column, readable === TRUE ? sql : only(readable, sql), comment);
  const value = compileExpression(
    {
      kind: 'field',
      of: { kind: 'variable', name: 'this', type: { kind: 'record', entity: row.entity, nullable: false } },
      field: name,
      type: typeOfField(field),
    },
    context,
  );
  const comment = [label, field.meaning].filter((part) => part !== '').join('. ');
  if (type.kind === 'reference') {
    add(name, wireIdOf(index, type.entity, value), `${comment}: its id`);
    add(`${name}_title`, titleOf(context, { kind: 'id', entity: type.entity, sql: value }), comment);
  } else if (isListOfRecords(type)) {
    const ids = index.hasWholeIds(type.entity)
      ? `array(select nonet.id_number(u.id) from unnest(${value}) with ordinality u(id, n) order by u.n)`
      : value;
    add(name, ids, `${comment}: their ids`);
    const title = titleOf(context, { kind: 'id', entity: type.entity, sql: 'u.id' });
    add(
      `${name}_titles`,
      `(select string_agg(${title}, ', ' order by u.n) from unnest(${value}) with ordinality u(id, n))`,
      comment,
    );
  } else if (hasValue(type, 'file'))
    add(name, `(select f."name" from nonet.file f where f."id" = ${value})`, `${comment}: the name of the file`);
  else add(name, value, comment);
}

/** The text with its values in it, as a view needs it. */
function inlined(text: string, parameters: Parameters): string {
  const values = parameters.values({ now: NOW, user: NOBODY });
  return replacePlaceholders(text, (place) => (values[place] === NOW ? 'now()' : literal(values[place])));
}
