import { readReportSchemas, removeViews, setUpViews, ViewsRefused } from '@nonet/engine';
import { nearest, type Plan } from '@nonet/language';
import { InvalidArgumentError } from 'commander';
import { planFor } from '../check-document.ts';
import { readDocument } from '../document.ts';
import { Failure } from '../failure.ts';
import { dataOption } from '../run-options.ts';
import { withEngine } from '../with-engine.ts';
import type { Register } from './command.ts';
import { documentArgument } from './document-argument.ts';

interface Options {
  as?: string[];
  schema: string;
  reader?: string;
  remove?: true;
  data: string;
}

export const register: Register = (program) => {
  program
    .command('views')
    .description('Make PostgreSQL views for reporting tools: what a role of the document may read.')
    .addArgument(documentArgument())
    .option('--as <roles...>', 'roles of point 6; without it, the views that there are are listed')
    .option('--schema <name>', 'the schema of the views', readName, 'reports')
    .option('--reader <name>', 'the role of the database that reads them (default: the schema and `_reader`)', readName)
    .option('--remove', 'remove the views of the schema')
    .addOption(dataOption())
    .addHelpText(
      'after',
      '\nA view for each entity, with the names of its fields, and the titles of what it refers to beside their ids. A changed document makes them anew.' +
        '\nExit codes: 0 done, 1 it could not be done, 2 called wrongly, 3 a file can’t be read.',
    )
    .action(views);
};

async function views(file: string, { as: roles, schema, reader, remove, data }: Options): Promise<void> {
  const document = readDocument(file);
  const plan = planFor(document);
  if (remove === true && roles !== undefined)
    throw new Failure('--as makes views, --remove takes them away: give one of them.', 2);
  for (const role of roles ?? []) requireRole(plan, role);
  const product = { plan, file: document.file, data, mode: 'production' } as const;
  const lines = await withEngine(product, async (engine) => {
    if (remove === true) {
      if (!(await removeViews(engine, schema))) throw new Failure(`There are no views in a schema ${schema}.`);
      return [
        `The views of ${schema} are gone. The role of the database that read them is still there, and reads nothing.`,
      ];
    }
    if (roles === undefined) return list(await readReportSchemas(engine.pool));
    const wanted = { name: schema, roles: [...new Set(roles)], reader: reader ?? `${schema}_reader` };
    try {
      const made = await setUpViews(engine, wanted);
      return [
        `${schema} has ${made.views.length === 1 ? 'a view' : `${made.views.length} views`} of what ${wanted.roles.join(', ')} may read: ${made.views.join(', ')}.`,
        made.password === null
          ? `${wanted.reader} reads them, with the password that it has.`
          : `${wanted.reader} reads them, and nothing else. Its password, which is shown this once: ${made.password}`,
      ];
    } catch (error) {
      throw error instanceof ViewsRefused ? new Failure(error.message, 1, error) : error;
    }
  });
  process.stdout.write(`${lines.join('\n')}\n`);
}

function list(schemas: Awaited<ReturnType<typeof readReportSchemas>>): string[] {
  if (schemas.length === 0) return ['There are no views. `--as <role>` makes some.'];
  return schemas.map(({ name, roles, reader }) => `${name}: what ${roles.join(', ')} may read, for ${reader}`);
}

function requireRole({ roles }: Plan, name: string): void {
  const role = roles.find((each) => each.name === name);
  if (role?.given.kind === 'relationship' || role?.given.kind === 'user')
    throw new Failure(
      `${name} is given by a relationship to a person, and whoever reads views is none: give a role that is assigned.`,
      1,
    );
  if (role !== undefined) return;
  const names = roles.map((each) => each.name);
  const near = nearest(name, names);
  throw new Failure(
    `The document has no role ${name}.${near ? ` Did you mean ${near}?` : ` It has: ${names.join(', ') || 'none'}.`}`,
  );
}

function readName(text: string): string {
  if (!/^[a-z_][a-z0-9_]{0,50}$/.test(text))
    throw new InvalidArgumentError('It is made of small letters, digits and `_`.');
  return text;
}
