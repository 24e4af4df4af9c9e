import pg from 'pg';
import type { PlanIndex } from '../plan-index.ts';
import { quote } from '../sql/identifiers.ts';
import { type PoolClient, type Queryable, run } from '../store/pool.ts';
import { reportViews } from './report-views.ts';

/** A schema of views: what the holders of these roles may read, for one role of the database. */
export interface ReportSchema {
  readonly name: string;
  /** Roles of the document (6). */
  readonly roles: readonly string[];
  /** The role of the database. */
  readonly reader: string;
}

/** The schemas of views that a product has. */
export async function readReportSchemas(client: Queryable): Promise<readonly ReportSchema[]> {
  return run<ReportSchema & Record<string, unknown>>(client, {
    text: 'select name, roles, reader from nonet.report_schema order by name',
    values: [],
    prepare: false,
  });
}

/** The statements that take the views of a schema away; whoever reads them waits for the end of the transaction. */
export function dropViews(schemas: readonly ReportSchema[]): string[] {
  return schemas.map(({ name }) => `drop schema if exists ${quote(name)} cascade`);
}

/**
 * Makes the views of a schema by a document, in the transaction of the caller, and lets their reader read them.
 * @returns the names of the views
 */
export async function makeViews(
  client: PoolClient,
  index: PlanIndex,
  schema: ReportSchema,
): Promise<readonly string[]> {
  const { name, roles, reader } = schema;
  const views = reportViews(index, roles);
  const own = quote(name);
  const [found] = await run(client, {
    text: 'select from pg_roles where rolname = $1',
    values: [reader],
    prepare: false,
  });
  const text = [
    `create schema ${own}`,
    ...views.flatMap((view) => {
      const place = `${own}.${quote(view.name)}`;
      return [
        // Conditions of a reader's query are judged behind those of the view: a function in them never sees what the view leaves out.
        `create view ${place} with (security_barrier) as ${view.select}`,
        `comment on view ${place} is ${pg.escapeLiteral(view.comment)}`,
        ...[...view.comments].map(
          ([column, comment]) => `comment on column ${place}.${quote(column)} is ${pg.escapeLiteral(comment)}`,
        ),
      ];
    }),
    // A copy of the database may be on a server without that role.
    ...(found === undefined
      ? []
      : [
          `grant usage on schema ${own}, nonet to ${quote(reader)}`,
          `grant select on all tables in schema ${own} to ${quote(reader)}`,
        ]),
  ];
  await client.query(text.join(';\n'));
  return views.map((view) => view.name);
}

/** Makes all views anew by a new document. A schema none of whose roles is left is gone; answers a line for each of those. */
export async function makeViewsAnew(
  client: PoolClient,
  index: PlanIndex,
  former: readonly ReportSchema[],
): Promise<readonly string[]> {
  if (former.length === 0) return [];
  const lines: string[] = [];
  for (const { name, roles, reader } of await readReportSchemas(client)) {
    const left = roles.filter((role) => index.findRole(role) !== null);
    if (left.length > 0) {
      await makeViews(client, index, { name, roles: left, reader });
      continue;
    }
    lines.push(`the views ${name} are gone with their roles`);
    await run(client, { text: 'delete from nonet.report_schema where name = $1', values: [name], prepare: false });
  }
  return lines;
}
